#include "settings.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/suggest.h"
#include "model/inputs.h"
#include "model/names.h"
#include "model/switches.h"
#include "model/validate.h"
#include "names.h"

namespace alembert::python {

namespace py = pybind11;

namespace {

class Settings {
 public:
  explicit Settings(const py::dict& given) : given_(given) {}

  bool has(const char* name) const { return given_.contains(name) && !given_[name].is_none(); }
  py::object value(const char* name) const { return given_[name]; }
  std::optional<double> positive(const char* name) const {
    if (!has(name)) return std::nullopt;
    const double x = number(name);
    if (!(x > 0.0) || !std::isfinite(x)) throw UsageError(fmt::format("{}={:g}: must be positive", name, x));
    return x;
  }
  double number(const char* name) const { return cast_setting<double>(name, value(name), "a number"); }
  std::vector<std::string> names(const char* name, const std::vector<std::string>& known, const char* what) const {
    const auto out = py::isinstance<py::str>(value(name))
                         ? std::vector<std::string>{value(name).cast<std::string>()}
                         : cast_setting<std::vector<std::string>>(name, value(name), "a list of names");
    for (const std::string& item : out)
      if (std::find(known.begin(), known.end(), item) == known.end())
        throw UsageError(fmt::format("{}: there is no {} `{}`{}", name, what, item, did_you_mean(item, known)));
    return out;
  }

 private:
  const py::dict& given_;
};

void apply_method(const Settings& settings, const Model& model, Simulation& s) {
  if (settings.has("method")) s.method = method_choice(settings.value("method"));
  if (settings.has("tolerance") && settings.has("step")) throw UsageError("give a tolerance or a step, not both");
  if (const auto tolerance = settings.positive("tolerance")) {
    if (*tolerance > 1.0) throw UsageError(fmt::format("tolerance={:g}: must be at most 1", *tolerance));
    s.tolerance = tolerance;
    s.step.reset();
  }
  if (const auto step = settings.positive("step")) {
    s.step = *step * model.units.time;
    s.tolerance.reset();
  }
  if (const auto every = settings.positive("output_step")) s.output_step = *every * model.units.time;
}

void apply_about(const Settings& settings, const Model& model, Simulation& s) {
  if (!settings.has("about")) return;
  if (py::isinstance<py::str>(settings.value("about"))) {
    const auto about = settings.value("about").cast<std::string>();
    if (about != "initial" && about != "equilibrium")
      throw UsageError(fmt::format("about={}: `initial`, `equilibrium`, or a time{}", about,
                                   did_you_mean(about, std::vector<std::string>{"initial", "equilibrium"})));
    s.about = about == "initial" ? Simulation::About::initial : Simulation::About::equilibrium;
    return;
  }
  s.about = Simulation::About::time;
  s.about_time = settings.number("about") * model.units.time;
  if (!(s.about_time >= 0.0)) throw UsageError("about: a time must not be negative");
}

void apply_small_motions(const Settings& settings, const Model& model, Simulation& s) {
  apply_about(settings, model, s);
  if (settings.has("modes")) {
    s.mode_count = cast_setting<int>("count", settings.value("modes"), "a whole number");
    if (*s.mode_count < 1) throw UsageError(fmt::format("count={}: must be at least 1", *s.mode_count));
  }
  if (settings.has("frame")) {
    const std::vector<std::string> known = names_of(model.markers);
    const std::string name = settings.names("frame", known, "marker").front();
    s.frame = MarkerId(static_cast<std::size_t>(std::find(known.begin(), known.end(), name) - known.begin()));
  }
  if (settings.has("inputs")) {
    std::vector<std::string> known = input_names(model);
    for (const Variable& v : model.variables) known.push_back(v.name);
    s.inputs = settings.names("inputs", known, "input or variable");
  }
  if (settings.has("outputs")) s.outputs = settings.names("outputs", names_of(model.outputs), "output");
  if (settings.has("actuators")) s.actuators = settings.names("actuators", names_of(model.variables), "variable");
}

}  // namespace

MethodChoice method_choice(py::handle given) {
  MethodChoice out{"", {}, {}};
  if (py::isinstance<py::str>(given)) {
    out.name = given.cast<std::string>();
    return out;
  }
  if (!py::isinstance<py::dict>(given) || !given.contains("name"))
    throw UsageError("method: a name, or a dictionary as {'name': 'hht', 'alpha': -0.05}");
  for (const auto& [key, value] : given.cast<py::dict>()) {
    if (std::string(py::str(key)) == "name")
      out.name = cast_setting<std::string>("name", value, "the name of a method");
    else
      out.parameters[py::str(key)] = cast_setting<double>(py::str(key), value, "a number");
  }
  return out;
}

// {"u": 0.2, "road": "road.csv"}
void give_inputs(Model& model, const py::dict& given) {
  for (const auto& [name, value] : given) {
    if (py::isinstance<py::str>(value) || py::hasattr(value, "__fspath__"))
      give_input(model, py::str(name), std::filesystem::path(std::string(py::str(value))));
    else
      give_input(model, py::str(name), cast_setting<double>(py::str(name), value, "a number or the name of a file"));
  }
}

Model with_settings(const Model& model, const py::dict& given, std::optional<AnalysisKind> kind) {
  Model out = model;
  const Settings settings(given);
  if (settings.has("given"))
    give_inputs(out, cast_setting<py::dict>("inputs", settings.value("given"), "a dictionary of numbers or files"));
  if (kind) keep_one_analysis(out, *kind);
  if (out.analyses.empty()) {
    apply_method(settings, out, out.simulation);
    apply_small_motions(settings, out, out.simulation);
    if (const auto end = settings.positive("end")) out.simulation.end = *end * out.units.time;
  } else {
    for (Simulation& s : out.analyses)
      if (s.analysis == AnalysisKind::dynamics) apply_method(settings, out, s);
    if (const auto end = settings.positive("end")) last_over_time(out.analyses).end = *end * out.units.time;
    out.simulation = main_analysis(out.analyses);
  }
  validate(out);
  return out;
}

}  // namespace alembert::python
