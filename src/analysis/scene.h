// All of a model that a picture of it needs, as JSON in SI units: bodies with their shapes, markers, joints, forces,
// units, parameters, freedom. Stored in results.h5, so that a report needs neither the model file nor the reader.
#pragma once

#include <string>

#include "analysis/start.h"
#include "system/system.h"

namespace alembert {

std::string scene_text(const System& system, const StartReport& start);
// The scene of a run that goes on to another end.
std::string scene_until(const std::string& scene, double end);

}  // namespace alembert
