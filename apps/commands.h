// The subcommands of `alembert`.
#pragma once

#include <CLI/CLI.hpp>
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/model.h"

namespace alembert::commands {

class Commands {
 public:
  explicit Commands(const std::atomic<bool>& interrupted) : interrupted_(interrupted) {}

  void add_to(CLI::App& app);
  // Runs the subcommand that was parsed; returns the exit code.
  int run() { return chosen_(); }

 private:
  void add_model_options(CLI::App& command);
  Model read() const;
  std::string results_folder() const;
  void say(const std::string& line) const;

  int run_model();
  int check_model();
  int list_methods() const;
  int list_elements() const;

  const std::atomic<bool>& interrupted_;
  std::function<int()> chosen_;
  std::string model_, folder_, method_;
  std::vector<std::string> set_;
  std::optional<double> tolerance_, step_, end_;
  bool quiet_ = false;
};

}  // namespace alembert::commands
