// `alembert run --continue DIR`: what may be said with it.
#include <fmt/format.h>

#include "base/error.h"
#include "commands.h"

namespace alembert::commands {

// Without a MODEL a run goes on as it was begun: what would make it another run is refused.
std::optional<results::RunData> Commands::run_to_continue() const {
  const std::vector<std::string> given = overrides_.given();
  if (continued_.empty()) {
    if (!overrides_.has_model()) throw UsageError("MODEL is required, or --continue with the results folder of a run");
    return std::nullopt;
  }
  if (!given.empty() && !overrides_.has_model())
    throw UsageError(fmt::format(
        "--continue: {} cannot be given, since a run goes on with all it was begun with; only --end and -o may",
        given.front()));
  overrides_.end();  // a bad one is refused before the folder is read
  return results::read_results(continued_);
}

}  // namespace alembert::commands
