// All rows and steps of a run in memory, in the arrays results.h5 is written from.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "results/channels.h"
#include "results/layout.h"
#include "results/records.h"
#include "results/sample.h"

namespace alembert::results {

struct History {
  std::vector<double> time;
  std::vector<std::int32_t> analysis;                 // of a list: to which each row belongs, from 0; else empty
  std::array<std::vector<double>, kChannels> values;  // of each channel, time by time; empty: not recorded
  std::vector<std::size_t> point_ends;                // of each time, in `points`; counted in touches
  std::vector<double> points;                         // as Sample::contact_points

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

  std::int32_t current_analysis = 0;  // of what is recorded from now on

  const std::vector<double>& operator[](std::size_t channel) const { return values[channel]; }

  // Throws Error(ExitCode::internal_error) if a channel of the sample has not the size the layout calls for.
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
