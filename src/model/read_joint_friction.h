// Forces of type joint_friction.
#pragma once

#include <string>

#include "model/draft.h"

namespace alembert {

// The force that friction in a joint is; adds the states and variables it depends on, whose names begin with `name`.
AppliedForce read_joint_friction(Draft& draft, const Fields& fields, const std::string& name, const Node& key);

}  // namespace alembert
