// Whole comparisons: the orders they find are those of theory, and what cannot be compared is said.
#include "analysis/compare/compare.h"

#include <gtest/gtest.h>

#include "analysis/compare/report.h"
#include "analysis/compare/work_precision.h"
#include "base/error.h"
#include "math/so3.h"
#include "support/model_run.h"

namespace alembert::compare {
namespace {

MethodChoice method(const std::string& name, const std::map<std::string, double>& parameters = {}) {
  return {name, parameters, {}};
}

bool says(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

const char* const kDoublePendulum = R"(
alembert: 1
gravity: [0, -9.81, 0]
bodies:
  upper: {type: planar, mass: 1, inertia: 1/12, position: [0.5, 0, 0]}
  lower: {type: planar, mass: 1, inertia: 1/12, position: [1.5, 0, 0]}
joints:
  shoulder: {type: revolute, bodies: [ground, upper], at: [0, 0, 0], axis: [0, 0, 1]}
  elbow: {type: revolute, bodies: [upper, lower], at: [1, 0, 0], axis: [0, 0, 1]}
simulation: {end: 30, step: 0.01}
)";

TEST(Compare, FindsTheOrdersOfTheoryOnTheSliderCrank) {
  CompareOptions options;
  options.methods = {method("hht", {{"alpha", -0.3}}), method("newmark", {{"gamma", 0.75}}), method("nstiff")};
  options.steps = {0.001, 0.0005, 0.002};
  const CompareResult r = compare_methods(test::shipped_model("slider_crank"), options);
  const double theory[] = {2.0, 1.0, 2.0};
  ASSERT_EQ(r.rows.size(), 9u);
  EXPECT_EQ(r.rows.front().setting, 0.002);
  ASSERT_TRUE(r.reference);
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < kOrders; ++i) {
      ASSERT_TRUE(r.methods[k].orders[i].order) << r.methods[k].label << " " << kOrderNames[i];
      // BDF starts with one step of order 1, which the average of the energy still shows at these steps.
      const double margin = i == kQuantities && k == 2 ? 0.25 : 0.1;
      EXPECT_NEAR(*r.methods[k].orders[i].order, theory[k], margin) << r.methods[k].label << " " << kOrderNames[i];
    }
  for (const CompareRow& row : r.rows) {
    EXPECT_GT(row.run.cpu_seconds, 0.0);
    EXPECT_GT((*row.error)[0], kClear * r.reference->uncertainty[0]);
    EXPECT_LT(row.run.statistics.max_position_violation, 1e-9);
  }
  EXPECT_TRUE(says(report_text(r), "newmark:gamma=0.75"));
}

TEST(Compare, RecommendsTheMethodThatIsCheapestAtTheAccuracy) {
  CompareOptions options;
  options.methods = {method("newmark", {{"gamma", 0.75}}), method("hht", {{"alpha", -0.3}})};
  options.steps = {0.02, 0.005, 0.001};
  options.accuracy = 2e-3;  // newmark needs a step ten times smaller for this
  const CompareResult r = compare_methods(test::shipped_model("slider_crank"), options);
  ASSERT_TRUE(r.recommendation);
  EXPECT_EQ(r.recommendation->costs.front().method, 1u);
  EXPECT_TRUE(says(recommendation_text(r), "times faster than newmark:gamma=0.75")) << recommendation_text(r);
  options.accuracy = 1e-7;
  EXPECT_TRUE(says(recommendation_text(compare_methods(test::shipped_model("slider_crank"), options)),
                   "none of these runs reaches it"));
}

TEST(Compare, SaysThatAChaoticMotionHasNoOrder) {
  CompareOptions options;
  options.methods = {method("hht"), method("nstiff")};
  options.steps = {0.04, 0.02, 0.01};
  const CompareResult r = compare_methods(test::model_from(kDoublePendulum), options);
  ASSERT_TRUE(r.reference);
  EXPECT_GT(r.reference->uncertainty[0], 0.1);
  for (const ComparedMethod& m : r.methods)
    for (std::size_t i = 0; i < kQuantities; ++i) EXPECT_FALSE(m.orders[i].order) << m.label << kOrderNames[i];
  const std::string text = report_text(r);
  EXPECT_TRUE(says(text, "the reference itself has not converged")) << text;
  EXPECT_TRUE(says(text, "no order: ")) << text;
  EXPECT_TRUE(says(text, "recommendation: none")) << text;
}

TEST(Compare, MeasuresOverTolerancesToo) {
  CompareOptions options;
  options.methods = {method("hht", {{"alpha", -0.3}})};
  options.tolerances = {1e-4, 1e-6, 1e-8};
  const CompareResult r = compare_methods(test::shipped_model("slider_crank"), options);
  EXPECT_FALSE(r.fixed_step);
  // A local error of order 3 kept at the tolerance makes a global error that falls with its power 2/3.
  ASSERT_TRUE(r.methods[0].orders[0].order);
  EXPECT_NEAR(*r.methods[0].orders[0].order, 2.0 / 3.0, 0.1);
  EXPECT_TRUE(says(report_text(r), "order in tolerance"));
}

TEST(Compare, ComparesConstraintForcesWhereMultipliersAreNotUnique) {
  Model model = test::shipped_model("bricard");
  model.simulation.end = 0.5;
  CompareOptions options;
  options.methods = {method("hht")};
  options.steps = {0.02, 0.01, 0.005};
  const CompareResult r = compare_methods(model, options);
  EXPECT_FALSE(r.multipliers_are_unique);
  ASSERT_TRUE(r.methods[0].orders[3].order);
  EXPECT_NEAR(*r.methods[0].orders[3].order, 2.0, 0.1);
  EXPECT_TRUE(says(report_text(r), "G'lambda are compared instead"));
}

TEST(Compare, KeepsFailedRunsAsRowsThatSayWhy) {
  CompareOptions options;
  options.methods = {method("newmark", {{"gamma", 0.5}, {"beta", 0.0834}}), method("hht")};
  options.steps = {0.01, 0.005};
  const CompareResult r = compare_methods(test::shipped_model("single_pendulum"), options);
  EXPECT_EQ(r.rows[0].run.status, Run::Status::failed);
  EXPECT_GT(r.rows[0].run.end_time, 0.0);
  EXPECT_TRUE(says(r.rows[0].run.reason, "Newton"));
  EXPECT_EQ(r.rows[2].run.status, Run::Status::done);
  EXPECT_TRUE(r.rows[2].error);
  EXPECT_TRUE(says(report_text(r), "failed at t = "));
}

TEST(Compare, RefusesWhatCannotBeBeforeItRuns) {
  const Model model = test::shipped_model("slider_crank");
  bool began = false;
  const auto with = [&](auto change) {
    CompareOptions options;
    options.before_runs = [&] { began = true; };
    change(options);
    compare_methods(model, options);
  };
  EXPECT_THROW(with([](CompareOptions& o) { o.methods = {method("hhtt")}; }), UsageError);
  EXPECT_THROW(with([](CompareOptions& o) { o.methods = {method("hht", {{"alpha", 1.0}})}; }), UsageError);
  EXPECT_THROW(with([](CompareOptions& o) { o.methods = {method("hht"), method("hht")}; }), UsageError);
  EXPECT_THROW(with([](CompareOptions& o) { o.steps = {3.0}; }), UsageError);
  EXPECT_THROW(with([](CompareOptions& o) { o.tolerances = {1e-20}; }), UsageError);
  EXPECT_THROW(with([](CompareOptions& o) {
                 o.steps = {0.1};
                 o.tolerances = {1e-5};
               }),
               UsageError);
  EXPECT_FALSE(began);
}

TEST(Compare, StopsWhenInterruptedAndKeepsWhatIsDone) {
  Interruption interruption;
  CompareOptions options;
  options.methods = {method("hht"), method("nstiff")};
  options.steps = {0.01, 0.005};
  options.interruption = &interruption;
  options.progress = [&](const CompareProgress& p) {
    if (p.run == 3) interruption.ask();
  };
  const CompareResult r = compare_methods(test::shipped_model("slider_crank"), options);
  EXPECT_TRUE(r.interrupted);
  ASSERT_EQ(r.rows.size(), 3u);
  EXPECT_TRUE(r.rows[0].error && r.rows[1].error);
  EXPECT_EQ(r.rows[2].run.status, Run::Status::interrupted);
}

TEST(Compare, DifferenceOfPositionsIsTheIncrementThatLeadsFromOneToTheOther) {
  const System system(test::shipped_model("bricard"));
  const MultibodyProblem problem(system);
  const Vector from = system.given_state().q;
  Vector d(system.sizes().velocities), found(d.size()), to(from.size());
  for (int k = 0; k < d.size(); ++k) d[k] = 0.3 * std::sin(1.0 + k);
  problem.advance(from, d, to);
  problem.difference(from, to, found);
  EXPECT_LT((found - d).norm(), 1e-13);
  for (const BodyEntry& b : system.bodies())  // the same rotation, written as the opposite quaternion
    if (b.nq == 7) to.segment<4>(b.q + 3) *= -1.0;
  problem.difference(from, to, found);
  EXPECT_LT((found - d).norm(), 1e-13);
}

TEST(Compare, DrawsOneLineAMethod) {
  CompareOptions options;
  options.methods = {method("hht"), method("newmark")};
  options.steps = {0.02, 0.01};
  const plot::Chart chart = work_precision_chart(compare_methods(test::shipped_model("slider_crank"), options));
  ASSERT_EQ(chart.series.size(), 2u);
  EXPECT_EQ(chart.series[1].name, "newmark");
  for (const plot::Series& line : chart.series) EXPECT_EQ(line.x.size(), 2u);
  EXPECT_TRUE(chart.x.logarithmic && chart.y.logarithmic);
}

}  // namespace
}  // namespace alembert::compare
