// Scratch of a MultibodyProblem whose types few need to know.
#pragma once

#include <Eigen/LU>
#include <vector>

#include "math/taylor.h"
#include "system/multibody_problem.h"

namespace alembert {

struct MultibodyProblem::Scratch {
  struct Loop {
    Eigen::MatrixXd A, B, X;  // (1 - dE/dy), dE, dy
    Vector r, x;
    Eigen::PartialPivLU<Eigen::MatrixXd> lu;
  };
  std::vector<Loop> loops;     // one a group of formulas; empty where it is no loop
  std::vector<Taylor> series;  // measures along a path, of a constraint
};

}  // namespace alembert
