// Constraints that are written as expressions: values, rates, wrenches (constraints.h).
#include "system/parts/constraints_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "expression/evaluate_as.h"
#include "system/parts/constraint_leaves.h"

namespace alembert {

using Kind = MeasureRef::Kind;

ConstraintsPart::ConstraintsPart(const Placement& placement, const Angles& angles)
    : system_(placement.system()),
      placement_(placement),
      angles_(angles),
      contact_start_(system_.curve_contacts().size()),
      contact_(system_.curve_contacts().size()) {
  std::size_t leaves = 0;
  int columns = 0;
  for (const ConstraintEntry& e : system_.constraints()) {
    const auto n = static_cast<Eigen::Index>(6 * e.markers.size());
    Work work;
    work.pose.assign(e.markers.size(), Vec6::Zero());
    work.twist.assign(e.markers.size(), Vec6::Zero());
    work.by_state.assign(e.states.size(), 0.0);
    work.K.setZero(n, n);
    work.D.setZero(n, n);
    work.S.setZero(n, static_cast<Eigen::Index>(e.states.size()));
    work.leaf_pose.setZero(n, static_cast<Eigen::Index>(e.leaves.size()));
    work.leaf_twist.setZero(n, static_cast<Eigen::Index>(e.leaves.size()));
    work_.push_back(std::move(work));
    leaves = std::max(leaves, e.leaves.size());
    for (const FrameId frame : e.frames) columns = std::max(columns, system_.frames()[frame].columns);
  }
  leaf_.assign(leaves, 0.0);
  d_leaf_.assign(leaves + 1, 0.0);
  dd_leaf_.assign((leaves + 1) * (leaves + 1), 0.0);
  by_tangent_.assign(static_cast<std::size_t>(columns), 0.0);
  by_velocity_ = by_tangent_;
}

void ConstraintsPart::find_contacts() {
  for (std::size_t k = 0; k < contact_.size(); ++k) {
    const CurveContact& c = system_.curve_contacts()[k];
    const MarkerState<double>&i = placement_.pose(c.carrier), &j = placement_.pose(c.second);
    contact_[k] =
        c.other ? CurveOnCurve::track(*c.curve, *c.other, i, j, contact_start_[k])
                : std::array<double, 2>{c.curve->nearest(i.R.transpose() * (j.p - i.p), contact_start_[k][0]), 0.0};
  }
}

void ConstraintsPart::recall(const double* memory) {
  for (std::size_t k = 0; k < contact_.size(); ++k) contact_start_[k] = {memory[2 * k], memory[2 * k + 1]};
}

void ConstraintsPart::remember(const dae::State&, double* memory) const {
  for (std::size_t k = 0; k < contact_.size(); ++k) std::copy_n(contact_[k].begin(), 2, memory + 2 * k);
}

void ConstraintsPart::evaluate(const Vector& v, bool moved) {
  if (moved && !contact_.empty()) find_contacts();
  for (std::size_t c = 0; c < work_.size(); ++c) differentiate(c, v);
}

double ConstraintsPart::leaf(const MeasureRef& m, const Vector& v) const {
  if (m.kind == Kind::state) return v[system_.states()[static_cast<std::size_t>(m.element)].v];
  if (m.kind == Kind::turns) return angles_[m.element];
  return leaf_value_of<double>(m, contact_of(system_, m), place_of(contact_, m), placement_.marker(m.i),
                               placement_.marker(m.j), placement_.marker(m.k));
}

void ConstraintsPart::take_leaves(const ConstraintEntry& e, const Vector& v) {
  for (std::size_t k = 0; k < e.leaves.size(); ++k) leaf_[k] = leaf(e.leaves[k].measure, v) / e.leaves[k].measure.unit;
}

double ConstraintsPart::coordinate(int constraint, const Vector& v) const {
  const MeasureRef& m = entry(static_cast<std::size_t>(constraint)).leaves[0].measure;
  return leaf(m, v) / m.unit;
}

const Vec6& ConstraintsPart::wrench(int constraint, std::size_t marker) const {
  const auto c = static_cast<std::size_t>(constraint);
  return work_[c].wrench(entry(c), marker);
}

// Values and first derivatives at the state the markers are placed at.
void ConstraintsPart::differentiate(std::size_t c, const Vector& v) {
  const double time_unit = system_.model().units.time;
  const ConstraintEntry& e = entry(c);
  if (e.row < 0) return;
  Work& work = work_[c];
  const std::size_t n = e.leaves.size();
  take_leaves(e, v);
  double d_time = 0.0;
  work.value =
      e.unit * e.expression.gradient(placement_.time() / time_unit, {leaf_.data(), n}, {d_leaf_.data(), n}, d_time);
  work.by_time = e.unit * d_time / time_unit;
  for (std::size_t m = 0; m < e.markers.size(); ++m) {
    work.pose[m].setZero();
    work.twist[m].setZero();
  }
  for (double& x : work.by_state) x = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    const ConstraintEntry::Leaf& leaf = e.leaves[k];
    const double by = d_leaf_[k] * e.unit / leaf.measure.unit;
    if (leaf.measure.kind == Kind::state) {
      const auto found = std::find(e.states.begin(), e.states.end(), leaf.measure.element);
      work.by_state[static_cast<std::size_t>(found - e.states.begin())] += by;
      continue;
    }
    MarkerGradient g;
    const MeasureRef& m = leaf.measure;
    leaf_gradient_of<double>(m, contact_of(system_, m), place_of(contact_, m), placement_.marker(m.i),
                             placement_.marker(m.j), placement_.marker(m.k), g);
    for (std::size_t p = 0; p < 3; ++p) {
      const auto at = static_cast<std::size_t>(leaf.place[p]);
      work.pose[at].head<3>() += by * g.p[p];
      work.pose[at].tail<3>() += by * g.theta[p];
      work.twist[at].head<3>() += by * g.v[p];
      work.twist[at].tail<3>() += by * g.w[p];
    }
  }
}

