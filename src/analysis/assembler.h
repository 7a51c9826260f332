// A mechanism put together from far away: the projection onto its constraints (dae/projection.h), in steps that bodies
// turn little in, and with names for what is in the way.
#pragma once

#include "dae/projection.h"
#include "system/multibody_problem.h"

namespace alembert {

class Assembler {
 public:
  Assembler(MultibodyProblem& problem, double t);

  void set_time(double t) { at_.t = t; }
  // Largest residual of the constraints of positions; rows of velocities are left out.
  double violation(const Vector& q);
  // The residuals of the last `violation` or `close`.
  const Vector& phi() const { return projection_.residual(); }
  // Returns the violation reached.
  static constexpr int kMostSteps = 100;
  double close(Vector& q, double goal, int most_steps = kMostSteps);
  // v <- v + the smallest change with Phi_q v + Phi_t = 0. A generalised impulse `impulse` acts first, if there is one.
  // Throws AssemblyError where that cannot be.
  void project_velocity(const Vector& q, Vector& v, const Vector& impulse = {});
  // d <- what the constraints leave free of a displacement d, in the metric of the masses. False: M and G have no say
  // in some direction.
  bool keep_free(const Vector& q, Vector& d);
  // Of the last projection of velocities: the time integrals of the multipliers.
  const Vector& impulses() const { return impulses_; }

 private:
  MultibodyProblem& problem_;
  dae::Projection projection_;
  dae::State at_;  // no velocities, but while these are projected; no multipliers
  // Of springs inside bodies, over the square of a slow frequency: a gap is not closed by bending what is stiff.
  Vector springs_;
  Vector impulses_;
};

// The length of what a tangent increment has of one kind of direction, of a body.
double length_along(const System& system, const BodyEntry& body, Direction direction, const Vector& d);
// The largest rotation in a tangent increment, and the largest displacement, of any body.
double largest_turn(const System& system, const Vector& d);
double largest_move(const System& system, const Vector& d);
// The size of the mechanism: the farthest any centre of mass or marker is from another body's start, at least tiny.
double model_size(const MultibodyProblem& problem);

}  // namespace alembert
