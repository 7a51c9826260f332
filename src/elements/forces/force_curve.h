// A force by a displacement or a velocity, through points: Akima's curve, which does not overshoot; straight lines
// where there are too few points for it.
#pragma once

#include <memory>
#include <utility>

#include "expression/spline.h"

namespace alembert {

class ForceCurve {
 public:
  ForceCurve() = default;  // 0 everywhere
  explicit ForceCurve(std::shared_ptr<const Spline> spline) : spline_(std::move(spline)) {
    if (spline_ && spline_->size() < fewest_points(SplineKind::akima)) kind_ = SplineKind::linear;
  }
  bool is_none() const { return !spline_; }
  template <class S>
  S value(const S& x) const {
    return spline_ ? spline_->value(kind_, x) : S(0.0);
  }
  double slope(double x) const { return spline_ ? spline_->value(kind_, Dual<1>::variable(x, 0)).d[0] : 0.0; }
  double integral(double x) const { return spline_ ? spline_->integral(kind_, x) : 0.0; }

 private:
  std::shared_ptr<const Spline> spline_;
  SplineKind kind_ = SplineKind::akima;
};

}  // namespace alembert
