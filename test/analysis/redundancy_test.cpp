// Redundant constraints of models: found as by the QR, in every shipped model and in large ones; kept over events.
#include <gtest/gtest.h>

#include <filesystem>

#include "analysis/check.h"
#include "analysis/events.h"
#include "analysis/kept_ranks.h"
#include "analysis/mechanism.h"
#include "support/model_run.h"
#include "support/qr_rank.h"

namespace alembert {
namespace {

TEST(Redundancy, EqualsQrInEveryShippedModel) {
  int models = 0;
  for (const auto& file : std::filesystem::directory_iterator(std::string(ALEMBERT_SOURCE_DIR) + "/models")) {
    if (file.path().extension() != ".yaml") continue;
    SCOPED_TRACE(file.path().filename().string());
    Mechanism mechanism(read_model_file(file.path()));
    const dae::State& state = mechanism.initial_state();
    std::vector<MultibodyProblem::Entry> G;
    mechanism.problem().constraint_jacobian(state.t, state.q, state.v, G);
    const dae::Sizes n = mechanism.system().sizes();
    std::vector<linear::RowEntry> entries;
    for (const auto& g : G)
      if (g.column < n.velocities - n.states) entries.push_back({g.row, g.column, g.value});
    constexpr double tolerance = 1e-8;
    const test::QrRank qr = test::qr_rank(n.multipliers, n.velocities, entries, tolerance);
    test::expect_equal_to_qr(linear::analyse_rank(n.multipliers, n.velocities, entries, tolerance), qr);
    EXPECT_EQ(mechanism.start_report().rank, qr.rank);
    EXPECT_EQ(mechanism.start_report().dependent_sets.size(), qr.sets.size());
    ++models;
  }
  EXPECT_GT(models, 20);
}

// Three equations a window too many, out of the plane, in any position; a nearby one is found however long the row is.
TEST(Redundancy, OfLongRowsOfWindowsIsFoundToHoldAlways) {
  for (const double windows : {3.0, 60.0}) {
    const CheckReport report = check_model_report(test::shipped_model("double_four_bar", {{"N", windows}}));
    EXPECT_EQ(report.start.degrees_of_freedom, 1);
    ASSERT_EQ(report.start.dependent_sets.size(), 1u);
    EXPECT_EQ(report.start.dependent_sets[0].redundant, 3 * static_cast<int>(windows));
    EXPECT_EQ(report.start.dependent_sets[0].rows.size(), 3 * (3 * static_cast<std::size_t>(windows) + 1));
    EXPECT_TRUE(report.start.dependent_sets[0].always);
  }
}

// What is not known is not told as if it were.
TEST(Redundancy, ThatWasNotAnalysedIsToldSo) {
  const System system(test::shipped_model("double_four_bar"));
  StartReport start;
  start.degrees_of_freedom = 0;
  start.rank = 3;
  start.unknown_rows = 27;
  const std::string text = check_text(system, start);
  EXPECT_NE(text.find("degrees of freedom: at least 0"), std::string::npos) << text;
  EXPECT_NE(text.find("not analysed for 27 of 35 equations"), std::string::npos) << text;
  EXPECT_EQ(text.find("redundant constraints: none"), std::string::npos) << text;
}

// Two pendulums, one on two revolutes with the same axis, and a four-bar with 3 equations too many.
constexpr const char* kThreeMechanisms = R"yaml(
alembert: 1
gravity: [0, -9.81, 0]
bodies:
  door: {mass: 1, inertia: [1, 1, 1], position: [0.5, 0, 0]}
  pendulum: {mass: 1, inertia: [1, 1, 1], position: [5.5, 0, 0]}
  left: {mass: 1, inertia: [1, 1, 1], position: [10, 0.5, 0]}
  top: {mass: 1, inertia: [1, 1, 1], position: [10.5, 1, 0]}
  right: {mass: 1, inertia: [1, 1, 1], position: [11, 0.5, 0]}
joints:
  hinge: {type: revolute, bodies: [ground, door], at: [0, 0, 0], axis: [0, 0, 1]}
  second_hinge: {type: revolute, bodies: [ground, door], at: [0, 0, 1], axis: [0, 0, 1]}
  pin: {type: spherical, bodies: [ground, pendulum], at: [5, 0, 0]}
  a: {type: revolute, bodies: [ground, left], at: [10, 0, 0], axis: [0, 0, 1]}
  b: {type: revolute, bodies: [left, top], at: [10, 1, 0], axis: [0, 0, 1]}
  c: {type: revolute, bodies: [top, right], at: [11, 1, 0], axis: [0, 0, 1]}
  d: {type: revolute, bodies: [right, ground], at: [11, 0, 0], axis: [0, 0, 1]}
sensors:
  wear: {event: time - 0.1, deactivate: [second_hinge]}
simulation: {end: 0.2}
)yaml";

TEST(Redundancy, IsAnalysedAtAnEventOnlyWhereEquationsHaveChanged) {
  const Model model = test::model_from(kThreeMechanisms);
  DynamicsEngine before(model);
  EXPECT_EQ(before.start_report().rank_work.components, 3);
  const auto redundant = [](const StartReport& report) {
    int out = 0;
    for (const DependentSet& set : report.dependent_sets) out += set.redundant;
    return out;
  };
  EXPECT_EQ(redundant(before.start_report()), 5 + 3);
  const ChangedModel changed = apply_events(before, {0}, before.initial_state());
  DynamicsEngine after(changed.model, &changed.restart);
  const StartReport& report = after.start_report();
  EXPECT_EQ(report.rank_work.components, 1) << "the door alone";
  // As if all had been analysed.
  Model without = model;
  without.joints[1].active = false;
  const DynamicsEngine fresh(without);
  EXPECT_EQ(report.rank, fresh.start_report().rank);
  EXPECT_EQ(report.degrees_of_freedom, fresh.start_report().degrees_of_freedom);
  ASSERT_EQ(report.dependent_sets.size(), 1u);
  EXPECT_EQ(report.dependent_sets[0].rows, fresh.start_report().dependent_sets[0].rows);
  EXPECT_EQ(report.dependent_sets[0].redundant, 3);
  // An event that changes no equation changes nothing in what is known of them.
  Restart again;
  again.state = after.initial_state();
  for (int row = 0; row < after.system().sizes().multipliers; ++row)
    again.row_names.push_back(after.system().row_name(row));
  again.ranks = after.ranks();
  again.first_step = 1e-3;
  const DynamicsEngine same(changed.model, &again);
  EXPECT_EQ(same.start_report().rank_work.components, 0);
  EXPECT_EQ(same.start_report().rank, report.rank);
}

// Rows 0, 1 | 2, 3 of before; now row 1 is gone and a row that is new has joined the others.
TEST(KeptRanks, AreThoseOfComponentsWithTheSameRows) {
  std::vector<linear::RankComponent> before(2);
  before[0] = {{0, 1}, true, 1, {{{0, 1}, 1}}};
  before[1] = {{2, 3}, true, 1, {{{2, 3}, 1}}};
  const std::vector<int> same{2, 3, 0, 1};
  const KeptRanks all(before, same);
  const std::vector<int> first{0, 1}, second{2, 3};
  ASSERT_TRUE(all(first).has_value());
  EXPECT_EQ(all(first)->sets[0].rows, first);
  EXPECT_EQ(all(second)->rank, 1);
  const std::vector<int> fewer{0, 2, 3};
  const std::vector<int> alone{0}, rest{1, 2};
  const KeptRanks without_one(before, fewer);
  EXPECT_FALSE(without_one(alone).has_value()) << "it has lost a row";
  EXPECT_TRUE(without_one(rest).has_value());
  const std::vector<int> more{0, 1, 2, 3, -1};
  const std::vector<int> joined{2, 3, 4}, merged{0, 1, 2, 3};
  const KeptRanks with_one(before, more);
  EXPECT_FALSE(with_one(joined).has_value()) << "it has gained a row";
  EXPECT_FALSE(with_one(merged).has_value()) << "two have become one";
  EXPECT_TRUE(with_one(first).has_value());
  EXPECT_FALSE(KeptRanks({}, same)(first).has_value()) << "nothing is known";
}

}  // namespace
}  // namespace alembert
