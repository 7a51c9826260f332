#include "analysis/branch.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "solve/acceleration_solver.h"

namespace alembert {

namespace {

constexpr double kStep = 0.02;      // rad, or of the size: another position, and still near
constexpr double kSolvable = 1e-7;  // of the accelerations that velocities make
constexpr double kSame = 1e-9;      // of the velocities

// What is left of G a = gamma, at best.
Vector left_of_accelerations(MultibodyProblem& problem, const dae::State& at, const Vector& v) {
  dae::State s = at;
  s.v = v;
  AccelerationSolver(problem).solve(s);
  Vector out(problem.sizes().multipliers);
  problem.acceleration_constraints(s.t, s.q, s.v, s.a, out);
  return out;
}

// The velocity with which a small step along v has to be made for the joints to stay closed.
bool velocity_of_step(MultibodyProblem& problem, Assembler& assembler, const dae::State& state, double size,
                      Vector& out) {
  const System& system = problem.system();
  const double fast = std::max(largest_turn(system, state.v), largest_move(system, state.v) / size);
  if (!(fast > 0.0)) return false;
  const double dt = kStep / fast;
  Vector q = state.q;
  problem.advance(state.q, dt * state.v, q);
  assembler.set_time(state.t + dt);
  const bool closed = assembler.close(q, 1e-11 * size) <= 1e-9 * size;
  assembler.set_time(state.t);
  if (!closed) return false;
  problem.difference(state.q, q, out);
  out /= dt;
  out.tail(problem.sizes().states) = state.v.tail(problem.sizes().states);
  assembler.project_velocity(state.q, out);
  return true;
}

}  // namespace

bool choose_branch(MultibodyProblem& problem, Assembler& assembler, dae::State& state, double size) try {
  const Vector open = left_of_accelerations(problem, state, state.v);
  const double r_0 = open.norm(), tolerance = kSolvable * state.v.squaredNorm();
  if (!(r_0 > tolerance)) return false;
  Vector u(state.v.size());
  if (!velocity_of_step(problem, assembler, state, size, u)) return false;
  u -= state.v;
  if (!(u.norm() > kSame * state.v.norm())) return false;
  const double r_plus = open.dot(left_of_accelerations(problem, state, state.v + u)) / r_0;
  const double r_minus = open.dot(left_of_accelerations(problem, state, state.v - u)) / r_0;
  const double c_2 = 0.5 * (r_plus + r_minus) - r_0, c_1 = 0.5 * (r_plus - r_minus);
  const double root = c_1 * c_1 - 4.0 * c_2 * r_0;
  if (!(root >= 0.0)) return false;
  const double sum = -0.5 * (c_1 + std::copysign(std::sqrt(root), c_1));
  const double a = sum / c_2, b = r_0 / sum;  // the two ways
  const double s = std::isfinite(a) && std::abs(a - 1.0) < std::abs(b - 1.0) ? a : b;
  const Vector v = state.v + s * u;
  if (!(left_of_accelerations(problem, state, v).norm() <= std::max(tolerance, 1e-6 * r_0))) return false;
  state.v = v;
  return true;
} catch (const AssemblyError&) {  // there is no way that could be found like this
  assembler.set_time(state.t);
  return false;
}

}  // namespace alembert
