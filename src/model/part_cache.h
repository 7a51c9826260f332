// Parts that are described in a model, or in a part file, are reduced when the model is read. What took long is kept
// beside the model, under a name that tells its content: `.NAME-CONTENT.flex.h5`.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "flexible/part.h"
#include "model/context.h"

namespace alembert {

struct CachedPart {
  flexible::Part part;
  std::filesystem::path file;  // where it is kept; empty: nowhere
};

// `described`: the description, and the folder in which files that it names are looked for. Of these the content
// counts.
CachedPart cached_part(const std::filesystem::path& folder, const std::string& name, const Context& context,
                       const Node& described, const std::function<flexible::Part()>& reduce);

}  // namespace alembert
