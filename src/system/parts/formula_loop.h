// What the two sources of FormulasPart share: a loop of formulas as a small system of equations, and kinds of measures.
#pragma once

#include <Eigen/LU>

#include "system/parts/formulas_part.h"

namespace alembert {

struct FormulasPart::Loop {
  Loop(Eigen::Index n, Eigen::Index size)
      : A(Eigen::MatrixXd::Zero(n, n)),
        B(Eigen::MatrixXd::Zero(n, size)),
        X(Eigen::MatrixXd::Zero(n, size)),
        r(Vector::Zero(n)),
        x(Vector::Zero(n)),
        lu(n) {}
  Eigen::MatrixXd A, B, X;  // (1 - dE/dy), dE, dy
  Vector r, x;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu;
};

using Kind = MeasureRef::Kind;

inline bool is_torque(Kind kind) {
  return kind == Kind::joint_torque || kind == Kind::force_torque || kind == Kind::constraint_torque;
}
inline bool is_constraint(Kind kind) { return kind == Kind::constraint_force || kind == Kind::constraint_torque; }
inline bool is_reaction(Kind kind) { return kind == Kind::joint_force || kind == Kind::joint_torque; }

}  // namespace alembert
