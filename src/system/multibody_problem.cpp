// Evaluation: positions to poses, parts to wrenches at frames, wrenches to generalised forces.
#include "system/multibody_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "base/phase_clock.h"
#include "elements/joints/rolling_disc.h"
#include "system/mobility.h"
#include "system/parts/all_parts.h"

namespace alembert {

MultibodyProblem::MultibodyProblem(const System& system)
    : system_(system),
      placement_(system),
      parts_(std::make_unique<Parts>(placement_)),
      regularisation_(Vector::Zero(system.sizes().multipliers)) {
  rebuild_pattern();
  mobility_ = SystemMobility::make(*this);
}

MultibodyProblem::~MultibodyProblem() = default;

dae::Mobility* MultibodyProblem::mobility() { return mobility_.get(); }

void MultibodyProblem::advance(const Vector& q, const Vector& d, Vector& out) const {
  parts_->bodies.advance(q, d, out);
  for (const StateEntry& x : system_.states()) out[x.q] = q[x.q] + d[x.v];
}

void MultibodyProblem::difference(const Vector& from, const Vector& to, Vector& d) const {
  parts_->bodies.difference(from, to, d);
  for (const StateEntry& x : system_.states()) d[x.v] = to[x.q] - from[x.q];
}

void MultibodyProblem::apply_inverse_tangent(const Vector& d, Vector& x) const {
  parts_->bodies.apply_inverse_tangent(d, x);
}

void MultibodyProblem::rates(const Vector& q, const Vector& v, Vector& q_rate) const {
  parts_->bodies.rates(q, v, q_rate);
  for (const StateEntry& x : system_.states()) q_rate[x.q] = v[x.v];
}

void MultibodyProblem::velocity_of_rates(const Vector& q, const Vector& q_rate, Vector& v) const {
  parts_->bodies.velocity_of_rates(q, q_rate, v);
  for (const StateEntry& x : system_.states()) v[x.v] = q_rate[x.q];
}

void MultibodyProblem::apply_mass(double, const Vector& q, const Vector& a, Vector& out) const {
  parts_->bodies.apply_mass(q, a, out);
  for (const StateEntry& x : system_.states()) out[x.v] = a[x.v];
}

int MultibodyProblem::apply_inverse_mass(double, const Vector& q, const Vector& x, Vector& out) const {
  for (const StateEntry& s : system_.states()) out[s.v] = x[s.v];
  return parts_->bodies.apply_inverse_mass(q, x, out);
}

void MultibodyProblem::coordinate_magnitudes(const Vector& q, Vector& out) const {
  parts_->bodies.magnitudes(q, out);
  for (const StateEntry& x : system_.states()) out[x.v] = 0.0;
}

std::vector<dae::Group> MultibodyProblem::groups() const {
  std::vector<dae::Group> out;
  for (const BodyEntry& b : system_.bodies())
    if (b.nv > 0) out.push_back({b.q + b.nq, b.v + b.nv});
  for (const StateEntry& x : system_.states()) out.push_back({x.q + 1, x.v + 1});
  return out;
}

// 1 + (omega / omega_0)^2, with omega of a spring inside a body and its mass, and 1 Hz for omega_0.
void MultibodyProblem::projection_weights(Vector& out) const {
  constexpr double slow = 2.0 * std::numbers::pi;
  out.setOnes();
  for (std::size_t k = 0; k < system_.coordinates().size(); ++k)
    if (const Coordinate& c = system_.coordinates()[k]; c.stiffness > 0.0 && c.inertia > 0.0)
      out[static_cast<Eigen::Index>(k)] += c.stiffness / (c.inertia * slow * slow);
}

void MultibodyProblem::state_weights(Vector& out) const {
  for (std::size_t k = 0; k < system_.states().size(); ++k)
    out[static_cast<Eigen::Index>(k)] = system_.model().states[k].scale;
}

void MultibodyProblem::place(double t, const Vector& q, const Vector& v) {
  const bool moved = placement_.move_to(t, q, v);
  if (sizes().states > 0) parts_->formulas.place(v);
  if (!parts_->constraints.empty()) parts_->constraints.evaluate(v, moved);
}

void MultibodyProblem::evaluate(double t, const Vector& q, const Vector& v, const Vector& lambda, Vector& f,
                                Vector& phi) {
  const PhaseClock::In phase(Phase::equations);
  place(t, q, v);
  if (!parts_->formulas.empty()) parts_->formulas.evaluate(v, lambda, false);
  parts_->wrenches.clear();
  const Evaluation point = parts_->here(q, v, lambda);
  parts_->each([&](const auto& part) {
    using P = std::decay_t<decltype(part)>;
    if constexpr (RowPart<P>) part.values(point, phi);
    if constexpr (ForcePart<P>) part.add_wrenches(point, parts_->wrenches);
  });
  parts_->bodies.gather(placement_, q, parts_->wrenches, f);
  parts_->bodies.add_forces(q, v, f);
  parts_->formulas.set_state_forces(f);
}

void MultibodyProblem::evaluate_with_rate(double t, const Vector& q, const Vector& v, const Vector& lambda, Vector& f,
                                          Vector& phi, Vector& rate) {
  evaluate(t, q, v, lambda, f, phi);
  const Evaluation point = parts_->here(q, v, lambda);
  parts_->each([&](const auto& part) {
    if constexpr (RowPart<std::decay_t<decltype(part)>>) part.rates(point, rate);
  });
}

void MultibodyProblem::constraint_forces(const Vector& mu, Vector& out) {
  parts_->wrenches.clear();
  const Evaluation point = parts_->here(placement_.positions(), mu, mu);
  parts_->each([&](const auto& part) {
    if constexpr (RowPart<std::decay_t<decltype(part)>>) part.add_wrenches(point, parts_->wrenches);
  });
  parts_->bodies.gather(placement_, placement_.positions(), parts_->wrenches, out);
  for (const StateEntry& x : system_.states()) out[x.v] = 0.0;
  if (!linear_in_multipliers()) parts_->formulas.add_forces_of_multipliers(mu, parts_->blocks, out);
}

void MultibodyProblem::velocity_constraints(double t, const Vector& q, const Vector& v, Vector& out) {
  const PhaseClock::In phase(Phase::equations);
  place(t, q, v);
  const Evaluation point = parts_->here(q, v, regularisation_);
  parts_->each([&](const auto& part) {
    if constexpr (RowPart<std::decay_t<decltype(part)>>) part.rates(point, out);
  });
}

void MultibodyProblem::acceleration_constraints(double t, const Vector& q, const Vector& v, const Vector& a,
                                                Vector& out) {
  place(t, q, v);
  const Evaluation point = parts_->here(q, v, regularisation_);
  parts_->each([&](const auto& part) {
    if constexpr (RowPart<std::decay_t<decltype(part)>>) part.accelerations(point, a, out);
  });
}

void MultibodyProblem::prepare_start(dae::State& state) {
  recall(state);
  place(state.t, state.q, state.v);
  for (int c = 0; c < static_cast<int>(system_.constraints().size()); ++c) {
    const ConstraintEntry& e = system_.constraints()[static_cast<std::size_t>(c)];
    if (e.tracker >= 0 && e.row >= 0)
      state.memory[2 * e.tracker] = parts_->angles[e.tracker] - parts_->constraints.value(c);
  }
  for (std::size_t k = 0; k < system_.states().size(); ++k)
    if (const int motion = system_.model().states[k].rate_of_motion; motion >= 0)
      state.v[system_.states()[k].v] = parts_->constraints.coordinate(motion, state.v);
}

// A disc that lies flat has no contact point: what its equations say near there means nothing.
void MultibodyProblem::check_discs() const {
  constexpr double kFlat = 0.02;  // rad
  if (!system_.has_discs()) return;
  for (const Joint& joint : system_.model().joints) {
    if (!joint.kind.is<RollingDisc>() || !joint.active) continue;
    const Vec3 normal = marker(joint.markers[0]).axis(Axis::z), axis = marker(joint.markers[1]).axis(Axis::z);
    if (normal.cross(axis).norm() < kFlat)
      throw IntegrationError(fmt::format("joint {}: the disc lies flat at t = {:.9g} s, where it has no contact point",
                                         joint.name, placement_.time()));
  }
}

// A state's memory: that of the angles, then that of each part.
void MultibodyProblem::recall(const dae::State& state) {
  const double* memory = state.memory.data();
  if (!parts_->contacts.empty()) placement_.move_poses(state.t, state.q);
  parts_->angles.recall(state.t, memory);
  memory += parts_->angles.memory();
  parts_->each([&](auto& part) {
    if constexpr (RememberingPart<std::decay_t<decltype(part)>>) {
      part.recall(memory);
      memory += part.memory();
    }
  });
  if (parts_->constraints.memory() > 0) placement_.forget_position();
}

void MultibodyProblem::remember(dae::State& state) {
  if (state.memory.size() == 0 && !system_.has_discs()) return;
  place(state.t, state.q, state.v);
  check_discs();
  double* memory = state.memory.data();
  parts_->angles.remember(memory);
  memory += parts_->angles.memory();
  parts_->each([&](auto& part) {
    if constexpr (RememberingPart<std::decay_t<decltype(part)>>) {
      part.remember(state, memory);
      memory += part.memory();
    }
  });
}

// Contacts' memory stands behind that of the angles, before that of all others.
bool MultibodyProblem::update_topology(const dae::State& state) {
  if (parts_->contacts.empty()) return false;
  placement_.move_poses(state.t, state.q);
  using Search = ContactsPart::Search;
  const Search found = parts_->contacts.search(state.memory.data() + parts_->angles.memory());
  if (found == Search::other_pairs) parts_->contacts.bind(SlotFinder(system_, *pattern_));
  if (found == Search::other_places) rebuild_pattern();
  return found == Search::other_places;
}

dae::Problem::ImpactError MultibodyProblem::impact_error(const dae::State& before, const dae::State& after,
                                                         double accuracy) {
  if (parts_->contacts.empty()) return {};
  if (!parts_->contacts.seen(before.t)) {
    place(before.t, before.q, before.v);
    parts_->contacts.see(before.t);
    place(after.t, after.q, after.v);
  }
  return parts_->contacts.impact_error(after.t - before.t, accuracy);
}

double MultibodyProblem::longest_step(const dae::State& state) {
  if (parts_->contacts.empty()) return std::numeric_limits<double>::infinity();
  place(state.t, state.q, state.v);
  return parts_->contacts.longest_step();
}

bool MultibodyProblem::touches() const { return parts_->contacts.touches(); }

bool MultibodyProblem::released() const { return parts_->contacts.released(); }

void MultibodyProblem::exchange(Archive& archive) {
  archive(regularisation_);
  parts_->contacts.exchange(archive);
  if (archive.reads() && !parts_->contacts.empty()) rebuild_pattern();
}

std::string MultibodyProblem::contact_name(int contact) const {
  return system_.contacts().contacts[static_cast<std::size_t>(contact)].name;
}

}  // namespace alembert
