// Everything a run stored as named columns of numbers, for charts and tables.
//
//   NAME                  an output of the model
//   energy.total          kinetic, potential, total, work_in, dissipated, numerical; contact_stored, ... (channels.h)
//   BODY.velocity.x       position, quaternion (w x y z), velocity, angular_velocity, acceleration, ...
//   JOINT.force.x         force, torque; of FORCE too, and its power
//   CONTACT.normal_force  force, torque, normal_force, penetration, touching, power
//   JOINT.angle           angle, angle_rate, displacement, displacement_rate, where the joint has them
//   BODY.velocity         the magnitude of any of these vectors
//   steps.h               h, error, newton_iterations, predictor_degree of each attempted step
//
// Where a joint and a force, or an output and something else, would have the same name, what is not an output gets the
// name of its group in front: joints/NAME.force.x.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "results/run_data.h"

namespace alembert::results {

enum class Clock { times, steps };  // a number for each output time, or for each attempted step

struct Column {
  std::string name;
  std::string unit;      // empty: none, or not known
  std::string quantity;  // "velocity"; empty for outputs
  Clock clock = Clock::times;
  bool derived = false;  // computed from others: a magnitude
  std::function<double(std::size_t row)> value;
};

// The columns refer to `run`.
std::vector<Column> columns_of(const RunData& run);

// The times (s) of a column's rows; steps count from their start.
const std::vector<double>& times_of(const RunData& run, Clock clock);

// What a name stands for, in which * stands for any letters. Throws UsageError, with the nearest name, for nothing.
std::vector<const Column*> find_columns(const std::vector<Column>& columns, const std::string& name);

// "NAME [UNIT]"
std::string heading(const Column& column);

}  // namespace alembert::results
