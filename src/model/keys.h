// Every key of the model file, in tables: the reader refuses what is not in them, and the JSON Schema is made from
// them.
#pragma once

#include <string_view>

#include "base/key.h"

namespace alembert {

// Tables by name: model units ground geometry marker orientation spline path path_circle curve sprocket
// involute geneva contact contact_friction
// material state transfer_function state_space simulation repeat.
const KeyTable& key_table(std::string_view name);
// bodies, joints, forces or controllers.
const KeyVariants& key_variants(std::string_view name);

}  // namespace alembert
