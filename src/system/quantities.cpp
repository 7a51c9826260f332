// What a state means to a person: energies, reactions, what works on it.
#include <fmt/format.h>

#include <cmath>

#include "system/parts/all_parts.h"

namespace alembert {

double MultibodyProblem::tracked_angle(int tracker) const { return parts_->angles[tracker]; }
double MultibodyProblem::variable(int index) const { return parts_->formulas.variable(index); }
double MultibodyProblem::state_rate(int index) const { return parts_->formulas.state_rate(index); }

ContactState MultibodyProblem::contact_state(int contact, int shape) const {
  return parts_->contacts.state_of(contact, shape);
}
double MultibodyProblem::contact_gap(int contact, int shape) const { return parts_->contacts.gap_of(contact, shape); }
void MultibodyProblem::contact_points(std::vector<ContactPoint>& out) const { parts_->contacts.points(out); }
void MultibodyProblem::touching_pairs(std::vector<TouchingPair>& out) const { parts_->contacts.touching_pairs(out); }
double MultibodyProblem::closing_speed(int pair, const Vec3& at, const Vec3& n) const {
  return parts_->contacts.closing_speed(pair, at, n);
}

Energies MultibodyProblem::energies(const dae::State& state, bool moved) {
  if (!parts_->contacts.empty() && !moved) recall(state);
  place(state.t, state.q, state.v);
  parts_->formulas.evaluate(state.v, state.lambda, true);
  Energies out;
  const Evaluation point = parts_->here(state.q, state.v, state.lambda);
  parts_->each([&](const auto& part) {
    if constexpr (EnergyPart<std::decay_t<decltype(part)>>) part.add_energies(point, out);
  });
  return out;
}

void MultibodyProblem::work_of_forces(const Vector& direction, std::vector<double>& out) const {
  const std::size_t forces = system_.model().forces.size();
  out.assign(forces + system_.model().contacts.size(), 0.0);
  parts_->forces.work(parts_->here(placement_.positions(), parts_->formulas.velocities(), regularisation_), direction,
                      out);
  parts_->contacts.work(direction, out.data() + forces);
}

// As bodies gather them, what acts is the opposite of f.
void MultibodyProblem::working_forces(const dae::State& state, WorkingForces& out) {
  if (!parts_->contacts.empty()) recall(state);
  place(state.t, state.q, state.v);
  parts_->formulas.evaluate(state.v, state.lambda, true);
  const Evaluation point = parts_->here(state.q, state.v, state.lambda);
  const auto gathered = [&](Vector& generalised, const auto& add) {
    parts_->wrenches.clear();
    add(parts_->wrenches);
    generalised.setZero(sizes().velocities);
    parts_->bodies.gather(placement_, state.q, parts_->wrenches, generalised);
  };
  gathered(out.dissipative, [&](Wrenches& w) { parts_->forces.add_working(point, true, w); });
  gathered(out.supplied, [&](Wrenches& w) {
    parts_->forces.add_working(point, false, w);
    parts_->constraints.add_working(state.lambda, w);
  });
  parts_->bodies.add_dissipation(state.v, false, out.dissipative);
  if (system_.deforms()) {
    out.taken[kModalDamping].setZero(sizes().velocities);
    parts_->bodies.add_dissipation(state.v, true, out.taken[kModalDamping]);
    out.dissipative += out.taken[kModalDamping];
  }
  if (parts_->contacts.empty()) return;
  gathered(out.taken[kContactDamping], [&](Wrenches& w) { parts_->contacts.add_working(point, true, false, w); });
  gathered(out.taken[kContactFriction], [&](Wrenches& w) { parts_->contacts.add_working(point, false, true, w); });
  out.dissipative += out.taken[kContactDamping] + out.taken[kContactFriction];
}

void MultibodyProblem::add_generalised(MarkerId id, const Vec3& force, const Vec3& torque, Vector& out) {
  parts_->wrenches.clear();
  parts_->wrenches.add(system_.markers()[id].frame, placement_.arm(id), force, torque);
  Vector all = Vector::Zero(sizes().velocities);
  parts_->bodies.gather(placement_, placement_.positions(), parts_->wrenches, all);
  out += all;
}

void MultibodyProblem::reactions(const Vector& lambda, std::vector<ForceTorque>& joints,
                                 std::vector<ForceTorque>& forces, std::vector<ForceTorque>& constraints) const {
  const Evaluation point = parts_->here(placement_.positions(), parts_->formulas.velocities(), lambda);
  joints.assign(system_.model().joints.size(), {});
  forces.assign(system_.model().forces.size(), {});
  const std::size_t named = system_.model().motions.size() + system_.model().constraints.size();
  constraints.resize(named);
  for (std::size_t c = 0; c < named; ++c) constraints[c] = parts_->constraints.reaction(static_cast<int>(c), lambda);
  parts_->joints.reactions(point, joints);
  for (std::size_t c = named; c < system_.constraints().size(); ++c) {
    const ForceTorque part = parts_->constraints.reaction(static_cast<int>(c), lambda);
    ForceTorque& joint = joints[static_cast<std::size_t>(system_.constraints()[c].joint)];
    joint.force += part.force;
    joint.torque += part.torque;
  }
  parts_->forces.reactions(point, forces);
}

std::string MultibodyProblem::explain_not_finite(const dae::State& state) {
  const auto finite = [](const Vec3& v) { return std::isfinite(v.squaredNorm()); };
  place(state.t, state.q, state.v);
  for (std::size_t k = 0; k < system_.frames().size(); ++k) {
    const FrameState& f = placement_.frame(FrameId(k));
    if (!finite(f.r) || !finite(f.v) || !finite(f.w))
      return fmt::format("the motion of body {} is not finite",
                         system_.bodies()[system_.frames()[FrameId(k)].body].name);
  }
  if (std::string problem = parts_->formulas.explain_not_finite(state.v, state.lambda); !problem.empty())
    return problem;
  if (std::string problem = parts_->constraints.explain_not_finite(state.v); !problem.empty()) return problem;
  if (std::string problem = parts_->contacts.explain_not_finite(); !problem.empty()) return problem;
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
