// A mass that falls on an elastic floor, alone or among others that rest: a problem with a contact, as small as can be.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "dae/problem.h"

namespace alembert::test {

// q'' = -gravity + F(-q), F(x) = stiffness x^exponent for x > 0; the others, unit masses too, feel nothing. Mass 1.
class Bouncing : public dae::Problem {
 public:
  double stiffness = 1e8, exponent = 1.5, gravity = 0.0;
  double rounding = std::numeric_limits<double>::infinity();  // deeper is through
  double longest = std::numeric_limits<double>::infinity();   // the step before it is reached
  bool tests_impacts = true;

  explicit Bouncing(int others = 0) : n_(1 + others) {
    std::vector<linear::Block> diagonal;
    for (int k = 0; k < n_; ++k) diagonal.push_back({k, 1, k, 1});
    pattern_ = std::make_shared<const linear::Pattern>(n_, diagonal);
  }

  double force(double q) const { return q < 0.0 ? stiffness * std::pow(-q, exponent) : 0.0; }
  double energy(double q) const { return force(q) * std::max(-q, 0.0) / (exponent + 1.0); }
  // How long and how deep an impact without gravity is.
  double deepest(double speed) const {
    return std::pow(0.5 * (exponent + 1.0) * speed * speed / stiffness, 1.0 / (exponent + 1.0));
  }
  // Above the floor, moving down.
  dae::State falling(double height, double speed) const {
    dae::State s(sizes());
    s.q[0] = height;
    s.v[0] = -speed;
    s.a[0] = -gravity + force(height);
    return s;
  }

  void exchange(Archive& archive) { archive(touched_); }

  dae::Sizes sizes() const override { return {n_, n_, 0, 0, 0}; }
  void advance(const Vector& q, const Vector& d, Vector& out) const override { out = q + d; }
  void apply_inverse_tangent(const Vector&, Vector&) const override {}
  void apply_mass(double, const Vector&, const Vector& a, Vector& out) const override { out = a; }
  int apply_inverse_mass(double, const Vector&, const Vector& x, Vector& out) const override {
    out = x;
    return -1;
  }
  bool constant_mass() const override { return true; }
  void rates(const Vector&, const Vector& v, Vector& q_rate) const override { q_rate = v; }
  void velocity_of_rates(const Vector&, const Vector& q_rate, Vector& v) const override { v = q_rate; }
  void evaluate(double, const Vector& q, const Vector&, const Vector&, Vector& f, Vector&) override {
    f.setZero();
    f[0] = gravity - force(q[0]);
    touches_ = q[0] < 0.0;
  }
  void constraint_forces(const Vector&, Vector& out) override { out.setZero(); }
  void velocity_constraints(double, const Vector&, const Vector&, Vector&) override {}
  void acceleration_constraints(double, const Vector&, const Vector&, const Vector&, Vector&) override {}
  const linear::PatternPtr& pattern() const override { return pattern_; }
  void linearise(const dae::Weights& w, const dae::MassPoint&, const dae::TrialPoint& at, double* values) override {
    std::fill(values, values + n_, w.mass);
    if (w.stiffness != 0.0) touched_ = at.q[0] < 0.0;
    if (at.q[0] < 0.0) values[0] += w.stiffness * exponent * force(at.q[0]) / -at.q[0];
  }
  const Vector& regularisation() const override { return none_; }
  void coordinate_magnitudes(const Vector& q, Vector& out) const override { out = q.cwiseAbs(); }
  void recall(const dae::State&) override {}
  void remember(dae::State&) override {}
  std::string explain_not_finite(const dae::State&) override { return "the equations are not finite"; }
  std::string unknown_name(int unknown) const override { return "mass " + std::to_string(unknown); }

  ImpactError impact_error(const dae::State& before, const dae::State& after, double accuracy) override {
    const double q0 = before.q[0], q1 = after.q[0];
    if (-q1 > rounding) return {0.0, 0, true};
    if (!tests_impacts || (q0 >= 0.0 && q1 >= 0.0)) return {};
    const double v0 = -before.v[0], v1 = -after.v[0];  // closing
    const double F0 = force(q0), F1 = force(q1), U0 = energy(q0), U1 = energy(q1), h = after.t - before.t;
    const double work = 0.5 * h * (F0 * v0 + F1 * v1), other = 0.25 * h * (F0 + F1) * (v0 + v1);
    const double size = std::max({0.5 * v0 * v0, 0.5 * v1 * v1, U0, U1, 0.5 * kAtRest * kAtRest});
    return {2.5 * (std::abs(work - (U1 - U0)) + std::abs(work - other)) / (accuracy * size), 0, false};
  }
  double longest_step(const dae::State&) override { return longest; }
  bool touches() const override { return touches_; }
  bool released() const override { return touched_ && !touches_; }
  std::string contact_name(int) const override { return "floor"; }

 private:
  static constexpr double kAtRest = 1e-6;  // m/s

  int n_;
  linear::PatternPtr pattern_;
  Vector none_;
  bool touches_ = false, touched_ = false;
};

}  // namespace alembert::test
