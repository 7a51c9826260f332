// All samples and steps of a run in memory, in the arrays results.h5 is written from.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "results/recorder.h"

namespace alembert::results {

// An array of results.h5 with a number, 3-vector or quaternion per body, joint or force and output time.
struct Quantity {
  const char* group;
  const char* name;
  int width;
  const char* units;
  std::vector<double> Sample::*values;
  std::vector<std::string> ResultsLayout::*owners;
  bool optional = false;  // written only where there are owners; empty otherwise
};

inline constexpr std::array<Quantity, 28> quantities = {{
    {"bodies", "position", 3, "m", &Sample::positions, &ResultsLayout::bodies},
    {"bodies", "quaternion", 4, "1", &Sample::quaternions, &ResultsLayout::bodies},
    {"bodies", "velocity", 3, "m/s", &Sample::velocities, &ResultsLayout::bodies},
    {"bodies", "angular_velocity", 3, "rad/s", &Sample::angular_velocities, &ResultsLayout::bodies},
    {"bodies", "acceleration", 3, "m/s^2", &Sample::accelerations, &ResultsLayout::bodies},
    {"bodies", "angular_acceleration", 3, "rad/s^2", &Sample::angular_accelerations, &ResultsLayout::bodies},
    {"joints", "force", 3, "N", &Sample::joint_forces, &ResultsLayout::joints},
    {"joints", "torque", 3, "N*m", &Sample::joint_torques, &ResultsLayout::joints},
    {"joints", "angle", 1, "rad", &Sample::joint_angles, &ResultsLayout::joints},
    {"joints", "angle_rate", 1, "rad/s", &Sample::joint_angle_rates, &ResultsLayout::joints},
    {"joints", "displacement", 1, "m", &Sample::joint_displacements, &ResultsLayout::joints},
    {"joints", "displacement_rate", 1, "m/s", &Sample::joint_displacement_rates, &ResultsLayout::joints},
    {"forces", "force", 3, "N", &Sample::force_forces, &ResultsLayout::forces},
    {"forces", "torque", 3, "N*m", &Sample::force_torques, &ResultsLayout::forces},
    {"motions", "force", 3, "N", &Sample::motion_forces, &ResultsLayout::motions, true},
    {"motions", "torque", 3, "N*m", &Sample::motion_torques, &ResultsLayout::motions, true},
    {"constraints", "force", 3, "N", &Sample::constraint_forces, &ResultsLayout::constraints, true},
    {"constraints", "torque", 3, "N*m", &Sample::constraint_torques, &ResultsLayout::constraints, true},
    {"contacts", "force", 3, "N", &Sample::contact_forces, &ResultsLayout::contacts, true},
    {"contacts", "torque", 3, "N*m", &Sample::contact_torques, &ResultsLayout::contacts, true},
    {"contacts", "normal_force", 1, "N", &Sample::contact_normals, &ResultsLayout::contacts, true},
    {"contacts", "penetration", 1, "m", &Sample::contact_penetrations, &ResultsLayout::contacts, true},
    {"contacts", "touching", 1, "1", &Sample::contact_touching, &ResultsLayout::contacts, true},
    {"variables", "value", 1, "1", &Sample::variables, &ResultsLayout::variables, true},
    {"states", "value", 1, "1", &Sample::states, &ResultsLayout::states, true},
    {"sensors", "value", 1, "1", &Sample::sensors, &ResultsLayout::sensors, true},
    {"sensors", "count", 1, "1", &Sample::sensor_counts, &ResultsLayout::sensors, true},
    {"modes", "value", 1, "m", &Sample::modes, &ResultsLayout::modes, true},
}};

struct History {
  std::vector<double> time;
  std::vector<std::int32_t> analysis;  // of a list: to which each row belongs, from 0; else empty
  std::array<std::vector<double>, quantities.size()> values;  // one per entry of `quantities`, time by time
  std::vector<double> kinetic, potential, total, work_in, dissipated, numerical;
  std::array<std::vector<double>, energy_shares.size()> shares;  // empty: there is nothing that has them
  std::vector<std::size_t> point_ends;                           // of each time, in `points`; counted in touches
  std::vector<double> points;                                    // as Sample::contact_points
  std::vector<double> outputs;

  // Attempted steps, or some of them, evenly: of the accepted one in `one_in[0]`, of the rejected one in `one_in[1]`.
  std::size_t most_steps = kMostKeptSteps;
  StepCounts attempted{}, one_in{1, 1};
  double steps_until = 0.0;                                 // end of the last accepted step
  std::vector<double> step_number;                          // among all attempts, from 0
  std::vector<double> step_time, step_h, step_error_ratio;  // error ratio: NaN where the error was not tested
  std::vector<double> step_violation;                       // three a step: positions, velocities, accelerations
  std::vector<std::int32_t> step_newton_iterations, step_worst_row;
  std::vector<std::int8_t> step_predictor_degree, step_outcome, step_new_jacobian;

  // What sensors did: the first kMostKeptEvents, and how many in all.
  std::vector<double> event_time;
  std::vector<std::string> event_sensor, event_action;
  std::size_t event_count = 0;

  // Modal coordinates at the start and after every accepted step; empty unless asked for.
  std::vector<double> mode_step_time, mode_step_value;

  // Of what is recorded from now on. No energy: that of the first row.
  std::int32_t current_analysis = 0;
  std::optional<double> energy_at_begin;

  // Throws Error(ExitCode::internal_error) if an array of the sample has not the size the layout calls for.
  void add(const Sample& sample, const ResultsLayout& layout);
  // What became of a step: it is kept; it is not; it is, or is not, and others are kept no longer.
  enum class Kept { yes, no, thinned };
  Kept add(const StepRecord& step, bool fixed_step);
  void add(const EventRecord& event);
  // One in so many is recorded of each kind; 0: none.
  StepCounts recorded_one_in() const;
  bool thinned() const { return step_time.size() < attempted[0] + attempted[1]; }
  void add_modes(double at, std::span<const double> xi, const ResultsLayout& layout);
  // The outputs of a row.
  std::span<const double> outputs_at(std::size_t row) const;
  // The touches of a row.
  std::span<const double> points_at(std::size_t row) const;
  RecordMark mark() const { return {time.size(), event_count, attempted, steps_until}; }
  // Forgets what was recorded behind the mark.
  void cut(const RecordMark& mark);

 private:
  void keep_steps(const std::vector<std::size_t>& kept);
  void thin_steps();
};

}  // namespace alembert::results
