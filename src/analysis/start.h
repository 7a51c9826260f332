// The start of an analysis: positions put together, velocities made consistent, accelerations and multipliers solved,
// redundant constraints found and named (docs/formulation.md, "start" and "redundant constraints").
#pragma once

#include <string>
#include <vector>

#include "dae/problem.h"
#include "linear/rank.h"
#include "system/multibody_problem.h"

namespace alembert {

// Constraint equations that depend on each other: `redundant` of them could be left out.
struct DependentSet {
  std::vector<int> rows;
  int redundant = 0;
  bool always = true;      // false: only in this position
  bool consistent = true;  // false: they contradict each other, and the mechanism cannot be put together
};

struct StartReport {
  double given_position_violation = 0.0;  // of the positions and velocities as the user gave them
  double given_velocity_violation = 0.0;
  int worst_given_row = -1;
  double largest_move = 0.0;  // of a centre of mass, to put the mechanism together
  double largest_turn = 0.0;  // of a body
  double largest_velocity_change = 0.0;
  int most_changed_velocity = -1;
  int degrees_of_freedom = 0;
  int rank = 0;
  int unknown_rows = 0;  // equations whose rank was not analysed, see RankLimits; as if they were independent
  std::vector<DependentSet> dependent_sets;
  std::vector<linear::RankComponent> ranks;  // in a general position, where one was found
  linear::RankWork rank_work;                // of the analysis in the starting position
  std::vector<std::string> warnings;
};

// How much the velocities had to be changed at most, and that of which body: "3.84 m/s (body crank: x)".
std::string velocity_change_text(const System& system, const StartReport& report);

// Makes a consistent state from what the user gave. Throws AssemblyError naming the joints at fault; the report then
// says which equations depend on each other as near as the bodies came.
dae::State consistent_start(MultibodyProblem& problem, StartReport& report);

// A state carried over to a system that differs from the one it comes from in what is active, or in numbers.
struct Restart {
  dae::State state;
  std::vector<std::string> row_names;        // of its multipliers
  std::vector<linear::RankComponent> ranks;  // of its equations; empty: numbers have changed
  Vector impulse;                            // generalised impulse that acts at this moment; empty: none
  double first_step = 0.0;                   // 0: as at any start

  void exchange(Archive& archive) { archive(state, row_names, ranks); }  // what lasts
};

// Makes the carried state consistent: velocities jump as little, in the metric of the masses, as the constraints and
// the impulse ask for, which is what an inelastic impact does. `impulses` are the time integrals of the multipliers.
// Throws AssemblyError if a constraint that has become active is not closed.
dae::State consistent_restart(MultibodyProblem& problem, const Restart& from, StartReport& report, Vector& impulses);

}  // namespace alembert
