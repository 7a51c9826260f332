// Every method on q'' = -omega^2 q against its amplification in closed form. With W = (h omega)^2 and X = (q, h v, h^2
// a), generalized-alpha (and hht: alpha_m = 0, alpha_f = -alpha; newmark: both 0) makes X_{n+1} = A X_n of
//
//   q_{n+1} = {[1 - alpha_m - alpha_f beta W] q + (1 - alpha_m) h v + [(1 - alpha_m)/2 - beta] h^2 a} / D
//   D = 1 - alpha_m + (1 - alpha_f) beta W
//   h^2 a_{n+1} = -[alpha_m h^2 a + (1 - alpha_f) W q_{n+1} + alpha_f W q] / (1 - alpha_m)
//   h v_{n+1} = h v + (1 - gamma) h^2 a + gamma h^2 a_{n+1}
//
// (Hilber, Hughes, Taylor 1977; Chung, Hulbert 1993).
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <tuple>

#include "methods/newmark_family.h"
#include "methods/nstiff.h"
#include "support/scalar_problems.h"

namespace alembert {
namespace {

// So many iterations leave nothing but rounding, of some steps (the stabilised methods solve for their blocks in turn).
constexpr double kRounding = 1e-13;
StudyOptions iterated() {
  StudyOptions study;
  study.iterations = 20;
  return study;
}

auto oscillator(double omega) {
  return test::scalar_problem([omega](auto, auto q, auto) { return -omega * omega * q; });
}

struct Alphas {
  double m = 0.0, f = 0.0, beta = 0.25, gamma = 0.5;
};

Eigen::Matrix3d amplification(double W, const Alphas& c) {
  const double D = 1.0 - c.m + (1.0 - c.f) * c.beta * W;
  Eigen::Matrix3d A;
  const Eigen::RowVector3d q(1.0, 0.0, 0.0), v(0.0, 1.0, 0.0), a(0.0, 0.0, 1.0);
  A.row(0) = ((1.0 - c.m - c.f * c.beta * W) * q + (1.0 - c.m) * v + (0.5 * (1.0 - c.m) - c.beta) * a) / D;
  A.row(2) = -(c.m * a + (1.0 - c.f) * W * A.row(0) + c.f * W * q) / (1.0 - c.m);
  A.row(1) = v + (1.0 - c.gamma) * a + c.gamma * A.row(2);
  return A;
}

double spectral_radius(const Eigen::MatrixXd& A) { return A.eigenvalues().cwiseAbs().maxCoeff(); }

Alphas hht(double alpha) { return {0.0, -alpha, 0.25 * (1.0 - alpha) * (1.0 - alpha), 0.5 - alpha}; }
Alphas newmark(double beta, double gamma) { return {0.0, 0.0, beta, gamma}; }
Alphas generalised(double rho) {
  const double m = (2.0 * rho - 1.0) / (1.0 + rho), f = rho / (1.0 + rho), alpha = m - f;
  return {m, f, 0.25 * (1.0 - alpha) * (1.0 - alpha), 0.5 - alpha};
}

struct OscillatorCase {
  std::string method;
  std::map<std::string, double> parameters;
  Alphas alphas;
  bool own_acceleration = true;  // a of the state is the method's; else it is the true one
};

std::vector<OscillatorCase> cases() {
  return {{"newmark", {}, newmark(0.390625, 0.75)},
          {"newmark", {{"gamma", 0.5}}, newmark(0.25, 0.5)},
          {"newmark", {{"gamma", 0.6}, {"beta", 0.35}}, newmark(0.35, 0.6)},
          {"hht", {}, hht(-0.3)},
          {"hht", {{"alpha", -0.05}}, hht(-0.05)},
          {"hht_si2", {{"alpha", -0.2}}, hht(-0.2)},
          {"hht_add", {{"alpha", -0.2}}, hht(-0.2), false},
          {"gen_alpha_soi2", {}, generalised(0.5)},
          {"gen_alpha_soi2", {{"rho", 0.2}}, generalised(0.2)},
          {"gen_alpha_soi2", {{"rho", 0.9}}, generalised(0.9)},
          {"tangent", {}, newmark(0.25, 0.5), false},
          {"tangent", {{"beta", 1.0 / 12}}, newmark(1.0 / 12, 0.5), false},
          {"tangent", {{"alpha", -0.25}}, hht(-0.25), false},
          {"central_difference", {}, newmark(0.0, 0.5), false}};
}

TEST(Oscillator, IsAmplifiedAsTheClosedFormSays) {
  constexpr double h = 0.1, q0 = 0.7, v0 = -0.4;
  constexpr int kSteps = 25;
  for (const OscillatorCase& c : cases())
    for (const double omega : {0.5, 3.0, 15.0}) {
      SCOPED_TRACE(c.method + ", omega = " + std::to_string(omega));
      auto problem = oscillator(omega);
      const double W = h * h * omega * omega, a0 = -omega * omega * q0;
      const test::Recorded run(problem, make_method(c.method, c.parameters), test::scalar_state(0.0, q0, v0, a0),
                               test::fixed_step(h, kSteps * h), iterated());
      const Eigen::Matrix3d A = amplification(W, c.alphas);
      Eigen::Vector3d X(q0, h * v0, h * h * a0);
      ASSERT_EQ(run.states.size(), kSteps + 1u);
      for (std::size_t n = 1; n <= kSteps; ++n) {
        X = A * X;
        const dae::State& s = run.states[n];
        const double size = 1.0 + X.norm();
        EXPECT_NEAR(s.q[0], X[0], kRounding * size);
        EXPECT_NEAR(h * s.v[0], X[1], kRounding * size);
        EXPECT_NEAR(h * h * s.a[0], c.own_acceleration ? X[2] : -W * X[0], kRounding * size);
      }
    }
}

// y_{n+1} = 4/3 y_n - 1/3 y_{n-1} + 2/3 h y'_{n+1} for q and v, after a first step y_1 = y_0 + h y'_1.
TEST(Oscillator, IsIntegratedByBdf2AsItsRecurrenceSays) {
  constexpr double h = 0.1, omega = 3.0;
  for (const char* method : {"nstiff", "nstiff_si2"}) {
    auto problem = oscillator(omega);
    const test::Recorded run(problem, make_method(method, {}), test::scalar_state(0.0, 0.7, -0.4, -omega * omega * 0.7),
                             test::fixed_step(h, 25 * h), iterated());
    const auto step = [&](double q, double v, double b) {  // q = q + b v_new, v = v - b omega^2 q_new
      const double q_new = (q + b * v) / (1.0 + b * b * omega * omega);
      return std::pair{q_new, v - b * omega * omega * q_new};
    };
    double q_before = 0.7, v_before = -0.4;
    auto [q, v] = step(q_before, v_before, h);
    for (std::size_t n = 1; n < run.states.size(); ++n) {
      EXPECT_NEAR(run.states[n].q[0], q, kRounding) << method << " " << n;
      EXPECT_NEAR(run.states[n].v[0], v, kRounding) << method << " " << n;
      const auto next = step(4.0 / 3 * q - q_before / 3, 4.0 / 3 * v - v_before / 3, 2.0 / 3 * h);
      q_before = q;
      v_before = v;
      std::tie(q, v) = next;
    }
  }
}

// At infinite frequency only the damping that the parameters ask for is left.
TEST(Oscillator, OfInfiniteFrequencyIsDampedAsTheParametersSay) {
  constexpr double W = 1e14, kNearly = 4e-5;  // of three eigenvalues that meet there each is still off by W^(-1/3)
  for (const double alpha : {0.0, -0.05, -0.2, -1.0 / 3})
    EXPECT_NEAR(spectral_radius(amplification(W, hht(alpha))), (1.0 + alpha) / (1.0 - alpha), kNearly) << alpha;
  for (const double rho : {0.0, 0.2, 0.5, 0.9, 1.0})
    EXPECT_NEAR(spectral_radius(amplification(W, generalised(rho))), rho, kNearly) << rho;
}

TEST(Memory, OfErrorsIsTheDampingAtInfiniteFrequency) {
  constexpr double kDoubleRoot = 1e-7;  // the root of what rounding leaves of the discriminant
  for (const double alpha : {-0.05, -0.2, -1.0 / 3})
    EXPECT_NEAR(make_method("hht", {{"alpha", alpha}})->memory_of_errors(), (1.0 + alpha) / (1.0 - alpha), kDoubleRoot);
  // With beta = (gamma + 1/2)^2/4 both roots are (3/2 - gamma)/(1/2 + gamma).
  for (const double gamma : {0.5, 0.6, 0.75, 1.0})
    EXPECT_NEAR(make_method("newmark", {{"gamma", gamma}})->memory_of_errors(), (1.5 - gamma) / (0.5 + gamma),
                kDoubleRoot);
  for (const char* method : {"nstiff", "nstiff_si2"}) EXPECT_EQ(make_method(method, {})->memory_of_errors(), 0.0);
}

TEST(Stability, EndsWhereTheTheoryOfNewmarksFormulasSays) {
  const auto limit = [](const std::string& method, const std::map<std::string, double>& parameters) {
    return make_method(method, parameters)->stability_limit();
  };
  EXPECT_DOUBLE_EQ(limit("central_difference", {}), 2.0);
  EXPECT_DOUBLE_EQ(limit("tangent", {{"beta", 1.0 / 6}}), 2.0 * std::sqrt(3.0));
  EXPECT_DOUBLE_EQ(limit("tangent", {{"beta", 1.0 / 12}}), std::sqrt(6.0));
  EXPECT_EQ(limit("tangent", {}), INFINITY);
  EXPECT_EQ(limit("hht", {}), INFINITY);
  // Just below the limit nothing grows, just above everything does.
  for (const double beta : {0.0, 1.0 / 12, 1.0 / 6}) {
    const double W = std::pow(newmark_stability_limit(beta, 0.5), 2);
    EXPECT_LE(spectral_radius(amplification(0.99 * W, newmark(beta, 0.5))), 1.0 + 1e-12) << beta;
    EXPECT_GT(spectral_radius(amplification(1.01 * W, newmark(beta, 0.5))), 1.1) << beta;
  }
}

TEST(Energy, IsKeptByTheTrapezoidalRuleAlone) {
  const auto change = [](const std::string& method, const std::map<std::string, double>& parameters) {
    auto problem = oscillator(3.0);
    const test::Recorded run(problem, make_method(method, parameters), test::scalar_state(0.0, 1.0, 0.0, -9.0),
                             test::fixed_step(0.05, 10.0));
    const dae::State& s = run.states.back();
    EXPECT_EQ(run.stepper.energy_consistent(), make_method(method, parameters)->energy_consistent());
    return 0.5 * (s.v[0] * s.v[0] + 9.0 * s.q[0] * s.q[0]) / 4.5 - 1.0;
  };
  EXPECT_NEAR(change("newmark", {{"gamma", 0.5}}), 0.0, 1e-12);
  EXPECT_NEAR(change("tangent", {}), 0.0, 1e-12);
  EXPECT_TRUE(make_method("tangent", {})->energy_consistent());
  EXPECT_FALSE(make_method("hht", {})->energy_consistent());
  EXPECT_LT(change("hht", {}), -1e-3);
  EXPECT_LT(change("newmark", {}), -0.5);
  EXPECT_LT(change("nstiff", {}), -0.05);
}

}  // namespace
}  // namespace alembert
