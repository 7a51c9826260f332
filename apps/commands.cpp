#include "commands.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <string_view>
#include <tuple>
#include <utility>

#include "analysis/check.h"
#include "analysis/continuation.h"
#include "analysis/dynamics.h"
#include "analysis/run_text.h"
#include "analysis/sequence.h"
#include "analysis_commands.h"
#include "base/error.h"
#include "completion.h"
#include "convert_command.h"
#include "elements/forces/all_forces.h"
#include "elements/joints/all_joints.h"
#include "methods/method.h"
#include "new_command.h"
#include "reduce_command.h"
#include "reproduce_command.h"
#include "results_commands.h"
#include "stress_command.h"

namespace alembert::commands {

namespace {

struct Done {
  std::string status, message;
  std::vector<std::string> texts;
};

// Runs the model, or the list of its analyses; a failure also says what happened before, and where the results are.
Done simulate(const Model& model, DynamicsOptions options, bool report, bool quiet) {
  std::string told;
  if (!quiet) options.failed = [&](const std::string& text) { told += text + "\n"; };
  std::shared_ptr<const results::RunData> data;
  options.recorded = [&](const std::shared_ptr<const results::RunData>& recorded) { data = recorded; };
  try {
    Done done;
    if (model.analyses.empty()) {
      const RunSummary summary = run_dynamics(model, options).summary;
      done = {summary.status, summary.message, {dynamics_text(summary, model)}};
    } else {
      SequenceResult all = run_sequence(model, options);
      done = {all.status, all.message, std::move(all.texts)};
    }
    if (report) write_report(*options.folder, data.get());
    return done;
  } catch (const IntegrationError& e) {
    if (report) write_report_of_failure(*options.folder, data.get());
    throw IntegrationError(
        fmt::format("{}\n{}results up to the failure are in {}", e.what(), told, options.folder->string()));
  }
}

}  // namespace

void Commands::add_to(CLI::App& app) {
  CLI::App* run = app.add_subcommand("run", "simulate MODEL and write its results folder");
  add_model_options(*run, false);
  add_folder_option(*run);
  run->add_option("--continue", continued_,
                  "results folder of a run to go on with; with MODEL: of an analysis where that begins")
      ->type_name("DIR");
  overrides_.offer_method(*run);
  overrides_.offer_end(*run);
  run->add_flag("--report", report_, "write the report page too: DIR/report.html");
  run->callback([this] { chosen_ = [this] { return run_model(); }; });

  CLI::App* dynamics = app.add_subcommand("dynamics", "the motion in time, whatever the model's `analysis` says");
  add_model_options(*dynamics);
  add_folder_option(*dynamics);
  overrides_.offer_method(*dynamics);
  overrides_.offer_end(*dynamics);
  dynamics->add_flag("--report", report_, "write the report page too: DIR/report.html");
  dynamics->callback([this] { chosen_ = [this] { return simulate_model(overrides_.read(AnalysisKind::dynamics)); }; });

  CLI::App* check =
      app.add_subcommand("check", "degrees of freedom, redundant constraints, initial violations, masses");
  add_model_options(*check);
  check->callback([this] { chosen_ = [this] { return check_model(); }; });

  add_analyses(app, overrides_, chosen_, interruption_);
  add_verify(app);
  add_compare(app);
  add_reproduce(app, chosen_, interruption_);
  add_reduce(app, chosen_);
  add_plot(app, chosen_);
  add_report(app, chosen_);
  add_stress(app, chosen_);
  add_export(app, overrides_, chosen_);

  add_convert(app, chosen_);
  add_new(app, chosen_);
  app.add_subcommand("methods", "list the integration methods")->callback([this] {
    chosen_ = [this] { return list_methods(); };
  });
  app.add_subcommand("elements", "list bodies, joints and forces")->callback([this] {
    chosen_ = [this] { return list_elements(); };
  });
  app.add_subcommand("version", "print the version")->callback([this] {
    chosen_ = [] {
      fmt::print("alembert {}\n", ALEMBERT_VERSION);
      return 0;
    };
  });
  add_completion(app, chosen_);
}

void Commands::add_model_options(CLI::App& command, bool required) {
  overrides_.offer_model(command, required);
  command.add_flag("--quiet", quiet_, "print nothing but errors");
}

void Commands::add_folder_option(CLI::App& command) {
  command.add_option("-o", folder_, "results folder (default: beside the model, with its name)")->type_name("DIR");
}

std::string Commands::results_folder(const char* ending) const {
  return folder_.empty() ? overrides_.beside_model(ending) : folder_;
}

void Commands::say(const std::string& line) const {
  if (!quiet_) fmt::print("{}\n", line);
}

int Commands::run_model() {
  std::optional<results::RunData> past = run_to_continue();
  // With a MODEL, what is continued is where it begins.
  std::optional<AnalysisStart> from;
  const bool goes_on = past && !overrides_.has_model();
  Model model = goes_on ? continued_model(*past, overrides_.end()) : overrides_.read();
  if (goes_on)
    from = start_of(*past);
  else if (past)
    from = end_of(*past, model);
  if (from && model.analyses.empty()) model = with_changes(model, from->changes);
  if (from && !goes_on && model.analyses.empty() && model.simulation.over_time() &&
      !(model.simulation.end > from->restart.state.t))
    throw UsageError(fmt::format("the analysis in {} has ended at t = {:g} {}: give an --end that is later", continued_,
                                 from->restart.state.t / model.units.time, model.units.time_name));
  DynamicsOptions options;
  options.folder = goes_on && folder_.empty() ? continued_ : results_folder();
  options.past = goes_on ? &*past : nullptr;
  options.from = from ? &*from : nullptr;
  std::error_code ignored;
  if (past && !goes_on && std::filesystem::equivalent(*options.folder, continued_, ignored))
    throw UsageError(fmt::format(
        "the results would replace those in {} that they begin with: give another folder with -o", continued_));
  return simulate_model(model, std::move(options));
}

int Commands::simulate_model(const Model& model, DynamicsOptions options) {
  if (!options.folder) options.folder = results_folder();
  if (report_) page_in(*options.folder);  // before the work is done
  options.show_progress = !quiet_;
  options.interruption = &interruption_;
  if (!quiet_) options.warn = [](const std::string& w) { fmt::print(stderr, "warning: {}\n", w); };
  if (model.analyses.empty() && model.simulation.analysis != AnalysisKind::dynamics)
    return carry_out(model, options, {quiet_, report_});
  const Done done = simulate(model, options, report_, quiet_);
  if (done.status == "interrupted") {
    fmt::print(stderr, "alembert: {}; results up to then are in {}\n{}{}", done.message, options.folder->string(),
               quiet_ ? "" : fmt::format("{}", fmt::join(done.texts, "\n")), quiet_ ? "" : "\n");
    return static_cast<int>(ExitCode::interrupted);
  }
  for (const std::string& text : done.texts) say(text);
  say(fmt::format("results in {}", options.folder->string()));
  if (report_) say(fmt::format("report page: {}", (*options.folder / "report.html").string()));
  return 0;
}

int Commands::check_model() {
  const Model model = overrides_.read();
  const CheckReport report = check_model_report(model);
  say(report.text);
  if (!report.problem.empty()) throw AssemblyError(report.problem);
  return 0;
}

int Commands::list_methods() const {
  for (const MethodDescription& m : all_methods()) {
    fmt::print("{}: {}\n  enforces constraints at: {}   ({})\n", m.name, m.summary, m.enforces, m.reference);
    for (const ParameterDescription& p : m.parameters)
      fmt::print("  {:<6} {:<10} default {:g}: {}\n", p.name, p.range, p.default_value, p.meaning);
  }
  return 0;
}

int Commands::list_elements() const {
  fmt::print(
      "bodies\n  rigid: six freedoms\n  point: three translations\n  planar: x, y and the angle about z\njoints\n");
  const auto print_joint = [](auto joint) {
    std::size_t equations = 0;
    if constexpr (requires { joint.kRows; }) equations += static_cast<std::size_t>(joint.kRows);
    if constexpr (requires { joint.kFormulas; }) equations += joint.kFormulas.size();
    fmt::print("  {} ({}): {}\n", joint.kName, equations, joint.kSummary);
  };
  for_each_joint(print_joint);
  fmt::print("forces\n  gravity: on every body\n");
  std::string_view last;  // kernels of one name follow each other: a spring_damper has two
  const auto print_force = [&](auto kernel) {
    if (kernel.kName != last) fmt::print("  {}: {}\n", kernel.kName, kernel.kSummary);
    last = kernel.kName;
  };
  std::apply([&](auto... kernel) { (print_force(kernel), ...); }, AllForces{});
  fmt::print(
      "  force, torque: as general_force, with one of the two\n"
      "  bushing: as field, free where the two frames coincide\n"
      "  beam: a massless Timoshenko beam clamped at two markers\n"
      "  joint_friction: Coulomb friction with stiction in a joint, driven by its reaction\n");
  return 0;
}

}  // namespace alembert::commands
