// Constraints that are written as expressions: their share of the Newton matrix (constraints.h).
#include <algorithm>

#include "elements/marker_hessian.h"
#include "system/parts/constraint_leaves.h"
#include "system/parts/constraints_part.h"

namespace alembert {

using Kind = MeasureRef::Kind;

void ConstraintsPart::declare(PatternBuilder& builder) const {
  for (const ConstraintEntry& e : system_.constraints()) {
    if (e.row < 0) continue;
    for (const FrameId frame : e.frames) {
      const FrameEntry& f = system_.frames()[frame];
      if (!f.moves()) continue;
      builder.border(e.row, 1, frame);
      for (const FrameId other : e.frames) builder.couple(frame, other);
      for (const int x : e.states) builder.add({f.v, f.columns, system_.states()[static_cast<std::size_t>(x)].v, 1});
    }
    for (const int x : e.states)
      builder.add({builder.row_of(e.row), 1, system_.states()[static_cast<std::size_t>(x)].v, 1});
  }
}

void ConstraintsPart::bind(const SlotFinder& finder) {
  slots_.assign(work_.size(), {});
  many_.clear();
  const linear::Pattern& pattern = finder.pattern();
  const auto column = [&](int state) { return system_.states()[static_cast<std::size_t>(state)].v; };
  for (std::size_t c = 0; c < work_.size(); ++c) {
    const ConstraintEntry& e = entry(c);
    Slots& slots = slots_[c];
    if (e.row < 0) continue;
    const std::size_t n = e.markers.size();
    const int row = finder.row_of(e.row);
    slots.gt.assign(n, 0);
    slots.g.assign(n, {});
    slots.k.assign(n, std::vector<BlockSlots>(n));
    slots.state_columns.assign(n, {});
    for (std::size_t m = 0; m < n; ++m) {
      const FrameEntry& f = finder.frame(e.frames[m]);
      if (!f.moves()) continue;
      slots.gt[m] = pattern.slot(f.v, row);
      finder.row(row, e.frames[m], slots.g[m], many_);
      for (std::size_t o = 0; o < n; ++o) finder.block(e.frames[m], e.frames[o], slots.k[m][o], many_);
      for (const int x : e.states) slots.state_columns[m].push_back(pattern.slot(f.v, column(x)));
    }
    for (const int x : e.states) slots.states.push_back(pattern.slot(row, column(x)));
  }
}

void ConstraintsPart::linearise(std::size_t c, const Vector& v) {
  const ConstraintEntry& e = entry(c);
  Work& work = work_[c];
  const std::size_t n = e.leaves.size();
  take_leaves(e, v);
  e.expression.second_derivatives(placement_.time() / system_.model().units.time, {leaf_.data(), n},
                                  {d_leaf_.data(), n + 1}, {dd_leaf_.data(), (n + 1) * (n + 1)});
  work.K.setZero();
  work.D.setZero();
  work.S.setZero();
  work.leaf_pose.setZero();
  work.leaf_twist.setZero();
  MarkerGradient g;
  for (std::size_t k = 0; k < n; ++k) {
    const ConstraintEntry::Leaf& leaf = e.leaves[k];
    const MeasureRef& m = leaf.measure;
    if (m.kind == Kind::state) continue;
    const auto column = static_cast<Eigen::Index>(k);
    leaf_gradient_of<double>(m, contact_of(system_, m), place_of(contact_, m), placement_.marker(m.i),
                             placement_.marker(m.j), placement_.marker(m.k), g);
    for (std::size_t p = 0; p < 3; ++p) {
      const int at = 6 * leaf.place[p];
      work.leaf_pose.col(column).segment<3>(at) += g.p[p];
      work.leaf_pose.col(column).segment<3>(at + 3) += g.theta[p];
      work.leaf_twist.col(column).segment<3>(at) += g.v[p];
      work.leaf_twist.col(column).segment<3>(at + 3) += g.w[p];
    }
    if (const double by = d_leaf_[k] * e.unit / m.unit; by != 0.0) add_leaf_hessian(c, k, by);
  }
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t l = 0; l < n; ++l) {
      const double by = dd_leaf_[k * (n + 1) + l] * e.unit / (e.leaves[k].measure.unit * e.leaves[l].measure.unit);
      if (by == 0.0 || e.leaves[k].measure.kind == Kind::state) continue;
      const auto a = static_cast<Eigen::Index>(k), b = static_cast<Eigen::Index>(l);
      const auto& mine = e.velocity ? work.leaf_twist : work.leaf_pose;
      if (e.leaves[l].measure.kind == Kind::state) {
        const auto found = std::find(e.states.begin(), e.states.end(), e.leaves[l].measure.element);
        work.S.col(found - e.states.begin()) += by * mine.col(a);
        continue;
      }
      for (Eigen::Index j = 0; j < work.K.cols(); ++j) {
        if (const double p = by * work.leaf_pose(j, b); p != 0.0) work.K.col(j) += p * mine.col(a);
        if (!e.velocity) continue;
        if (const double t = by * work.leaf_twist(j, b); t != 0.0) work.D.col(j) += t * mine.col(a);
      }
    }
}

