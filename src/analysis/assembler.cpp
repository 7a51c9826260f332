#include "analysis/assembler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"

namespace alembert {

namespace {

constexpr double kSlow = 2.0 * std::numbers::pi;  // rad/s: 1 Hz
constexpr double kTurnPerStep = 0.5;              // rad, of a body in one step
constexpr double kRateClosed = 1e-14;             // of the velocities: rounding
constexpr double kRateConsistent = 1e-8;          // of the velocities: what rounding in a singular position may leave

double largest_entry(const Vector& x) { return x.size() > 0 ? x.lpNorm<Eigen::Infinity>() : 0.0; }

}  // namespace

Assembler::Assembler(MultibodyProblem& problem, double t)
    : problem_(problem), projection_(problem), at_(problem.sizes()) {
  at_.t = t;
  springs_.setZero(problem.sizes().velocities);
  const std::vector<Coordinate>& coordinates = problem.system().coordinates();
  for (std::size_t k = 0; k < coordinates.size(); ++k)
    springs_[static_cast<Eigen::Index>(k)] = coordinates[k].stiffness / (kSlow * kSlow);
  projection_.limit_steps([&system = problem.system()](const Vector& d) {
    return kTurnPerStep / std::max(largest_turn(system, d), std::numeric_limits<double>::min());
  });
}

double Assembler::violation(const Vector& q) {
  at_.q = q;
  at_.v.setZero();
  return projection_.violation(at_);
}

double Assembler::close(Vector& q, double goal, int most_steps) {
  at_.q = q;
  at_.v.setZero();
  projection_.forget();  // from far away the way depends on the matrix: no other than that of the start
  const double open =
      projection_.close_positions(at_, goal, {.most_solves = most_steps, .slowest = 0.0, .springs = &springs_}).open;
  q = at_.q;
  return open;
}

void Assembler::project_velocity(const Vector& q, Vector& v, const Vector& impulse) {
  at_.q = q;
  at_.v = v;
  impulses_.setZero(problem_.sizes().multipliers);
  if (!projection_.factor(at_))
    throw AssemblyError(fmt::format("the velocities cannot be made consistent: {} is free and has no inertia",
                                    problem_.unknown_name(projection_.singular_unknown())));
  if (impulse.size() > 0) {
    projection_.respond(impulse, v);
    at_.v += v;
    impulses_ = projection_.impulses();
  }
  const double open = projection_.close_velocities(at_, kRateClosed * (1.0 + largest_entry(at_.v))).open;
  v = at_.v;
  impulses_ += projection_.impulses();
  if (open <= kRateConsistent * (1.0 + largest_entry(v))) return;
  Eigen::Index worst = 0;
  projection_.residual().cwiseAbs().maxCoeff(&worst);
  throw AssemblyError(fmt::format("the velocities cannot be made consistent: {} still changes at {:.3g}",
                                  problem_.system().row_name(static_cast<int>(worst)), projection_.residual()[worst]));
}

bool Assembler::keep_free(const Vector& q, Vector& d) {
  at_.q = q;
  at_.v.setZero();
  if (!projection_.factor(at_)) return false;
  Vector momentum(d.size());
  problem_.apply_mass(at_.t, q, d, momentum);
  projection_.respond(momentum, d);
  return std::isfinite(d.squaredNorm());
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
  for (const FrameEntry& f : problem.system().frames())
    if (f.place > 0) size = std::max(size, f.origin.norm());
  for (const Body& b : problem.system().model().bodies) size = std::max(size, b.position.norm());
  return size > 0.0 ? size : 1.0;
}

}  // namespace alembert
