#include "man_page.h"

#include <fmt/format.h>

#include "exit_codes.h"

namespace alembert::commands {

namespace {

// Text of a line of roff: a minus is a minus, and no letter at its begin is taken for a request.
std::string roff(const std::string& text) {
  std::string out;
  bool quoted = false;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '~')
      out += "\\(ti";
    else if (c == '^')
      out += "\\(ha";
    else if (c == '`')
      out += (quoted = !quoted) ? "\\fB" : "\\fR";
    else
      out += c;
  }
  if (!out.empty() && (out.front() == '.' || out.front() == '\'')) out.insert(0, "\\&");
  return out;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string slanted(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

std::string shown(const OptionEntry& option) {
  if (option.argument) return slanted(option.names.front());
  std::string out;
  for (const std::string& name : option.names) out += (out.empty() ? "" : ", ") + bold(name);
  if (option.value.empty()) return out;
  return out + (option.value_optional ? " [" + slanted(option.value) + "]" : " " + slanted(option.value));
}

std::string in_synopsis(const OptionEntry& option) {
  std::string out = option.argument ? slanted(option.names.front()) : bold(option.names.front());
  if (!option.value.empty())
    out += option.value_optional ? " [" + slanted(option.value) + "]" : " " + slanted(option.value);
  if (!option.required) out = "[" + out + "]";
  return option.repeated ? out + "..." : out;
}

bool is_help(const OptionEntry& option) { return option.is_called("--help"); }

std::string section(const CommandEntry& command) {
  std::string out = fmt::format(".SS {}\n{} {}", roff(command.name), bold("alembert"), bold(command.name));
  for (const OptionEntry& argument : command.arguments) out += " " + in_synopsis(argument);
  for (const OptionEntry& option : command.options)
    if (!is_help(option)) out += " " + in_synopsis(option);
  out += fmt::format("\n.PP\n{}.\n", roff(command.help));
  for (const std::string& alias : command.aliases) out += fmt::format("Also called {}.\n", bold(alias));
  const auto add = [&](const OptionEntry& option) {
    if (!is_help(option)) out += fmt::format(".TP\n{}\n{}.\n", shown(option), roff(option.help));
  };
  for (const OptionEntry& argument : command.arguments) add(argument);
  for (const OptionEntry& option : command.options) add(option);
  return out;
}

}  // namespace

std::string man_page(const std::string& summary, const std::vector<CommandEntry>& commands) {
  std::string out = fmt::format(
      ".\\\" Made by `alembert man`.\n.TH ALEMBERT 1 \"\" \"alembert {}\" \"User Commands\"\n.SH NAME\n"
      "alembert \\- simulate machines: bodies, joints, forces and contacts\n"
      ".SH SYNOPSIS\n{} {} [{}]...\n.br\n{} {}\n.br\n{} {} {}\n",
      ALEMBERT_VERSION, bold("alembert"), slanted("COMMAND"), slanted("ARGUMENT"), bold("alembert"), bold("--version"),
      bold("alembert"), slanted("COMMAND"), bold("--help"));
  out += fmt::format(".SH DESCRIPTION\n{}\n", roff(summary));
  out +=
      "A model is a text file in YAML;\n\\fBalembert new\\fR writes one to begin with, \\fBalembert check\\fR says "
      "what it "
      "is, \\fBalembert run\\fR simulates it and writes a folder of results,\nfrom which \\fBalembert report\\fR makes "
      "a "
      "page for a browser and \\fBalembert plot\\fR a picture.\nNumbers on the command line may be expressions such as "
      "1/12.\n.SH COMMANDS\n";
  for (const CommandEntry& command : commands) out += section(command);
  out += ".SH EXIT STATUS\n";
  for (const ExitMeaning& meaning : exit_meanings)
    out += fmt::format(".TP\n{}\n{}.\n", bold(std::to_string(static_cast<int>(meaning.code))), roff(meaning.text));
  out +=
      ".SH FILES\n.TP\n\\fI/usr/share/alembert/models\\fR\nModels to look at and to change.\n.TP\n"
      "\\fI/usr/share/alembert/schema\\fR\nThe format of model files as a JSON Schema, for editors.\n.TP\n"
      "\\fI/usr/share/doc/alembert\\fR\nWhat a model may say, what results hold, and the equations.\n";
  return out;
}

}  // namespace alembert::commands
