#include "results/hdf5_writer.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
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

// As many a time as there are at most at any; NaN and -1 where there are fewer.
void write_points(Hdf5File& file, const History& history) {
  const std::size_t times = history.time.size();
  std::size_t most = 0;
  for (std::size_t row = 0; row < times; ++row)
    most = std::max(most, history.points_at(row).size() / kContactPointWidth);
  std::vector<double> position(times * most * 3, std::numeric_limits<double>::quiet_NaN()), force = position;
  std::vector<double> contact(times * most, -1.0);
  for (std::size_t row = 0; row < times; ++row) {
    const std::span<const double> points = history.points_at(row);
    for (std::size_t k = 0; k < points.size() / kContactPointWidth; ++k) {
      const double* point = points.data() + k * kContactPointWidth;
      const std::size_t place = row * most + k;
      std::copy_n(point, 3, position.begin() + static_cast<std::ptrdiff_t>(3 * place));
      std::copy_n(point + 3, 3, force.begin() + static_cast<std::ptrdiff_t>(3 * place));
      contact[place] = point[6];
    }
  }
  file.group("/contacts/points");
  file.array("/contacts/points/position", {times, most, 3}, position, "m");
  file.array("/contacts/points/force", {times, most, 3}, force, "N");
  file.array("/contacts/points/contact", {times, most}, contact, "1");
}

void write_series(Hdf5File& file, const ResultsLayout& layout, const History& history) {
  const std::size_t times = history.time.size();
  file.array("/time", {times}, history.time, "s");
  if (!layout.analyses.empty()) file.array("/analysis", history.analysis, "1");

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
  names("/contacts", layout.contacts);
  names("/variables", layout.variables);
  names("/states", layout.states);
  names("/sensors", layout.sensors);
  names("/modes", layout.modes);
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
  for (std::size_t k = 0; k < energy_shares.size(); ++k)
    if (!(layout.*energy_shares[k].owners).empty())
      file.array("/energy/" + energy_shares[k].path(), {times}, history.shares[k], "J");
  if (!layout.contacts.empty()) write_points(file, history);

  file.group("/outputs");
  file.texts("/outputs/names", layout.outputs);
  file.array("/outputs/values", {times, layout.outputs.size()}, history.outputs, "model units");
}

void write_flexible(Hdf5File& file, const ResultsLayout& layout, const History& history) {
  if (layout.flexible.empty()) return;
  std::vector<std::string> names, data, files, hashes;
  std::vector<std::int32_t> counts, numbers;
  for (const FlexibleRecord& f : layout.flexible) {
    names.push_back(f.body);
    data.push_back(f.data);
    files.push_back(f.file);
    hashes.push_back(f.hash);
    counts.push_back(static_cast<std::int32_t>(f.modes.size()));
    numbers.insert(numbers.end(), f.modes.begin(), f.modes.end());
  }
  file.group("/flexible");
  file.texts("/flexible/names", names);
  file.texts("/flexible/data", data);
  file.texts("/flexible/file", files);
  file.texts("/flexible/hash", hashes);
  file.array("/flexible/mode_count", counts, "1");
  file.array("/flexible/modes", numbers, "1");
  if (history.mode_step_time.empty() || layout.modes.empty()) return;
  const std::size_t steps = history.mode_step_time.size();
  file.array("/modes/step_time", {steps}, history.mode_step_time, "s");
  file.array("/modes/step_value", {steps, layout.modes.size(), 1}, history.mode_step_value, "m");
}

void write_steps(Hdf5File& file, const History& history) {
  const std::size_t count = history.step_time.size();
  file.group("/steps");
  const auto numbers = [](const StepCounts& n) {
    return std::vector<double>{static_cast<double>(n[0]), static_cast<double>(n[1])};
  };
  file.array("/steps/attempted", {2}, numbers(history.attempted), "1");
  file.array("/steps/one_in", {2}, numbers(history.recorded_one_in()), "1");
  file.array("/steps/number", {count}, history.step_number, "1");
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

void write_events(Hdf5File& file, const History& history) {
  if (history.event_count == 0) return;
  file.group("/events");
  file.array("/events/time", {history.event_time.size()}, history.event_time, "s");
  file.texts("/events/sensor", history.event_sensor);
  file.texts("/events/action", history.event_action);
  file.array("/events/count", {1}, std::vector<double>{static_cast<double>(history.event_count)}, "1");
}

// What an analysis of its own recorded, as a group with the same arrays.
constexpr const char* copied[] = {"time",      "bodies", "joints",  "forces", "motions", "constraints", "contacts",
                                  "variables", "states", "sensors", "modes",  "energy",  "flexible",    "outputs"};

void write_analyses(Hdf5File& file, const ResultsLayout& layout, const std::vector<AttachedAnalysis>& attached) {
  if (layout.analyses.empty()) return;
  file.group("/analyses");
  file.texts("/analyses/names", layout.analyses);
  for (const AttachedAnalysis& one : attached) {
    file.group("/analyses/" + one.name);
    file.copy(one.folder / "results.h5", copied, "/analyses/" + one.name);
  }
}

}  // namespace

void write_hdf5(const std::filesystem::path& path, const ResultsLayout& layout, const History& history,
                const RunSummary& summary, const Checkpoint& checkpoint,
                const std::vector<AttachedAnalysis>& attached) {
  std::vector<unsigned char> bytes;
  {
    Hdf5File file;
    write_header(file, layout, summary);
    write_series(file, layout, history);
    write_flexible(file, layout, history);
    write_steps(file, history);
    write_events(file, history);
    write_analyses(file, layout, attached);
    if (!checkpoint.state.empty() || !checkpoint.end.empty()) file.group("/restart");
    if (!checkpoint.state.empty()) {
      file.text("/restart/run", checkpoint.run);
      file.array("/restart/state", {checkpoint.state.size()}, checkpoint.state, "mixed");
    }
    if (!checkpoint.end.empty()) file.array("/restart/end", {checkpoint.end.size()}, checkpoint.end, "mixed");
    bytes = file.image();
  }
  files::write_bytes(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace alembert::results
