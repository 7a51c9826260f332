// Constraints that are written as expressions: values, rates, wrenches and their derivatives (constraints.h).
#include <fmt/format.h>

#include <cmath>

#include "elements/joints/curve_on_curve.h"
#include "elements/joints/point_on_curve.h"
#include "elements/marker_hessian.h"
#include "elements/marker_measure.h"
#include "expression/evaluate_as.h"
#include "system/blocks.h"
#include "system/problem_scratch.h"

namespace alembert {

namespace {

using Kind = MeasureRef::Kind;

// The value and gradient of a leaf, in any kind of number: of a contact of curves, or of a measure.
template <class S>
S leaf_value_of(const MeasureRef& m, const CurveContact* contact, const std::array<double, 2>& at,
                const MarkerState<S>& i, const MarkerState<S>& j, const MarkerState<S>& k) {
  if (contact == nullptr) return measure_value<S>(m.measure, m.component, i, j, k);
  if (contact->other) return CurveOnCurve::value<S>(*contact->curve, *contact->other, at, i, j);
  return PointOnCurve::value<S>(*contact->curve, at[0], m.component, i, j);
}

template <class S>
void leaf_gradient_of(const MeasureRef& m, const CurveContact* contact, const std::array<double, 2>& at,
                      const MarkerState<S>& i, const MarkerState<S>& j, const MarkerState<S>& k,
                      MarkerGradientOf<S>& g) {
  if (contact == nullptr)
    measure_gradient<S>(m.measure, m.component, i, j, k, g);
  else if (contact->other)
    CurveOnCurve::gradient<S>(*contact->curve, *contact->other, at, i, j, g);
  else
    PointOnCurve::gradient<S>(*contact->curve, at[0], m.component, i, j, g);
}

const CurveContact* contact_of(const System& system, const MeasureRef& m) {
  return m.kind == Kind::contact ? &system.contacts()[static_cast<std::size_t>(m.element)] : nullptr;
}
std::array<double, 2> place_of(const std::vector<std::array<double, 2>>& contacts, const MeasureRef& m) {
  return m.kind == Kind::contact ? contacts[static_cast<std::size_t>(m.element)] : std::array<double, 2>{};
}

}  // namespace

void MultibodyProblem::find_contacts() {
  for (std::size_t k = 0; k < contact_.size(); ++k) {
    const CurveContact& c = system_.contacts()[k];
    const MarkerState<double>&i = marker(c.frame), &j = marker(c.second);
    contact_[k] =
        c.other ? CurveOnCurve::track(*c.curve, *c.other, i, j, contact_start_[k])
                : std::array<double, 2>{c.curve->nearest(i.R.transpose() * (j.p - i.p), contact_start_[k][0]), 0.0};
  }
}

void MultibodyProblem::prepare_constraints() {
  std::size_t most = 0;
  for (const ConstraintEntry& e : system_.constraints()) {
    const auto n = static_cast<Eigen::Index>(6 * e.markers.size());
    ConstraintWork work;
    work.pose.assign(e.markers.size(), Vec6::Zero());
    work.twist.assign(e.markers.size(), Vec6::Zero());
    work.by_state.assign(e.states.size(), 0.0);
    work.K.setZero(n, n);
    work.D.setZero(n, n);
    work.S.setZero(n, static_cast<Eigen::Index>(e.states.size()));
    work.leaf_pose.setZero(n, static_cast<Eigen::Index>(e.leaves.size()));
    work.leaf_twist.setZero(n, static_cast<Eigen::Index>(e.leaves.size()));
    constraint_.push_back(std::move(work));
    most = std::max(most, e.leaves.size());
  }
  constraint_leaf_.assign(most, 0.0);
  constraint_d_leaf_.assign(most + 1, 0.0);
  constraint_dd_leaf_.assign((most + 1) * (most + 1), 0.0);
}

double MultibodyProblem::constraint_leaf(const MeasureRef& m, const Vector& v) const {
  if (m.kind == Kind::state) return v[system_.states()[static_cast<std::size_t>(m.element)].v];
  if (m.kind == Kind::turns) return tracked_angle(m.element);
  return leaf_value_of<double>(m, contact_of(system_, m), place_of(contact_, m), marker(m.i), marker(m.j), marker(m.k));
}

// Values and first derivatives at the state the markers are placed at.
void MultibodyProblem::differentiate_constraints(const Vector& v) {
  const double time_unit = system_.model().units.time;
  for (std::size_t c = 0; c < constraint_.size(); ++c) {
    const ConstraintEntry& e = system_.constraints()[c];
    if (e.row < 0) continue;
    ConstraintWork& work = constraint_[c];
    const std::size_t n = e.leaves.size();
    for (std::size_t k = 0; k < n; ++k)
      constraint_leaf_[k] = constraint_leaf(e.leaves[k].measure, v) / e.leaves[k].measure.unit;
    double d_time = 0.0;
    work.value = e.unit * e.expression.gradient(time_ / time_unit, {constraint_leaf_.data(), n},
                                                {constraint_d_leaf_.data(), n}, d_time);
    work.by_time = e.unit * d_time / time_unit;
    for (std::size_t m = 0; m < e.markers.size(); ++m) {
      work.pose[m].setZero();
      work.twist[m].setZero();
    }
    for (double& x : work.by_state) x = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
      const ConstraintEntry::Leaf& leaf = e.leaves[k];
      const double by = constraint_d_leaf_[k] * e.unit / leaf.measure.unit;
      if (leaf.measure.kind == Kind::state) {
        const auto found = std::find(e.states.begin(), e.states.end(), leaf.measure.element);
        work.by_state[static_cast<std::size_t>(found - e.states.begin())] += by;
        continue;
      }
      MarkerGradient g;
      const MeasureRef& m = leaf.measure;
      leaf_gradient_of<double>(m, contact_of(system_, m), place_of(contact_, m), marker(m.i), marker(m.j), marker(m.k),
                               g);
      for (std::size_t p = 0; p < 3; ++p) {
        const auto at = static_cast<std::size_t>(leaf.place[p]);
        work.pose[at].head<3>() += by * g.p[p];
        work.pose[at].tail<3>() += by * g.theta[p];
        work.twist[at].head<3>() += by * g.v[p];
        work.twist[at].tail<3>() += by * g.w[p];
      }
    }
  }
}

