// A step of an engine, whose failure is explained by more than its integrator knows.
#pragma once

#include "analysis/dynamics.h"

namespace alembert {

// Makes one step. Where it fails, looks for drives that have run the mechanism into a dead position, or that ask for
// different things, and for bodies without mass that nothing holds. Throws StepFailure.
void explained_step(DynamicsEngine& engine);

}  // namespace alembert
