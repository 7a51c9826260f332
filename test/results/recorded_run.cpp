#include "results/recorded_run.h"

#include <stdlib.h>

#include <fstream>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace alembert::test {

using results::channel;
using results::Group;

ResultsLayout small_layout() {
  ResultsLayout layout;
  layout.title = "Prüfstand \"A\"";
  layout.model_text = "alembert: 1\ntitle: Prüfstand\n";
  layout.program_version = "0.1.0";
  layout.names[Group::bodies] = {"crank", "rod/left"};
  layout.names[Group::joints] = {"wrist", "hinge, outer", "slide"};
  layout.names[Group::forces] = {"spring"};
  layout.names[Group::outputs] = {"angle", "force, \"peak\""};
  layout.time_unit = 1e-3;
  layout.row_names = {"body crank: x", "joint \"wrist\": point x"};
  layout.joint_reaction_unique = {true, false, true};
  return layout;
}

Sample small_sample(int index) {
  Sample sample(small_layout().names);
  sample.time = 0.1 * index;
  int array = 0;
  const auto fill = [&](std::initializer_list<std::size_t> same) {
    for (const std::size_t c : same)
      for (std::size_t i = 0; i < sample[c].size(); ++i)
        sample[c][i] = 1000.0 * array + 100.0 * index + 0.1 * static_cast<double>(i);
    ++array;
  };
  fill({channel(Group::bodies, "position")});
  fill({channel(Group::bodies, "quaternion")});
  fill({channel(Group::bodies, "velocity")});
  fill({channel(Group::bodies, "angular_velocity")});
  fill({channel(Group::bodies, "acceleration")});
  fill({channel(Group::bodies, "angular_acceleration")});
  fill({channel(Group::joints, "force")});
  fill({channel(Group::joints, "torque")});
  fill({channel(Group::forces, "force")});
  fill({channel(Group::forces, "torque")});
  fill({channel(Group::joints, "angle"), channel(Group::joints, "angle_rate")});
  for (const std::size_t c : {channel(Group::joints, "displacement"), channel(Group::joints, "displacement_rate")})
    for (std::size_t k = 1; k < 3; ++k) sample.put(c, k, 0.5 * static_cast<double>(k));  // the first has none
  const double kinetic = 2.0 + index, potential = -1.0, work_in = 0.5 * index, dissipated = 0.25 * index;
  sample.put(channel(Group::energy, "kinetic"), 0, kinetic);
  sample.put(channel(Group::energy, "potential"), 0, potential);
  sample.put(channel(Group::energy, "total"), 0, kinetic + potential);
  sample.put(channel(Group::energy, "work_in"), 0, work_in);
  sample.put(channel(Group::energy, "dissipated"), 0, dissipated);
  sample.put(channel(Group::energy, "numerical"), 0, index - work_in + dissipated);
  sample.put(channel(Group::outputs, "values"), 0, 1.0 / 3.0 + index);
  sample.put(channel(Group::outputs, "values"), 1, 1e-300);
  return sample;
}

RunSummary small_summary() {
  RunSummary summary;
  summary.status = "done";
  summary.method = "hht";
  summary.method_parameters = {{"alpha", -0.05}};
  summary.tolerance = 1e-5;
  summary.end_time = 0.2;
  summary.equations = 14;
  summary.cpu_seconds = 0.25;
  summary.statistics.steps = 1;
  summary.statistics.rejected_steps = 1;
  summary.statistics.newton_iterations = 5;
  summary.statistics.max_position_violation = 1e-12;
  summary.max_energy_drift = 1e-9;
  summary.warnings = {"joint hinge, outer: reaction not unique"};
  return summary;
}

void record_small_run(const std::filesystem::path& folder) {
  Recorder recorder(folder, small_layout());
  for (int i = 0; i < 3; ++i) recorder.sample(small_sample(i));
  StepRecord step;
  step.time = 0.0;
  step.h = 0.2;
  step.predictor_degree = 1;
  step.newton_iterations = 4;
  step.new_jacobian = true;
  step.error_ratio = 7.0;
  step.outcome = StepOutcome::newton_diverged;
  step.worst_row = 1;
  recorder.step(step);
  step.h = 0.1;
  step.newton_iterations = 1;
  step.new_jacobian = false;
  step.error_ratio = 0.5;
  step.outcome = StepOutcome::accepted;
  step.worst_row = -1;
  recorder.step(step);
  recorder.finish(small_summary());
}

std::string read_text(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace alembert::test
