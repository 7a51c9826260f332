// bdf, the reference: errors follow the tolerance in both formulations, down to tight ones; what the stabilised one
// holds; redundant and nonholonomic constraints; refusals and failures.
#include <gtest/gtest.h>

#include <functional>
#include <numbers>
#include <random>

#include "base/error.h"
#include "reference/first_order_form.h"
#include "studies/problems.h"
#include "support/bouncing.h"
#include "support/model_run.h"
#include "support/skate.h"

namespace alembert {
namespace {

using std::numbers::pi;

DynamicsResult run(Model model, double stabilised, double tolerance) {
  return run_dynamics(test::with_tolerance(std::move(model), "bdf", {{"stabilised", stabilised}}, tolerance));
}

struct Sweep {
  const char* name;
  Model model;
  std::function<double(std::map<std::string, double>)> error;
  double index_3, stabilised;  // largest error at tolerance 1e-10: a few times what is measured
};

std::vector<Sweep> sweeps() {
  std::vector<Sweep> out;
  out.push_back({"pendulum", test::shipped_model("single_pendulum"),
                 [](auto o) { return std::hypot(o["x"] - 0.6185801137750823, o["y"] + 0.7857217337213005); }, 6e-7,
                 6e-9});
  out.push_back({"stiff double pendulum", test::shipped_model("double_pendulum"),
                 [](auto o) {
                   return std::max(std::abs(o["theta1"] - (4.64047818322132 - 2 * pi)),
                                   std::abs(o["theta2"] - (4.64049670168853 - 2 * pi)));
                 },
                 2e-7, 1e-9});
  out.push_back({"slider-crank", test::shipped_model("slider_crank"),
                 [](auto o) { return std::abs(o["crank_angle"] + 0.758205624274966978); }, 2e-7, 2e-9});
  out.push_back({"seven bodies", test::shipped_model("seven_body"),
                 [](auto o) { return std::abs(o["beta"] - 33.8258677669615); }, 1e-4, 2e-7});
  // Published to six digits.
  out.push_back(
      {"governor", test::shipped_model("governor"), [](auto o) { return std::abs(o["s"] - 0.619623); }, 3e-7, 3e-7});
  return out;
}

TEST(Bdf, ErrorFallsWithTheToleranceInBothFormulations) {
  for (const Sweep& sweep : sweeps())
    for (const double stabilised : {0.0, 1.0}) {
      double smallest = INFINITY, error = 0.0;
      for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
        const DynamicsResult result = run(sweep.model, stabilised, tolerance);
        error = sweep.error(test::final_outputs(result));
        const double floor = std::max(1e-7, std::min(sweep.index_3, sweep.stabilised));  // of what is published
        EXPECT_LT(error, std::max(2.0 * smallest, floor)) << sweep.name << " " << stabilised << " at " << tolerance;
        EXPECT_LT(result.summary.statistics.max_position_violation, 2e-11) << sweep.name;
        smallest = std::min(smallest, error);
      }
      EXPECT_LT(error, stabilised == 1.0 ? sweep.stabilised : sweep.index_3) << sweep.name << " " << stabilised;
    }
}

// What makes it a converged solution to compare with.
TEST(Bdf, RunsAtTightTolerances) {
  const Model model = test::shipped_model("slider_crank");
  const auto error = [&](double tolerance) {
    return std::abs(test::final_outputs(run(model, 1, tolerance))["crank_angle"] + 0.758205624274966978);
  };
  EXPECT_LT(error(1e-10), 1e-8);
  EXPECT_LT(error(1e-11), 1e-9);
  EXPECT_LT(error(1e-12), 1e-10);
  EXPECT_LT(error(1e-13), 1e-10);
}

TEST(Bdf, FollowsPointFOfTheSevenBodiesToANanometre) {
  Model model = test::with_tolerance(test::shipped_model("seven_body"), "bdf", {}, 5e-10);
  model.simulation.output_step = 1e-4;
  const DynamicsResult result = run_dynamics(model);
  const test::Table exact = test::read_table("p5_andrews_F_trajectory.csv");
  const auto x = test::column(result, "xF"), y = test::column(result, "yF");
  ASSERT_EQ(x.size(), exact.rows.size());
  for (std::size_t k = 0; k < x.size(); ++k)
    ASSERT_LT(std::hypot(x[k] - exact.number(k, "xF"), y[k] - exact.number(k, "yF")), 1e-9) << k;
}

TEST(Bdf, StabilisedHoldsPositionsAndVelocitiesAtEveryStepAndBetween) {
  for (const char* name : {"single_pendulum", "double_pendulum", "slider_crank", "governor", "heavy_top", "bricard"})
    for (const double tolerance : {1e-4, 1e-8}) {
      Model model = test::with_tolerance(test::shipped_model(name), "bdf", {}, tolerance);
      model.simulation.end = std::min(model.simulation.end, 2.0);
      DynamicsEngine engine(model);
      const dae::Sizes n = engine.problem().sizes();
      Vector rate(n.multipliers), f(n.velocities), phi(n.multipliers);
      dae::State between(n);
      Integrator& bdf = engine.integrator();
      const auto check = [&](const dae::State& s) {
        engine.problem().evaluate_with_rate(s.t, s.q, s.v, s.lambda, f, phi, rate);
        ASSERT_LT(phi.lpNorm<Eigen::Infinity>(), 2e-11) << name << " t = " << s.t;
        ASSERT_LT(rate.lpNorm<Eigen::Infinity>(), 1e-12 * (1.0 + s.v.lpNorm<Eigen::Infinity>()))
            << name << " t = " << s.t;
      };
      while (!bdf.done()) {
        bdf.advance();
        check(bdf.state());
        bdf.interpolate(bdf.previous().t + 0.3 * bdf.last_step(), between);
        check(between);
      }
    }
}

// In index 3 the velocities are free to leave their constraints, by about the tolerance over the step.
TEST(Bdf, IndexThreeHoldsPositionsOnly) {
  const DynamicsResult result = run(test::shipped_model("slider_crank"), 0, 1e-6);
  EXPECT_LT(result.summary.statistics.max_position_violation, 2e-11);
  Model dense = test::with_tolerance(test::shipped_model("slider_crank"), "bdf", {{"stabilised", 0.0}}, 1e-6);
  dense.simulation.output_step = 0.01;
  const double violation = run_dynamics(dense).summary.statistics.max_velocity_violation;
  EXPECT_GT(violation, 1e-7);
  EXPECT_LT(violation, 1e-2);
}

TEST(Bdf, PassesTheSingularPositionsOfTheRedundantDoubleFourBar) {
  const test::Table exact = test::read_table("p7_A02_double_four_bar.csv");
  for (const double stabilised : {0.0, 1.0}) {
    DynamicsEngine engine(
        test::with_tolerance(test::shipped_model("double_four_bar"), "bdf", {{"stabilised", stabilised}}, 1e-6));
    while (!engine.integrator().done()) engine.integrator().advance();
    // Undetermined multipliers stay where they are: these are of the size that other methods end with.
    EXPECT_NEAR(engine.integrator().state().lambda.norm(), 24.0, 3.0) << stabilised;
    const DynamicsResult result = run(test::shipped_model("double_four_bar"), stabilised, 1e-6);
    EXPECT_LT(result.summary.statistics.max_position_violation, 1e-9);
    const double phi = exact.number(exact.rows.size() - 1, "phi");  // five turns
    EXPECT_NEAR(test::final_outputs(result)["phi"], phi, 0.01) << stabilised;
  }
}

TEST(Bdf, FollowsBricardsLoop) {
  const test::Table exact = test::read_table("p7_A04_bricard_P3.csv");
  const std::size_t last = exact.rows.size() - 1;
  for (const double stabilised : {0.0, 1.0}) {
    auto o = test::final_outputs(run(test::shipped_model("bricard"), stabilised, 1e-8));
    for (const char* axis : {"P3x", "P3y", "P3z"})
      EXPECT_NEAR(o[axis], exact.number(last, axis), stabilised == 1.0 ? 1e-6 : 1e-4) << stabilised << " " << axis;
  }
}

// Runs to t = 1 and returns the integrator's last state.
template <class Functions>
dae::State last_state(dae::EquationsProblem<Functions>& problem, const dae::State& start, double stabilised,
                      double tolerance) {
  IntegrationOptions options;
  options.tolerance = tolerance;
  auto bdf = make_integrator(problem, "bdf", {{"stabilised", stabilised}}, options);
  bdf->start(start);
  while (!bdf->done()) bdf->advance();
  return bdf->state();
}

// The test problem of 002: M varies and is not symmetric, one constraint is nonholonomic, forces are not linear in the
// multipliers. (In index 3 multipliers are wrong by much in the first steps, which such forces do not forgive.)
TEST(Bdf, StabilisedSolvesAProblemThatIsNotLinearInItsMultipliers) {
  double last = INFINITY;
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    dae::EquationsProblem<studies::JayNegrut> problem;
    const dae::State s = last_state(problem, studies::JayNegrut::exact(0.0), 1, tolerance);
    const dae::State exact = studies::JayNegrut::exact(1.0);
    const double error = (s.q - exact.q).norm() + (s.v - exact.v).norm();
    EXPECT_LT(error, 0.2 * last) << tolerance;
    EXPECT_LT(error, 200.0 * tolerance) << tolerance;
    EXPECT_LT((s.lambda - exact.lambda).norm(), 200.0 * tolerance) << tolerance;
    last = error;
    Vector rate(2);
    problem.velocity_constraints(s.t, s.q, s.v, rate);
    EXPECT_LT(rate.norm(), 1e-11);
  }
}

