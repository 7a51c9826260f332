// Bodies: what they are by themselves (inertia, weight, forces inside them), and what is gathered at their frames.
#pragma once

#include "system/parts/part.h"

namespace alembert {

class BodiesPart {
 public:
  explicit BodiesPart(const System& system);

  void declare(PatternBuilder& builder) const;
  void bind(const SlotFinder& finder);
  // After all that exert something.
  void add_matrix(const MatrixAssembly& assembly) const;

  // out = J^T w of all bodies.
  void gather(const Placement& placement, const Vector& q, const Wrenches& wrenches, Vector& out) const;
  void add_forces(const Vector& q, const Vector& v, Vector& f) const;
  void add_energies(const Evaluation& here, Energies& out) const;
  // What dampers inside bodies exert: those of modes, or the others.
  void add_dissipation(const Vector& v, bool of_modes, Vector& out) const;

  // Motion of coordinates (dae/problem.h).
  void advance(const Vector& q, const Vector& d, Vector& out) const;
  void difference(const Vector& from, const Vector& to, Vector& d) const;
  void apply_inverse_tangent(const Vector& d, Vector& x) const;
  void rates(const Vector& q, const Vector& v, Vector& q_rate) const;
  void velocity_of_rates(const Vector& q, const Vector& q_rate, Vector& v) const;
  void apply_mass(const Vector& q, const Vector& a, Vector& out) const;
  // -1, or the first velocity of a body that has no inertia.
  int apply_inverse_mass(const Vector& q, const Vector& x, Vector& out) const;
  void magnitudes(const Vector& q, Vector& out) const;

 private:
  double damping(int coordinate) const { return system_.coordinates()[static_cast<std::size_t>(coordinate)].damping; }

  const System& system_;
  std::vector<int> damped_;        // coordinates with dampers inside their bodies,
  std::vector<int> damped_modes_;  // and modes with damping
  std::vector<int> slots_;         // by velocity: of each column of a body's own block
};

static_assert(Part<BodiesPart> && EnergyPart<BodiesPart>);

}  // namespace alembert
