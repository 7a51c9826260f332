#include "system/parts/bodies_part.h"

#include <cmath>

#include "system/pools.h"

namespace alembert {

BodiesPart::BodiesPart(const System& system) : system_(system) {
  for (std::size_t k = 0; k < system.coordinates().size(); ++k)
    if (const Coordinate& c = system.coordinates()[k]; c.damping != 0.0)
      (c.mode ? damped_modes_ : damped_).push_back(static_cast<int>(k));
}

void BodiesPart::declare(PatternBuilder& builder) const {
  for_each_element(system_.pools().bodies, [&](const auto& b) {
    b.kernel.declare(b.v, builder.blocks());
    if constexpr (requires { b.kernel.declare_seldom(b.v, builder.optional()); })
      b.kernel.declare_seldom(b.v, builder.optional());
  });
}

void BodiesPart::bind(const SlotFinder& finder) {
  slots_.assign(static_cast<std::size_t>(system_.sizes().velocities), 0);
  for_each_element(system_.pools().bodies,
                   [&](const auto& b) { b.kernel.bind(b.v, finder.pattern(), slots_.data() + b.v); });
}

void BodiesPart::add_matrix(const MatrixAssembly& assembly) const {
  const MatrixPoint& point = assembly.point;
  const dae::TrialPoint& at = point.at;
  for_each_element(system_.pools().bodies, [&](const auto& b) {
    const BodyPoint here{point.weights,
                         at.q.data() + b.q,
                         at.v.data() + b.v,
                         at.a.data() + b.v,
                         at.d.data() + b.v,
                         point.mass.q.data() + b.q,
                         point.mass.moves,
                         system_.gravity(),
                         point.placement.frames_of(b.frame),
                         assembly.wrenches.of(b.frame)};
    b.kernel.add_matrix(here, slots_.data() + b.v, point.values);
  });
}

void BodiesPart::gather(const Placement& placement, const Vector& q, const Wrenches& wrenches, Vector& out) const {
  for_each_element(system_.pools().bodies, [&](const auto& b) {
    b.kernel.gather(q.data() + b.q, placement.frames_of(b.frame), wrenches.of(b.frame), out.data() + b.v);
  });
}

void BodiesPart::add_forces(const Vector& q, const Vector& v, Vector& f) const {
  for_each_element(system_.pools().bodies, [&](const auto& b) {
    b.kernel.add_forces(q.data() + b.q, v.data() + b.v, system_.gravity(), f.data() + b.v);
  });
}

void BodiesPart::add_energies(const Evaluation& here, Energies& out) const {
  const Vector &q = here.q, &v = here.v;
  for_each_element(system_.pools().bodies, [&](const auto& b) {
    const FrameState* frames = here.placement.frames_of(b.frame);
    out.kinetic += b.kernel.kinetic_energy(q.data() + b.q, v.data() + b.v, frames);
    const double potential = b.kernel.potential_energy(q.data() + b.q, system_.gravity(), frames);
    out.potential += potential;
    out.magnitude += std::abs(potential);
    if constexpr (requires { b.kernel.strain_energy(q.data()); })
      out.stored[kStrain] += b.kernel.strain_energy(q.data() + b.q);
  });
  for (const int k : damped_) out.power_dissipated += damping(k) * v[k] * v[k];
  double of_modes = 0.0;
  for (const int k : damped_modes_) of_modes += damping(k) * v[k] * v[k];
  out.taken[kModalDamping] += of_modes;
  out.power_dissipated += of_modes;
}

void BodiesPart::add_dissipation(const Vector& v, bool of_modes, Vector& out) const {
  for (const int k : of_modes ? damped_modes_ : damped_) out[k] -= damping(k) * v[k];
}

void BodiesPart::advance(const Vector& q, const Vector& d, Vector& out) const {
  for_each_element(system_.pools().bodies,
                   [&](const auto& b) { b.kernel.advance(q.data() + b.q, d.data() + b.v, out.data() + b.q); });
}

void BodiesPart::difference(const Vector& from, const Vector& to, Vector& d) const {
  for_each_element(system_.pools().bodies,
                   [&](const auto& b) { b.kernel.difference(from.data() + b.q, to.data() + b.q, d.data() + b.v); });
}

void BodiesPart::apply_inverse_tangent(const Vector& d, Vector& x) const {
  for_each_element(system_.pools().bodies,
                   [&](const auto& b) { b.kernel.apply_inverse_tangent(d.data() + b.v, x.data() + b.v); });
}

void BodiesPart::rates(const Vector& q, const Vector& v, Vector& q_rate) const {
  for_each_element(system_.pools().bodies,
                   [&](const auto& b) { b.kernel.rates(q.data() + b.q, v.data() + b.v, q_rate.data() + b.q); });
}

void BodiesPart::velocity_of_rates(const Vector& q, const Vector& q_rate, Vector& v) const {
  for_each_element(system_.pools().bodies, [&](const auto& b) {
    b.kernel.velocity_of_rates(q.data() + b.q, q_rate.data() + b.q, v.data() + b.v);
  });
}

void BodiesPart::apply_mass(const Vector& q, const Vector& a, Vector& out) const {
  for_each_element(system_.pools().bodies,
                   [&](const auto& b) { b.kernel.apply_mass(q.data() + b.q, a.data() + b.v, out.data() + b.v); });
}

int BodiesPart::apply_inverse_mass(const Vector& q, const Vector& x, Vector& out) const {
  int without = -1;
  for_each_element(system_.pools().bodies, [&](const auto& b) {
    if (b.kernel.sizes().velocities > 0 &&
        !b.kernel.apply_inverse_mass(q.data() + b.q, x.data() + b.v, out.data() + b.v) && without < 0)
      without = b.v;
  });
  return without;
}

void BodiesPart::magnitudes(const Vector& q, Vector& out) const {
  for_each_element(system_.pools().bodies,
                   [&](const auto& b) { b.kernel.magnitudes(q.data() + b.q, out.data() + b.v); });
}

}  // namespace alembert
