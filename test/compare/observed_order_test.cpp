// The order read from errors, and the cases in which there is none; the cheapest method at an accuracy.
#include "analysis/compare/observed_order.h"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/compare/recommendation.h"

namespace alembert::compare {
namespace {

using Verdict = ObservedOrder::Verdict;

std::vector<OrderPoint> halved_steps(const std::vector<double>& errors) {
  std::vector<OrderPoint> out;
  for (std::size_t k = 0; k < errors.size(); ++k)
    out.push_back({std::pow(0.5, static_cast<double>(k)), errors[k], true});
  return out;
}

TEST(ObservedOrder, IsTheSlopeOfErrorsThatFallRegularly) {
  const ObservedOrder o = observed_order(halved_steps({1.0, 0.25, 0.0625, 0.015625}), kStepLimits);
  ASSERT_TRUE(o.order);
  EXPECT_NEAR(*o.order, 2.0, 1e-12);
  EXPECT_EQ(o.points, 4);
  EXPECT_EQ(o.note, "");
}

TEST(ObservedOrder, LeavesOutCoarseStepsThatAreNotResolvedAndSaysSo) {
  const ObservedOrder o = observed_order(halved_steps({3.0, 2.6, 0.64, 0.16, 0.04}), kStepLimits);
  ASSERT_TRUE(o.order);
  EXPECT_NEAR(*o.order, 2.0, 0.05);
  EXPECT_EQ(o.points, 4);
  EXPECT_NE(o.note.find("from 4 of 5"), std::string::npos) << o.note;
}

TEST(ObservedOrder, LeavesOutAFinestStepThatRoundingKeepsFromFalling) {
  const ObservedOrder o = observed_order(halved_steps({1.6e-9, 4e-10, 1e-10, 9e-11}), kStepLimits);
  ASSERT_TRUE(o.order);
  EXPECT_NEAR(*o.order, 2.0, 1e-6);
  EXPECT_EQ(o.points, 3);
}

TEST(ObservedOrder, IsNotFoundWhereErrorsFallFasterAndFaster) {
  EXPECT_FALSE(observed_order(halved_steps({15.0, 12.5, 9.9, 7.6, 3.0}), kStepLimits).order);
}

TEST(ObservedOrder, IsNotFoundWhereErrorsAreSaturated) {
  const ObservedOrder o = observed_order(halved_steps({2.1, 1.9, 2.3, 2.0, 1.8}), kStepLimits);
  EXPECT_FALSE(o.order);
  EXPECT_EQ(o.verdict, Verdict::not_falling);
  EXPECT_NE(o.note.find("2.1 1.9 2.3 2 1.8"), std::string::npos) << o.note;
}

// A force that switches within a step: whether the switch is hit well or badly is chance.
TEST(ObservedOrder, IsNotFoundWhereSlopesScatterAsInMotionsThatAreNotSmooth) {
  const ObservedOrder o = observed_order(halved_steps({1.0, 0.9, 0.1, 0.09, 0.004}), kStepLimits);
  EXPECT_FALSE(o.order);
  EXPECT_EQ(o.verdict, Verdict::scattered);
  EXPECT_NE(o.note.find("0.15 3.17 0.15 4.49"), std::string::npos) << o.note;
}

TEST(ObservedOrder, DoesNotUseWhatTheReferenceHides) {
  std::vector<OrderPoint> points = halved_steps({1.0, 0.25, 0.0625, 0.1});
  points.back().usable = false;
  EXPECT_NEAR(observed_order(points, kStepLimits).order.value_or(0.0), 2.0, 1e-12);
  for (OrderPoint& p : points) p.usable = false;
  const ObservedOrder none = observed_order(points, kStepLimits);
  EXPECT_EQ(none.verdict, Verdict::too_few);
  EXPECT_NE(none.note.find("0 of 4"), std::string::npos) << none.note;
}

// Errors 1e-2, 1e-3, 1e-4 at costs 1, 10, 100; and a method twice as fast that ends at 1e-3.
const std::vector<CostPoint> kSlow{{0.1, 1e-2, 1.0, true}, {0.01, 1e-3, 10.0, true}, {0.001, 1e-4, 100.0, true}};
const std::vector<CostPoint> kFast{{0.1, 1e-2, 0.5, true}, {0.01, 1e-3, 5.0, true}};

TEST(Recommendation, InterpolatesCostOnLogarithmicPaper) {
  const MethodCost c = cost_at(kSlow, std::sqrt(1e-5));
  ASSERT_TRUE(c.cpu_seconds);
  EXPECT_NEAR(*c.cpu_seconds, std::sqrt(10.0), 1e-12);
  EXPECT_NEAR(c.setting, 0.1 / std::sqrt(10.0), 1e-12);
  EXPECT_FALSE(c.at_most);
  EXPECT_TRUE(cost_at(kSlow, 0.1).at_most);
  EXPECT_FALSE(cost_at(kSlow, 1e-5).cpu_seconds);
}

TEST(Recommendation, IsTheCheapestAtTheMiddleOfWhatAllReach) {
  const std::optional<Recommendation> r = recommend({kSlow, kFast}, {});
  ASSERT_TRUE(r);
  EXPECT_NEAR(r->accuracy, std::sqrt(1e-5), 1e-12);
  EXPECT_EQ(r->costs.front().method, 1u);
  EXPECT_NEAR(r->speedup, 2.0, 1e-9);
  EXPECT_EQ(r->best, 1u);
  EXPECT_TRUE(r->reached_by_all);
}

TEST(Recommendation, KnowsWhoFallsShortAndWhatTimingCannotTell) {
  const std::optional<Recommendation> fine = recommend({kSlow, kFast}, 2e-4);
  ASSERT_TRUE(fine);
  EXPECT_EQ(fine->costs.front().method, 0u);
  EXPECT_FALSE(fine->costs.back().cpu_seconds);
  EXPECT_FALSE(fine->reached_by_all);
  std::vector<CostPoint> twin = kSlow;
  for (CostPoint& p : twin) p.cpu_seconds *= 1.1;
  EXPECT_EQ(recommend({kSlow, twin}, {})->best, 2u);
  const std::optional<Recommendation> none = recommend({kSlow, kFast}, 1e-6);
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->costs.front().cpu_seconds);
  EXPECT_EQ(none->best, 0u);
}

}  // namespace
}  // namespace alembert::compare