void ConstraintsPart::values(const Evaluation&, Vector& phi) const {
  for (std::size_t c = 0; c < work_.size(); ++c)
    if (const int row = entry(c).row; row >= 0) phi[row] = work_[c].value;
}

void ConstraintsPart::rates(const Evaluation&, Vector& out) const {
  for (std::size_t c = 0; c < work_.size(); ++c) {
    const ConstraintEntry& e = entry(c);
    const Work& work = work_[c];
    if (e.row < 0) continue;
    out[e.row] = work.value;
    if (e.velocity) continue;
    double rate = work.by_time;
    for (std::size_t m = 0; m < e.markers.size(); ++m) {
      const MarkerState<double>& s = placement_.marker(e.markers[m]);
      rate += work.pose[m].head<3>().dot(s.v) + work.pose[m].tail<3>().dot(s.w);
    }
    out[e.row] = rate;
  }
}

void ConstraintsPart::add_wrenches(const Evaluation& here, Wrenches& out) const {
  const Vector& lambda = here.lambda;
  for (std::size_t c = 0; c < work_.size(); ++c) {
    const ConstraintEntry& e = entry(c);
    if (e.row < 0) continue;
    for (std::size_t m = 0; m < e.markers.size(); ++m) {
      const Vec6& g = work_[c].wrench(e, m);
      out.add(e.frames[m], placement_.arm(e.markers[m]), lambda[e.row] * g.head<3>(), lambda[e.row] * g.tail<3>());
    }
  }
}

// Constraints that stand still do no work.
void ConstraintsPart::add_working(const Vector& lambda, Wrenches& out) const {
  for (std::size_t c = 0; c < work_.size(); ++c) {
    const ConstraintEntry& e = entry(c);
    if (e.row < 0 || e.joint >= 0 || (!e.velocity && !e.expression.uses_time())) continue;
    for (std::size_t m = 0; m < e.markers.size(); ++m) {
      const Vec6 g = -lambda[e.row] * work_[c].wrench(e, m);
      out.add(e.frames[m], placement_.arm(e.markers[m]), g.head<3>(), g.tail<3>());
    }
  }
}

