// The matrix of a system against differences of its residual.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "model/reader.h"
#include "system/multibody_problem.h"

namespace alembert::test {

// Largest difference between linearise() and central differences of evaluate(), relative to the matrix.
inline void expect_consistent_matrix(const std::string& text) {
  const System system(read_model_text(text, "test.yaml"));
  MultibodyProblem problem(system);
  const dae::Sizes n = problem.sizes();
  dae::State s = system.given_state();
  std::mt19937 random(7);
  std::uniform_real_distribution<double> u(-1.0, 1.0);
  for (auto* x : {&s.v, &s.a, &s.lambda})
    for (Eigen::Index k = 0; k < x->size(); ++k) (*x)[k] = u(random);
  problem.recall(s);
  const Vector zero = Vector::Zero(n.velocities);
  const auto matrix = [&](const dae::Weights& w) {
    Vector values(problem.pattern()->nonzeros());
    problem.linearise(w, {s.t, s.q}, {s.t, s.q, s.v, s.a, s.lambda, zero}, values.data());
    Eigen::MatrixXd m = Eigen::MatrixXd::Zero(n.unknowns(), n.unknowns());
    for (int c = 0; c < n.unknowns(); ++c)
      for (int k = problem.pattern()->column_starts()[static_cast<std::size_t>(c)];
           k < problem.pattern()->column_starts()[static_cast<std::size_t>(c) + 1]; ++k)
        m(problem.pattern()->rows()[static_cast<std::size_t>(k)], c) = values[k];
    return m;
  };
  const Eigen::MatrixXd K = matrix({0.0, 0.0, 1.0}), D = matrix({0.0, 1.0, 0.0}), KD = matrix({0.0, 1.0, 1.0});
  // Differences of step 1e-5: truncation 1e-10, rounding 1e-11, times the size of the third derivatives (< 100).
  const double h = 1e-5, tolerance = 2e-8;
  Vector q(n.positions), f1(n.velocities), f2(n.velocities), phi1(n.multipliers), phi2(n.multipliers);
  for (int c = 0; c < n.velocities; ++c) {
    Vector e = Vector::Zero(n.velocities);
    e[c] = h;
    problem.advance(s.q, e, q);
    problem.evaluate(s.t, q, s.v, s.lambda, f1, phi1);
    problem.advance(s.q, -e, q);
    problem.evaluate(s.t, q, s.v, s.lambda, f2, phi2);
    EXPECT_LT(((f1 - f2) / (2 * h) - K.col(c).head(n.velocities)).cwiseAbs().maxCoeff(), tolerance) << "K column " << c;
    const auto rows = [&](const Vector& x, int first, int count) {
      return x.tail(n.multipliers).segment(first, count);
    };
    const int holonomic = n.holonomic(), nonholonomic = n.nonholonomic;
    const Vector by_q = (phi1 - phi2) / (2 * h);
    if (holonomic > 0) {
      EXPECT_LT((by_q.head(holonomic) - rows(K.col(c), 0, holonomic)).cwiseAbs().maxCoeff(), tolerance)
          << "G column " << c;
    }
    problem.evaluate(s.t, s.q, s.v + e, s.lambda, f1, phi1);
    problem.evaluate(s.t, s.q, s.v - e, s.lambda, f2, phi2);
    EXPECT_LT(((f1 - f2) / (2 * h) - D.col(c).head(n.velocities)).cwiseAbs().maxCoeff(), tolerance) << "D column " << c;
    if (nonholonomic > 0) {
      const Vector by_v = (phi1 - phi2) / (2 * h);
      EXPECT_LT((by_v.tail(nonholonomic) - rows(D.col(c), holonomic, nonholonomic)).cwiseAbs().maxCoeff(), tolerance)
          << "dk/dv column " << c;
      const Vector both = (by_v + by_q).tail(nonholonomic);
      EXPECT_LT((both - rows(KD.col(c), holonomic, nonholonomic)).cwiseAbs().maxCoeff(), tolerance)
          << "dk/dv + dk/dq column " << c;
    }
  }
  // The levels of the constraints: each is the time derivative of the one before, along a path.
  if (n.multipliers > 0) {
    Vector rate1(n.multipliers), rate2(n.multipliers), rate(n.multipliers), acceleration(n.multipliers);
    const auto at = [&](double time, Vector& phi, Vector& level) {
      const Vector d = time * s.v + 0.5 * time * time * s.a, v = s.v + time * s.a;
      problem.advance(s.q, d, q);
      problem.evaluate(s.t + time, q, v, s.lambda, f1, phi);
      problem.velocity_constraints(s.t + time, q, v, level);
    };
    at(h, phi1, rate1);
    at(-h, phi2, rate2);
    problem.velocity_constraints(s.t, s.q, s.v, rate);
    problem.acceleration_constraints(s.t, s.q, s.v, s.a, acceleration);
    const int positions = n.holonomic();
    EXPECT_LT(((phi1 - phi2) / (2 * h) - rate).head(positions).lpNorm<Eigen::Infinity>(), tolerance);
    EXPECT_LT(((rate1 - rate2) / (2 * h) - acceleration).lpNorm<Eigen::Infinity>(), tolerance);
  }
  // df/dlambda: G^T, and more where forces depend on reactions.
  for (int c = 0; c < n.multipliers; ++c) {
    Vector e = Vector::Zero(n.multipliers), product(n.velocities);
    e[c] = h;
    problem.evaluate(s.t, s.q, s.v, s.lambda + e, f1, phi1);
    problem.evaluate(s.t, s.q, s.v, s.lambda - e, f2, phi2);
    const Vector F = (f1 - f2) / (2 * h);
    EXPECT_LT((F - K.col(n.velocities + c).head(n.velocities)).cwiseAbs().maxCoeff(), tolerance) << "F column " << c;
    problem.evaluate(s.t, s.q, s.v, s.lambda, f1, phi1);
    problem.constraint_forces(e / h, product);
    EXPECT_LT((F - product).cwiseAbs().maxCoeff(), tolerance) << "F e " << c;
  }
}

}  // namespace alembert::test
