// What the command line says in place of the model file: the options, their checks and their messages are the same for
// every command that offers them.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/model.h"

namespace alembert::commands {

// The number given to `option`, which may be an expression such as 1/12; positive; an error per step. Throw UsageError.
double number_of(const std::string& option, const std::string& text);
double positive_number(const std::string& option, const std::string& text);
double tolerance_number(const std::string& option, const std::string& text);
// "NAME" or "NAME:PARAMETER=NUMBER,...", given to `option`. Name and parameters are checked where the method is made.
MethodChoice method_choice(const std::string& option, const std::string& text);

// What --set NAME=VALUE gave, each a text.
std::map<std::string, double> settings_of(const std::vector<std::string>& texts);

class Overrides {
 public:
  // Options that a command offers. Several commands may offer the same, since only one of them is given.
  void offer_model(CLI::App& command, bool required = true);  // MODEL, --set, --input
  void offer_settings(CLI::App& command);                     // --set, --input
  void offer_method(CLI::App& command);                       // --method, --tolerance or --step
  void offer_end(CLI::App& command);
  void offer_output_step(CLI::App& command);
  void offer_small_motions(CLI::App& command);  // --about, --modes, --frame, --inputs, --outputs
  void offer_actuators(CLI::App& command);

  // The model file with everything that was given in its place, for a run of all that it asks for.
  Model read() const;
  // A model file that is named otherwise, with what was set and given.
  Model read_from(const std::string& file) const;
  // For one analysis alone: with the settings that the model has for it, as far as it has any.
  Model read(AnalysisKind kind) const;
  // In the model's unit of time.
  std::optional<double> end() const;
  bool has_model() const { return !file_.empty(); }
  // --set, --input, --method, --tolerance and --step, as far as they were given.
  std::vector<std::string> given() const;
  // The model's name with another ending.
  std::string beside_model(const char* ending) const;

 private:
  Model read_file() const;
  static void give(const std::string& text, Model& model);
  void refuse_unused(const Model& model) const;
  void apply_method(const Model& model, Simulation& s) const;
  void apply(Model& model) const;
  void apply_to_linear_model(Model& model) const;

  std::string file_;
  std::optional<std::string> method_, tolerance_, step_, end_, output_step_;
  std::optional<std::string> about_, frame_, inputs_, outputs_, actuators_;
  std::vector<std::string> set_, input_;
  std::optional<int> modes_;
};

}  // namespace alembert::commands
