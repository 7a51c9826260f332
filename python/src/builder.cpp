// Models as data: built in code, changed, written as YAML.
#include "model/builder.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "bindings.h"
#include "functions.h"
#include "model/convert.h"
#include "values.h"

namespace alembert::python {

namespace {

using FunctionList = std::vector<std::shared_ptr<PythonFunction>>;
using Place = std::pair<std::string, int>;  // file and line of the program

}  // namespace

void bind_builder(py::module_& m) {
  py::class_<ModelBuilder>(m, "Builder")
      .def(py::init([](const std::string& title) { return ModelBuilder(title); }), py::arg("title"))
      .def(py::init([](const Model& model) { return ModelBuilder(model); }), py::arg("model"))
      .def(
          "set",
          [](ModelBuilder& b, const std::string& key, const py::handle& value, const Place& place) {
            b.set(key, value_of(value, place));
          },
          py::arg("key"), py::arg("value"), py::arg("place"))
      .def(
          "define",
          [](ModelBuilder& b, const std::string& section, const std::string& name, const py::handle& value,
             const Place& place) { b.define(section, name, value_of(value, place)); },
          py::arg("section"), py::arg("name"), py::arg("value"), py::arg("place"))
      .def(
          "change",
          [](ModelBuilder& b, const std::string& section, const std::string& name, const std::string& key,
             const py::handle& value, const Place& place) { b.change(section, name, key, value_of(value, place)); },
          py::arg("section"), py::arg("name"), py::arg("key"), py::arg("value"), py::arg("place"))
      .def(
          "remove",
          [](ModelBuilder& b, const std::string& section, const std::string& name, const std::string& key) {
            b.remove(section, name, key);
          },
          py::arg("section"), py::arg("name"), py::arg("key") = "")
      .def_property_readonly("yaml", &ModelBuilder::yaml)
      .def(
          "names", [](const ModelBuilder& b, const std::string& section) { return names_in(b.root().find(section)); },
          py::arg("section"))
      .def(
          "get",
          [](const ModelBuilder& b, const std::string& section, const std::string& name,
             const std::map<std::string, double>& parameters) {
            return object_of(b.root().find(section), section, name, parameters);
          },
          py::arg("section"), py::arg("name"), py::arg("parameters"))
      .def(
          "build",
          [](const ModelBuilder& b, const std::map<std::string, double>& set, const FunctionList& functions) {
            return std::make_shared<Model>(b.build({set, functions_of(functions)}));
          },
          py::arg("set"), py::arg("functions"));
  m.def("with_parameters", [](const Model& model, const std::map<std::string, double>& values) {
    return std::make_shared<Model>(with_parameters(model, values));
  });
  m.def(
      "to_yaml", [](const Model& model, const std::string& target) { return converted_text(model, target); },
      py::arg("model"), py::arg("target"));
  m.def("keys", keys_of, py::arg("section"), py::arg("type"));
}

}  // namespace alembert::python
