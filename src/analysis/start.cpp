#include "analysis/start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <unordered_map>

#include "analysis/assembler.h"
#include "analysis/branch.h"
#include "analysis/flexible_notes.h"
#include "analysis/kept_ranks.h"
#include "analysis/start_values.h"
#include "analysis/weighed_constraints.h"
#include "analysis/without_inertia.h"
#include "base/error.h"
#include "linear/rank.h"
#include "model/doubtful.h"
#include "system/pools.h"

namespace alembert {

namespace {

// eps of the multiplier block relative to G M^-1 G^T (dae/problem.h). Where constraints are redundant it must stay well
// above the rounding of Phi/(beta h^2); elsewhere it only carries the mechanism through singular positions and is kept
// too small to be seen in any result.
constexpr double kRegularisationRedundant = 1e-9;
constexpr double kRegularisation = 1e-12;
constexpr double kClosed = 1e-11;  // positions count as put together below this, relative to the model's size
constexpr double kNearby = 0.1;    // rad, or of the model's size: a position that is another, and still the same
// Newton quarters the violation near a singular position, where it converges slowest: from kNearby^2 to kClosed.
constexpr int kNearbySteps = 20;
// Of a random displacement: what eps and rounding leave free of it where the mechanism cannot move.
constexpr double kImmovable = 1e-6;
constexpr double kNearlyClosed = 1e-5;  // a joint that a sensor activates may be open by this and is closed
// Rows (scaled to length 1 in the metric of the masses) closer than this to the span of others depend on them.
constexpr double kRankTolerance = 1e-8;
// Of the accelerations, and squares of the velocities: equations that are closed to kClosed agree to far less.
constexpr double kAccelerationsDiffer = 1e-6;

std::string rows_text(const System& system, const std::vector<int>& rows, std::size_t most) {
  std::vector<std::string> names;
  for (const int r : rows) {
    if (names.size() == most) {
      names.push_back(fmt::format("and {} more", rows.size() - most));
      break;
    }
    names.push_back(system.row_name(r));
  }
  return fmt::format("{}", fmt::join(names, "; "));
}

linear::RankAnalysis rank_at(MultibodyProblem& problem, double t, const Vector& q, const Vector& v,
                             const linear::KnownRank& known = {}) {
  return linear::analyse_rank(problem.sizes().multipliers, problem.sizes().velocities,
                              weighed_constraints(problem, t, q, v), kRankTolerance, known);
}

// A random displacement, the same every time.
Vector random_displacement(const MultibodyProblem& problem, double size, double amount) {
  std::mt19937 random(20261115);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Vector d = Vector::Zero(problem.sizes().velocities);
  for (std::size_t k = 0; k < problem.system().coordinates().size(); ++k) {
    const Coordinate& c = problem.system().coordinates()[k];
    if (c.stiffness > 0.0) continue;  // its place is where its spring is free
    const bool rotation = c.direction == Direction::rotation;
    d[static_cast<Eigen::Index>(k)] = amount * uniform(random) * (rotation ? 1.0 : size);
  }
  return d;
}

Vector shaken(const MultibodyProblem& problem, const Vector& q, double size, double amount) {
  Vector out = q;
  problem.advance(q, random_displacement(problem, size, amount), out);
  return out;
}

// Newton may stand still where it starts in a singular position (bars in line that have to fold): shake it off.
// Returns the violation reached; on failure q and the assembler's phi are of the first attempt.
double close_from_nearby(Assembler& assembler, const MultibodyProblem& problem, Vector& q, double size) {
  const Vector given = q;
  const double first = assembler.close(q, kClosed * size);
  if (first <= 1e-9 * size) return first;
  for (const double amount : {1e-3, 1e-2, 1e-1}) {
    Vector trial = shaken(problem, given, size, amount);
    const double reached = assembler.close(trial, kClosed * size);
    if (reached > 1e-9 * size) continue;
    q = trial;
    return reached;
  }
  return assembler.violation(q);
}

// The largest turn, or displacement as a share of the size.
double extent(const System& system, const Vector& d, double size) {
  return std::max(largest_turn(system, d), largest_move(system, d) / size);
}

// A position nearby that also satisfies the constraints, to tell what holds only here: the way there is a random one
// that the constraints leave free, so that little is left to be closed however large the mechanism is. False: there is
// none, or none was found.
bool neighbour(Assembler& assembler, const MultibodyProblem& problem, const Vector& q, double size, Vector& out) {
  Vector d = random_displacement(problem, size, kNearby);
  const double tried = extent(problem.system(), d, size);
  if (!assembler.keep_free(q, d)) return false;
  const double free = extent(problem.system(), d, size);
  if (!(free > kImmovable * tried)) return false;
  d *= kNearby / free;
  problem.advance(q, d, out);
  return assembler.close(out, kClosed * size, kNearbySteps) <= 1e-9 * size;
}

// Equations of unknown rank count as independent.
void count_freedoms(const MultibodyProblem& problem, const linear::RankAnalysis& analysis, StartReport& report) {
  report.unknown_rows = analysis.unknown_rows();
  report.degrees_of_freedom = problem.sizes().velocities - problem.sizes().states - analysis.rank - report.unknown_rows;
}

// Where constraints are redundant, or may be, eps is larger.
double regularisation_for(const StartReport& report) {
  return report.dependent_sets.empty() && report.unknown_rows == 0 ? kRegularisation : kRegularisationRedundant;
}

void find_dependent_sets(MultibodyProblem& problem, Assembler& assembler, const dae::State& state, double size,
                         StartReport& report) {
  const Vector& q = state.q;
  linear::RankAnalysis here = rank_at(problem, state.t, q, state.v);
  count_freedoms(problem, here, report);
  report.rank = here.rank;
  report.rank_work = here.work;
  report.ranks = std::move(here.components);
  if (here.sets.empty()) return;
  Vector nearby = q;
  linear::RankAnalysis there;
  const bool moved = neighbour(assembler, problem, q, size, nearby);
  // A singular position hides degrees of freedom's worth of rank: count those of the general position.
  if (moved) {
    there = rank_at(problem, state.t, nearby, state.v);
    count_freedoms(problem, there, report);
    report.ranks = std::move(there.components);
  }
  std::vector<bool> dependent_there(static_cast<std::size_t>(problem.sizes().multipliers), !moved);
  for (const linear::DependentRows& set : there.sets)
    for (const int row : set.rows) dependent_there[static_cast<std::size_t>(row)] = true;
  for (const linear::DependentRows& set : here.sets) {
    const bool always = std::any_of(set.rows.begin(), set.rows.end(),
                                    [&](int row) { return dependent_there[static_cast<std::size_t>(row)]; });
    report.dependent_sets.push_back({set.rows, set.redundant, always, true});
  }
}

void require_determined(MultibodyProblem& problem, const dae::State& state) {
  if (const std::string text = undetermined_motions(problem, state); !text.empty()) throw AssemblyError(text);
}

// Sets of equations that depend on each other everywhere, and among which are some that are open: they contradict each
// other. What to say of the first.
std::string contradictions(const System& system, const Vector& open, double at_least, StartReport& report) {
  std::string out;
  for (DependentSet& set : report.dependent_sets) {
    if (!set.always ||
        std::none_of(set.rows.begin(), set.rows.end(), [&](int r) { return std::abs(open[r]) > at_least; }))
      continue;
    set.consistent = false;
    if (out.empty()) out = fmt::format("these equations contradict each other: {}", rows_text(system, set.rows, 12));
  }
  return out;
}

void make_velocities_consistent(MultibodyProblem& problem, Assembler& assembler, dae::State& state,
                                StartReport& report) try {
  assembler.project_velocity(state.q, state.v);
} catch (const AssemblyError& e) {
  const Vector open = assembler.phi();
  const std::string text = contradictions(problem.system(), open, 0.1 * open.lpNorm<Eigen::Infinity>(), report);
  if (text.empty()) throw;
  throw AssemblyError(fmt::format("{}; {}", e.what(), text));
}

// A mechanism that starts in a singular position may go on in more than one way.
void go_on_in_one_way(MultibodyProblem& problem, Assembler& assembler, dae::State& state, double size,
                      StartReport& report) {
  const bool singular = std::any_of(report.dependent_sets.begin(), report.dependent_sets.end(),
                                    [](const DependentSet& set) { return !set.always; });
  if (!singular) return;
  const bool chosen = choose_branch(problem, assembler, state, size);
  report.warnings.push_back(fmt::format(
      "the mechanism starts in a singular position, where it may go on in more than one way{}; to choose one, start a "
      "little beside it",
      chosen ? ": the velocities are those of one of them" : ""));
}

// Equations that always depend on each other, and ask for different accelerations, cannot be followed any further.
void check_accelerations(MultibodyProblem& problem, const dae::State& state, StartReport& report) {
  if (report.dependent_sets.empty()) return;
  Vector open(problem.sizes().multipliers);
  problem.acceleration_constraints(state.t, state.q, state.v, state.a, open);
  const double size = 1.0 + state.a.lpNorm<Eigen::Infinity>() + state.v.squaredNorm();
  const std::string text = contradictions(problem.system(), open, kAccelerationsDiffer * size, report);
  if (!text.empty())
    throw AssemblyError(fmt::format("the accelerations at the start cannot be made consistent: {}", text));
}

[[noreturn]] void refuse(MultibodyProblem& problem, const dae::State& state, const Vector& phi, double violation,
                         StartReport& report) {
  const System& system = problem.system();
  Eigen::Index worst = 0;
  phi.cwiseAbs().maxCoeff(&worst);
  std::string message = fmt::format("the mechanism cannot be put together: {} stays open by {:.3g}",
                                    system.row_name(static_cast<int>(worst)), violation);
  const linear::RankAnalysis rank = rank_at(problem, state.t, state.q, state.v);
  report.rank = rank.rank;
  count_freedoms(problem, rank, report);
  bool said = false;
  for (const linear::DependentRows& set : rank.sets) {
    const bool open =
        std::any_of(set.rows.begin(), set.rows.end(), [&](int r) { return std::abs(phi[r]) > 0.1 * violation; });
    report.dependent_sets.push_back({set.rows, set.redundant, true, !open});
    if (open && !said)
      message += fmt::format("; these equations contradict each other: {}", rows_text(system, set.rows, 12));
    said = said || open;
  }
  message += "; check the lengths, and the initial positions of the bodies: a better starting position may be needed";
  throw AssemblyError(message);
}

void compare_with_given(const MultibodyProblem& problem, const dae::State& given, const dae::State& state,
                        StartReport& report) {
  Vector d(state.v.size());
  problem.difference(given.q, state.q, d);
  report.largest_move = largest_move(problem.system(), d);
  report.largest_turn = largest_turn(problem.system(), d);
  const Eigen::Index coordinates = state.v.size() - problem.sizes().states;
  if (coordinates == 0) return;
  Eigen::Index most = 0;
  report.largest_velocity_change = (state.v - given.v).head(coordinates).cwiseAbs().maxCoeff(&most);
  report.most_changed_velocity = static_cast<int>(most);
}

// Joints that hold two axes parallel also hold with the axes opposed: a wrong branch that must not pass unseen.
void check_branches(MultibodyProblem& problem, const dae::State& state, StartReport& report) {
  problem.place(state.t, state.q, state.v);
  for_each_element(problem.system().pools().joints, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    if constexpr (Kernel::kParallelAxes) {
      const Mat3 C = problem.marker(e.marker[0]).R.transpose() * problem.marker(e.marker[1]).R;
      const std::string& name = problem.system().model().joints[static_cast<std::size_t>(e.joint)].name;
      if (C(2, 2) < 0.0)
        report.warnings.push_back(fmt::format(
            "joint {}: the z axes of its markers point in opposite directions; the joint holds them so", name));
      if constexpr (Kernel::kLocked) {
        if (C(2, 2) >= 0.0 && C(0, 0) < 0.0)
          report.warnings.push_back(fmt::format(
              "joint {}: its markers are turned by half a turn against each other; the joint holds them so", name));
      }
    }
  });
}

// Where the row of each multiplier stands in a list of names; -1: nowhere.
std::vector<int> rows_of_names(const System& system, const std::vector<std::string>& names) {
  std::unordered_map<std::string, int> places;
  for (std::size_t k = 0; k < names.size(); ++k) places.emplace(names[k], static_cast<int>(k));
  std::vector<int> out;
  for (int row = 0; row < system.sizes().multipliers; ++row) {
    const auto found = places.find(system.row_name(row));
    out.push_back(found == places.end() ? -1 : found->second);
  }
  return out;
}

}  // namespace

