#include "analysis_commands.h"

#include <fmt/format.h>

#include <memory>

#include "analysis/analyses.h"
#include "base/error.h"
#include "model/names.h"
#include "results_commands.h"

namespace alembert::commands {

namespace {

struct Options {
  std::string folder;
  bool quiet = false, report = false;
};

// Every analysis has a folder of its own beside the model, so that none removes the results of another.
std::string folder_ending(AnalysisKind kind) {
  return kind == AnalysisKind::linearise ? ".linear" : "." + std::string(analysis_name(kind));
}

}  // namespace

int carry_out(const Model& model, AnalysisOptions options, const CarryOut& how) {
  const std::string folder = options.folder->string();
  std::shared_ptr<const results::RunData> data;
  options.recorded = [&](const std::shared_ptr<const results::RunData>& recorded) { data = recorded; };
  if (how.report) page_in(folder);  // before the work is done
  AnalysisReport report;
  try {
    report = run_analysis(model, options);
  } catch (const IntegrationError&) {
    if (how.report) write_report_of_failure(folder, data.get());
    throw;
  }
  const std::string page = how.report ? write_report(folder, data.get()).string() : "";
  if (report.status == "interrupted") {
    fmt::print(stderr, "alembert: {}; results up to then are in {}\n", report.message, folder);
    return static_cast<int>(ExitCode::interrupted);
  }
  if (!how.quiet) fmt::print("{}\nresults in {}\n", report.text, folder);
  if (!how.quiet && how.report) fmt::print("report page: {}\n", page);
  return 0;
}

void add_analyses(CLI::App& app, Overrides& overrides, std::function<int()>& chosen, Interruption& interruption) {
  auto options = std::make_shared<Options>();
  const auto add = [&](const char* name, const char* help, AnalysisKind kind) {
    CLI::App* command = app.add_subcommand(name, help);
    overrides.offer_model(*command);
    command->add_option("-o", options->folder, "results folder (default: beside the model, with its name)")
        ->type_name("DIR");
    command->add_flag("--report", options->report, "write the report page too: DIR/report.html");
    command->add_flag("--quiet", options->quiet, "print nothing but errors");
    command->callback([options, kind, &overrides, &chosen, &interruption] {
      chosen = [options, kind, &overrides, &interruption] {
        const Model model = overrides.read(kind);
        AnalysisOptions run;
        run.folder = options->folder.empty() ? overrides.beside_model(folder_ending(kind).c_str()) : options->folder;
        run.show_progress = !options->quiet;
        run.interruption = &interruption;
        if (!options->quiet) run.warn = [](const std::string& w) { fmt::print(stderr, "warning: {}\n", w); };
        return carry_out(model, run, {options->quiet, options->report});
      };
    });
    return command;
  };
  const auto over_time = [&](CLI::App* command) {
    overrides.offer_end(*command);
    overrides.offer_output_step(*command);
  };
  add("statics", "equilibrium, and whether it is stable", AnalysisKind::statics);
  over_time(add("quasi_statics", "equilibria as time goes on", AnalysisKind::quasi_statics));
  over_time(add("kinematics", "the motion of a mechanism that is driven in all its freedoms, and what drives it",
                AnalysisKind::kinematics));
  CLI::App* inverse = add("inverse_dynamics", "the forces of actuators that bring about a prescribed motion",
                          AnalysisKind::inverse_dynamics);
  over_time(inverse);
  overrides.offer_actuators(*inverse);
  overrides.offer_small_motions(
      *add("modes", "natural frequencies, damping and shapes of small vibrations", AnalysisKind::modes));
  CLI::App* linear = add("linearise", "matrices A, B, C, D of the linear model", AnalysisKind::linearise);
  linear->alias("linearize");
  overrides.offer_small_motions(*linear);
  CLI::App* limit =
      add("step_limit", "largest stable step of conditionally stable methods along a run", AnalysisKind::step_limit);
  over_time(limit);
  overrides.offer_method(*limit);
}

}  // namespace alembert::commands
