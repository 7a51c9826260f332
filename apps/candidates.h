// What may stand for a value on the command line: names of methods, parameters, outputs, or files of a kind.
#pragma once

#include <string>
#include <vector>

#include "command_table.h"

namespace alembert::commands {

struct Candidate {
  std::string text, help;
};

struct Candidates {
  enum class Files { none, any, folders, yaml };
  std::vector<Candidate> words;
  Files files = Files::none;  // of these the shell knows more
};

// The value of an option or argument, of which `begun` is there, after what else the line says: the arguments in their
// order. A file that cannot be read gives no names.
Candidates candidates_of(const OptionEntry& option, const std::string& begun,
                         const std::vector<std::string>& arguments);

}  // namespace alembert::commands
