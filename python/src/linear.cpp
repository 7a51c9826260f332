// Modes and linear models.
#include <pybind11/complex.h>
#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <memory>

#include "analysis/inputs.h"
#include "analysis/linear/modes.h"
#include "analysis/linear/modes_report.h"
#include "analysis/linear/step_limit.h"
#include "base/error.h"
#include "base/suggest.h"
#include "bindings.h"
#include "conduct.h"
#include "settings.h"

namespace alembert::python {

namespace {

// What was found, with the mechanism that shapes are shapes of.
struct SmallMotions {
  Model model;
  std::unique_ptr<Mechanism> mechanism;
  ModesResult found;

  SmallMotions(Model m, Conduct& conduct) : model(std::move(m)) {
    conduct.perform([&] {
      const std::vector<std::string> inputs = chosen_inputs(model);
      mechanism = std::make_unique<Mechanism>(with_inputs(model, inputs));
      found = find_modes(model, *mechanism, inputs);
      return true;
    });
    for (const std::string& text : found.warnings) conduct.warn(text);
    conduct.rethrow();
  }

  std::size_t body(const std::string& name) const {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < model.bodies.size(); ++k) {
      if (model.bodies[k].name == name) return k;
      names.push_back(model.bodies[k].name);
    }
    throw py::key_error("there is no body `" + name + "`" + did_you_mean(name, names));
  }
  // One row a mode: displacement of the body frame's origin and rotation, ground axes.
  Eigen::MatrixXcd shapes(const std::string& name) const {
    const std::size_t which = body(name);
    Eigen::MatrixXcd out(static_cast<Eigen::Index>(found.modes.size()), 6);
    for (std::size_t k = 0; k < found.modes.size(); ++k)
      out.row(static_cast<Eigen::Index>(k)) = shape_of(*mechanism, found.state, found.modes[k], which).transpose();
    return out;
  }
  const LinearModel& linear() const {
    if (found.linear) return *found.linear;
    throw UsageError("a model of this size has no full matrices; its lowest modes are found all the same");
  }
};

py::dict shares(const Mode& mode) {
  const auto list = [](const std::vector<Mode::Share>& all) {
    py::dict out;
    for (const Mode::Share& each : all) out[py::str(each.name)] = each.share;
    return out;
  };
  py::dict out;
  out["kinetic"] = list(mode.kinetic);
  out["potential"] = list(mode.potential);
  out["dissipated"] = list(mode.dissipated);
  return out;
}

py::list modes(const SmallMotions& s) {
  py::list out;
  for (const Mode& mode : s.found.modes) {
    py::dict entry;
    entry["eigenvalue"] = mode.eigenvalue;
    entry["frequency"] = mode.frequency();
    entry["damped_frequency"] = mode.damped_frequency();
    entry["damping_ratio"] = mode.damping_ratio();
    entry["carried_by"] = mode.carried_by;
    entry["shares"] = shares(mode);
    out.append(entry);
  }
  return out;
}

py::dict step_limit(const Model& model, const py::dict& settings, const py::object& warn, const py::object& progress) {
  const Model asked = with_settings(model, settings, AnalysisKind::step_limit);
  Conduct conduct(warn, progress);
  AnalysisOptions options;
  conduct.into(options);
  const StepLimit found = conduct.perform([&] { return find_step_limit(asked, options); });
  for (const std::string& text : found.warnings) conduct.warn(text);
  conduct.rethrow();
  py::dict out;
  out["text"] = step_limit_text(found, asked.units);
  out["time"] = found.times;
  out["omega"] = found.omega;
  out["largest"] = found.largest;
  out["at"] = found.at;
  out["carried_by"] = found.carried_by;
  py::dict products;
  for (const StepLimit::Method& method : found.methods) products[py::str(method.name)] = method.product;
  out["products"] = products;
  return out;
}

}  // namespace

void bind_linear(py::module_& m) {
  py::class_<SmallMotions>(m, "SmallMotions")
      .def_property_readonly("about", [](const SmallMotions& s) { return s.found.about; })
      .def_property_readonly("warnings", [](const SmallMotions& s) { return s.found.warnings; })
      .def_property_readonly("modes", modes)
      .def_property_readonly("text", [](const SmallMotions& s) { return modes_text(s.found); })
      .def_property_readonly("linear_text", [](const SmallMotions& s) { return linear_text(s.linear()); })
      .def_property_readonly("has_linear", [](const SmallMotions& s) { return s.found.linear.has_value(); })
      .def_property_readonly("bodies",
                             [](const SmallMotions& s) {
                               std::vector<std::string> out;
                               for (const Body& body : s.model.bodies)
                                 if (!body.stands()) out.push_back(body.name);
                               return out;
                             })
      .def("shapes", &SmallMotions::shapes, py::arg("body"))
      .def_property_readonly("A", [](const SmallMotions& s) { return s.linear().A; })
      .def_property_readonly("B", [](const SmallMotions& s) { return s.linear().B; })
      .def_property_readonly("C", [](const SmallMotions& s) { return s.linear().C; })
      .def_property_readonly("D", [](const SmallMotions& s) { return s.linear().D; })
      .def_property_readonly("states", [](const SmallMotions& s) { return s.linear().state_names; })
      .def_property_readonly("inputs", [](const SmallMotions& s) { return s.linear().input_names; })
      .def_property_readonly("outputs", [](const SmallMotions& s) { return s.linear().output_names; })
      .def_property_readonly("at_rest", [](const SmallMotions& s) { return s.linear().at_rest; })
      .def_property_readonly("steady", [](const SmallMotions& s) { return s.linear().steady; });
  m.def("step_limit", step_limit, py::arg("model"), py::arg("settings"), py::arg("warn"), py::arg("progress"));
  m.def(
      "small_motions",
      [](const Model& model, const py::dict& settings, bool linearise, const py::object& warn) {
        Conduct conduct(warn, py::none());
        const AnalysisKind kind = linearise ? AnalysisKind::linearise : AnalysisKind::modes;
        auto out = std::make_unique<SmallMotions>(with_settings(model, settings, kind), conduct);
        if (linearise) out->linear();
        return out;
      },
      py::arg("model"), py::arg("settings"), py::arg("linearise"), py::arg("warn"));
}

}  // namespace alembert::python
