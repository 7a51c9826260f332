#include "analysis/continuation.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "analysis/dynamics.h"
#include "analysis/given_inputs.h"
#include "base/error.h"
#include "model/reader.h"
#include "model/switches.h"

namespace alembert {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kFormat = 8;  // of what is stored; raised when anything that is exchanged changes

[[noreturn]] void refuse(const results::RunData& past, const std::string& why) {
  throw Error(ExitCode::bad_usage,
              fmt::format("the run in {} cannot be continued: {}", past.file.parent_path().string(), why));
}

Json read_run(const results::RunData& past) {
  if (past.summary && past.summary->value("analysis", "dynamics") != "dynamics")
    refuse(past, fmt::format("only runs of `analysis: dynamics` can be continued; `alembert run MODEL --continue {}` "
                             "begins where it has ended",
                             past.file.parent_path().string()));
  const bool finished = past.file.filename() == "results.h5";
  if (finished && past.status == "failed") refuse(past, fmt::format("it failed, and would again: {}", past.message));
  if (finished && past.status == "done" && !past.message.empty())
    refuse(past, fmt::format("it was {}, and would be again", past.message));
  if (past.layout.program_version != ALEMBERT_VERSION)
    refuse(past, fmt::format("it was made by version {} of this program, and this is version {}; run the model again",
                             past.layout.program_version, ALEMBERT_VERSION));
  if (past.checkpoint.state.empty())
    refuse(past,
           "results.h5 holds no checkpoint: the run was made by a program that uses the library, or was killed before "
           "the first checkpoint was stored");
  Json run = Json::parse(past.checkpoint.run, nullptr, false);
  if (!run.is_object() || run.value("format", 0) != kFormat)
    refuse(past, "its checkpoint was written by another build of this program; run the model again");
  return run;
}

// What may have been given in place of what the model says.
Json settings_of(const Simulation& s) {
  Json out;
  out["method"] = s.method.name;
  out["method_parameters"] = s.method.parameters;
  if (s.tolerance) out["tolerance"] = *s.tolerance;
  if (s.step) out["step"] = *s.step;
  if (s.output_step) out["output_step"] = *s.output_step;
  out["end"] = s.end;
  return out;
}

void apply(const Json& settings, Simulation& s) {
  s.method.name = settings.at("method").get<std::string>();
  s.method.parameters = settings.at("method_parameters").get<std::map<std::string, double>>();
  s.tolerance.reset();
  s.step.reset();
  if (settings.contains("tolerance")) s.tolerance = settings.at("tolerance").get<double>();
  if (settings.contains("step")) s.step = settings.at("step").get<double>();
  if (settings.contains("output_step")) s.output_step = settings.at("output_step").get<double>();
  s.end = settings.at("end").get<double>();
}

}  // namespace

std::string run_text(const Model& model, const SharedResults* shared) {
  if (model.text.empty() || !model.functions.names().empty()) return {};
  Json run;
  run["format"] = kFormat;
  std::error_code ignored;
  run["file"] = model.file.empty() ? "" : fs::absolute(model.file, ignored).string();
  run["set"] = Json::object();
  for (const std::string& name : model.parameters_set) run["set"][name] = model.parameters.at(name);
  run["inputs"] = Json::parse(given_inputs(model));
  if (shared == nullptr) {
    Simulation s = model.simulation;
    s.output_step = output_step_of(s);  // also if it goes on to another end
    run["settings"] = {settings_of(s)};
    return run.dump();
  }
  run["settings"] = Json::array();
  for (const Simulation& s : model.analyses) run["settings"].push_back(settings_of(s));
  run["settings"][shared->place] = settings_of(model.simulation);
  run["place"] = shared->place;
  run["told"] = shared->told;
  run["attached"] = shared->attached;
  return run.dump();
}

std::optional<AnalysisStart> start_of(const results::RunData& past) {
  AnalysisStart out = restored(past.checkpoint.state);
  if (out.restart.state.q.size() == 0) return std::nullopt;
  return out;
}

ListProgress progress_of(const results::RunData& past) {
  const Json run = read_run(past);
  try {
    ListProgress out;
    run.at("place").get_to(out.place);
    run.at("told").get_to(out.told);
    run.at("attached").get_to(out.attached);
    return out;
  } catch (const nlohmann::json::exception&) {
    refuse(past, "its checkpoint is damaged");
  }
}

AnalysisStart end_of(const results::RunData& past, const Model& model) {
  const std::string folder = past.file.parent_path().string();
  if (past.checkpoint.end.empty())
    throw Error(
        ExitCode::bad_usage,
        fmt::format("{} does not hold what its analysis ended with: it was not done, is not one that another can "
                    "begin from, or was made by another version of this program",
                    folder));
  if (past.layout.program_version != ALEMBERT_VERSION)
    refuse(past, fmt::format("it was made by version {} of this program, and this is version {}; run it again",
                             past.layout.program_version, ALEMBERT_VERSION));
  const std::vector<std::string>& bodies = past.names(results::Group::bodies);
  bool same = bodies.size() + 1 == model.bodies.size();
  for (std::size_t k = 0; same && k < bodies.size(); ++k) same = bodies[k] == model.bodies[k + 1].name;
  if (!same)
    throw Error(ExitCode::bad_usage,
                fmt::format("{} holds the results of a model with other bodies: this one cannot begin there", folder));
  AnalysisStart out = restored(past.checkpoint.end);
  out.changes.parameters.clear();  // these are the model's
  return out;
}

Model continued_model(const results::RunData& past, std::optional<double> end) {
  const Json run = read_run(past);
  ReadOptions options;
  try {
    options.set = run.at("set").get<std::map<std::string, double>>();
    Model model = read_model_text(past.layout.model_text, run.at("file").get<std::string>(), options);
    give_inputs(run.at("inputs").dump(), model);
    const Json& settings = run.at("settings");
    const std::size_t place = run.value("place", std::size_t{0});
    if (!run.contains("place")) keep_one_analysis(model, AnalysisKind::dynamics);
    if (model.analyses.empty()) {
      apply(settings.at(0), model.simulation);
      if (end) model.simulation.end = *end * model.units.time;
    } else {
      for (std::size_t k = 0; k < model.analyses.size(); ++k) apply(settings.at(k), model.analyses[k]);
      if (end) last_over_time(model.analyses).end = *end * model.units.time;
      if (place >= model.analyses.size()) refuse(past, "its checkpoint is damaged");
      model.simulation = model.analyses[place];
    }
    const double reached = past.history.time.empty() ? 0.0 : past.history.time.back();
    if (!(model.simulation.end > reached) && (model.analyses.empty() || past.status == "done"))
      refuse(past, fmt::format("it has reached {:g} {}: give an --end that is later", reached / model.units.time,
                               model.units.time_name));
    return model;
  } catch (const nlohmann::json::exception&) {
    refuse(past, "its checkpoint is damaged");
  }
}

}  // namespace alembert
