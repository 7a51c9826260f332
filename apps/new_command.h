// `alembert new`: a model to begin with. `alembert schema`: the file format for editors.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string_view>
#include <vector>

namespace alembert::commands {

struct Starter {
  std::string_view kind, text;
};
// The texts of apps/starters/, compiled in (cmake/embed_command_texts.cmake).
const std::vector<Starter>& starters();

void add_new(CLI::App& app, std::function<int()>& chosen);

}  // namespace alembert::commands
