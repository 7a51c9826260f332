#include "command_table.h"

#include <algorithm>

namespace alembert::commands {

namespace {

OptionEntry entry_of(const CLI::Option& option) {
  OptionEntry out;
  out.help = option.get_description();
  out.required = option.get_required();
  out.argument = option.get_positional();
  if (out.argument) {
    out.names.push_back(option.get_name(true));
  } else {
    for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
    for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
    if (option.get_items_expected_max() > 0) out.value = option.get_type_name();
  }
  out.repeated = option.get_items_expected_max() > 1 && option.get_expected_max() > 1;
  out.value_optional = !out.argument && option.get_items_expected_min() == 0 && option.get_items_expected_max() > 0;
  return out;
}

void collect(const CLI::App& app, CommandEntry& entry) {
  for (const CLI::Option* option : app.get_options()) {
    OptionEntry found = entry_of(*option);
    (found.argument ? entry.arguments : entry.options).push_back(std::move(found));
  }
  for (const CLI::App* group : app.get_subcommands([](const CLI::App* a) { return a->get_name().empty(); }))
    collect(*group, entry);
}

}  // namespace

bool OptionEntry::is_called(const std::string& name) const {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<CommandEntry> command_table(const CLI::App& app) {
  std::vector<CommandEntry> out;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App* a) { return !is_hidden(*a); })) {
    CommandEntry entry{command->get_name(), command->get_aliases(), command->get_description(), {}, {}};
    collect(*command, entry);
    out.push_back(std::move(entry));
  }
  return out;
}

}  // namespace alembert::commands
