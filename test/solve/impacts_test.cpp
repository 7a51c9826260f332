// A mass on an elastic floor comes back as fast as it went, whatever the method, the tolerance and the company
// (docs/formulation.md, section 3: Impacts).
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "support/bouncing.h"
#include "support/scalar_problems.h"

namespace alembert {
namespace {

struct Bounce {
  double restitution = 0.0;  // speed after over speed before
  int steps = 0;             // that begin or end in contact
};

// Down with speed 1 from `height` and up again, without gravity.
Bounce bounce(test::Bouncing& problem, std::unique_ptr<Method> method, IntegrationOptions options, double height) {
  options.end = 4.0 * height;
  options.longest_first_step = 1e-3;
  Stepper stepper(problem, std::move(method), options);
  stepper.start(problem.falling(height, 1.0));
  Bounce out;
  while (!stepper.done()) {
    stepper.advance();
    out.steps += stepper.state().q[0] < 0.0 || stepper.previous().q[0] < 0.0 ? 1 : 0;
  }
  out.restitution = stepper.state().v[0];
  return out;
}

struct Candidate {
  const char* method;
  std::map<std::string, double> parameters;
  double loss;  // of speed, at most
};

// Damping of the method itself, of order 1 or by a BDF that carries the last change of velocity on, comes on top.
const std::vector<Candidate> kCandidates{{"hht", {}, 0.005},
                                         {"hht", {{"alpha", -0.05}}, 0.005},
                                         {"hht_si2", {}, 0.005},
                                         {"hht_si2", {{"alpha", -0.05}}, 0.005},
                                         {"hht_add", {}, 0.005},
                                         {"gen_alpha_soi2", {}, 0.005},
                                         {"tangent", {}, 0.005},
                                         {"central_difference", {}, 0.005},
                                         {"newmark", {{"gamma", 0.5}, {"beta", 0.25}}, 0.005},
                                         {"nstiff", {}, 0.03},
                                         {"nstiff_si2", {}, 0.03},
                                         {"newmark", {}, 0.1}};

TEST(Impacts, GiveTheirSpeedBackWithEveryMethodToleranceAndExponent) {
  for (const Candidate& c : kCandidates)
    for (const double exponent : {1.0, 1.5, 2.2})
      for (const int others : {0, 200})
        for (const double tolerance : {1e-3, 1e-5, 1e-8})
          for (const double height : {0.05, 0.0537, 0.0611}) {
            test::Bouncing problem(others);
            problem.exponent = exponent;
            const Bounce b =
                bounce(problem, make_method(c.method, c.parameters), test::with_error(tolerance, 1.0), height);
            EXPECT_NEAR(b.restitution, 1.0, c.loss) << c.method << ", exponent " << exponent << ", " << others
                                                    << " others, tolerance " << tolerance << ", height " << height;
            if (tolerance > 1e-6) {
              EXPECT_LE(b.steps, 30) << c.method << " " << exponent;
            }
          }
}

// How hard the floor is makes no difference.
TEST(Impacts, AreAsAccurateOnSoftFloorsAsOnHard) {
  for (const double stiffness : {1e4, 1e6, 1e10, 1e12})
    for (const double tolerance : {1e-3, 1e-6}) {
      test::Bouncing problem(200);
      problem.stiffness = stiffness;
      const Bounce b = bounce(problem, test::hht(), test::with_error(tolerance, 1.0), 0.05);
      EXPECT_NEAR(b.restitution, 1.0, 0.005) << stiffness << " " << tolerance;
    }
}

TEST(Impacts, AreAsAccurateAsIsAskedFor) {
  int steps = 0;
  for (const double accuracy : {0.1, 0.01, 0.001, 0.0001}) {
    int most = 0;
    for (const double height : {0.05, 0.051, 0.053, 0.057, 0.061}) {
      test::Bouncing problem;
      IntegrationOptions options = test::with_error(1e-3, 1.0);
      options.contact_accuracy = accuracy;
      const Bounce b = bounce(problem, test::hht(), options, height);
      EXPECT_NEAR(b.restitution, 1.0, accuracy) << accuracy << " " << height;
      most = std::max(most, b.steps);
    }
    EXPECT_GT(most, 1.5 * steps) << accuracy;
    steps = most;
  }
}

// Without the test none of this holds.
TEST(Impacts, AreWrongWithoutTheTest) {
  test::Bouncing problem(200);
  problem.tests_impacts = false;
  double worst = 0.0;
  for (const double height : {0.05, 0.051, 0.053, 0.057, 0.061})
    worst =
        std::max(worst, std::abs(bounce(problem, test::hht(), test::with_error(1e-3, 1.0), height).restitution - 1.0));
  EXPECT_GT(worst, 0.1);
}

// A body that lies still on the floor is no impact: steps are those of the load, not of the contact's frequency.
TEST(Impacts, RestingContactsDoNotShortenSteps) {
  const auto steps = [](bool tested) {
    test::Bouncing problem;
    problem.gravity = 10.0;
    problem.tests_impacts = tested;
    const double depth = std::pow(problem.gravity / problem.stiffness, 1.0 / problem.exponent);
    IntegrationOptions options = test::with_error(1e-6, 1.0);
    options.max_step = 0.01;
    const test::Recorded run(problem, test::hht(), problem.falling(-depth, 0.0), options);
    EXPECT_NEAR(run.states.back().q[0], -depth, 1e-9);
    return run.statistics().steps;
  };
  EXPECT_LE(steps(true), steps(false) + 5);
}

TEST(Impacts, SayWhichContactSetTheStep) {
  test::Bouncing problem;
  const test::Recorded run(problem, test::hht(), problem.falling(0.05, 1.0), test::with_error(1e-3, 0.2));
  int blamed = 0;
  for (const StepRecord& r : run.attempts) {
    if (r.worst_contact < 0) continue;
    ++blamed;
    EXPECT_EQ(r.worst_contact, 0);
    EXPECT_EQ(r.worst_row, -1);
  }
  EXPECT_GT(blamed, 10);
}

TEST(Impacts, NoStepIsLongerThanTheContactAllows) {
  test::Bouncing problem;
  problem.longest = 0.003;
  const test::Recorded run(problem, test::hht(), problem.falling(0.05, 1.0), test::with_error(1e-3, 0.2));
  double longest = 0.0;
  for (const StepRecord& r : run.attempts) longest = std::max(longest, r.h);
  EXPECT_EQ(longest, 0.003);
}

std::string failure(test::Bouncing& problem, const IntegrationOptions& options) {
  try {
    const test::Recorded run(problem, test::hht(), problem.falling(0.05, 1.0), options);
  } catch (const IntegrationError& e) {
    return e.what();
  }
  return "nothing was thrown";
}

// A deep step is repeated with a shorter one; where that does not help the message names the contact.
TEST(Impacts, BodiesDoNotPassThroughEachOther) {
  test::Bouncing problem;
  problem.rounding = 1.5 * problem.deepest(1.0);
  const test::Recorded run(problem, test::hht(), problem.falling(0.05, 1.0), test::with_error(1e-3, 0.2));
  EXPECT_NEAR(run.states.back().v[0], 1.0, 0.005);
  problem.rounding = 0.5 * problem.deepest(1.0);
  for (const IntegrationOptions& options : {test::with_error(1e-3, 0.2), test::fixed_step(1e-6, 0.2)}) {
    const std::string message = failure(problem, options);
    EXPECT_NE(message.find("deeper in each other than their rounding (worst: contact floor)"), std::string::npos)
        << message;
    EXPECT_NE(message.find("a larger `rounding` or `stiffness`"), std::string::npos) << message;
  }
}

TEST(Impacts, FixedStepsAreTestedForPassingThroughAlone) {
  test::Bouncing problem;
  const test::Recorded run(problem, test::hht(), problem.falling(0.05, 1.0), test::fixed_step(1e-3, 0.2));
  EXPECT_EQ(run.statistics().steps, 200);
  for (const StepRecord& r : run.attempts) EXPECT_EQ(r.error_ratio, 0.0);
}

TEST(Impacts, NothingIsExtrapolatedOverABeginOrAnEnd) {
  test::Bouncing problem;
  problem.gravity = 10.0;
  const test::Recorded run(problem, test::hht(), problem.falling(0.05, 1.0), test::with_error(1e-6, 0.2));
  std::set<int> in_contact;
  std::size_t accepted = 0;
  for (const StepRecord& r : run.attempts) {
    const bool touches = run.states[accepted].q[0] < 0.0;
    if (touches) in_contact.insert(r.predictor_degree);
    if (accepted > 0 && touches != (run.states[accepted - 1].q[0] < 0.0)) {
      EXPECT_EQ(r.predictor_degree, 0);
    }
    if (r.outcome == StepOutcome::accepted) ++accepted;
  }
  EXPECT_EQ(in_contact, (std::set<int>{0, 1}));
}

// Steps written within an impact and read back are the same to the last bit.
TEST(Impacts, GoOnAfterBeingStored) {
  test::Bouncing problem, other;
  const IntegrationOptions options = test::with_error(1e-3, 0.2);
  Stepper a(problem, test::hht(), options), b(other, test::hht(), options);
  a.start(problem.falling(0.05, 1.0));
  while (a.state().q[0] >= 0.0) a.advance();
  Archive written;
  written(problem, a);
  b.start(other.falling(0.05, 1.0));
  Archive read(written.data());
  read(other, b);
  while (!a.done()) {
    a.advance();
    b.advance();
    ASSERT_EQ(a.state().t, b.state().t);
    ASSERT_EQ(a.state().q[0], b.state().q[0]);
  }
}

}  // namespace
}  // namespace alembert
