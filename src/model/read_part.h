// Reads a part file (PART.yaml) and reduces what it describes to modes: a flexible::Part.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "flexible/part.h"
#include "flexible/reduction.h"
#include "model/context.h"

namespace alembert {

// Both throw ModelError, with file, line and column. `set` replaces parameters of the file.
flexible::Part read_part(const std::filesystem::path& path, const std::map<std::string, double>& set = {},
                         const flexible::Progress& progress = {});
// The same keys in a mapping of a model, whose units and parameters count; `name` is the part's. Files are looked for
// beside the model.
flexible::Part read_part_of(const Context& context, const Node& node, const std::string& name,
                            const flexible::Progress& progress = {});

// A chain of beams cut into pieces, which meet at frames called `cut1`, `cut2` and so on: these are interfaces, too. A
// frame or interface belongs to the first piece that has its nodes.
std::vector<flexible::Part> read_pieces_of(const Context& context, const Node& node, const std::string& name,
                                           int pieces);

}  // namespace alembert
