// What contacts ask of the step loop: a test of their energies, a limit of the step, careful predictions.
#include <algorithm>

#include "solve/stepper.h"

namespace alembert {

// An impact is over in a moment: positions hardly show what a step does to it, its energies do. Their error is
// proportional to h^3, too.
void Stepper::test_impacts(StepRecord& record) {
  const dae::Problem::ImpactError impact = problem_.impact_error(now_, trial_, options_.contact_accuracy);
  if (impact.passed_through) {
    record.outcome = StepOutcome::passed_through;
  } else if (options_.tolerance && impact.ratio > record.error_ratio) {
    record.error_ratio = impact.ratio;
  } else {
    return;
  }
  record.worst_contact = impact.contact;
  record.worst_row = -1;
}

// No further than bodies may go before they could be through each other.
void Stepper::limit_step() {
  if (options_.step) return;
  const double longest = problem_.longest_step(now_);
  if (!(longest < h_next_)) return;
  h_next_ = longest;
  grown_ = grown_ && longest > h_last_;
}

// Where something begins or ceases to touch accelerations jump, and what is extrapolated over that is far off: Newton
// fails. After a failure more of the kind will follow.
void Stepper::limit_prediction() {
  const int in_contact = touching_ ? 1 : Predictor::kMaxDegree;
  predictor_.limit(rough_steps_ > 0 ? 0 : in_contact);
}

void Stepper::note_touching() {
  const bool touches = problem_.touches();
  rough_steps_ = touches != touching_ ? std::max(rough_steps_, 1) : std::max(rough_steps_ - 1, 0);
  touching_ = touches;
}

}  // namespace alembert
