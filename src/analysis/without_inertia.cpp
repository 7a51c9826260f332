#include "analysis/without_inertia.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "linear/index.h"
#include "linear/rank.h"
#include "system/pools.h"

namespace alembert {

namespace {

constexpr double kNoMoment = 1e-14;  // of the body's largest: rounding of the axes it is given in
constexpr double kNoEntry = 1e-10;   // of the largest of its row: rounding
constexpr std::size_t kMostNames = 6;

// A direction in which a body has no inertia, in up to three of its velocities.
struct Direction0 {
  int first = 0, count = 1;
  Vec3 along = Vec3::UnitX();
  int named = 0;  // the velocity that is most of it
};

void add_moments(const MultibodyProblem& problem, BodyId id, const Vector& q, std::vector<Direction0>& out) {
  const BodyEntry& b = problem.system().bodies()[id];
  int turns = b.v;
  while (problem.system().coordinates()[linear::at(turns)].direction != Direction::rotation)
    if (++turns == b.v + b.nv) return;
  if (b.nv == 3) {
    if (problem.system().coordinates()[linear::at(turns)].inertia == 0.0)
      out.push_back({turns, 1, Vec3::UnitX(), turns});
    return;
  }
  Mat3 J = Mat3::Zero();
  problem.system().pools().with_body(id, [&](const auto& body) { J = body.kernel.moment(q.data() + body.q); });
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(J);
  for (int k = 0; k < 3; ++k) {
    if (principal.eigenvalues()[k] > kNoMoment * principal.eigenvalues()[2]) continue;
    const Vec3 axis = principal.eigenvectors().col(k);
    Eigen::Index most = 0;
    axis.cwiseAbs().maxCoeff(&most);
    out.push_back({turns, 3, axis, turns + static_cast<int>(most)});
  }
}

std::vector<Direction0> without_inertia(const MultibodyProblem& problem, const Vector& q) {
  const System& system = problem.system();
  std::vector<Direction0> out;
  for (std::size_t k = 0; k < system.bodies().size(); ++k) {
    const BodyEntry& b = system.bodies()[BodyId(k)];
    if (b.nv == 0 || b.nv > 6) continue;  // those with coordinates of their own have masses
    for (int c = b.v; c < b.v + b.nv; ++c)
      if (const Coordinate& x = system.coordinates()[linear::at(c)];
          x.direction == Direction::translation && x.inertia == 0.0)
        out.push_back({c, 1, Vec3::UnitX(), c});
    add_moments(problem, BodyId(k), q, out);
  }
  return out;
}

// (G N)^T.
std::vector<linear::RowEntry> held(MultibodyProblem& problem, const dae::State& s,
                                   const std::vector<Direction0>& directions) {
  std::vector<MultibodyProblem::Entry> G;
  problem.constraint_jacobian(s.t, s.q, s.v, G);
  Vector largest = Vector::Zero(problem.sizes().multipliers);
  for (const auto& g : G) largest[g.row] = std::max(largest[g.row], std::abs(g.value));
  std::vector<std::vector<std::pair<int, double>>> of(linear::at(problem.sizes().velocities));
  for (std::size_t d = 0; d < directions.size(); ++d)
    for (int k = 0; k < directions[d].count; ++k)
      if (directions[d].along[k] != 0.0)
        of[linear::at(directions[d].first + k)].emplace_back(static_cast<int>(d), directions[d].along[k]);
  std::vector<linear::RowEntry> out;
  for (const auto& g : G)
    for (const auto& [direction, share] : of[linear::at(g.column)])
      if (std::abs(g.value * share) > kNoEntry * largest[g.row]) out.push_back({direction, g.row, g.value * share});
  // Several entries of a direction in one row are one.
  std::sort(out.begin(), out.end(),
            [](const auto& a, const auto& b) { return std::pair(a.row, a.column) < std::pair(b.row, b.column); });
  std::vector<linear::RowEntry> summed;
  for (const linear::RowEntry& e : out) {
    if (!summed.empty() && summed.back().row == e.row && summed.back().column == e.column)
      summed.back().value += e.value;
    else
      summed.push_back(e);
  }
  std::erase_if(summed, [&](const auto& e) { return std::abs(e.value) <= kNoEntry * largest[e.column]; });
  return summed;
}

}  // namespace

std::string undetermined_motions(MultibodyProblem& problem, const dae::State& state, double tolerance) {
  const std::vector<Direction0> directions = without_inertia(problem, state.q);
  if (directions.empty()) return "";
  const int count = static_cast<int>(directions.size());
  const std::vector<linear::RowEntry> entries = held(problem, state, directions);
  std::vector<bool> has(directions.size(), false);
  for (const linear::RowEntry& e : entries) has[linear::at(e.row)] = true;
  std::set<int> free;
  for (std::size_t d = 0; d < directions.size(); ++d)
    if (!has[d]) free.insert(static_cast<int>(d));
  if (free.empty())
    for (const linear::DependentRows& set :
         linear::analyse_rank(count, problem.sizes().multipliers, entries, tolerance).sets)
      free.insert(set.rows.begin(), set.rows.end());
  if (free.empty()) return "";
  std::vector<std::string> names;
  bool moves = false;
  for (const int d : free) {
    const int v = directions[linear::at(d)].named;
    moves = moves || problem.system().coordinates()[linear::at(v)].direction == Direction::translation;
    if (names.size() < kMostNames) names.push_back(problem.unknown_name(v));
  }
  if (free.size() > kMostNames) names.push_back(fmt::format("and {} more", free.size() - kMostNames));
  return fmt::format(
      "nothing determines how {} {}: there is no {} in such a direction, and joints and constraints leave it free "
      "(springs and other forces are not enough); give the body {}, or a joint that holds it",
      fmt::join(names, ", "), free.size() > 1 ? "move" : "moves", moves ? "mass" : "inertia",
      moves ? "a `mass`, a small one if need be" : "a moment of `inertia` about that axis, a small one if need be");
}

}  // namespace alembert
