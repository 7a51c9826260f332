// The studies of published papers: those that are fast, and what all of them stand on.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "analysis/linear/frequency.h"
#include "base/error.h"
#include "solve/acceleration_solver.h"
#include "studies/figure_charts.h"
#include "studies/papers.h"
#include "studies/problems.h"
#include "studies/runs.h"

namespace alembert::studies {
namespace {

Findings run_experiment(const std::string& paper, const std::string& name) {
  for (const Experiment& experiment : find_paper(paper).experiments)
    if (experiment.name == name) {
      Findings findings;
      experiment.run(findings);
      return findings;
    }
  throw std::logic_error("no experiment " + name);
}

void expect_reproduced(const Findings& findings) {
  EXPECT_FALSE(findings.items.empty());
  for (const Item& item : findings.items)
    EXPECT_EQ(item.status, Status::reproduced) << item.where << ": " << item.claim << ": " << item.ours;
}

TEST(Studies, Table1OfNewmark2005IsThePublishedOne) {
  const Findings findings = run_experiment("000", "table-1");
  expect_reproduced(findings);
  ASSERT_EQ(findings.tables.size(), 1u);
  EXPECT_EQ(findings.tables[0].rows.size(), 8u);
}

TEST(Studies, AllOfSoi2Reproduces) {
  for (const Experiment& experiment : find_paper("soi2-2007").experiments)
    expect_reproduced(run_experiment("002", std::string(experiment.name)));
}

TEST(Studies, ForcedPendulumIsStableWhereLinearTheorySaysSo) {
  expect_reproduced(run_experiment("004", "figures-12-13"));
}

TEST(Studies, UnknownPaperIsRefusedWithTheNearest) {
  try {
    find_paper("newmark-2004");
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_NE(std::string(e.what()).find("did you mean `newmark-2005`"), std::string::npos) << e.what();
  }
}

TEST(Studies, InterruptionEndsThem) {
  Interruption interruption;
  interruption.ask();
  Findings findings;
  findings.interruption = &interruption;
  EXPECT_THROW(find_paper("000").experiments[0].run(findings), Interrupted);
}

TEST(EmbeddedText, IsTheFile) {
  for (const char* name : {"single_pendulum.yaml", "double_four_bar.yaml"}) {
    std::ifstream file(std::string(ALEMBERT_SOURCE_DIR) + "/models/" + name);
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_EQ(embedded_text(name), text.str());
  }
}

TEST(Thinned, KeepsPeaksAndOrder) {
  Series s{"s", {}, {}};
  for (int k = 0; k < 100000; ++k) s.add(k, k == 54321 ? 7.0 : k == 54322 ? -7.0 : 0.0);
  const Series t = thinned(s);
  EXPECT_LE(t.x.size(), 2000u);
  EXPECT_EQ(*std::max_element(t.y.begin(), t.y.end()), 7.0);
  EXPECT_EQ(*std::min_element(t.y.begin(), t.y.end()), -7.0);
  EXPECT_TRUE(std::is_sorted(t.x.begin(), t.x.end()));
}

Figure two_lines(Figure::Kind kind) {
  return {"Figure 1", "f", "title", "t (s)", "error", kind, {{"a", {0.0, 1.0}, {1.0, 2.0}}, {"b", {0.0}, {1.0}}}};
}

TEST(FigureCharts, TakeTheUnitFromTheLabel) {
  const plot::Chart chart = charts_of(two_lines(Figure::Kind::curves)).at(0);
  EXPECT_EQ(chart.x.label, "t");
  EXPECT_EQ(chart.x.unit, "s");
  EXPECT_EQ(chart.y.label, "error");
  EXPECT_EQ(chart.y.unit, "");
}

TEST(FigureCharts, PanelsAreChartsOfTheirOwn) {
  EXPECT_EQ(charts_of(two_lines(Figure::Kind::curves)).size(), 1U);
  const std::vector<plot::Chart> panels = charts_of(two_lines(Figure::Kind::panels));
  ASSERT_EQ(panels.size(), 2U);
  EXPECT_EQ(panels[1].title, "title: b");
  EXPECT_EQ(panels[1].series.size(), 1U);
}

TEST(FigureCharts, ErrorsAreLogarithmic) {
  const plot::Chart chart = charts_of(two_lines(Figure::Kind::loglog)).at(0);
  EXPECT_TRUE(chart.x.logarithmic && chart.y.logarithmic);
  EXPECT_EQ(chart.series[0].style, plot::Style::both);
}

// A point on a circle: in the tangent at its place the stiffness is the rod's force over its length, v^2 + g
// cos(angle).
struct PointPendulum {
  static constexpr int kCoordinates = 2, kPositionConstraints = 1, kVelocityConstraints = 0;
  template <class S>
  using Vec = VectorOf<S, 2>;
  template <class S>
  MatrixOf<S, 2> mass(S, const Vec<S>&) const {
    return MatrixOf<S, 2>::Identity();
  }
  template <class S>
  Vec<S> force(S, const Vec<S>& q, const Vec<S>&, const VectorOf<S, 1>& lambda) const {
    return Vec<S>(S(-2.0 * q[0] * lambda[0]), S(-9.8 - 2.0 * q[1] * lambda[0]));
  }
  template <class S>
  VectorOf<S, 1> position(S, const Vec<S>& q) const {
    return VectorOf<S, 1>(S(q[0] * q[0] + q[1] * q[1] - 1.0));
  }
  template <class S>
  VectorOf<S, 0> velocity(S, const Vec<S>&, const Vec<S>&) const {
    return {};
  }
};

TEST(FrequencyInMotion, OfAPendulumInMotion) {
  const double angle = 0.4, rate = 3.0;
  dae::EquationsProblem<PointPendulum> problem;
  dae::State s(problem.sizes());
  s.q << std::sin(angle), -std::cos(angle);
  s.v << rate * std::cos(angle), rate * std::sin(angle);
  AccelerationSolver(problem).solve(s);
  EXPECT_NEAR(frequency_in_motion(problem, s).omega, std::sqrt(9.8 * std::cos(angle) + rate * rate), 1e-6);
}

TEST(FrequencyInMotion, OfTheStiffDoublePendulumIsThatOfItsSpring) {
  DynamicsEngine engine(with_step(study_model("double_pendulum"), {"", "hht", {}}, 1e-3, 1.0));
  dae::State s = drive(engine.integrator(), {}).state;
  AccelerationSolver(engine.problem()).solve(s);
  EXPECT_NEAR(frequency_in_motion(engine.problem(), s).omega, 782.6, 1.0);
}

// The reference of Table 3 comes from these equations.
TEST(AngleDoublePendulum, IsTheReferenceOfTable3) {
  dae::EquationsProblem<AngleDoublePendulum> problem;
  dae::State start = AngleDoublePendulum::start();
  AccelerationSolver(problem).solve(start);
  IntegrationOptions options;
  options.step = 5e-5;
  options.end = 2.0;
  const auto integrator = make_integrator(problem, "hht", {{"alpha", -0.05}}, options);
  integrator->start(start);
  const Outcome run = drive(*integrator, {});
  EXPECT_NEAR(run.state.q[0], 4.64047818322132, 2e-4);
  EXPECT_NEAR(run.state.q[1], 4.64049670168853, 2e-4);
}

}  // namespace
}  // namespace alembert::studies