TEST(Bdf, FollowsASkateInBothFormulations) {
  const double r = test::Skate::g / (2 * test::Skate::w * test::Skate::w);
  const Eigen::Vector2d exact(r * std::pow(std::sin(test::Skate::w), 2),
                              r * (test::Skate::w - 0.5 * std::sin(2 * test::Skate::w)));
  for (const double stabilised : {0.0, 1.0})
    for (const double tolerance : {1e-5, 1e-7, 1e-9}) {
      dae::EquationsProblem<test::Skate> problem;
      dae::State start(problem.sizes());
      start.v[2] = test::Skate::w;
      start.a[0] = test::Skate::g;
      const dae::State s = last_state(problem, start, stabilised, tolerance);
      EXPECT_LT((s.q.head(2) - exact).norm(), (stabilised == 1.0 ? 100.0 : 3000.0) * tolerance)
          << stabilised << " " << tolerance;
      Vector rate(1);
      problem.velocity_constraints(s.t, s.q, s.v, rate);
      EXPECT_LT(rate.norm(), stabilised == 1.0 ? 1e-12 : 1e4 * tolerance) << stabilised << " " << tolerance;
    }
}

// The correction is Newton's, J dy = -F, up to terms of order h: after one, little of F is left.
TEST(FirstOrderForm, OneCorrectionLeavesLittleOfTheResidual) {
  for (const char* name : {"governor", "slider_crank", "heavy_top", "bricard"})
    for (const bool stabilised : {false, true}) {
      DynamicsEngine engine(test::shipped_model(name));
      dae::Problem& problem = engine.problem();
      const dae::Sizes n = problem.sizes();
      const dae::State& s = engine.initial_state();
      const double cj = 2000.0;
      FirstOrderForm form(problem, stabilised);
      form.start(s);
      Vector y(form.size()), y_rate(form.size()), F(form.size()), dy(form.size());
      form.write(s, y, y_rate);
      std::mt19937 random(1);
      std::normal_distribution<double> normal;
      for (int i = 0; i < n.positions; ++i) y[i] += 1e-7 * normal(random), y_rate[i] += 1e-7 * cj * normal(random);
      for (int i = n.positions; i < n.positions + n.velocities; ++i)
        y[i] += 1e-7 * cj * normal(random), y_rate[i] += 1e-7 * cj * cj * normal(random);
      double first = 0.0;
      for (int k = 0; k < 3; ++k) {
        ASSERT_TRUE(form.residual(s.t, cj, y, y_rate, F));
        if (k == 0) {
          ASSERT_TRUE(form.factor(s.t, cj));
        }
        ASSERT_TRUE(form.correct(s.t, cj, -F, dy));
        y += dy;
        y_rate += cj * dy;
        if (k == 0) first = form.moved();
      }
      EXPECT_LT(form.moved(), 0.01 * first) << name << (stabilised ? " stabilised" : " index 3");
    }
}

