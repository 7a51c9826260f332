#include "commands.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "analysis/check.h"
#include "analysis/continuation.h"
#include "analysis/dynamics.h"
#include "analysis_commands.h"
#include "base/error.h"
#include "elements/forces/all_forces.h"
#include "elements/joints/all_joints.h"
#include "expression/expression.h"
#include "methods/method.h"
#include "model/reader.h"
#include "reproduce_command.h"
#include "results_commands.h"

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
  const double turned_over = std::abs(s.work_in) + std::abs(s.dissipated);
  const std::string share = turned_over > 0.0 ? fmt::format(" ({:.2g} % of what was turned over)",
                                                            100.0 * std::abs(s.numerical) / turned_over)
                                              : "";
  return fmt::format("energy balance: {:.6g} J put in, {:.6g} J dissipated, {:.3g} J {} by the method itself{}",
                     s.work_in, s.dissipated, std::abs(s.numerical), s.numerical < 0.0 ? "eaten" : "added", share);
}

}  // namespace

MethodChoice method_choice(const std::string& text, const std::string& option) {
  MethodChoice out;
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

void require_positive(const char* option, double value) {
  if (!(value > 0.0) || !std::isfinite(value)) throw UsageError(fmt::format("{} {}: must be positive", option, value));
}

double number_of(const std::string& option, const std::string& text) {
  const double value = constant(text);
  if (!std::isfinite(value)) throw UsageError(fmt::format("{} {}: expected a number", option, text));
  return value;
}

Model read_model_with(const std::string& file, const std::vector<std::string>& set) {
  ReadOptions options;
  for (const std::string& text : set) {
    const auto [name, value] = assignment(text, "--set " + text);
    options.set[name] = value;
  }
  return read_model_file(file, options);
}

void Commands::add_to(CLI::App& app) {
  CLI::App* run = app.add_subcommand("run", "simulate MODEL and write its results folder");
  add_model_options(*run, false);
  run->add_option("--continue", continued_, "results folder of a run to go on with, instead of MODEL");
  add_simulation_options(*run);
  run->add_flag("--report", report_, "write the report page too: DIR/report.html");
  run->callback([this] { chosen_ = [this] { return run_model(); }; });

  CLI::App* check =
      app.add_subcommand("check", "degrees of freedom, redundant constraints, initial violations, masses");
  add_model_options(*check);
  check->callback([this] { chosen_ = [this] { return check_model(); }; });

  add_analyses(app, chosen_, interrupted_);
  add_verify(app);
  add_compare(app);
  add_reproduce(app, chosen_, interrupted_);
  add_plot(app, chosen_);
  add_report(app, chosen_);
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
  command.add_option("MODEL", model_, "model file (YAML)")->required(required);
  command.add_option("-o", folder_, "results folder (default: beside the model, with its name)");
  command.add_option("--set", set_, "NAME=VALUE: replaces a parameter of the model")->allow_extra_args(false);
  command.add_flag("--quiet", quiet_, "print nothing but errors");
}

void Commands::add_simulation_options(CLI::App& command) {
  command.add_option("--method", method_,
                     "integration method, NAME or NAME:PARAMETER=VALUE,... (see `alembert methods`)");
  auto* tolerance = command.add_option("--tolerance", tolerance_, "error per step: variable step");
  command.add_option("--step", step_, "fixed step, in the model's unit of time")->excludes(tolerance);
  command.add_option("--end", end_, "end time, in the model's unit of time");
}

Model Commands::read() const { return read_model_with(model_, set_); }

std::string Commands::results_folder(const char* ending) const {
  if (!folder_.empty()) return folder_;
  return std::filesystem::path(model_).replace_extension(ending).string();
}

void Commands::say(const std::string& line) const {
  if (!quiet_) fmt::print("{}\n", line);
}

void Commands::apply_simulation_options(Model& model) const {
  if (!method_.empty()) model.simulation.method = method_choice(method_, "--method");
  if (tolerance_) {
    require_positive("--tolerance", *tolerance_);
    if (*tolerance_ > 1.0) throw UsageError(fmt::format("--tolerance {}: must be at most 1", *tolerance_));
    model.simulation.tolerance = *tolerance_;
    model.simulation.step.reset();
  }
  if (step_) {
    require_positive("--step", *step_);
    model.simulation.step = *step_ * model.units.time;
    model.simulation.tolerance.reset();
  }
  if (end_) {
    require_positive("--end", *end_);
    model.simulation.end = *end_ * model.units.time;
  }
}

int Commands::run_model() {
  const std::optional<results::StoredRun> past = run_to_continue();
  Model model = past ? continued_model(*past, end_) : read();
  if (!past) apply_simulation_options(model);
  if (model.simulation.analysis != AnalysisKind::dynamics)
    return carry_out(model, {results_folder(), quiet_, report_}, interrupted_);
  DynamicsOptions options;
  options.folder = past && folder_.empty() ? continued_ : results_folder();
  options.past = past ? &*past : nullptr;
  options.show_progress = !quiet_;
  options.interrupted = &interrupted_;
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
  const Model model = read();
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
  std::apply([](auto... k) { (fmt::print("  {}: {}\n", k.kName, k.kSummary), ...); },
             std::tuple<SpringDamperForce, TorsionSpringDamperForce, AppliedForceKernel, FieldForce, TireForce>{});
  fmt::print(
      "  force, torque: as general_force, with one of the two\n"
      "  bushing: as field, free where the two frames coincide\n"
      "  beam: a massless Timoshenko beam clamped at two markers\n"
      "  joint_friction: Coulomb friction with stiction in a joint, driven by its reaction\n");
  return 0;
}

}  // namespace alembert::commands
