// The subcommands of `alembert`.
#pragma once

#include <CLI/CLI.hpp>
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "results/results_reader.h"

namespace alembert::commands {

// "NAME" or "NAME:PARAMETER=NUMBER,...", given to `option`. Name and parameters are checked where the method is made.
MethodChoice method_choice(const std::string& text, const std::string& option);
// Throws UsageError if a number given to `option` is not positive and finite.
void require_positive(const char* option, double value);
// The number that is given to `option`, which may be an expression such as 1/12.
double number_of(const std::string& option, const std::string& text);
// Reads a model file with parameters replaced, each "NAME=VALUE".
Model read_model_with(const std::string& file, const std::vector<std::string>& set);

class Commands {
 public:
  explicit Commands(const std::atomic<bool>& interrupted) : interrupted_(interrupted) {}

  void add_to(CLI::App& app);
  // Runs the subcommand that was parsed; returns the exit code.
  int run() { return chosen_(); }

 private:
  void add_model_options(CLI::App& command, bool required = true);
  // --method, --tolerance or --step, --end: in place of what the model says.
  void add_simulation_options(CLI::App& command);
  void apply_simulation_options(Model& model) const;
  Model read() const;
  // DIR of -o, or the model's name with another ending.
  std::string results_folder(const char* ending = ".out") const;
  void say(const std::string& line) const;

  int run_model();
  // The results folder given with --continue, if it was.
  std::optional<results::StoredRun> run_to_continue() const;
  int check_model();
  void add_verify(CLI::App& app);
  int verify_model();
  void add_compare(CLI::App& app);
  int compare_model();
  int list_methods() const;
  int list_elements() const;

  const std::atomic<bool>& interrupted_;
  std::function<int()> chosen_;
  std::string model_, folder_, method_, continued_;
  std::vector<std::string> set_;
  std::string methods_, steps_, tolerances_;
  std::optional<double> tolerance_, step_, end_, accuracy_;
  bool report_ = false;
  bool quiet_ = false;
};

}  // namespace alembert::commands
