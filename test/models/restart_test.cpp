// An integration that is written down and read back goes on as if nothing had happened, to the last bit.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "base/archive.h"
#include "base/error.h"
#include "support/model_run.h"

namespace alembert {
namespace {

bool same(const Vector& a, const Vector& b) {
  if (a.size() != b.size() || a.size() == 0) return a.size() == b.size();
  return std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}

void expect_same(const dae::State& a, const dae::State& b) {
  EXPECT_EQ(a.t, b.t);
  EXPECT_TRUE(same(a.q, b.q));
  EXPECT_TRUE(same(a.v, b.v));
  EXPECT_TRUE(same(a.a, b.a));
  EXPECT_TRUE(same(a.lambda, b.lambda));
  EXPECT_TRUE(same(a.memory, b.memory));
}

// A variable step, or a fixed one where the method has no estimate of its error.
Model prepared(const std::string& model, const std::string& method) {
  Model out = test::with_tolerance(test::shipped_model(model), method, {}, 1e-6);
  try {
    DynamicsEngine{out};
  } catch (const UsageError&) {
    return test::with_step(out, method, {}, 1e-3);
  }
  return out;
}

// Makes some steps, in each of which the dense output is asked for, too: it may make a matrix of its own.
void advance(Integrator& integrator, int steps) {
  dae::State between = integrator.state();
  for (int k = 0; k < steps && !integrator.done(); ++k) {
    integrator.advance();
    integrator.interpolate(integrator.state().t - 0.3 * integrator.last_step(), between);
  }
}

// slider_crank: joints and a spring with damper; double_four_bar: redundant constraints; abs_brake: states;
// planetary_gear: angles over whole turns; rolling_disc: nonholonomic constraints; cam_follower: contact of curves;
// thrown_box: contact; dominoes: so many pairs that they are searched for; flexible_slider_crank: a body that deforms.
TEST(Restart, EveryMethodGoesOnToTheLastBit) {
  std::mt19937 random(20261116);
  std::uniform_int_distribution<int> steps(1, 60);
  for (const char* name : {"slider_crank", "double_four_bar", "abs_brake", "planetary_gear", "rolling_disc",
                           "cam_follower", "thrown_box", "dominoes", "flexible_slider_crank"})
    for (const MethodDescription& m : stepper_methods()) {
      SCOPED_TRACE(std::string(name) + " " + std::string(m.name));
      std::optional<Model> model;
      std::optional<DynamicsEngine> first;
      try {
        model = prepared(name, std::string(m.name));
        first.emplace(*model);
      } catch (const UsageError&) {  // hht_add takes neither states nor nonholonomic constraints
        EXPECT_EQ(m.name, "hht_add");
        continue;
      }
      advance(first->integrator(), steps(random));
      Archive written;
      written(first->problem(), first->integrator());
      DynamicsEngine second(*model, first->integrator().state());
      Archive read(written.data());
      read(second.problem(), second.integrator());
      EXPECT_TRUE(read.at_end());
      advance(first->integrator(), 40);
      advance(second.integrator(), 40);
      expect_same(first->integrator().state(), second.integrator().state());
      expect_same(first->integrator().previous(), second.integrator().previous());
      EXPECT_TRUE(same(first->integrator().acceleration(), second.integrator().acceleration()));
      const RunStatistics &a = first->integrator().statistics(), &b = second.integrator().statistics();
      EXPECT_EQ(a.steps, b.steps);
      EXPECT_EQ(a.rejected_steps, b.rejected_steps);
      EXPECT_EQ(a.newton_iterations, b.newton_iterations);
      EXPECT_EQ(a.factorizations, b.factorizations);
      // What would be written next is the same, too.
      Archive again, from_second;
      again(first->problem(), first->integrator());
      from_second(second.problem(), second.integrator());
      ASSERT_EQ(again.data().size(), from_second.data().size());
      EXPECT_EQ(std::memcmp(again.data().data(), from_second.data().data(), again.data().size() * sizeof(double)), 0);
    }
}

// A sensor of a reaction has a matrix of its own, whose pivots go on, too.
TEST(Restart, SensorsOfReactionsActAtTheSameTimesToTheLastBit) {
  Model model = test::shipped_model("slider_crank");
  model.sensors.clear();
  const std::string joint = model.joints[0].name;
  model.sensors.push_back({});
  model.sensors.back().name = "pull";
  model.sensors.back().event = parse_expression("fx(" + joint + ")", {}, {});
  model.sensors.back().record = true;
  const auto events = [](DynamicsEngine& engine, EventFinder& finder, int steps) {
    std::vector<double> out;
    for (int k = 0; k < steps && !engine.integrator().done(); ++k) {
      engine.integrator().advance();
      while (const auto event = finder.next(engine.integrator())) out.push_back(event->time);
    }
    return out;
  };
  DynamicsEngine first(model);
  EventFinder watched(first.sensors(), first.problem(), model);
  watched.start(first.initial_state(), {});
  events(first, watched, 25);
  Archive written;
  written(first.problem(), first.integrator(), watched);
  DynamicsEngine second(model, first.integrator().state());
  EventFinder goes_on(second.sensors(), second.problem(), model);
  Archive read(written.data());
  read(second.problem(), second.integrator(), goes_on);
  EXPECT_TRUE(read.at_end());
  const std::vector<double> times = events(first, watched, 200);
  EXPECT_GE(times.size(), 2u);  // so that something is compared
  EXPECT_EQ(events(second, goes_on, 200), times);
}

TEST(Restart, TheEndHasNoSayInEarlySteps) {
  for (const double end : {1.0, 1.7}) {
    Model model = test::shipped_model("slider_crank"), longer = model;
    model.simulation.end = end;
    DynamicsEngine a(model), b(longer);
    int steps = 0;
    for (; !a.integrator().end_is_near(); ++steps) {
      a.integrator().advance();
      b.integrator().advance();
      ASSERT_EQ(a.integrator().state().t, b.integrator().state().t);
      ASSERT_TRUE(same(a.integrator().state().q, b.integrator().state().q));
    }
    EXPECT_GT(steps, 100);
    EXPECT_GT(a.integrator().state().t, 0.95 * end);
  }
}

TEST(Restart, DamagedDataIsRefused) {
  DynamicsEngine engine(test::shipped_model("slider_crank"));
  Archive written;
  written(engine.problem(), engine.integrator());
  std::vector<double> half(written.data().begin(), written.data().begin() + 20);
  Archive read(half);
  EXPECT_THROW(read(engine.problem(), engine.integrator()), Error);
}

}  // namespace
}  // namespace alembert
