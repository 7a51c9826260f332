// What sensors do to a model: the model after an event, and the state in which it goes on.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/dynamics.h"

namespace alembert {

// Of the run: a step before the start, for what follows an event there.
inline constexpr double kStepAtStart = 1e-5;

// Whether these sensors' actions change anything of the mechanism, so that the integration must begin again.
bool changes_anything(const Model& model, const std::vector<std::size_t>& sensors);

// What these do, in words: "stops the run", "deactivates floor".
std::vector<std::string> actions_of(const Sensor& sensor);
std::vector<std::string> switching_of(const std::vector<std::string>& activate,
                                      const std::vector<std::string>& deactivate);

struct ChangedModel {
  Model model;
  Restart restart;
};
// Parameters that are set need the model's text: the model is read again with them. Throws ModelError if that fails,
// or if the parameter changes which bodies there are.
ChangedModel apply_events(DynamicsEngine& engine, const std::vector<std::size_t>& sensors, const dae::State& state);

// Notes the time of an event of this sensor. Throws IntegrationError if it comes back faster and faster.
void guard_events(std::vector<double>& times, double t, const std::string& sensor);

// The model with other values of parameters, everything that sensors have switched as it is. Throws ModelError as
// above.
Model read_again(const Model& now, const std::map<std::string, double>& values, const SourcePosition& where);

// The jolts of the elements at the restart of an engine.
std::vector<EventRecord::Impulse> impulses_of(DynamicsEngine& engine);

}  // namespace alembert
