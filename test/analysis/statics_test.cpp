// Equilibria against closed forms, their stability, and what has none.
#include "analysis/statics/statics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "support/model_run.h"

namespace alembert {
namespace {

using Stability = Equilibrium::Stability;

// With the horizontal pull H and the weight w of a link, moments about a link's end give
//   tan(slope of link i) = (i - (N + 1)/2) w/H
// and the cosines of the slopes add up to the span.
struct Catenary {
  std::vector<double> x, y;  // of the pins
  double pull = 0.0;
};
Catenary exact_chain(int N, double L, double w, double span) {
  const auto length = [&](double H) {
    double sum = 0.0;
    for (int i = 1; i <= N; ++i) sum += L / std::hypot(1.0, (i - 0.5 * (N + 1)) * w / H);
    return sum;
  };
  double low = 1e-3, high = 1e3;
  for (int k = 0; k < 200; ++k) (length(0.5 * (low + high)) < span ? low : high) = 0.5 * (low + high);
  Catenary out;
  out.pull = 0.5 * (low + high);
  double x = 0.0, y = 0.0;
  for (int i = 1; i <= N; ++i) {
    const double slope = (i - 0.5 * (N + 1)) * w / out.pull, c = 1.0 / std::hypot(1.0, slope);
    out.x.push_back(x += L * c);
    out.y.push_back(y += L * c * slope);
  }
  return out;
}

TEST(HangingChain, IsTheCatenaryOfAChain) {
  const Model model = test::shipped_model("hanging_chain");
  const StaticsResult r = run_statics(model, {});
  const Catenary exact = exact_chain(100, 0.1, 0.1 * 9.81, 6.0);
  ASSERT_EQ(r.outputs.size(), 1u);
  EXPECT_NEAR(r.outputs[0][0], -exact.y[49], 1e-10);
  EXPECT_NEAR(r.outputs[0][1], exact.pull, 1e-10 * 16);
  EXPECT_NEAR(r.outputs[0][2], -50 * 0.981, 1e-10 * 49);
  EXPECT_NEAR(r.outputs[0][3], exact.x[24], 1e-10);
  EXPECT_NEAR(r.outputs[0][4], exact.y[24], 1e-10);
  EXPECT_EQ(r.equilibria[0].stability, Stability::stable);
  // Every link, by its centre.
  Mechanism mechanism(model);
  const auto& bodies = mechanism.system().bodies();
  for (int i = 1; i <= 100; ++i) {
    const BodyEntry& b = bodies[BodyId(static_cast<std::size_t>(i))];
    const auto k = static_cast<std::size_t>(i - 1);
    const double x = 0.5 * (exact.x[k] + (i > 1 ? exact.x[k - 1] : 0.0));
    EXPECT_NEAR(r.equilibria[0].state.q[b.q], x, 1e-10) << b.name;
  }
}

TEST(Toggle, FallsToEitherSideAndSaysWhich) {
  for (const double start : {-60.0, -5.0, -0.01, 0.01, 5.0, 60.0}) {
    const StaticsResult r = run_statics(test::shipped_model("toggle", {{"start", start}}), {});
    EXPECT_EQ(r.equilibria[0].stability, Stability::stable);
    EXPECT_EQ(r.equilibria[0].left_unstable, 0) << start;
    // Beyond the stop at 30 degrees, on the side it was given.
    EXPECT_GT(r.outputs[0][0] * (start > 0.0 ? 1.0 : -1.0), 30.0);
    EXPECT_LT(std::abs(r.outputs[0][0]), 31.0);
    // The stop bears the weight and the spring, which pulls at the lever arm of the triangle anchor-pivot-hook.
    const double angle = std::abs(r.outputs[0][0]) * M_PI / 180.0;
    const double length = std::sqrt(25.0 * 25.0 + 20.0 * 20.0 + 2.0 * 25.0 * 20.0 * std::cos(angle));
    const double arm = 25.0 * 20.0 * std::sin(angle) / length;
    const double weight = 0.02 * 9.81 * 20.0 * std::sin(angle);
    EXPECT_NEAR(r.outputs[0][1], 2.0 * (length - 30.0), 1e-9);
    EXPECT_NEAR(std::abs(r.outputs[0][2]), weight + 2.0 * (length - 30.0) * arm, 1e-6 * 160);
  }
}

TEST(Toggle, LeavesTheUnstableBalance) {
  const StaticsResult r = run_statics(test::shipped_model("toggle", {{"start", 0.0}}), {});
  EXPECT_EQ(r.equilibria[0].left_unstable, 1);
  EXPECT_EQ(r.equilibria[0].stability, Stability::stable);
  EXPECT_NEAR(std::abs(r.outputs[0][0]), 30.863, 1e-3);
}

TEST(BodyOnSprings, IsInBalance) {
  const StaticsResult r = run_statics(test::shipped_model("body_on_springs"), {});
  const auto& o = r.outputs[0];
  const double fl = o[3], fr = o[4], rl = o[5], rr = o[6], W = 1200 * 9.81;
  EXPECT_NEAR(fl + fr + rl + rr, W, 1e-9 * W);
  // Moments about the centre of mass: springs stand on the body's corners, which pitch and roll move a little.
  const double rows = 1e-4 * W;
  EXPECT_NEAR(1.1 * (fl + fr) - 1.5 * (rl + rr), 0.0, rows);
  EXPECT_NEAR(0.65 * (fl + rl) - 0.85 * (fr + rr), 0.0, rows);
  EXPECT_EQ(r.equilibria[0].stability, Stability::stable);
}

TEST(BodyOnSprings, InTheMiddleEachCarriesAQuarter) {
  const StaticsResult r =
      run_statics(test::shipped_model("body_on_springs", {{"a", 1.3}, {"b", 1.3}, {"left", 0.7}, {"right", 0.7}}), {});
  double s = 0.05;  // k1 s + k3 s^3 = W/4
  for (int k = 0; k < 50; ++k) s -= (15e3 * s + 4e6 * s * s * s - 300 * 9.81) / (15e3 + 12e6 * s * s);
  EXPECT_NEAR(r.outputs[0][0], 0.5 - s, 1e-12);
  for (int k = 3; k < 7; ++k) EXPECT_NEAR(r.outputs[0][static_cast<std::size_t>(k)], 300 * 9.81, 1e-8);
}

TEST(Statics, NamesWhatNoForceHolds) {
  const StaticsResult r = run_statics(test::model_from(R"(
alembert: 1
gravity: [0, 0, -9.81]
bodies:
  cart: {mass: 1, inertia: [1, 1, 1], position: [0.3, 0, 0]}
joints: {rail: {type: translational, bodies: [ground, cart], at: [0, 0, 0], axis: [1, 0, 0]}}
outputs: {x: dx(cart), load: fz(rail)}
)"),
                                      {});
  EXPECT_EQ(r.equilibria[0].stability, Stability::neutral);
  ASSERT_EQ(r.equilibria[0].neutral.size(), 1u);
  EXPECT_EQ(r.equilibria[0].neutral[0], "body cart: x");
  EXPECT_DOUBLE_EQ(r.outputs[0][0], 0.3);
  EXPECT_NEAR(r.outputs[0][1], -9.81, 1e-12);
}

TEST(Statics, SaysThatAFallingBodyHasNoEquilibrium) {
  try {
    run_statics(test::model_from(R"(
alembert: 1
gravity: [0, 0, -9.81]
bodies: {stone: {mass: 1, inertia: [1, 1, 1]}}
)"),
                {});
    FAIL() << "a falling body was found at rest";
  } catch (const IntegrationError& e) {
    EXPECT_NE(std::string(e.what()).find("body stone: z"), std::string::npos) << e.what();
  }
}

TEST(Statics, ARollingDiscFindsTheLowestPlaceItCanRollTo) {
  // On a spring, on a slope: m g sin(slope) = k x.
  const StaticsResult r = run_statics(test::model_from(R"(
alembert: 1
parameters: {R: 0.3, m: 2, s: 0.3, k: 40}
gravity: [9.81*sin(s), 0, -9.81*cos(s)]
bodies:
  disc: {mass: m, inertia: [m*R^2/4, m*R^2/4, m*R^2/2], position: [0, 0, R], orientation: {x: [1, 0, 0], z: [0, 1, 0]},
         markers: {level: {at: [0, 0, 0], orientation: {x: [1, 0, 0], z: [0, -1, 0]}}}}
  ground: {markers: {wall: {at: [-1, 0, R]}}}
joints:
  roll: {type: rolling_disc, between: [ground, disc], radius: R}
  upright: {type: parallel_axes, bodies: [ground, disc], axis: [0, 1, 0]}
forces: {spring: {type: spring_damper, between: [ground.wall, disc], stiffness: k, length: 1}}
outputs: {x: dx(disc), turn: ay(disc.level)}
)"),
                                      {});
  const double x = 2 * 9.81 * std::sin(0.3) / 40;
  EXPECT_NEAR(r.outputs[0][0], x, 1e-10);
  EXPECT_NEAR(r.outputs[0][1], x / 0.3, 1e-10);  // rolled, not slid
}

TEST(Statics, StatesAreSteady) {
  // A controller of first order carries half of the load: x = gain (target - z), z where k z = x - m g.
  const StaticsResult r = run_statics(test::model_from(R"(
alembert: 1
gravity: [0, 0, -10]
bodies: {mass: {type: point, mass: 1}}
joints: {guide: {type: inline, between: [ground, mass]}}
states: {x: {derivative: 5*(100*(0.2 - dz(mass)) - state(x))}}
forces:
  spring: {type: force, on: mass, force: [0, 0, -50*dz(mass) + state(x)]}
outputs: {z: dz(mass), x: state(x)}
)"),
                                      {});
  EXPECT_NEAR(r.outputs[0][0], (100 * 0.2 - 10) / 150.0, 1e-12);
  EXPECT_NEAR(r.outputs[0][1], 100 * (0.2 - 10 / 150.0), 1e-10);
}

TEST(QuasiStatics, DrivesMayMoveFarBetweenRows) {
  // The cam turns by 10 rad between two rows; in the end the follower is where fine rows find it.
  Model model = test::shipped_model("cam_follower");
  model.simulation.end = 0.1;
  model.simulation.output_step = 0.1;
  const StaticsResult coarse = run_quasi_statics(model, {});
  model.simulation.output_step = 0.002;
  const StaticsResult fine = run_quasi_statics(model, {});
  ASSERT_EQ(coarse.outputs.size(), 2u);
  for (std::size_t k = 0; k < coarse.columns.size(); ++k)
    EXPECT_NEAR(coarse.outputs.back()[k], fine.outputs.back()[k], 1e-6 * (1.0 + std::abs(fine.outputs.back()[k])));
}

// A shallow arch of two springs, pushed down by a force that grows: it gives way slowly, then snaps through.
TEST(QuasiStatics, ArchSnapsThrough) {
  const Model model = test::model_from(R"(
alembert: 1
parameters: {a: 1, h: 0.3, k: 100, L: sqrt(a^2 + h^2)}
bodies:
  ground: {markers: {left: {at: [-a, 0, 0]}, right: {at: [a, 0, 0]}, up: {at: [0, 0, 0], orientation: {x: [1, 0, 0], z: [0, 1, 0]}}}}
  apex: {type: point, mass: 1, position: [0, h, 0]}
joints: {guide: {type: inline, between: [ground.up, apex]}}
forces:
  left: {type: spring_damper, between: [ground.left, apex], stiffness: k, length: L}
  right: {type: spring_damper, between: [ground.right, apex], stiffness: k, length: L}
  push: {type: force, on: apex, force: [0, -time, 0]}
outputs: {y: dy(apex)}
simulation: {analysis: quasi_statics, end: 4, output_step: 0.1}
)");
  std::string said;
  AnalysisOptions options;
  options.warn = [&](const std::string& w) { said += w + "\n"; };
  const StaticsResult r = run_quasi_statics(model, options);
  ASSERT_EQ(r.outputs.size(), 41u);
  const double L = std::hypot(1.0, 0.3);
  const auto force = [&](double y) {
    return 2.0 * 100.0 * (L / std::hypot(1.0, y) - 1.0) * y;
  };                            // upwards, of the arch
  double most = 0.0, at = 0.0;  // the load at which the arch gives way: the largest of `force`
  for (double y = 0.3; y > 0.0; y -= 1e-5)
    if (force(y) > most) {
      most = force(y);
      at = y;
    }
  for (std::size_t k = 0; k < r.outputs.size(); ++k) {
    const double y = r.outputs[k][0], load = r.times[k];
    EXPECT_NEAR(force(y), load, 1e-9) << load;
    EXPECT_EQ(r.equilibria[k].stability, Stability::stable);
    EXPECT_TRUE(load < most ? y > at : y < -0.3) << load << " " << y;
  }
  EXPECT_NE(said.find("jumps"), std::string::npos);
}

}  // namespace
}  // namespace alembert
