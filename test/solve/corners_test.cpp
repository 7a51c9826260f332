// Steps end where forces jump or begin, and nothing between two such times is stepped over.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "support/scalar_problems.h"

namespace alembert {
namespace {

using test::Recorded;

// A unit mass at rest, pushed by a force F from t = 5 to t = 5.02 alone.
constexpr double kFrom = 5.0, kTo = 5.02, kForce = 3.0;
auto pulse() {
  return test::scalar_problem([](auto t, auto, auto) {
    decltype(t) force = 0.0 * t;
    if (t > kFrom && t < kTo) force = kForce + 0.0 * t;  // at both corners already, or still, 0
    return force;
  });
}

TEST(Corners, AShortPulseIsNotSteppedOver) {
  auto problem = pulse();
  IntegrationOptions options = test::with_error(1e-5, 10.0);
  {
    const Recorded blind(problem, test::hht(), test::scalar_state(0.0, 0.0, 0.0, 0.0), options);
    EXPECT_EQ(blind.states.back().v[0], 0.0);  // what was seen before
  }
  options.corners = {kFrom, kTo};
  const Recorded run(problem, test::hht(), test::scalar_state(0.0, 0.0, 0.0, 0.0), options);
  // Constant accelerations are integrated exactly; what jumps does so between two steps.
  const double T = kTo - kFrom;
  EXPECT_NEAR(run.states.back().v[0], kForce * T, 1e-12);
  EXPECT_NEAR(run.states.back().q[0], kForce * T * (0.5 * T + 10.0 - kTo), 1e-11);
  for (const double corner : options.corners)
    EXPECT_EQ(std::count_if(run.states.begin(), run.states.end(), [&](const dae::State& s) { return s.t == corner; }),
              1);
  EXPECT_EQ(run.statistics().rejected_steps, 0);
}

TEST(Corners, SmoothForcesBetweenThemAreSampledFromTheBeginning) {
  // Half a sine of 20 ms: zero at both of its ends.
  auto problem = test::scalar_problem([](auto t, auto, auto) {
    using std::sin;
    decltype(t) force = 0.0 * t;
    if (t > kFrom && t <= kTo) force = kForce * sin((t - kFrom) * (M_PI / (kTo - kFrom)));
    return force;
  });
  IntegrationOptions options = test::with_error(1e-7, 10.0);
  options.corners = {kFrom, kTo};
  const Recorded run(problem, test::hht(), test::scalar_state(0.0, 0.0, 0.0, 0.0), options);
  const double exact = kForce * (kTo - kFrom) * 2.0 / M_PI;
  EXPECT_NEAR(run.states.back().v[0], exact, 0.01 * exact);
}

// A pendulum with a point of support that begins to move at once: it takes its velocity with it, by an impulse.
struct Pulled : test::Pendulum {
  template <class S>
  dae::VectorOf<S, 1> position(S t, const Vec<S>& q) const {
    const S x = t > 1.0 ? S(q[0] - 0.5 * (t - 1.0)) : q[0];
    return dae::VectorOf<S, 1>(S(0.5 * (x * x + q[1] * q[1] - 1.0)));
  }
  template <class S>
  Vec<S> force(S t, const Vec<S>& q, const Vec<S>&, const dae::VectorOf<S, 1>& lambda) const {
    const S x = t > 1.0 ? S(q[0] - 0.5 * (t - 1.0)) : q[0];
    return Vec<S>(S(-x * lambda[0]), S(-g - q[1] * lambda[0]));
  }
};

TEST(Corners, ADriveThatJumpsTakesVelocitiesAlong) {
  dae::EquationsProblem<Pulled> problem{Pulled{}};
  dae::State start = test::Pendulum::level();
  start.q = Eigen::Vector2d(0.6, -0.8);  // at rest on an incline of 3 : 4
  start.a = Eigen::Vector2d(-4.8, -3.6);
  start.lambda = Vector::Constant(1, 8.0);
  IntegrationOptions options = test::with_error(1e-8, 1.0 + 1e-3);
  options.corners = {1.0};
  const Recorded run(problem, test::hht(), start, options);
  const auto at = std::find_if(run.states.begin(), run.states.end(), [](const dae::State& s) { return s.t == 1.0; });
  ASSERT_NE(at, run.states.end());
  // The rod pulls along itself: the velocity changes by n (n . u), u the velocity of the support.
  const Eigen::Vector2d n = Eigen::Vector2d(at->q), u(0.5, 0.0), after = Eigen::Vector2d(at->v) + n * n.dot(u);
  // Gravity and the turn of the rod change it by about 0.01 in the last millisecond.
  EXPECT_LT((Eigen::Vector2d(run.states.back().v) - after).norm(), 0.02);
}

TEST(Progress, IsMissedOnlyAfterManyAttemptsThatMoveNothing) {
  ProgressWatch watch;
  watch.start(1.0, 1.0);
  for (long k = 1; k < ProgressWatch::kAttempts; ++k) ASSERT_FALSE(watch.stands_still(1.0));
  EXPECT_TRUE(watch.stands_still(1.0 + 0.9 * ProgressWatch::kLeast));
  for (long k = 1; k < ProgressWatch::kAttempts; ++k) ASSERT_FALSE(watch.stands_still(1.5));
  EXPECT_FALSE(watch.stands_still(1.5));  // it had moved since
}

TEST(Progress, ARunWhoseTimeStandsStillEnds) {
  // Faster and faster towards t = 1, for ever.
  auto problem = test::scalar_problem([](auto t, auto, auto) {
    using std::sin;
    const auto left = 1.0 - t;
    return 1e3 * sin(1.0 / (left * left * left * left)) / (left * left);
  });
  try {
    const Recorded run(problem, test::hht(), test::scalar_state(0.0, 0.0, 0.0, 0.0), test::with_error(1e-9, 2.0));
    FAIL() << "it came past what has no end";
  } catch (const IntegrationError& e) {
    EXPECT_NE(std::string(e.what()).find("integration failed at t = "), std::string::npos) << e.what();
  }
}

TEST(Progress, AnUndampedMethodDoesNotChooseTheStepsOfConstrainedMotion) {
  dae::EquationsProblem<test::Pendulum> problem{test::Pendulum{}};
  for (const auto& [name, parameters] : {std::pair<std::string, std::map<std::string, double>>{"hht", {{"alpha", 0.0}}},
                                         {"newmark", {{"beta", 0.25}, {"gamma", 0.5}}}}) {
    try {
      Stepper(problem, make_method(name, parameters), test::with_error(1e-5, 1.0));
      FAIL() << name;
    } catch (const UsageError& e) {
      EXPECT_NE(std::string(e.what()).find("its reactions ring"), std::string::npos) << e.what();
    }
    Stepper(problem, make_method(name, parameters), test::fixed_step(1e-3, 1.0));  // is the user's own
  }
}

TEST(LocalNorm, IsTheLargestOfTheGroupsOwnMeans) {
  Vector x(6), weights(6);
  x << 3.0, 4.0, 0.0, 0.0, 0.0, 2.0;
  weights << 1.0, 1.0, 1.0, 1.0, 1.0, 2.0;
  const dae::LocalNorm norm({{2, 2}, {5, 5}, {6, 6}});
  EXPECT_DOUBLE_EQ(norm(x, weights), std::sqrt(12.5));
  EXPECT_DOUBLE_EQ(norm(x, weights, 2, 6), 1.0);
  EXPECT_DOUBLE_EQ(norm(x, weights, 2, 5), 0.0);
  EXPECT_DOUBLE_EQ(dae::LocalNorm({{6, 6}})(x, weights), std::sqrt(26.0 / 6.0));
  x[3] = NAN;
  EXPECT_TRUE(std::isnan(norm(x, weights)));
}

}  // namespace
}  // namespace alembert
