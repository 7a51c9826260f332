// One instance of an FMU for co-simulation: a model of its resources, stepped by a master.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/session.h"
#include "fmu/variables.h"

namespace alembert::fmu {

// What the exporter leaves beside the model in the resources.
struct Manifest {
  std::string model;  // its path in the resources
  std::string guid;   // as in modelDescription.xml
  std::map<std::string, double> set;
  std::string inputs;  // given_inputs

  std::string text() const;
  static Manifest read(const std::filesystem::path& resources);
  static constexpr const char* kName = "alembert.json";
};

class Instance {
 public:
  // Reads the model. Throws Error for resources of another FMU.
  Instance(const std::filesystem::path& resources, const std::string& guid);

  // By value reference. Parameters are set before the end of the initialisation, inputs at any time.
  double get(std::size_t reference);
  void set(std::size_t reference, double value);
  // The rate at which an input goes on from its value in the next step.
  void set_input_rate(std::size_t reference, double rate);

  // Of the error in a step, where the model asks for a larger one.
  void set_tolerance(double tolerance) { tolerance_ = tolerance; }
  void enter_initialization();
  void exit_initialization();
  // In s. False: a sensor has stopped the motion on the way.
  bool step(double time, double duration);
  double time();
  bool stopped() const { return session_ && !session_->stopped_by().empty(); }
  void reset();
  // What has not been told yet.
  std::vector<std::string> take_warnings();

  // Everything it goes on with, as bytes.
  std::string state();
  void restore(std::string_view bytes);

 private:
  enum class Stage { instantiated, initialising, stepping };
  const Variable& variable(std::size_t reference) const;
  Session& session();

  Manifest manifest_;
  Model model_;  // as exported
  std::vector<Variable> variables_;
  Stage stage_ = Stage::instantiated;
  std::vector<double> values_;   // of inputs and parameters, as they were set
  std::set<std::size_t> given_;  // inputs that were set before the first step
  std::vector<double> rates_;    // of inputs, by their place in the model; 0: held
  std::optional<double> tolerance_;
  std::unique_ptr<Session> session_;  // null: what was set since has to be read
  std::vector<std::string> warnings_;
};

}  // namespace alembert::fmu
