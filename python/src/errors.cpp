// Errors of the library as exceptions of Python: the classes are in alembert/errors.py, texts are the same.
#include <exception>
#include <filesystem>
#include <string>

#include "base/error.h"
#include "bindings.h"
#include "expression/user_functions.h"
#include "python_error.h"

namespace alembert::python {

namespace {

void raise(const char* name, const std::string& message, const py::dict& attributes = py::dict()) {
  const py::object type = py::module_::import("alembert.errors").attr(name);
  const py::object error = type(message, **attributes);
  PyErr_SetObject(type.ptr(), error.ptr());
}

void raise_model_error(const ModelError& e) {
  py::dict place;
  if (!e.where().file.empty()) place["file"] = e.where().file;
  if (e.where().line > 0) place["line"] = e.where().line;
  if (e.where().column > 0) place["column"] = e.where().column;
  raise("ModelError", e.what(), place);
}

// What the user's own function raised; the note says which function it was.
void raise_function_error(const FunctionError& e) {
  try {
    std::rethrow_if_nested(e);
  } catch (const PythonError& cause) {
    return cause.raise(e.what());
  } catch (...) {
  }
  raise("IntegrationError", e.what());
}

void raise_error(const Error& e) {
  switch (e.code()) {
    case ExitCode::cannot_assemble:
      return raise("AssemblyError", e.what());
    case ExitCode::integration_failed:
      return raise("IntegrationError", e.what());
    case ExitCode::bad_usage:
      return raise("UsageError", e.what());
    case ExitCode::interrupted:
      return PyErr_SetString(PyExc_KeyboardInterrupt, e.what());
    default:
      return raise("Error", e.what());
  }
}

}  // namespace

void bind_errors(py::module_&) {
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const PythonError& e) {
      e.raise("");
    } catch (const FunctionError& e) {
      raise_function_error(e);
    } catch (const ModelError& e) {
      raise_model_error(e);
    } catch (const Error& e) {
      raise_error(e);
    } catch (const std::filesystem::filesystem_error& e) {
      raise("UsageError", e.what());
    }
  });
}

}  // namespace alembert::python
