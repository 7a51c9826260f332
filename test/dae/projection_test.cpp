// The projection onto the constraints: the smallest change in the metric of the masses, or an answer that there is
// none.
#include "dae/projection.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/mechanism.h"
#include "dae/equations.h"
#include "support/model_run.h"

namespace alembert {
namespace {

constexpr double kGoal = 1e-13;

// A point in the plane, mx and my heavy in x and y, and what holds it: `position` and `velocity` of its subclasses.
template <int kPositions, int kVelocities>
struct HeldPoint {
  static constexpr int kCoordinates = 2, kPositionConstraints = kPositions, kVelocityConstraints = kVelocities;
  static constexpr bool kConstantMass = true;
  static constexpr double mx = 1.0, my = 4.0;
  template <class S>
  using Vec = dae::VectorOf<S, 2>;

  template <class S>
  dae::MatrixOf<S, 2> mass(S, const Vec<S>&) const {
    dae::MatrixOf<S, 2> M = dae::MatrixOf<S, 2>::Zero();
    M(0, 0) = S(mx);
    M(1, 1) = S(my);
    return M;
  }
  template <class S>
  dae::VectorOf<S, kPositions> position(S, const Vec<S>&) const {
    return dae::VectorOf<S, kPositions>::Zero();
  }
  template <class S>
  dae::VectorOf<S, kVelocities> velocity(S, const Vec<S>&, const Vec<S>&) const {
    return dae::VectorOf<S, kVelocities>::Zero();
  }
};

// Phi = (x^2 + y^2 - (1 + t)^2)/2: a rod that grows by 1 a second.
struct Rod : HeldPoint<1, 0> {
  template <class S>
  Vec<S> force(S, const Vec<S>& q, const Vec<S>&, const dae::VectorOf<S, 1>& lambda) const {
    return Vec<S>(S(-q[0] * lambda[0]), S(-q[1] * lambda[0]));
  }
  template <class S>
  dae::VectorOf<S, 1> position(S t, const Vec<S>& q) const {
    return dae::VectorOf<S, 1>(S(0.5 * (q[0] * q[0] + q[1] * q[1] - (1.0 + t) * (1.0 + t))));
  }
};

// Phi = (x^2 + 1)/2: nowhere.
struct Nowhere : HeldPoint<1, 0> {
  template <class S>
  Vec<S> force(S, const Vec<S>& q, const Vec<S>&, const dae::VectorOf<S, 1>& lambda) const {
    return Vec<S>(S(-q[0] * lambda[0]), S(0.0));
  }
  template <class S>
  dae::VectorOf<S, 1> position(S, const Vec<S>& q) const {
    return dae::VectorOf<S, 1>(S(0.5 * (q[0] * q[0] + 1.0)));
  }
};

// The rod twice.
struct TwoRods : HeldPoint<2, 0> {
  template <class S>
  Vec<S> force(S, const Vec<S>& q, const Vec<S>&, const dae::VectorOf<S, 2>& lambda) const {
    return Vec<S>(S(-q[0] * (lambda[0] + lambda[1])), S(-q[1] * (lambda[0] + lambda[1])));
  }
  template <class S>
  dae::VectorOf<S, 2> position(S, const Vec<S>& q) const {
    const S phi = 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0);
    return dae::VectorOf<S, 2>(phi, phi);
  }
};

// k = (v^2 - 1)/2: a point that goes at 1 m/s.
struct ConstantSpeed : HeldPoint<0, 1> {
  template <class S>
  Vec<S> force(S, const Vec<S>&, const Vec<S>& v, const dae::VectorOf<S, 1>& lambda) const {
    return Vec<S>(S(-v[0] * lambda[0]), S(-v[1] * lambda[0]));
  }
  template <class S>
  dae::VectorOf<S, 1> velocity(S, const Vec<S>&, const Vec<S>& v) const {
    return dae::VectorOf<S, 1>(S(0.5 * (v[0] * v[0] + v[1] * v[1] - 1.0)));
  }
};

template <class Functions>
dae::State state_at(const dae::EquationsProblem<Functions>& problem, const Eigen::Vector2d& q,
                    const Eigen::Vector2d& v = Eigen::Vector2d::Zero()) {
  dae::State s(problem.sizes());
  s.q = q;
  s.v = v;
  return s;
}

double length_in_masses(const Eigen::Vector2d& d) { return Rod::mx * d[0] * d[0] + Rod::my * d[1] * d[1]; }

TEST(Projection, APendulumPushedOffItsCircleReturnsAlongTheNormalOfTheMasses) {
  dae::EquationsProblem<Rod> problem;
  dae::Projection projection(problem);
  const double push = 1e-4;
  const Eigen::Vector2d pushed((1.0 + push) * 0.6, (1.0 + push) * 0.8);
  dae::State s = state_at(problem, pushed);
  const dae::Projection::Result result = projection.close_positions(s, kGoal);
  EXPECT_TRUE(result.closed);
  EXPECT_LE(result.open, kGoal);
  EXPECT_NEAR(s.q.norm(), 1.0, 2e-13);
  // M d is along G = q, to second order.
  const Eigen::Vector2d d = Eigen::Vector2d(s.q) - pushed;
  EXPECT_LT(std::abs(Rod::mx * d[0] * s.q[1] - Rod::my * d[1] * s.q[0]), 10.0 * push * push);
  EXPECT_GT(std::abs(d[0] * s.q[1] - d[1] * s.q[0]), 0.1 * push);  // the normal of the circle is another
  for (const double angle : {-1e-3, -1e-4, 1e-4, 1e-3}) {
    const Eigen::Vector2d other = Eigen::Rotation2Dd(angle) * Eigen::Vector2d(s.q);
    EXPECT_LT(length_in_masses(d), length_in_masses(other - pushed));
  }
}

// Phi_q v + Phi_t = q.v - (1 + t) at t = 0, M = diag(1, 4): mu = (q.v - 1)/(q M^-1 q), w = -M^-1 q mu.
TEST(Projection, OfVelocitiesIsTheClosedForm) {
  dae::EquationsProblem<Rod> problem;
  dae::Projection projection(problem);
  const Eigen::Vector2d q(0.6, 0.8), v(3.0, -2.0), by_mass(q[0] / Rod::mx, q[1] / Rod::my);
  dae::State s = state_at(problem, q, v);
  EXPECT_TRUE(projection.close_velocities(s, 1e-15).closed);
  const double mu = (q.dot(v) - 1.0) / q.dot(by_mass);
  EXPECT_LT((Eigen::Vector2d(s.v) - (v - by_mass * mu)).norm(), 1e-15);
  EXPECT_NEAR(projection.impulses()[0], mu, 1e-15);
  EXPECT_EQ(Eigen::Vector2d(s.q), q);
}

TEST(Projection, FollowsAConstraintThatMoves) {
  dae::EquationsProblem<Rod> problem;
  dae::Projection projection(problem);
  dae::State s = state_at(problem, {0.6, 0.8});
  for (int k = 1; k <= 20; ++k) {  // mostly with the matrix of an earlier state
    s.t = 0.1 * k;
    EXPECT_TRUE(projection.close_positions(s, kGoal).closed);
    EXPECT_TRUE(projection.close_velocities(s, kGoal).closed);
    EXPECT_NEAR(s.q.norm(), 1.0 + s.t, 1e-12);
    EXPECT_NEAR(s.q.dot(s.v), 1.0 + s.t, kGoal);
  }
}

TEST(Projection, ReturnsFromFarAway) {
  dae::EquationsProblem<Rod> problem;
  dae::Projection projection(problem);
  dae::State far = state_at(problem, {6.0, 8.0}), near_the_middle = state_at(problem, {1e-3, 0.0});
  EXPECT_TRUE(projection.close_positions(far, kGoal).closed);
  EXPECT_TRUE(projection.close_positions(near_the_middle, kGoal).closed);  // a whole correction leads 500 m away
}

TEST(Projection, SaysThatItHasNotConverged) {
  dae::EquationsProblem<Nowhere> problem;
  dae::Projection projection(problem);
  dae::State s = state_at(problem, {1.0, 2.0});
  const dae::Projection::Result result = projection.close_positions(s, kGoal);
  EXPECT_FALSE(result.closed);
  EXPECT_GE(result.open, 0.5);
  EXPECT_LE(result.open, 1.0);  // no farther than it was
  EXPECT_NEAR(projection.residual()[0], result.open, 1e-15);
  EXPECT_NEAR(0.5 * (s.q[0] * s.q[0] + 1.0), result.open, 1e-15);

  dae::EquationsProblem<Rod> rod;
  dae::Projection impatient(rod);
  dae::State far = state_at(rod, {60.0, 80.0});
  EXPECT_FALSE(impatient.close_positions(far, kGoal, {.most_solves = 3}).closed);
  dae::State nan = state_at(rod, {NAN, 0.0});
  EXPECT_FALSE(impatient.close_positions(nan, kGoal).closed);
}

// Without eps two equal rows make the matrix singular: nothing is moved, and the answer says so.
TEST(Projection, RefusesEqualRowsThatNothingRegularises) {
  dae::EquationsProblem<TwoRods> problem;
  dae::Projection projection(problem);
  const Eigen::Vector2d pushed(0.7, 0.8);
  dae::State s = state_at(problem, pushed);
  EXPECT_FALSE(projection.factor(s));
  EXPECT_GE(projection.singular_unknown(), 0);
  EXPECT_FALSE(projection.close_positions(s, kGoal).closed);
  EXPECT_EQ(Eigen::Vector2d(s.q), pushed);
}

TEST(Projection, OfRedundantConstraintsWithEpsIsOne) {
  Mechanism mechanism(test::shipped_model("double_four_bar"));
  ASSERT_FALSE(mechanism.start_report().dependent_sets.empty());
  MultibodyProblem& problem = mechanism.problem();
  dae::Projection projection(problem);
  dae::State s = mechanism.initial_state();
  problem.recall(s);
  Vector d(s.v.size());
  for (Eigen::Index k = 0; k < d.size(); ++k) d[k] = 1e-3 * std::sin(static_cast<double>(7 * k + 1));
  problem.advance(mechanism.initial_state().q, d, s.q);
  s.v += 100.0 * d;
  EXPECT_GT(projection.violation(s), 1e-4);
  EXPECT_TRUE(projection.close_positions(s, 1e-11).closed);
  EXPECT_TRUE(projection.close_velocities(s, 1e-11).closed);
  Vector rate(s.lambda.size());
  problem.velocity_constraints(s.t, s.q, s.v, rate);
  EXPECT_LE(rate.cwiseAbs().maxCoeff(), 1e-11);
}

// From 0.1 m/s a whole correction overshoots to 5 m/s.
TEST(Projection, OfVelocitiesThatAreHeldInANonlinearWay) {
  dae::EquationsProblem<ConstantSpeed> problem;
  dae::Projection projection(problem);
  dae::State s = state_at(problem, {0.0, 0.0}, {0.06, 0.08});
  EXPECT_TRUE(projection.close_velocities(s, kGoal).closed);
  EXPECT_NEAR(s.v.norm(), 1.0, 1e-12);
  s.v = Eigen::Vector2d(30.0, 40.0);
  EXPECT_TRUE(projection.close_velocities(s, kGoal).closed);
  projection.forget();
  s.v.setZero();  // where no direction is any better
  EXPECT_FALSE(projection.close_velocities(s, kGoal).closed);
}

// Of the point opposite, G has the other sign: every correction with it leads away.
TEST(Projection, IsNotMisledByAMatrixThatDoesNotServe) {
  dae::EquationsProblem<Rod> problem;
  const dae::State opposite = state_at(problem, {-0.6, -0.8});
  const Vector zero = Vector::Zero(2);
  linear::SparseMatrix matrix;
  problem.newton_matrix({1.0, 0.0, 0.0}, {0.0, opposite.q},
                        {0.0, opposite.q, opposite.v, opposite.a, opposite.lambda, zero}, matrix);
  linear::Factorisation factors;
  ASSERT_TRUE(factors.factor(matrix));
  dae::Projection projection(problem), unaided(problem);
  dae::State s = state_at(problem, {0.61, 0.82}, {1.0, 1.0}), same = s;
  EXPECT_TRUE(projection.close_positions(s, kGoal, {.at_hand = &factors}).closed);
  EXPECT_TRUE(projection.close_velocities(s, kGoal, {.at_hand = &factors}).closed);
  EXPECT_TRUE(unaided.close_positions(same, kGoal).closed);
  unaided.forget();
  EXPECT_TRUE(unaided.close_velocities(same, kGoal).closed);
  EXPECT_EQ(s.q, same.q);
  EXPECT_LT((s.v - same.v).norm(), 1e-15);
}

// G w = 0 and M (w - w_free) along G.
TEST(Projection, AnImpulseMovesWhatTheConstraintsLeaveFree) {
  dae::EquationsProblem<Rod> problem;
  dae::Projection projection(problem);
  const Eigen::Vector2d q(0.6, 0.8), p(2.0, 1.0);
  ASSERT_TRUE(projection.factor(state_at(problem, q)));
  Vector w(2);
  projection.respond(p, w);
  EXPECT_NEAR(q.dot(w), 0.0, 1e-15);
  const Eigen::Vector2d left(p[0] - Rod::mx * w[0], p[1] - Rod::my * w[1]);
  EXPECT_LT((left - q * projection.impulses()[0]).norm(), 1e-15);
}

}  // namespace
}  // namespace alembert
