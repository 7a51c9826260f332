#include "analysis_commands.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "analysis/analyses.h"
#include "base/error.h"
#include "base/suggest.h"
#include "commands.h"
#include "results_commands.h"

namespace alembert::commands {

namespace {

struct Options {
  std::string model, folder, method, about, frame, inputs, outputs, actuators;
  std::vector<std::string> set;
  std::optional<double> tolerance, step, end, output_step;
  std::optional<int> modes;
  bool quiet = false, report = false;
};

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

void apply(const Options& o, Model& model) {
  Simulation& s = model.simulation;
  if (!o.method.empty()) s.method = method_choice(o.method, "--method");
  if (o.tolerance) {
    require_positive("--tolerance", *o.tolerance);
    s.tolerance = *o.tolerance;
    s.step.reset();
  }
  if (o.step) {
    require_positive("--step", *o.step);
    s.step = *o.step * model.units.time;
    s.tolerance.reset();
  }
  if (o.end) {
    require_positive("--end", *o.end);
    s.end = *o.end * model.units.time;
  }
  if (o.output_step) {
    require_positive("--output-step", *o.output_step);
    s.output_step = *o.output_step * model.units.time;
  }
  if (o.modes) {
    if (*o.modes < 1) throw UsageError(fmt::format("--modes {}: must be at least 1", *o.modes));
    s.mode_count = *o.modes;
  }
  if (!o.about.empty()) {
    s.about = o.about == "equilibrium" ? Simulation::About::equilibrium : Simulation::About::initial;
    if (o.about != "equilibrium" && o.about != "initial") {
      s.about = Simulation::About::time;
      s.about_time = number_of("--about", o.about) * model.units.time;
      if (s.about_time < 0.0) throw UsageError(fmt::format("--about {}: must not be negative", o.about));
    }
  }
  if (!o.frame.empty()) s.frame = marker_named(model, o.frame);
  std::vector<std::string> variables, outputs;
  for (const Variable& v : model.variables) variables.push_back(v.name);
  for (const Output& x : model.outputs) outputs.push_back(x.name);
  if (!o.inputs.empty()) s.inputs = listed("--inputs", o.inputs, variables, "variable");
  if (!o.outputs.empty()) s.outputs = listed("--outputs", o.outputs, outputs, "output");
  if (!o.actuators.empty()) s.actuators = listed("--actuators", o.actuators, variables, "variable");
}

}  // namespace

int carry_out(const Model& model, const CarryOut& how, const std::atomic<bool>& interrupted) {
  AnalysisOptions options;
  options.folder = how.folder;
  options.show_progress = !how.quiet;
  options.interrupted = &interrupted;
  if (!how.quiet) options.warn = [](const std::string& w) { fmt::print(stderr, "warning: {}\n", w); };
  AnalysisReport report;
  try {
    report = run_analysis(model, options);
  } catch (const IntegrationError&) {
    if (how.report) write_report_of_failure(how.folder);
    throw;
  }
  const std::string page = how.report ? write_report(how.folder).string() : "";
  if (report.status == "interrupted") {
    fmt::print(stderr, "alembert: {}; results up to then are in {}\n", report.message, how.folder);
    return static_cast<int>(ExitCode::interrupted);
  }
  if (!how.quiet) fmt::print("{}\nresults in {}\n", report.text, how.folder);
  if (!how.quiet && how.report) fmt::print("report page: {}\n", page);
  return 0;
}

void add_analyses(CLI::App& app, std::function<int()>& chosen, const std::atomic<bool>& interrupted) {
  auto options = std::make_shared<Options>();
  const auto add = [&](const char* name, const char* help, AnalysisKind kind) {
    CLI::App* command = app.add_subcommand(name, help);
    command->add_option("MODEL", options->model, "model file (YAML)")->required();
    command->add_option("-o", options->folder, "results folder (default: beside the model, with its name)");
    command->add_option("--set", options->set, "NAME=VALUE: replaces a parameter of the model")
        ->allow_extra_args(false);
    command->add_flag("--report", options->report, "write the report page too: DIR/report.html");
    command->add_flag("--quiet", options->quiet, "print nothing but errors");
    command->callback([options, kind, &chosen, &interrupted] {
      chosen = [options, kind, &interrupted] {
        Model model = read_model_with(options->model, options->set);
        model.simulation.analysis = kind;
        apply(*options, model);
        const std::string folder = !options->folder.empty()
                                       ? options->folder
                                       : std::filesystem::path(options->model).replace_extension(".out").string();
        return carry_out(model, {folder, options->quiet, options->report}, interrupted);
      };
    });
    return command;
  };
  const auto over_time = [&](CLI::App* command) {
    command->add_option("--end", options->end, "end time, in the model's unit of time");
    command->add_option("--output-step", options->output_step, "time between two rows");
  };
  const auto small_motions = [&](CLI::App* command) {
    command->add_option("--about", options->about, "`initial`, `equilibrium`, or a time of the run");
    command->add_option("--modes", options->modes, "how many, from the lowest frequency on");
    command->add_option("--frame", options->frame, "seen from the axes of this marker, which may turn");
    command->add_option("--inputs", options->inputs, "NAME,...: variables that are inputs of the linear model");
    command->add_option("--outputs", options->outputs, "NAME,...: outputs of the linear model");
  };
  add("statics", "equilibrium, and whether it is stable", AnalysisKind::statics);
  over_time(add("quasi_statics", "equilibria as time goes on", AnalysisKind::quasi_statics));
  over_time(add("kinematics", "the motion of a mechanism that is driven in all its freedoms, and what drives it",
                AnalysisKind::kinematics));
  CLI::App* inverse = add("inverse_dynamics", "the forces of actuators that bring about a prescribed motion",
                          AnalysisKind::inverse_dynamics);
  over_time(inverse);
  inverse->add_option("--actuators", options->actuators, "NAME,...: the variables to be found");
  small_motions(add("modes", "natural frequencies, damping and shapes of small vibrations", AnalysisKind::modes));
  CLI::App* linear = add("linearise", "matrices A, B, C, D of the linear model", AnalysisKind::linearise);
  linear->alias("linearize");
  small_motions(linear);
  CLI::App* limit =
      add("step_limit", "largest stable step of conditionally stable methods along a run", AnalysisKind::step_limit);
  over_time(limit);
  limit->add_option("--method", options->method, "integration method of the run");
  auto* tolerance = limit->add_option("--tolerance", options->tolerance, "error per step of the run");
  limit->add_option("--step", options->step, "fixed step of the run")->excludes(tolerance);
}

}  // namespace alembert::commands
