// The equations of a multibody System, as the problem the integration methods see.
// Holds all scratch, sized once: evaluating and linearising allocate nothing.
#pragma once

#include <vector>

#include "dae/problem.h"
#include "system/system.h"

namespace alembert {

struct Energies {
  double kinetic = 0.0;
  double potential = 0.0;
  double power_dissipated = 0.0;
  double power_supplied = 0.0;
};

// Force and torque in ground axes.
struct ForceTorque {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
};

class MultibodyProblem final : public dae::Problem {
 public:
  explicit MultibodyProblem(const System& system);

  dae::Sizes sizes() const override { return system_.sizes(); }
  void advance(const Vector& q, const Vector& d, Vector& out) const override;
  // The shortest d with `from` (+) d = `to`; a rotation differs by its rotation vector, not by quaternions.
  void difference(const Vector& from, const Vector& to, Vector& d) const;
  void apply_inverse_tangent(const Vector& d, Vector& x) const override;
  void rates(const Vector& q, const Vector& v, Vector& q_rate) const override;
  void velocity_of_rates(const Vector& q, const Vector& q_rate, Vector& v) const override;
  void apply_mass(double t, const Vector& q, const Vector& a, Vector& out) const override;
  bool constant_mass() const override { return true; }
  void evaluate(double t, const Vector& q, const Vector& v, const Vector& lambda, Vector& f, Vector& phi) override;
  void evaluate_with_rate(double t, const Vector& q, const Vector& v, const Vector& lambda, Vector& f, Vector& phi,
                          Vector& rate) override;
  void constraint_forces(const Vector& mu, Vector& out) override;
  void velocity_constraints(double t, const Vector& q, const Vector& v, Vector& out) override;
  void acceleration_constraints(double t, const Vector& q, const Vector& v, const Vector& a, Vector& out) override;
  const linear::Pattern& pattern() const override { return system_.pattern(); }
  void linearise(const dae::Weights& weights, const dae::MassPoint& mass, const dae::TrialPoint& at,
                 double* values) override;
  void coordinate_magnitudes(const Vector& q, Vector& out) const override;
  void recall(const dae::State& state) override;
  void remember(dae::State& state) override;
  std::string culprit(const dae::State& state) override;
  std::string unknown_name(int unknown) const override { return system_.unknown_name(unknown); }

  // Sets -eps of the multiplier block, relative to each row's own G M^-1 G^T at the given position.
  void set_regularisation(const Vector& q, double relative);
  const Vector& regularisation() const override { return regularisation_; }

  const System& system() const { return system_; }
  // Poses and twists of all markers at a state; the references stay valid until the next evaluation.
  void place(double t, const Vector& q, const Vector& v);
  const MarkerState<double>& marker(int index) const { return marker_[static_cast<std::size_t>(index)]; }
  // Acceleration of a marker's origin and angular acceleration, ground axes; after `place`.
  ForceTorque marker_acceleration(int index, const Vector& a) const;
  Energies energies(double t, const Vector& q, const Vector& v);
  // What each joint and force exerts on its first marker's body, at that marker, by index in the model; after `place`.
  void reactions(const Vector& lambda, std::vector<ForceTorque>& joints, std::vector<ForceTorque>& forces) const;
  double tracked_angle(int tracker) const;
  // Rows of G in the tangent of q, as triplets (row, velocity, value).
  struct Entry {
    int row, column;
    double value;
  };
  void constraint_jacobian(double t, const Vector& q, std::vector<Entry>& out);

 private:
  struct BodyScratch {
    Vec3 r, v, w;  // of the centre of mass; ground axes
    Mat3 R;
    Vec3 force, torque;  // gathered about the centre of mass, ground axes
  };

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
  double tracker_angle(const AngleTracker& tracker) const;
  double tracker_rate(const AngleTracker& tracker) const;
  ForceContext context(int tracker) const;

  const System& system_;
  std::vector<BodyScratch> body_;
  std::vector<MarkerState<double>> marker_;
  std::vector<Vec3> arm_;  // of each marker from its body's centre of mass, ground axes
  Vector regularisation_;
  double time_ = 0.0;
  // Memory recalled from the last accepted state: angle and rate of each tracker, at that time.
  std::vector<double> angle_, rate_;
  double memory_time_ = 0.0;
  Vector placed_q_;  // the position the poses belong to
};

}  // namespace alembert
