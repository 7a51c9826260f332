// `alembert convert`: a model written back as a model file.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace alembert::commands {

void add_convert(CLI::App& app, std::function<int()>& chosen);

}  // namespace alembert::commands
