// The equations of a multibody System, as the problem the integration methods see.
// Holds all scratch, sized once: evaluating and linearising allocate nothing.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "dae/problem.h"
#include "system/system.h"

namespace alembert {

struct Energies {
  double kinetic = 0.0;
  double potential = 0.0;
  double power_dissipated = 0.0;
  double power_supplied = 0.0;

  void exchange(Archive& archive) { archive(kinetic, potential, power_dissipated, power_supplied); }
};

// Force and torque in ground axes.
struct ForceTorque {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
};

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
  bool constant_mass() const override { return true; }
  bool linear_in_multipliers() const override { return system_.formulas().linear_in_multipliers; }
  void evaluate(double t, const Vector& q, const Vector& v, const Vector& lambda, Vector& f, Vector& phi) override;
  void evaluate_with_rate(double t, const Vector& q, const Vector& v, const Vector& lambda, Vector& f, Vector& phi,
                          Vector& rate) override;
  void constraint_forces(const Vector& mu, Vector& out) override;
  void velocity_constraints(double t, const Vector& q, const Vector& v, Vector& out) override;
  void acceleration_constraints(double t, const Vector& q, const Vector& v, const Vector& a, Vector& out) override;
  const linear::PatternPtr& pattern() const override { return system_.pattern(); }
  void linearise(const dae::Weights& weights, const dae::MassPoint& mass, const dae::TrialPoint& at,
                 double* values) override;
  dae::Mobility* mobility() override;
  void coordinate_magnitudes(const Vector& q, Vector& out) const override;
  void state_weights(Vector& out) const override;
  // Before a run's first state is made consistent: angles of motions are counted near what the motion says, and states
  // that are velocities of motions start with those.
  void prepare_start(dae::State& state);
  void recall(const dae::State& state) override;
  void remember(dae::State& state) override;
  std::string explain_not_finite(const dae::State& state) override;
  std::string unknown_name(int unknown) const override { return system_.unknown_name(unknown); }

  // Sets -eps of the multiplier block, relative to each row's own G M^-1 G^T at the given position.
  void set_regularisation(double t, const Vector& q, const Vector& v, double relative);
  const Vector& regularisation() const override { return regularisation_; }
  // What does not follow from a state: states carry the rest in their memory.
  void exchange(Archive& archive) { archive(regularisation_); }

  const System& system() const { return system_; }
  // Poses and twists of all markers at a state; the references stay valid until the next evaluation.
  void place(double t, const Vector& q, const Vector& v);
  const MarkerState<double>& marker(int index) const { return marker_[static_cast<std::size_t>(index)]; }
  // Acceleration of a marker's origin and angular acceleration, ground axes; after `place`.
  ForceTorque marker_acceleration(int index, const Vector& a) const;
  // Evaluates all formulas too, those that only outputs ask for among them.
  Energies energies(const dae::State& state);
  // The generalised forces of dampers (and friction), and those of applied forces and moving constraints, at a state.
  void working_forces(const dae::State& state, Vector& dissipative, Vector& supplied);
  double variable(int index) const { return y_[system_.formulas().variables[static_cast<std::size_t>(index)]]; }
  // The rate of change of a state, in SI time; after `energies`.
  double state_rate(int index) const { return y_[system_.states()[static_cast<std::size_t>(index)].formula]; }
  // What each joint, force, motion and user constraint exerts on its first marker's body, at that marker, by index in
  // the model; after `place`.
  void reactions(const Vector& lambda, std::vector<ForceTorque>& joints, std::vector<ForceTorque>& forces,
                 std::vector<ForceTorque>& constraints) const;
  // What each force of the model adds to f, dotted with a tangent direction; after `energies`.
  void work_of_forces(const Vector& direction, std::vector<double>& out) const;
  // Adds a force and torque at a marker (ground axes) to generalised forces; after `place`.
  void add_generalised(int marker, const Vec3& force, const Vec3& torque, Vector& out) const;
  double tracked_angle(int tracker) const;
  // Rows of G in the tangent of q, as triplets (row, velocity, value).
  struct Entry {
    int row, column;
    double value;
  };
  void constraint_jacobian(double t, const Vector& q, const Vector& v, std::vector<Entry>& out);

 private:
  struct BodyScratch {
    Vec3 r, v, w;  // of the centre of mass; ground axes
    Mat3 R;
    Vec3 force, torque;  // gathered about the centre of mass, ground axes
  };

  void place_poses(double t, const Vector& q);
  void place_velocities(const Vector& v);
  void clear_wrenches();
  void add_wrench(int marker, int body, const Vec3& force, const Vec3& torque);
  void add_joint_wrenches(const Vector& lambda);
  // Phi_q v of the markers as placed.
  void joint_rates(Vector& out) const;
  // What the bodies gathered, in their own tangents.
  void gather_wrenches(Vector& f) const;
  void add_body_blocks(const dae::Weights& weights, const Vector& v, const Vector& d, double* values) const;
  double reference_angle(int tracker) const;
  void check_discs() const;
  double tracker_angle(const AngleTracker& tracker) const;
  double tracker_rate(const AngleTracker& tracker) const;
  template <class Kernel>
  ForceContext context(const ForceElement<Kernel>& e) const;

