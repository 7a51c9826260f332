// No heap allocation in a step: malloc itself is counted, so that Eigen, KLU and the library are all seen.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <vector>

#include "analysis/integrators.h"
#include "analysis/session.h"
#include "dae/projection.h"
#include "expression/expression.h"
#include "support/model_run.h"
#include "support/padded_problem.h"

#if defined(__SANITIZE_ADDRESS__)
#define ALEMBERT_COUNTS_MALLOC 0  // the sanitizer has its own malloc
#else
#define ALEMBERT_COUNTS_MALLOC 1

namespace {
std::atomic<bool> counting{false};
std::atomic<long> allocations{0};
void count() {
  if (counting.load(std::memory_order_relaxed)) allocations.fetch_add(1, std::memory_order_relaxed);
}
}  // namespace

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t n) {
  count();
  return __libc_malloc(n);
}
void* calloc(std::size_t n, std::size_t size) {
  count();
  return __libc_calloc(n, size);
}
void* realloc(void* p, std::size_t n) {
  count();
  return __libc_realloc(p, n);
}
void* aligned_alloc(std::size_t alignment, std::size_t n) {
  count();
  return __libc_memalign(alignment, n);
}
int posix_memalign(void** out, std::size_t alignment, std::size_t n) {
  count();
  *out = __libc_memalign(alignment, n);
  return *out ? 0 : 12;
}
}

