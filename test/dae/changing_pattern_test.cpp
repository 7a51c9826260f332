// Patterns that change between steps: a problem padded with structural zeros, others every third step, moves as
// without.
#include <gtest/gtest.h>

#include <cstring>

#include "analysis/integrators.h"
#include "base/error.h"
#include "support/model_run.h"
#include "support/padded_problem.h"

namespace alembert {
namespace {

constexpr double kStep = 2.5e-4;

// The problem of a model and its start.
struct Subject {
  explicit Subject(const std::string& name) : engine(test::with_step(test::shipped_model(name), "hht", {}, kStep)) {}
  DynamicsEngine engine;
};

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
  while (!integrator->done()) integrator->advance();
  return integrator->state();
}

// slider_crank: a mobility to project with; double_four_bar: redundant rows; bricard: no mobility, projection by
// iteration; rolling_disc: nonholonomic rows; abs_brake: states.
TEST(ChangingPattern, EveryMethodMovesAsWithoutChanges) {
  for (const char* name : {"slider_crank", "double_four_bar", "bricard", "rolling_disc", "abs_brake"})
    for (const std::string& method : every_method()) {
      SCOPED_TRACE(std::string(name) + " " + method);
      Subject subject(name);
      const dae::State start = subject.engine.initial_state();
      dae::State plain;
      const double end = start.t + 90 * kStep;
      try {
        plain = run(subject.engine.problem(), start, method, end);
      } catch (const UsageError&) {
        EXPECT_EQ(method, "hht_add");  // takes neither nonholonomic constraints nor bodies without inertia
        continue;
      }
      test::PaddedProblem padded(subject.engine.problem(), test::every_third_step());
      const dae::State moved = run(padded, start, method, end);
      EXPECT_GT(padded.changes(), method == "bdf" ? 3 : 28);
      EXPECT_EQ(moved.t, plain.t);
      EXPECT_LT((moved.q - plain.q).cwiseAbs().maxCoeff(), 1e-10);
      EXPECT_LT((moved.v - plain.v).cwiseAbs().maxCoeff(), 1e-10 * (1.0 + plain.v.cwiseAbs().maxCoeff()) / kStep);
      if (::testing::Test::HasFailure()) return;
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
        Subject subject(name), other(name);
        const dae::State start = subject.engine.initial_state();
        test::PaddedProblem first(subject.engine.problem(), number), second(other.engine.problem(), number);
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