  // Constraints written as expressions, in constraint_evaluation.cpp.
  using Vec6 = Eigen::Matrix<double, 6, 1>;
  struct ConstraintWork {
    double value = 0.0, by_time = 0.0;
    std::vector<Vec6> pose, twist;  // its derivatives, per marker
    std::vector<double> by_state;
    Eigen::MatrixXd K, D, S;                // of the wrench of a multiplier of 1
    Eigen::MatrixXd leaf_pose, leaf_twist;  // derivatives of each measure
    // What a multiplier of 1 adds to f at a marker.
    const Vec6& wrench(const ConstraintEntry& e, std::size_t m) const { return e.velocity ? twist[m] : pose[m]; }
  };
  void prepare_constraints();
  double constraint_leaf(const MeasureRef& m, const Vector& v) const;
  void find_contacts();
  void differentiate_constraints(const Vector& v);
  void constraint_values(Vector& phi) const;
  void constraint_rates(Vector& out) const;
  void add_constraint_wrenches(const Vector& lambda);
  void constraint_accelerations(const Vector& v, const Vector& a, Vector& out) const;
  void linearise_constraint(std::size_t c, const Vector& v);
  void add_constraint_blocks(const dae::Weights& weights, const Vector& v, const Vector& d, const Vector& lambda,
                             double* values);
  ForceTorque constraint_reaction(std::size_t c, const Vector& lambda) const;
  double constraint_power(const Vector& lambda) const;
  void add_moving_constraints(const Vector& lambda);
  void add_reaction_gradient(const Formula& f, std::size_t c, bool torque, const Vec3& u, double factor,
                             const Vector& lambda, double* out);
  std::string constraint_problem(const Vector& v);

  // Formulas, in formula_evaluation.cpp. `all`: also those that act on nothing.
  void prepare_formulas();
  void evaluate_formulas(const Vector& v, const Vector& lambda, bool all);
  void solve_loop(std::size_t group, const Vector& v, const Vector& lambda);
  void differentiate_formulas(const Vector& v, const Vector& lambda);
  double differentiate_expression(const Formula& f, const Vector& v, const Vector& lambda);
  void take_leaves(const Formula& f, const Vector& v, const Vector& lambda);
  double leaf_value(const MeasureRef& m, const Vector& v, const Vector& lambda) const;
  Vec3 exerted(const MeasureRef& m, const Vector& lambda) const;
  double leaf_by_formula(const Formula::Leaf& leaf, std::size_t k, const Vector& lambda) const;
  void subtract_members(const Formula& f, const std::vector<int>& members, const Vector& lambda,
                        Eigen::Ref<Eigen::RowVectorXd, 0, Eigen::InnerStride<>> row) const;
  void add_marker_gradient(double factor, int index, const Vec3& gp, const Vec3& gtheta, const Vec3& gv, const Vec3& gw,
                           double* out) const;
  void add_leaf_gradient(const Formula& f, const Formula::Leaf& leaf, double factor, const Vector& lambda, double* out);
  void target_directions(const FormulaTarget& target, std::array<Eigen::Matrix<double, 6, 1>, 2>& out,
                         std::array<int, 2>& bodies) const;
  void add_formula_blocks(const dae::Weights& weights, const Vector& v, const Vector& d, const Vector& lambda,
                          double* values);
  void add_formula_forces(const Vector& mu, Vector& out);
  std::string formula_problem(const dae::State& state);

  const System& system_;
  std::vector<BodyScratch> body_;
  std::vector<MarkerState<double>> marker_;
  std::vector<Vec3> arm_;  // of each marker from its body's centre of mass, ground axes
  Vector regularisation_;
  double time_ = 0.0;
  // Memory recalled from the last accepted state: angle and rate of each tracker, at that time.
  std::vector<double> angle_, rate_;
  std::vector<std::array<double, 2>> contact_start_, contact_;  // where curves touch: remembered, and as placed
  double memory_time_ = 0.0;
  Vector placed_q_;  // the position the poses belong to

  std::vector<ConstraintWork> constraint_;
  std::vector<double> constraint_leaf_, constraint_d_leaf_, constraint_dd_leaf_;

  Vector y_;                      // values of the formulas
  std::vector<Vector> gradient_;  // and their derivatives
  std::vector<double> guess_;     // values at the last accepted state, where there are loops
  std::vector<double> leaf_, d_leaf_;
  Vector formula_v_, formula_lambda_;  // where they were evaluated
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
  class SystemMobility;
  std::unique_ptr<SystemMobility> mobility_;  // null: there is none, or it is not worth while
};

template <class Kernel>
ForceContext MultibodyProblem::context(const ForceElement<Kernel>& e) const {
  ForceContext out;
  if (e.tracker >= 0) out.reference_angle = reference_angle(e.tracker);
  if constexpr (std::is_same_v<Kernel, AppliedForceKernel>) {
    out.force = e.parameters.force;
    out.torque = e.parameters.torque;
    for (int c = 0; c < 6; ++c)
      if (const int formula = e.parameters.formulas[static_cast<std::size_t>(c)]; formula >= 0)
        (c < 3 ? out.force : out.torque)[c % 3] = y_[formula];
  }
  return out;
}

}  // namespace alembert
