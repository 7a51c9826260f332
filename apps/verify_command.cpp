// `alembert verify`: how much the outputs depend on the accuracy asked for.
#include <fmt/format.h>

#include "analysis/verify.h"
#include "base/error.h"
#include "commands.h"

namespace alembert::commands {

void Commands::add_verify(CLI::App& app) {
  CLI::App* command = app.add_subcommand("verify", "how much the outputs of MODEL change with more accuracy");
  add_model_options(*command);
  add_folder_option(*command);
  overrides_.offer_method(*command);
  overrides_.offer_end(*command);
  command->callback([this] { chosen_ = [this] { return verify_model(); }; });
}

int Commands::verify_model() {
  const Model model = overrides_.read();
  if (model.simulation.analysis != AnalysisKind::dynamics)
    throw ModelError(model.simulation.where, "only `analysis: dynamics` can be verified");
  DynamicsOptions options;
  options.show_progress = !quiet_;
  options.interruption = &interruption_;
  if (!quiet_) options.warn = [](const std::string& w) { fmt::print(stderr, "warning: {}\n", w); };
  const std::string folder = results_folder(".verify");
  check_verification_folder(folder);  // before the work is done
  const VerifyReport report = verify(model, options);
  write_verification(report, folder);
  if (!quiet_) fmt::print("{}results in {}\n", report.text(), folder);
  return 0;
}

}  // namespace alembert::commands
