#include "analysis/conflicting_motions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/assembler.h"
#include "base/error.h"

namespace alembert {

namespace {

constexpr double kOpen = 1e-8;         // of the mechanism's size, or rad: these cannot be closed
constexpr double kClosed = 1e-11;      // as at the start
constexpr double kTurn = 0.3;          // rad, in one step
constexpr double kMove = 0.1;          // of the size, in one step
constexpr int kSteps = 100;            // of the time, where nothing moves faster
constexpr long kMostWork = 4'000'000;  // unknowns times steps: seconds
constexpr std::size_t kMostNames = 8;

bool has_motion(const System& system, const DependentSet& set) {
  return std::any_of(set.rows.begin(), set.rows.end(),
                     [&](int row) { return system.row_name(row).starts_with("motion "); });
}

// The set with the worst of the open rows, if that is one of motions.
int conflicting_set(const System& system, const StartReport& start, const Vector& open) {
  Eigen::Index worst = 0;
  open.cwiseAbs().maxCoeff(&worst);
  for (std::size_t k = 0; k < start.dependent_sets.size(); ++k) {
    const DependentSet& set = start.dependent_sets[k];
    if (set.always && has_motion(system, set) &&
        std::binary_search(set.rows.begin(), set.rows.end(), static_cast<int>(worst)))
      return static_cast<int>(k);
  }
  return -1;
}

std::vector<std::string> elements_of(const System& system, const DependentSet& set) {
  std::vector<std::string> out;
  for (const bool motions : {true, false})
    for (const int row : set.rows) {
      const std::string name = system.row_name(row).substr(0, system.row_name(row).find(':'));
      if (name.starts_with("motion ") == motions && std::find(out.begin(), out.end(), name) == out.end())
        out.push_back(name);
    }
  return out;
}

// As far as bodies may go in one step.
double step_from(const System& system, const Vector& v, double size, double longest) {
  const double turn = largest_turn(system, v), move = largest_move(system, v);
  if (turn > 0.0) longest = std::min(longest, kTurn / turn);
  if (move > 0.0) longest = std::min(longest, kMove * size / move);
  return longest;
}

}  // namespace

std::string ConflictingMotions::text() const {
  if (set < 0) return "";
  std::vector<std::string> names = elements;
  if (names.size() > kMostNames) {
    names.resize(kMostNames);
    names.push_back(fmt::format("and {} more", elements.size() - kMostNames));
  }
  return fmt::format(
      "at t = {:.6g} s {} contradict each other: no position and velocity satisfies them all; leave a motion out, or "
      "make its function agree with the others",
      t, fmt::join(names, ", "));
}

ConflictingMotions find_conflicting_motions(Mechanism& mechanism, const dae::State& from, double until) {
  MultibodyProblem& problem = mechanism.problem();
  const System& system = problem.system();
  const StartReport& start = mechanism.start_report();
  ConflictingMotions out;
  if (problem.sizes().states > 0 || !system.model().sensors.empty() || !(until > from.t)) return out;
  if (std::none_of(start.dependent_sets.begin(), start.dependent_sets.end(),
                   [&](const DependentSet& set) { return set.always && has_motion(system, set); }))
    return out;
  const double size = model_size(problem);
  dae::State state = from;
  problem.recall(state);
  Assembler assembler(problem, state.t);
  long work = 0;
  while (state.t < until && (work += problem.sizes().unknowns()) < kMostWork) {
    const double dt = std::min(step_from(system, state.v, size, (until - from.t) / kSteps), until - state.t);
    Vector q = state.q;
    problem.advance(state.q, dt * state.v, q);
    state.q = q;
    state.t = dt < until - state.t ? state.t + dt : until;
    assembler.set_time(state.t);
    bool open = assembler.close(state.q, kClosed * size) > kOpen * std::min(size, 1.0);
    try {
      if (!open) assembler.project_velocity(state.q, state.v);
    } catch (const AssemblyError&) {
      open = true;
    }
    if (open) {
      out.t = state.t;
      out.set = conflicting_set(system, start, Vector(assembler.phi()));
      if (out.set >= 0) out.elements = elements_of(system, start.dependent_sets[static_cast<std::size_t>(out.set)]);
      break;
    }
    problem.remember(state);
    problem.recall(state);
  }
  problem.recall(from);
  return out;
}

}  // namespace alembert
