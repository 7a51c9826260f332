// A model carried through time by one of our own methods as a published experiment had it: with StudyOptions, which no
// user is offered.
#pragma once

#include <memory>
#include <utility>

#include "analysis/dynamics.h"
#include "analysis/mechanism.h"
#include "base/error.h"
#include "solve/stepper.h"

namespace alembert::studies {

class StudyEngine {
 public:
  explicit StudyEngine(const Model& model, const StudyOptions& study = {})
      : mechanism_(model),
        stepper_(mechanism_.problem(), method_of(model.simulation.method), published_options(model), published(study)) {
    stepper_.start(mechanism_.initial_state());
  }

  MultibodyProblem& problem() { return mechanism_.problem(); }
  Stepper& integrator() { return stepper_; }

 private:
  // The papers know no output step.
  static IntegrationOptions published_options(const Model& model) {
    IntegrationOptions options = integration_options(model);
    options.max_step = model.simulation.max_step;
    return options;
  }
  static StudyOptions published(StudyOptions study) {
    study.published_control = true;
    return study;
  }
  static std::unique_ptr<Method> method_of(const MethodChoice& choice) {
    if (std::unique_ptr<Method> method = make_method(choice.name, choice.parameters)) return method;
    throw UsageError("study options are for our own methods, not for " + choice.name);
  }

  Mechanism mechanism_;
  Stepper stepper_;
};

}  // namespace alembert::studies
