// Energies of a mechanism, and the powers that change them.
#pragma once

#include "base/archive.h"
#include "math/types.h"

namespace alembert {

struct Energies {
  double kinetic = 0.0;
  double potential = 0.0;
  double magnitude = 0.0;  // of the potential energies of bodies and forces, each taken positive: what they round by
  double power_dissipated = 0.0;
  double power_supplied = 0.0;
  // Of these, of contacts: what they store, and what their damping and friction dissipate.
  double contact_energy = 0.0, contact_damping = 0.0, contact_friction = 0.0;

  void exchange(Archive& archive) {
    archive(kinetic, potential, magnitude, power_dissipated, power_supplied, contact_energy, contact_damping,
            contact_friction);
  }
};

// Generalised forces that change the energy: of dampers and friction, contacts among them, and of what supplies it; and
// of contacts alone.
struct WorkingForces {
  Vector dissipative, supplied;
  Vector contact_damping, contact_friction;
  void exchange(Archive& archive) { archive(dissipative, supplied, contact_damping, contact_friction); }
};

}  // namespace alembert
