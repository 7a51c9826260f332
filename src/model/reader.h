// Reads a model file into a Model: checked, in SI units.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "model/description.h"
#include "model/model.h"

namespace alembert {

struct ReadOptions {
  std::map<std::string, double> set = {};  // parameters that replace those of the file (--set NAME=VALUE)
  Functions functions = {};                // the program's own, which expressions may call
};

// What a description means where these parameters have other values.
Model interpret(std::shared_ptr<const Description> description, const std::map<std::string, double>& set = {});
// The same of a part of a model: without the text of a file.
Model interpret_sub_model(std::shared_ptr<const Description> description, const std::map<std::string, double>& set);
// The same model where parameters have other values, beside those that were set when it was made: nothing is parsed.
Model with_parameters(const Model& model, const std::map<std::string, double>& values);

// All throw ModelError, with file, line and column, for anything wrong in the file (a file that cannot be read
// included), and UsageError for a parameter in `set` that the model does not have. Nothing else is thrown.
Model read_model_file(const std::filesystem::path& path, const ReadOptions& options = {});
Model read_model_text(std::string text, std::string file_name, const ReadOptions& options = {});

}  // namespace alembert
