#include "reference/projection.h"

#include <cmath>

namespace alembert {

namespace {

constexpr double kClosed = 1e-11;      // m, or 1 for axes: as between the steps of the other methods
constexpr double kRateClosed = 1e-13;  // relative to the velocities
constexpr int kMaxSolves = 10;         // a fresh matrix leaves the square
constexpr double kSlow = 0.03;         // more than this left: the matrix is too old

}  // namespace

Projection::Projection(dae::Problem& problem) : problem_(problem), n_(problem.sizes()) {
  for (Vector* x : {&zero_, &f_, &d_, &v_trial_}) x->setZero(n_.velocities);
  for (Vector* x : {&phi_, &rate_}) x->setZero(n_.multipliers);
  q_trial_.setZero(n_.positions);
  x_.setZero(n_.unknowns());
}

bool Projection::refresh(const dae::State& s) {
  problem_.newton_matrix({1.0, 0.0, 0.0}, {s.t, s.q}, {s.t, s.q, s.v, s.a, s.lambda, zero_}, matrix_);
  return ready_ = factors_.factor(matrix_);
}

// A matrix of another pattern is made anew at once, needed or not: later steps then allocate nothing.
void Projection::follow_pattern(const dae::State& s) {
  if (factors_.pattern() && factors_.pattern() != problem_.pattern()) refresh(s);
}

// The rows of k say nothing about positions.
double Projection::violation(const dae::State& s, const Vector& q) {
  problem_.evaluate(s.t, q, s.v, s.lambda, f_, phi_);
  phi_.tail(n_.nonholonomic).setZero();
  return phi_.size() > 0 ? phi_.cwiseAbs().maxCoeff() : 0.0;
}

double Projection::rate(const dae::State& s, const Vector& v) {
  problem_.velocity_constraints(s.t, s.q, v, rate_);
  return rate_.size() > 0 ? rate_.cwiseAbs().maxCoeff() : 0.0;
}

double Projection::close_positions(dae::State& s) {
  follow_pattern(s);
  double open = violation(s, s.q);
  bool fresh = false;
  for (int k = 0; k < kMaxSolves && open > kClosed; ++k) {
    if (!ready_) {
      if (!refresh(s)) break;
      fresh = true;
    }
    x_.head(n_.velocities).setZero();
    x_.tail(n_.multipliers) = -phi_;
    factors_.solve(x_);
    d_ = x_.head(n_.velocities);
    problem_.advance(s.q, d_, q_trial_);
    const double left = violation(s, q_trial_);
    ready_ = left < kSlow * open;
    if (left < open) {
      s.q = q_trial_;
      open = left;
    } else if (fresh) {
      break;
    } else {
      violation(s, s.q);
    }
  }
  return open;
}

void Projection::close_velocities(dae::State& s) {
  follow_pattern(s);
  double open = rate(s, s.v);
  bool fresh = false;
  for (int k = 0; k < kMaxSolves && open > kRateClosed * (1.0 + s.v.lpNorm<Eigen::Infinity>()); ++k) {
    if (!ready_) {
      if (!refresh(s)) break;
      fresh = true;
    }
    x_.head(n_.velocities).setZero();
    x_.tail(n_.multipliers) = -rate_;
    factors_.solve(x_);
    v_trial_ = s.v + x_.head(n_.velocities);
    const double left = rate(s, v_trial_);
    ready_ = left < kSlow * open;
    if (left < open) {
      s.v = v_trial_;
      open = left;
    } else if (fresh) {
      break;
    } else {
      rate(s, s.v);
    }
  }
}

}  // namespace alembert
