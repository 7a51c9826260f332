// An exception of Python on its way through C++ that holds no lock of the interpreter.
#pragma once

#include <pybind11/pybind11.h>

#include <stdexcept>
#include <string>

namespace alembert::python {

class PythonError : public std::runtime_error {
 public:
  // Made while the interpreter is locked.
  explicit PythonError(const pybind11::error_already_set& cause) : std::runtime_error(text_of(cause)), cause_(cause) {}
  // Raises it again in Python, where it was raised, with a note.
  void raise(const std::string& note) const {
    pybind11::error_already_set copy(cause_);
    if (!note.empty() && pybind11::hasattr(copy.value(), "add_note")) copy.value().attr("add_note")(note);
    copy.restore();
  }
  bool is(PyObject* type) const { return cause_.matches(type); }

 private:
  // "ZeroDivisionError: division by zero", without the traceback.
  static std::string text_of(const pybind11::error_already_set& cause) {
    const std::string name = pybind11::str(cause.type().attr("__name__"));
    const std::string text = pybind11::str(cause.value());
    return text.empty() ? name : name + ": " + text;
  }
  pybind11::error_already_set cause_;
};

}  // namespace alembert::python
