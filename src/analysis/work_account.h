// What dampers take and applied forces give while a run goes on.
#pragma once

#include <algorithm>
#include <array>

#include "solve/integrator.h"
#include "system/multibody_problem.h"
#include "system/system.h"

namespace alembert {

// Integrates the powers of dampers and applied forces: Simpson's rule on each step's dense output, so that what is left
// in `numerical` is the method's own doing and not the quadrature's. Where the method balances energies by itself, the
// work is what it sees: the mean of the forces at both ends along the step's displacement. (Not where forces own
// states, in which they store energy: along a displacement that cannot be told from what they dissipate.)
class WorkAccount {
 public:
  WorkAccount(const System& system, MultibodyProblem& problem, const dae::State& start, bool consistent)
      : problem_(problem), middle_(system.sizes()), consistent_(consistent) {
    for (const StateVariable& x : system.model().states) consistent_ = consistent_ && x.owner < 0;
    conservative_ = system.conservative();
    if (conservative_) return;
    last_ = problem_.energies(start);
    if (!consistent_) return;
    displacement_.setZero(system.sizes().velocities);
    problem_.working_forces(start, forces_[0].dissipative, forces_[0].supplied);
    forces_[1] = forces_[0];
  }
  bool conservative() const { return conservative_ && !interrupted_; }
  // Goes on from the account of a run that ended at t; the energy changed by this much then.
  void continue_from(const WorkAccount& other, double t, double change) {
    dissipated_.start(other.dissipated(t) + std::max(0.0, -change));
    supplied_.start(other.supplied(t) + std::max(0.0, change));
    interrupted_ = true;
  }
  void add_step(Integrator& integrator) {
    if (conservative_) return;
    const dae::State &now = integrator.state(), &before = integrator.previous();
    h_ = now.t - before.t;
    begin_ = before.t;
    integrator.interpolate(before.t + 0.5 * h_, middle_);
    const Energies m = problem_.energies(middle_), e = problem_.energies(now);
    dissipated_.add({last_.power_dissipated, m.power_dissipated, e.power_dissipated}, h_);
    supplied_.add({last_.power_supplied, m.power_supplied, e.power_supplied}, h_);
    last_ = e;
    if (!consistent_) return;
    std::swap(forces_[0], forces_[1]);
    problem_.working_forces(now, forces_[1].dissipative, forces_[1].supplied);
    problem_.difference(before.q, now.q, displacement_);
    dissipated_.correct(-0.5 * displacement_.dot(forces_[0].dissipative + forces_[1].dissipative));
    supplied_.correct(0.5 * displacement_.dot(forces_[0].supplied + forces_[1].supplied));
  }
  void exchange(Archive& archive) {
    archive(last_, interrupted_, dissipated_, supplied_, h_, begin_);
    if (consistent_) archive(forces_[1]);
  }
  double dissipated() const { return dissipated_.total; }
  double supplied() const { return supplied_.total; }
  // The same up to a time within the last step.
  double dissipated(double t) const { return dissipated_.until(share(t), h_); }
  double supplied(double t) const { return supplied_.until(share(t), h_); }

 private:
  struct Work {
    double total = 0.0, before = 0.0;  // after the last step, and before it
    std::array<double, 3> powers{};    // at its start, in its middle, at its end
    double correction = 0.0;           // of Simpson's rule

    void start(double value) { *this = {value, value, {}, 0.0}; }
    void add(const std::array<double, 3>& p, double h) {
      powers = p;
      before = total;
      correction = 0.0;
      total += h / 6.0 * (p[0] + 4.0 * p[1] + p[2]);
    }
    // The work in the step is this.
    void correct(double work) {
      correction = work - (total - before);
      total = before + work;
    }
    // The integral of the parabola through the three powers, up to a share of the step; a correction grows with time.
    double until(double s, double h) const {
      const auto& p = powers;
      return before + s * correction +
             h * s *
                 (p[0] + s * (0.5 * (-3.0 * p[0] + 4.0 * p[1] - p[2]) + s * 2.0 / 3.0 * (p[0] - 2.0 * p[1] + p[2])));
    }
    void exchange(Archive& archive) { archive(total, before, powers, correction); }
  };
  struct Forces {
    Vector dissipative, supplied;
    void exchange(Archive& archive) { archive(dissipative, supplied); }
  };
  double share(double t) const { return h_ == 0.0 ? 0.0 : (t - begin_) / h_; }

  MultibodyProblem& problem_;
  dae::State middle_;
  Energies last_;
  bool conservative_ = true, interrupted_ = false, consistent_;
  Work dissipated_, supplied_;
  double h_ = 0.0, begin_ = 0.0;
  std::array<Forces, 2> forces_;  // at the start and the end of the last step
  Vector displacement_;
};

}  // namespace alembert
