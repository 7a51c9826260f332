// Angles counted over whole turns. Between two accepted states an angle is known only up to turns; it is taken nearest
// to where the rates then and now would bring it.
#pragma once

#include <vector>

#include "system/placement.h"

namespace alembert {

class Angles {
 public:
  // Those of the system, or others; the list must outlive this.
  explicit Angles(const Placement& placement);
  Angles(const Placement& placement, const std::vector<AngleTracker>& trackers);

  bool empty() const { return angle_.empty(); }
  double operator[](int tracker) const;       // as placed, with its turns
  double reference_angle(int tracker) const;  // that it is near

  // Its part of a state's memory: angle and rate of each.
  int memory() const { return 2 * static_cast<int>(angle_.size()); }
  void recall(double t, const double* memory);
  void remember(double* memory) const;

 private:
  double angle(const AngleTracker& tracker) const;  // within half a turn of 0
  double rate(const AngleTracker& tracker) const;
  const AngleTracker& tracker(int index) const;

  const Placement& placement_;
  const std::vector<AngleTracker>& trackers_;
  std::vector<double> angle_, rate_;  // of the last accepted state
  double time_ = 0.0;                 // and its time
};

}  // namespace alembert
