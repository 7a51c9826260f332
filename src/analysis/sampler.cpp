#include "analysis/sampler.h"

#include <algorithm>
#include <cmath>

#include "analysis/dynamics.h"

namespace alembert {

Sampler::Sampler(DynamicsEngine& engine)
    : system_(engine.system()), problem_(engine.problem()), outputs_(engine.outputs()) {
  const dae::Sizes n = system_.sizes();
  lambda_.setZero(n.multipliers);
  rate_.setZero(n.multipliers);
  phi_.setZero(n.multipliers);
  f_.setZero(n.velocities);
  zero_.setZero(n.velocities);
  x_.setZero(n.unknowns());
  const auto& sets = engine.start_report().dependent_sets;
  if (std::any_of(sets.begin(), sets.end(), [](const DependentSet& s) { return s.always; }))
    matrix_ = std::make_unique<linear::KluSolver>(problem_.pattern());
}

// (S + E) lambda' = S lambda with S = G M^-1 G^T and E = eps: lambda' has the effect of lambda and the smallest
// lambda'^T E lambda', a norm in which forces and torques compare by the motion they could cause.
void Sampler::smallest_multipliers(const dae::State& state) {
  lambda_ = state.lambda;
  if (!matrix_) return;
  problem_.evaluate(state.t, state.q, state.v, lambda_, f_, phi_);
  x_.head(f_.size()) = f_;
  rate_.setZero();
  problem_.evaluate(state.t, state.q, state.v, rate_, f_, phi_);
  x_.head(f_.size()) -= f_;  // G^T lambda
  x_.tail(lambda_.size()).setZero();
  problem_.linearise({1.0, 0.0, 0.0}, {state.t, state.q}, {state.t, state.q, state.v, state.a, state.lambda, zero_},
                     matrix_->values());
  if (!matrix_->factor()) return;
  matrix_->solve(x_);
  lambda_ = x_.tail(lambda_.size());
}

void Sampler::check_constraints(const dae::State& state) {
  if (rate_.size() == 0) return;
  problem_.velocity_constraints(state.t, state.q, state.v, rate_);
  max_velocity_ = std::max(max_velocity_, rate_.cwiseAbs().maxCoeff());
  problem_.acceleration_violation(state.t, state.q, state.v, state.a, rate_);
  max_acceleration_ = std::max(max_acceleration_, rate_.cwiseAbs().maxCoeff());
}

const Sample& Sampler::take(const dae::State& state) {
  const Model& model = system_.model();
  check_constraints(state);
  smallest_multipliers(state);
  snapshot_.state = &state;
  snapshot_.energies = problem_.energies(state.t, state.q, state.v);
  problem_.reactions(lambda_, snapshot_.joints, snapshot_.forces);
  sample_.time = state.t;
  sample_.kinetic_energy = snapshot_.energies.kinetic;
  sample_.potential_energy = snapshot_.energies.potential;
  const double energy = sample_.kinetic_energy + sample_.potential_energy;
  if (first_) energy_start_ = energy;
  first_ = false;
  max_drift_ = std::max(max_drift_, std::abs(energy - energy_start_));

  for (auto* list : {&sample_.positions, &sample_.quaternions, &sample_.velocities, &sample_.angular_velocities,
                     &sample_.accelerations, &sample_.angular_accelerations, &sample_.joint_forces,
                     &sample_.joint_torques, &sample_.force_forces, &sample_.force_torques})
    list->clear();
  const auto put = [](std::vector<double>& list, const Vec3& v) { list.insert(list.end(), {v[0], v[1], v[2]}); };
  for (std::size_t k = 1; k < model.bodies.size(); ++k) {
    const int index = system_.marker_of(model.bodies[k].frame_marker);
    const MarkerState<double>& m = problem_.marker(index);
    const BodyEntry& b = system_.bodies()[k];
    Quat q = Quat::Identity();
    if (b.kind == BodyKind::rigid) q = Quat(state.q[b.q + 3], state.q[b.q + 4], state.q[b.q + 5], state.q[b.q + 6]);
    if (b.kind == BodyKind::planar)
      q = Quat(std::cos(0.5 * state.q[b.q + 2]), 0.0, 0.0, std::sin(0.5 * state.q[b.q + 2]));
    put(sample_.positions, m.p);
    sample_.quaternions.insert(sample_.quaternions.end(), {q.w(), q.x(), q.y(), q.z()});
    put(sample_.velocities, m.v);
    put(sample_.angular_velocities, m.w);
    const ForceTorque acceleration = problem_.marker_acceleration(index, state.a);
    put(sample_.accelerations, acceleration.force);
    put(sample_.angular_accelerations, acceleration.torque);
  }
  for (const ForceTorque& j : snapshot_.joints) {
    put(sample_.joint_forces, j.force);
    put(sample_.joint_torques, j.torque);
  }
  for (const ForceTorque& f : snapshot_.forces) {
    put(sample_.force_forces, f.force);
    put(sample_.force_torques, f.torque);
  }
  outputs_.evaluate(problem_, snapshot_, sample_.outputs);
  return sample_;
}

}  // namespace alembert
