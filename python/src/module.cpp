// alembert._core: the library as Python sees it. The classes that users meet are in python/alembert/.
#include "bindings.h"

PYBIND11_MODULE(_core, m) {
  using namespace alembert::python;
  m.doc() = "The engine of the package alembert.";
  m.attr("version") = ALEMBERT_VERSION;
  bind_errors(m);
  bind_numbers(m);
  bind_functions(m);
  bind_model(m);
  bind_checks(m);
  bind_linear(m);
  bind_compare(m);
}
