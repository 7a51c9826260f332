// An FMU (Functional Mock-up Unit, FMI 2.0 for co-simulation) of a model: modelDescription.xml, the shared library with
// the engine, and in its resources the model with all files that it names.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "model/model.h"

namespace alembert::fmu {

// `read` reads the model file, with parameters set and inputs given. `library`: the shared library; found beside the
// program unless given. Throws ModelError for files that cannot be taken along.
void write_fmu(const std::filesystem::path& target, const std::function<Model()>& read,
               const std::optional<std::filesystem::path>& library = {});

// A name for the shared library: letters, digits and _, not beginning with a digit.
std::string identifier_of(const std::filesystem::path& target);

}  // namespace alembert::fmu
