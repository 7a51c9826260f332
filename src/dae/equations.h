// A problem given as functions of any type of number (alembert/dae.h says how), with every derivative the methods need.
#pragma once

#include <utility>

#include "dae/dense_problem.h"
#include "math/dual.h"

namespace alembert::dae {

using api::dae::MatrixOf;
using api::dae::VectorOf;

template <class Functions>
struct EquationsOf {  // made before what refers to them
  api::dae::EquationsProblem<Functions> equations;
};

template <class Functions>
class EquationsProblem : private EquationsOf<Functions>, public DenseProblem {
 public:
  explicit EquationsProblem(Functions functions = {})
      : EquationsOf<Functions>{api::dae::EquationsProblem<Functions>(std::move(functions))},
        DenseProblem(EquationsOf<Functions>::equations) {}
  EquationsProblem(const EquationsProblem&) = delete;
  EquationsProblem& operator=(const EquationsProblem&) = delete;

  const Functions& functions() const { return EquationsOf<Functions>::equations.functions(); }
};

}  // namespace alembert::dae
