// The output times: the begin, multiples of the output step behind it, and the end.
#pragma once

#include <cmath>

#include "base/archive.h"

namespace alembert {

class OutputClock {
 public:
  OutputClock(double end, double step, double begin = 0.0)
      : begin_(begin), end_(end), step_(step), first_(std::lround(std::floor(begin / step + 1e-9))), index_(first_) {}
  double next() const {
    const double t = index_ == first_ ? begin_ : static_cast<double>(index_) * step_;
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
  double begin_, end_, step_;
  long first_, index_;
  bool finished_ = false;
};

}  // namespace alembert
