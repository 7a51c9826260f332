// Modes and linear models for people and for other programs: a table, modes.json, linear.json, linear.m, linear.mat.
#pragma once

#include <filesystem>
#include <string>

#include "analysis/linear/modes.h"
#include "analysis/mechanism.h"

namespace alembert {

std::string modes_text(const ModesResult& found);
std::string linear_text(const LinearModel& model);

// The displacement of a body's frame origin and its rotation, both in ground axes, in a mode: its six complex numbers.
Eigen::Matrix<std::complex<double>, 6, 1> shape_of(const Mechanism& mechanism, const dae::State& state,
                                                   const Mode& mode, std::size_t body);

// Writes modes.json and, where there is a linear model, linear.json, linear.m and linear.mat into the folder.
void write_modes(const std::filesystem::path& folder, Mechanism& mechanism, const ModesResult& found);

}  // namespace alembert
