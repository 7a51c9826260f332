// The state between two steps: cubic Hermite, put back onto the constraints.
#include <algorithm>

#include "solve/stepper.h"

namespace alembert {

namespace {

constexpr double kClosedBetween = 1e-11;  // interpolated positions are put back onto the constraints to this
constexpr double kRateBetween = 1e-13;    // and velocities, where the method holds them ...
constexpr double kRateRounding = 1e-14;   // ... or to this share of them, where they are large
constexpr double kSlowestBetween = 0.5;   // share a solve may leave: Newton's matrix is there anyway, a new one is not

}  // namespace

void Stepper::interpolate(double t, dae::State& out) {
  const double h = now_.t - before_.t;
  if (t == now_.t || h <= 0.0) {
    out = now_;
    out.a = qdd_now_;
    return;
  }
  const double s = (t - before_.t) / h, s2 = s * s, s3 = s2 * s;
  const double h10 = s3 - 2 * s2 + s, h01 = 3 * s2 - 2 * s3, h11 = s3 - s2;
  slope_end_ = now_.v;
  problem_.apply_inverse_tangent(increment_, slope_end_);
  hermite_ = h10 * h * before_.v + h01 * increment_ + h11 * h * slope_end_;
  problem_.advance(before_.q, hermite_, out.q);
  out.t = t;
  out.v = (1.0 - h01) * before_.v + h01 * now_.v + h * (h10 * qdd_before_ + h11 * qdd_now_);
  predictor_.interpolate_multipliers(t, out.lambda);
  problem_.recall(before_);
  close_joints(out);
  out.a = (1.0 - s) * qdd_before_ + s * qdd_now_;
  out.memory = before_.memory;
  problem_.remember(out);
  problem_.recall(now_);
}

// Between steps the polynomial leaves the constraints by O(h^4): back onto them with the Newton matrix at hand, or,
// where that is too old to help (near a singular position), in the metric of the masses. What cannot be closed stays
// open; whoever reports the state measures it.
void Stepper::close_joints(dae::State& out) {
  const dae::Projection::Effort effort{.at_hand = &factors_, .slowest = kSlowestBetween};
  const bool closed = closing_.close_positions(out, kClosedBetween, effort).closed;
  if (closed && method_.enforces_velocity() && out.v.size() > 0)
    closing_.close_velocities(out, std::max(kRateBetween, kRateRounding * out.v.lpNorm<Eigen::Infinity>()), effort);
}

}  // namespace alembert
