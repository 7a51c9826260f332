#include "analysis/start.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <random>

#include "analysis/assembler.h"
#include "base/error.h"
#include "linear/rank.h"
#include "linear/sparse_matrix.h"
#include "solve/acceleration_solver.h"

namespace alembert {

namespace {

// eps of the multiplier block relative to G M^-1 G^T (dae/problem.h). Where constraints are redundant it must stay well
// above the rounding of Phi/(beta h^2); elsewhere it only carries the mechanism through singular positions and is kept
// too small to be seen in any result.
constexpr double kRegularisationRedundant = 1e-9;
constexpr double kRegularisation = 1e-12;
constexpr double kClosed = 1e-11;       // positions count as put together below this, relative to the model's size
constexpr double kNearlyClosed = 1e-5;  // a joint that a sensor activates may be open by this and is closed
// Rows (scaled to length 1 in the metric of the masses) closer than this to the span of others depend on them.
constexpr double kRankTolerance = 1e-8;

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

linear::RankAnalysis rank_at(MultibodyProblem& problem, double t, const Vector& q, const Vector& v) {
  std::vector<MultibodyProblem::Entry> G;
  problem.constraint_jacobian(t, q, v, G);
  std::erase_if(G, [&](const auto& g) { return g.column >= problem.sizes().velocities - problem.sizes().states; });
  Vector root = Vector::Ones(problem.sizes().velocities);
  for (const BodyEntry& b : problem.system().bodies())
    for (int k = 0; k < b.nv; ++k) {
      const bool rotation = b.kind == BodyKind::planar ? k == 2 : k >= 3;
      double m = !rotation ? b.mass : b.kind == BodyKind::planar ? b.inertia(2, 2) : b.inertia(k - 3, k - 3);
      // Where there is no inertia, or hardly any, what matters is whether the row acts at all.
      if (rotation)
        m = std::max(m, b.inertia.diagonal().maxCoeff() > 0.0 ? 1e-4 * b.inertia.diagonal().maxCoeff() : b.mass);
      root[b.v + k] = 1.0 / std::sqrt(m);
    }
  std::vector<linear::RowEntry> entries;
  entries.reserve(G.size());
  for (const auto& g : G)
    if (g.value != 0.0) entries.push_back({g.row, g.column, g.value * root[g.column]});
  return linear::analyse_rank(problem.sizes().multipliers, problem.sizes().velocities, entries, kRankTolerance);
}

// A position at a random small distance, the same every time.
Vector shaken(const MultibodyProblem& problem, const Vector& q, double size, double amount) {
  std::mt19937 random(20261115);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  Vector d = Vector::Zero(problem.sizes().velocities), out = q;
  for (const BodyEntry& b : problem.system().bodies())
    for (int k = 0; k < b.nv; ++k) {
      const bool rotation = b.kind == BodyKind::planar ? k == 2 : k >= 3;
      d[b.v + k] = amount * uniform(random) * (rotation ? 1.0 : size);
    }
  problem.advance(q, d, out);
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

// A position nearby that also satisfies the constraints: to tell what holds only here. False: none was found.
bool neighbour(Assembler& assembler, const MultibodyProblem& problem, const Vector& q, double size, Vector& out) {
  out = shaken(problem, q, size, 0.1);
  return assembler.close(out, kClosed * size) <= 1e-9 * size;
}

void find_dependent_sets(MultibodyProblem& problem, Assembler& assembler, const dae::State& state, double size,
                         StartReport& report) {
  const Vector& q = state.q;
  const linear::RankAnalysis here = rank_at(problem, state.t, q, state.v);
  const int coordinates = problem.sizes().velocities - problem.sizes().states;
  report.rank = here.rank;
  report.degrees_of_freedom = coordinates - here.rank;
  if (here.sets.empty()) return;
  Vector nearby = q;
  linear::RankAnalysis there;
  const bool moved = neighbour(assembler, problem, q, size, nearby);
  if (moved) there = rank_at(problem, state.t, nearby, state.v);
  int always_redundant = 0;
  for (const linear::DependentRows& set : here.sets) {
    DependentSet out{set.rows, set.redundant, true, true};
    if (moved) {
      out.always = false;
      for (const linear::DependentRows& other : there.sets)
        for (const int row : other.rows)
          out.always = out.always || std::binary_search(set.rows.begin(), set.rows.end(), row);
    }
    if (out.always) always_redundant += out.redundant;
    report.dependent_sets.push_back(std::move(out));
  }
  // A singular position hides degrees of freedom's worth of rank: count those of the general position.
  if (moved) report.degrees_of_freedom = coordinates - there.rank;
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
  report.degrees_of_freedom = problem.sizes().velocities - problem.sizes().states - rank.rank;
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
  for (const BodyEntry& b : problem.system().bodies()) {
    if (b.nv == 0) continue;
    const int translations = b.kind == BodyKind::planar ? 2 : 3;
    report.largest_move =
        std::max(report.largest_move, (state.q.segment(b.q, translations) - given.q.segment(b.q, translations)).norm());
    if (b.kind == BodyKind::planar)
      report.largest_turn = std::max(report.largest_turn, std::abs(state.q[b.q + 2] - given.q[b.q + 2]));
    if (b.kind == BodyKind::rigid) {
      const auto quat = [&](const Vector& q) { return Quat(q[b.q + 3], q[b.q + 4], q[b.q + 5], q[b.q + 6]); };
      report.largest_turn = std::max(report.largest_turn, so3::log(quat(given.q).conjugate() * quat(state.q)).norm());
    }
  }
  const Eigen::Index coordinates = state.v.size() - problem.sizes().states;
  if (coordinates > 0) report.largest_velocity_change = (state.v - given.v).head(coordinates).cwiseAbs().maxCoeff();
}

// Joints that hold two axes parallel also hold with the axes opposed: a wrong branch that must not pass unseen.
void check_branches(MultibodyProblem& problem, const dae::State& state, StartReport& report) {
  problem.place(state.t, state.q, state.v);
  for_each_element(problem.system().joints(), [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    if constexpr (Kernel::kParallelAxes) {
      const Mat3 C = problem.marker(e.marker[0]).R.transpose() * problem.marker(e.marker[1]).R;
      const std::string& name = problem.system().model().joints[static_cast<std::size_t>(e.joint)].name;
      if (C(2, 2) < 0.0)
        report.warnings.push_back(fmt::format(
            "joint {}: the z axes of its markers point in opposite directions; the joint holds them so", name));
      constexpr bool locked = Kernel::kKind == JointKind::fixed || Kernel::kKind == JointKind::orientation ||
                              Kernel::kKind == JointKind::translational;
      if constexpr (locked) {
        if (C(2, 2) >= 0.0 && C(0, 0) < 0.0)
          report.warnings.push_back(fmt::format(
              "joint {}: its markers are turned by half a turn against each other; the joint holds them so", name));
      }
    }
  });
}

void solve_accelerations(MultibodyProblem& problem, dae::State& state) {
  if (AccelerationSolver(problem).solve(state) > AccelerationSolver::kSolved)
    throw AssemblyError("the accelerations at the start cannot be found: the mechanism starts in a singular position");
}

// States with `initial: steady` get the values for which they do not change: Newton's iteration on their derivatives,
// with reactions brought up to date in between.
void settle_states(MultibodyProblem& problem, dae::State& state) {
  std::vector<int> unknowns;
  const auto& states = problem.system().model().states;
  for (std::size_t k = 0; k < states.size(); ++k)
    if (states[k].steady) unknowns.push_back(problem.system().states()[k].v);
  if (unknowns.empty()) return;
  const dae::Sizes n = problem.sizes();
  const auto count = static_cast<Eigen::Index>(unknowns.size());
  linear::SparseMatrix matrix;
  const Vector zero = Vector::Zero(n.velocities);
  Vector f(n.velocities), phi(n.multipliers), r(count);
  Eigen::MatrixXd J(count, count);
  for (int k = 0; k < 50; ++k) {
    problem.evaluate(state.t, state.q, state.v, state.lambda, f, phi);
    problem.newton_matrix({0.0, 1.0, 0.0}, {state.t, state.q}, {state.t, state.q, state.v, state.a, state.lambda, zero},
                          matrix);
    const linear::Pattern& pattern = *matrix.pattern();
    J.setZero();
    for (Eigen::Index c = 0; c < count; ++c) {
      const auto column = static_cast<std::size_t>(unknowns[static_cast<std::size_t>(c)]);
      for (int at = pattern.column_starts()[column]; at < pattern.column_starts()[column + 1]; ++at)
        for (Eigen::Index row = 0; row < count; ++row)
          if (pattern.rows()[static_cast<std::size_t>(at)] == unknowns[static_cast<std::size_t>(row)])
            J(row, c) = matrix.values()[at];
    }
    for (Eigen::Index row = 0; row < count; ++row) r[row] = f[unknowns[static_cast<std::size_t>(row)]];
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(J);
    const Vector change = -lu.solve(r);
    double size = 0.0;
    for (Eigen::Index row = 0; row < count; ++row) {
      double& x = state.v[unknowns[static_cast<std::size_t>(row)]];
      x += change[row];
      size = std::max(size, std::abs(x));
    }
    if (!lu.isInvertible() || !change.allFinite()) break;
    solve_accelerations(problem, state);
    if (change.lpNorm<Eigen::Infinity>() <= 1e-13 * (1.0 + size)) return;
  }
  throw AssemblyError(
      fmt::format("no steady value of {} was found: give `initial` a number", problem.unknown_name(unknowns.front())));
}

}  // namespace

dae::State consistent_start(MultibodyProblem& problem, StartReport& report) {
  const dae::State given = problem.system().given_state();
  dae::State state = given;
  const double size = model_size(problem);
  // Whole turns are counted from here: angles at the start are within half a turn of zero, or of a motion's.
  problem.prepare_start(state);
  problem.recall(state);
  problem.set_regularisation(state.t, state.q, state.v, kRegularisationRedundant);
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
    problem.set_regularisation(state.t, state.q, state.v,
                               report.dependent_sets.empty() ? kRegularisation : kRegularisationRedundant);
    assembler.project_velocity(state.q, state.v);
  } else {
    report.degrees_of_freedom = problem.sizes().velocities - problem.sizes().states;
  }
  problem.remember(state);
  problem.recall(state);
  if (problem.sizes().velocities > 0) {
    compare_with_given(problem, given, state, report);
    solve_accelerations(problem, state);
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
        fmt::format("the initial velocities did not satisfy the joints; they were changed by up to {:.3g}",
                    report.largest_velocity_change));
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
    throw AssemblyError("a sensor changed what the mechanism is made of: the motion cannot go on from there");
  state.q = from.state.q;
  state.v = from.state.v;
  state.memory = from.state.memory;
  for (int row = 0; row < problem.sizes().multipliers; ++row)
    for (std::size_t old = 0; old < from.row_names.size(); ++old)
      if (from.row_names[old] == system.row_name(row))
        state.lambda[row] = from.state.lambda[static_cast<Eigen::Index>(old)];
  const double size = model_size(problem);
  problem.recall(state);
  problem.set_regularisation(state.t, state.q, state.v, kRegularisationRedundant);
  Assembler assembler(problem, state.t);
  impulses.setZero(problem.sizes().multipliers);
  if (problem.sizes().multipliers > 0) {
    const double open = assembler.violation(state.q);
    if (!(open <= kNearlyClosed * size)) {
      Eigen::Index worst = 0;
      assembler.phi().cwiseAbs().maxCoeff(&worst);
      throw AssemblyError(
          fmt::format("at t = {:.9g} s a constraint becomes active that is not closed: {} is open by {:.3g}; let the "
                      "sensor act where it is closed, or lock velocities instead (a motion with `velocity: 0`)",
                      state.t, system.row_name(static_cast<int>(worst)), open));
    }
    assembler.close(state.q, kClosed * size);
    find_dependent_sets(problem, assembler, state, size, report);
    problem.set_regularisation(state.t, state.q, state.v,
                               report.dependent_sets.empty() ? kRegularisation : kRegularisationRedundant);
  }
  if (problem.sizes().velocities > 0) assembler.project_velocity(state.q, state.v, from.impulse);
  impulses = assembler.impulses();
  problem.remember(state);
  problem.recall(state);
  if (problem.sizes().velocities > 0) solve_accelerations(problem, state);
  return state;
}

}  // namespace alembert
