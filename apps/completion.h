// `alembert completion SHELL` prints a script for the shell, which asks `alembert complete -- WORD...` what may stand
// where the cursor is; `alembert man` prints the manual page. Both are made of the command table.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "candidates.h"

namespace alembert::commands {

struct CompletionScript {
  std::string_view shell, text;
};
// The files of apps/completions/, compiled in (cmake/embed_command_texts.cmake).
const std::vector<CompletionScript>& completion_scripts();

// What may stand for the last of `words`, which are those behind the name of the program.
Candidates complete(const std::vector<CommandEntry>& commands, const std::vector<std::string>& words);

void add_completion(CLI::App& app, std::function<int()>& chosen);

}  // namespace alembert::commands
