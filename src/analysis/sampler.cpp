#include "analysis/sampler.h"

#include <algorithm>
#include <cmath>

#include "analysis/dynamics.h"

namespace alembert {

Sampler::Sampler(DynamicsEngine& engine)
    : system_(engine.system()),
      problem_(engine.problem()),
      outputs_(engine.outputs()),
      accelerations_(engine.problem()),
      rate_(Vector::Zero(system_.sizes().multipliers)),
      f_(Vector::Zero(system_.sizes().velocities)) {}

double Sampler::largest_of_positions() const {
  const int rows = system_.sizes().holonomic();
  return rows > 0 ? rate_.head(rows).cwiseAbs().maxCoeff() : 0.0;
}

void Sampler::check_between(const dae::State& state) {
  if (rate_.size() == 0) return;
  problem_.evaluate(state.t, state.q, state.v, state.lambda, f_, rate_);
  max_position_ = std::max(max_position_, largest_of_positions());
  problem_.velocity_constraints(state.t, state.q, state.v, rate_);
  max_velocity_ = std::max(max_velocity_, rate_.cwiseAbs().maxCoeff());
}

std::array<double, 3> Sampler::check_step(const dae::State& state, const Vector& acceleration) {
  if (rate_.size() == 0) return {0.0, 0.0, 0.0};
  problem_.evaluate(state.t, state.q, state.v, state.lambda, f_, rate_);
  const double position = largest_of_positions();
  problem_.velocity_constraints(state.t, state.q, state.v, rate_);
  const double velocity = rate_.cwiseAbs().maxCoeff();
  problem_.acceleration_constraints(state.t, state.q, state.v, acceleration, rate_);
  const double open = rate_.cwiseAbs().maxCoeff();
  max_position_ = std::max(max_position_, position);
  max_velocity_ = std::max(max_velocity_, velocity);
  max_acceleration_ = std::max(max_acceleration_, open);
  return {position, velocity, open};
}

Sample& Sampler::take(const dae::State& given, bool between) {
  const Model& model = system_.model();
  if (between) check_between(given);
  state_ = given;
  const dae::State& state = state_;
  if (state.v.size() > 0 && accelerations_.solve(state_) > AccelerationSolver::kSolved && unsolved_++ == 0)
    first_unsolved_ = state.t;
  snapshot_.state = &state;
  snapshot_.energies = problem_.energies(state);
  problem_.reactions(state.lambda, snapshot_.joints, snapshot_.forces, snapshot_.constraints);
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
