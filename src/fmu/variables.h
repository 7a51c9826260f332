// The variables of an FMU, made of a model: time, inputs, outputs, parameters. The place of each is its value
// reference.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"
#include "model/units.h"

namespace alembert::fmu {

struct Variable {
  enum class Kind { time, input, output, parameter };
  std::string name;  // of all variables one: an output with the name of an input is called `output.NAME`, and so on
  Kind kind = Kind::time;
  std::string key;                     // parameter: its name in the model
  std::size_t index = 0;               // input, output: in the model
  double start = 0.0;                  // but of outputs
  Quantity quantity = Quantity::none;  // none: no unit is known
  std::string description;
};

std::vector<Variable> variables_of(const Model& model);

// The file modelDescription.xml, by the schema of FMI 2.0.
struct Identity {
  std::string identifier;  // of the shared library; letters, digits and _
  std::string guid;
};
std::string description_of(const Model& model, const std::vector<Variable>& variables, const Identity& identity);

}  // namespace alembert::fmu
