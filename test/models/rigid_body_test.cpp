// Rotation in space: conserved quantities, closed forms, and that no orientation is special.
#include <gtest/gtest.h>

#include "support/model_run.h"

namespace alembert {
namespace {

Model free_body(const Quat& orientation, double end) {
  Model model = test::shipped_model("free_body");
  model.bodies[1].orientation = orientation;
  model.bodies[1].angular_velocity = orientation * Vec3(0.01, 1.0, 0.01);
  model.simulation.end = end;
  return model;
}

// Angular momentum in ground axes.
Vec3 momentum(const dae::State& s) {
  const Quat R(s.q[3], s.q[4], s.q[5], s.q[6]);
  return R * Vec3(s.v[3], 2.0 * s.v[4], 3.0 * s.v[5]);
}
double energy(const dae::State& s) { return 0.5 * (s.v[3] * s.v[3] + 2.0 * s.v[4] * s.v[4] + 3.0 * s.v[5] * s.v[5]); }

TEST(FreeBody, LosesMomentumAndEnergyAsTheOrderPredicts) {
  for (const auto& [method, parameters, order] :
       {std::tuple<std::string, std::map<std::string, double>, double>{"hht", {{"alpha", -0.05}}, 2.0},
        {"newmark", {{"gamma", 0.5}, {"beta", 0.25}}, 2.0},
        {"newmark", {{"gamma", 0.75}}, 1.0}}) {
    std::vector<double> dl, de;
    for (const double h : {0.02, 0.01}) {
      const dae::State s =
          run_dynamics(test::with_step(free_body(Quat::Identity(), 10.0), method, parameters, h)).final_state;
      dl.push_back((momentum(s) - Vec3(0.01, 2.0, 0.03)).norm());
      de.push_back(std::abs(energy(s) - 0.5 * (1e-4 + 2.0 + 3e-4)));
    }
    // Conserved quantities may do better than the order (symmetric methods), never worse.
    EXPECT_GT(test::observed_order(dl[0], dl[1]), order - 0.1) << method << " " << dl[0] << " " << dl[1];
    EXPECT_GT(test::observed_order(de[0], de[1]), order - 0.1) << method << " " << de[0] << " " << de[1];
  }
}

// The motion turned as a whole is the same motion: half turns, quarter turns, Euler's singular directions included.
TEST(FreeBody, MovesTheSameFromEveryOrientation) {
  const Model upright = test::with_step(free_body(Quat::Identity(), 20.0), "hht", {{"alpha", -0.05}}, 0.02);
  const dae::State expected = run_dynamics(upright).final_state;
  for (const Quat& turn : {so3::exp<double>(Vec3(M_PI / 2, 0, 0)), so3::exp<double>(Vec3(0, M_PI / 2, 0)),
                           so3::exp<double>(Vec3(0, 0, M_PI)), so3::exp<double>(Vec3(M_PI, 0, 0)),
                           so3::exp<double>(Vec3(1.0, -2.0, 0.5)), Quat(0, 0, 1, 0)}) {
    Model turned = upright;
    turned.bodies[1].orientation = turn;
    turned.bodies[1].angular_velocity = turn * Vec3(0.01, 1.0, 0.01);
    const dae::State s = run_dynamics(turned).final_state;
    // 1000 steps of rounding, amplified by the unstable middle axis (factor exp(0.58*20) at most).
    EXPECT_LT((s.v - expected.v).norm(), 1e-9);
    const Quat a(s.q[3], s.q[4], s.q[5], s.q[6]), b(expected.q[3], expected.q[4], expected.q[5], expected.q[6]);
    EXPECT_LT(so3::log((turn * b).conjugate() * a).norm(), 1e-9);
  }
}

TEST(HeavyTop, PrecessesSteadilyWithoutNutation) {
  // m g l = C (s + Omega cos) Omega - A Omega^2 cos, slow root, for the numbers of the shipped model.
  const double m = 5, l = 1, g = 9.81, J = 0.8, C = 1.2, A = J + m * l * l, theta = M_PI / 6, s = 60;
  const double q2 = (A - C) * std::cos(theta);
  const double omega = (C * s - std::sqrt(C * s * C * s - 4 * q2 * m * g * l)) / (2 * q2);
  std::vector<double> errors;
  for (const double h : {5e-4, 2.5e-4}) {
    const DynamicsResult run =
        run_dynamics(test::with_step(test::shipped_model("heavy_top"), "hht", {{"alpha", -0.05}}, h));
    auto out = test::final_outputs(run);
    errors.push_back(std::hypot(out["x"] - l * std::sin(theta) * std::cos(omega * 2.0),
                                out["y"] - l * std::sin(theta) * std::sin(omega * 2.0),
                                out["z"] - l * std::cos(theta)));
    EXPECT_NEAR(out["spin"], s + omega * std::cos(theta), 1e-3);
  }
  EXPECT_LT(errors[1], 1e-4);
  EXPECT_NEAR(test::observed_order(errors[0], errors[1]), 2.0, 0.1);
}

TEST(Angles, CountWholeTurnsAboutEveryAxis) {
  for (const auto& [axis, name] :
       {std::pair<Vec3, std::string>{Vec3::UnitX(), "ax"}, {Vec3::UnitY(), "ay"}, {Vec3::UnitZ(), "az"}}) {
    Model model = test::model_from("alembert: 1\nbodies: {b: {mass: 1, inertia: [1, 1, 1]}}\noutputs: {angle: \"" +
                                   name + "(b, ground)\"}\nsimulation: {end: 2, step: 0.01, output_step: 0.001}\n");
    model.bodies[1].angular_velocity = 40.0 * axis;
    const std::vector<double> angle = test::column(run_dynamics(model), "angle");
    for (std::size_t k = 0; k < angle.size(); ++k) EXPECT_NEAR(angle[k], 40.0 * 0.001 * static_cast<double>(k), 1e-9);
  }
}

}  // namespace
}  // namespace alembert
