// How the outputs change along given directions of the state.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "analysis/mechanism.h"

namespace alembert {

// One row per chosen output, one column per direction (dq, dv, da, dlambda): central differences of eighth order, at
// distances that are varied until two agree. Outputs may be any functions of the motion, accelerations and reactions
// among them. In the outputs' own units.
Eigen::MatrixXd output_derivatives(Mechanism& mechanism, const dae::State& state, const Eigen::MatrixXd& dq,
                                   const Eigen::MatrixXd& dv, const Eigen::MatrixXd& da, const Eigen::MatrixXd& dlambda,
                                   const std::vector<int>& outputs);

}  // namespace alembert
