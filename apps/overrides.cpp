#include "overrides.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "base/suggest.h"
#include "expression/expression.h"
#include "model/inputs.h"
#include "model/names.h"
#include "model/reader.h"
#include "model/switches.h"

namespace alembert::commands {

namespace {

// NaN where the text is no constant.
double constant(const std::string& text) {
  try {  // 1/12 is as good as 0.0833...
    const Expression number = parse_expression(text, {}, {});
    if (number.is_constant()) return number.evaluate(0.0, {});
  } catch (const ModelError&) {
  }
  return std::nan("");
}

// "NAME=NUMBER"; `shown` is what the user wrote, for the message.
std::pair<std::string, double> assignment(const std::string& text, const std::string& shown) {
  const std::size_t equals = text.find('=');
  double value = std::nan("");
  if (equals != std::string::npos && equals > 0) value = constant(text.substr(equals + 1));
  if (!std::isfinite(value)) throw UsageError(fmt::format("{}: expected NAME=NUMBER", shown));
  return {text.substr(0, equals), value};
}

std::vector<std::string> listed(const std::string& option, const std::string& text,
                                const std::vector<std::string>& known, const char* what) {
  std::vector<std::string> out;
  std::stringstream stream(text);
  for (std::string item; std::getline(stream, item, ',');) {
    if (std::find(known.begin(), known.end(), item) == known.end())
      throw UsageError(
          fmt::format("{} {}: there is no {} `{}`{}", option, text, what, item, did_you_mean(item, known)));
    out.push_back(item);
  }
  return out;
}

MarkerId marker_named(const Model& model, const std::string& name) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < model.markers.size(); ++k) {
    if (model.markers[k].name == name) return MarkerId(k);
    names.push_back(model.markers[k].name);
  }
  throw UsageError(fmt::format("--frame {}: there is no such marker{}", name, did_you_mean(name, names)));
}

template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> out;
  for (const auto& element : list) out.push_back(element.name);
  return out;
}

}  // namespace

double number_of(const std::string& option, const std::string& text) {
  const double value = constant(text);
  if (!std::isfinite(value)) throw UsageError(fmt::format("{} {}: expected a number", option, text));
  return value;
}

double positive_number(const std::string& option, const std::string& text) {
  const double value = number_of(option, text);
  if (!(value > 0.0)) throw UsageError(fmt::format("{} {}: must be positive", option, text));
  return value;
}

double tolerance_number(const std::string& option, const std::string& text) {
  const double value = positive_number(option, text);
  if (value > 1.0) throw UsageError(fmt::format("{} {}: must be at most 1", option, text));
  return value;
}

MethodChoice method_choice(const std::string& option, const std::string& text) {
  MethodChoice out{"", {}, {}};
  const std::size_t colon = text.find(':');
  out.name = text.substr(0, colon);
  std::size_t begin = colon;
  while (begin != std::string::npos) {
    const std::size_t end = text.find(',', begin + 1);
    const auto parameter = assignment(text.substr(begin + 1, end - begin - 1), option + " " + text);
    if (!out.parameters.insert(parameter).second)
      throw UsageError(fmt::format("{} {}: {} is given twice", option, text, parameter.first));
    begin = end;
  }
  return out;
}

void Overrides::offer_model(CLI::App& command, bool required) {
  command.add_option("MODEL", file_, "model file (YAML)")->required(required)->type_name("");
  offer_settings(command);
}

void Overrides::offer_settings(CLI::App& command) {
  command.add_option("--set", set_, "replaces a parameter of the model")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  command.add_option("--input", input_, "replaces an input of the model, by a number or a CSV file")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
}

void Overrides::offer_method(CLI::App& command) {
  command
      .add_option("--method", method_, "integration method, NAME or NAME:PARAMETER=VALUE,... (see `alembert methods`)")
      ->type_name("METHOD");
  auto* tolerance = command.add_option("--tolerance", tolerance_, "error per step: variable step")->type_name("E");
  command.add_option("--step", step_, "fixed step, in the model's unit of time")->excludes(tolerance)->type_name("H");
}

void Overrides::offer_end(CLI::App& command) {
  command.add_option("--end", end_, "end time, in the model's unit of time")->type_name("T");
}

void Overrides::offer_output_step(CLI::App& command) {
  command.add_option("--output-step", output_step_, "time between two rows, in the model's unit of time")
      ->type_name("H");
}

void Overrides::offer_small_motions(CLI::App& command) {
  command.add_option("--about", about_, "`initial`, `equilibrium`, or a time of the run")->type_name("PLACE");
  command.add_option("--modes", modes_, "how many, from the lowest frequency on")->type_name("N");
  command.add_option("--frame", frame_, "seen from the axes of this marker, which may turn")->type_name("MARKER");
  command.add_option("--inputs", inputs_, "inputs and variables that are inputs of the linear model")
      ->type_name("NAME,...");
  command.add_option("--outputs", outputs_, "outputs of the linear model")->type_name("NAME,...");
}

void Overrides::offer_actuators(CLI::App& command) {
  command.add_option("--actuators", actuators_, "the variables to be found")->type_name("NAME,...");
}

std::map<std::string, double> settings_of(const std::vector<std::string>& texts) {
  std::map<std::string, double> out;
  for (const std::string& text : texts) {
    const auto [name, value] = assignment(text, "--set " + text);
    out[name] = value;
  }
  return out;
}

