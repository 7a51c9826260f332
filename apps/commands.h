// The subcommands of `alembert`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>

#include "analysis/dynamics.h"
#include "base/interruption.h"
#include "overrides.h"
#include "results/results_reader.h"

namespace alembert::commands {

class Commands {
 public:
  explicit Commands(Interruption& interruption) : interruption_(interruption) {}

  void add_to(CLI::App& app);
  // Runs the subcommand that was parsed; returns the exit code.
  int run() { return chosen_(); }

 private:
  // MODEL, --set, --quiet
  void add_model_options(CLI::App& command, bool required = true);
  void add_folder_option(CLI::App& command);  // -o
  // DIR of -o, or the model's name with another ending.
  std::string results_folder(const char* ending = ".out") const;
  void say(const std::string& line) const;

  int run_model();
  // Carries out what the model asks for; to the folder of the options, or the model's.
  int simulate_model(const Model& model, DynamicsOptions options = {});
  // The results folder given with --continue, if it was.
  std::optional<results::RunData> run_to_continue() const;
  int check_model();
  void add_verify(CLI::App& app);
  int verify_model();
  void add_compare(CLI::App& app);
  int compare_model();
  int list_methods() const;
  int list_elements() const;

  Interruption& interruption_;
  std::function<int()> chosen_;
  Overrides overrides_;
  std::string folder_, continued_;
  std::string methods_, steps_, tolerances_;
  std::optional<std::string> accuracy_;
  bool report_ = false;
  bool quiet_ = false;
};

}  // namespace alembert::commands
