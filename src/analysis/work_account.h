// What dampers take and applied forces give while a run goes on.
#pragma once

#include <algorithm>
#include <array>

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
      conservative_ = conservative_ && (!e.active || decltype(kernel_of(e))::is_conservative(e.parameters));
    });
    // Constraints do work where they move; the user's own of velocities may.
    for (const ConstraintEntry& c : system.constraints())
      conservative_ = conservative_ && (c.row < 0 || (!c.velocity && !c.expression.uses_time()));
    if (!conservative_) last_ = problem_.energies(start);
  }
  bool conservative() const { return conservative_ && !interrupted_; }
  // Goes on from the account of a run that ended at t; the energy changed by this much then.
  void continue_from(const WorkAccount& other, double t, double change) {
    dissipated_ = dissipated_before_ = other.dissipated(t) + std::max(0.0, -change);
    supplied_ = supplied_before_ = other.supplied(t) + std::max(0.0, change);
    interrupted_ = true;
  }
  void add_step(Integrator& integrator) {
    if (conservative_) return;
    const dae::State& now = integrator.state();
    const double h = now.t - integrator.previous().t;
    integrator.interpolate(integrator.previous().t + 0.5 * h, middle_);
    const Energies m = problem_.energies(middle_);
    const Energies e = problem_.energies(now);
    h_ = h;
    begin_ = integrator.previous().t;
    dissipation_ = {last_.power_dissipated, m.power_dissipated, e.power_dissipated};
    supply_ = {last_.power_supplied, m.power_supplied, e.power_supplied};
    dissipated_before_ = dissipated_;
    supplied_before_ = supplied_;
    dissipated_ += h / 6.0 * (last_.power_dissipated + 4.0 * m.power_dissipated + e.power_dissipated);
    supplied_ += h / 6.0 * (last_.power_supplied + 4.0 * m.power_supplied + e.power_supplied);
    last_ = e;
  }
  double dissipated() const { return dissipated_; }
  double supplied() const { return supplied_; }
  // The same up to a time within the last step: the integral of the parabola through its three powers.
  double dissipated(double t) const { return dissipated_before_ + integral(dissipation_, t); }
  double supplied(double t) const { return supplied_before_ + integral(supply_, t); }

 private:
  using Powers = std::array<double, 3>;  // at the start, in the middle, at the end of the last step
  double integral(const Powers& p, double t) const {
    if (h_ == 0.0) return 0.0;
    const double s = (t - begin_) / h_;
    return h_ * s * (p[0] + s * (0.5 * (-3.0 * p[0] + 4.0 * p[1] - p[2]) + s * 2.0 / 3.0 * (p[0] - 2.0 * p[1] + p[2])));
  }

  MultibodyProblem& problem_;
  dae::State middle_;
  Energies last_;
  bool conservative_ = true, interrupted_ = false;
  double dissipated_ = 0.0, supplied_ = 0.0;
  double h_ = 0.0, begin_ = 0.0, dissipated_before_ = 0.0, supplied_before_ = 0.0;
  Powers dissipation_{}, supply_{};
};

}  // namespace alembert
