// Patterns that change between steps: a problem padded with structural zeros, others every third step, moves as
// without.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "analysis/integrators.h"
#include "base/error.h"
#include "support/model_run.h"
#include "support/padded_problem.h"

namespace alembert {
namespace {

constexpr double kStep = 1e-4;

DynamicsEngine engine_of(const std::string& name) {
  return DynamicsEngine(test::with_step(test::shipped_model(name), "hht", {}, kStep));
}

std::unique_ptr<Integrator> integrator_of(dae::Problem& problem, const std::string& method, double end) {
  IntegrationOptions options;
  options.end = end;
  if (method == "bdf")
    options.tolerance = 1e-10;
  else
    options.step = kStep;
  return make_integrator(problem, method, {}, options);
}

std::vector<std::string> every_method() {
  std::vector<std::string> out;
  for (const MethodDescription& m : stepper_methods()) out.emplace_back(m.name);
  out.emplace_back("bdf");
  return out;
}

dae::State run(dae::Problem& problem, const dae::State& start, const std::string& method, double end) {
  const auto integrator = integrator_of(problem, method, end);
  integrator->start(start);
  while (!integrator->done()) {
    integrator->advance();
    // Newton never goes on with factors of an old pattern.
    if (const auto* stepper = dynamic_cast<const Stepper*>(integrator.get())) {
      EXPECT_EQ(stepper->factors().pattern(), problem.pattern());
    }
  }
  return integrator->state();
}

// slider_crank: a mobility to project with; double_four_bar: redundant rows; bricard: no mobility, projection by
// iteration; rolling_disc: nonholonomic rows; abs_brake: states.
TEST(ChangingPattern, EveryMethodMovesAsWithoutChanges) {
  for (const char* name : {"slider_crank", "double_four_bar", "bricard", "rolling_disc", "abs_brake"})
    for (const std::string& method : every_method()) {
      SCOPED_TRACE(std::string(name) + " " + method);
      DynamicsEngine engine = engine_of(name);
      const dae::State start = engine.initial_state();
      dae::State plain;
      const double end = start.t + 90 * kStep;
      try {
        plain = run(engine.problem(), start, method, end);
      } catch (const UsageError&) {
        EXPECT_EQ(method, "hht_add");  // takes neither nonholonomic constraints nor bodies without inertia
        continue;
      }
      test::PaddedProblem padded(engine.problem(), test::every_third_step());
      const dae::State moved = run(padded, start, method, end);
      EXPECT_GT(padded.changes(), method == "bdf" ? 3 : 28);
      EXPECT_EQ(moved.t, plain.t);
      EXPECT_LT((moved.q - plain.q).cwiseAbs().maxCoeff(), 1e-10);
      // Newton leaves velocities off by what it leaves positions off, over h.
      EXPECT_LT((moved.v - plain.v).cwiseAbs().maxCoeff(), 1e-10 * (1.0 + plain.v.cwiseAbs().maxCoeff()) / kStep);
    }
}

// The same with the parts of a mechanism themselves bound again: another block every third step.
TEST(ChangingPattern, PartsThatAreBoundAgainMoveAsBefore) {
  for (const char* name : {"slider_crank", "double_four_bar", "governor", "rolling_disc", "abs_brake", "tuned_damper"})
    for (const std::string method : {"hht", "hht_si2", "bdf"}) {
      SCOPED_TRACE(std::string(name) + " " + method);
      DynamicsEngine engine = engine_of(name);
      MultibodyProblem& problem = engine.problem();
      const dae::State start = engine.initial_state();
      const double end = start.t + 60 * kStep;
      const dae::State plain = run(problem, start, method, end);
      const auto integrator = integrator_of(problem, method, end);
      integrator->start(start);
      for (int k = 0; !integrator->done(); ++k) {
        if (k % 3 == 2) {
          const int at = k % std::max(1, problem.sizes().unknowns() - 1);
          problem.rebuild_pattern({{at, 1, 0, 1}, {0, 1, at, 1}});
        }
        integrator->advance();
      }
      EXPECT_LT((integrator->state().q - plain.q).cwiseAbs().maxCoeff(), 1e-10);
      EXPECT_LT((integrator->state().v - plain.v).cwiseAbs().maxCoeff(),
                1e-10 * (1.0 + plain.v.cwiseAbs().maxCoeff()) / kStep);
    }
}

// What is written down between two changes, or just before one, and read back goes on to the last bit.
TEST(ChangingPattern, ARestartGoesOnToTheLastBit) {
  const auto number = [](const dae::State& s) { return static_cast<int>(std::lround(s.t / kStep)) / 3; };
  for (const char* name : {"slider_crank", "double_four_bar", "rolling_disc"})
    for (const MethodDescription& m : stepper_methods())
      for (const int steps : {1, 20, 21, 22}) {
        const std::string method(m.name);
        SCOPED_TRACE(std::string(name) + " " + method + " " + std::to_string(steps));
        if (method == "hht_add" && std::string(name) == "rolling_disc") continue;
        DynamicsEngine engine = engine_of(name), other = engine_of(name);
        const dae::State start = engine.initial_state();
        test::PaddedProblem first(engine.problem(), number), second(other.problem(), number);
        const auto a = integrator_of(first, method, 1.0), b = integrator_of(second, method, 1.0);
        dae::State between = start;
        const auto advance = [&](Integrator& integrator, int count) {
          for (int k = 0; k < count; ++k) {
            integrator.advance();
            integrator.interpolate(integrator.state().t - 0.3 * kStep, between);
          }
        };
        a->start(start);
        advance(*a, steps);
        Archive written;
        written(*a);
        b->start(a->state());
        Archive read(written.data());
        read(*b);
        ASSERT_TRUE(read.at_end());
        advance(*a, 10);
        advance(*b, 10);
        Archive of_a, of_b;
        of_a(*a);
        of_b(*b);
        ASSERT_EQ(of_a.data().size(), of_b.data().size());
        ASSERT_EQ(std::memcmp(of_a.data().data(), of_b.data().data(), of_a.data().size() * sizeof(double)), 0);
      }
}

}  // namespace
}  // namespace alembert
