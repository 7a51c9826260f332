#include "model/switches.h"

#include <algorithm>
#include <unordered_map>

namespace alembert {

void switch_elements(Model& model, const std::vector<std::string>& activate,
                     const std::vector<std::string>& deactivate) {
  std::unordered_map<std::string, bool> active;
  for (const std::string& name : activate) active[name] = true;
  for (const std::string& name : deactivate) active[name] = false;
  if (active.empty()) return;
  const auto look = [&](auto& list) {
    for (auto& element : list)
      if (const auto found = active.find(element.name); found != active.end()) element.active = found->second;
  };
  look(model.joints);
  look(model.motions);
  look(model.constraints);
  look(model.forces);
  look(model.contacts);
  look(model.sensors);
}

void keep_one_analysis(Model& model, AnalysisKind kind) {
  const auto found = std::find_if(model.analyses.begin(), model.analyses.end(),
                                  [&](const Simulation& s) { return s.analysis == kind; });
  if (found != model.analyses.end()) {
    model.simulation = *found;
    switch_elements(model, found->activate, found->deactivate);
  }
  model.analyses.clear();
  model.simulation.analysis = kind;
}

const Simulation& main_analysis(const std::vector<Simulation>& list) {
  const auto found = std::find_if(list.rbegin(), list.rend(),
                                  [](const Simulation& s) { return s.analysis == AnalysisKind::dynamics; });
  return found == list.rend() ? list.back() : *found;
}

Simulation& last_over_time(std::vector<Simulation>& list) {
  const auto found = std::find_if(list.rbegin(), list.rend(), [](const Simulation& s) { return s.over_time(); });
  return found == list.rend() ? list.back() : *found;
}

}  // namespace alembert
