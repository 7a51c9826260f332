#include "analysis/assembler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace alembert {

Assembler::Assembler(MultibodyProblem& problem, double t)
    : problem_(problem),
      t_(t),
      n_(problem.sizes()),
      zero_v_(Vector::Zero(n_.velocities)),
      zero_l_(Vector::Zero(n_.multipliers)),
      f_(Vector::Zero(n_.velocities)),
      phi_(Vector::Zero(n_.multipliers)),
      x_(Vector::Zero(n_.unknowns())) {}

double Assembler::violation(const Vector& q) {
  problem_.evaluate(t_, q, zero_v_, zero_l_, f_, phi_);
  phi_.tail(n_.nonholonomic).setZero();
  return phi_.size() > 0 ? phi_.cwiseAbs().maxCoeff() : 0.0;
}

double Assembler::close(Vector& q, double goal, int most_steps) {
  double now = violation(q);
  Vector trial(q.size()), d(n_.velocities);
  for (int k = 0; k < most_steps && now > goal; ++k) {
    if (!factor(q, zero_v_)) return now;
    x_.head(n_.velocities).setZero();
    x_.tail(n_.multipliers) = -phi_;
    factors_.solve(x_);
    d = x_.head(n_.velocities);
    if (!std::isfinite(d.squaredNorm())) return now;
    double share =
        std::min(1.0, 0.5 / std::max(largest_turn(problem_.system(), d), 1e-300));  // at most half a radian a step
    double reached = now;
    for (int half = 0; half < 12; ++half, share *= 0.5) {
      const Vector step = share * d;
      problem_.advance(q, step, trial);
      reached = violation(trial);
      if (reached < now * (1.0 - 0.1 * share)) break;
    }
    if (!(reached < now)) {
      violation(q);  // phi() is of the position kept
      return now;
    }
    q = trial;
    now = reached;
  }
  return now;
}

void Assembler::project_velocity(const Vector& q, Vector& v, const Vector& impulse) {
  Vector rate(n_.multipliers);
  impulses_.setZero(n_.multipliers);
  // eps leaves a share of 1e-9 each time; equations of velocities need not be linear in them.
  const int passes = n_.nonholonomic > 0 ? 20 : 4;
  for (int k = 0; k < passes; ++k) {
    if ((k == 0 || n_.nonholonomic > 0) && !factor(q, v))
      throw AssemblyError(fmt::format("the velocities cannot be made consistent: {} is free and has no inertia",
                                      problem_.unknown_name(factors_.singular_column())));
    problem_.velocity_constraints(t_, q, v, rate);
    x_.head(n_.velocities).setZero();
    if (k == 0 && impulse.size() > 0) x_.head(n_.velocities) = impulse;
    x_.tail(n_.multipliers) = -rate;
    factors_.solve(x_);
    v += x_.head(n_.velocities);
    impulses_ += x_.tail(n_.multipliers);
    if (k > 3 && x_.head(n_.velocities).norm() <= 1e-15 * (1.0 + v.norm())) break;
  }
  problem_.velocity_constraints(t_, q, v, rate);
  if (rate.size() == 0) return;
  Eigen::Index worst = 0;
  if (!(rate.cwiseAbs().maxCoeff(&worst) <= 1e-8 * (1.0 + v.lpNorm<Eigen::Infinity>())))
    throw AssemblyError(fmt::format("the velocities cannot be made consistent: {} still changes at {:.3g}",
                                    problem_.system().row_name(static_cast<int>(worst)), rate[worst]));
}

bool Assembler::keep_free(const Vector& q, Vector& d) {
  if (!factor(q, zero_v_)) return false;
  problem_.apply_mass(t_, q, d, f_);
  x_ << f_, zero_l_;
  factors_.solve(x_);
  d = x_.head(n_.velocities);
  return std::isfinite(d.squaredNorm());
}

bool Assembler::factor(const Vector& q, const Vector& v) {
  problem_.newton_matrix({1.0, 0.0, 0.0}, {t_, q}, {t_, q, v, zero_v_, zero_l_, zero_v_}, matrix_);
  const bool ok = factors_.factor(matrix_);
  violation(q);
  return ok;
}

double largest_turn(const System& system, const Vector& d) {
  double turn = 0.0;
  for (const BodyEntry& b : system.bodies()) turn = std::max(turn, length_along(system, b, Direction::rotation, d));
  return turn;
}

double largest_move(const System& system, const Vector& d) {
  double move = 0.0;
  for (const BodyEntry& b : system.bodies())
    move = std::max(
        {move, length_along(system, b, Direction::translation, d), length_along(system, b, Direction::own, d)});
  return move;
}

double length_along(const System& system, const BodyEntry& body, Direction direction, const Vector& d) {
  double sum = 0.0;
  for (int k = body.v; k < body.v + body.nv; ++k)
    if (system.coordinates()[static_cast<std::size_t>(k)].direction == direction) sum += d[k] * d[k];
  return std::sqrt(sum);
}

double model_size(const MultibodyProblem& problem) {
  double size = 0.0;
  for (const MarkerEntry& m : problem.system().markers()) size = std::max(size, m.arm.norm());
  for (const Body& b : problem.system().model().bodies) size = std::max(size, b.position.norm());
  return size > 0.0 ? size : 1.0;
}

}  // namespace alembert
