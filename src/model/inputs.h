// Inputs of a model: found by name, and given other values than the model file has.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "model/model.h"

namespace alembert {

// Its place among the model's; -1: there is none of this name.
int find_input(const Model& model, const std::string& name);
std::vector<std::string> input_names(const Model& model);
// What is wrong with the points of one; empty: nothing.
std::string input_problem(const InputSignal& signal);

// As a function of time, in the model's unit of it.
Expression input_function(const Input& input);

// In place of what the model file says. Throw UsageError for an input that the model does not have, ModelError for a
// file that cannot be read. Points of a file are between and outside as those the input had, or straight lines, and
// constant outside; their columns are the first and the one with the input's name, or the second.
void give_input(Model& model, const std::string& name, double value);
void give_input(Model& model, const std::string& name, const std::filesystem::path& csv);

}  // namespace alembert
