// Notices a run that would never end: many attempts at steps in which time has moved on by next to nothing.
#pragma once

#include "base/archive.h"

namespace alembert {

class ProgressWatch {
 public:
  static constexpr long kAttempts = 10'000;
  static constexpr double kLeast = 1e-5;  // of the time scale, for so many attempts: at that pace the end takes days

  void start(double t, double time_scale) {
    attempts_ = 0;
    since_ = t;
    least_ = kLeast * time_scale;
  }
  // After an attempt that has left the time at t. True: it stands still.
  bool stands_still(double t) {
    if (++attempts_ < kAttempts) return false;
    moved_ = t - since_;
    attempts_ = 0;
    since_ = t;
    return moved_ < least_;
  }
  double moved() const { return moved_; }  // when it was found to stand still

  void exchange(Archive& archive) { archive(attempts_, since_); }

 private:
  long attempts_ = 0;
  double since_ = 0.0, least_ = 0.0, moved_ = 0.0;
};

}  // namespace alembert
