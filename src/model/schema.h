// The JSON Schemas of the model file and of part files, made from the tables of keys.h and part_keys.h.
#pragma once

#include <string>

namespace alembert {

// Draft 2020-12, as in schema/model.schema.json.
std::string model_schema();
// Of part files, as in schema/part.schema.json.
std::string part_schema();

}  // namespace alembert