std::string velocity_change_text(const System& system, const StartReport& report) {
  const int v = report.most_changed_velocity;
  if (v < 0) return fmt::format("{:.3g}", report.largest_velocity_change);
  const Direction direction = system.coordinates()[static_cast<std::size_t>(v)].direction;
  const char* unit = direction == Direction::rotation ? " rad/s" : direction == Direction::translation ? " m/s" : "";
  return fmt::format("{:.3g}{} ({})", report.largest_velocity_change, unit, system.unknown_name(v));
}

dae::State consistent_start(MultibodyProblem& problem, StartReport& report) {
  const dae::State given = problem.system().given_state();
  dae::State state = given;
  const double size = model_size(problem);
  // Whole turns are counted from here: angles at the start are within half a turn of zero, or of a motion's.
  problem.prepare_start(state);
  problem.recall(state);
  problem.update_topology(state);
  problem.set_regularisation(state.t, state.q, state.v, kRegularisationRedundant);
  require_determined(problem, state);
  Assembler assembler(problem, state.t);
  report.given_position_violation = assembler.violation(state.q);
  if (assembler.phi().size() > 0) {
    Eigen::Index worst = 0;
    assembler.phi().cwiseAbs().maxCoeff(&worst);
    report.worst_given_row = static_cast<int>(worst);
    if (!std::isfinite(report.given_position_violation)) throw AssemblyError("the initial positions are not finite");
    const double reached = close_from_nearby(assembler, problem, state.q, size);
    if (reached > 1e-9 * size) {
      const Vector open = assembler.phi();
      refuse(problem, state, open, reached, report);
    }
    Vector rate(problem.sizes().multipliers);
    problem.velocity_constraints(state.t, state.q, state.v, rate);
    report.given_velocity_violation = rate.cwiseAbs().maxCoeff();
    find_dependent_sets(problem, assembler, state, size, report);
    problem.set_regularisation(state.t, state.q, state.v, regularisation_for(report));
    make_velocities_consistent(problem, assembler, state, report);
    go_on_in_one_way(problem, assembler, state, size, report);
  } else {
    report.degrees_of_freedom = problem.sizes().velocities - problem.sizes().states;
  }
  problem.remember(state);
  problem.recall(state);
  problem.update_topology(state);
  if (problem.sizes().velocities > 0) {
    compare_with_given(problem, given, state, report);
    solve_accelerations(problem, state);
    check_accelerations(problem, state, report);
    settle_states(problem, state);
  }
  check_branches(problem, state, report);
  if (report.largest_move > 1e-6 * size || report.largest_turn > 1e-6)
    report.warnings.push_back(fmt::format(
        "the initial positions did not satisfy the joints ({} was open by {:.3g}); bodies were moved by up to "
        "{:.3g} m and turned by up to {:.3g} rad",
        problem.system().row_name(report.worst_given_row), report.given_position_violation, report.largest_move,
        report.largest_turn));
  // Bodies that are given no velocities get those of the motions.
  const Eigen::Index coordinates = given.v.size() - problem.sizes().states;
  const bool driven = !problem.system().constraints().empty() && given.v.head(coordinates).isZero(0.0);
  if (!driven && report.largest_velocity_change > 1e-6 * (1.0 + given.v.lpNorm<Eigen::Infinity>()))
    report.warnings.push_back(
        fmt::format("the initial velocities did not satisfy the joints; they were changed by up to {}",
                    velocity_change_text(problem.system(), report)));
  for (const std::string& note : problem.system().model().notes) report.warnings.push_back(note);
  for (std::string& warning : interface_warnings(problem.system().model()))
    report.warnings.push_back(std::move(warning));
  for (std::string& warning : doubtful_values(problem.system().model())) report.warnings.push_back(std::move(warning));
  if (report.unknown_rows > 0)
    report.warnings.push_back(
        fmt::format("{} of {} constraint equations were not analysed for redundant ones: that takes more work than is "
                    "allowed; redundant ones may be among them, and the degrees of freedom are at least {}",
                    report.unknown_rows, problem.sizes().multipliers, report.degrees_of_freedom));
  for (const DependentSet& set : report.dependent_sets)
    report.warnings.push_back(fmt::format("{} of these {} constraint equations {} redundant{}: {}", set.redundant,
                                          set.rows.size(), set.redundant == 1 ? "is" : "are",
                                          set.always ? "" : " in the starting position only",
                                          rows_text(problem.system(), set.rows, 12)));
  return state;
}

