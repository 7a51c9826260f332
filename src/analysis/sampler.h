// Turns a state into a sample of the results: poses, velocities, accelerations, reactions, energies, output columns.
#pragma once

#include <array>
#include <vector>

#include "analysis/joint_coordinates.h"
#include "analysis/mechanism.h"
#include "results/sample.h"
#include "solve/acceleration_solver.h"
#include "system/energies.h"
#include "system/parts/contacts_part.h"

namespace alembert {

// What a run has summed up and counted until a state.
struct RunTotals {
  double work_in = 0.0, dissipated = 0.0;  // since the start
  std::array<double, kSinks> taken{};      // of what is dissipated
  std::vector<double> sensor_counts;       // how often each sensor has acted; empty: none has
};

// All channels of results/channels.h are filled here, and nowhere else.
class Sampler {
 public:
  explicit Sampler(Mechanism& mechanism);

  // Accelerations and reactions are solved from the equations of motion at the state's position and velocity, so that
  // they carry none of the method's transients. The sample is valid until the next call.
  // `between`: the state was interpolated, so that its positions and velocities are checked here, and not by
  // check_step. `joints` has accepted the step before the state.
  const Sample& take(const dae::State& state, bool between, const JointCoordinates& joints, const RunTotals& totals);
  // The sample of a state whose accelerations and multipliers are what they are.
  const Sample& take_as_given(const dae::State& state, const JointCoordinates& joints);
  // Coordinates of all flexible bodies, one body after the other.
  void modes_of(const dae::State& state, std::vector<double>& out) const;
  // Largest residuals of the constraints in an accepted state: positions, velocities, accelerations. Leaves the problem
  // placed there.
  std::array<double, 3> check_step(const dae::State& state, const Vector& acceleration);

  void exchange(Archive& archive) { archive(seen_, accelerations_); }
  // Goes on with the extremes another has seen.
  void continue_from(const Sampler& other);

  double energy_start() const { return seen_.energy_start; }
  double max_energy_drift() const { return seen_.max_drift; }
  // How many samples were in positions too singular to solve for accelerations, and the time of the first.
  int unsolved() const { return seen_.unsolved; }
  double first_unsolved() const { return seen_.first_unsolved; }
  // Over all steps checked and all samples taken between them (accelerations: the steps alone).
  double max_position_violation() const { return seen_.max_position; }
  double max_velocity_violation() const { return seen_.max_velocity; }
  double max_acceleration_violation() const { return seen_.max_acceleration; }

 private:
  const Sample& fill(const JointCoordinates& joints, const RunTotals& totals);
  void fill_energies(const RunTotals& totals);
  void fill_bodies();
  void fill_joints(const JointCoordinates& joints);
  void fill_forces();
  void fill_contacts();
  void fill_variables();
  void fill_formulas(const RunTotals& totals);
  void check_between(const dae::State& state);
  double largest_of_positions() const;

  const System& system_;
  MultibodyProblem& problem_;
  Outputs& outputs_;
  Sensors& sensors_;
  Sample sample_;
  Snapshot snapshot_;
  std::vector<double> modes_, powers_, output_values_;
  std::vector<ContactPoint> points_;
  AccelerationSolver accelerations_;
  dae::State state_;
  Vector rate_, f_;
  struct Seen {
    int unsolved = 0;
    double first_unsolved = 0.0;
    bool first = true;
    double energy_start = 0.0, max_drift = 0.0;
    double max_position = 0.0, max_velocity = 0.0, max_acceleration = 0.0;
    void exchange(Archive& archive) {
      archive(unsolved, first_unsolved, first, energy_start, max_drift, max_position, max_velocity, max_acceleration);
    }
  };
  Seen seen_;
};

}  // namespace alembert
