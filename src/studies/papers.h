// The papers whose experiments are shipped as studies, and who runs them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "studies/findings.h"

namespace alembert::studies {

struct Experiment {
  std::string_view name;  // "table-1"
  std::string_view title;
  void (*run)(Findings& findings);
};

struct Paper {
  std::string_view number;    // "002", as the sources cite it
  std::string_view name;      // "soi2-2007"
  std::string_view citation;  // authors, title, year
  std::vector<Experiment> experiments;
};

const std::vector<Paper>& all_papers();
// By number or name. Throws UsageError with the list and the nearest name.
const Paper& find_paper(const std::string& number_or_name);

// One file per paper.
std::vector<Experiment> newmark_2005_experiments();
std::vector<Experiment> hht_2007_experiments();
std::vector<Experiment> soi2_2007_experiments();
std::vector<Experiment> low_order_2009_experiments();
std::vector<Experiment> tangent_2021_experiments();

}  // namespace alembert::studies
