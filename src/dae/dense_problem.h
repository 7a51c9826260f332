// A problem given by functions with full matrices (alembert/dae.h), as methods see it.
#pragma once

#ifndef ALEMBERT_INTERNAL
#define ALEMBERT_INTERNAL  // public names are in alembert::api here
#endif
#include <alembert/dae.h>

#include <string>

#include "dae/problem.h"

namespace alembert::dae {

class DenseProblem : public Problem {
 public:
  // The equations must live as long as this.
  explicit DenseProblem(const api::dae::Problem& equations);

  Sizes sizes() const override { return {n_, n_, l_, 0, p_}; }
  void advance(const Vector& q, const Vector& d, Vector& out) const override { out = q + d; }
  void apply_inverse_tangent(const Vector&, Vector&) const override {}
  void rates(const Vector&, const Vector& v, Vector& q_rate) const override { q_rate = v; }
  void velocity_of_rates(const Vector&, const Vector& q_rate, Vector& v) const override { v = q_rate; }

  void apply_mass(double t, const Vector& q, const Vector& a, Vector& out) const override;
  int apply_inverse_mass(double t, const Vector& q, const Vector& x, Vector& out) const override;
  bool constant_mass() const override { return equations_->constant_mass(); }
  bool linear_in_multipliers() const override { return equations_->linear_in_multipliers(); }

  void evaluate(double t, const Vector& q, const Vector& v, const Vector& lambda, Vector& f, Vector& phi) override;
  void constraint_forces(const Vector& mu, Vector& out) override;
  void velocity_constraints(double t, const Vector& q, const Vector& v, Vector& out) override;
  void acceleration_constraints(double t, const Vector& q, const Vector& v, const Vector& a, Vector& out) override;

  const linear::PatternPtr& pattern() const override { return pattern_; }
  void linearise(const Weights& weights, const MassPoint& mass, const TrialPoint& at, double* values) override;
  const Vector& regularisation() const override { return regularisation_; }

  void coordinate_magnitudes(const Vector& q, Vector& out) const override { out = q.cwiseAbs(); }
  void recall(const State&) override {}
  void remember(State&) override {}
  std::string explain_not_finite(const State&) override { return "the equations are not finite"; }
  std::string unknown_name(int unknown) const override { return equations_->unknown_name(unknown); }

 private:
  void differentiate_multipliers(double t, const Vector& q, const Vector& v, const Vector& lambda);
  void add_rates_of_constraints(const Weights& weights, const TrialPoint& at);

  const api::dae::Problem* equations_;
  int n_, m_, p_, l_;  // coordinates, rows of Phi, of k, multipliers
  linear::PatternPtr pattern_;
  Vector regularisation_;
  struct Point {
    double t = 0.0;
    Vector q, v, lambda;
  } last_;
  mutable Eigen::MatrixXd M_;
  Eigen::MatrixXd F_;  // -df/dlambda
  Eigen::MatrixXd K_, H_, J_;
};

}  // namespace alembert::dae
