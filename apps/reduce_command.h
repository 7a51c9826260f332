// `alembert reduce`: from a part file to a part that bodies of models can be.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace alembert::commands {

// Adds the subcommand; parsing it sets `chosen` to what runs it.
void add_reduce(CLI::App& app, std::function<int()>& chosen);

}  // namespace alembert::commands
