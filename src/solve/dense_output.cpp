// The state between two steps: cubic Hermite, put back onto the constraints.
#include <limits>

#include "solve/stepper.h"

namespace alembert {

namespace {

constexpr double kClosedBetween = 1e-11;  // interpolated positions are put back onto the constraints to this
constexpr double kRateBetween = 1e-13;    // and velocities, where the method holds them
constexpr int kMaxProjections = 6;

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

// Between steps the polynomial leaves the constraints by O(h^4): put the position back with the Newton matrix at hand,
// or, where that is too old to help (near a singular position), with a new one in the metric of the masses.
void Stepper::close_joints(dae::State& out) {
  if (project(factors_, out)) {
    if (method_.enforces_velocity()) project_velocity(factors_, out);
    return;
  }
  for (int k = 0; k < kMaxProjections; ++k) {
    slope_end_.setZero();
    problem_.newton_matrix({1.0, 0.0, 0.0}, {out.t, out.q}, {out.t, out.q, out.v, out.v, out.lambda, slope_end_},
                           matrix_);
    if (!closing_.factor(matrix_)) return;
    if (!project(closing_, out)) continue;
    if (method_.enforces_velocity()) project_velocity(closing_, out);
    return;
  }
}

// Moves onto the constraints by repeated solves, as long as they help. True: closed. f_trial_ is of the position kept.
bool Stepper::project(const linear::Factorisation& factors, dae::State& out) {
  const Eigen::Index nv = weights_.size();
  problem_.evaluate(out.t, out.q, out.v, out.lambda, f_trial_, phi_trial_);
  double before = violation();
  for (int k = 0; k < kMaxProjections && before > kClosedBetween; ++k) {
    y_.head(nv).setZero();
    y_.tail(phi_trial_.size()) = -phi_trial_;
    y_.tail(phi_trial_.size() - holonomic_).setZero();
    factors.solve(y_);
    hermite_ = y_.head(nv);
    problem_.advance(out.q, hermite_, q_scratch_);
    problem_.evaluate(out.t, q_scratch_, out.v, out.lambda, f_trial_, phi_trial_);
    if (!(violation() < 0.5 * before)) break;
    out.q = q_scratch_;
    before = violation();
  }
  if (before <= kClosedBetween) return true;
  problem_.evaluate(out.t, out.q, out.v, out.lambda, f_trial_, phi_trial_);
  return false;
}

// v += the smallest change (in the metric of the matrix) that satisfies the velocity constraints.
void Stepper::project_velocity(const linear::Factorisation& factors, dae::State& out) {
  const Eigen::Index nv = weights_.size();
  if (rate_.size() == 0) return;
  double before = std::numeric_limits<double>::infinity();
  for (;;) {
    problem_.velocity_constraints(out.t, out.q, out.v, rate_);
    const double open = rate_.cwiseAbs().maxCoeff();
    if (open <= kRateBetween || !(open < 0.7 * before)) return;  // closed, or as far as it goes
    before = open;
    y_.head(nv).setZero();
    y_.tail(rate_.size()) = -rate_;
    factors.solve(y_);
    out.v += y_.head(nv);
  }
}

}  // namespace alembert
