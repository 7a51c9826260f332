// Models: read, changed, looked at.
#include "model/model.h"

#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <vector>

#include "base/suggest.h"
#include "bindings.h"
#include "functions.h"
#include "model/names.h"
#include "model/reader.h"
#include "model/units.h"
#include "names.h"

namespace alembert::python {

namespace {

using Set = std::map<std::string, double>;
using FunctionList = std::vector<std::shared_ptr<PythonFunction>>;

py::dict names(const Model& model) {
  py::dict out;
  std::vector<std::string> bodies = names_of(model.bodies);
  bodies.erase(bodies.begin());  // ground
  out["bodies"] = bodies;
  out["markers"] = names_of(model.markers);
  out["joints"] = names_of(model.joints);
  out["motions"] = names_of(model.motions);
  out["constraints"] = names_of(model.constraints);
  out["forces"] = names_of(model.forces);
  out["contacts"] = names_of(model.contacts);
  out["variables"] = names_of(model.variables);
  out["inputs"] = names_of(model.inputs);
  out["states"] = names_of(model.states);
  out["sensors"] = names_of(model.sensors);
  out["outputs"] = names_of(model.outputs);
  return out;
}

py::dict units(const Units& u) {
  py::dict out;
  out["length"] = u.length_name;
  out["mass"] = u.mass_name;
  out["time"] = u.time_name;
  out["angle"] = u.angle_name;
  out["force"] = u.force_name;
  return out;
}

std::vector<double> vector_of(const Vec3& v, double unit) { return {v.x() / unit, v.y() / unit, v.z() / unit}; }

// What a body has when all its keys and shapes are taken together, in the model's units.
py::dict body(const Model& model, const std::string& name) {
  py::dict out;
  for (const Body& b : model.bodies) {
    if (b.name != name || b.stands()) continue;
    const auto unit = [&](Quantity quantity) { return factor_to_si(model.units, quantity); };
    out["mass"] = b.mass / unit(Quantity::mass);
    out["position"] = vector_of(b.position, unit(Quantity::length));
    out["com"] = vector_of(b.com, unit(Quantity::length));
    out["velocity"] = vector_of(b.velocity, unit(Quantity::velocity));
    out["angular_velocity"] = vector_of(b.angular_velocity, unit(Quantity::angular_velocity));
    py::list inertia;
    for (int k = 0; k < 3; ++k) inertia.append(vector_of(b.inertia.row(k), unit(Quantity::inertia)));
    out["inertia"] = inertia;
  }
  return out;
}

}  // namespace

void bind_model(py::module_& m) {
  py::class_<Model, std::shared_ptr<Model>>(m, "Model")
      .def_readonly("file", &Model::file)
      .def_readonly("title", &Model::title)
      .def_readonly("text", &Model::text)
      .def_readonly("notes", &Model::notes)
      .def_readonly("parameters", &Model::parameters)
      .def_property_readonly("units", [](const Model& model) { return units(model.units); })
      .def_property_readonly("time_unit", [](const Model& model) { return model.units.time; })
      .def_property_readonly("analysis", [](const Model& model) { return analysis_name(model.simulation.analysis); })
      .def_property_readonly("analyses",
                             [](const Model& model) {
                               std::vector<std::string> out;
                               for (const Simulation& s : model.analyses) out.emplace_back(analysis_name(s.analysis));
                               return out;
                             })
      .def_property_readonly("gravity",
                             [](const Model& model) {
                               return vector_of(model.gravity, factor_to_si(model.units, Quantity::acceleration));
                             })
      .def_property_readonly("names", names);
  m.def("body", body, py::arg("model"), py::arg("name"));
  m.def("did_you_mean",
        [](const std::string& name, const std::vector<std::string>& known) { return did_you_mean(name, known); });
  m.def(
      "load",
      [](const std::string& file, const Set& set, const FunctionList& functions) {
        return std::make_shared<Model>(read_model_file(file, {set, functions_of(functions)}));
      },
      py::arg("file"), py::arg("set"), py::arg("functions"));
  m.def(
      "read_text",
      [](std::string text, std::string name, const Set& set, const FunctionList& functions) {
        return std::make_shared<Model>(
            read_model_text(std::move(text), std::move(name), {set, functions_of(functions)}));
      },
      py::arg("text"), py::arg("name"), py::arg("set"), py::arg("functions"));
}

}  // namespace alembert::python
