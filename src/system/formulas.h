// Formulas of a system: what the user wrote as expressions of the motion (components of forces, variables, derivatives
// of states), with what each depends on and where its derivatives go.
//
//   y_n = E_n(t; measures, states x, reactions of lambda, other y)            in SI units
//
// Formulas that refer to each other in a circle are one group, solved together by Newton's iteration; all others are
// evaluated one after the other. An implicit state's derivative is given by 0 = E_n, a loop of its own. So the methods
// see only (q, v, lambda): y is a function of these, and its derivatives follow from (1 - dE/dy) dy = dE.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "expression/expression.h"
#include "system/measures.h"

namespace alembert {

struct Formula {
  std::string name;  // "variable u", "force push: force x", "state i"
  Expression expression;
  SourcePosition where;
  double unit = 1.0;      // SI value = unit * value of the expression
  bool acts = false;      // on the motion: a force or a state needs it
  bool implicit = false;  // 0 = E(y, ...) instead of y = E
  bool given = false;     // its one leaf is there already: what a force's kernel says of a state it owns

  struct Leaf {
    MeasureRef measure;
    std::array<int, 3> place{-1, -1, -1};  // of the frames of markers i, j, k among `frames`; -1: ground, or none
    std::vector<int> formulas;             // others it is made of, and
    std::vector<std::vector<int>> places;  // for each, where its derivatives go among this one's
  };
  std::vector<Leaf> leaves;

  // What it depends on in the end. A derivative has 12 numbers a frame (its pose and its twist, ground axes), then one
  // a state, then one a multiplier.
  std::vector<FrameId> frames;
  std::vector<int> states, multipliers;
  int size() const { return static_cast<int>(12 * frames.size() + states.size() + multipliers.size()); }
  int place_of(FrameId frame) const {  // among `frames`, which rise; -1: it is not one of them
    const auto found = std::lower_bound(frames.begin(), frames.end(), frame);
    return found == frames.end() || *found != frame ? -1 : static_cast<int>(found - frames.begin());
  }
  // Columns of the Newton matrix: the velocities of the frames, the states, the multipliers.
  std::vector<int> columns;
};

// One force component or state equation that a formula drives.
struct FormulaTarget {
  int formula = 0;
  int state = -1;                 // of a state's equation: which
  int force = -1, component = 0;  // of a force: element of its pool, 0..2 force, 3..5 torque
};

struct StateEntry {
  std::string name;
  int q = 0, v = 0;  // its place: a fictitious coordinate q whose velocity is the state
  int formula = 0;   // its derivative
};

struct Formulas {
  std::vector<Formula> all;
  std::vector<std::vector<int>> groups;  // in the order of evaluation; more than one, or one that names itself: a loop
  std::vector<bool> loop;                // per group
  std::vector<FormulaTarget> targets;
  std::vector<int> variables;         // of the model's variables
  bool linear_in_multipliers = true;  // no formula that acts depends on reactions
};

}  // namespace alembert