void ConstraintsPart::add_leaf_hessian(std::size_t c, std::size_t k, double by) {
  const ConstraintEntry& e = entry(c);
  Work& work = work_[c];
  const ConstraintEntry::Leaf& leaf = e.leaves[k];
  const MeasureRef& m = leaf.measure;
  const MarkerState<double>&mi = placement_.marker(m.i), &mj = placement_.marker(m.j), &mk = placement_.marker(m.k);
  MarkerHessian H;
  if (m.kind == Kind::curve_contact)
    differentiate_gradient(
        mi, mj, mk, false,
        [&](const auto& i, const auto& j, const auto& o, auto& gradient) {
          leaf_gradient_of(m, contact_of(system_, m), place_of(contact_, m), i, j, o, gradient);
        },
        H);
  else
    measure_hessian(m.measure, m.component, mi, mj, mk, e.velocity, H);
  for (int p = 0; p < 3; ++p)
    for (int o = 0; o < 3; ++o) {
      const int row = 6 * leaf.place[static_cast<std::size_t>(p)], col = 6 * leaf.place[static_cast<std::size_t>(o)];
      work.K.block<6, 6>(row, col) += by * (e.velocity ? H.twist_pose : H.pose_pose).block<6, 6>(6 * p, 6 * o);
      if (e.velocity) work.D.block<6, 6>(row, col) += by * H.twist_twist.block<6, 6>(6 * p, 6 * o);
    }
}

void ConstraintsPart::add_matrix(const MatrixAssembly& assembly) {
  const MatrixPoint& point = assembly.point;
  assembly.blocks.use(many_);
  for (std::size_t c = 0; c < work_.size(); ++c) {
    if (entry(c).row < 0) continue;
    add_border(point, c, assembly.blocks);
    if (point.weights.stiffness == 0.0 && point.weights.damping == 0.0) continue;
    linearise(c, point.at.v);
    add_stiffness(point, c, assembly.blocks, assembly.wrenches);
  }
}

// Rows and columns of the multiplier.
void ConstraintsPart::add_border(const MatrixPoint& point, std::size_t c, BlockAdder& blocks) {
  const ConstraintEntry& e = entry(c);
  const Work& work = work_[c];
  const Slots& slots = slots_[c];
  const dae::Weights& weights = point.weights;
  for (std::size_t m = 0; m < e.markers.size(); ++m) {
    const FrameEntry& f = placement_.entry(e.frames[m]);
    if (!f.moves()) continue;
    std::array<double, 12> by{};  // pose, then twist, of the frame
    add_marker_gradient(placement_, 1.0, e.markers[m], e.frames[m], work.pose[m].head<3>(), work.pose[m].tail<3>(),
                        work.twist[m].head<3>(), work.twist[m].tail<3>(), by.data());
    blocks.pull_back(placement_, e.frames[m], Eigen::Map<const Vec6>(by.data()), Eigen::Map<const Vec6>(by.data() + 6),
                     by_tangent_.data(), by_velocity_.data());
    const std::vector<double>& force = e.velocity ? by_velocity_ : by_tangent_;
    for (int k = 0; k < f.columns; ++k) point.values[slots.gt[m] + k] += force[static_cast<std::size_t>(k)];
    if (e.velocity) BlockAdder::turn_columns(f, point.at.d, by_velocity_.data());
    const double share = !e.velocity ? 1.0 : weights.damping != 0.0 ? weights.stiffness / weights.damping : 0.0;
    for (int k = 0; k < f.columns; ++k) {
      const auto at = static_cast<std::size_t>(k);
      point.values[blocks.column_slot(f, slots.g[m], k)] +=
          share * by_tangent_[at] + (e.velocity ? by_velocity_[at] : 0.0);
    }
  }
  for (std::size_t x = 0; x < e.states.size(); ++x) point.values[slots.states[x]] += work.by_state[x];
}

// The wrench it exerts, and its change.
void ConstraintsPart::add_stiffness(const MatrixPoint& point, std::size_t c, BlockAdder& blocks, Wrenches& wrenches) {
  const ConstraintEntry& e = entry(c);
  const Work& work = work_[c];
  const double l = point.at.lambda[e.row];
  for (std::size_t m = 0; m < e.markers.size(); ++m) {
    if (!placement_.entry(e.frames[m]).moves()) continue;
    const Vec6 w = l * work.wrench(e, m);
    const Vec3 force = w.head<3>();
    wrenches.add(e.frames[m], placement_.arm(e.markers[m]), force, w.tail<3>());
    const auto i = static_cast<Eigen::Index>(6 * m);
    for (std::size_t o = 0; o < e.markers.size(); ++o) {
      if (!placement_.entry(e.frames[o]).moves()) continue;
      const auto j = static_cast<Eigen::Index>(6 * o);
      blocks.add<true>(point, l * work.K.block<6, 6>(i, j), l * work.D.block<6, 6>(i, j), e.markers[m], e.frames[m],
                       e.markers[o], e.frames[o], m == o ? &force : nullptr, slots_[c].k[m][o]);
    }
    add_by_states(point, c, m, l, blocks);
  }
}

