// Constraints that are written as expressions: motions, the user's own equations, equations of some joints.
//
//   Phi = E(t; m_1, m_2, ...) = 0         holonomic; the m are measures of positions
//   k = E(t; m_1, ..., x) = 0             nonholonomic; measures of positions and velocities, states
//
// in SI units. With g = dE/d(pose) and a = dE/d(twist) of the markers it depends on, the wrench G^T lambda at these
// markers is g lambda, or a lambda; its derivatives need the second derivatives of E and of the measures:
//   K = lambda (sum_kl E_kl g_k g_l^T + sum_k E_k d g_k/d(pose)),   and likewise with a_k, and D by the twists.
// Variables an expression names are written out in it, so that nothing is left but measures and states.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "elements/curve.h"
#include "expression/expression.h"
#include "system/entries.h"
#include "system/measures.h"

namespace alembert {

// Two curves that touch, or a point on a curve: where along the curves, is found anew in every position.
struct CurveContact {
  MarkerId carrier;  // marker of the first curve
  MarkerId second;   // the point, or marker of the second curve
  std::shared_ptr<const Curve> curve, other;
  std::array<double, 2> start{};  // parameters at the given start
};

struct ConstraintEntry {
  std::string name;  // "motion drive: angle", "constraint slot: position"
  int joint = -1;    // that it is an equation of
  Expression expression;
  SourcePosition where;
  double unit = 1.0;  // SI value = unit * value of the expression
  bool velocity = false;
  bool active = true;
  int row = -1;  // in lambda; -1: not active

  struct Leaf {
    MeasureRef measure;
    std::array<int, 3> place{};  // of markers i, j, k among `markers`
  };
  std::vector<Leaf> leaves;
  std::vector<MarkerId> markers;  // that it depends on,
  std::vector<FrameId> frames;    // and their frames
  std::vector<int> states;
  int first = -1;    // among `markers`: what it exerts is told at this one
  int tracker = -1;  // of a motion that gives an angle: its tracked angle starts near the function's value
};

}  // namespace alembert
