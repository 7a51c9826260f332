#include "analysis/analysis_start.h"

#include "analysis/events.h"
#include "base/error.h"

namespace alembert {

namespace {

template <class List>
std::vector<char> active_of(const List& list) {
  std::vector<char> out;
  for (const auto& element : list) out.push_back(element.active ? 1 : 0);
  return out;
}

template <class List>
void activate(const std::vector<char>& active, List& list) {
  if (active.size() != list.size()) throw Error(ExitCode::bad_usage, "the checkpoint belongs to a different model");
  for (std::size_t k = 0; k < list.size(); ++k) list[k].active = active[k] != 0;
}

}  // namespace

ModelChanges changes_of(const Model& now) {
  ModelChanges out;
  for (const std::string& name : now.parameters_set) out.parameters.emplace_back(name, now.parameters.at(name));
  out.joints = active_of(now.joints);
  out.motions = active_of(now.motions);
  out.constraints = active_of(now.constraints);
  out.forces = active_of(now.forces);
  out.contacts = active_of(now.contacts);
  out.sensors = active_of(now.sensors);
  return out;
}

Model with_changes(const Model& start, const ModelChanges& changes) {
  std::map<std::string, double> values(changes.parameters.begin(), changes.parameters.end());
  Model out = values.empty() ? start : read_again(start, values, {});
  activate(changes.joints, out.joints);
  activate(changes.motions, out.motions);
  activate(changes.constraints, out.constraints);
  activate(changes.forces, out.forces);
  activate(changes.contacts, out.contacts);
  activate(changes.sensors, out.sensors);
  return out;
}

void AnalysisStart::count_on(JointCoordinates& joints) const {
  if (coordinates.empty()) return;
  Archive archive(coordinates);
  joints.exchange(archive);
}

AnalysisStart start_from(const Mechanism& mechanism, const dae::State& state, JointCoordinates& joints) {
  AnalysisStart out;
  const System& system = mechanism.system();
  out.changes = changes_of(system.model());
  out.restart.state = state;
  for (int row = 0; row < system.sizes().multipliers; ++row) out.restart.row_names.push_back(system.row_name(row));
  out.restart.ranks = mechanism.start_report().ranks;
  Archive archive;
  joints.exchange(archive);
  out.coordinates = archive.data();
  return out;
}

std::vector<double> stored(AnalysisStart start) {
  Archive archive;
  archive(start);
  return archive.data();
}

AnalysisStart restored(const std::vector<double>& numbers) {
  AnalysisStart out;
  Archive archive(numbers);
  archive(out);
  return out;
}

}  // namespace alembert
