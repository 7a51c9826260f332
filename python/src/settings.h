// What keywords of Python say in place of the model's `simulation:`.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <string>

#include "base/error.h"
#include "model/model.h"

namespace alembert::python {

// What a keyword was given as a T. Throws UsageError: "steps='x': must be a list of numbers".
template <class T>
T cast_setting(const std::string& keyword, pybind11::handle given, const char* expected) {
  try {
    return given.cast<T>();
  } catch (const pybind11::cast_error&) {
    throw UsageError(keyword + "=" + std::string(pybind11::repr(given)) + ": must be " + expected);
  }
}

// "hht", or {"name": "hht", "alpha": -0.05} as in a model file.
MethodChoice method_choice(pybind11::handle given);

// The model for one analysis alone, or, where none is named, for all that it asks for; `settings` by keyword: end,
// method, tolerance, step, output_step, about, modes, frame, inputs, outputs, actuators; `given` are values or files of
// inputs. Throws UsageError.
Model with_settings(const Model& model, const pybind11::dict& settings, std::optional<AnalysisKind> kind);

}  // namespace alembert::python
