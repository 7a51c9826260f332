// The report of a run: what `alembert report DIR` writes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "report/deforming_body.h"
#include "report/flexible_page.h"
#include "results/results_reader.h"

namespace alembert::report {

// How many bytes of numbers a page may hold before it is thinned, of each kind. Compressed and written as text they
// take about the same room in the page.
struct PageLimits {
  std::size_t poses = 4'000'000;
  std::size_t tables = 4'000'000;   // velocities, reactions, ... of bodies, joints and forces
  std::size_t columns = 4'000'000;  // outputs and energies
  std::size_t steps = 20'000;       // attempted steps
  std::size_t events = 2'000;
  FlexibleRoom flexible;
};

void write_run_page(const std::filesystem::path& file, const results::RunData& run,
                    const DeformingBodies& flexible = {}, const PageLimits& limits = {});

// An analysis of a list that has results of its own.
struct AnalysisOfList {
  std::string name;  // "1_statics"
  std::shared_ptr<const results::RunData> run;
  DeformingBodies flexible;
};
// One page of all analyses of a list: `run` is what was recorded together.
void write_list_page(const std::filesystem::path& file, const results::RunData& run, const DeformingBodies& flexible,
                     const std::vector<AnalysisOfList>& others, const PageLimits& limits = {});

}  // namespace alembert::report
