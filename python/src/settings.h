// What keywords of Python say in place of the model's `simulation:`.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>

#include "model/model.h"

namespace alembert::python {

// "hht", or {"name": "hht", "alpha": -0.05} as in a model file.
MethodChoice method_choice(pybind11::handle given);

// The model for one analysis alone, or, where none is named, for all that it asks for; `settings` by keyword: end,
// method, tolerance, step, output_step, about, modes, frame, inputs, outputs, actuators. Throws UsageError.
Model with_settings(const Model& model, const pybind11::dict& settings, std::optional<AnalysisKind> kind);

}  // namespace alembert::python