// Along the path of the markers with accelerations a, as series in time.
void ConstraintsPart::accelerations(const Evaluation& here, const Vector& a, Vector& out) const {
  const double time_unit = system_.model().units.time;
  const auto series = [&](MarkerId id) {
    const MarkerState<double>& s = placement_.marker(id);
    const ForceTorque acceleration = placement_.acceleration(id, a);
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
  std::vector<Taylor>& leaves = series_;
  for (const ConstraintEntry& e : system_.constraints()) {
    if (e.row < 0) continue;
    leaves.resize(e.leaves.size());
    for (std::size_t k = 0; k < e.leaves.size(); ++k) {
      const MeasureRef& m = e.leaves[k].measure;
      if (m.kind == Kind::state) {
        const int at = system_.states()[static_cast<std::size_t>(m.element)].v;
        leaves[k] = Taylor(here.v[at], a[at], 0.0);
      } else {
        leaves[k] = leaf_value_of<Taylor>(m, contact_of(system_, m), place_of(contact_, m), series(m.i), series(m.j),
                                          series(m.k));
        if (m.kind == Kind::turns) leaves[k].value = angles_[m.element];
      }
      leaves[k] = leaves[k] / Taylor(m.unit);
    }
    const Taylor y = e.expression.evaluate_as<Taylor>(Taylor(placement_.time() / time_unit, 1.0 / time_unit, 0.0),
                                                      std::span<const Taylor>(leaves));
    out[e.row] = e.unit * (e.velocity ? y.first : 2.0 * y.second);
  }
}

ForceTorque ConstraintsPart::reaction(int constraint, const Vector& lambda) const {
  const auto c = static_cast<std::size_t>(constraint);
  const ConstraintEntry& e = entry(c);
  ForceTorque out;
  if (e.row < 0 || e.first < 0) return out;
  const auto first = static_cast<std::size_t>(e.first);
  for (std::size_t m = 0; m < e.markers.size(); ++m) {
    if (e.frames[m] != e.frames[first]) continue;
    const Vec6 w = -lambda[e.row] * work_[c].wrench(e, m);
    out.force += w.head<3>();
    out.torque +=
        w.tail<3>() + (placement_.pose(e.markers[m]).p - placement_.pose(e.markers[first]).p).cross(w.head<3>());
  }
  return out;
}

// Power the constraints put into the motion: that of their forces.
void ConstraintsPart::add_energies(const Evaluation& here, Energies& out) const {
  for (std::size_t c = 0; c < work_.size(); ++c) {
    const ConstraintEntry& e = entry(c);
    if (e.row < 0 || e.joint >= 0) continue;  // joints do no work
    for (std::size_t m = 0; m < e.markers.size(); ++m) {
      const Vec6& g = work_[c].wrench(e, m);
      const MarkerState<double>& s = placement_.marker(e.markers[m]);
      out.power_supplied -= here.lambda[e.row] * (g.head<3>().dot(s.v) + g.tail<3>().dot(s.w));
    }
  }
}

// Which constraint is not finite, and what in it.
std::string ConstraintsPart::explain_not_finite(const Vector& v) {
  for (std::size_t c = 0; c < work_.size(); ++c) {
    const ConstraintEntry& e = entry(c);
    if (e.row < 0 || std::isfinite(work_[c].value)) continue;
    take_leaves(e, v);
    const std::string why =
        e.expression.domain_problem(placement_.time() / system_.model().units.time, {leaf_.data(), e.leaves.size()});
    return fmt::format("{} = `{}` is not finite ({}){}", e.name, e.expression.text(), e.where.text(),
                       why.empty() ? "" : ": " + why);
  }
  return "";
}

}  // namespace alembert