TEST(Bdf, UsesHighOrdersAndTellsOfEveryStep) {
  DynamicsEngine engine(test::with_tolerance(test::shipped_model("slider_crank"), "bdf", {}, 1e-8));
  Integrator& bdf = engine.integrator();
  long told = 0, iterations = 0;
  int highest = 0;
  double t = 0.0;
  bdf.on_attempt([&](const StepRecord& record) {
    ++told;
    iterations += record.newton_iterations;
    highest = std::max(highest, record.predictor_degree);
    EXPECT_EQ(record.time, t);
    t = record.time + record.h;
    EXPECT_LE(record.error_ratio, 1.0);
    EXPECT_GE(record.worst_row, 0);
  });
  while (!bdf.done()) {
    bdf.advance();
    t = bdf.state().t;
  }
  EXPECT_EQ(bdf.state().t, 2.0);
  EXPECT_EQ(told, bdf.statistics().steps);
  EXPECT_EQ(iterations, bdf.statistics().newton_iterations);
  EXPECT_EQ(highest, 5);
}

int highest_order(double max_order) {
  DynamicsEngine engine(
      test::with_tolerance(test::shipped_model("slider_crank"), "bdf", {{"max_order", max_order}}, 1e-8));
  int highest = 0;
  engine.integrator().on_attempt([&](const StepRecord& r) { highest = std::max(highest, r.predictor_degree); });
  while (!engine.integrator().done()) engine.integrator().advance();
  EXPECT_EQ(engine.integrator().parameters().at("max_order"), max_order);
  return highest;
}