// "NAME=NUMBER", or "NAME=FILE".
void Overrides::give(const std::string& text, Model& model) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw UsageError(fmt::format("--input {}: expected NAME=NUMBER or NAME=FILE", text));
  const std::string name = text.substr(0, equals), given = text.substr(equals + 1);
  const double value = constant(given);
  if (std::isfinite(value)) return give_input(model, name, value);
  if (!std::filesystem::exists(given) && !given.ends_with(".csv"))
    throw UsageError(fmt::format("--input {}: `{}` is neither a number nor a file", text, given));
  give_input(model, name, std::filesystem::path(given));
}

Model Overrides::read_file() const { return read_from(file_); }

Model Overrides::read_from(const std::string& file) const {
  ReadOptions options;
  options.set = settings_of(set_);
  Model model = read_model_file(file, options);
  for (const std::string& text : input_) give(text, model);
  return model;
}

Model Overrides::read() const {
  Model model = read_file();
  refuse_unused(model);
  if (model.analyses.empty()) {
    apply(model);
    return model;
  }
  for (Simulation& s : model.analyses)
    if (s.analysis == AnalysisKind::dynamics) apply_method(model, s);
  if (const std::optional<double> time = end()) last_over_time(model.analyses).end = *time * model.units.time;
  model.simulation = main_analysis(model.analyses);
  return model;
}

Model Overrides::read(AnalysisKind kind) const {
  Model model = read_file();
  keep_one_analysis(model, kind);
  apply(model);
  return model;
}

// What no analysis of the model would use.
void Overrides::refuse_unused(const Model& model) const {
  const std::vector<Simulation> one = {model.simulation};
  const std::vector<Simulation>& all = model.analyses.empty() ? one : model.analyses;
  const auto any = [&](auto&& is) { return std::any_of(all.begin(), all.end(), is); };
  const std::string asked = all.size() == 1 ? fmt::format("`analysis: {}`", analysis_name(all.front().analysis))
                                            : std::string("a list of analyses");
  const auto refuse = [&](const char* option, const char* needed) {
    throw UsageError(fmt::format("{}: the model asks for {}, and this option is for {}", option, asked, needed));
  };
  const bool integrates = any([](const Simulation& s) {
    return s.analysis == AnalysisKind::dynamics || s.analysis == AnalysisKind::step_limit;
  });
  if (!integrates)
    for (const auto& [given, option] : {std::pair{method_.has_value(), "--method"},
                                        {tolerance_.has_value(), "--tolerance"},
                                        {step_.has_value(), "--step"}})
      if (given) refuse(option, "dynamics");
  if (end_ && !any([](const Simulation& s) { return s.over_time(); })) refuse("--end", "what goes on in time");
}

std::optional<double> Overrides::end() const {
  if (!end_) return std::nullopt;
  return positive_number("--end", *end_);
}

std::vector<std::string> Overrides::given() const {
  std::vector<std::string> out;
  const auto add = [&](bool is_given, const char* option) {
    if (is_given) out.push_back(option);
  };
  add(!set_.empty(), "--set");
  add(!input_.empty(), "--input");
  add(method_.has_value(), "--method");
  add(tolerance_.has_value(), "--tolerance");
  add(step_.has_value(), "--step");
  return out;
}

std::string Overrides::beside_model(const char* ending) const {
  return std::filesystem::path(file_).replace_extension(ending).string();
}

void Overrides::apply_method(const Model& model, Simulation& s) const {
  if (method_) s.method = method_choice("--method", *method_);
  if (tolerance_) {
    s.tolerance = tolerance_number("--tolerance", *tolerance_);
    s.step.reset();
  }
  if (step_) {
    s.step = positive_number("--step", *step_) * model.units.time;
    s.tolerance.reset();
  }
}

void Overrides::apply(Model& model) const {
  Simulation& s = model.simulation;
  apply_method(model, s);
  if (const std::optional<double> time = end()) s.end = *time * model.units.time;
  if (output_step_) s.output_step = positive_number("--output-step", *output_step_) * model.units.time;
  if (actuators_) s.actuators = listed("--actuators", *actuators_, names_of(model.variables), "variable");
  apply_to_linear_model(model);
}

void Overrides::apply_to_linear_model(Model& model) const {
  Simulation& s = model.simulation;
  if (modes_) {
    if (*modes_ < 1) throw UsageError(fmt::format("--modes {}: must be at least 1", *modes_));
    s.mode_count = *modes_;
  }
  if (about_ == "equilibrium") {
    s.about = Simulation::About::equilibrium;
  } else if (about_ == "initial") {
    s.about = Simulation::About::initial;
  } else if (about_) {
    s.about = Simulation::About::time;
    s.about_time = number_of("--about", *about_) * model.units.time;
    if (s.about_time < 0.0) throw UsageError(fmt::format("--about {}: must not be negative", *about_));
  }
  if (frame_) s.frame = marker_named(model, *frame_);
  if (inputs_) {
    std::vector<std::string> known = input_names(model);
    for (const Variable& v : model.variables) known.push_back(v.name);
    s.inputs = listed("--inputs", *inputs_, known, "input or variable");
  }
  if (outputs_) s.outputs = listed("--outputs", *outputs_, names_of(model.outputs), "output");
}

}  // namespace alembert::commands
