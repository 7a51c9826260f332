// The line that shows on a terminal how far a run has come.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "results/status_line.h"

namespace alembert {

// What the line says. Times of the mechanism in s, as everything inside the program.
struct ProgressState {
  double time = 0.0;
  double end = 0.0;
  double h = 0.0;
  long rejected_steps = 0;
  double elapsed_seconds = 0.0;  // wall clock
};

// The line, cut to `width` characters. The time left is extrapolated from the average pace so far.
std::string progress_line(const ProgressState& state, int width);

// "45 s", "3 min 20 s", "2 h 05 min".
std::string duration_text(double seconds);

// Who wants to know how far it is.
using ProgressListener = std::function<void(const ProgressState&)>;

// Shows the line on standard error while it lives, if that is a terminal and the user did not ask for quiet; tells a
// listener.
class Progress {
 public:
  Progress(double end, bool quiet, ProgressListener listener = {});

  // Cheap enough to call after every step; redraws, and tells, at most five times a second.
  void update(double time, double h, long rejected_steps);
  // Removes the line, for instance before something else is printed.
  void clear() { line_.clear(); }

 private:
  using Clock = std::chrono::steady_clock;

  double end_;
  StatusLine line_;
  ProgressListener listener_;
  Clock::time_point start_, next_;
};

}  // namespace alembert
