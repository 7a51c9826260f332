// The command line as data, taken from the objects that parse it: what man page and completion are made of.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace alembert::commands {

struct OptionEntry {
  std::vector<std::string> names;  // as typed, --set or -o; of an argument its one name, MODEL
  std::string value;               // what stands behind an option: DIR, NAME=VALUE; empty: it is a flag
  std::string help;
  bool argument = false;  // has its place instead of a name
  bool required = false;
  bool repeated = false;        // may be given again; an argument: may be a list
  bool value_optional = false;  // an option that may stand without its value

  bool is_called(const std::string& name) const;
};

struct CommandEntry {
  std::string name;
  std::vector<std::string> aliases;
  std::string help;
  std::vector<OptionEntry> arguments, options;
};

// The visible commands, in the order of `alembert --help`.
std::vector<CommandEntry> command_table(const CLI::App& app);

// Is a command offered to users, or made for completion scripts?
inline bool is_hidden(const CLI::App& command) { return command.get_group().empty(); }

}  // namespace alembert::commands