dae::State consistent_restart(MultibodyProblem& problem, const Restart& from, StartReport& report, Vector& impulses) {
  const System& system = problem.system();
  dae::State state(problem.sizes());
  state.t = from.state.t;
  if (state.memory.size() != from.state.memory.size() || state.q.size() != from.state.q.size())
    throw AssemblyError("the state to go on from is that of a mechanism that is made of other things");
  state.q = from.state.q;
  state.v = from.state.v;
  state.memory = from.state.memory;
  const std::vector<int> rows_before = rows_of_names(system, from.row_names);
  for (int row = 0; row < problem.sizes().multipliers; ++row)
    if (const int before = rows_before[static_cast<std::size_t>(row)]; before >= 0)
      state.lambda[row] = from.state.lambda[before];
  const double size = model_size(problem);
  problem.recall(state);
  problem.update_topology(state);
  problem.set_regularisation(state.t, state.q, state.v, kRegularisationRedundant);
  require_determined(problem, state);
  Assembler assembler(problem, state.t);
  impulses.setZero(problem.sizes().multipliers);
  if (problem.sizes().multipliers > 0) {
    const double open = assembler.violation(state.q);
    if (!(open <= kNearlyClosed * size)) {
      Eigen::Index worst = 0;
      assembler.phi().cwiseAbs().maxCoeff(&worst);
      throw AssemblyError(
          fmt::format("at t = {:.9g} s a constraint becomes active that is not closed: {} is open by {:.3g}; let it "
                      "become active where it is closed, or lock velocities instead (a motion with `velocity: 0`)",
                      state.t, system.row_name(static_cast<int>(worst)), open));
    }
    assembler.close(state.q, kClosed * size);
    linear::RankAnalysis rank = rank_at(problem, state.t, state.q, state.v, KeptRanks(from.ranks, rows_before));
    count_freedoms(problem, rank, report);
    for (const linear::DependentRows& set : rank.sets) report.dependent_sets.push_back({set.rows, set.redundant});
    report.rank = rank.rank;
    report.rank_work = rank.work;
    report.ranks = std::move(rank.components);
    problem.set_regularisation(state.t, state.q, state.v, regularisation_for(report));
  } else {
    report.degrees_of_freedom = problem.sizes().velocities - problem.sizes().states;
  }
  if (problem.sizes().velocities > 0) assembler.project_velocity(state.q, state.v, from.impulse);
  impulses = assembler.impulses();
  problem.remember(state);
  problem.recall(state);
  problem.update_topology(state);
  if (problem.sizes().velocities > 0) solve_accelerations(problem, state);
  return state;
}

}  // namespace alembert
