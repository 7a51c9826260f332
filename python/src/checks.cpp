// What is asked of a model before and beside its run: check, verify, the methods there are.
#include <pybind11/stl.h>

#include <memory>

#include "analysis/check.h"
#include "analysis/integrators.h"
#include "analysis/mechanism.h"
#include "analysis/verify.h"
#include "base/error.h"
#include "bindings.h"
#include "conduct.h"
#include "settings.h"

namespace alembert::python {

namespace {

py::list dependent_sets(const Model& model, const StartReport& start) {
  const System system(model);
  py::list out;
  for (const DependentSet& set : start.dependent_sets) {
    std::vector<std::string> rows;
    for (const int row : set.rows) rows.push_back(system.row_name(row));
    py::dict entry;
    entry["equations"] = rows;
    entry["redundant"] = set.redundant;
    entry["always"] = set.always;
    entry["consistent"] = set.consistent;
    out.append(entry);
  }
  return out;
}

py::dict check(const Model& model) {
  CheckReport report;
  {
    const py::gil_scoped_release free;
    report = check_model_report(model);
  }
  py::dict out;
  out["text"] = report.text;
  out["problem"] = report.problem;
  out["degrees_of_freedom"] = report.start.degrees_of_freedom;
  out["rank"] = report.start.rank;
  out["warnings"] = report.start.warnings;
  out["position_violation"] = report.start.given_position_violation;
  out["velocity_violation"] = report.start.given_velocity_violation;
  out["dependent_sets"] = dependent_sets(model, report.start);
  return out;
}

py::dict verified(const Verified& x) {
  py::dict out;
  out["value"] = x.value;
  out["change"] = x.change;
  return out;
}

py::dict verify_model(const Model& model, const py::dict& settings, const py::object& warn) {
  const Model asked = with_settings(model, settings, AnalysisKind::dynamics);
  Conduct conduct(warn, py::none());
  DynamicsOptions options;
  conduct.into(options);
  const VerifyReport report = conduct.perform([&] { return verify(asked, options); });
  py::dict out;
  out["text"] = report.text();
  out["verdict"] = report.verdict();
  out["method"] = report.method;
  out["fixed_step"] = report.fixed_step;
  out["settings"] = py::make_tuple(report.coarse, report.fine);
  out["steps"] = py::make_tuple(report.coarse_steps, report.fine_steps);
  py::dict outputs;
  for (const OutputCheck& each : report.outputs) {
    py::dict entry;
    entry["final"] = verified(each.final);
    entry["peak"] = verified(each.peak);
    entry["peak_time"] = verified(each.peak_time);
    entry["rms"] = verified(each.rms);
    entry["worst"] = each.worst();
    outputs[py::str(each.name)] = entry;
  }
  out["outputs"] = outputs;
  return out;
}

py::list methods() {
  py::list out;
  for (const MethodDescription& method : all_methods()) {
    py::dict entry;
    entry["name"] = method.name;
    entry["summary"] = method.summary;
    entry["enforces"] = method.enforces;
    entry["reference"] = method.reference;
    py::dict parameters;
    for (const ParameterDescription& p : method.parameters) {
      py::dict about;
      about["default"] = p.default_value;
      about["range"] = p.range;
      about["meaning"] = p.meaning;
      parameters[py::str(p.name)] = about;
    }
    entry["parameters"] = parameters;
    out.append(entry);
  }
  return out;
}

}  // namespace

void bind_checks(py::module_& m) {
  m.def("check", check, py::arg("model"));
  m.def("verify", verify_model, py::arg("model"), py::arg("settings"), py::arg("warn"));
  m.def("methods", methods);
}

}  // namespace alembert::python
