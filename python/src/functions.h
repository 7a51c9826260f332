// Functions of the user's, written in Python.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "expression/user_functions.h"
#include "numbers.h"

namespace alembert::python {

// y = f(x_0, ..., x_(n-1)). Values are asked for with plain numbers. Derivatives are exact where f, or the gradient
// given with it, takes Duals; f'' of a gradient that does not, and all derivatives of an f that does not, are central
// differences, and the latter are warned of. Every call locks the interpreter.
class PythonFunction final : public UserFunction {
 public:
  PythonFunction(std::string name, int arguments, pybind11::object f, pybind11::object gradient);
  ~PythonFunction() override;

  double value(std::span<const double> x) const override;
  double gradient(std::span<const double> x, std::span<double> g) const override;
  double second_derivatives(std::span<const double> x, std::span<double> g, std::span<double> h) const override;

 private:
  enum class Kind { exact, given, differences };

  template <class Work>
  auto guarded(Work work) const;
  double plain(std::span<const double> x) const;
  // Nothing where derivatives are lost; from then on they are differences.
  std::optional<Number> with_derivatives(std::span<const double> x) const;
  std::vector<double> given_gradient(std::span<const double> x) const;
  bool given_second(std::span<const double> x, std::span<double> g, std::span<double> h) const;
  double by_differences(std::span<const double> x, std::span<double> g) const;
  void second_by_differences(std::span<const double> x, std::span<double> h) const;
  void second_of_gradient(std::span<const double> x, std::span<double> h) const;

  mutable Kind kind_;
  pybind11::object f_, gradient_;
};

// As the reader takes them.
Functions functions_of(const std::vector<std::shared_ptr<PythonFunction>>& all);

}  // namespace alembert::python
