// `alembert kinematics`, `statics`, `quasi_statics`, `modes`, `linearise`, `inverse_dynamics`, `step_limit`.
#pragma once

#include <CLI/CLI.hpp>
#include <atomic>
#include <functional>
#include <string>

#include "model/model.h"

namespace alembert::commands {

void add_analyses(CLI::App& app, std::function<int()>& chosen, const std::atomic<bool>& interrupted);

// Carries out what `analysis` of the model asks for, other than dynamics; returns the exit code.
struct CarryOut {
  std::string folder;
  bool quiet = false;
  bool report = false;  // write the page too
};
int carry_out(const Model& model, const CarryOut& how, const std::atomic<bool>& interrupted);

}  // namespace alembert::commands