TEST(Bdf, UsesNoHigherOrderThanItMay) {
  for (const int order : {1, 2, 3, 4, 5}) EXPECT_EQ(highest_order(order), order);
}

// The local error of order 1 is proportional to h^2: a hundredth of the tolerance takes ten times the steps.
TEST(Bdf, OfOrderOneTakesStepsByTheRootOfTheTolerance) {
  const auto steps = [](double max_order, double tolerance) {
    const Model model = test::shipped_model("slider_crank");
    const DynamicsResult result =
        run_dynamics(test::with_tolerance(model, "bdf", {{"max_order", max_order}}, tolerance));
    return static_cast<double>(result.summary.statistics.steps);
  };
  EXPECT_NEAR(steps(1, 1e-7) / steps(1, 1e-5), 10.0, 2.0);
  EXPECT_LT(steps(5, 1e-7) / steps(5, 1e-5), 4.0);
}

TEST(Bdf, StepsOverNoContact) {
  test::Bouncing problem;
  problem.longest = 0.003;
  IntegrationOptions options;
  options.tolerance = 1e-5;
  options.end = 0.2;
  auto bdf = make_integrator(problem, "bdf", {}, options);
  bdf->start(problem.falling(0.05, 1.0));
  double longest = 0.0;
  while (!bdf->done()) {
    bdf->advance();
    longest = std::max(longest, bdf->last_step());
  }
  EXPECT_NEAR(longest, 0.003, 1e-12);
  EXPECT_NEAR(bdf->state().v[0], 1.0, 0.005);
}

TEST(Bdf, OutputTimesAndRestartsDoNotChangeTheSteps) {
  Model sparse = test::with_tolerance(test::shipped_model("governor"), "bdf", {}, 1e-6);
  sparse.simulation.end = sparse.simulation.max_step.emplace(1.0);  // else it is the output step
  Model dense = sparse;
  dense.simulation.output_step = 1e-3;
  const DynamicsResult a = run_dynamics(sparse), b = run_dynamics(dense);
  EXPECT_EQ(a.summary.statistics.steps, b.summary.statistics.steps);
  EXPECT_EQ(test::final_outputs(a)["s"], test::final_outputs(b)["s"]);
  DynamicsEngine engine(sparse);
  for (int k = 0; k < 10; ++k) engine.integrator().advance();
  engine.integrator().start(engine.initial_state());
  while (!engine.integrator().done()) engine.integrator().advance();
  EXPECT_EQ(engine.integrator().statistics().steps, a.summary.statistics.steps);
  EXPECT_TRUE(engine.integrator().state().q == a.final_state.q);
}

