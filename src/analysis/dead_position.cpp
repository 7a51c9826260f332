#include "analysis/dead_position.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/assembler.h"
#include "analysis/weighed_constraints.h"
#include "base/error.h"

namespace alembert {

namespace {

// How near rows may be to depending on each other: a drive at a constant rate stops where sqrt(1e-12) to sqrt(1e-6) of
// its range is left, as steps are limited by rounding, by the tolerance, or by the rows of the outputs.
constexpr double kNearlyDependent[] = {1e-6, 1e-4, 1e-3, 1e-2, 3e-2};
constexpr double kLocked = 1e-9;  // of the mechanism's size: open by more than this, it cannot be closed
constexpr double kClosedAhead = 1e-11;
constexpr double kFarthestTurn = 0.5, kFarthestMove = 0.3;  // rad, and of the size, from where joints are closed ahead
constexpr linear::RankLimits kShortAnalysis{300'000'000, 4e8};  // half a second each
constexpr std::size_t kMostNames = 6;

linear::RankAnalysis nearly_dependent(MultibodyProblem& problem, const dae::State& s, double tolerance) {
  return linear::analyse_rank(problem.sizes().multipliers, problem.sizes().velocities,
                              weighed_constraints(problem, s.t, s.q, s.v), tolerance, {}, kShortAnalysis);
}

// Of these rows so many could be left out, as far as these sets go.
int redundant_among(const std::vector<int>& rows, const std::vector<linear::DependentRows>& sets) {
  int count = 0;
  for (const linear::DependentRows& set : sets)
    if (std::includes(rows.begin(), rows.end(), set.rows.begin(), set.rows.end())) count += set.redundant;
  return count;
}

std::vector<linear::DependentRows> sets_of(const std::vector<linear::RankComponent>& ranks) {
  std::vector<linear::DependentRows> out;
  for (const linear::RankComponent& c : ranks) out.insert(out.end(), c.sets.begin(), c.sets.end());
  return out;
}

// Rows that depend on each other here, and do not in general.
std::vector<int> newly_dependent(Mechanism& mechanism, const dae::State& here) {
  MultibodyProblem& problem = mechanism.problem();
  const StartReport& start = mechanism.start_report();
  // A start that is in a singular position itself says nothing.
  const bool special = std::any_of(start.dependent_sets.begin(), start.dependent_sets.end(),
                                   [](const DependentSet& set) { return !set.always; });
  for (const double tolerance : kNearlyDependent) {
    const linear::RankAnalysis found = nearly_dependent(problem, here, tolerance);
    if (found.sets.empty()) continue;
    const std::vector<linear::DependentRows> known =
        special ? sets_of(start.ranks) : nearly_dependent(problem, mechanism.initial_state(), tolerance).sets;
    for (const linear::DependentRows& set : found.sets)
      if (set.redundant > redundant_among(set.rows, known)) return set.rows;
  }
  return {};
}

// Where joints and drives come as near as they can to being closed a step later; false: they can be.
bool nearest_ahead(MultibodyProblem& problem, const dae::State& last, double ahead, dae::State& out) {
  const double size = model_size(problem);
  out = last;
  out.t += ahead;
  // Velocities may have grown without bound.
  const double turn = ahead * largest_turn(problem.system(), last.v),
               move = ahead * largest_move(problem.system(), last.v);
  const double share = 1.0 / std::max({1.0, turn / kFarthestTurn, move / (kFarthestMove * size)});
  problem.advance(last.q, share * ahead * last.v, out.q);
  Assembler assembler(problem, out.t);
  return assembler.close(out.q, kClosedAhead * size) > kLocked * size;
}

// `joint NAME`, `motion NAME` or `constraint NAME`.
std::string element_of_row(const System& system, int row) {
  const std::string& name = system.row_name(row);
  return name.substr(0, name.find(':'));
}

// Rows that ask for velocities even where nothing moves are drives.
void name_rows(MultibodyProblem& problem, const dae::State& at, DeadPosition& out) {
  Vector rate(problem.sizes().multipliers);
  problem.velocity_constraints(at.t, at.q, Vector::Zero(at.v.size()), rate);
  std::set<std::string> seen;
  const double fastest = rate.cwiseAbs().maxCoeff();
  for (const bool drives : {true, false})
    for (const int row : out.rows) {
      const bool drive = std::abs(rate[row]) > 1e-12 * fastest;
      if (drive != drives || !seen.insert(element_of_row(problem.system(), row)).second) continue;
      (drive ? out.drives : out.others).push_back(element_of_row(problem.system(), row));
    }
}

std::string listed(const std::vector<std::string>& names) {
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(kMostNames, names.size()));
  const std::string text = fmt::format("{}", fmt::join(names.begin(), end, ", "));
  return names.size() > kMostNames ? fmt::format("{} and {} more", text, names.size() - kMostNames) : text;
}

}  // namespace

std::string DeadPosition::text() const {
  if (rows.empty()) return "";
  if (!locked) {
    std::vector<std::string> all = drives;
    all.insert(all.end(), others.begin(), others.end());
    return fmt::format(
        "at t = {:.9g} s the mechanism comes to a singular position, where constraints depend on each other that do "
        "not "
        "elsewhere ({}) and it may go on in more than one way; hht_si2, hht and gen_alpha_soi2 with a `tolerance` pass "
        "such positions best, and a start beside one is better than a start in it",
        t, listed(all));
  }
  return fmt::format(
      "at t = {:.9g} s the mechanism comes to a dead position: {} cannot be followed any further{}; change the drive "
      "or "
      "its range, drive another joint, or let a force or torque drive it",
      t, listed(drives), others.empty() ? "" : fmt::format(" (with {})", listed(others)));
}

DeadPosition find_dead_position(Mechanism& mechanism, const dae::State& last, double ahead) {
  MultibodyProblem& problem = mechanism.problem();
  DeadPosition out;
  if (problem.sizes().multipliers == 0) return out;
  problem.recall(last);
  out.t = last.t;
  out.rows = newly_dependent(mechanism, last);
  dae::State nearest;
  const bool cannot_go_on = ahead > 0.0 && nearest_ahead(problem, last, ahead, nearest);
  if (out.rows.empty() && cannot_go_on) out.rows = newly_dependent(mechanism, nearest);
  if (out.rows.empty()) return out;
  name_rows(problem, last, out);
  out.locked = cannot_go_on && !out.drives.empty();
  return out;
}

}  // namespace alembert
