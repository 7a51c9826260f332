// `alembert plot`, `report` and `export`: what is done with a results folder.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>

#include "overrides.h"
#include "results/run_data.h"

namespace alembert::commands {

// Add the subcommands; parsing one sets `chosen` to what runs it.
void add_plot(CLI::App& app, std::function<int()>& chosen);
// `alembert report DIR`: the page.
void add_report(CLI::App& app, std::function<int()>& chosen);
void add_export(CLI::App& app, Overrides& overrides, std::function<int()>& chosen);

// FOLDER/report.html, which `--report` will write: throws UsageError if a page is there that is not ours.
std::filesystem::path page_in(const std::filesystem::path& folder);
// FOLDER/report.html of any analysis, as `--report` asks for, from what it recorded, or, where that is null, from what
// is in the folder; returns it.
std::filesystem::path write_report(const std::filesystem::path& folder, const results::RunData* run);
// The same after a failure, if there are results up to then.
void write_report_of_failure(const std::filesystem::path& folder, const results::RunData* run);

}  // namespace alembert::commands