void MultibodyProblem::constraint_values(Vector& phi) const {
  for (std::size_t c = 0; c < constraint_.size(); ++c)
    if (const int row = system_.constraints()[c].row; row >= 0) phi[row] = constraint_[c].value;
}

void MultibodyProblem::constraint_rates(Vector& out) const {
  for (std::size_t c = 0; c < constraint_.size(); ++c) {
    const ConstraintEntry& e = system_.constraints()[c];
    const ConstraintWork& work = constraint_[c];
    if (e.row < 0) continue;
    out[e.row] = work.value;
    if (e.velocity) continue;
    double rate = work.by_time;
    for (std::size_t m = 0; m < e.markers.size(); ++m) {
      const MarkerState<double>& s = marker(e.markers[m]);
      rate += work.pose[m].head<3>().dot(s.v) + work.pose[m].tail<3>().dot(s.w);
    }
    out[e.row] = rate;
  }
}

void MultibodyProblem::add_constraint_wrenches(const Vector& lambda) {
  for (std::size_t c = 0; c < constraint_.size(); ++c) {
    const ConstraintEntry& e = system_.constraints()[c];
    if (e.row < 0) continue;
    for (std::size_t m = 0; m < e.markers.size(); ++m) {
      const Vec6& g = constraint_[c].wrench(e, m);
      add_wrench(e.markers[m], e.bodies[m], lambda[e.row] * g.head<3>(), lambda[e.row] * g.tail<3>());
    }
  }
}

// Along the path of the markers with accelerations a, as series in time.
void MultibodyProblem::constraint_accelerations(const Vector& v, const Vector& a, Vector& out) const {
  const double time_unit = system_.model().units.time;
  const auto series = [&](int index) {
    const MarkerState<double>& s = marker(index);
    const ForceTorque acceleration = marker_acceleration(index, a);
    const Vec3 &dv = acceleration.force, &dw = acceleration.torque;
    const Mat3 w = so3::hat(s.w);
    const Mat3 R1 = w * s.R, R2 = 0.5 * (so3::hat(dw) * s.R + w * R1);
    MarkerState<Taylor> m;
    for (int k = 0; k < 3; ++k) {
      m.p[k] = Taylor(s.p[k], s.v[k], 0.5 * dv[k]);
      m.v[k] = Taylor(s.v[k], dv[k], 0.0);
      m.w[k] = Taylor(s.w[k], dw[k], 0.0);
      for (int l = 0; l < 3; ++l) m.R(k, l) = Taylor(s.R(k, l), R1(k, l), R2(k, l));
    }
    return m;
  };
  std::vector<Taylor>& leaves = scratch_->series;
  for (const ConstraintEntry& e : system_.constraints()) {
    if (e.row < 0) continue;
    leaves.resize(e.leaves.size());
    for (std::size_t k = 0; k < e.leaves.size(); ++k) {
      const MeasureRef& m = e.leaves[k].measure;
      if (m.kind == Kind::state) {
        const int at = system_.states()[static_cast<std::size_t>(m.element)].v;
        leaves[k] = Taylor(v[at], a[at], 0.0);
      } else {
        leaves[k] = leaf_value_of<Taylor>(m, contact_of(system_, m), place_of(contact_, m), series(m.i), series(m.j),
                                          series(m.k));
        if (m.kind == Kind::turns) leaves[k].value = tracked_angle(m.element);
      }
      leaves[k] = leaves[k] / Taylor(m.unit);
    }
    const Taylor y = e.expression.evaluate_as<Taylor>(Taylor(time_ / time_unit, 1.0 / time_unit, 0.0),
                                                      std::span<const Taylor>(leaves));
    out[e.row] = e.unit * (e.velocity ? y.first : 2.0 * y.second);
  }
}

