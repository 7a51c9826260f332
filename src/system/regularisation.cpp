// eps of the multiplier block, row by row:
//
//   eps_r = min(relative, max(1e-14, 1e-4 m_light/m_heavy)) s_r,    s_r = sum over velocities g_rk^2 / m_k
//
// s_r is the row's diagonal entry of G M^-1 G^T as a point mass would have it: rotations count with the inertia about
// the body's farthest marker, because a body that is light to spin must not count as the compliance of its joints.
//
// A light body between heavy ones passes on what holds these together, and what G M^-1 G^T has left in that direction
// is smaller than s_r by the ratio of their masses: of that eps may be 1e-4 at most. Below 1e-14 it would be lost in
// the rounding of s_r.
#include <algorithm>
#include <limits>

#include "linear/groups.h"
#include "linear/index.h"
#include "system/multibody_problem.h"

namespace alembert {

namespace {

using Entries = std::vector<MultibodyProblem::Entry>;

constexpr double kMostCompliance = 1e-4;
constexpr double kRounding = 1e-14;
constexpr double kVanishing = 1e-3;  // of the mean: a row that vanishes in this position must still get a share

// Bodies that constraints connect with each other, and how much their masses differ.
class Connected {
 public:
  Connected(const System& system, const Entries& G, int rows)
      : groups_(system.bodies().size()), body_of_row_(linear::at(rows), -1) {
    std::vector<int> body_of(linear::at(system.sizes().velocities), -1);
    for (std::size_t k = 0; k < system.bodies().size(); ++k)
      for (int c = 0; c < system.bodies()[BodyId(k)].nv; ++c)
        body_of[linear::at(system.bodies()[BodyId(k)].v + c)] = static_cast<int>(k);
    for (const MultibodyProblem::Entry& g : G) {
      const int body = body_of[linear::at(g.column)];
      int& other = body_of_row_[linear::at(g.row)];
      if (body < 0) continue;
      if (other >= 0) groups_.join(body, other);
      other = body;
    }
    lightest_.assign(system.bodies().size(), std::numeric_limits<double>::infinity());
    heaviest_.assign(system.bodies().size(), 0.0);
    for (std::size_t k = 0; k < system.bodies().size(); ++k) {
      const double m = system.bodies()[BodyId(k)].mass;
      if (!(m > 0.0)) continue;
      const std::size_t group = linear::at(groups_.find(static_cast<int>(k)));
      lightest_[group] = std::min(lightest_[group], m);
      heaviest_[group] = std::max(heaviest_[group], m);
    }
  }
  // The lightest body that has a mass, of those connected with this one; 1 kg if none has.
  double lightest(int body) {
    const std::size_t group = linear::at(groups_.find(body));
    return heaviest_[group] > 0.0 ? lightest_[group] : 1.0;
  }
  double lightest_to_heaviest(int row) {
    if (body_of_row_[linear::at(row)] < 0) return 1.0;
    const std::size_t group = linear::at(groups_.find(body_of_row_[linear::at(row)]));
    return heaviest_[group] > 0.0 ? lightest_[group] / heaviest_[group] : 1.0;
  }

 private:
  linear::Groups groups_;
  std::vector<int> body_of_row_;
  std::vector<double> lightest_, heaviest_;
};

// m_k of each velocity. What has no inertia counts like the lightest that it is connected with.
Vector masses(const System& system, Connected& connected) {
  IdVector<BodyId, double> arm(system.bodies().size(), 0.0);  // squared
  for (const MarkerEntry& m : system.markers()) {
    const FrameEntry& f = system.frames()[m.frame];
    const Vec3 from_own = m.arm + f.origin - system.frames()[system.bodies()[f.body].frame].origin;
    arm[f.body] = std::max(arm[f.body], from_own.squaredNorm());
  }
  Vector out = Vector::Ones(system.sizes().velocities);
  for (std::size_t k = 0; k < system.bodies().size(); ++k) {
    const BodyEntry& b = system.bodies()[BodyId(k)];
    const double mass = b.mass > 0.0 ? b.mass : connected.lightest(static_cast<int>(k));
    const double about_marker = b.largest_moment + mass * arm[BodyId(k)];
    for (int c = b.v; c < b.v + b.nv; ++c) {
      const Coordinate& coordinate = system.coordinates()[linear::at(c)];
      if (coordinate.direction == Direction::rotation)
        out[c] = about_marker > 0.0 ? about_marker : mass;
      else
        out[c] = coordinate.inertia > 0.0 ? coordinate.inertia : mass;
    }
  }
  return out;
}

}  // namespace

void MultibodyProblem::set_regularisation(double t, const Vector& q, const Vector& v, double relative) {
  Entries G;
  constraint_jacobian(t, q, v, G);
  Connected connected(system_, G, sizes().multipliers);
  const Vector mass = masses(system_, connected);
  Vector scale = Vector::Zero(sizes().multipliers);
  for (const Entry& g : G) scale[g.row] += g.value * g.value / mass[g.column];
  const double typical = scale.size() > 0 ? scale.mean() : 0.0;
  for (int r = 0; r < sizes().multipliers; ++r) {
    const double most = std::max(kRounding, kMostCompliance * connected.lightest_to_heaviest(r));
    regularisation_[r] = std::min(relative, most) * std::max(scale[r], kVanishing * typical);
  }
}

}  // namespace alembert
