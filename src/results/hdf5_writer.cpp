#include "results/hdf5_writer.h"

#include <cstdint>
#include <vector>

#include "base/files.h"
#include "results/hdf5_file.h"
#include "results/steps_writer.h"

namespace alembert::results {
namespace {

void write_header(Hdf5File& file, const ResultsLayout& layout, const RunSummary& summary) {
  file.attribute("/", "format", results_format);
  file.attribute("/", "format_version", results_format_version);
  file.attribute("/", "program_version", layout.program_version);
  file.attribute("/", "title", layout.title);
  file.attribute("/", "status", summary.status);
  file.attribute("/", "message", summary.message);
  file.group("/model");
  file.text("/model/text", layout.model_text);
  file.text("/model/scene", layout.scene);
  file.texts("/row_names", layout.row_names);
}

void write_series(Hdf5File& file, const ResultsLayout& layout, const History& history) {
  const std::size_t times = history.time.size();
  file.array("/time", {times}, history.time, "s");

  file.group("/bodies");
  file.group("/joints");
  file.group("/forces");
  file.texts("/bodies/names", layout.bodies);
  file.texts("/joints/names", layout.joints);
  file.texts("/forces/names", layout.forces);
  const auto names = [&](const char* group, const std::vector<std::string>& list) {
    if (list.empty()) return;
    file.group(group);
    file.texts(std::string(group) + "/names", list);
  };
  names("/motions", layout.motions);
  names("/constraints", layout.constraints);
  names("/variables", layout.variables);
  names("/states", layout.states);
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    const Quantity& quantity = quantities[i];
    if (quantity.optional && (layout.*quantity.owners).empty()) continue;
    const std::string path = std::string("/") + quantity.group + "/" + quantity.name;
    file.array(path, {times, (layout.*quantity.owners).size(), static_cast<std::size_t>(quantity.width)},
               history.values[i], quantity.units);
  }
  std::vector<std::int8_t> unique(layout.joints.size(), 1);
  for (std::size_t i = 0; i < unique.size() && i < layout.joint_reaction_unique.size(); ++i) {
    unique[i] = layout.joint_reaction_unique[i] ? 1 : 0;
  }
  file.truths("/joints/unique", unique);

  file.group("/energy");
  file.array("/energy/kinetic", {times}, history.kinetic, "J");
  file.array("/energy/potential", {times}, history.potential, "J");
  file.array("/energy/total", {times}, history.total, "J");
  file.array("/energy/work_in", {times}, history.work_in, "J");
  file.array("/energy/dissipated", {times}, history.dissipated, "J");
  file.array("/energy/numerical", {times}, history.numerical, "J");

  file.group("/outputs");
  file.texts("/outputs/names", layout.outputs);
  file.array("/outputs/values", {times, layout.outputs.size()}, history.outputs, "model units");
}

void write_steps(Hdf5File& file, const History& history) {
  const std::size_t count = history.step_time.size();
  file.group("/steps");
  file.array("/steps/time", {count}, history.step_time, "s");
  file.array("/steps/h", {count}, history.step_h, "s");
  file.array("/steps/error_ratio", {count}, history.step_error_ratio, "1");
  file.array("/steps/violation", {count, 3}, history.step_violation, "SI");
  file.array("/steps/predictor_degree", history.step_predictor_degree, "1");
  file.array("/steps/newton_iterations", history.step_newton_iterations, "1");
  file.array("/steps/worst_row", history.step_worst_row, "1");
  file.truths("/steps/new_jacobian", history.step_new_jacobian);
  std::vector<const char*> outcomes;
  for (int k = 0; k < kStepOutcomes; ++k) outcomes.push_back(outcome_name(static_cast<StepOutcome>(k)));
  file.enumeration("/steps/outcome", history.step_outcome, outcomes);
}

}  // namespace

void write_hdf5(const std::filesystem::path& path, const ResultsLayout& layout, const History& history,
                const RunSummary& summary, const Checkpoint& checkpoint) {
  std::vector<unsigned char> bytes;
  {
    Hdf5File file;
    write_header(file, layout, summary);
    write_series(file, layout, history);
    write_steps(file, history);
    if (!checkpoint.state.empty()) {
      file.group("/restart");
      file.text("/restart/run", checkpoint.run);
      file.array("/restart/state", {checkpoint.state.size()}, checkpoint.state, "mixed");
    }
    bytes = file.image();
  }
  files::write_bytes(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace alembert::results
