// The JSON Schema of the model file, made from the tables of keys.h.
#pragma once

#include <string>

namespace alembert {

// Draft 2020-12, as in schema/model.schema.json.
std::string model_schema();

}  // namespace alembert
