// What `alembert check` tells: degrees of freedom, redundant constraints, initial violations, masses and units.
#pragma once

#include <string>
#include <vector>

#include "analysis/start.h"
#include "model/model.h"

namespace alembert {

struct CheckReport {
  StartReport start;
  std::string text;     // for a person
  std::string problem;  // why the mechanism cannot be put together; empty when it can
};

CheckReport check_model_report(const Model& model);
// The text alone, of a start that has been made; `touching`: of contact_start.
std::string check_text(const System& system, const StartReport& start, const std::vector<std::string>& touching = {});

}  // namespace alembert
