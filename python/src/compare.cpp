// Methods side by side.
#include "analysis/compare/compare.h"

#include <pybind11/stl.h>

#include <memory>

#include "analysis/compare/report.h"
#include "base/error.h"
#include "bindings.h"
#include "conduct.h"
#include "settings.h"

namespace alembert::python {

namespace {

using compare::CompareResult;

compare::CompareOptions options_of(const Model& model, const py::dict& given) {
  compare::CompareOptions out;
  const auto has = [&](const char* name) { return given.contains(name) && !given[name].is_none(); };
  const auto positive = [&](const char* name) {
    auto numbers = cast_setting<std::vector<double>>(name, given[name], "a list of numbers");
    for (const double x : numbers)
      if (!(x > 0.0)) throw UsageError(std::string(name) + ": must be positive numbers");
    return numbers;
  };
  if (has("methods"))
    for (const py::handle each : cast_setting<py::list>("methods", given["methods"], "a list of methods"))
      out.methods.push_back(method_choice(each));
  if (has("steps") && has("tolerances")) throw UsageError("give steps or tolerances, not both");
  if (has("steps")) out.steps = positive("steps");
  for (double& h : out.steps) h *= model.units.time;
  if (has("tolerances")) out.tolerances = positive("tolerances");
  if (has("accuracy")) out.accuracy = cast_setting<double>("accuracy", given["accuracy"], "a number");
  return out;
}

py::dict row_of(const CompareResult& result, const compare::CompareRow& row) {
  py::dict out;
  out["method"] = result.methods[row.method].label;
  out["setting"] = result.fixed_step ? row.setting / result.units.time : row.setting;
  out["status"] = compare::status_name(row.run.status);
  out["reason"] = row.run.reason;
  for (std::size_t k = 0; k < compare::kQuantities; ++k)
    out[py::str(std::string("error_") + compare::kQuantityNames[k])] =
        row.error ? py::object(py::float_((*row.error)[k])) : py::object(py::none());
  out["error_energy"] = row.run.energy_error;
  out["steps"] = row.run.statistics.steps;
  out["newton_iterations"] = row.run.statistics.newton_iterations;
  out["factorizations"] = row.run.statistics.factorizations;
  out["cpu_seconds"] = row.run.cpu_seconds;
  return out;
}

}  // namespace

void bind_compare(py::module_& m) {
  py::class_<CompareResult>(m, "CompareResult")
      .def_readonly("fixed_step", &CompareResult::fixed_step)
      .def_readonly("interrupted", &CompareResult::interrupted)
      .def_property_readonly("text", [](const CompareResult& r) { return compare::report_text(r); })
      .def_property_readonly("recommendation", [](const CompareResult& r) { return compare::recommendation_text(r); })
      .def_property_readonly("orders",
                             [](const CompareResult& r) {
                               py::dict out;
                               for (const compare::ComparedMethod& method : r.methods) {
                                 py::dict orders;
                                 for (std::size_t k = 0; k < compare::kOrders; ++k)
                                   orders[compare::kOrderNames[k]] = method.orders[k].order;
                                 out[py::str(method.label)] = orders;
                               }
                               return out;
                             })
      .def_property_readonly("rows",
                             [](const CompareResult& r) {
                               py::list out;
                               for (const compare::CompareRow& row : r.rows) out.append(row_of(r, row));
                               return out;
                             })
      .def("save", [](const CompareResult& r, const std::string& folder) {
        compare::prepare_folder(folder);
        compare::write_files(r, folder);
      });
  m.def(
      "compare",
      [](const Model& model, const py::dict& settings) {
        py::dict end;
        if (settings.contains("end")) end["end"] = settings["end"];
        const Model asked = with_settings(model, end, AnalysisKind::dynamics);
        compare::CompareOptions options = options_of(asked, settings);
        Conduct conduct{py::none(), py::none()};
        options.interruption = &conduct.interruption();
        return conduct.perform([&] {
          const Interruption::Watch watch(&conduct.interruption());
          return std::make_unique<CompareResult>(compare::compare_methods(asked, options));
        });
      },
      py::arg("model"), py::arg("settings"));
}

}  // namespace alembert::python
