// `alembert stress`: where the stress of a flexible body is largest.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace alembert::commands {

void add_stress(CLI::App& app, std::function<int()>& chosen);

}  // namespace alembert::commands
