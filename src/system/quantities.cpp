// What a state means to a person: energies, reactions, accelerations of markers.
#include <fmt/format.h>

#include <cmath>

#include "system/body_kinematics.h"
#include "system/element_access.h"
#include "system/multibody_problem.h"

namespace alembert {

Energies MultibodyProblem::energies(const dae::State& state) {
  const Vector& v = state.v;
  place(state.t, state.q, v);
  evaluate_formulas(v, state.lambda, true);
  Energies e;
  for (std::size_t k = 0; k < body_.size(); ++k) {
    const BodyEntry& b = system_.bodies()[k];
    const BodyScratch& s = body_[k];
    if (b.nv == 0) continue;
    e.kinetic += 0.5 * b.mass * s.v.squaredNorm();
    e.potential -= b.mass * system_.gravity().dot(s.r);
    if (b.kind == BodyKind::rigid) {
      const Vec3 w = v.segment<3>(b.v + 3);
      e.kinetic += 0.5 * w.dot(b.inertia * w);
    } else if (b.kind == BodyKind::planar) {
      e.kinetic += 0.5 * b.inertia(2, 2) * v[b.v + 2] * v[b.v + 2];
    }
  }
  for_each_element(system_.forces(), [&](const auto& f) {
    using Kernel = decltype(kernel_of(f));
    if (!f.active) return;
    Markers<double, Kernel::kMarkers> m;
    for (std::size_t k = 0; k < m.size(); ++k) m[k] = &marker_[static_cast<std::size_t>(f.marker[k])];
    const ForceContext c = context(f);
    e.potential += Kernel::potential(m, f.parameters, c);
    e.power_dissipated += Kernel::power_dissipated(m, f.parameters, c);
    e.power_supplied += Kernel::power_supplied(m, f.parameters, c);
  });
  e.power_supplied += constraint_power(state.lambda);
  return e;
}

ForceTorque MultibodyProblem::marker_acceleration(int index, const Vector& a) const {
  const MarkerEntry& m = system_.markers()[static_cast<std::size_t>(index)];
  const BodyEntry& b = system_.bodies()[static_cast<std::size_t>(m.body)];
  const BodyScratch& s = body_[static_cast<std::size_t>(m.body)];
  ForceTorque out;
  switch (b.kind) {
    case BodyKind::ground:
      return out;
    case BodyKind::rigid:
      out.force = a.segment<3>(b.v);
      out.torque = s.R * a.segment<3>(b.v + 3);
      break;
    case BodyKind::point:
      out.force = a.segment<3>(b.v);
      break;
    case BodyKind::planar:
      out.force << a[b.v], a[b.v + 1], 0.0;
      out.torque << 0.0, 0.0, a[b.v + 2];
      break;
  }
  const Vec3& arm = arm_[static_cast<std::size_t>(index)];
  out.force += out.torque.cross(arm) + s.w.cross(s.w.cross(arm));
  return out;
}

void MultibodyProblem::add_generalised(int index, const Vec3& force, const Vec3& torque, Vector& out) const {
  const MarkerEntry& m = system_.markers()[static_cast<std::size_t>(index)];
  const BodyEntry& b = system_.bodies()[static_cast<std::size_t>(m.body)];
  Eigen::Matrix<double, 6, 1> all;
  Vec3 moment = torque + arm_[static_cast<std::size_t>(index)].cross(force);
  if (b.kind == BodyKind::rigid) moment = (body_[static_cast<std::size_t>(m.body)].R.transpose() * moment).eval();
  all << force, moment;
  const auto axes = tangent_axes(b.kind);
  for (std::size_t k = 0; k < axes.size(); ++k) out[b.v + static_cast<int>(k)] += all[axes[k]];
}

void MultibodyProblem::work_of_forces(const Vector& direction, std::vector<double>& out) const {
  out.assign(system_.model().forces.size(), 0.0);
  for_each_element(system_.forces(), [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    if (!e.active) return;
    const auto m = force_markers(e, marker_);
    WrenchOf<double, Kernel::kMarkers> w;
    Kernel::template wrench<double>(m, e.parameters, context(e), w);
    for (std::size_t k = 0; k < m.size(); ++k) {
      const BodyEntry& b = system_.bodies()[static_cast<std::size_t>(e.body[k])];
      Vec3 move = Vec3::Zero(), turn = Vec3::Zero();
      turn_body(b, direction, body_[static_cast<std::size_t>(e.body[k])].R, move, turn);
      move += turn.cross(arm_[static_cast<std::size_t>(e.marker[k])]);
      const auto first = 6 * static_cast<Eigen::Index>(k);
      out[static_cast<std::size_t>(e.force)] +=
          w.template segment<3>(first).dot(move) + w.template segment<3>(first + 3).dot(turn);
    }
  });
}

void MultibodyProblem::reactions(const Vector& lambda, std::vector<ForceTorque>& joints,
                                 std::vector<ForceTorque>& forces, std::vector<ForceTorque>& constraints) const {
  joints.resize(system_.model().joints.size());
  forces.assign(system_.model().forces.size(), {});
  const std::size_t named = system_.model().motions.size() + system_.model().constraints.size();
  constraints.resize(named);
  for (std::size_t c = 0; c < named; ++c) constraints[c] = constraint_reaction(c, lambda);
  for (ForceTorque& joint : joints) joint = {};
  for_each_element(system_.joints(), [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    const MarkerPair<double> pair{marker_[static_cast<std::size_t>(e.marker[0])],
                                  marker_[static_cast<std::size_t>(e.marker[1])]};
    typename Kernel::template Rows<double> l = Kernel::template Rows<double>::Zero();
    for (int r = 0; r < e.rows; ++r) l[e.kernel_row[static_cast<std::size_t>(r)]] = lambda[e.first_row + r];
    typename Kernel::template Wrench<double> w = Kernel::template Wrench<double>::Zero();
    Kernel::template add_wrench<double>(pair, e.parameters, l, w);
    joints[static_cast<std::size_t>(e.joint)] = {-w.template segment<3>(0), -w.template segment<3>(3)};
  });
  for (std::size_t c = named; c < constraint_.size(); ++c) {
    const ForceTorque part = constraint_reaction(c, lambda);
    ForceTorque& joint = joints[static_cast<std::size_t>(system_.constraints()[c].joint)];
    joint.force += part.force;
    joint.torque += part.torque;
  }
  for_each_element(system_.forces(), [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    if (!e.active) return;
    Markers<double, Kernel::kMarkers> m;
    for (std::size_t k = 0; k < m.size(); ++k) m[k] = &marker_[static_cast<std::size_t>(e.marker[k])];
    WrenchOf<double, Kernel::kMarkers> w;
    Kernel::template wrench<double>(m, e.parameters, context(e), w);
    forces[static_cast<std::size_t>(e.force)] = {-w.template segment<3>(0), -w.template segment<3>(3)};
  });
}

std::string MultibodyProblem::explain_not_finite(const dae::State& state) {
  const auto finite = [](const Vec3& v) { return std::isfinite(v.squaredNorm()); };
  place(state.t, state.q, state.v);
  for (std::size_t k = 0; k < body_.size(); ++k)
    if (!finite(body_[k].r) || !finite(body_[k].v) || !finite(body_[k].w))
      return fmt::format("the motion of body {} is not finite", system_.bodies()[k].name);
  if (std::string problem = formula_problem(state); !problem.empty()) return problem;
  if (std::string problem = constraint_problem(state.v); !problem.empty()) return problem;
  std::vector<ForceTorque> joints, forces, constraints;
  reactions(state.lambda, joints, forces, constraints);
  for (std::size_t k = 0; k < forces.size(); ++k)
    if (!finite(forces[k].force) || !finite(forces[k].torque))
      return fmt::format("force {} is not finite: has it zero length, so that it has no direction?",
                         system_.model().forces[k].name);
  for (std::size_t k = 0; k < joints.size(); ++k)
    if (!finite(joints[k].force) || !finite(joints[k].torque))
      return fmt::format("the reaction of joint {} is not finite", system_.model().joints[k].name);
  return "a value is not finite";
}

}  // namespace alembert
