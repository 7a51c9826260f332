// The parts of the module `alembert._core`; each file binds one.
#pragma once

#include <pybind11/pybind11.h>

namespace alembert::python {

namespace py = pybind11;

void bind_errors(py::module_& m);
void bind_numbers(py::module_& m);
void bind_functions(py::module_& m);
void bind_model(py::module_& m);
void bind_checks(py::module_& m);
void bind_linear(py::module_& m);
void bind_compare(py::module_& m);

}  // namespace alembert::python
