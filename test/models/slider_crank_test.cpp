// The slider-crank of the comparison of low-order methods: errors, multipliers and velocity drift against prototypes.
#include <gtest/gtest.h>

#include "support/model_run.h"

namespace alembert {
namespace {

struct Exact {
  double theta, rate;
};

// theta1 and its rate at t = 2 (test/data/p3_slider_crank_reference.json).
Exact exact(const std::string& start, double c) {
  if (start == "SC2") return {-0.86882380060037607, 0.077109068239238587};
  return c > 0.0 ? Exact{-0.758205624274966978, -0.133148094083335892}
                 : Exact{-0.499777944763320567, 6.11879103908589295};
}

Model slider_crank(const std::string& start, double c) {
  Model model = test::shipped_model("slider_crank", {{"c", c}});
  if (start == "SC1") return model;
  // Crank hanging straight down: theta1 = -pi/2, rod rising to the slider.
  const double th2 = std::asin(0.5);
  model.bodies[1].position = Vec3(0, -0.15, 0);
  model.bodies[1].orientation = Quat(Eigen::AngleAxisd(-M_PI / 2, Vec3::UnitZ()));
  model.bodies[2].position = Vec3(0.3 * std::cos(th2), -0.3 + 0.3 * std::sin(th2), 0);
  model.bodies[2].orientation = Quat(Eigen::AngleAxisd(th2, Vec3::UnitZ()));
  return model;
}

TEST(SliderCrank, ErrorsAreThePrototypes) {
  const test::Table table = test::read_table("p3_slider_crank_errors.csv");
  int checked = 0;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const std::string& method = table.text(row, "method");
    std::string name = "hht";
    std::map<std::string, double> parameters{{"alpha", -0.3}};
    if (method == "Newmark g=.75") {
      name = "newmark";
      parameters = {{"gamma", 0.75}};
    } else if (method == "HHT-I3 a=-.05") {
      parameters = {{"alpha", -0.05}};
    } else if (method == "HHT-SI2") {
      name = "hht_si2";
    } else if (method.starts_with("NSTIFF BDF1")) {
      name = "nstiff";
      parameters = {};
    } else if (method.starts_with("NSTIFF-SI2 BDF1")) {
      name = "nstiff_si2";
      parameters = {};
    } else if (method.starts_with("HHT-ADD")) {
      name = "hht_add";
      parameters["b"] = method.ends_with("b=1") ? 1.0 : 0.0;
    } else if (!method.starts_with("HHT-I3")) {
      continue;  // variants that are not built, or other starting values
    }
    const std::string& start = table.text(row, "case");
    const double c = table.number(row, "c"), h = std::pow(2.0, -table.number(row, "k"));
    const DynamicsResult run = run_dynamics(test::with_step(slider_crank(start, c), name, parameters, h));
    auto out = test::final_outputs(run);
    const Exact e = exact(start, c);
    EXPECT_NEAR(std::abs(out["crank_angle"] - e.theta) / table.number(row, "err_theta1"), 1.0, 0.02)
        << start << " " << method << " h = " << h;
    EXPECT_NEAR(std::abs(out["crank_rate"] - e.rate) / table.number(row, "err_theta1dot"), 1.0, 0.02)
        << start << " " << method << " h = " << h;
    if (name.ends_with("_si2") || name == "hht_add") {
      EXPECT_LT(run.summary.statistics.max_velocity_violation, 1e-12) << start << " " << method << " h = " << h;
    }
    ++checked;
  }
  EXPECT_GE(checked, 90);
}

// Index-3 methods leave the velocity constraints by C h^2 Phi_q q''', C = gamma/2 - beta - 1/12, after the start.
TEST(SliderCrank, VelocityDriftFollowsItsLaw) {
  for (const auto& [name, parameters, C] : {std::tuple<std::string, std::map<std::string, double>, double>{
                                                "hht", {{"alpha", -0.3}}, 0.4 - 0.4225 - 1.0 / 12},
                                            {"newmark", {{"gamma", 0.75}}, 0.375 - 0.390625 - 1.0 / 12},
                                            {"nstiff", {}, -1.0 / 3}}) {
    const double h = 1.0 / 2048;
    DynamicsEngine engine(test::with_step(slider_crank("SC1", 5.0), name, parameters, h));
    double worst = 0.0, largest = 0.0;
    Vector drift(5);
    while (!engine.stepper().done()) {
      engine.stepper().advance();
      const dae::State& s = engine.stepper().state();
      if (s.t < 0.1) continue;
      engine.problem().velocity_constraints(s.t, s.q, s.v, drift);
      const double th = s.q[2], w = s.v[2], wd = engine.stepper().acceleration()[2];
      // The pin on ground: rows 0 and 1 are (pin - pivot); the law's signs are those of x1 - (L1/2) cos, y1 - (L1/2)
      // sin.
      const double x = 0.15 * (w * w * w * std::sin(th) - 3 * w * wd * std::cos(th));
      const double y = 0.15 * (-w * w * w * std::cos(th) - 3 * w * wd * std::sin(th));
      // d/dt of the constraint, minus its geometric part: Phi_q q''' = -(third derivative of -(L1/2)(cos, sin)) ...
      worst = std::max(worst, std::hypot(drift[0] - C * h * h * x, drift[1] - C * h * h * y));
      largest = std::max(largest, std::abs(C) * h * h * std::hypot(x, y));
    }
    EXPECT_LT(worst, 0.02 * largest) << name;
  }
}

// Small steps of a smooth motion leave Newton nothing but rounding to correct: whose size from one iteration to the
// next says nothing about the Jacobian. In 5000 steps the crank turns less than once: a Jacobian for every 100 steps is
// plenty.
TEST(SliderCrank, CorrectionsThatAreRoundingAskForNoNewJacobian) {
  for (const char* method : {"hht", "hht_si2", "gen_alpha_soi2"}) {
    Model model = test::with_step(test::shipped_model("slider_crank"), method, {}, 1e-4);
    DynamicsEngine engine(model);
    for (int k = 0; k < 5000; ++k) engine.stepper().advance();
    EXPECT_LT(engine.stepper().statistics().jacobian_evaluations, 50) << method;
  }
}

}  // namespace
}  // namespace alembert
