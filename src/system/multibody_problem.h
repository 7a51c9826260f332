// The equations of a multibody System, as the problem the integration methods see: a loop over its parts.
// Holds all scratch, sized once: evaluating and linearising allocate nothing.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "dae/problem.h"
#include "system/energies.h"
#include "system/placement.h"
#include "system/system.h"

namespace alembert {

class SystemMobility;
struct ContactState;
struct ContactPoint;
struct TouchingPair;

class MultibodyProblem final : public dae::Problem {
 public:
  explicit MultibodyProblem(const System& system);
  ~MultibodyProblem() override;

  dae::Sizes sizes() const override { return system_.sizes(); }
  void advance(const Vector& q, const Vector& d, Vector& out) const override;
  // The shortest d with `from` (+) d = `to`; a rotation differs by its rotation vector, not by quaternions.
  void difference(const Vector& from, const Vector& to, Vector& d) const;
  void apply_inverse_tangent(const Vector& d, Vector& x) const override;
  void rates(const Vector& q, const Vector& v, Vector& q_rate) const override;
  void velocity_of_rates(const Vector& q, const Vector& q_rate, Vector& v) const override;
  void apply_mass(double t, const Vector& q, const Vector& a, Vector& out) const override;
  int apply_inverse_mass(double t, const Vector& q, const Vector& x, Vector& out) const override;
  bool constant_mass() const override { return system_.constant_mass(); }
  bool linear_in_multipliers() const override { return system_.formulas().linear_in_multipliers; }
  void evaluate(double t, const Vector& q, const Vector& v, const Vector& lambda, Vector& f, Vector& phi) override;
  void evaluate_with_rate(double t, const Vector& q, const Vector& v, const Vector& lambda, Vector& f, Vector& phi,
                          Vector& rate) override;
  void constraint_forces(const Vector& mu, Vector& out) override;
  void velocity_constraints(double t, const Vector& q, const Vector& v, Vector& out) override;
  void acceleration_constraints(double t, const Vector& q, const Vector& v, const Vector& a, Vector& out) override;
  const linear::PatternPtr& pattern() const override { return pattern_; }
  void linearise(const dae::Weights& weights, const dae::MassPoint& mass, const dae::TrialPoint& at,
                 double* values) override;
  dae::Mobility* mobility() override;
  void coordinate_magnitudes(const Vector& q, Vector& out) const override;
  std::vector<dae::Group> groups() const override;
  void state_weights(Vector& out) const override;
  void projection_weights(Vector& out) const override;
  void recall(const dae::State& state) override;
  void remember(dae::State& state) override;
  bool update_topology(const dae::State& state) override;
  ImpactError impact_error(const dae::State& before, const dae::State& after, double accuracy) override;
  double longest_step(const dae::State& state) override;
  bool touches() const override;
  bool released() const override;
  std::string contact_name(int contact) const override;
  std::string explain_not_finite(const dae::State& state) override;
  std::string unknown_name(int unknown) const override { return system_.unknown_name(unknown); }
  const Vector& regularisation() const override { return regularisation_; }

  // Makes the pattern anew, with places besides those that the parts declare; the parts find their slots in it.
  void rebuild_pattern(const std::vector<linear::Block>& besides = {});
  // Before a run's first state is made consistent: angles of motions are counted near what the motion says, and states
  // that are velocities of motions start with those.
  void prepare_start(dae::State& state);
  // Sets -eps of the multiplier block, relative to each row's own G M^-1 G^T at the given position.
  void set_regularisation(double t, const Vector& q, const Vector& v, double relative);
  // What does not follow from a state: states carry the rest in their memory.
  void exchange(Archive& archive);

  const System& system() const { return system_; }
  // Poses and twists at a state, and constraints evaluated there; the references stay valid until the next evaluation.
  void place(double t, const Vector& q, const Vector& v);
  const Placement& placement() const { return placement_; }
  const MarkerState<double>& marker(MarkerId id) const { return placement_.marker(id); }
  double tracked_angle(int tracker) const;
  // Evaluates all formulas too, those that only outputs ask for among them. Bristles of contacts are those of the
  // state, or, `moved`, of the state last recalled and stretched since.
  Energies energies(const dae::State& state, bool moved = false);
  // After `energies`.
  double variable(int index) const;
  double state_rate(int index) const;  // in SI time
  // What each force of the model adds to f, then each contact, dotted with a tangent direction; after `energies`.
  void work_of_forces(const Vector& direction, std::vector<double>& out) const;
  // What each joint, force, motion and user constraint exerts on its first marker's body, at that marker, by index in
  // the model; after `place`.
  void reactions(const Vector& lambda, std::vector<ForceTorque>& joints, std::vector<ForceTorque>& forces,
                 std::vector<ForceTorque>& constraints) const;
  // What a contact does, or one shape in it (-1: all); after `place`, with the memory of the state recalled.
  ContactState contact_state(int contact, int shape = -1) const;
  double contact_measure(const MeasureRef& measure) const;  // SI
  void contact_points(std::vector<ContactPoint>& out) const;
  // Pairs of shapes that touch, after `place`; how fast the bodies of one approach each other at a point.
  void touching_pairs(std::vector<TouchingPair>& out) const;
  double closing_speed(int pair, const Vec3& at, const Vec3& n) const;
  // The generalised forces of dampers (and friction), and those of applied forces and moving constraints, at a state.
  void working_forces(const dae::State& state, WorkingForces& out);
  // Adds a force and torque at a marker (ground axes) to generalised forces; after `place`.
  void add_generalised(MarkerId marker, const Vec3& force, const Vec3& torque, Vector& out);
  // Rows of G in the tangent of q, as triplets (row, velocity, value).
  struct Entry {
    int row, column;
    double value;
  };
  void constraint_jacobian(double t, const Vector& q, const Vector& v, std::vector<Entry>& out);

 private:
  friend class SystemMobility;
  struct Parts;  // parts/all_parts.h
  void check_discs() const;

  const System& system_;
  Placement placement_;
  std::unique_ptr<Parts> parts_;
  linear::PatternPtr pattern_;
  std::vector<int> multiplier_diagonal_;  // slots of -eps
  Vector regularisation_;
  std::unique_ptr<SystemMobility> mobility_;  // null: there is none, or it is not worth while
};

}  // namespace alembert
