#include "analysis/sampler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/energy_shares.h"
#include "base/error.h"
#include "system/pools.h"

namespace alembert {

Sampler::Sampler(Mechanism& mechanism)
    : system_(mechanism.system()),
      problem_(mechanism.problem()),
      outputs_(mechanism.outputs()),
      sensors_(mechanism.sensors()),
      accelerations_(problem_),
      rate_(Vector::Zero(system_.sizes().multipliers)),
      f_(Vector::Zero(system_.sizes().velocities)) {}

void Sampler::continue_from(const Sampler& other) { seen_ = other.seen_; }

double Sampler::largest_of_positions() const {
  const int rows = system_.sizes().holonomic();
  return rows > 0 ? rate_.head(rows).cwiseAbs().maxCoeff() : 0.0;
}

void Sampler::check_between(const dae::State& state) {
  if (rate_.size() == 0) return;
  problem_.evaluate(state.t, state.q, state.v, state.lambda, f_, rate_);
  seen_.max_position = std::max(seen_.max_position, largest_of_positions());
  problem_.velocity_constraints(state.t, state.q, state.v, rate_);
  seen_.max_velocity = std::max(seen_.max_velocity, rate_.cwiseAbs().maxCoeff());
}

std::array<double, 3> Sampler::check_step(const dae::State& state, const Vector& acceleration) {
  if (rate_.size() == 0) return {0.0, 0.0, 0.0};
  problem_.evaluate(state.t, state.q, state.v, state.lambda, f_, rate_);
  const double position = largest_of_positions();
  problem_.velocity_constraints(state.t, state.q, state.v, rate_);
  const double velocity = rate_.cwiseAbs().maxCoeff();
  problem_.acceleration_constraints(state.t, state.q, state.v, acceleration, rate_);
  const double open = rate_.cwiseAbs().maxCoeff();
  seen_.max_position = std::max(seen_.max_position, position);
  seen_.max_velocity = std::max(seen_.max_velocity, velocity);
  seen_.max_acceleration = std::max(seen_.max_acceleration, open);
  return {position, velocity, open};
}

Sample& Sampler::take(const dae::State& given, bool between) {
  if (between) check_between(given);
  state_ = given;
  problem_.recall(state_);
  if (state_.v.size() > 0 && accelerations_.solve(state_) > AccelerationSolver::kSolved && seen_.unsolved++ == 0)
    seen_.first_unsolved = state_.t;
  return fill();
}

Sample& Sampler::take_as_given(const dae::State& state) {
  state_ = state;
  return fill();
}

// After the energies, which recall what contacts remember.
void Sampler::fill_contacts() {
  for (auto* list : {&sample_.contact_forces, &sample_.contact_torques, &sample_.contact_normals,
                     &sample_.contact_penetrations, &sample_.contact_touching, &sample_.contact_points})
    list->clear();
  for (int k = 0; k < static_cast<int>(system_.model().contacts.size()); ++k) {
    const ContactState now = problem_.contact_state(k);
    sample_.contact_forces.insert(sample_.contact_forces.end(), now.on[0].force.begin(), now.on[0].force.end());
    sample_.contact_torques.insert(sample_.contact_torques.end(), now.on[0].torque.begin(), now.on[0].torque.end());
    sample_.contact_normals.push_back(now.normal);
    sample_.contact_penetrations.push_back(now.depth);
    sample_.contact_touching.push_back(now.touching);
  }
  problem_.contact_points(points_);
  if (points_.size() > kMostContactPoints) {
    std::stable_sort(points_.begin(), points_.end(), [](const ContactPoint& a, const ContactPoint& b) {
      return a.force.squaredNorm() > b.force.squaredNorm();
    });
    points_.resize(kMostContactPoints);
  }
  for (const ContactPoint& p : points_)
    sample_.contact_points.insert(sample_.contact_points.end(), {p.at[0], p.at[1], p.at[2], p.force[0], p.force[1],
                                                                 p.force[2], static_cast<double>(p.contact)});
}

Sample& Sampler::fill() {
  const Model& model = system_.model();
  const dae::State& state = state_;
  snapshot_.state = &state;
  snapshot_.energies = problem_.energies(state);
  problem_.reactions(state.lambda, snapshot_.joints, snapshot_.forces, snapshot_.constraints);
  sample_.time = state.t;
  sample_.kinetic_energy = snapshot_.energies.kinetic;
  sample_.potential_energy = snapshot_.energies.potential;
  sample_.energy_shares = energy_shares_of(snapshot_.energies);
  const double energy = sample_.kinetic_energy + sample_.potential_energy;
  if (seen_.first) seen_.energy_start = energy;
  seen_.first = false;
  seen_.max_drift = std::max(seen_.max_drift, std::abs(energy - seen_.energy_start));

  for (auto* list :
       {&sample_.positions, &sample_.quaternions, &sample_.velocities, &sample_.angular_velocities,
        &sample_.accelerations, &sample_.angular_accelerations, &sample_.joint_forces, &sample_.joint_torques,
        &sample_.force_forces, &sample_.force_torques, &sample_.motion_forces, &sample_.motion_torques,
        &sample_.constraint_forces, &sample_.constraint_torques, &sample_.variables, &sample_.states})
    list->clear();
  const auto put = [](std::vector<double>& list, const Vec3& v) { list.insert(list.end(), {v[0], v[1], v[2]}); };
  for (std::size_t k = 1; k < model.bodies.size(); ++k) {
    const MarkerId id = model.bodies[k].frame_marker;
    const MarkerState<double>& m = problem_.marker(id);
    Quat q;
    system_.pools().with_body(BodyId(k), [&](const auto& b) { q = b.kernel.orientation(state.q.data() + b.q); });
    put(sample_.positions, m.p);
    sample_.quaternions.insert(sample_.quaternions.end(), {q.w(), q.x(), q.y(), q.z()});
    put(sample_.velocities, m.v);
    put(sample_.angular_velocities, m.w);
    const ForceTorque acceleration = problem_.placement().acceleration(id, state.a);
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
  for (std::size_t k = 0; k < snapshot_.constraints.size(); ++k) {
    const bool motion = k < model.motions.size();
    put(motion ? sample_.motion_forces : sample_.constraint_forces, snapshot_.constraints[k].force);
    put(motion ? sample_.motion_torques : sample_.constraint_torques, snapshot_.constraints[k].torque);
  }
  fill_contacts();
  for (std::size_t k = 0; k < model.variables.size(); ++k) {
    const Variable& variable = model.variables[k];
    sample_.variables.push_back(problem_.variable(static_cast<int>(k)));
    if (!std::isfinite(sample_.variables.back()))
      throw IntegrationError(
          fmt::format("variable {} = `{}` is not finite at t = {:.9g} s ({}): it is outside the "
                      "domain of a function, or a loop that has no solution",
                      variable.name, variable.expression.text(), state.t, variable.where.text()));
  }
  for (const StateEntry& x : system_.states()) sample_.states.push_back(state.v[x.v]);
  modes_of(state, sample_.modes);
  outputs_.evaluate(problem_, snapshot_, sample_.outputs);
  sample_.sensors.clear();
  for (std::size_t k = 0; k < sensors_.size(); ++k)
    sample_.sensors.push_back(model.sensors[k].active ? sensors_.watched(k, problem_, snapshot_)
                                                      : std::numeric_limits<double>::quiet_NaN());
  sample_.sensor_counts.assign(sensors_.size(), 0.0);
  return sample_;
}

void Sampler::modes_of(const dae::State& state, std::vector<double>& out) const {
  out.clear();
  for (std::size_t k = 0; k < system_.bodies().size(); ++k) {
    const BodyEntry& b = system_.bodies()[BodyId(k)];
    if (!system_.model().bodies[k].flexibility) continue;
    out.insert(out.end(), state.q.data() + b.q + 7, state.q.data() + b.q + b.nq);
  }
}

}  // namespace alembert
