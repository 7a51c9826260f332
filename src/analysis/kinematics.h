// Kinematics: all freedoms are driven, so that positions, velocities, accelerations and, by the equations of motion,
// drive forces and reactions follow from the constraints at each moment, without integration. And inverse dynamics: the
// forces of chosen actuators that make the mechanism move in this way, in the place of its drives.
#pragma once

#include "analysis/analysis_options.h"
#include "analysis/state_recorder.h"

namespace alembert {

// Refuses with a ModelError, naming the free motions, when degrees of freedom remain. Where drives are given as
// velocities or accelerations, or there are states of the user's, the run is integrated, and says so.
StatesResult run_kinematics(const Model& model, const AnalysisOptions& options);

// The values of the variables in `simulation.actuators`, of which there are as many as motions.
StatesResult run_inverse_dynamics(const Model& model, const AnalysisOptions& options);

}  // namespace alembert
