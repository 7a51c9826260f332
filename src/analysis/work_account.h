// What dampers take and applied forces give while a run goes on.
#pragma once

#include "solve/integrator.h"
#include "system/multibody_problem.h"
#include "system/system.h"

namespace alembert {

// Integrates the powers of dampers and applied forces: Simpson's rule on each step's dense output, so that what is left
// in `numerical` is the method's own doing and not the quadrature's.
class WorkAccount {
 public:
  WorkAccount(const System& system, MultibodyProblem& problem, const dae::State& start)
      : problem_(problem), middle_(system.sizes()) {
    for_each_element(system.forces(), [&](const auto& e) {
      conservative_ = conservative_ && decltype(kernel_of(e))::is_conservative(e.parameters);
    });
    if (!conservative_) last_ = problem_.energies(start.t, start.q, start.v);
  }
  bool conservative() const { return conservative_; }
  void add_step(Integrator& integrator) {
    if (conservative_) return;
    const dae::State& now = integrator.state();
    const double h = now.t - integrator.previous().t;
    integrator.interpolate(integrator.previous().t + 0.5 * h, middle_);
    const Energies m = problem_.energies(middle_.t, middle_.q, middle_.v);
    const Energies e = problem_.energies(now.t, now.q, now.v);
    dissipated_ += h / 6.0 * (last_.power_dissipated + 4.0 * m.power_dissipated + e.power_dissipated);
    supplied_ += h / 6.0 * (last_.power_supplied + 4.0 * m.power_supplied + e.power_supplied);
    last_ = e;
  }
  double dissipated() const { return dissipated_; }
  double supplied() const { return supplied_; }

 private:
  MultibodyProblem& problem_;
  dae::State middle_;
  Energies last_;
  bool conservative_ = true;
  double dissipated_ = 0.0, supplied_ = 0.0;
};

}  // namespace alembert
