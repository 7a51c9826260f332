#include "commands.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <string_view>
#include <tuple>

#include "analysis/check.h"
#include "analysis/continuation.h"
#include "analysis/dynamics.h"
#include "analysis_commands.h"
#include "base/error.h"
#include "elements/forces/all_forces.h"
#include "elements/joints/all_joints.h"
#include "methods/method.h"
#include "reduce_command.h"
#include "reproduce_command.h"
#include "results_commands.h"
#include "stress_command.h"

namespace alembert::commands {

namespace {

// Runs the model; a failure also says where the results are.
RunSummary simulate(const Model& model, const DynamicsOptions& options, const std::function<void()>& report) {
  try {
    RunSummary summary = run_dynamics(model, options).summary;
    report();
    return summary;
  } catch (const IntegrationError& e) {
    report();
    throw IntegrationError(fmt::format("{}\nresults up to the failure are in {}", e.what(), options.folder->string()));
  }
}

// Where the energy came from and went to.
std::string energy_audit(const RunSummary& s) {
  const std::string part = s.turned_over ? fmt::format(" ({:.2g} % of the {:.3g} J that were turned over)",
                                                       100.0 * std::abs(s.numerical) / *s.turned_over, *s.turned_over)
                                         : "";
  return fmt::format("energy balance: {:.6g} J put in, {:.6g} J dissipated, {:.3g} J {} by the method itself{}",
                     s.work_in, s.dissipated, std::abs(s.numerical), s.numerical < 0.0 ? "removed" : "added", part);
}

}  // namespace

void Commands::add_to(CLI::App& app) {
  CLI::App* run = app.add_subcommand("run", "simulate MODEL and write its results folder");
  add_model_options(*run, false);
  run->add_option("--continue", continued_, "results folder of a run to go on with, instead of MODEL");
  overrides_.offer_method(*run);
  overrides_.offer_end(*run);
  run->add_flag("--report", report_, "write the report page too: DIR/report.html");
  run->callback([this] { chosen_ = [this] { return run_model(); }; });

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
  add_export(app, chosen_);

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
}

void Commands::add_model_options(CLI::App& command, bool required) {
  overrides_.offer_model(command, required);
  command.add_option("-o", folder_, "results folder (default: beside the model, with its name)");
  command.add_flag("--quiet", quiet_, "print nothing but errors");
}

std::string Commands::results_folder(const char* ending) const {
  return folder_.empty() ? overrides_.beside_model(ending) : folder_;
}

void Commands::say(const std::string& line) const {
  if (!quiet_) fmt::print("{}\n", line);
}

int Commands::run_model() {
  const std::optional<results::StoredRun> past = run_to_continue();
  const Model model = past ? continued_model(*past, overrides_.end()) : overrides_.read();
  if (model.simulation.analysis != AnalysisKind::dynamics)
    return carry_out(model, {results_folder(), quiet_, report_}, interruption_);
  DynamicsOptions options;
  options.folder = past && folder_.empty() ? continued_ : results_folder();
  options.past = past ? &*past : nullptr;
  options.show_progress = !quiet_;
  options.interruption = &interruption_;
  if (!quiet_) options.warn = [](const std::string& w) { fmt::print(stderr, "warning: {}\n", w); };
  const std::filesystem::path page = *options.folder / "report.html";
  const RunSummary s = simulate(model, options, [&] {
    if (report_) write_report(*options.folder);
  });
  if (s.status == "interrupted") {
    fmt::print(stderr, "alembert: {}; results up to then are in {}\n", s.message, options.folder->string());
    return static_cast<int>(ExitCode::interrupted);
  }
  say(fmt::format("{}: t = {:g} {} in {} steps ({} rejected), {} Newton iterations, {} Jacobians, {:.3g} s", s.status,
                  s.end_time / model.units.time, model.units.time_name, s.statistics.steps, s.statistics.rejected_steps,
                  s.statistics.newton_iterations, s.statistics.jacobian_evaluations, s.cpu_seconds));
  say(fmt::format("joints closed to {:.2g}; energy {:.6g} -> {:.6g} J{}", s.statistics.max_position_violation,
                  s.energy_start, s.energy_end,
                  s.max_energy_drift ? fmt::format(", largest drift {:.3g} J", *s.max_energy_drift) : ""));
  say(energy_audit(s));
  say(fmt::format("results in {}", options.folder->string()));
  if (report_) say(fmt::format("report page: {}", page.string()));
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
  std::apply([&](auto... joint) { (print_joint(joint), ...); }, AllJoints{});
  std::apply([&](Screw, auto... joint) { (print_joint(joint), ...); }, FormulaJoints{});
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
