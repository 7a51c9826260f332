#include "solve/acceleration_solver.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace alembert {

AccelerationSolver::AccelerationSolver(dae::Problem& problem) : problem_(problem) {
  const dae::Sizes n = problem.sizes();
  for (Vector* x : {&zero_, &f_, &Ma_, &w_, &part_}) x->setZero(n.velocities);
  for (Vector* x : {&violation_, &phi_, &mu_}) x->setZero(n.multipliers);
  e_.setZero(n.unknowns());
}

void AccelerationSolver::factor(const dae::State& state) {
  problem_.newton_matrix({1.0, 0.0, 0.0}, {state.t, state.q}, {state.t, state.q, state.v, state.a, state.lambda, zero_},
                         matrix_);
  if (!factors_.factor(matrix_))
    throw AssemblyError(fmt::format("the accelerations cannot be found: {} is free and has no inertia",
                                    problem_.unknown_name(factors_.singular_column())));
}

double AccelerationSolver::solve(dae::State& state) {
  const Eigen::Index nv = f_.size(), nl = phi_.size();
  const bool linear =
      problem_.linear_in_multipliers();  // else the given a and lambda are the first guess of Newton's iteration
  if (linear) {
    state.a.setZero();
    state.lambda.setZero();
    factor(state);
  }
  double last = 0.0;
  for (int k = 0; k < 20; ++k) {  // eps leaves a share of 1e-9 and less each time
    if (!linear) factor(state);
    problem_.evaluate(state.t, state.q, state.v, state.lambda, f_, phi_);
    problem_.apply_mass(state.t, state.q, state.a, Ma_);
    problem_.acceleration_constraints(state.t, state.q, state.v, state.a, violation_);
    e_.head(nv) = -(Ma_ + f_);
    e_.tail(nl) = -violation_;
    factors_.solve(e_);
    if (!std::isfinite(e_.squaredNorm()))
      throw AssemblyError(fmt::format("the accelerations are not finite: {}", problem_.explain_not_finite(state)));
    state.a += e_.head(nv);
    state.lambda += e_.tail(nl);
    const double size = e_.head(nv).norm();
    const bool stalled = k > 1 && size >= 0.5 * last;
    last = size;
    if (size <= 1e-13 * (1.0 + state.a.norm()) || stalled) break;
  }
  if (linear && nl > 0) drop_idle_part(state);
  return last / (1.0 + state.a.norm());
}

// Redundant rows whose accelerations disagree a little, as those of positions held with an error do, ask for
// multipliers that are large but exert nothing, G^T lambda = 0. The smallest mu with G^T mu = G^T lambda has no such
// part:
//   M x + G^T mu = G^T lambda,  G x - eps mu = 0;   what is left, of size eps, is asked for once more.
void AccelerationSolver::drop_idle_part(dae::State& state) {
  const Eigen::Index nv = f_.size(), nl = phi_.size();
  problem_.constraint_forces(state.lambda, w_);
  mu_.setZero();
  for (int k = 0; k < 2; ++k) {
    problem_.constraint_forces(mu_, part_);
    e_.head(nv) = w_ - part_;
    e_.tail(nl).setZero();
    factors_.solve(e_);
    mu_ += e_.tail(nl);
  }
  // In a singular position the smallest need not exert the same: then the multipliers stay as they are.
  problem_.constraint_forces(mu_, part_);
  if ((w_ - part_).norm() <= 1e-9 * w_.norm()) state.lambda = mu_;
}

}  // namespace alembert
