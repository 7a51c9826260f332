#include "system/mobility.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/phase_clock.h"
#include "system/parts/all_parts.h"

namespace alembert {

namespace {

std::size_t at(int k) { return static_cast<std::size_t>(k); }

// A row by (dp, dtheta) of a marker at the end of an arm, as one by the tangent of its body.
void take_to_body(const Vec3& by_point, const Vec3& by_rotation, const Vec3& arm, FrameMap map, const Mat3& R,
                  double* out) {
  const Vec3 turn = by_rotation + arm.cross(by_point);
  out[0] = by_point[0];
  out[1] = by_point[1];
  out[2] = map == FrameMap::plane ? turn[2] : by_point[2];
  if (map == FrameMap::full) Eigen::Map<Vec3>(out + 3).noalias() = R.transpose() * turn;
}

double dot3(const double* x, const double* y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }

}  // namespace

std::unique_ptr<SystemMobility> SystemMobility::make(MultibodyProblem& problem) {
  std::unique_ptr<SystemMobility> out(new SystemMobility(problem));
  if (!out->prepare()) return nullptr;
  return out;
}

int SystemMobility::add_side(FrameId frame, int first_row, int rows) {
  const FrameEntry& f = problem_.system().frames()[frame];
  if (!f.moves() || rows == 0) return -1;
  sides_of_body_[f.body].push_back(static_cast<int>(sides_.size()));
  sides_.push_back({first_row, rows, 0});
  return static_cast<int>(sides_.size()) - 1;
}

bool SystemMobility::prepare() {
  const System& system = problem_.system();
  const int multipliers = system.sizes().multipliers, most = problem_.pattern()->nonzeros();
  if (!system.formulas().linear_in_multipliers || multipliers == 0) return false;
  sides_of_body_.resize(system.bodies().size());
  for_each_element(system.pools().joints, [&](const auto& e) {
    const int first = add_side(e.frame[0], e.first_row, e.rows);
    const bool one_body = system.frames()[e.frame[0]].body == system.frames()[e.frame[1]].body;
    joint_sides_.push_back({first, one_body ? first : add_side(e.frame[1], e.first_row, e.rows)});
  });
  for (const ConstraintEntry& e : system.constraints()) {
    std::vector<int>& sides = constraint_sides_.emplace_back(e.markers.size(), -1);
    if (e.row < 0) continue;
    if (!e.states.empty()) return false;  // constraints exert nothing on states
    const auto body = [&](std::size_t m) { return system.frames()[e.frames[m]].body; };
    for (std::size_t m = 0; m < sides.size(); ++m) {
      std::size_t first = 0;
      while (body(first) != body(m)) ++first;
      sides[m] = first < m ? sides[first] : add_side(e.frames[m], e.row, 1);
    }
  }
  std::vector<linear::Block> blocks;
  here_.q_mass = system.given_state().q;
  for (std::size_t k = 0; k < system.bodies().size(); ++k)
    if (!prepare_body(BodyId(k), here_.q_mass, blocks, most)) return false;
  pattern_ = std::make_shared<const linear::Pattern>(multipliers, blocks);
  if (2 * pattern_->nonzeros() > most) return false;
  for (int r = 0; r < multipliers; ++r) diagonal_.push_back(pattern_->slot(r, r));
  body_of_side_.assign(sides_.size(), nullptr);
  int stored = 0, widest = 0;
  for (Body& body : bodies_) {
    body.first = stored;
    stored += body.stride * body.columns;
    widest = std::max(widest, body.n);
    body.slots = static_cast<int>(slots_.size());
    for (int j = body.column; j < body.column + body.columns; ++j)
      for (int i = body.column; i <= j; ++i) slots_.push_back(pattern_->slot(row_[at(i)], row_[at(j)]));
    for (const int side : sides_of_body_[body.id]) body_of_side_[at(side)] = &body;
  }
  here_.G.assign(at(stored), 0.0);
  kept_ = here_;
  J_.setZero(6, widest);
  product_.setZero(std::max(6, widest));
  return true;
}

bool SystemMobility::prepare_body(BodyId id, const Vector& given, std::vector<linear::Block>& blocks, int most) {
  std::vector<int>& sides = sides_of_body_[id];
  if (sides.empty()) return true;
  const System& system = problem_.system();
  const BodyEntry& entry = system.bodies()[id];
  Body& body = bodies_.emplace_back();
  body.id = id;
  body.v = entry.v;
  body.n = entry.nv;
  body.stride = std::max(6, entry.nv);
  // M_b^-1, column by column.
  bool regular = true;
  Eigen::MatrixXd inverse(entry.nv, entry.nv);
  system.pools().with_body(id, [&](const auto& b) {
    body.rigid = b.kernel.constant_mass() && entry.nv <= 6;
    Vector unit = Vector::Zero(entry.nv);
    for (int k = 0; k < entry.nv && regular; ++k) {
      unit[k] = 1.0;
      regular = b.kernel.apply_inverse_mass(given.data() + b.q, unit.data(), inverse.col(k).data());
      unit[k] = 0.0;
    }
  });
  if (!regular) return false;
  if (body.rigid) {
    body.inverse_mass = inverse(0, 0);
    body.third = inverse(2, 2);
    if (body.n == 6) body.inverse_inertia = inverse.bottomRightCorner<3, 3>();
  }
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
  return true;
}

double* SystemMobility::place_of(int side) {
  const Body& body = *body_of_side_[at(side)];
  return here_.G.data() + body.first + body.stride * (sides_[at(side)].column - body.column);
}

// The rows of every side, in the tangent of its body.
void SystemMobility::place_rows() {
  const Placement& p = problem_.placement();
  std::optional<FrameId> mapped;  // J_ is of this frame
  const auto take = [&](const Vec3& by_point, const Vec3& by_rotation, MarkerId marker, FrameId frame, double* out) {
    const FrameEntry& f = p.entry(frame);
    if (f.map != FrameMap::general) return take_to_body(by_point, by_rotation, p.arm(marker), f.map, p.R(frame), out);
    auto J = J_.leftCols(f.columns);
    if (mapped != frame) p.jacobian(frame, J);
    mapped = frame;
    Vec6 wrench;
    wrench << by_point, by_rotation + p.arm(marker).cross(by_point);
    Eigen::Map<Vector>(out, f.columns).noalias() = J.transpose() * wrench;
  };
  std::size_t joint = 0;
  for_each_element(problem_.system().pools().joints, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    const std::array<int, 2>& sides = joint_sides_[joint++];
    if (e.rows == 0) return;
    const MarkerPair<double> pair{p.pose(e.marker[0]), p.pose(e.marker[1])};
    typename Kernel::template Jacobian<double> G;
    Kernel::template jacobian<double>(pair, e.parameters, G);
    for (int m = 0; m < 2; ++m) {
      if (sides[at(m)] < 0) continue;
      const int stride = body_of_side_[at(sides[at(m)])]->stride;
      double* out = place_of(sides[at(m)]);
      for (int r = 0; r < e.rows; ++r, out += stride) {
        const int row = e.kernel_row[at(r)];
        const bool again = m == 1 && sides[0] == sides[1];  // on the same body
        if (stride > 6) std::fill_n(again ? product_.data() : out, stride, 0.0);
        take(G.template block<1, 3>(row, 6 * m).transpose(), G.template block<1, 3>(row, 6 * m + 3).transpose(),
             e.marker[at(m)], e.frame[at(m)], again ? product_.data() : out);
        if (again)
          for (int k = 0; k < stride; ++k) out[k] += product_[k];
      }
    }
  });
  for (std::size_t c = 0; c < constraint_sides_.size(); ++c) {
    const ConstraintEntry& e = problem_.system().constraints()[c];
    if (e.row < 0) continue;
    const std::vector<int>& sides = constraint_sides_[c];
    for (const int side : sides)
      if (side >= 0) std::fill_n(place_of(side), body_of_side_[at(side)]->stride, 0.0);
    for (std::size_t m = 0; m < sides.size(); ++m) {
      if (sides[m] < 0) continue;
      const Vec6& by = problem_.parts_->constraints.wrench(static_cast<int>(c), m);
      const int n = body_of_side_[at(sides[m])]->n;
      product_.setZero();
      take(by.head<3>(), by.tail<3>(), e.markers[m], e.frames[m], product_.data());
      double* out = place_of(sides[m]);
      for (int k = 0; k < n; ++k) out[k] += product_[k];
    }
  }
}

