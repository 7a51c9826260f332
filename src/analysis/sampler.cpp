#include "analysis/sampler.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/energy_shares.h"
#include "analysis/layout.h"
#include "base/error.h"
#include "system/pools.h"

namespace alembert {

using results::channel;
using results::Group;
using results::kFirstShare;

Sampler::Sampler(Mechanism& mechanism)
    : system_(mechanism.system()),
      problem_(mechanism.problem()),
      outputs_(mechanism.outputs()),
      sensors_(mechanism.sensors()),
      sample_(owner_names(system_.model())),
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

const Sample& Sampler::take(const dae::State& given, bool between, const JointCoordinates& joints,
                            const RunTotals& totals) {
  if (between) check_between(given);
  state_ = given;
  problem_.recall(state_);
  if (state_.v.size() > 0 && accelerations_.solve(state_) > AccelerationSolver::kSolved && seen_.unsolved++ == 0)
    seen_.first_unsolved = state_.t;
  return fill(joints, totals);
}

const Sample& Sampler::take_as_given(const dae::State& state, const JointCoordinates& joints) {
  state_ = state;
  return fill(joints, {});
}

const Sample& Sampler::fill(const JointCoordinates& joints, const RunTotals& totals) {
  sample_.clear();
  snapshot_.state = &state_;
  snapshot_.energies = problem_.energies(state_);
  problem_.reactions(state_.lambda, snapshot_.joints, snapshot_.forces, snapshot_.constraints);
  sample_.time = state_.t;
  fill_energies(totals);
  fill_bodies();
  fill_joints(joints);
  fill_forces();
  fill_contacts();
  fill_variables();
  fill_formulas(totals);
  return sample_;
}

void Sampler::fill_energies(const RunTotals& totals) {
  const Energies& e = snapshot_.energies;
  const double total = e.kinetic + e.potential;
  if (seen_.first) seen_.energy_start = total;
  seen_.first = false;
  seen_.max_drift = std::max(seen_.max_drift, std::abs(total - seen_.energy_start));
  const auto put = [&](std::size_t channel, double energy) {
    if (!sample_[channel].empty()) sample_.put(channel, 0, energy);
  };
  put(channel(Group::energy, "kinetic"), e.kinetic);
  put(channel(Group::energy, "potential"), e.potential);
  put(channel(Group::energy, "total"), total);
  put(channel(Group::energy, "work_in"), totals.work_in);
  put(channel(Group::energy, "dissipated"), totals.dissipated);
  put(channel(Group::energy, "numerical"), total - seen_.energy_start - totals.work_in + totals.dissipated);
  for (int k = 0; k < kStores; ++k) put(kFirstShare + share_of_store(k), e.stored[static_cast<std::size_t>(k)]);
  for (int k = 0; k < kSinks; ++k) put(kFirstShare + share_of_sink(k), totals.taken[static_cast<std::size_t>(k)]);
}

void Sampler::fill_bodies() {
  const Model& model = system_.model();
  for (std::size_t k = 1; k < model.bodies.size(); ++k) {
    const std::size_t body = k - 1;
    const MarkerId id = model.bodies[k].frame_marker;
    const MarkerState<double>& m = problem_.marker(id);
    const ForceTorque acceleration = problem_.placement().acceleration(id, state_.a);
    sample_.put(channel(Group::bodies, "position"), body, m.p);
    sample_.put(channel(Group::bodies, "velocity"), body, m.v);
    sample_.put(channel(Group::bodies, "angular_velocity"), body, m.w);
    sample_.put(channel(Group::bodies, "acceleration"), body, acceleration.force);
    sample_.put(channel(Group::bodies, "angular_acceleration"), body, acceleration.torque);
    system_.pools().with_body(BodyId(k), [&](const auto& b) {
      const Quat q = b.kernel.orientation(state_.q.data() + b.q);
      sample_.put(channel(Group::bodies, "quaternion"), body, Eigen::Vector4d(q.w(), q.x(), q.y(), q.z()));
    });
  }
}

void Sampler::fill_joints(const JointCoordinates& joints) {
  for (std::size_t k = 0; k < snapshot_.joints.size(); ++k) {
    sample_.put(channel(Group::joints, "force"), k, snapshot_.joints[k].force);
    sample_.put(channel(Group::joints, "torque"), k, snapshot_.joints[k].torque);
  }
  joints.read(state_.t, [&](const JointCoordinates::Reading& now) {
    sample_.put(channel(Group::joints, "angle"), now.joint, now.angle);
    sample_.put(channel(Group::joints, "angle_rate"), now.joint, now.angle_rate);
    sample_.put(channel(Group::joints, "displacement"), now.joint, now.displacement);
    sample_.put(channel(Group::joints, "displacement_rate"), now.joint, now.displacement_rate);
  });
}

void Sampler::fill_forces() {
  for (std::size_t k = 0; k < snapshot_.forces.size(); ++k) {
    sample_.put(channel(Group::forces, "force"), k, snapshot_.forces[k].force);
    sample_.put(channel(Group::forces, "torque"), k, snapshot_.forces[k].torque);
  }
  // f is the opposite of what acts.
  problem_.work_of_forces(state_.v, powers_);
  const std::size_t forces = snapshot_.forces.size();
  for (std::size_t k = 0; k < forces; ++k) sample_.put(channel(Group::forces, "power"), k, -powers_[k]);
  for (std::size_t k = forces; k < powers_.size(); ++k)
    sample_.put(channel(Group::contacts, "power"), k - forces, -powers_[k]);
  const std::size_t motions = system_.model().motions.size();
  for (std::size_t k = 0; k < snapshot_.constraints.size(); ++k) {
    const ForceTorque& exerted = snapshot_.constraints[k];
    if (k < motions) {
      sample_.put(channel(Group::motions, "force"), k, exerted.force);
      sample_.put(channel(Group::motions, "torque"), k, exerted.torque);
    } else {
      sample_.put(channel(Group::constraints, "force"), k - motions, exerted.force);
      sample_.put(channel(Group::constraints, "torque"), k - motions, exerted.torque);
    }
  }
}

// After the energies, which recall what contacts remember.
void Sampler::fill_contacts() {
  for (std::size_t k = 0; k < system_.model().contacts.size(); ++k) {
    const ContactState now = problem_.contact_state(static_cast<int>(k));
    sample_.put(channel(Group::contacts, "force"), k, now.on[0].force);
    sample_.put(channel(Group::contacts, "torque"), k, now.on[0].torque);
    sample_.put(channel(Group::contacts, "normal_force"), k, now.normal);
    sample_.put(channel(Group::contacts, "penetration"), k, now.depth);
    sample_.put(channel(Group::contacts, "touching"), k, now.touching);
  }
  problem_.contact_points(points_);
  if (points_.size() > kMostContactPoints) {
    std::stable_sort(points_.begin(), points_.end(), [](const ContactPoint& a, const ContactPoint& b) {
      return a.force.squaredNorm() > b.force.squaredNorm();
    });
    points_.resize(kMostContactPoints);
  }
  sample_.contact_points.clear();
  for (const ContactPoint& p : points_)
    sample_.contact_points.insert(sample_.contact_points.end(), {p.at[0], p.at[1], p.at[2], p.force[0], p.force[1],
                                                                 p.force[2], static_cast<double>(p.contact)});
}

// Variables, states and inputs as the user thinks of them, and modal coordinates.
void Sampler::fill_variables() {
  const Model& model = system_.model();
  for (std::size_t k = 0; k < model.variables.size(); ++k) {
    const Variable& variable = model.variables[k];
    const double value = problem_.variable(static_cast<int>(k));
    sample_.put(channel(Group::variables, "value"), k, value);
    if (!std::isfinite(value))
      throw IntegrationError(
          fmt::format("variable {} = `{}` is not finite at t = {:.9g} s ({}): it is outside the "
                      "domain of a function, or a loop that has no solution",
                      variable.name, variable.expression.text(), state_.t, variable.where.text()));
  }
  for (std::size_t k = 0; k < system_.states().size(); ++k)
    sample_.put(channel(Group::states, "value"), k, state_.v[system_.states()[k].v]);
  for (std::size_t k = 0; k < model.inputs.size(); ++k)
    sample_.put(channel(Group::inputs, "value"), k, system_.inputs()[k].at(state_.t / model.units.time));
  modes_of(state_, modes_);
  std::ranges::copy(modes_, sample_[channel(Group::modes, "value")].begin());
}

void Sampler::fill_formulas(const RunTotals& totals) {
  outputs_.evaluate(problem_, snapshot_, output_values_);
  std::ranges::copy(output_values_, sample_[channel(Group::outputs, "values")].begin());
  for (std::size_t k = 0; k < sensors_.size(); ++k) {
    if (system_.model().sensors[k].active)
      sample_.put(channel(Group::sensors, "value"), k, sensors_.watched(k, problem_, snapshot_));
    sample_.put(channel(Group::sensors, "count"), k, k < totals.sensor_counts.size() ? totals.sensor_counts[k] : 0.0);
  }
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
