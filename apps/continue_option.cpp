// `alembert run --continue DIR`: what may be said with it.
#include <fmt/format.h>

#include "base/error.h"
#include "commands.h"

namespace alembert::commands {

// A run goes on as it was begun: what would make it another run is refused.
std::optional<results::StoredRun> Commands::run_to_continue() const {
  if (continued_.empty()) {
    if (model_.empty()) throw UsageError("MODEL is required, or --continue with the results folder of a run");
    return std::nullopt;
  }
  const auto refuse = [](bool given, const char* what) {
    if (!given) return;
    throw UsageError(fmt::format(
        "--continue: {} cannot be given, since a run goes on with all it was begun with; only --end and -o may", what));
  };
  refuse(!model_.empty(), "MODEL");
  refuse(!set_.empty(), "--set");
  refuse(!method_.empty(), "--method");
  refuse(tolerance_.has_value(), "--tolerance");
  refuse(step_.has_value(), "--step");
  if (end_) require_positive("--end", *end_);
  return results::read_results(continued_);
}

}  // namespace alembert::commands
