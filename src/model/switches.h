// Elements switched on and off by name, and the analyses of a list.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace alembert {

// Joints, motions, constraints, forces, contacts and sensors with these names, whatever they are.
void switch_elements(Model& model, const std::vector<std::string>& activate,
                     const std::vector<std::string>& deactivate);

// The last dynamics of a list, or the last of all where there is none.
const Simulation& main_analysis(const std::vector<Simulation>& list);

// The last analysis of a list that goes on in time; where there is none, the last of all.
Simulation& last_over_time(std::vector<Simulation>& list);

// Makes of the model one for this analysis alone, with the settings it has for it, as far as it has any.
void keep_one_analysis(Model& model, AnalysisKind kind);

}  // namespace alembert
