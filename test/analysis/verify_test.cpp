// What `verify` says of models, and how it finds peaks.
#include "analysis/verify.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/model_run.h"

namespace alembert {
namespace {

// The tolerance is an error per step; the errors of the steps add up. Relative to the peaks these models change by 0.04
// to 1.3 times their sum, so that a fortieth and ten times it bound what may be called its size.
TEST(Verify, ShippedModelsChangeByTheSumOfTheirTolerances) {
  for (const char* name : {"slider_crank", "planetary_gear", "single_pendulum", "double_pendulum", "free_body"}) {
    const VerifyReport report = verify(test::shipped_model(name), {});
    ASSERT_NE(report.worst(), nullptr) << name;
    EXPECT_NEAR(report.fine, 0.1 * report.coarse, 1e-15);
    const double sum = static_cast<double>(report.coarse_steps) * report.coarse;
    EXPECT_LT(report.worst()->worst(), 10.0 * sum) << name << ": " << report.text();
    EXPECT_GT(report.worst()->worst(), 0.025 * sum) << name << ": " << report.text();
    EXPECT_EQ(report.verdict().substr(0, 5), "good:") << name;
  }
}

// A cam turned by a motion: every output follows from the time alone.
TEST(Verify, ADrivenMechanismDoesNotDependOnTheTolerance) {
  const VerifyReport report = verify(test::shipped_model("cam_follower"), {});
  EXPECT_EQ(report.worst(), nullptr) << report.text();
  EXPECT_EQ(report.verdict(), "the outputs do not depend on the tolerance");
}

// The energy of a pendulum that starts at height 0 is 0: what is seen is the error of the method, and no output.
TEST(Verify, AnOutputThatIsAnErrorIsNotCounted) {
  const VerifyReport report = verify(test::shipped_model("simple_pendulum"), {});
  EXPECT_TRUE(report.fixed_step);
  for (const OutputCheck& o : report.outputs) EXPECT_EQ(o.zero, o.name == "energy") << o.name;
  EXPECT_EQ(report.verdict().substr(0, 5), "good:") << report.text();
}

// A cosine sampled 20 times a period: rows miss the peak by up to (pi/20)^2/2 of it, here by 0.0066, and its time by a
// quarter of a row; the parabola by a tenth of that and less, an error of fourth order.
TEST(Verify, PeaksAreFoundBetweenRows) {
  std::vector<double> t, x;
  for (int k = 0; k <= 60; ++k) {
    t.push_back(k / 20.0);
    x.push_back(-2.0 * std::cos(2.0 * std::numbers::pi * (t.back() - 0.413)) * (1.0 - 0.002 * t.back()));
  }
  const Peak peak = peak_of(t, x);
  EXPECT_NEAR(peak.time, 0.413, 5e-4);
  EXPECT_NEAR(peak.value, -2.0 * (1.0 - 0.002 * 0.413), 5e-4);
  // Half periods later the function is as high but for 0.1 percent.
  const double near = 2.0;
  EXPECT_NEAR(peak_of(t, x, &near).time, 1.913, 1e-3);
}

}  // namespace
}  // namespace alembert
