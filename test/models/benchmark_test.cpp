// The five mechanisms of the IFToMM benchmark, as shipped: each must reach the accuracy the benchmark asks for.
#include <gtest/gtest.h>

#include <cmath>

#include "support/model_run.h"

namespace alembert {
namespace {

TEST(Benchmark, A01SimplePendulumKeepsItsEnergy) {
  const DynamicsResult run = run_dynamics(test::shipped_model("simple_pendulum"));
  ASSERT_TRUE(run.summary.max_energy_drift.has_value());
  EXPECT_LT(*run.summary.max_energy_drift, 5e-5);
  const test::Table exact = test::read_table("p7_A01_simple_pendulum.csv");
  const auto x = test::column(run, "x"), y = test::column(run, "y");
  ASSERT_EQ(x.size(), exact.rows.size());
  for (std::size_t k = 0; k < x.size(); ++k) {
    EXPECT_NEAR(x[k], exact.number(k, "x"), 1e-4);
    EXPECT_NEAR(y[k], exact.number(k, "y"), 1e-4);
  }
}

TEST(Benchmark, A02DoubleFourBarPassesItsSingularPositions) {
  const DynamicsResult run = run_dynamics(test::shipped_model("double_four_bar"));
  EXPECT_LT(*run.summary.max_energy_drift, 0.1);
}

TEST(Benchmark, A02RunsWithFortyAndTwoHundredWindows) {
  for (const int windows : {40, 200}) {
    if (test::kSanitized && windows > 40) continue;
    Model model = test::shipped_model("double_four_bar", {{"N", static_cast<double>(windows)}});
    model.simulation.end = windows == 40 ? 2.0 : 0.8;  // past the first singular position, all bars in line at 0.66 s
    if (test::kSanitized) model.simulation.end = 0.1;
    const DynamicsResult run = run_dynamics(model);
    EXPECT_EQ(run.start.degrees_of_freedom, 1);
    EXPECT_LT(run.summary.statistics.max_position_violation, 1e-8);
    EXPECT_LT(*run.summary.max_energy_drift, 0.1 * windows / 2.0);  // as many times the mass as windows, about
  }
}

TEST(Benchmark, A03SevenBodiesFollowTheirPath) {
  const DynamicsResult run = run_dynamics(test::shipped_model("seven_body"));
  const test::Table exact = test::read_table("p5_andrews_F_trajectory.csv");
  const auto x = test::column(run, "xF"), y = test::column(run, "yF");
  ASSERT_EQ(x.size(), exact.rows.size());
  for (std::size_t k = 0; k < x.size(); ++k)
    EXPECT_LT(std::hypot(x[k] - exact.number(k, "xF"), y[k] - exact.number(k, "yF")), 1e-5) << k;
}

TEST(Benchmark, A04BricardKeepsItsEnergy) {
  const DynamicsResult run = run_dynamics(test::shipped_model("bricard"));
  EXPECT_LT(*run.summary.max_energy_drift, 1e-3);
}

TEST(Benchmark, A05GovernorEndsAtItsHeight) {
  const DynamicsResult run = run_dynamics(test::shipped_model("governor"));
  EXPECT_NEAR(test::final_outputs(run).at("s"), 0.619623, 1e-5);
}

}  // namespace
}  // namespace alembert
