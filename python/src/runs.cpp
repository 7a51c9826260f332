// Analyses that are carried out: dynamics, kinematics, statics, lists of them.
#include <pybind11/stl.h>

#include <memory>
#include <optional>
#include <string>

#include "analysis/analyses.h"
#include "analysis/dynamics.h"
#include "analysis/run_text.h"
#include "analysis/sequence.h"
#include "base/error.h"
#include "bindings.h"
#include "conduct.h"
#include "model/names.h"
#include "results/run_data.h"
#include "settings.h"

namespace alembert::python {

namespace {

using results::RunData;

// What was recorded, and what ended it before its end.
struct Outcome {
  std::shared_ptr<RunData> data;  // null: it failed before there was anything
  std::string text;               // for a person
  std::exception_ptr failure;
};

std::optional<AnalysisKind> kind_named(const std::optional<std::string>& name) {
  if (!name) return std::nullopt;
  for (const AnalysisKind kind : {AnalysisKind::dynamics, AnalysisKind::kinematics, AnalysisKind::statics,
                                  AnalysisKind::quasi_statics, AnalysisKind::inverse_dynamics})
    if (analysis_name(kind) == *name) return kind;
  throw py::value_error(*name);
}

std::string carry_out(const Model& model, const DynamicsOptions& options) {
  if (!model.analyses.empty()) {
    std::string out;
    for (const std::string& text : run_sequence(model, options).texts) out += text + "\n";
    return out;
  }
  if (model.simulation.analysis == AnalysisKind::dynamics)
    return dynamics_text(run_dynamics(model, options).summary, model);
  return run_analysis(model, options).text;
}

Outcome run(const Model& model, const std::optional<std::string>& kind, const py::dict& settings,
            const py::object& warn, const py::object& progress) {
  const Model asked = with_settings(model, settings, kind_named(kind));
  Conduct conduct(warn, progress);
  DynamicsOptions options;
  conduct.into(options);
  options.keep = Keep::everything;
  Outcome out;
  options.recorded = [&](const std::shared_ptr<const RunData>& data) {
    out.data = std::const_pointer_cast<RunData>(data);
  };
  try {
    out.text = conduct.perform([&] { return carry_out(asked, options); });
  } catch (...) {  // raised by `check`, when Python has what there is
    out.failure = std::current_exception();
  }
  return out;
}

}  // namespace

void bind_runs(py::module_& m) {
  py::class_<Outcome>(m, "Outcome")
      .def_readonly("data", &Outcome::data)
      .def_readonly("text", &Outcome::text)
      .def("check", [](const Outcome& o) {
        if (o.failure) std::rethrow_exception(o.failure);
      });
  m.def("run", run, py::arg("model"), py::arg("kind"), py::arg("settings"), py::arg("warn"), py::arg("progress"));
}

}  // namespace alembert::python
