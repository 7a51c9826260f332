// What the exit codes of the command mean, in a line each; docs/command_line.md says more.
#pragma once

#include "base/error.h"

namespace alembert::commands {

struct ExitMeaning {
  ExitCode code;
  const char* text;
};

inline constexpr ExitMeaning exit_meanings[] = {
    {ExitCode::done, "done"},
    {ExitCode::internal_error, "internal error: a fault of the program, or not enough memory"},
    {ExitCode::bad_usage, "bad usage: the command line is wrong, or results cannot be written or read"},
    {ExitCode::bad_model, "bad model: the message starts with file, line and column; or the file cannot be read"},
    {ExitCode::cannot_assemble, "the mechanism cannot be assembled, or its constraints contradict each other"},
    {ExitCode::integration_failed,
     "the integration failed, no equilibrium was found, or an output is not finite; results up to the failure are "
     "kept"},
    {ExitCode::interrupted, "interrupted by Ctrl-C or SIGTERM; a run keeps the results it has"},
};

}  // namespace alembert::commands
