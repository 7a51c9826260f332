#include "results/recorded_run.h"

#include <stdlib.h>

#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <system_error>

namespace alembert::test {

ResultsLayout small_layout() {
  ResultsLayout layout;
  layout.title = "Prüfstand \"A\"";
  layout.model_text = "alembert: 1\ntitle: Prüfstand\n";
  layout.program_version = "0.1.0";
  layout.bodies = {"crank", "rod/left"};
  layout.joints = {"wrist", "hinge, outer", "slide"};
  layout.forces = {"spring"};
  layout.outputs = {"angle", "force, \"peak\""};
  layout.time_unit = 1e-3;
  layout.row_names = {"body crank: x", "joint \"wrist\": point x"};
  layout.joint_reaction_unique = {true, false, true};
  return layout;
}

Sample small_sample(int index) {
  int array = 0;
  const auto numbers = [&](std::size_t count) {
    std::vector<double> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = 1000.0 * array + 100.0 * index + 0.1 * static_cast<double>(i);
    ++array;
    return values;
  };
  Sample sample;
  sample.time = 0.1 * index;
  sample.positions = numbers(6);
  sample.quaternions = numbers(8);
  sample.velocities = numbers(6);
  sample.angular_velocities = numbers(6);
  sample.accelerations = numbers(6);
  sample.angular_accelerations = numbers(6);
  sample.joint_forces = numbers(9);
  sample.joint_torques = numbers(9);
  sample.force_forces = numbers(3);
  sample.force_torques = numbers(3);
  sample.joint_angles = sample.joint_angle_rates = numbers(3);
  sample.joint_displacements = sample.joint_displacement_rates = {std::numeric_limits<double>::quiet_NaN(), 0.5, 1.0};
  sample.kinetic_energy = 2.0 + index;
  sample.potential_energy = -1.0;
  sample.work_in = 0.5 * index;
  sample.dissipated = 0.25 * index;
  sample.outputs = {1.0 / 3.0 + index, 1e-300};
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