TEST(Bdf, RespectsTheLargestAndTheInitialStep) {
  Model model = test::with_tolerance(test::shipped_model("slider_crank"), "bdf", {}, 1e-4);
  model.simulation.max_step = 0.005;
  model.simulation.initial_step = 1e-6;
  DynamicsEngine engine(model);
  engine.integrator().advance();
  EXPECT_NEAR(engine.integrator().last_step(), 1e-6, 1e-15);
  while (!engine.integrator().done()) {
    engine.integrator().advance();
    ASSERT_LT(engine.integrator().last_step(), 0.005 * (1 + 1e-9));
  }
}

template <class Failure>
std::string message_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const Failure& e) {
    return e.what();
  }
  return "nothing was thrown";
}

TEST(Bdf, RefusesWhatItCannotDo) {
  const Model model = test::shipped_model("slider_crank");
  const auto refusal = [](const Model& m) { return message_of<UsageError>([&] { DynamicsEngine engine(m); }); };
  EXPECT_NE(refusal(test::with_step(model, "bdf", {}, 1e-3)).find("chooses its own step: give a `tolerance`"),
            std::string::npos);
  EXPECT_NE(refusal(test::with_tolerance(model, "bdf", {{"stabilised", 0.5}}, 1e-6)).find("0 or 1"), std::string::npos);
  for (const double order : {0.0, 2.5, 6.0})
    EXPECT_NE(refusal(test::with_tolerance(model, "bdf", {{"max_order", order}}, 1e-6)).find("1, 2, 3, 4 or 5"),
              std::string::npos);
  EXPECT_NE(refusal(test::with_tolerance(model, "bdf", {{"order", 3}}, 1e-6)).find("stabilised"), std::string::npos);
}

// A point whose force leaves its domain at t = 0.5.
struct Breaking {
  static constexpr int kCoordinates = 1, kPositionConstraints = 0, kVelocityConstraints = 0;
  template <class S>
  using Vec = dae::VectorOf<S, 1>;
  template <class S>
  dae::MatrixOf<S, 1> mass(S, const Vec<S>&) const {
    return dae::MatrixOf<S, 1>(S(1.0));
  }
  template <class S>
  Vec<S> force(S t, const Vec<S>&, const Vec<S>&, const dae::VectorOf<S, 0>&) const {
    using std::sqrt;
    return Vec<S>(S(sqrt(0.5 - t)));
  }
  template <class S>
  dae::VectorOf<S, 0> position(S, const Vec<S>&) const {
    return {};
  }
  template <class S>
  dae::VectorOf<S, 0> velocity(S, const Vec<S>&, const Vec<S>&) const {
    return {};
  }
};

TEST(Bdf, NamesWhatFailsAndKeepsQuiet) {
  for (const double stabilised : {0.0, 1.0}) {
    dae::EquationsProblem<Breaking> problem;
    IntegrationOptions options;
    options.tolerance = 1e-6;
    auto bdf = make_integrator(problem, "bdf", {{"stabilised", stabilised}}, options);
    bdf->start(dae::State(problem.sizes()));
    testing::internal::CaptureStderr();
    const std::string message = message_of<IntegrationError>([&] {
      while (!bdf->done()) bdf->advance();
    });
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
    EXPECT_NE(message.find("integration failed at t = 0.5 s"), std::string::npos) << message;
    EXPECT_NE(message.find("the equations are not finite (worst: coordinate 1)"), std::string::npos) << message;
  }
}

// A tolerance that rounding does not allow in a singular position ends with a message, not in a loop.
TEST(Bdf, GivesUpWhereRoundingIsAboveTheTolerance) {
  const std::string message =
      message_of<IntegrationError>([] { run(test::shipped_model("double_four_bar"), 1, 1e-12); });
  EXPECT_NE(message.find("loosen `tolerance`"), std::string::npos) << message;
}

TEST(Bdf, RunsWhereNothingMoves) {
  const Model model = test::with_tolerance(test::model_from(R"yaml(
alembert: 1
bodies: {b: {mass: 1, inertia: [1, 1, 1]}}
joints: {held: {type: fixed, between: [ground, b]}}
simulation: {end: 1}
)yaml"),
                                           "bdf", {}, 1e-6);
  EXPECT_EQ(run_dynamics(model).summary.status, "done");
}

}  // namespace
}  // namespace alembert
