#include "analysis/linear/frequency.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace alembert {

namespace {

// The Newton matrix with these weights, as a full one.
Eigen::MatrixXd dense(dae::Problem& problem, const dae::State& s, const dae::Weights& weights) {
  const linear::Pattern& pattern = *problem.pattern();
  std::vector<double> values(static_cast<std::size_t>(pattern.nonzeros()));
  const Vector zero = Vector::Zero(problem.sizes().velocities);
  problem.linearise(weights, {s.t, s.q}, {s.t, s.q, s.v, s.a, s.lambda, zero}, values.data());
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(pattern.size(), pattern.size());
  for (int c = 0; c < pattern.size(); ++c)
    for (int k = pattern.column_starts()[static_cast<std::size_t>(c)];
         k < pattern.column_starts()[static_cast<std::size_t>(c) + 1]; ++k)
      out(pattern.rows()[static_cast<std::size_t>(k)], c) = values[static_cast<std::size_t>(k)];
  return out;
}

// How the velocity and acceleration constraints change when position and velocity move along (n, x). By central
// differences: a diagnosis for a picture, for which the six digits they leave are enough.
struct Change {
  Vector velocity, acceleration;
};
Change change_along(dae::Problem& problem, const dae::State& s, const Vector& n, const Vector& x) {
  constexpr double kStep = 6e-6;  // the cube root of rounding
  const double step = kStep / std::max(1e-30, n.lpNorm<Eigen::Infinity>());
  Vector q(s.q.size()), plus(s.lambda.size()), minus(s.lambda.size());
  Change out;
  const auto at = [&](double sign, Vector& velocity, Vector& acceleration) {
    problem.advance(s.q, sign * step * n, q);
    const Vector v = s.v + sign * step * x;
    problem.velocity_constraints(s.t, q, s.v, velocity);
    problem.acceleration_constraints(s.t, q, v, s.a, acceleration);
  };
  Vector plus_a(s.lambda.size()), minus_a(s.lambda.size());
  at(1.0, plus, plus_a);
  at(-1.0, minus, minus_a);
  out.velocity = (plus - minus) / (2.0 * step);
  out.acceleration = (plus_a - minus_a) / (2.0 * step);
  return out;
}

}  // namespace

FrequencyInMotion frequency_in_motion(dae::Problem& problem, const dae::State& s) {
  const Eigen::Index nv = problem.sizes().velocities, nl = problem.sizes().multipliers;
  problem.recall(s);
  const Eigen::MatrixXd with_mass = dense(problem, s, {1.0, 0.0, 0.0});
  const Eigen::MatrixXd M = with_mass.topLeftCorner(nv, nv), G = with_mass.bottomLeftCorner(nl, nv);
  const Eigen::MatrixXd K = dense(problem, s, {0.0, 0.0, 1.0}).topLeftCorner(nv, nv);
  const Eigen::MatrixXd D = dense(problem, s, {0.0, 1.0, 0.0}).topLeftCorner(nv, nv);
  Eigen::MatrixXd N = Eigen::MatrixXd::Identity(nv, nv), X1 = Eigen::MatrixXd::Zero(nv, nv), X2 = X1;
  if (nl > 0) {
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(G, Eigen::ComputeFullV | Eigen::ComputeThinU);
    N = svd.matrixV().rightCols(nv - svd.rank());
    X1.setZero(nv, N.cols());
    X2.setZero(nv, N.cols());
    for (Eigen::Index j = 0; j < N.cols(); ++j) {
      X1.col(j) = -svd.solve(change_along(problem, s, N.col(j), Vector::Zero(nv)).velocity);
      X2.col(j) = -svd.solve(change_along(problem, s, N.col(j), X1.col(j)).acceleration);
    }
  }
  const Eigen::MatrixXd M_R = N.transpose() * M * N, K_R = N.transpose() * (K * N + D * X1 + M * X2);
  FrequencyInMotion out;
  out.direction = Vector::Zero(nv);
  if (N.cols() == 0) return out;
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(M_R.inverse() * K_R);
  if (solver.info() != Eigen::Success)
    throw IntegrationError("the largest frequency was not found: QR did not converge");
  Eigen::Index largest = 0;
  out.omega = std::sqrt(std::max(0.0, solver.eigenvalues().real().maxCoeff(&largest)));
  out.direction = N * solver.eigenvectors().col(largest).real();
  return out;
}

}  // namespace alembert
