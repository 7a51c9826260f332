// The command `alembert`: reads the command line, calls the library, turns errors into messages and exit codes.
#include <CLI/CLI.hpp>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <exception>

#include "base/error.h"
#include "commands.h"

namespace {

std::atomic<bool> interrupted{false};

void on_signal(int) {
  if (interrupted.exchange(true)) std::_Exit(static_cast<int>(alembert::ExitCode::interrupted));  // asked twice: now
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
  alembert::commands::Commands commands(interrupted);
  commands.add_to(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& e) {
    return app.exit(e);
  } catch (const CLI::CallForAllHelp& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    std::fprintf(stderr, "alembert: %s\ntry `alembert --help`\n", e.what());
    return code(ExitCode::bad_usage);
  }
  try {
    return commands.run();
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
