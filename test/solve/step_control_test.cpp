// How the size of a step answers to the error of the last (docs/formulation.md, section 3: Choose h).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "support/scalar_problems.h"

namespace alembert {
namespace {

using test::Recorded;

// A mass that is pushed hard for a short time at t = 1, so that steps are rejected there and grow again.
auto push() {
  return test::scalar_problem([](auto t, auto, auto) { return 1.0 / (1e-4 + (t - 1.0) * (t - 1.0)); });
}

// The attempts up to where the end has a say: the last two.
std::size_t free_attempts(const Recorded& run) { return run.attempts.size() - 3; }

TEST(StepControl, PublishedAimsAtNineTenthsOfTheToleratedStep) {
  auto problem = push();
  StudyOptions study;
  study.published_control = true;
  const Recorded run(problem, test::hht(), test::scalar_state(0.0, 0.0, 0.0, 1.0 / 1.0001), test::with_error(1e-5, 3.0),
                     study);
  int kept = 0, grown = 0, doubled = 0, rejected = 0;
  for (std::size_t n = 0; n < free_attempts(run); ++n) {
    const StepRecord &r = run.attempts[n], &next = run.attempts[n + 1];
    const bool after_rejection = n > 0 && run.attempts[n - 1].outcome != StepOutcome::accepted;
    const double wanted = 0.9 / std::cbrt(r.error_ratio), factor = next.h / r.h;
    SCOPED_TRACE("attempt " + std::to_string(n) + ", error over tolerance " + std::to_string(r.error_ratio));
    if (r.outcome == StepOutcome::error_test) {
      EXPECT_GT(r.error_ratio, 1.0);
      EXPECT_EQ(next.time, r.time);  // the same step once more
      EXPECT_NEAR(factor, std::clamp(wanted, 0.2, after_rejection ? 0.5 : 0.9), 1e-12);
      ++rejected;
    } else {
      ASSERT_EQ(r.outcome, StepOutcome::accepted);
      EXPECT_LE(r.error_ratio, 1.0);
      const double most = after_rejection ? 1.0 : 2.0, allowed = std::min(wanted, most);
      // A gain of less than a fifth is not worth a new Jacobian.
      const bool keeps = allowed >= 1.0 && allowed <= 1.2;
      EXPECT_NEAR(factor, keeps ? 1.0 : allowed, 1e-12);
      kept += keeps;
      doubled += allowed == 2.0;
      grown += !keeps && allowed > 1.0 && allowed < 2.0;
    }
  }
  // Everything that can happen did.
  EXPECT_GT(kept, 5);
  EXPECT_GT(grown, 2);
  EXPECT_GT(doubled, 2);
  EXPECT_GT(rejected, 0);
}

// A force that alternates makes every second error large: the published control tries to grow after each small one.
TEST(StepControl, DoesNotZigzagWithAnErrorThatAlternates) {
  const auto rejected = [](bool published) {
    // Ever faster beats, so that no step size is in tune with them.
    auto problem = test::scalar_problem([](auto t, auto, auto) {
      using std::sin;
      return 40.0 * sin(30.0 * t * t) * t;
    });
    StudyOptions study;
    study.published_control = published;
    const Recorded run(problem, test::hht(), test::scalar_state(0.0, 0.0, 0.0, 0.0), test::with_error(1e-5, 5.0),
                       study);
    return static_cast<double>(run.statistics().rejected_steps) / static_cast<double>(run.statistics().steps);
  };
  EXPECT_LT(rejected(false), 0.5 * rejected(true));
}

// The error of a step of q'' = j t is c j h^3 exactly: h settles where that is between (0.9/1.2)^3 and 0.9^3 of the
// tolerance, and stays there.
TEST(StepControl, SettlesWhereTheErrorIsJustBelowTheTolerance) {
  constexpr double j = 6.0, tolerance = 1e-6;
  auto problem = test::scalar_problem([=](auto t, auto, auto) { return j * t; });
  const Recorded run(problem, test::hht(), test::scalar_state(0.0, 0.0, 0.0, 0.0), test::with_error(tolerance, 1.0));
  EXPECT_EQ(run.statistics().rejected_steps, 0);
  const double c = test::hht()->error_constant(ErrorEstimate::sharp);
  const std::size_t settled = run.attempts.size() / 2;
  for (std::size_t n = settled; n < free_attempts(run); ++n) {
    const StepRecord& r = run.attempts[n];
    EXPECT_EQ(r.h, run.attempts[settled].h);
    EXPECT_NEAR(r.error_ratio, c * j * std::pow(r.h, 3) / tolerance, 1e-6 * r.error_ratio);
    EXPECT_GE(r.error_ratio, std::pow(0.9 / 1.2, 3));
    EXPECT_LE(r.error_ratio, std::pow(0.9, 3));
  }
}

TEST(StepControl, LandsOnTheEndWithoutASliver) {
  for (const double end : {0.7, 1.0, 1.3}) {
    auto problem = test::scalar_problem([](auto, auto q, auto) { return -25.0 * q; });
    const Recorded run(problem, test::hht(), test::scalar_state(0.0, 1.0, 0.0, -25.0), test::with_error(1e-5, end));
    EXPECT_EQ(run.states.back().t, end);
    const std::size_t n = run.attempts.size();
    EXPECT_GT(run.attempts[n - 1].h, 0.25 * run.attempts[n - 3].h) << end;
  }
}

TEST(StepControl, KeepsTheLimitsItIsGiven) {
  IntegrationOptions options = test::with_error(1e-3, 3.0);
  options.max_step = 0.01;
  options.initial_step = 1e-5;
  auto problem = test::scalar_problem([](auto, auto q, auto) { return -q; });
  const Recorded run(problem, test::hht(), test::scalar_state(0.0, 1.0, 0.0, -1.0), options);
  EXPECT_EQ(run.attempts.front().h, 1e-5);
  double largest = 0.0;
  for (const StepRecord& r : run.attempts) largest = std::max(largest, r.h);
  EXPECT_EQ(largest, 0.01);

  options = test::with_error(1e-9, 3.0);
  options.min_step = 1e-3;
  auto pushed = push();
  try {
    const Recorded failed(pushed, test::hht(), test::scalar_state(0.0, 0.0, 0.0, 1.0 / 1.0001), options);
    FAIL() << "it ended, though its steps were not to be so small";
  } catch (const IntegrationError& e) {
    EXPECT_NE(std::string(e.what()).find("the local error stays above the tolerance"), std::string::npos) << e.what();
  }
}

TEST(FixedSteps, AreMultiplesOfTheStepAndNoSums) {
  constexpr double h = 0.1;
  auto problem = test::scalar_problem([](auto, auto q, auto) { return -q; });
  const Recorded run(problem, test::hht(), test::scalar_state(0.0, 1.0, 0.0, -1.0), test::fixed_step(h, 100.0));
  ASSERT_EQ(run.states.size(), 1001u);
  for (std::size_t n = 0; n < run.states.size(); ++n) EXPECT_EQ(run.states[n].t, static_cast<double>(n) * h) << n;
}

// A last step that is shorter lands on the end; one that is longer by rounding alone is no step of its own.
TEST(FixedSteps, EndAtTheEnd) {
  auto problem = test::scalar_problem([](auto, auto q, auto) { return -q; });
  const Recorded run(problem, test::hht(), test::scalar_state(0.0, 1.0, 0.0, -1.0), test::fixed_step(0.3, 1.0));
  EXPECT_EQ(run.statistics().steps, 4);
  EXPECT_EQ(run.states.back().t, 1.0);
  const Recorded whole(problem, test::hht(), test::scalar_state(0.0, 1.0, 0.0, -1.0), test::fixed_step(1.0 / 49, 1.0));
  EXPECT_EQ(whole.statistics().steps, 49);
}

TEST(StudyOptions, WithAGivenNumberOfIterationsNeedAFixedStep) {
  auto problem = test::scalar_problem([](auto, auto q, auto) { return -q; });
  StudyOptions study;
  study.iterations = 2;
  EXPECT_THROW(Stepper(problem, test::hht(), test::with_error(1e-5, 1.0), study), UsageError);
}

}  // namespace
}  // namespace alembert
