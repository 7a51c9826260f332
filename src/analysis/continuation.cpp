#include "analysis/continuation.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/dynamics.h"
#include "analysis/events.h"
#include "base/error.h"
#include "model/reader.h"

namespace alembert {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kFormat = 6;  // of what is stored; raised when anything that is exchanged changes

template <class List>
std::vector<char> active_of(const List& list) {
  std::vector<char> out;
  for (const auto& element : list) out.push_back(element.active ? 1 : 0);
  return out;
}

template <class List>
void activate(const std::vector<char>& active, List& list) {
  if (active.size() != list.size()) throw Error(ExitCode::bad_usage, "the checkpoint belongs to a different model");
  for (std::size_t k = 0; k < list.size(); ++k) list[k].active = active[k] != 0;
}

[[noreturn]] void refuse(const results::StoredRun& past, const std::string& why) {
  throw Error(ExitCode::bad_usage,
              fmt::format("the run in {} cannot be continued: {}", past.file.parent_path().string(), why));
}

Json read_run(const results::StoredRun& past) {
  if (past.summary && past.summary->value("analysis", "dynamics") != "dynamics")
    refuse(past, "only runs of `analysis: dynamics` can be continued");
  const bool finished = past.file.filename() == "results.h5";
  if (finished && past.status == "failed") refuse(past, fmt::format("it failed, and would again: {}", past.message));
  if (finished && past.status == "done" && !past.message.empty())
    refuse(past, fmt::format("it was {}, and would be again", past.message));
  if (past.program_version != ALEMBERT_VERSION)
    refuse(past, fmt::format("it was made by version {} of this program, and this is version {}; run the model again",
                             past.program_version, ALEMBERT_VERSION));
  if (past.checkpoint.state.empty())
    refuse(past,
           "results.h5 holds no checkpoint: the run was made by a program that uses the library, or was killed before "
           "the first checkpoint was stored");
  Json run = Json::parse(past.checkpoint.run, nullptr, false);
  if (!run.is_object() || run.value("format", 0) != kFormat)
    refuse(past, "its checkpoint was written by another build of this program; run the model again");
  return run;
}

}  // namespace

ModelChanges changes_of(const Model& now) {
  ModelChanges out;
  for (const std::string& name : now.parameters_set) out.parameters.emplace_back(name, now.parameters.at(name));
  out.joints = active_of(now.joints);
  out.motions = active_of(now.motions);
  out.constraints = active_of(now.constraints);
  out.forces = active_of(now.forces);
  out.contacts = active_of(now.contacts);
  out.sensors = active_of(now.sensors);
  return out;
}

Model with_changes(const Model& start, const ModelChanges& changes) {
  std::map<std::string, double> values(changes.parameters.begin(), changes.parameters.end());
  Model out = values.empty() ? start : read_again(start, values, {});
  activate(changes.joints, out.joints);
  activate(changes.motions, out.motions);
  activate(changes.constraints, out.constraints);
  activate(changes.forces, out.forces);
  activate(changes.contacts, out.contacts);
  activate(changes.sensors, out.sensors);
  return out;
}

std::string run_text(const Model& model) {
  if (model.text.empty() || !model.functions.names().empty()) return {};
  const Simulation& s = model.simulation;
  Json run;
  run["format"] = kFormat;
  std::error_code ignored;
  run["file"] = model.file.empty() ? "" : fs::absolute(model.file, ignored).string();
  run["set"] = Json::object();
  for (const std::string& name : model.parameters_set) run["set"][name] = model.parameters.at(name);
  run["method"] = s.method.name;
  run["method_parameters"] = s.method.parameters;
  if (s.tolerance) run["tolerance"] = *s.tolerance;
  if (s.step) run["step"] = *s.step;
  run["output_step"] = output_step_of(s);
  run["end"] = s.end;
  return run.dump();
}

Model continued_model(const results::StoredRun& past, std::optional<double> end) {
  const Json run = read_run(past);
  ReadOptions options;
  try {
    options.set = run.at("set").get<std::map<std::string, double>>();
    Model model = read_model_text(past.model_text, run.at("file").get<std::string>(), options);
    Simulation& s = model.simulation;
    s.method.name = run.at("method").get<std::string>();
    s.method.parameters = run.at("method_parameters").get<std::map<std::string, double>>();
    s.tolerance.reset();
    s.step.reset();
    if (run.contains("tolerance")) s.tolerance = run.at("tolerance").get<double>();
    if (run.contains("step")) s.step = run.at("step").get<double>();
    s.output_step = run.at("output_step").get<double>();
    s.end = end ? *end * model.units.time : run.at("end").get<double>();
    const double reached = past.history.time.empty() ? 0.0 : past.history.time.back();
    if (!(s.end > reached))
      refuse(past, fmt::format("it has reached {:g} {}: give an --end that is later", reached / model.units.time,
                               model.units.time_name));
    return model;
  } catch (const nlohmann::json::exception&) {
    refuse(past, "its checkpoint is damaged");
  }
}

}  // namespace alembert