// K, D and S of the wrench that a multiplier of 1 exerts at the markers: its derivatives by poses, twists and states.
void MultibodyProblem::linearise_constraint(std::size_t c, const Vector& v) {
  const ConstraintEntry& e = system_.constraints()[c];
  ConstraintWork& work = constraint_[c];
  const std::size_t n = e.leaves.size();
  for (std::size_t k = 0; k < n; ++k)
    constraint_leaf_[k] = constraint_leaf(e.leaves[k].measure, v) / e.leaves[k].measure.unit;
  e.expression.second_derivatives(time_ / system_.model().units.time, {constraint_leaf_.data(), n},
                                  {constraint_d_leaf_.data(), n + 1}, {constraint_dd_leaf_.data(), (n + 1) * (n + 1)});
  work.K.setZero();
  work.D.setZero();
  work.S.setZero();
  work.leaf_pose.setZero();
  work.leaf_twist.setZero();
  MarkerGradient g;
  MarkerHessian H;
  for (std::size_t k = 0; k < n; ++k) {
    const ConstraintEntry::Leaf& leaf = e.leaves[k];
    const MeasureRef& m = leaf.measure;
    if (m.kind == Kind::state) continue;
    const auto column = static_cast<Eigen::Index>(k);
    leaf_gradient_of<double>(m, contact_of(system_, m), place_of(contact_, m), marker(m.i), marker(m.j), marker(m.k),
                             g);
    for (std::size_t p = 0; p < 3; ++p) {
      const int at = 6 * leaf.place[p];
      work.leaf_pose.col(column).segment<3>(at) += g.p[p];
      work.leaf_pose.col(column).segment<3>(at + 3) += g.theta[p];
      work.leaf_twist.col(column).segment<3>(at) += g.v[p];
      work.leaf_twist.col(column).segment<3>(at + 3) += g.w[p];
    }
    const double by = constraint_d_leaf_[k] * e.unit / m.unit;
    if (by == 0.0) continue;
    if (m.kind == Kind::contact)
      differentiate_gradient(
          marker(m.i), marker(m.j), marker(m.k), false,
          [&](const auto& mi, const auto& mj, const auto& mk, auto& gradient) {
            leaf_gradient_of(m, contact_of(system_, m), place_of(contact_, m), mi, mj, mk, gradient);
          },
          H);
    else
      measure_hessian(m.measure, m.component, marker(m.i), marker(m.j), marker(m.k), e.velocity, H);
    for (int p = 0; p < 3; ++p)
      for (int o = 0; o < 3; ++o) {
        const int row = 6 * leaf.place[static_cast<std::size_t>(p)], col = 6 * leaf.place[static_cast<std::size_t>(o)];
        work.K.block<6, 6>(row, col) += by * (e.velocity ? H.twist_pose : H.pose_pose).block<6, 6>(6 * p, 6 * o);
        if (e.velocity) work.D.block<6, 6>(row, col) += by * H.twist_twist.block<6, 6>(6 * p, 6 * o);
      }
  }
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t l = 0; l < n; ++l) {
      const double by =
          constraint_dd_leaf_[k * (n + 1) + l] * e.unit / (e.leaves[k].measure.unit * e.leaves[l].measure.unit);
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

void MultibodyProblem::add_constraint_blocks(const dae::Weights& weights, const Vector& v, const Vector& d,
                                             const Vector& lambda, double* values) {
  for (std::size_t c = 0; c < constraint_.size(); ++c) {
    const ConstraintEntry& e = system_.constraints()[c];
    if (e.row < 0) continue;
    const ConstraintWork& work = constraint_[c];
    // Rows and columns of the multiplier.
    for (std::size_t m = 0; m < e.markers.size(); ++m) {
      const BodyEntry& b = system_.bodies()[static_cast<std::size_t>(e.bodies[m])];
      if (b.nv == 0) continue;
      std::array<double, 12> by{};  // pose, then twist, of the body
      add_marker_gradient(1.0, e.markers[m], work.pose[m].head<3>(), work.pose[m].tail<3>(), work.twist[m].head<3>(),
                          work.twist[m].tail<3>(), by.data());
      Vec6 pose = Eigen::Map<const Vec6>(by.data());
      Vec6 twist = Eigen::Map<const Vec6>(by.data() + 6);
      const Vec6 force = e.velocity ? twist : pose;
      Vec6 row = pose;
      if (e.velocity) {
        row = twist;
        if (b.kind == BodyKind::rigid)
          row.tail<3>() = (so3::inverse_tangent(Vec3(d.segment<3>(b.v + 3))).transpose() * row.tail<3>()).eval();
        if (weights.damping != 0.0) row += weights.stiffness / weights.damping * pose;
      }
      const auto axes = tangent_axes(b.kind);
      for (std::size_t k = 0; k < axes.size(); ++k) {
        values[e.gt_slots[m] + static_cast<int>(k)] += force[axes[k]];
        values[e.g_slots[m][k]] += row[axes[k]];
      }
    }
    for (std::size_t x = 0; x < e.states.size(); ++x) values[e.state_slots[x]] += work.by_state[x];
    if (weights.stiffness == 0.0 && weights.damping == 0.0) continue;
    // The wrench it exerts, and its change.
    const double l = lambda[e.row];
    linearise_constraint(c, v);
    for (std::size_t m = 0; m < e.markers.size(); ++m) {
      const BodyEntry& ba = system_.bodies()[static_cast<std::size_t>(e.bodies[m])];
      if (ba.nv == 0) continue;
      const Vec6 w = l * work.wrench(e, m);
      const Vec3& arm = arm_[static_cast<std::size_t>(e.markers[m])];
      BodyScratch& a = body_[static_cast<std::size_t>(e.bodies[m])];
      a.torque += w.tail<3>() + arm.cross(w.head<3>());
      const Mat3 ca = so3::hat(arm);
      const auto i = static_cast<Eigen::Index>(6 * m);
      for (std::size_t o = 0; o < e.markers.size(); ++o) {
        const BodyEntry& bb = system_.bodies()[static_cast<std::size_t>(e.bodies[o])];
        if (bb.nv == 0) continue;
        const BodyScratch& b = body_[static_cast<std::size_t>(e.bodies[o])];
        const auto j = static_cast<Eigen::Index>(6 * o);
        const Mat6 K = l * work.K.block<6, 6>(i, j), D = l * work.D.block<6, 6>(i, j);
        Mat6 k =
            block_at_centres<true>(weights, K, D, ca, bb, b.R, b.w, arm_[static_cast<std::size_t>(e.markers[o])], d);
        if (m == o) k.bottomRightCorner<3, 3>() += weights.stiffness * so3::hat(Vec3(w.head<3>())) * ca;
        add_block(k, ba, a.R, bb, b.R, e.k_slots[m][o], values);
      }
      for (std::size_t x = 0; x < e.states.size(); ++x) {
        Vec6 s = l * work.S.col(static_cast<Eigen::Index>(x)).segment<6>(i);
        s.tail<3>() += arm.cross(s.head<3>());
        if (ba.kind == BodyKind::rigid) s.tail<3>() = (a.R.transpose() * s.tail<3>()).eval();
        const auto axes = tangent_axes(ba.kind);
        for (std::size_t k = 0; k < axes.size(); ++k)
          values[e.state_columns[m][x] + static_cast<int>(k)] += weights.damping * s[axes[k]];
      }
    }
  }
}

ForceTorque MultibodyProblem::constraint_reaction(std::size_t c, const Vector& lambda) const {
  const ConstraintEntry& e = system_.constraints()[c];
  ForceTorque out;
  if (e.row < 0 || e.first < 0) return out;
  const auto first = static_cast<std::size_t>(e.first);
  for (std::size_t m = 0; m < e.markers.size(); ++m) {
    if (e.bodies[m] != e.bodies[first]) continue;
    const Vec6 w = -lambda[e.row] * constraint_[c].wrench(e, m);
    out.force += w.head<3>();
    out.torque += w.tail<3>() + (marker(e.markers[m]).p - marker(e.markers[first]).p).cross(w.head<3>());
  }
  return out;
}

// Power the constraints put into the motion: that of their forces.
double MultibodyProblem::constraint_power(const Vector& lambda) const {
  double power = 0.0;
  for (std::size_t c = 0; c < constraint_.size(); ++c) {
    const ConstraintEntry& e = system_.constraints()[c];
    if (e.row < 0 || e.joint >= 0) continue;  // joints do no work
    for (std::size_t m = 0; m < e.markers.size(); ++m) {
      const Vec6& g = constraint_[c].wrench(e, m);
      const MarkerState<double>& s = marker(e.markers[m]);
      power -= lambda[e.row] * (g.head<3>().dot(s.v) + g.tail<3>().dot(s.w));
    }
  }
  return power;
}

// Adds `factor` times the derivatives of u . (force or torque of the reaction), u held, to a formula's.
void MultibodyProblem::add_reaction_gradient(const Formula& f, std::size_t c, bool torque, const Vec3& u, double factor,
                                             const Vector& lambda, double* out) {
  const ConstraintEntry& e = system_.constraints()[c];
  if (e.row < 0 || e.first < 0) return;
  const ConstraintWork& work = constraint_[c];
  const Vec3 zero = Vec3::Zero();
  const auto place = [&](int body) {
    const auto found = std::find(f.bodies.begin(), f.bodies.end(), body);
    return found == f.bodies.end() ? -1 : static_cast<int>(found - f.bodies.begin());
  };
  linearise_constraint(c, formula_v_);
  const double l = lambda[e.row];
  const auto first = static_cast<std::size_t>(e.first);
  double by_lambda = 0.0;
  // How u . reaction weighs the wrench at each marker of the same body: (u . F) or (u . (T + r x F)).
  for (std::size_t m = 0; m < e.markers.size(); ++m) {
    if (e.bodies[m] != e.bodies[first]) continue;
    const Vec3 r = marker(e.markers[m]).p - marker(e.markers[first]).p;
    Vec6 weight = Vec6::Zero();
    if (torque)
      weight << u.cross(r), u;
    else
      weight.head<3>() = u;
    by_lambda -= weight.dot(work.wrench(e, m));
    const auto i = static_cast<Eigen::Index>(6 * m);
    for (std::size_t o = 0; o < e.markers.size(); ++o) {
      const int at = place(e.bodies[o]);
      if (at < 0) continue;
      const auto j = static_cast<Eigen::Index>(6 * o);
      const Vec6 pose = -l * (work.K.block<6, 6>(i, j).transpose() * weight);
      const Vec6 twist = -l * (work.D.block<6, 6>(i, j).transpose() * weight);
      add_marker_gradient(factor, e.markers[o], pose.head<3>(), pose.tail<3>(), twist.head<3>(), twist.tail<3>(),
                          out + 12 * at);
    }
    for (std::size_t x = 0; x < e.states.size(); ++x) {
      const auto found = std::find(f.states.begin(), f.states.end(), e.states[x]);
      out[12 * f.bodies.size() + static_cast<std::size_t>(found - f.states.begin())] -=
          factor * l * weight.dot(work.S.col(static_cast<Eigen::Index>(x)).segment<6>(i));
    }
    if (!torque || m == first) continue;
    const int at = place(e.bodies[m]);
    if (at < 0) continue;
    // The arm between the two markers turns with the body: d(r x F) . u = dr . (F x u).
    const Vec3 F = -l * work.wrench(e, m).head<3>();
    add_marker_gradient(factor, e.markers[m], F.cross(u), zero, zero, zero, out + 12 * at);
    add_marker_gradient(-factor, e.markers[first], F.cross(u), zero, zero, zero, out + 12 * at);
  }
  const auto found = std::find(f.multipliers.begin(), f.multipliers.end(), e.row);
  out[12 * f.bodies.size() + f.states.size() + static_cast<std::size_t>(found - f.multipliers.begin())] +=
      factor * by_lambda;
}

// Which constraint is not finite, and what in it.
std::string MultibodyProblem::constraint_problem(const Vector& v) {
  for (std::size_t c = 0; c < constraint_.size(); ++c) {
    const ConstraintEntry& e = system_.constraints()[c];
    if (e.row < 0 || std::isfinite(constraint_[c].value)) continue;
    for (std::size_t k = 0; k < e.leaves.size(); ++k)
      constraint_leaf_[k] = constraint_leaf(e.leaves[k].measure, v) / e.leaves[k].measure.unit;
    const std::string why =
        e.expression.domain_problem(time_ / system_.model().units.time, {constraint_leaf_.data(), e.leaves.size()});
    return fmt::format("{} = `{}` is not finite ({}){}", e.name, e.expression.text(), e.where.text(),
                       why.empty() ? "" : ": " + why);
  }
  return "";
}

}  // namespace alembert