void SystemMobility::add_body(const Body& b, const Vector& v, double* values, Vector& rate) const {
  const double* const G = here_.G.data() + b.first;
  const int* slot = slots_.data() + b.slots;
  const double* const vb = v.data() + b.v;
  for (int j = 0; j < b.columns; ++j) {
    const double* const g = G + 6 * j;
    const double w0 = b.inverse_mass * g[0], w1 = b.inverse_mass * g[1], w2 = b.third * g[2];
    double& rate_j = rate[row_[at(b.column + j)]];
    if (b.n == 3) {
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

void SystemMobility::apply_inverse(const Body& b, const Vector& q_mass, const double* x, double* out) const {
  problem_.system().pools().with_body(b.id, [&](const auto& body) {
    if (!body.kernel.apply_inverse_mass(q_mass.data() + body.q, x, out))
      std::fill_n(out, b.n, std::numeric_limits<double>::quiet_NaN());  // the factorisation says so
  });
}

void SystemMobility::add_other_body(const Body& b, const Vector& v, double* values, Vector& rate) const {
  const int* slot = slots_.data() + b.slots;
  const auto row = [&](int j) { return Eigen::Map<const Vector>(here_.G.data() + b.first + b.stride * j, b.n); };
  for (int j = 0; j < b.columns; ++j) {
    apply_inverse(b, here_.q_mass, row(j).data(), product_.data());
    for (int i = 0; i <= j; ++i) values[*slot++] += row(i).dot(product_.head(b.n));
    rate[row_[at(b.column + j)]] += row(j).dot(v.segment(b.v, b.n));
  }
}

void SystemMobility::move_to(double t, const Vector& q, const Vector& v, const dae::MassPoint& mass, double share,
                             double* values, Vector& rate) {
  const PhaseClock::In phase(Phase::jacobian);
  if (problem_.parts_->constraints.empty())
    problem_.placement_.move_poses(t, q);
  else
    problem_.place(t, q, v);
  place_rows();
  if (!problem_.constant_mass()) here_.q_mass = mass.q;
  rate.setZero();
  std::fill(values, values + pattern_->nonzeros(), 0.0);
  for (const Body& b : bodies_) {
    if (b.rigid)
      add_body(b, v, values, rate);
    else
      add_other_body(b, v, values, rate);
  }
  // Those that move by themselves, or are not linear in v.
  if (!problem_.parts_->constraints.empty())
    problem_.parts_->constraints.rates(problem_.parts_->here(q, v, rate), rate);
  const Vector& eps = problem_.regularisation_;
  for (std::size_t r = 0; r < diagonal_.size(); ++r) values[diagonal_[r]] += share * eps[static_cast<Eigen::Index>(r)];
}

void SystemMobility::respond(const Point& point, const Vector& mu, Vector& out) const {
  out.setZero();
  for (const Body& b : bodies_) {
    const double* g = point.G.data() + b.first;
    if (!b.rigid) {
      auto sum = product_.head(b.n);
      sum.setZero();
      for (int j = b.column; j < b.column + b.columns; ++j, g += b.stride)
        sum += mu[row_[at(j)]] * Eigen::Map<const Vector>(g, b.n);
      apply_inverse(b, point.q_mass, sum.data(), out.data() + b.v);
      continue;
    }
    double f0 = 0.0, f1 = 0.0, f2 = 0.0, f3 = 0.0, f4 = 0.0, f5 = 0.0;
    for (int j = b.column; j < b.column + b.columns; ++j, g += 6) {
      const double m = mu[row_[at(j)]];
      f0 += m * g[0];
      f1 += m * g[1];
      f2 += m * g[2];
      f3 += m * g[3];  // 0 but for bodies that turn
      f4 += m * g[4];
      f5 += m * g[5];
    }
    out.segment<3>(b.v) << b.inverse_mass * f0, b.inverse_mass * f1, b.third * f2;
    if (b.n == 6) out.segment<3>(b.v + 3) = b.inverse_inertia * Vec3(f3, f4, f5);
  }
}

}  // namespace alembert
