// The command `alembert`: reads the command line, calls the library, turns errors into messages and exit codes.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "base/interruption.h"
#include "base/printable.h"
#include "base/suggest.h"
#include "command_table.h"
#include "commands.h"

namespace {

alembert::Interruption interruption;

// Where a loop looks, it ends in order and keeps what it has. Anywhere else, and when asked twice, the program ends
// now.
void on_signal(int) {
  static std::atomic<std::int64_t> first{-1};  // in milliseconds
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t at = std::int64_t{1000} * now.tv_sec + now.tv_nsec / 1'000'000;
  constexpr std::int64_t once = 200;  // `timeout` and terminals may send the same signal twice
  if (first >= 0 && at - first < once) return;
  if (first < 0) first = at;
  if (interruption.ask()) return;
  constexpr std::string_view text = "alembert: interrupted\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
  std::_Exit(static_cast<int>(alembert::ExitCode::interrupted));
}

// CLI11 says of an unknown command only that one is required.
void refuse_unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2) return;
  const std::string word = argv[1];
  if (word.starts_with('-')) {
    if (word != "--help" && word != "-h" && word != "--version")
      throw alembert::UsageError(fmt::format("expected a command before `{}`, as in `alembert run MODEL`", word));
    return;
  }
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->check_name(word)) return;  // an alias, too
    if (!alembert::commands::is_hidden(*command)) names.push_back(command->get_name());
  }
  std::error_code ignored;
  if (word.ends_with(".yaml") || word.ends_with(".yml") || std::filesystem::is_regular_file(word, ignored))
    throw alembert::UsageError(fmt::format("expected a command before `{0}`, as in `alembert run {0}`", word));
  throw alembert::UsageError(fmt::format("unknown command `{}`; available: {}{}", word, fmt::join(names, ", "),
                                         alembert::did_you_mean(word, names)));
}

// What CLI11 calls arguments that were not expected: an option that the command does not have, or one file too many.
std::string refuse_argument(const CLI::App& app, int argc, char** argv) {
  const CLI::App* command = app.get_subcommand(argv[1]);
  std::vector<std::string> known;
  for (const CLI::Option* option : command->get_options()) {
    for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    for (const std::string& name : option->get_snames()) known.push_back("-" + name);
  }
  for (int k = 2; k < argc; ++k) {
    const std::string word = std::string(argv[k]).substr(0, std::string_view(argv[k]).find('='));
    if (!word.starts_with('-') || std::find(known.begin(), known.end(), word) != known.end()) continue;
    if (word.size() > 1 && (std::isdigit(static_cast<unsigned char>(word[1])) || word[1] == '.')) continue;
    if (word.starts_with("-o") && !word.starts_with("--")) continue;  // -oDIR
    const std::string suggestion = alembert::did_you_mean(word.starts_with("--") ? word : "-" + word, known);
    return fmt::format("unknown option `{}` of `{}`{}", word, command->get_name(),
                       suggestion.empty() ? fmt::format("; its options are {}", fmt::join(known, ", ")) : suggestion);
  }
  return fmt::format("`{}` takes fewer arguments: {} too many", command->get_name(),
                     fmt::join(command->remaining(), ", "));
}

// A file opened while a standard stream is closed would get its number, and what is printed would end in that file.
void open_closed_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor)
    if (::fcntl(descriptor, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) < 0)
      std::_Exit(static_cast<int>(alembert::ExitCode::bad_usage));
}

int code(alembert::ExitCode c) { return static_cast<int>(c); }

}  // namespace

int main(int argc, char** argv) {
  using alembert::ExitCode;
  open_closed_streams();
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  std::signal(SIGXFSZ, SIG_IGN);  // a limit of the size of files: writing fails, and says so
  CLI::App app{"Alembert simulates machines: rigid and flexible bodies, joints, forces and contacts."};
  app.name("alembert");
  app.require_subcommand(1);
  app.set_version_flag("--version", "alembert " ALEMBERT_VERSION);
  alembert::commands::Commands commands(interruption);
  commands.add_to(app);
  try {
    refuse_unknown_command(app, argc, argv);
    app.parse(argc, argv);
  } catch (const alembert::UsageError& e) {
    std::fprintf(stderr, "alembert: %s\ntry `alembert --help`\n", alembert::printable(e.what()).c_str());
    return code(ExitCode::bad_usage);
  } catch (const CLI::CallForHelp& e) {
    return app.exit(e);
  } catch (const CLI::CallForAllHelp& e) {
    return app.exit(e);
  } catch (const CLI::CallForVersion& e) {
    return app.exit(e);
  } catch (const CLI::ExtrasError&) {
    std::fprintf(stderr, "alembert: %s\ntry `alembert %s --help`\n",
                 alembert::printable(refuse_argument(app, argc, argv)).c_str(), argv[1]);
    return code(ExitCode::bad_usage);
  } catch (const CLI::ParseError& e) {
    std::fprintf(stderr, "alembert: %s\ntry `alembert --help`\n", alembert::printable(e.what()).c_str());
    return code(ExitCode::bad_usage);
  }
  try {
    const int result = commands.run();
    if (std::fflush(stdout) != 0)
      throw alembert::UsageError("cannot write to the standard output: " + std::generic_category().message(errno));
    return result;
  } catch (const alembert::Error& e) {
    std::fprintf(stderr, "alembert: %s\n", alembert::printable(e.what()).c_str());
    return code(e.code());
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "alembert: not enough memory for this model\n");
    return code(ExitCode::internal_error);
  } catch (const std::filesystem::filesystem_error& e) {
    std::fprintf(stderr, "alembert: %s\n", alembert::printable(e.what()).c_str());
    return code(ExitCode::bad_usage);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "alembert: internal error: %s\nplease report this with the model file\n",
                 alembert::printable(e.what()).c_str());
    return code(ExitCode::internal_error);
  }
}
