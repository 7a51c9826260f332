// Files that a model is made of beside its own: `include:` and the sub-models of `assemblies:`. They are read when the
// description is made, so that it holds everything.
#pragma once

#include <string>

#include "model/node.h"

namespace alembert {

// The tree of the file `file` with all it includes in place of `include:`, and the tree of its file as `model` in each
// assembly. Throws ModelError for files that cannot be read, include each other in a circle, or say the same thing
// twice.
Node with_files(Node root, const std::string& file);

// Does the tree hold values of other files?
bool has_other_files(const Node& root);

// The tree with the sub-models of assemblies named by their files alone; or with the sub-models alone.
Node naming_files(Node root);
Node without_files(Node root);

}  // namespace alembert
