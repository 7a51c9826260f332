// `alembert plot` and `alembert export`: what is done with a results folder.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace alembert::commands {

// Add the subcommands; parsing one sets `chosen` to what runs it.
void add_plot(CLI::App& app, std::function<int()>& chosen);
// `alembert report DIR`: the page.
void add_report(CLI::App& app, std::function<int()>& chosen);
void add_export(CLI::App& app, std::function<int()>& chosen);

}  // namespace alembert::commands
