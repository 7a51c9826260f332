// The constants of the local errors, measured on motions whose error is known exactly: under a force that grows
// linearly with time, q'' = j t, the positions of a step are off by c j h^3, which is c h^2 (a_{n+1} - a_n).
#include <gtest/gtest.h>

#include <cmath>

#include "methods/nstiff.h"
#include "support/scalar_problems.h"

namespace alembert {
namespace {

struct Case {
  std::string method;
  std::map<std::string, double> parameters;
};

TEST(ErrorConstant, IsThatOfAStepUnderAGrowingForce) {
  constexpr double j = 6.0, h = 0.1;
  const std::vector<Case> cases{{"hht", {}},
                                {"hht", {{"alpha", -0.05}}},
                                {"hht_si2", {{"alpha", -0.2}}},
                                {"gen_alpha_soi2", {}},  // rho = 1/2, alpha_m = 0: its accelerations settle in one step
                                {"newmark", {{"gamma", 0.5}, {"beta", 0.3}}},
                                {"tangent", {}},
                                {"tangent", {{"beta", 1.0 / 12}}},
                                {"central_difference", {}}};
  for (const auto& [method, parameters] : cases) {
    SCOPED_TRACE(method);
    auto problem = test::scalar_problem([=](auto t, auto, auto) { return j * t; });
    const test::Recorded run(problem, make_method(method, parameters), test::scalar_state(0.0, 0.0, 0.0, 0.0),
                             test::fixed_step(h, 6 * h));
    const double c = make_method(method, parameters)->error_constant(ErrorEstimate::sharp);
    // In the first step a_0 is at t_0; from the second on, where the method has it.
    for (std::size_t n = 2; n + 1 < run.states.size(); ++n) {
      const dae::State &from = run.states[n], &to = run.states[n + 1];
      const double exact = h * from.v[0] + 0.5 * h * h * j * from.t + h * h * h * j / 6.0;
      EXPECT_NEAR(std::abs(to.q[0] - from.q[0] - exact), c * j * h * h * h, 1e-14);
      EXPECT_NEAR(c * h * h * (to.a[0] - from.a[0]), c * j * h * h * h, 1e-14);
    }
  }
}

TEST(ErrorConstant, HasTheValuesOfThePapers) {
  const auto constant = [](const std::string& method, const std::map<std::string, double>& parameters,
                           ErrorEstimate estimate) {
    return make_method(method, parameters)->error_constant(estimate);
  };
  // 001 eq. (25): beta - 1/(6 (1 + alpha)), beta = (1 - alpha)^2/4
  EXPECT_NEAR(constant("hht", {{"alpha", -0.2}}, ErrorEstimate::printed), 0.36 - 1.0 / 4.8, 1e-15);
  // beta - gamma/2 + 1/12, gamma = 1/2 - alpha
  EXPECT_NEAR(constant("hht", {{"alpha", -0.2}}, ErrorEstimate::sharp), 0.36 - 0.35 + 1.0 / 12, 1e-15);
  // 000 eq. (21): beta - 1/6; the trapezoidal rule has 1/12.
  EXPECT_NEAR(constant("newmark", {{"gamma", 0.5}}, ErrorEstimate::printed), 1.0 / 12, 1e-15);
  EXPECT_NEAR(constant("newmark", {{"gamma", 0.5}}, ErrorEstimate::sharp), 1.0 / 12, 1e-15);
  EXPECT_NEAR(constant("central_difference", {}, ErrorEstimate::sharp), 1.0 / 6, 1e-15);
}

TEST(ErrorConstant, VanishesWhereThereIsNoEstimate) {
  // Linear acceleration: exact for a force that grows linearly.
  const auto method = make_method("newmark", {{"gamma", 0.5}, {"beta", 1.0 / 6}});
  EXPECT_EQ(method->error_constant(ErrorEstimate::sharp), 0.0);
  auto problem = test::scalar_problem([](auto t, auto, auto) { return t; });
  EXPECT_THROW(
      Stepper(problem, make_method("newmark", {{"gamma", 0.5}, {"beta", 1.0 / 6}}), test::with_error(1e-5, 1.0)),
      UsageError);
}

// y_{n+1} = y_n + share (y_n - y_{n-1}) + b h y'_{n+1} is exact for polynomials of degree 2 whatever the steps, and
// with equal steps off by 2/9 h^3 y''' for those of degree 3.
TEST(Bdf2, IsExactForParabolasWhateverTheSteps) {
  for (const double w : {0.3, 1.0, 2.5}) {
    const double h_before = 0.2, h = w * h_before;
    Bdf2History history;
    history.start(Vector::Zero(1));
    history.accept(Vector::Zero(1), Vector::Zero(1), h_before);
    const auto [share, b] = history.coefficients(h);
    const auto error = [&, share = share, b = b](auto y, auto rate) {
      return y(0.0) + share * (y(0.0) - y(-h_before)) + b * h * rate(h) - y(h);
    };
    EXPECT_NEAR(error([](double) { return 1.0; }, [](double) { return 0.0; }), 0.0, 1e-15) << w;
    EXPECT_NEAR(error([](double t) { return t; }, [](double) { return 1.0; }), 0.0, 1e-15) << w;
    EXPECT_NEAR(error([](double t) { return t * t; }, [](double t) { return 2.0 * t; }), 0.0, 1e-15) << w;
    if (w == 1.0) {
      EXPECT_NEAR(error([](double t) { return t * t * t / 6.0; }, [](double t) { return 0.5 * t * t; }),
                  history.error_constant() * h * h * h, 1e-15);
    }
  }
}

TEST(Bdf2, BeginsWithOrderOne) {
  Bdf2History history;
  history.start(Vector::Zero(1));
  EXPECT_TRUE(history.first());
  EXPECT_EQ(history.coefficients(0.1).share, 0.0);
  EXPECT_EQ(history.coefficients(0.1).b, 1.0);
  EXPECT_EQ(history.error_constant(), 0.5);
}

}  // namespace
}  // namespace alembert
