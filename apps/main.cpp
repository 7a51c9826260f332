// The command `alembert`: reads the command line, calls the library, turns errors into messages and exit codes.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "base/interruption.h"
#include "base/suggest.h"
#include "commands.h"

namespace {

alembert::Interruption interruption;

// Where a loop looks, it ends in order and keeps what it has. Anywhere else, and when asked twice, the program ends
// now.
void on_signal(int) {
  if (interruption.ask()) return;
  constexpr std::string_view text = "alembert: interrupted\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
  std::_Exit(static_cast<int>(alembert::ExitCode::interrupted));
}

// CLI11 says of an unknown command only that one is required.
void refuse_unknown_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->check_name(argv[1])) return;  // an alias, too
    names.push_back(command->get_name());
  }
  throw alembert::UsageError(fmt::format("unknown command `{}`; available: {}{}", argv[1], fmt::join(names, ", "),
                                         alembert::did_you_mean(argv[1], names)));
}

int code(alembert::ExitCode c) { return static_cast<int>(c); }

}  // namespace

int main(int argc, char** argv) {
  using alembert::ExitCode;
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
  CLI::App app{"Alembert simulates machines: rigid bodies, joints, forces."};
  app.name("alembert");
  app.require_subcommand(1);
  alembert::commands::Commands commands(interruption);
  commands.add_to(app);
  try {
    refuse_unknown_command(app, argc, argv);
    app.parse(argc, argv);
  } catch (const alembert::UsageError& e) {
    std::fprintf(stderr, "alembert: %s\ntry `alembert --help`\n", e.what());
    return code(ExitCode::bad_usage);
  } catch (const CLI::CallForHelp& e) {
    return app.exit(e);
  } catch (const CLI::CallForAllHelp& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    std::fprintf(stderr, "alembert: %s\ntry `alembert --help`\n", e.what());
    return code(ExitCode::bad_usage);
  }
  try {
    const int result = commands.run();
    if (std::fflush(stdout) != 0)
      throw alembert::UsageError("cannot write to the standard output: " + std::generic_category().message(errno));
    return result;
  } catch (const alembert::Error& e) {
    std::fprintf(stderr, "alembert: %s\n", e.what());
    return code(e.code());
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "alembert: not enough memory for this model\n");
    return code(ExitCode::internal_error);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "alembert: internal error: %s\nplease report this with the model file\n", e.what());
    return code(ExitCode::internal_error);
  }
}
