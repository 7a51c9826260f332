#include "system/mobility.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "base/phase_clock.h"

namespace alembert {

namespace {

constexpr double kRegular = 1e-8;  // the smallest moment of inertia of a body, of its largest: less counts as none

std::size_t at(int k) { return static_cast<std::size_t>(k); }

// M_b^-1; false: there is none.
bool invert(const BodyEntry& b, double& inverse_mass, Mat3& inverse_inertia) {
  if (!(b.mass > 0.0)) return false;
  inverse_mass = 1.0 / b.mass;
  if (b.kind == BodyKind::point) return true;
  if (b.kind == BodyKind::planar) {
    inverse_inertia(2, 2) = 1.0 / b.inertia(2, 2);
    return b.inertia(2, 2) > 0.0;
  }
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(b.inertia);
  const Vec3& J = principal.eigenvalues();
  if (!(J[0] > kRegular * J[2])) return false;
  inverse_inertia = principal.eigenvectors() * J.cwiseInverse().asDiagonal() * principal.eigenvectors().transpose();
  return true;
}

// A row by (dp, dtheta) of a marker at the end of an arm, as one by the tangent of its body.
void take_to_body(const Vec3& by_point, const Vec3& by_rotation, const Vec3& arm, BodyKind kind, const Mat3& R,
                  double* out) {
  const Vec3 turn = by_rotation + arm.cross(by_point);
  out[0] = by_point[0];
  out[1] = by_point[1];
  out[2] = kind == BodyKind::planar ? turn[2] : by_point[2];
  if (kind == BodyKind::rigid) Eigen::Map<Vec3>(out + 3).noalias() = R.transpose() * turn;
}

double dot3(const double* x, const double* y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }

}  // namespace

std::unique_ptr<MultibodyProblem::SystemMobility> MultibodyProblem::SystemMobility::make(MultibodyProblem& problem) {
  std::unique_ptr<SystemMobility> out(new SystemMobility(problem));
  if (!out->prepare()) return nullptr;
  return out;
}

int MultibodyProblem::SystemMobility::add_side(int body, int first_row, int rows) {
  if (problem_.system_.bodies()[at(body)].nv == 0 || rows == 0) return -1;
  sides_of_body_[at(body)].push_back(static_cast<int>(sides_.size()));
  sides_.push_back({first_row, rows, 0});
  return static_cast<int>(sides_.size()) - 1;
}

bool MultibodyProblem::SystemMobility::prepare() {
  const System& system = problem_.system_;
  const int multipliers = system.sizes().multipliers, most = system.pattern()->nonzeros();
  if (!system.formulas().linear_in_multipliers || multipliers == 0) return false;
  sides_of_body_.resize(system.bodies().size());
  for_each_element(system.joints(), [&](const auto& e) {
    joint_sides_.push_back({add_side(e.body[0], e.first_row, e.rows), add_side(e.body[1], e.first_row, e.rows)});
  });
  for (const ConstraintEntry& e : system.constraints()) {
    std::vector<int>& sides = constraint_sides_.emplace_back(e.markers.size(), -1);
    if (e.row < 0) continue;
    if (!e.states.empty()) return false;  // constraints exert nothing on states
    for (std::size_t m = 0; m < sides.size(); ++m) {
      const auto same = std::find(e.bodies.begin(), e.bodies.begin() + static_cast<long>(m), e.bodies[m]);
      const auto first = static_cast<std::size_t>(same - e.bodies.begin());
      sides[m] = first < m ? sides[first] : add_side(e.bodies[m], e.row, 1);
    }
  }
  std::vector<linear::Block> blocks;
  for (std::size_t k = 0; k < system.bodies().size(); ++k) {
    std::vector<int>& sides = sides_of_body_[k];
    if (sides.empty()) continue;
    const BodyEntry& entry = system.bodies()[k];
    Body& body = bodies_.emplace_back();
    body.kind = entry.kind;
    body.v = entry.v;
    if (!invert(entry, body.inverse_mass, body.inverse_inertia)) return false;
    body.column = static_cast<int>(row_.size());
    const auto rank = [&](int side) { return sides_[at(side)].first_row; };
    std::sort(sides.begin(), sides.end(), [&](int a, int b) { return rank(a) < rank(b); });
    for (const int a : sides) {
      Side& side = sides_[at(a)];
      side.column = static_cast<int>(row_.size());
      for (int r = 0; r < side.rows; ++r) {
        row_.push_back(side.first_row + r);
        blocks.push_back({side.first_row, r + 1, row_.back(), 1});
      }
      for (const int b : sides)
        if (rank(a) < rank(b)) blocks.push_back({side.first_row, side.rows, rank(b), sides_[at(b)].rows});
      if (static_cast<int>(blocks.size()) > most) return false;
    }
    body.columns = static_cast<int>(row_.size()) - body.column;
  }
  pattern_ = std::make_shared<const linear::Pattern>(multipliers, blocks);
  if (2 * pattern_->nonzeros() > most) return false;
  for (int r = 0; r < multipliers; ++r) diagonal_.push_back(pattern_->slot(r, r));
  for (Body& body : bodies_) {
    body.slots = static_cast<int>(slots_.size());
    for (int j = body.column; j < body.column + body.columns; ++j)
      for (int i = body.column; i <= j; ++i) slots_.push_back(pattern_->slot(row_[at(i)], row_[at(j)]));
  }
  G_.setZero(6, static_cast<Eigen::Index>(row_.size()));
  return true;
}

// The rows of every side, in the tangent of its body.
void MultibodyProblem::SystemMobility::place_rows() {
  const MultibodyProblem& p = problem_;
  std::size_t joint = 0;
  for_each_element(p.system_.joints(), [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    const std::array<int, 2>& sides = joint_sides_[joint++];
    if (e.rows == 0) return;
    const MarkerPair<double> pair{p.marker_[at(e.marker[0])], p.marker_[at(e.marker[1])]};
    typename Kernel::template Jacobian<double> G;
    Kernel::template jacobian<double>(pair, e.parameters, G);
    for (int m = 0; m < 2; ++m) {
      if (sides[at(m)] < 0) continue;
      const Vec3& arm = p.arm_[at(e.marker[at(m)])];
      const BodyKind kind = p.system_.bodies()[at(e.body[at(m)])].kind;
      const Mat3& R = p.body_[at(e.body[at(m)])].R;
      double* out = G_.col(sides_[at(sides[at(m)])].column).data();
      for (int r = 0; r < e.rows; ++r, out += 6) {
        const int row = e.kernel_row[at(r)];
        take_to_body(G.template block<1, 3>(row, 6 * m).transpose(), G.template block<1, 3>(row, 6 * m + 3).transpose(),
                     arm, kind, R, out);
      }
    }
  });
  for (std::size_t c = 0; c < p.constraint_.size(); ++c) {
    const ConstraintEntry& e = p.system_.constraints()[c];
    if (e.row < 0) continue;
    const std::vector<int>& sides = constraint_sides_[c];
    for (const int side : sides)
      if (side >= 0) G_.col(sides_[at(side)].column).setZero();
    for (std::size_t m = 0; m < sides.size(); ++m) {
      if (sides[m] < 0) continue;
      const Vec6& by = p.constraint_[c].wrench(e, m);
      Vec6 row = Vec6::Zero();
      take_to_body(by.head<3>(), by.tail<3>(), p.arm_[at(e.markers[m])], p.system_.bodies()[at(e.bodies[m])].kind,
                   p.body_[at(e.bodies[m])].R, row.data());
      G_.col(sides_[at(sides[m])].column) += row;
    }
  }
}

void MultibodyProblem::SystemMobility::move_to(double t, const Vector& q, const Vector& v, double share, double* values,
                                               Vector& rate) {
  const PhaseClock::In phase(Phase::jacobian);
  if (problem_.constraint_.empty())
    problem_.place_poses(t, q);
  else
    problem_.place(t, q, v);
  place_rows();
  rate.setZero();
  std::fill(values, values + pattern_->nonzeros(), 0.0);
  const int* slot = slots_.data();
  for (const Body& b : bodies_) {
    const double* const G = G_.col(b.column).data();
    const bool rigid = b.kind == BodyKind::rigid;
    const double third = b.kind == BodyKind::planar ? b.inverse_inertia(2, 2) : b.inverse_mass;
    const double* const vb = v.data() + b.v;
    for (int j = 0; j < b.columns; ++j) {
      const double* const g = G + 6 * j;
      const double w0 = b.inverse_mass * g[0], w1 = b.inverse_mass * g[1], w2 = third * g[2];
      double& rate_j = rate[row_[at(b.column + j)]];
      if (!rigid) {
        for (const double* x = G; x <= g; x += 6) values[*slot++] += x[0] * w0 + x[1] * w1 + x[2] * w2;
        rate_j += dot3(g, vb);
        continue;
      }
      const double* const J = b.inverse_inertia.data();
      const double w3 = J[0] * g[3] + J[3] * g[4] + J[6] * g[5], w4 = J[1] * g[3] + J[4] * g[4] + J[7] * g[5],
                   w5 = J[2] * g[3] + J[5] * g[4] + J[8] * g[5];
      for (const double* x = G; x <= g; x += 6)
        values[*slot++] += x[0] * w0 + x[1] * w1 + x[2] * w2 + x[3] * w3 + x[4] * w4 + x[5] * w5;
      rate_j += dot3(g, vb) + dot3(g + 3, vb + 3);
    }
  }
  problem_.constraint_rates(rate);  // those that move by themselves, or are not linear in v
  const Vector& eps = problem_.regularisation_;
  for (std::size_t r = 0; r < diagonal_.size(); ++r) values[diagonal_[r]] += share * eps[static_cast<Eigen::Index>(r)];
}

void MultibodyProblem::SystemMobility::response(const Vector& mu, Vector& out) const {
  out.setZero();
  for (const Body& b : bodies_) {
    const double* g = G_.col(b.column).data();
    double f0 = 0.0, f1 = 0.0, f2 = 0.0, f3 = 0.0, f4 = 0.0, f5 = 0.0;
    for (int j = b.column; j < b.column + b.columns; ++j, g += 6) {
      const double m = mu[row_[at(j)]];
      f0 += m * g[0];
      f1 += m * g[1];
      f2 += m * g[2];
      f3 += m * g[3];  // 0 but for rigid bodies
      f4 += m * g[4];
      f5 += m * g[5];
    }
    const double third = b.kind == BodyKind::planar ? b.inverse_inertia(2, 2) : b.inverse_mass;
    out.segment<3>(b.v) << b.inverse_mass * f0, b.inverse_mass * f1, third * f2;
    if (b.kind == BodyKind::rigid) out.segment<3>(b.v + 3) = b.inverse_inertia * Vec3(f3, f4, f5);
  }
}

}  // namespace alembert
