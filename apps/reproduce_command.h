// `alembert reproduce`: the experiments of published papers, run again and compared.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "base/interruption.h"

namespace alembert::commands {

// Adds the subcommand; parsing it sets `chosen` to what runs it.
void add_reproduce(CLI::App& app, std::function<int()>& chosen, Interruption& interruption);

}  // namespace alembert::commands
