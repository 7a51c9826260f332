// Modes and linear models of a mechanism about its initial state, an equilibrium, or a moment of a run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/linear/linear_model.h"
#include "analysis/linear/mode.h"
#include "analysis/mechanism.h"

namespace alembert {

struct ModesResult {
  std::vector<Mode> modes;            // by rising frequency
  std::optional<LinearModel> linear;  // of models small enough for full matrices
  dae::State state;                   // they are about
  std::string about;                  // "the initial state"
  std::vector<std::string> warnings;
};

// The state that `about` of the model's simulation means, consistent, with accelerations and multipliers; the
// mechanism must be made of a model with the same bodies and, in the first places, the same states.
// `initial` is what its initial state is called.
dae::State state_about(const Model& model, Mechanism& mechanism, const char* initial, std::string& said,
                       std::vector<std::string>& warnings);

// The mechanism is made of with_inputs(model, inputs).
ModesResult find_modes(const Model& model, Mechanism& mechanism, const std::vector<std::string>& inputs,
                       const char* initial = "the initial state");

// Which variables are inputs and which outputs are outputs of the linear model, as the simulation says.
std::vector<std::string> chosen_inputs(const Model& model);
std::vector<int> chosen_outputs(const Model& model);

// Up to so many coordinates, and so many unknowns in x, full matrices are used.
inline constexpr int kLargestFullCoordinates = 1500;
inline constexpr int kLargestFullStates = 700;
inline constexpr int kDefaultSparseModes = 20;

}  // namespace alembert
