#include "completion.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "base/error.h"
#include "base/suggest.h"
#include "man_page.h"

namespace alembert::commands {

namespace {

// Names of models and results are read while somebody waits for the shell.
constexpr unsigned patience = 2;  // seconds

const CommandEntry* command_called(const std::vector<CommandEntry>& commands, const std::string& name) {
  for (const CommandEntry& c : commands)
    if (c.name == name || std::find(c.aliases.begin(), c.aliases.end(), name) != c.aliases.end()) return &c;
  return nullptr;
}

const OptionEntry* option_called(const CommandEntry& command, const std::string& name) {
  for (const OptionEntry& option : command.options)
    if (option.is_called(name)) return &option;
  return nullptr;
}

// A command line up to the word that is completed.
struct Line {
  std::vector<std::string> arguments, given;  // given: options
  const OptionEntry* waiting = nullptr;       // an option whose value comes next
};

Line line_of(const CommandEntry& command, const std::vector<std::string>& words) {
  Line out;
  for (const std::string& word : words) {
    if (out.waiting != nullptr) {
      const bool is_value = !out.waiting->value_optional || !word.starts_with('-');
      out.waiting = nullptr;
      if (is_value) continue;
    }
    if (!word.starts_with('-') || word == "-") {
      out.arguments.push_back(word);
      continue;
    }
    const std::size_t equals = word.find('=');
    const OptionEntry* option = option_called(command, word.substr(0, equals));
    if (option == nullptr) continue;
    out.given.push_back(option->names.front());
    if (!option->value.empty() && equals == std::string::npos) out.waiting = option;
  }
  return out;
}

void add_options(const CommandEntry& command, const Line& line, Candidates& out) {
  for (const OptionEntry& option : command.options) {
    const bool given = std::find(line.given.begin(), line.given.end(), option.names.front()) != line.given.end();
    if (!given || option.repeated) out.words.push_back({option.names.front(), option.help});
  }
}

void keep_begun(Candidates& candidates, const std::string& begun) {
  std::erase_if(candidates.words, [&](const Candidate& c) { return !c.text.starts_with(begun); });
}

int print(const Candidates& candidates) {
  switch (candidates.files) {
    case Candidates::Files::none:
      break;
    case Candidates::Files::any:
      fmt::print(":files\n");
      break;
    case Candidates::Files::folders:
      fmt::print(":folders\n");
      break;
    case Candidates::Files::yaml:
      fmt::print(":yaml\n");
      break;
  }
  for (const Candidate& c : candidates.words) fmt::print("{}\t{}\n", c.text, c.help);
  return 0;
}

int print_script(const std::string& shell) {
  std::vector<std::string> shells;
  for (const CompletionScript& script : completion_scripts()) {
    if (script.shell == shell) {
      fmt::print("{}", script.text);
      return 0;
    }
    shells.emplace_back(script.shell);
  }
  throw UsageError(
      fmt::format("completion {}: expected one of {}{}", shell, fmt::join(shells, ", "), did_you_mean(shell, shells)));
}

}  // namespace

Candidates complete(const std::vector<CommandEntry>& commands, const std::vector<std::string>& words) {
  Candidates out;
  const std::string begun = words.empty() ? "" : words.back();
  if (words.size() < 2) {
    for (const CommandEntry& c : commands) out.words.push_back({c.name, c.help});
    for (const char* option : {"--help", "--version"})
      if (begun.starts_with('-')) out.words.push_back({option, ""});
    keep_begun(out, begun);
    return out;
  }
  const CommandEntry* command = command_called(commands, words.front());
  if (command == nullptr) return out;
  const Line line = line_of(*command, {words.begin() + 1, words.end() - 1});
  const std::size_t equals = begun.find('=');
  if (line.waiting != nullptr && !(line.waiting->value_optional && begun.starts_with('-'))) {
    out = candidates_of(*line.waiting, begun, line.arguments);
  } else if (begun.starts_with("--") && equals != std::string::npos) {
    const OptionEntry* option = option_called(*command, begun.substr(0, equals));
    if (option != nullptr && !option->value.empty())
      out = candidates_of(*option, begun.substr(equals + 1), line.arguments);
    for (Candidate& c : out.words) c.text = begun.substr(0, equals + 1) + c.text;
  } else if (begun.starts_with('-')) {
    add_options(*command, line, out);
  } else if (!command->arguments.empty()) {
    const std::size_t place = std::min(line.arguments.size(), command->arguments.size() - 1);
    const OptionEntry& argument = command->arguments[place];
    if (place == line.arguments.size() || argument.repeated) out = candidates_of(argument, begun, line.arguments);
  }
  keep_begun(out, begun);
  return out;
}

void add_completion(CLI::App& app, std::function<int()>& chosen) {
  struct Request {
    std::string shell;
    std::vector<std::string> words;
  };
  const auto request = std::make_shared<Request>();
  CLI::App* script = app.add_subcommand("completion", "print a script by which a shell completes commands and names");
  script->add_option("SHELL", request->shell, "bash, fish or zsh")->required()->type_name("");
  script->callback([request, &chosen] { chosen = [request] { return print_script(request->shell); }; });
  app.add_subcommand("man", "print the manual page")->callback([&app, &chosen] {
    chosen = [&app] {
      fmt::print("{}", man_page(app.get_description(), command_table(app)));
      return 0;
    };
  });
  CLI::App* words = app.add_subcommand("complete", "what completion scripts ask");
  words->group("");
  words->add_option("WORD", request->words, "the command line up to the cursor, behind --");
  words->callback([request, &app, &chosen] {
    chosen = [request, &app] {
      ::alarm(patience);
      return print(complete(command_table(app), request->words));
    };
  });
}

}  // namespace alembert::commands
