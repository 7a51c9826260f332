// The shipped models with contact: each does what its head says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "support/model_run.h"

namespace alembert {
namespace {

constexpr double kFullTurn = 2.0 * std::numbers::pi;
constexpr double kFall = 9.81;  // acceleration
constexpr double kSanitizedEnd = 0.02;

struct Outcome {
  explicit Outcome(const std::string& name, double end, const std::map<std::string, double>& set = {}) {
    Model model = test::shipped_model(name, set);
    model.simulation.end = test::kSanitized ? std::min(end, kSanitizedEnd) : end;
    const DynamicsResult result = run_dynamics(model);
    summary = result.summary;
    time = result.times;
    for (const std::string& column : result.columns) of[column] = test::column(result, column);
  }

  // The row at a time, or the first after it.
  std::size_t at(double t) const {
    const auto row = std::lower_bound(time.begin(), time.end(), t - 1e-9);
    return std::min(static_cast<std::size_t>(row - time.begin()), time.size() - 1);
  }
  double value(const std::string& column, double t) const { return of.at(column)[at(t)]; }
  double last(const std::string& column) const { return of.at(column).back(); }
  double lowest(const std::string& column, double from, double to) const {
    const auto& v = of.at(column);
    return *std::min_element(v.begin() + static_cast<std::ptrdiff_t>(at(from)),
                             v.begin() + static_cast<std::ptrdiff_t>(at(to)) + 1);
  }
  double highest(const std::string& column, double from, double to) const {
    const auto& v = of.at(column);
    return *std::max_element(v.begin() + static_cast<std::ptrdiff_t>(at(from)),
                             v.begin() + static_cast<std::ptrdiff_t>(at(to)) + 1);
  }
  // What the method itself added or removed, over what was turned over.
  double energy_error() const {
    const double turned =
        std::abs(summary.work_in) + summary.dissipated + std::abs(summary.energy_end - summary.energy_start);
    return std::abs(summary.numerical) / turned;
  }

