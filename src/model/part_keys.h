// Every key of a part file (PART.yaml), in tables, as keys.h has those of the model file.
#pragma once

#include "model/keys.h"

namespace alembert {

// part part_material part_element part_interface part_modes part_load
const KeyTable& part_key_table(std::string_view name);
// Of `sections`: tube rod rectangle general.
const KeyVariants& section_variants();

}  // namespace alembert
