#include "analysis/weighed_constraints.h"

#include <algorithm>
#include <cmath>

namespace alembert {

std::vector<linear::RowEntry> weighed_constraints(MultibodyProblem& problem, double t, const Vector& q,
                                                  const Vector& v) {
  std::vector<MultibodyProblem::Entry> G;
  problem.constraint_jacobian(t, q, v, G);
  std::erase_if(G, [&](const auto& g) { return g.column >= problem.sizes().velocities - problem.sizes().states; });
  Vector root = Vector::Ones(problem.sizes().velocities);
  for (const BodyEntry& b : problem.system().bodies())
    for (int k = 0; k < b.nv; ++k) {
      const Coordinate& c = problem.system().coordinates()[static_cast<std::size_t>(b.v + k)];
      double m = c.inertia;
      // Where there is no inertia, or hardly any, what matters is whether the row acts at all.
      if (c.direction == Direction::rotation)
        m = std::max(m, b.largest_moment > 0.0 ? 1e-4 * b.largest_moment : b.mass);
      if (b.mass > 0.0) m /= b.mass;
      root[b.v + k] = m > 0.0 ? 1.0 / std::sqrt(m) : 1.0;
    }
  std::vector<linear::RowEntry> entries;
  entries.reserve(G.size());
  for (const auto& g : G) entries.push_back({g.row, g.column, g.value * root[g.column]});
  return entries;
}

}  // namespace alembert
