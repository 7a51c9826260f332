#include "analysis/explained_step.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/conflicting_motions.h"
#include "analysis/dead_position.h"
#include "analysis/without_inertia.h"
#include "base/error.h"
#include "solve/step_failure.h"

namespace alembert {

namespace {

constexpr double kHardly = 0.01;     // as near to being undetermined a body without mass may be where a run stops
constexpr double kSoonInRun = 0.01;  // of the run: what stops it must show by then

}  // namespace

void explained_step(DynamicsEngine& engine) try { engine.integrator().advance(); } catch (const IntegrationError& e) {
  const Simulation& settings = engine.system().model().simulation;
  const dae::State& last = engine.integrator().state();
  const auto* known = dynamic_cast<const StepFailure*>(&e);
  const StepFailure failure = known != nullptr ? *known : StepFailure(e.what(), last.t, "");
  const double soon = last.t + std::max(settings.step.value_or(0.0), kSoonInRun * settings.end);
  if (const ConflictingMotions conflict = find_conflicting_motions(engine.mechanism(), last, soon); conflict.set >= 0)
    throw StepFailure(fmt::format("{} ({})", conflict.text(), e.what()), failure);
  const DeadPosition dead = find_dead_position(engine.mechanism(), last, soon - last.t);
  if (!dead.rows.empty()) throw StepFailure(fmt::format("{} ({})", dead.text(), e.what()), failure);
  const std::string text = undetermined_motions(engine.problem(), last, kHardly);
  if (text.empty()) throw failure;
  throw StepFailure(fmt::format("at t = {:.9g} s {} ({})", last.t, text, e.what()), failure);
}

}  // namespace alembert
