// Evaluation: positions to poses, elements to wrenches, wrenches to generalised forces.
//
// Each body gathers the force F and the torque T about its centre of mass, in ground axes; then, with f = G^T lambda -
// Q,
//   rigid   f = (F - m g, R^T T + w x J w)      w in body axes
//   point   f = F - m g
//   planar  f = (F_x - m g_x, F_y - m g_y, T_z)
#include "system/multibody_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/phase_clock.h"
#include "elements/angle.h"
#include "system/body_kinematics.h"
#include "system/element_access.h"
#include "system/mobility.h"
#include "system/problem_scratch.h"

namespace alembert {

MultibodyProblem::MultibodyProblem(const System& system)
    : system_(system),
      body_(system.bodies().size()),
      marker_(system.markers().size()),
      arm_(system.markers().size()),
      regularisation_(Vector::Zero(system.sizes().multipliers)),
      angle_(system.trackers().size(), 0.0),
      rate_(system.trackers().size(), 0.0),
      placed_q_(Vector::Constant(system.sizes().positions, std::numeric_limits<double>::quiet_NaN())),
      scratch_(std::make_unique<Scratch>()) {
  for (BodyScratch& b : body_)
    b = {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Mat3::Identity(), Vec3::Zero(), Vec3::Zero()};
  contact_start_.resize(system.contacts().size());
  contact_ = contact_start_;
  guess_.assign(static_cast<std::size_t>(system.sizes().memory) - 2 * (angle_.size() + contact_.size()), 0.0);
  formula_v_.setZero(system.sizes().velocities);
  formula_lambda_.setZero(system.sizes().multipliers);
  prepare_formulas();
  prepare_constraints();
  mobility_ = SystemMobility::make(*this);
  for (std::size_t k = 0; k < marker_.size(); ++k)  // markers on ground stay as they are set here
    marker_[k] = marker_state(ground_pose(), system.markers()[k]);
}

MultibodyProblem::~MultibodyProblem() = default;

dae::Mobility* MultibodyProblem::mobility() { return mobility_.get(); }

void MultibodyProblem::advance(const Vector& q, const Vector& d, Vector& out) const {
  for (const BodyEntry& b : system_.bodies()) {
    if (b.nq == 0) continue;
    out.segment<3>(b.q) = q.segment<3>(b.q) + d.segment<3>(b.v);
    if (b.kind != BodyKind::rigid) continue;
    const Vec3 phi = d.segment<3>(b.v + 3);
    const Quat r = (Quat(q[b.q + 3], q[b.q + 4], q[b.q + 5], q[b.q + 6]) * so3::exp<double>(phi)).normalized();
    out.segment<4>(b.q + 3) << r.w(), r.x(), r.y(), r.z();
  }
  for (const StateEntry& x : system_.states()) out[x.q] = q[x.q] + d[x.v];
}

void MultibodyProblem::difference(const Vector& from, const Vector& to, Vector& d) const {
  for (const BodyEntry& b : system_.bodies()) {
    if (b.nq == 0) continue;
    d.segment<3>(b.v) = to.segment<3>(b.q) - from.segment<3>(b.q);
    if (b.kind != BodyKind::rigid) continue;
    const Quat r(from[b.q + 3], from[b.q + 4], from[b.q + 5], from[b.q + 6]);
    d.segment<3>(b.v + 3) = so3::log(r.conjugate() * Quat(to[b.q + 3], to[b.q + 4], to[b.q + 5], to[b.q + 6]));
  }
  for (const StateEntry& x : system_.states()) d[x.v] = to[x.q] - from[x.q];
}

void MultibodyProblem::apply_inverse_tangent(const Vector& d, Vector& x) const {
  for (const BodyEntry& b : system_.bodies()) {
    if (b.kind != BodyKind::rigid) continue;
    const Vec3 phi = d.segment<3>(b.v + 3);
    const Vec3 y = x.segment<3>(b.v + 3);
    x.segment<3>(b.v + 3) = so3::inverse_tangent(phi) * y;
  }
}

// A unit quaternion turns as p' = p (0, w) / 2 with w in body axes.
void MultibodyProblem::rates(const Vector& q, const Vector& v, Vector& q_rate) const {
  for (const BodyEntry& b : system_.bodies()) {
    if (b.nq == 0) continue;
    q_rate.segment<3>(b.q) = v.segment<3>(b.v);
    if (b.kind != BodyKind::rigid) continue;
    const Quat p(q[b.q + 3], q[b.q + 4], q[b.q + 5], q[b.q + 6]);
    const Quat r = p * Quat(0.0, 0.5 * v[b.v + 3], 0.5 * v[b.v + 4], 0.5 * v[b.v + 5]);
    q_rate.segment<4>(b.q + 3) << r.w(), r.x(), r.y(), r.z();
  }
  for (const StateEntry& x : system_.states()) q_rate[x.q] = v[x.v];
}

void MultibodyProblem::velocity_of_rates(const Vector& q, const Vector& q_rate, Vector& v) const {
  for (const BodyEntry& b : system_.bodies()) {
    if (b.nq == 0) continue;
    v.segment<3>(b.v) = q_rate.segment<3>(b.q);
    if (b.kind != BodyKind::rigid) continue;
    const Quat p(q[b.q + 3], q[b.q + 4], q[b.q + 5], q[b.q + 6]);
    const Quat w = p.conjugate() * Quat(q_rate[b.q + 3], q_rate[b.q + 4], q_rate[b.q + 5], q_rate[b.q + 6]);
    v.segment<3>(b.v + 3) = 2.0 / p.squaredNorm() * w.vec();
  }
  for (const StateEntry& x : system_.states()) v[x.v] = q_rate[x.q];
}

void MultibodyProblem::apply_mass(double, const Vector&, const Vector& a, Vector& out) const {
  for (const BodyEntry& b : system_.bodies()) {
    switch (b.kind) {
      case BodyKind::ground:
        break;
      case BodyKind::rigid:
        out.segment<3>(b.v) = b.mass * a.segment<3>(b.v);
        out.segment<3>(b.v + 3).noalias() = b.inertia * a.segment<3>(b.v + 3);
        break;
      case BodyKind::point:
        out.segment<3>(b.v) = b.mass * a.segment<3>(b.v);
        break;
      case BodyKind::planar:
        out.segment<2>(b.v) = b.mass * a.segment<2>(b.v);
        out[b.v + 2] = b.inertia(2, 2) * a[b.v + 2];
        break;
    }
  }
  for (const StateEntry& x : system_.states()) out[x.v] = a[x.v];
}

void MultibodyProblem::place(double t, const Vector& q, const Vector& v) {
  time_ = t;
  // Methods come back to a position with other velocities: its poses are kept.
  if (std::equal(q.begin(), q.end(), placed_q_.begin())) {
    place_velocities(v);
    if (!constraint_.empty()) differentiate_constraints(v);
    return;
  }
  placed_q_ = q;
  for (std::size_t k = 0; k < body_.size(); ++k) {
    BodyScratch& b = body_[k];
    place_body(system_.bodies()[k], q, b.r, b.R);
    turn_body(system_.bodies()[k], v, b.R, b.v, b.w);
  }
  for (std::size_t k = 0; k < marker_.size(); ++k) {
    const MarkerEntry& m = system_.markers()[k];
    if (m.body == 0) continue;
    const BodyScratch& b = body_[static_cast<std::size_t>(m.body)];
    MarkerState<double>& out = marker_[k];
    arm_[k].noalias() = b.R * m.arm;
    out.p = b.r + arm_[k];
    out.R.noalias() = b.R * m.R;
    out.v = b.v + b.w.cross(arm_[k]);
    out.w = b.w;
  }
  if (!contact_.empty()) find_contacts();
  if (!constraint_.empty()) differentiate_constraints(v);
}

// The poses alone; the twists are not those of any velocities then.
void MultibodyProblem::place_poses(double t, const Vector& q) {
  time_ = t;
  if (std::equal(q.begin(), q.end(), placed_q_.begin())) return;
  placed_q_ = q;
  for (std::size_t k = 0; k < body_.size(); ++k) place_body(system_.bodies()[k], q, body_[k].r, body_[k].R);
  for (std::size_t k = 0; k < marker_.size(); ++k) {
    const MarkerEntry& m = system_.markers()[k];
    if (m.body == 0) continue;
    const BodyScratch& b = body_[static_cast<std::size_t>(m.body)];
    arm_[k].noalias() = b.R * m.arm;
    marker_[k].p = b.r + arm_[k];
    marker_[k].R.noalias() = b.R * m.R;
  }
  if (!contact_.empty()) find_contacts();
}

// The twists alone, where the poses are those of q already.
void MultibodyProblem::place_velocities(const Vector& v) {
  for (std::size_t k = 0; k < body_.size(); ++k) {
    const BodyEntry& b = system_.bodies()[k];
    turn_body(b, v, body_[k].R, body_[k].v, body_[k].w);
  }
  for (std::size_t k = 0; k < marker_.size(); ++k) {
    const MarkerEntry& m = system_.markers()[k];
    if (m.body == 0) continue;
    const BodyScratch& b = body_[static_cast<std::size_t>(m.body)];
    marker_[k].v = b.v + b.w.cross(arm_[k]);
    marker_[k].w = b.w;
  }
}

void MultibodyProblem::clear_wrenches() {
  for (BodyScratch& b : body_) {
    b.force.setZero();
    b.torque.setZero();
  }
}

inline void MultibodyProblem::add_wrench(int marker, int body, const Vec3& force, const Vec3& torque) {
  BodyScratch& b = body_[static_cast<std::size_t>(body)];
  b.force += force;
  b.torque += torque + arm_[static_cast<std::size_t>(marker)].cross(force);
}

void MultibodyProblem::add_joint_wrenches(const Vector& lambda) {
  for_each_element(system_.joints(), [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    const MarkerPair<double> pair{marker_[static_cast<std::size_t>(e.marker[0])],
                                  marker_[static_cast<std::size_t>(e.marker[1])]};
    typename Kernel::template Wrench<double> w = Kernel::template Wrench<double>::Zero();
    Kernel::template add_wrench<double>(pair, e.parameters, kernel_multipliers(e, lambda), w);
    for (int m = 0; m < 2; ++m)
      add_wrench(e.marker[static_cast<std::size_t>(m)], e.body[static_cast<std::size_t>(m)],
                 w.template segment<3>(6 * m), w.template segment<3>(6 * m + 3));
  });
  add_constraint_wrenches(lambda);
}

void MultibodyProblem::joint_rates(Vector& out) const {
  for_each_element(system_.joints(), [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    const MarkerPair<double> pair{marker_[static_cast<std::size_t>(e.marker[0])],
                                  marker_[static_cast<std::size_t>(e.marker[1])]};
    typename Kernel::template Rows<double> rate;
    Kernel::template rate<double>(pair, e.parameters, rate);
    for (int r = 0; r < e.rows; ++r) out[e.first_row + r] = rate[e.kernel_row[static_cast<std::size_t>(r)]];
  });
  constraint_rates(out);
}

void MultibodyProblem::evaluate_with_rate(double t, const Vector& q, const Vector& v, const Vector& lambda, Vector& f,
                                          Vector& phi, Vector& rate) {
  evaluate(t, q, v, lambda, f, phi);
  joint_rates(rate);
}

void MultibodyProblem::evaluate(double t, const Vector& q, const Vector& v, const Vector& lambda, Vector& f,
                                Vector& phi) {
  const PhaseClock::In phase(Phase::equations);
  place(t, q, v);
  if (!system_.formulas().all.empty()) {
    evaluate_formulas(v, lambda, false);
  }
  clear_wrenches();
  for_each_element(system_.joints(), [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    const MarkerPair<double> pair{marker_[static_cast<std::size_t>(e.marker[0])],
                                  marker_[static_cast<std::size_t>(e.marker[1])]};
    typename Kernel::template Rows<double> value;
    Kernel::template position<double>(pair, e.parameters, value);
    for (int r = 0; r < e.rows; ++r) phi[e.first_row + r] = value[e.kernel_row[static_cast<std::size_t>(r)]];
  });
  constraint_values(phi);
  add_joint_wrenches(lambda);
  for_each_element(system_.forces(), [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    if (!e.active) return;
    WrenchOf<double, Kernel::kMarkers> w;
    Kernel::template wrench<double>(force_markers(e, marker_), e.parameters, context(e), w);
    for (int m = 0; m < Kernel::kMarkers; ++m)
      add_wrench(e.marker[static_cast<std::size_t>(m)], e.body[static_cast<std::size_t>(m)],
                 w.template segment<3>(6 * m), w.template segment<3>(6 * m + 3));
  });
  gather_wrenches(f);
  // Gravity and the gyroscopic moments, which need no markers.
  for (const BodyEntry& b : system_.bodies()) {
    if (b.nv == 0) continue;
    if (b.kind == BodyKind::planar) {
      f.segment<2>(b.v) -= b.mass * system_.gravity().head<2>();
      continue;
    }
    f.segment<3>(b.v) -= b.mass * system_.gravity();
    if (b.kind != BodyKind::rigid) continue;
    const Vec3 w = v.segment<3>(b.v + 3);
    const Vec3 Jw = b.inertia * w;
    f.segment<3>(b.v + 3) += w.cross(Jw);
  }
  for (const StateEntry& x : system_.states()) f[x.v] = -y_[x.formula];
}

void MultibodyProblem::constraint_forces(const Vector& mu, Vector& out) {
  clear_wrenches();
  add_joint_wrenches(mu);
  gather_wrenches(out);
  for (const StateEntry& x : system_.states()) out[x.v] = 0.0;
  if (!linear_in_multipliers()) add_formula_forces(mu, out);
}

void MultibodyProblem::gather_wrenches(Vector& f) const {
  for (std::size_t k = 0; k < body_.size(); ++k) {
    const BodyEntry& b = system_.bodies()[k];
    const BodyScratch& s = body_[k];
    switch (b.kind) {
      case BodyKind::ground:
        break;
      case BodyKind::rigid:
        f.segment<3>(b.v) = s.force;
        f.segment<3>(b.v + 3).noalias() = s.R.transpose() * s.torque;
        break;
      case BodyKind::point:
        f.segment<3>(b.v) = s.force;
        break;
      case BodyKind::planar:
        f.segment<2>(b.v) = s.force.head<2>();
        f[b.v + 2] = s.torque[2];
        break;
    }
  }
}

void MultibodyProblem::velocity_constraints(double t, const Vector& q, const Vector& v, Vector& out) {
  const PhaseClock::In phase(Phase::equations);
  place(t, q, v);
  joint_rates(out);
}

void MultibodyProblem::acceleration_constraints(double t, const Vector& q, const Vector& v, const Vector& a,
                                                Vector& out) {
  place(t, q, v);
  for_each_element(system_.joints(), [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    const MarkerPair<double> pair{marker_[static_cast<std::size_t>(e.marker[0])],
                                  marker_[static_cast<std::size_t>(e.marker[1])]};
    typename Kernel::template Jacobian<double> G;
    typename Kernel::template Rows<double> convective;
    Kernel::template jacobian<double>(pair, e.parameters, G);
    Kernel::template convective<double>(pair, e.parameters, convective);
    Eigen::Matrix<double, 12, 1> acceleration;
    for (int m = 0; m < 2; ++m) {
      const ForceTorque am = marker_acceleration(e.marker[static_cast<std::size_t>(m)], a);
      acceleration.segment<6>(6 * m) << am.force, am.torque;
    }
    for (int r = 0; r < e.rows; ++r) {
      const int row = e.kernel_row[static_cast<std::size_t>(r)];
      out[e.first_row + r] = convective[row] + G.row(row).dot(acceleration);
    }
  });
  constraint_accelerations(v, a, out);
}

void MultibodyProblem::coordinate_magnitudes(const Vector& q, Vector& out) const {
  for (const BodyEntry& b : system_.bodies()) {
    if (b.nv == 0) continue;
    out.segment<3>(b.v) = q.segment<3>(b.q).cwiseAbs();
    if (b.kind == BodyKind::rigid) out.segment<3>(b.v + 3).setZero();
  }
  for (const StateEntry& x : system_.states()) out[x.v] = 0.0;
}

void MultibodyProblem::state_weights(Vector& out) const {
  for (std::size_t k = 0; k < system_.states().size(); ++k)
    out[static_cast<Eigen::Index>(k)] = system_.model().states[k].scale;
}

void MultibodyProblem::prepare_start(dae::State& state) {
  recall(state);
  place(state.t, state.q, state.v);
  const auto& constraints = system_.constraints();
  for (std::size_t c = 0; c < constraints.size(); ++c)
    if (constraints[c].tracker >= 0 && constraints[c].row >= 0)
      state.memory[2 * constraints[c].tracker] = tracked_angle(constraints[c].tracker) - constraint_[c].value;
  for (std::size_t k = 0; k < system_.states().size(); ++k) {
    const int motion = system_.model().states[k].rate_of_motion;
    if (motion < 0) continue;
    const MeasureRef& m = constraints[static_cast<std::size_t>(motion)].leaves[0].measure;
    state.v[system_.states()[k].v] = constraint_leaf(m, state.v) / m.unit;
  }
}

double MultibodyProblem::tracker_angle(const AngleTracker& tracker) const {
  const MarkerState<double>& i = marker_[static_cast<std::size_t>(tracker.marker_i)];
  const MarkerState<double>& j = marker_[static_cast<std::size_t>(tracker.marker_j)];
  const Mat3 C = j.R.transpose() * i.R;  // axes of i in j
  switch (tracker.kind) {
    case AngleTracker::Kind::about_z_of_first:
      return angle_about_z(i, j);
    case AngleTracker::Kind::ax:
      return std::atan2(-C(1, 2), C(2, 2));
    case AngleTracker::Kind::ay:
      return std::atan2(C(0, 2), C(2, 2));
    case AngleTracker::Kind::az:
      return std::atan2(-C(0, 1), C(1, 1));
  }
  return 0.0;
}

double MultibodyProblem::tracker_rate(const AngleTracker& tracker) const {
  const MarkerState<double>& i = marker_[static_cast<std::size_t>(tracker.marker_i)];
  const MarkerState<double>& j = marker_[static_cast<std::size_t>(tracker.marker_j)];
  switch (tracker.kind) {
    case AngleTracker::Kind::about_z_of_first:
      return i.axis(Axis::z).dot(j.w - i.w);
    case AngleTracker::Kind::ax:
      return j.axis(Axis::x).dot(i.w - j.w);
    case AngleTracker::Kind::ay:
      return j.axis(Axis::y).dot(i.w - j.w);
    case AngleTracker::Kind::az:
      return j.axis(Axis::z).dot(i.w - j.w);
  }
  return 0.0;
}

double MultibodyProblem::reference_angle(int tracker) const {
  const std::size_t k = static_cast<std::size_t>(tracker);
  // With the mean of the rates then and now: exact where it changes evenly, however long the step.
  return angle_[k] + 0.5 * (rate_[k] + tracker_rate(system_.trackers()[k])) * (time_ - memory_time_);
}

double MultibodyProblem::tracked_angle(int tracker) const {
  return unwrap(tracker_angle(system_.trackers()[static_cast<std::size_t>(tracker)]), reference_angle(tracker));
}

// A disc that lies flat has no contact point: what its equations say near there means nothing.
void MultibodyProblem::check_discs() const {
  constexpr double kFlat = 0.02;  // rad
  if (!system_.has_discs()) return;
  for (const Joint& joint : system_.model().joints) {
    if (joint.kind != JointKind::rolling_disc || !joint.active) continue;
    const Vec3 normal = marker(system_.marker_of(joint.markers[0])).axis(Axis::z);
    const Vec3 axis = marker(system_.marker_of(joint.markers[1])).axis(Axis::z);
    if (normal.cross(axis).norm() < kFlat)
      throw IntegrationError(fmt::format("joint {}: the disc lies flat at t = {:.9g} s, where it has no contact point",
                                         joint.name, time_));
  }
}

void MultibodyProblem::recall(const dae::State& state) {
  memory_time_ = state.t;
  for (std::size_t k = 0; k < angle_.size(); ++k) {
    angle_[k] = state.memory[static_cast<Eigen::Index>(2 * k)];
    rate_[k] = state.memory[static_cast<Eigen::Index>(2 * k + 1)];
  }
  for (std::size_t k = 0; k < contact_start_.size(); ++k)
    for (std::size_t p = 0; p < 2; ++p)
      contact_start_[k][p] = state.memory[static_cast<Eigen::Index>(2 * (angle_.size() + k) + p)];
  for (std::size_t k = 0; k < guess_.size(); ++k)
    guess_[k] = state.memory[static_cast<Eigen::Index>(2 * (angle_.size() + contact_.size()) + k)];
  if (!contact_.empty()) placed_q_.setConstant(std::numeric_limits<double>::quiet_NaN());
}

void MultibodyProblem::remember(dae::State& state) {
  if (angle_.empty() && guess_.empty() && contact_.empty() && !system_.has_discs()) return;
  place(state.t, state.q, state.v);
  check_discs();
  for (std::size_t k = 0; k < angle_.size(); ++k) {
    const AngleTracker& tracker = system_.trackers()[k];
    state.memory[static_cast<Eigen::Index>(2 * k)] =
        unwrap(tracker_angle(tracker), reference_angle(static_cast<int>(k)));
    state.memory[static_cast<Eigen::Index>(2 * k + 1)] = tracker_rate(tracker);
  }
  for (std::size_t k = 0; k < contact_.size(); ++k)
    for (std::size_t p = 0; p < 2; ++p)
      state.memory[static_cast<Eigen::Index>(2 * (angle_.size() + k) + p)] = contact_[k][p];
  if (guess_.empty()) return;
  evaluate_formulas(state.v, state.lambda, true);
  for (std::size_t k = 0; k < guess_.size(); ++k)
    state.memory[static_cast<Eigen::Index>(2 * (angle_.size() + contact_.size()) + k)] =
        y_[static_cast<Eigen::Index>(k)];
}

}  // namespace alembert
