// Newton's iteration on scalar problems: how fast it converges, when it asks for a new Jacobian, how it fails.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "support/scalar_problems.h"

namespace alembert {
namespace {

using test::Recorded;

auto oscillator(double omega) {
  return test::scalar_problem([omega](auto, auto q, auto) { return -omega * omega * q; });
}

// The first correction solves a linear equation; a second one shows that nothing is left.
TEST(Newton, SolvesALinearProblemWithOneJacobian) {
  auto problem = oscillator(2.0);
  const Recorded run(problem, test::hht(), test::scalar_state(0.0, 1.0, 0.0, -4.0), test::fixed_step(0.05, 5.0));
  EXPECT_EQ(run.statistics().steps, 100);
  EXPECT_EQ(run.statistics().jacobian_evaluations, 1);
  for (const StepRecord& r : run.attempts) EXPECT_LE(r.newton_iterations, 2) << r.time;
}

// One long step of q'' = -q - q^3. The errors of successive iterates e satisfy e_{k+1} <= C e_k^2, where C is half the
// second derivative of the equation over its first: a step of h = 0.5 from q = 1 has C beta h^2 < 1.
TEST(Newton, ConvergesQuadraticallyWithANewJacobianInEachIteration) {
  const auto end = [](int iterations) {
    auto problem = test::scalar_problem([](auto, auto q, auto) { return -q - q * q * q; });
    StudyOptions study;
    study.iterations = iterations;
    const Recorded run(problem, test::hht(), test::scalar_state(0.0, 1.0, 0.0, -2.0), test::fixed_step(0.5, 0.5),
                       study);
    EXPECT_EQ(run.statistics().newton_iterations, iterations);
    EXPECT_EQ(run.statistics().jacobian_evaluations, iterations);
    return run.states.back().q[0];
  };
  const double exact = end(8);
  const double first = std::abs(end(1) - exact), second = std::abs(end(2) - exact), third = std::abs(end(3) - exact);
  EXPECT_GT(first, 1e-5);  // else there is nothing to see
  EXPECT_LT(second, first * first);
  EXPECT_LT(third, second * second + 1e-16);
}

// A Jacobian 1 + (1 + alpha) beta h^2 k serves as long as neither the step nor the stiffness k changes much.
TEST(Newton, KeepsItsJacobianWhileStepsStayWithinAFactorOfTwo) {
  const auto jacobians = [](std::vector<double> parts) {
    auto problem = oscillator(2.0);
    StudyOptions study;
    study.parts_of_step = std::move(parts);
    const Recorded run(problem, test::hht(), test::scalar_state(0.0, 1.0, 0.0, -4.0), test::fixed_step(0.02, 1.0),
                       study);
    EXPECT_EQ(run.statistics().steps, 100);
    return run.statistics().jacobian_evaluations;
  };
  EXPECT_EQ(jacobians({0.4, 0.6}), 1);
  EXPECT_EQ(jacobians({0.2, 0.8}), 100);
}

TEST(Newton, AsksForANewJacobianWhereTheStiffnessJumps) {
  constexpr double kJump = 1.005, kSoft = 1.0, kStiff = 1e6;
  auto problem = test::scalar_problem([=](auto t, auto q, auto) { return (t < kJump ? -kSoft : -kStiff) * q; });
  const Recorded run(problem, test::hht(), test::scalar_state(0.0, 1.0, 0.0, -1.0), test::fixed_step(0.01, 2.0));
  // One at the start, one at the jump: there the old one makes corrections grow.
  EXPECT_EQ(run.statistics().jacobian_evaluations, 2);
  for (const StepRecord& r : run.attempts)
    EXPECT_EQ(r.new_jacobian, r.time == 0.0 || (r.time < kJump && r.time + r.h > kJump)) << r.time;
}

// The stiffness of q'' = -q^3 at q = 10 is 300: with a Jacobian as old as the start the rate would be slow, so now and
// then one is made, but far from one in every step.
TEST(Newton, MakesFewJacobiansForASmoothMotion) {
  auto problem = test::scalar_problem([](auto, auto q, auto) { return -q * q * q; });
  const Recorded run(problem, test::hht(), test::scalar_state(0.0, 10.0, 0.0, -1000.0), test::with_error(1e-5, 5.0));
  const double steps = static_cast<double>(run.statistics().steps);
  EXPECT_GT(run.statistics().jacobian_evaluations, 1);
  EXPECT_LT(static_cast<double>(run.statistics().jacobian_evaluations), 0.5 * steps);
  EXPECT_LT(static_cast<double>(run.statistics().newton_iterations), 4.0 * steps);
}

std::string failure(dae::Problem& problem, const dae::State& start, const IntegrationOptions& options,
                    std::unique_ptr<Method> method = test::hht()) {
  try {
    const Recorded run(problem, std::move(method), start, options);
  } catch (const IntegrationError& e) {
    return e.what();
  }
  return "";
}

// A long step of q'' = q^2 from q = 10: q_free + beta h^2 q^2 = q has no real root where 4 beta h^2 q_free > 1.
TEST(Newton, SaysWhenAStepHasNoSolution) {
  auto problem = test::scalar_problem([](auto, auto q, auto) { return q * q; });
  const dae::State start = test::scalar_state(0.0, 10.0, 0.0, 100.0);
  const std::string message = failure(problem, start, test::fixed_step(0.5, 1.0));
  EXPECT_NE(message.find("integration failed at t = 0 s with step 0.5 s: Newton's iteration"), std::string::npos)
      << message;
  EXPECT_NE(message.find("worst: coordinate 1"), std::string::npos) << message;
  EXPECT_NE(message.find("use a smaller `step`"), std::string::npos) << message;
  // With an error to keep, the step is made smaller instead.
  EXPECT_EQ(failure(problem, start, test::with_error(1e-6, 0.1)), "");
}

TEST(Newton, NamesWhatIsNotFiniteAndSingular) {
  auto root = test::scalar_problem([](auto, auto q, auto) {
    using std::sqrt;
    return -sqrt(q);  // q passes 0 near t = 1.8
  });
  const std::string not_finite = failure(root, test::scalar_state(0.0, 1.0, 0.0, -1.0), test::fixed_step(0.1, 5.0));
  EXPECT_NE(not_finite.find("the equations are not finite"), std::string::npos) << not_finite;

  // The trapezoidal rule's matrix 1 + h^2 k/4 vanishes for one negative stiffness, exactly.
  auto flat = test::scalar_problem([](auto, auto q, auto) { return 16.0 * q; });
  const std::string singular = failure(flat, test::scalar_state(0.0, 1.0, 0.0, 16.0), test::fixed_step(0.5, 1.0),
                                       make_method("newmark", {{"gamma", 0.5}}));
  EXPECT_NE(singular.find("the Newton matrix is singular (worst: coordinate 1)"), std::string::npos) << singular;
}

}  // namespace
}  // namespace alembert
