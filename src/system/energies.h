// Energies of a mechanism, and the powers that change them.
#pragma once

#include <array>

#include "base/archive.h"
#include "math/types.h"

namespace alembert {

// What is told apart: where energy is stored, and where it goes.
enum Store { kContactElasticity, kStrain, kStores };
enum Sink { kContactDamping, kContactFriction, kModalDamping, kSinks };

struct Energies {
  double kinetic = 0.0;
  double potential = 0.0;
  double magnitude = 0.0;  // of the potential energies of bodies and forces, each taken positive: what they round by
  double power_dissipated = 0.0;
  double power_supplied = 0.0;
  // Of the potential energy, and of the power that is dissipated.
  std::array<double, kStores> stored{};
  std::array<double, kSinks> taken{};

  void exchange(Archive& archive) {
    archive(kinetic, potential, magnitude, power_dissipated, power_supplied, stored, taken);
  }
};

// Generalised forces that change the energy: of dampers and friction, and of what supplies it. And those of single
// sinks; empty where the model has none of them.
struct WorkingForces {
  Vector dissipative, supplied;
  std::array<Vector, kSinks> taken;
  void exchange(Archive& archive) {
    archive(dissipative, supplied);
    for (Vector& each : taken) archive(each);
  }
};

}  // namespace alembert
