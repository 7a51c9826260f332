// The output times: multiples of the output step, and the end.
#pragma once

#include "base/archive.h"

namespace alembert {

class OutputClock {
 public:
  OutputClock(double end, double step) : end_(end), step_(step) {}
  double next() const {
    const double t = static_cast<double>(index_) * step_;
    return t > end_ - 1e-9 * step_ ? end_ : t;
  }
  // The end is another in a run that is continued.
  void exchange(Archive& archive) { archive(index_, finished_); }
  bool done() const { return finished_; }
  void advance() {
    finished_ = next() >= end_;
    ++index_;
  }

 private:
  double end_, step_;
  long index_ = 0;
  bool finished_ = false;
};

}  // namespace alembert