  RunSummary summary;
  std::vector<double> time;
  std::map<std::string, std::vector<double>> of;
};

// It strikes with sqrt(2 g h), leaves with 0.8 times that and reaches 0.64 h.
TEST(BouncingBall, ReachesTheSquareOfTheRestitution) {
  const Outcome run("bouncing_ball", 1.0);
  if (test::kSanitized) return;
  const double fall = std::sqrt(2.0 / kFall), rise = 0.8 * fall;
  EXPECT_NEAR(run.highest("height", fall + 0.5 * rise, fall + 1.5 * rise), 0.64, 0.003);
}

// Three balls, by DOP853 at 1e-11: -0.070952, 0.076403 and 0.994549 of the speed.
TEST(NewtonCradle, PassesTheBlowOnAsHertzSays) {
  const Outcome run("newton_cradle", 0.35, {{"N", 3.0}});
  if (test::kSanitized) return;
  const double speed = run.highest("first_speed", 0.0, 0.35);
  const std::size_t struck =
      static_cast<std::size_t>(std::max_element(run.of.at("last_speed").begin(), run.of.at("last_speed").end()) -
                               run.of.at("last_speed").begin());
  EXPECT_NEAR(run.of.at("last_speed")[struck] / speed, 0.994549, 0.003);
  EXPECT_NEAR(run.of.at("first_speed")[struck] / speed, -0.070952, 0.005);
}

TEST(NewtonCradle, LetsTheLastOfFiveGo) {
  const Outcome run("newton_cradle", 0.5);
  if (test::kSanitized) return;
  EXPECT_GT(run.highest("last_angle", 0.0, 0.5), 28.5);
  EXPECT_NEAR(run.summary.energy_end / run.summary.energy_start, 1.0, 0.01);
}

TEST(RollingAfterSliding, RollsAtFiveSeventhsOfItsSpeed) {
  const Outcome run("rolling_after_sliding", 1.5);
  if (test::kSanitized) return;
  const double v = 6.0, mu = 0.2, until = 2.0 * v / (7.0 * mu * kFall);
  EXPECT_NEAR(run.last("speed"), 5.0 / 7.0 * v, 1e-3);
  EXPECT_NEAR(run.last("rim"), 5.0 / 7.0 * v, 1e-3);
  EXPECT_NEAR(run.value("slip", 0.5), v - 3.5 * mu * kFall * 0.5, 5e-3);
  EXPECT_LT(run.highest("slip", until + 0.02, 1.5), 0.01);
  EXPECT_NEAR(run.value("speed", 0.5), v - mu * kFall * 0.5, 1e-3);
  EXPECT_LT(run.energy_error(), 1e-3);
}

// The load at the top reaches 0 at sqrt((tight + 2 k e + m g)/(m e)); a turn speeds the shaft up by 0.9 rad/s.
TEST(CamWithLiftoff, LosesTheFollowerAboveTheCriticalSpeed) {
  const Outcome run("cam_with_liftoff", 0.75);
  if (test::kSanitized) return;
  const double critical = std::sqrt((50.0 + 2.0 * 4000.0 * 0.02 + 0.5 * kFall) / (0.5 * 0.02));
  const auto& gap = run.of.at("gap");
  const auto first = std::find_if(gap.begin(), gap.end(), [](double g) { return g > 0.0; });
  ASSERT_NE(first, gap.end());
  EXPECT_NEAR(run.of.at("speed")[static_cast<std::size_t>(first - gap.begin())], critical, 0.01 * critical);
  EXPECT_GT(run.highest("gap", 0.6, 0.75), 1e-5);
}

TEST(GenevaDrive, IndexesByAQuarterTurnAndRests) {
  const Outcome run("geneva_drive", 1.0);
  if (test::kSanitized) return;
  EXPECT_NEAR(run.last("wheel"), -90.0, 0.5);
  for (const double from : {0.05, 0.8})
    EXPECT_LT(run.highest("wheel", from, from + 0.2) - run.lowest("wheel", from, from + 0.2), 0.01);
  EXPECT_GT(run.highest("lock_force", 0.05, 0.3), 1.0);  // it holds against the load
  EXPECT_LT(run.energy_error(), 1e-3);
}

TEST(Ratchet, DoesNotTurnBack) {
  const Outcome run("ratchet", 2.0);
  if (test::kSanitized) return;
  const double tooth = kFullTurn / 12.0;
  for (const double cycle : {0.0, 1.0}) {
    EXPECT_GT(run.value("angle", cycle + 0.5) - run.value("angle", cycle), 2.0 * tooth);
    const double most = run.highest("angle", cycle, cycle + 1.0);
    EXPECT_LT(most - run.value("angle", cycle + 1.0), 1.05 * tooth);
  }
  EXPECT_LT(run.energy_error(), 1e-3);
}

// Over half a turn of the pinion, once the blow at the start is over.
TEST(GearPair, KeepsTheRatioOfItsTeeth) {
  const double begin = 0.1, half = 0.5 * kFullTurn / 20.0;
  const Outcome run("gear_pair", begin + half);
  if (test::kSanitized) return;
  const double gained = (run.value("error", begin + half) - run.value("error", begin)) * kFullTurn / 360.0;
  EXPECT_LT(std::abs(gained) / (20.0 / 30.0 * kFullTurn / 2.0), 1e-3);
  // Backlash, and the give of teeth.
  EXPECT_LT(run.highest("error", 0.0, begin + half) - run.lowest("error", 0.0, begin + half), 0.3);
}

// Over half a turn of the driver, five teeth.
TEST(RollerChain, TurnsTheSprocketsAsTheirTeeth) {
  const double begin = 0.3, half = 0.5 * kFullTurn / 10.0;
  const Outcome run("roller_chain", begin + half);
  if (test::kSanitized) return;
  const double driver = run.value("driver_angle", begin + half) - run.value("driver_angle", begin),
               driven = run.value("driven_angle", begin + half) - run.value("driven_angle", begin);
  EXPECT_NEAR(driven / driver, 0.5, 1e-3);
  EXPECT_LT(run.energy_error(), 0.01);
}

// Over eight teeth of the driver; the tensioner turns the other way, on the back of the chain.
TEST(ChainDrive, TurnsAllSprocketsAsTheirTeeth) {
  const double begin = 0.15, end = 0.3;
  const Outcome run("chain_drive", end);
  if (test::kSanitized) return;
  const auto turned = [&](const char* name) { return run.value(name, end) - run.value(name, begin); };
  EXPECT_NEAR(turned("driven_angle") / turned("driver_angle"), 17.0 / 25.0, 1e-3);
  EXPECT_NEAR(turned("tensioner_angle") / turned("driver_angle"), -17.0 / 11.0, 3e-3);
  EXPECT_LT(run.highest("lift", begin, end) - run.lowest("lift", begin, end), 0.3);
  EXPECT_GT(run.lowest("touching", begin, end), 20.0);
  EXPECT_LT(run.energy_error(), 0.01);
}

TEST(Dominoes, AllFall) {
  const Outcome run("dominoes", 0.85);
  if (test::kSanitized) return;
  EXPECT_GT(run.last("first"), 0.5);
  EXPECT_GT(run.last("last"), 0.5);
  EXPECT_EQ(run.last("fallen"), 30.0);
  EXPECT_LT(run.energy_error(), 0.01);
}

TEST(ThrownBox, ComesToRestOnAFace) {
  const Outcome run("thrown_box", 2.0);
  if (test::kSanitized) return;
  EXPECT_NEAR(run.last("load"), 1.5 * kFall, 1e-2 * 1.5 * kFall);
  EXPECT_EQ(run.last("touching"), 4.0);
  double nearest = 1.0;
  for (const double half : {0.1, 0.06, 0.04}) nearest = std::min(nearest, std::abs(run.last("z") - half));
  EXPECT_LT(nearest, 5e-4);
  EXPECT_LT(run.highest("x", 1.8, 2.0) - run.lowest("x", 1.8, 2.0), 1e-5);
  EXPECT_LT(run.energy_error(), 0.01);
}

TEST(Gripper, LiftsThePartByFriction) {
  const Outcome run("gripper", 1.2);
  if (test::kSanitized) return;
  EXPECT_NEAR(run.last("part"), 0.2, 3e-4);
  EXPECT_LT(run.highest("slip", 0.0, 1.2) - run.lowest("slip", 0.0, 1.2), 1e-4);
  EXPECT_NEAR(run.last("friction"), kFall / 2.0, 0.01);
  EXPECT_EQ(run.last("stand"), 0.0);
}

TEST(Gripper, DropsThePartWithoutEnoughForce) {
  const Outcome run("gripper", 1.2, {{"grip", 6.0}});  // 2 mu grip = 7.2 N
  if (test::kSanitized) return;
  EXPECT_GT(run.last("slip"), 0.1);
}

TEST(SpheresInBin, AreCarriedByIt) {
  const Outcome run("spheres_in_bin", 0.4, {{"N", 50.0}});
  if (test::kSanitized) return;
  EXPECT_LT(run.energy_error(), 0.01);
  EXPECT_NEAR(run.last("carried"), run.last("weight"), 0.02 * run.last("weight"));
}

}  // namespace
}  // namespace alembert