void ConstraintsPart::add_by_states(const MatrixPoint& point, std::size_t c, std::size_t m, double l,
                                    BlockAdder& blocks) {
  const ConstraintEntry& e = entry(c);
  const Vec3 zero = Vec3::Zero();
  for (std::size_t x = 0; x < e.states.size(); ++x) {
    const Vec6 s = l * work_[c].S.col(static_cast<Eigen::Index>(x)).segment<6>(static_cast<Eigen::Index>(6 * m));
    std::array<double, 12> by{};
    add_marker_gradient(placement_, 1.0, e.markers[m], e.frames[m], s.head<3>(), s.tail<3>(), zero, zero, by.data());
    blocks.pull_back(placement_, e.frames[m], Eigen::Map<const Vec6>(by.data()), Vec6::Zero(), by_tangent_.data(),
                     by_velocity_.data());
    const int columns = placement_.entry(e.frames[m]).columns;
    for (int k = 0; k < columns; ++k)
      point.values[slots_[c].state_columns[m][x] + k] +=
          point.weights.damping * by_tangent_[static_cast<std::size_t>(k)];
  }
}

// Adds `factor` times the derivatives of u . (force or torque of the reaction), u held, to a formula's.
void ConstraintsPart::add_reaction_gradient(const Formula& f, int constraint, bool torque, const Vec3& u, double factor,
                                            const Vector& v, const Vector& lambda, double* out) {
  const auto c = static_cast<std::size_t>(constraint);
  const ConstraintEntry& e = entry(c);
  if (e.row < 0 || e.first < 0) return;
  const Work& work = work_[c];
  const auto place = [&](FrameId frame) {
    const auto found = std::find(f.frames.begin(), f.frames.end(), frame);
    return found == f.frames.end() ? -1 : static_cast<int>(found - f.frames.begin());
  };
  const auto add = [&](double by, std::size_t m, const Vec6& pose, const Vec6& twist, int at) {
    add_marker_gradient(placement_, by, e.markers[m], e.frames[m], pose.head<3>(), pose.tail<3>(), twist.head<3>(),
                        twist.tail<3>(), out + 12 * at);
  };
  linearise(c, v);
  const double l = lambda[e.row];
  const auto first = static_cast<std::size_t>(e.first);
  double by_lambda = 0.0;
  // How u . reaction weighs the wrench at each marker of the same body: (u . F) or (u . (T + r x F)).
  for (std::size_t m = 0; m < e.markers.size(); ++m) {
    if (e.frames[m] != e.frames[first]) continue;
    const Vec3 r = placement_.pose(e.markers[m]).p - placement_.pose(e.markers[first]).p;
    Vec6 weight = Vec6::Zero();
    if (torque)
      weight << u.cross(r), u;
    else
      weight.head<3>() = u;
    by_lambda -= weight.dot(work.wrench(e, m));
    const auto i = static_cast<Eigen::Index>(6 * m);
    for (std::size_t o = 0; o < e.markers.size(); ++o) {
      const int at = place(e.frames[o]);
      if (at < 0) continue;
      const auto j = static_cast<Eigen::Index>(6 * o);
      const Vec6 pose = -l * (work.K.block<6, 6>(i, j).transpose() * weight);
      const Vec6 twist = -l * (work.D.block<6, 6>(i, j).transpose() * weight);
      add(factor, o, pose, twist, at);
    }
    for (std::size_t x = 0; x < e.states.size(); ++x) {
      const auto found = std::find(f.states.begin(), f.states.end(), e.states[x]);
      out[12 * f.frames.size() + static_cast<std::size_t>(found - f.states.begin())] -=
          factor * l * weight.dot(work.S.col(static_cast<Eigen::Index>(x)).segment<6>(i));
    }
    if (!torque || m == first) continue;
    const int at = place(e.frames[m]);
    if (at < 0) continue;
    // The arm between the two markers turns with the body: d(r x F) . u = dr . (F x u).
    const Vec3 F = -l * work.wrench(e, m).head<3>();
    Vec6 moved = Vec6::Zero();
    moved.head<3>() = F.cross(u);
    add(factor, m, moved, Vec6::Zero(), at);
    add(-factor, first, moved, Vec6::Zero(), at);
  }
  const auto found = std::find(f.multipliers.begin(), f.multipliers.end(), e.row);
  out[12 * f.frames.size() + f.states.size() + static_cast<std::size_t>(found - f.multipliers.begin())] +=
      factor * by_lambda;
}

}  // namespace alembert
