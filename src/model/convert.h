// A model written back as a model file.
#pragma once

#include <filesystem>
#include <string>

#include "model/model.h"

namespace alembert {

// The text of a file at `target` that means the same as the model: parameters that were set have their new values, and
// files are named from there. Comments of the original are not kept.
std::string converted_text(const Model& model, const std::filesystem::path& target);

// The text of a file at the model's own place that means the same without the files it includes and is assembled from.
std::string text_in_one(const Model& model);

}  // namespace alembert
