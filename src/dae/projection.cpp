#include "dae/projection.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alembert::dae {

namespace {

constexpr int kMostTrials = 12;     // of a share: to 1/2048
constexpr double kLeastGain = 0.1;  // of what a share promises, for it to be worth taking

double largest(const Vector& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff<Eigen::PropagateNaN>() : 0.0; }

}  // namespace

Projection::Projection(Problem& problem) : problem_(problem), n_(problem.sizes()) {
  for (Vector* x : {&zero_, &f_, &d_, &step_, &v_trial_}) x->setZero(n_.velocities);
  for (Vector* x : {&residual_, &mu_, &impulses_}) x->setZero(n_.multipliers);
  q_trial_.setZero(n_.positions);
  x_.setZero(n_.unknowns());
}

Projection::Result Projection::close_positions(State& state, double goal, const Effort& effort) {
  return close(Level::positions, state, goal, effort);
}

Projection::Result Projection::close_velocities(State& state, double goal, const Effort& effort) {
  impulses_.setZero();
  return close(Level::velocities, state, goal, effort);
}

Projection::Result Projection::close(Level level, State& state, double goal, const Effort& effort) {
  Vector& x = level == Level::positions ? state.q : state.v;
  const Vector& trial = level == Level::positions ? q_trial_ : v_trial_;
  const bool moves_matrix = level == Level::positions || n_.nonholonomic > 0;
  follow_pattern(state);
  const bool at_hand = effort.at_hand && effort.at_hand->factored();
  const linear::Factorisation* matrix = at_hand ? effort.at_hand : ready_ ? &factors_ : nullptr;
  double open = measure(level, state, x);
  for (int k = 0; k < effort.most_solves && open > goal; ++k) {
    if (!matrix) {
      if (!factor(state, effort.springs)) break;
      matrix = &factors_;
    }
    solve(*matrix);
    bool newest = matrix == &factors_ && fresh_;
    double share = level == Level::positions && largest_share_ ? std::min(1.0, largest_share_(d_)) : 1.0;
    const double left = newest && moves_matrix ? correct(level, state, open, share) : move(level, state, share);
    const double rate = left / open;
    const bool helped = rate < 1.0;
    const bool quick = share == 1.0 && rate < effort.slowest;
    if (matrix == &factors_) ready_ = quick;
    if (helped) {
      x = trial;
      open = left;
      if (level == Level::velocities) impulses_ += share * mu_;
      if (moves_matrix) newest = fresh_ = false;
    } else {
      open = measure(level, state, x);
      if (newest) break;
    }
    if (!quick && !newest) matrix = nullptr;  // the newest would only be made again
  }
  fresh_ = false;
  if (effort.springs) forget();
  return {open, open <= goal};
}

// What is left after a share of a correction with the newest matrix: that given, or half of it, a quarter ..., until it
// helps.
double Projection::correct(Level level, const State& state, double open, double& share) {
  double left = move(level, state, share);
  for (int k = 1; k < kMostTrials && !(left < open * (1.0 - kLeastGain * share)) && std::isfinite(d_.squaredNorm());
       ++k) {
    share *= 0.5;
    left = move(level, state, share);
  }
  return left;
}

// What is left after this share of the correction. Infinite: there is none.
double Projection::move(Level level, const State& state, double share) {
  if (!std::isfinite(d_.squaredNorm())) return std::numeric_limits<double>::infinity();
  step_ = share * d_;
  if (level == Level::velocities) {
    v_trial_ = state.v + step_;
    return measure(level, state, v_trial_);
  }
  problem_.advance(state.q, step_, q_trial_);
  return measure(level, state, q_trial_);
}

// The rows of k say nothing about positions.
double Projection::measure(Level level, const State& s, const Vector& x) {
  if (level == Level::velocities) {
    problem_.velocity_constraints(s.t, s.q, x, residual_);
  } else {
    problem_.evaluate(s.t, x, s.v, s.lambda, f_, residual_);
    residual_.tail(n_.nonholonomic).setZero();
  }
  return largest(residual_);
}

// A matrix of another pattern is made anew at once, needed or not: later projections then allocate nothing.
void Projection::follow_pattern(const State& state) {
  if (factors_.pattern() && factors_.pattern() != problem_.pattern()) factor(state);
}

bool Projection::factor(const State& s, const Vector* springs) {
  problem_.newton_matrix({1.0, 0.0, 0.0}, {s.t, s.q}, {s.t, s.q, s.v, s.a, s.lambda, zero_}, matrix_);
  if (springs)
    for (int k = 0; k < n_.velocities; ++k)
      if ((*springs)[k] != 0.0) matrix_.diagonal(k) += (*springs)[k];
  return ready_ = fresh_ = factors_.factor(matrix_);
}

void Projection::solve(const linear::Factorisation& factors) {
  x_.head(n_.velocities).setZero();
  x_.tail(n_.multipliers) = -residual_;
  factors.solve(x_);
  d_ = x_.head(n_.velocities);
  mu_ = x_.tail(n_.multipliers);
}

void Projection::respond(const Vector& p, Vector& w) {
  x_.head(n_.velocities) = p;
  x_.tail(n_.multipliers).setZero();
  factors_.solve(x_);
  w = x_.head(n_.velocities);
  impulses_ = x_.tail(n_.multipliers);
}

}  // namespace alembert::dae