namespace alembert {
namespace {

class Allocation : public ::testing::TestWithParam<std::string> {};

TEST_P(Allocation, NoneInAHundredStepsOfTheModel) {
  for (const MethodDescription& method : stepper_methods())
    for (const bool fixed : {false, true}) {
      Model model = test::shipped_model(GetParam());
      model.simulation.method = {std::string(method.name), {}, {}};
      if (fixed) {
        model.simulation.tolerance.reset();
        model.simulation.step = std::min(1e-3, model.simulation.end / 2000);
      } else {
        model.simulation.step.reset();
        model.simulation.tolerance = 1e-5;
      }
      // Bricard's slender rods have no inertia about their axes, which hht_add would have to divide by.
      if (method.name == "hht_add" && GetParam() == "bricard") continue;
      // Methods in the tangent space do not resolve vibrations of 9 kHz at this accuracy.
      const bool tangent = method.name == "tangent" || method.name == "central_difference";
      if (tangent && GetParam() == "flexible_slider_crank") continue;
      DynamicsEngine engine(model);
      // The first factorisation chooses pivots and the first steps size their history: not counted.
      for (int k = 0; k < 5; ++k) engine.stepper().advance();
      const long full = engine.stepper().factors().full_factorizations();
      allocations = 0;
      counting = true;
      for (int k = 0; k < 100 && !engine.stepper().done(); ++k) engine.stepper().advance();
      counting = false;
      // New pivots do allocate; the guard asks for them where the old ones have become poor, which some methods
      // meet when they pass the singular position of the double four-bar or close Bricard's redundant loop. The
      // first matrices of the governor and of the flexible rod, everything in line with the axes, have zeros that are
      // none later.
      const long new_pivots = engine.stepper().factors().full_factorizations() - full;
      const bool poor = GetParam() == "double_four_bar" || GetParam() == "bricard" || GetParam() == "governor" ||
                        GetParam() == "flexible_slider_crank";
      EXPECT_LE(new_pivots, poor ? 3 : 0) << GetParam() << " " << method.name;
      if (new_pivots == 0) {
        EXPECT_EQ(allocations.load(), 0) << GetParam() << " " << method.name << (fixed ? " fixed" : " variable");
      }
    }
}
INSTANTIATE_TEST_SUITE_P(ShippedModels, Allocation,
                         ::testing::Values("single_pendulum", "double_pendulum", "slider_crank",
                                           "flexible_slider_crank", "double_four_bar", "bricard", "chain", "free_body",
                                           "heavy_top", "governor", "seven_body", "rolling_after_sliding",
                                           "thrown_box"));

// A controller's loop: an input that jumps at every interval, and outputs that are read.
TEST(Allocation, NoneInAHundredIntervalsOfASession) {
  Session session(test::shipped_model("cart_pole"));
  std::array<double, 2> inputs{};
  double seen = 0.0;
  const auto go_on = [&](int intervals) {
    for (int k = 0; k < intervals; ++k) {
      inputs[0] = 0.01 * (k % 5);
      session.advance(1e-3, inputs);
      seen += session.output(1);
    }
  };
  go_on(10);
  allocations = 0;
  counting = true;
  go_on(100);
  counting = false;
  EXPECT_EQ(allocations, 0);
  EXPECT_TRUE(std::isfinite(seen));
}

// A pattern that changes every third step: those steps analyse their matrices anew, the others allocate nothing.
TEST(Allocation, OnlyInStepsThatStartWithAnotherPattern) {
  std::vector<std::string> methods{"bdf"};
  for (const MethodDescription& m : stepper_methods()) methods.emplace_back(m.name);
  for (const char* name : {"slider_crank", "seven_body", "chain"})
    for (const std::string& method : methods) {
      SCOPED_TRACE(std::string(name) + " " + method);
      DynamicsEngine engine(test::shipped_model(name));
      test::PaddedProblem problem(engine.problem(), test::every_third_step());
      IntegrationOptions options;
      options.end = engine.system().model().simulation.end;
      if (method == "bdf")
        options.tolerance = 1e-5;
      else
        options.step = std::min(1e-3, options.end / 2000);
      const auto integrator = make_integrator(problem, method, {}, options);
      integrator->start(engine.initial_state());
      for (int k = 0; k < 5; ++k) integrator->advance();
      int changed = 0;
      for (int k = 0; k < 45; ++k) {
        const int before = problem.changes();
        allocations = 0;
        counting = true;
        integrator->advance();
        counting = false;
        changed += problem.changes() - before;
        if (problem.changes() == before) {
          EXPECT_EQ(allocations.load(), 0) << "in step " << k;
        }
      }
      EXPECT_EQ(changed, 15);
    }
}

// New matrices too, once there has been one.
TEST(Allocation, NoneInAProjectionOntoTheConstraints) {
  DynamicsEngine engine(test::shipped_model("slider_crank"));
  dae::Projection projection(engine.problem());
  const dae::State start = engine.initial_state();
  dae::State state = start;
  const Vector d = Vector::Constant(state.v.size(), 1e-3);
  engine.problem().recall(state);
  const auto project = [&] {
    engine.problem().advance(start.q, d, state.q);
    state.v = start.v + d;
    projection.forget();
    return projection.close_positions(state, 1e-11).closed && projection.close_velocities(state, 1e-11).closed;
  };
  ASSERT_TRUE(project());
  allocations = 0;
  counting = true;
  const bool closed = project();
  counting = false;
  EXPECT_TRUE(closed);
  EXPECT_EQ(allocations.load(), 0);
}

// Forces, variables in a loop, states, implicit ones too, a motion and constraints of both levels, all as expressions;
// and a tire, which owns states.
TEST(Allocation, NoneInStepsOfAModelMadeOfExpressions) {
  const std::string given = R"yaml(
alembert: 1
gravity: [0, -9.81, 0]
bodies:
  crank: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [0.5, 0, 0]}
  arm: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [1.5, 0, 0]}
  blade: {type: planar, mass: 1, inertia: 0.3, velocity: [1, 0, 0], angular_velocity: [0, 0, 2]}
  bead: {type: point, mass: 0.1, position: [0.5, 0.125, 0]}
  ground: {markers: {road: {orientation: {x: [1, 0, 0], z: [0, 1, 0]}}}}
  wheel: {mass: 10, inertia: [0.2, 0.2, 0.4], position: [5, 0.2995, 0], velocity: [3, 0, 0.1], angular_velocity: [0, 0, -10]}
joints:
  shaft: {type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}
  elbow: {type: revolute, bodies: [crank, arm], at: [1, 0, 0], axis: [0, 0, 1]}
motions: {drive: {joint: shaft, angle: 0.5*sin(time)}}
constraints:
  edge: {velocity: "vy(blade, ground, blade)"}
  wire: {position: "dy(bead) - 0.5*dx(bead)^2"}
variables: {u: "0.1*cos(var(w)) + state(x)", w: "0.1*sin(var(u)) + rate(y)"}
states:
  x: {derivative: "az(arm, crank) - state(x)"}
  y: {residual: "rate(y) + 0.1*rate(y)^3 + state(y) - vx(bead)"}
forces:
  friction: {type: torque, on: arm, reaction: crank, torque: [0, 0, "-0.02*FORCE*tanh(wz(arm, crank)) + var(u)"]}
  pull: {type: force, on: bead, force: ["-var(w) + 1e-3*fx(tire)", 0, 0]}
  tire: {type: tire, road: ground.road, wheel: wheel, radius: 0.3, load: stiff, slip_stiffness: 900, cornering_stiffness: 800,
         friction: 0.8}
splines: {stiff: {x: [0, 0.001, 0.002, 0.004, 0.01], y: [0, 200, 410, 850, 2500]}}
simulation: {end: 2}
)yaml";
  for (const bool reactions : {false, true})
    for (const MethodDescription& method : stepper_methods()) {
      if (method.name == "hht_add") continue;  // has no formulas for the edge, which is nonholonomic
      if (method.name == "tangent")
        continue;  // the matrix of its projections takes new pivots here, and those allocate
      std::string text = given;
      text.replace(text.find("FORCE"), 5, reactions ? "fm(elbow)" : "dm(bead)");
      Model m = test::model_from(text);
      m.simulation.method = {std::string(method.name), {}, {}};
      m.simulation.tolerance = 1e-5;
      DynamicsEngine engine(m);
      for (int k = 0; k < 5; ++k) engine.stepper().advance();
      const long full = engine.stepper().factors().full_factorizations();
      allocations = 0;
      counting = true;
      for (int k = 0; k < 50 && !engine.stepper().done(); ++k) engine.stepper().advance();
      counting = false;
      if (engine.stepper().factors().full_factorizations() == full) {
        EXPECT_EQ(allocations.load(), 0) << method.name << (reactions ? " with reactions" : "");
      }
    }
}

