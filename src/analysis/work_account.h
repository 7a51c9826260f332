// What dampers take and applied forces give while a run goes on, and how much energy was turned over in it:
//
//   the largest of   max T,   max V - min V,   sum |work supplied in a step|,   sum |work dissipated in a step|
//
// What swings to and fro without forces and dampers counts once, however often it swings: what the method takes from it
// is gone for good. What flows through counts as long as it flows. None can cancel, as sums with signs do: what the
// method added or removed is at most four times this.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

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
    end_ = start.t;
    last_ = problem_.energies(start);
    largest_.see(last_);
    balance_.start = last_.kinetic + last_.potential;
    if (conservative_ || !consistent_) return;
    displacement_.setZero(system.sizes().velocities);
    problem_.working_forces(start, forces_[0]);
    forces_[1] = forces_[0];
  }
  bool conservative() const { return conservative_ && !interrupted_; }
  // Goes on from the account of a run that ended at t; the energy changed by this much then.
  void continue_from(const WorkAccount& other, double t, double change) {
    dissipated_.start(other.dissipated_, other.share(t), other.h_, std::max(0.0, -change));
    supplied_.start(other.supplied_, other.share(t), other.h_, std::max(0.0, change));
    for (std::size_t k = 0; k < kSinks; ++k) taken_[k].start(other.taken_[k], other.share(t), other.h_, 0.0);
    largest_.see(other.largest_);
    balance_ = other.balance_;
    interrupted_ = true;
  }
  void add_step(Integrator& integrator) {
    const dae::State &now = integrator.state(), &before = integrator.previous();
    if (conservative_) {
      const Energies e = problem_.energies(now);
      largest_.see(e);
      return balance_.see(e, supplied_.total - dissipated_.total, now.t);
    }
    if (before.t != end_) turn_corner(before);
    end_ = now.t;
    h_ = now.t - before.t;
    begin_ = before.t;
    integrator.interpolate(before.t + 0.5 * h_, middle_);
    const Energies m = problem_.energies(middle_), e = problem_.energies(now);
    dissipated_.add({last_.power_dissipated, m.power_dissipated, e.power_dissipated}, h_);
    supplied_.add({last_.power_supplied, m.power_supplied, e.power_supplied}, h_);
    for (std::size_t k = 0; k < kSinks; ++k) taken_[k].add({last_.taken[k], m.taken[k], e.taken[k]}, h_);
    last_ = e;
    largest_.see(e);
    if (consistent_) take_means(before, now);
    balance_.see(e, supplied_.total - dissipated_.total, now.t);
  }
  // What the method had added or removed when that was most, and when.
  double most_numerical() const { return balance_.most; }
  double time_of_most() const { return balance_.t; }
  void exchange(Archive& archive) {
    archive(last_, largest_, balance_, interrupted_, dissipated_, supplied_);
    for (Work& each : taken_) archive(each);
    archive(h_, begin_, end_);
    if (consistent_) archive(forces_[1]);
  }
  double dissipated() const { return dissipated_.total; }
  double supplied() const { return supplied_.total; }
  // Of what was dissipated.
  double taken(Sink sink) const { return taken_[sink].total; }
  // The same up to a time within the last step.
  double dissipated(double t) const { return dissipated_.until(share(t), h_); }
  double supplied(double t) const { return supplied_.until(share(t), h_); }
  double taken(Sink sink, double t) const { return taken_[sink].until(share(t), h_); }
  // Up to a time within the last step; none: nothing moved but by rounding.
  std::optional<double> turned_over(double t) const {
    const double most =
        std::max({largest_.kinetic, largest_.swing(), dissipated_.gross(share(t), h_), supplied_.gross(share(t), h_)});
    if (!(most > kRounding * largest_.magnitude)) return std::nullopt;
    return most;
  }

 private:
  // Potential energies come with errors of about 1e-15 of their magnitude: what is less than 1e5 times as much cannot
  // be told from them to a small part.
  static constexpr double kRounding = 1e-10;
  struct Largest {  // after all steps
    double kinetic = 0.0, magnitude = 0.0, lowest = INFINITY, highest = -INFINITY;
    double swing() const { return highest - lowest; }
    void see(const Energies& e) {
      kinetic = std::max(kinetic, e.kinetic);
      magnitude = std::max(magnitude, e.magnitude);
      lowest = std::min(lowest, e.potential);
      highest = std::max(highest, e.potential);
    }
    void see(const Largest& other) {
      kinetic = std::max(kinetic, other.kinetic);
      magnitude = std::max(magnitude, other.magnitude);
      lowest = std::min(lowest, other.lowest);
      highest = std::max(highest, other.highest);
    }
    void exchange(Archive& archive) { archive(kinetic, magnitude, lowest, highest); }
  };
  // T + V less what was supplied and not dissipated, after all steps: what it has gained since the start is the
  // method's.
  struct Balance {
    double start = 0.0, most = 0.0, t = 0.0;
    void see(const Energies& e, double given, double at) {
      const double off = e.kinetic + e.potential - given - start;
      if (!(std::abs(off) > std::abs(most))) return;
      most = off;
      t = at;
    }
    void exchange(Archive& archive) { archive(start, most, t); }
  };
  struct Work {
    double total = 0.0, before = 0.0;  // after the last step, and before it
    double both_ways = 0.0;            // before the last step, without regard to the sign of the work in each
    std::array<double, 3> powers{};    // at its start, in its middle, at its end
    double correction = 0.0;           // of Simpson's rule

    // Goes on from a share of the last step of another, when this much is done at once.
    void start(const Work& other, double s, double h, double work) {
      const double value = other.until(s, h) + work;
      *this = {value, value, other.gross(s, h) + work, {}, 0.0};
    }
    void add(const std::array<double, 3>& p, double h) {
      both_ways += std::abs(total - before);
      powers = p;
      before = total;
      correction = 0.0;
      total += h / 6.0 * (p[0] + 4.0 * p[1] + p[2]);
    }
    // This much is done at once, between two steps.
    void jump(double work) {
      both_ways += std::abs(total - before) + std::abs(work);
      total = before = total + work;
      powers = {};
      correction = 0.0;
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
    double gross(double s, double h) const { return both_ways + std::abs(until(s, h) - before); }
    void exchange(Archive& archive) { archive(total, before, both_ways, powers, correction); }
  };
  // A corner of the integration lies between the last step and this one: what drives that jump did to velocities is
  // work of theirs, and powers go on from its other side.
  void turn_corner(const dae::State& behind) {
    const Energies e = problem_.energies(behind);
    supplied_.jump(e.kinetic + e.potential - last_.kinetic - last_.potential);
    last_ = e;
    largest_.see(e);
  }
  // The work of the last step as a method that balances energies sees it.
  void take_means(const dae::State& before, const dae::State& now) {
    std::swap(forces_[0], forces_[1]);
    problem_.working_forces(now, forces_[1]);
    problem_.difference(before.q, now.q, displacement_);
    dissipated_.correct(-0.5 * displacement_.dot(forces_[0].dissipative + forces_[1].dissipative));
    supplied_.correct(0.5 * displacement_.dot(forces_[0].supplied + forces_[1].supplied));
    for (std::size_t k = 0; k < kSinks; ++k)
      if (forces_[1].taken[k].size() > 0)
        taken_[k].correct(-0.5 * displacement_.dot(forces_[0].taken[k] + forces_[1].taken[k]));
  }
  double share(double t) const { return h_ == 0.0 ? 0.0 : (t - begin_) / h_; }

  MultibodyProblem& problem_;
  dae::State middle_;
  Energies last_;
  Largest largest_;
  Balance balance_;
  bool conservative_ = true, interrupted_ = false, consistent_;
  Work dissipated_, supplied_;
  std::array<Work, kSinks> taken_;
  double h_ = 0.0, begin_ = 0.0, end_ = 0.0;
  std::array<WorkingForces, 2> forces_;  // at the start and the end of the last step
  Vector displacement_;
};

}  // namespace alembert
