// `alembert compare`.
#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "analysis/compare/compare.h"
#include "analysis/compare/report.h"
#include "base/error.h"
#include "commands.h"
#include "results/status_line.h"

namespace alembert::commands {

namespace {

std::vector<std::string> split(const std::string& text, const std::string& option) {
  std::vector<std::string> items;
  std::stringstream stream(text + ",");
  std::string item;
  while (std::getline(stream, item, ',')) {
    if (item.empty()) throw UsageError(fmt::format("{} {}: an item is empty", option, text));
    items.push_back(item);
  }
  return items;
}

// "H1,H2,...", each read by `number`.
std::vector<double> numbers(const std::string& text, const std::string& option,
                            double (*number)(const std::string&, const std::string&)) {
  std::vector<double> out;
  for (const std::string& item : split(text, option)) out.push_back(number(option, item));
  return out;
}

// "hht:alpha=-0.1,newmark:gamma=0.75,beta=0.4": a comma separates methods and parameters alike, and an item with `=`
// but no `:` goes on with the parameters of the method before it.
std::vector<MethodChoice> method_list(const std::string& text) {
  std::vector<std::string> methods;
  for (const std::string& item : split(text, "--methods")) {
    const bool parameter = item.find('=') != std::string::npos && item.find(':') == std::string::npos;
    if (!parameter)
      methods.push_back(item);
    else if (methods.empty())
      throw UsageError(fmt::format("--methods {}: {} has no method before it", text, item));
    else
      methods.back() += (methods.back().find(':') == std::string::npos ? ":" : ",") + item;
  }
  std::vector<MethodChoice> out;
  for (const std::string& method : methods) out.push_back(method_choice("--methods", method));
  return out;
}

}  // namespace

void Commands::add_compare(CLI::App& app) {
  CLI::App* command = app.add_subcommand("compare", "methods side by side on MODEL: error, order, energy, drift, cost");
  add_model_options(*command);
  add_folder_option(*command);
  command->add_option("--methods", methods_, "NAME or NAME:PARAMETER=VALUE, separated by commas (default: all)")
      ->type_name("METHOD,...");
  auto* steps = command->add_option("--steps", steps_, "fixed steps, in the model's unit of time, separated by commas")
                    ->type_name("H,...");
  command->add_option("--tolerances", tolerances_, "errors per step, separated by commas: variable step")
      ->type_name("E,...")
      ->excludes(steps);
  command->add_option("--accuracy", accuracy_, "error of positions at the end that the recommendation is for")
      ->type_name("E");
  overrides_.offer_end(*command);
  command->callback([this] { chosen_ = [this] { return compare_model(); }; });
}

int Commands::compare_model() {
  const Model model = overrides_.read();
  if (model.simulation.analysis != AnalysisKind::dynamics)
    throw ModelError(model.simulation.where, "only `analysis: dynamics` can be compared");
  if (!model.analyses.empty() && !quiet_)
    fmt::print(stderr, "warning: the last dynamics of the list is compared, from the start that the model gives\n");
  compare::CompareOptions options;
  if (!methods_.empty()) options.methods = method_list(methods_);
  if (!steps_.empty()) options.steps = numbers(steps_, "--steps", positive_number);
  for (double& h : options.steps) h *= model.units.time;
  if (!tolerances_.empty()) options.tolerances = numbers(tolerances_, "--tolerances", tolerance_number);
  if (accuracy_) options.accuracy = positive_number("--accuracy", *accuracy_);
  options.interruption = &interruption_;
  StatusLine line(quiet_);
  options.progress = [&](const compare::CompareProgress& p) {
    if (!line.due()) return;
    const std::string count = p.run > 0 ? fmt::format("run {} of {}: ", p.run, p.runs) : "";
    line.show(fmt::format("{}{}  {:.0f} %", count, p.what, std::floor(100.0 * p.part)));
  };
  const std::string folder = results_folder(".compare");
  std::optional<Interruption::Watch> watch;  // until the files are written
  options.before_runs = [&] {
    watch.emplace(&interruption_);
    compare::prepare_folder(folder);
  };
  const compare::CompareResult result = compare::compare_methods(model, options);
  line.clear();
  compare::write_files(result, folder);
  if (!quiet_) fmt::print("{}results in {}\n", compare::report_text(result), folder);
  if (result.interrupted) {
    fmt::print(stderr, "alembert: interrupted; what was done until then is in {}\n", folder);
    return static_cast<int>(ExitCode::interrupted);
  }
  if (!result.any_done())
    throw IntegrationError(fmt::format("every run failed; {} says when and why", folder + "/report.txt"));
  return 0;
}

}  // namespace alembert::commands