// Reactions take a factorisation: its analysis is made once, not at every time that is looked at.
TEST(Allocation, NoneInWatchingSensorsOfReactions) {
  const Model model = test::model_from(R"yaml(
alembert: 1
gravity: [0, -9.81, 0]
bodies: {rod: {mass: 1, inertia: [0.01, 0.1, 0.1], position: [0.5, 0, 0]}}
joints: {pivot: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}}
sensors:
  pull: {event: fm(pivot) - 1000}
  swing: {event: wdtz(rod) - 1000}
simulation: {end: 2}
)yaml");
  DynamicsEngine engine(model);
  EventFinder finder(engine.sensors(), engine.problem(), model);
  finder.start(engine.initial_state(), {});
  const auto watch = [&](int steps) {
    for (int k = 0; k < steps; ++k) {
      engine.integrator().advance();
      if (finder.next(engine.integrator())) ADD_FAILURE() << "an event where there is none";
    }
  };
  watch(5);
  allocations = 0;
  counting = true;
  watch(50);
  counting = false;
  EXPECT_EQ(allocations.load(), 0);
}

TEST(Allocation, NoneInTheValueAndTheDerivativesOfAnExpression) {
  const SplineMap splines{{"s", std::make_shared<const Spline>("s", std::vector<double>{0, 1, 2, 3, 4},
                                                               std::vector<double>{0, 1, 0, 1, 0})}};
  Functions functions;
  functions.add("tire", [](auto slip, auto load) { return load * sin(1.9 * atan(10.0 * slip)); });
  const Expression e = parse_expression(
      "akima(s, dx(a))*impact(dx(a), vx(a), 2, 100, 1.5, 3, 0.1) + poly(time, 0, 1, 2, 3, dx(a), 5, 6, 7, 8) "
      "+ max(dx(a), vx(a), time, 1, 2, 3, 4, 5, 6, 7, 8)^1.5 + tire(dx(a), time)",
      {}, {}, splines, functions);
  const double leaves[] = {0.7, -0.3};
  double d_leaves[2], d_time = 0.0, gradient[3], hessian[9], sum = 0.0;
  allocations = 0;
  counting = true;
  for (int k = 0; k < 10; ++k) {
    sum += e.evaluate(0.1 * k, leaves);
    sum += e.gradient(0.1 * k, leaves, d_leaves, d_time);
    e.second_derivatives(0.1 * k, leaves, gradient, hessian);
  }
  counting = false;
  EXPECT_TRUE(std::isfinite(sum));
  EXPECT_EQ(allocations.load(), 0);
}

TEST(Allocation, IsCounted) {
  allocations = 0;
  counting = true;
  void* volatile p = std::malloc(100);
  counting = false;
  std::free(p);
  EXPECT_EQ(allocations.load(), 1);
}

}  // namespace
}  // namespace alembert
#endif
