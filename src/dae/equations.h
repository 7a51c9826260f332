// A problem of the user's own, given as functions on a vector space; every derivative the methods need is taken by
// automatic differentiation. Small dense systems: the matrix is full.
//
//   struct Pendulum {                                              // x, y of a point mass on a rod of length 1
//     static constexpr int kCoordinates = 2, kPositionConstraints = 1, kVelocityConstraints = 0;
//     template <class S> using Vec = dae::VectorOf<S, 2>;
//     template <class S> dae::MatrixOf<S, 2> mass(S t, const Vec<S>& q) const;                         // M(t,q)
//     template <class S> Vec<S> force(S t, const Vec<S>& q, const Vec<S>& v, const dae::VectorOf<S, 1>& lambda) const;
//     template <class S> dae::VectorOf<S, 1> position(S t, const Vec<S>& q) const;                     // Phi(t,q)
//     template <class S> dae::VectorOf<S, 0> velocity(S t, const Vec<S>& q, const Vec<S>& v) const;    // k(t,q,v)
//   };
//   dae::EquationsProblem<Pendulum> problem;
//
// M a = force(t, q, v, lambda), where lambda holds the multipliers of Phi, then those of k (the papers' psi). `force`
// need not be linear in them. Functions of S are the usual ones: sin, cos, sqrt, exp, log, pow, abs, found without
// std::.
#pragma once

#include <Eigen/LU>
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dae/problem.h"
#include "math/dual.h"
#include "math/taylor.h"

namespace alembert::dae {

template <class S, int N>
using VectorOf = Eigen::Matrix<S, N, 1>;
template <class S, int N>
using MatrixOf = Eigen::Matrix<S, N, N>;

template <class Functions>
class EquationsProblem : public Problem {
  static constexpr int n = Functions::kCoordinates;
  static constexpr int m = Functions::kPositionConstraints;
  static constexpr int p = Functions::kVelocityConstraints;
  static constexpr int l = m + p;
  template <class S>
  using Vec = VectorOf<S, n>;
  template <class S>
  using Multipliers = VectorOf<S, l>;

 public:
  explicit EquationsProblem(Functions functions = {})
      : functions_(std::move(functions)),
        pattern_(std::make_shared<const linear::Pattern>(n + l, std::vector<linear::Block>{{0, n + l, 0, n + l}})),
        regularisation_(Vector::Zero(l)),
        F_(Eigen::Matrix<double, n, l>::Zero()) {}

  const Functions& functions() const { return functions_; }

  Sizes sizes() const override { return {n, n, l, 0, p}; }
  void advance(const Vector& q, const Vector& d, Vector& out) const override { out = q + d; }
  void apply_inverse_tangent(const Vector&, Vector&) const override {}
  void rates(const Vector&, const Vector& v, Vector& q_rate) const override { q_rate = v; }
  void velocity_of_rates(const Vector&, const Vector& q_rate, Vector& v) const override { v = q_rate; }

  void apply_mass(double t, const Vector& q, const Vector& a, Vector& out) const override {
    out.noalias() = functions_.template mass<double>(t, Vec<double>(q)) * a;
  }
  int apply_inverse_mass(double t, const Vector& q, const Vector& x, Vector& out) const override {
    const Eigen::PartialPivLU<MatrixOf<double, n>> lu(functions_.template mass<double>(t, Vec<double>(q)));
    Eigen::Index smallest = 0;
    if (!(lu.matrixLU().diagonal().cwiseAbs().minCoeff(&smallest) > 0.0)) return static_cast<int>(smallest);
    out = lu.solve(Vec<double>(x));
    return -1;
  }
  bool constant_mass() const override { return constant_mass_flag(); }
  bool linear_in_multipliers() const override { return linear_in_multipliers_flag(); }

  void evaluate(double t, const Vector& q, const Vector& v, const Vector& lambda, Vector& f, Vector& phi) override {
    last_ = {t, q, v, lambda};
    f = -functions_.template force<double>(t, last_.q, last_.v, last_.lambda);
    phi.template head<m>() = functions_.template position<double>(t, last_.q);
    phi.template tail<p>() = functions_.template velocity<double>(t, last_.q, last_.v);
  }
  void constraint_forces(const Vector& mu, Vector& out) override {
    differentiate_multipliers(last_);
    out.noalias() = F_ * mu;
  }

  void velocity_constraints(double t, const Vector& q, const Vector& v, Vector& out) override {
    last_ = {t, q, v, last_.lambda};
    const VectorOf<Dual<1>, m> rate = functions_.template position<Dual<1>>(along(t, 1.0), along(q, v));
    for (int k = 0; k < m; ++k) out[k] = rate[k].d[0];
    out.template tail<p>() = functions_.template velocity<double>(t, Vec<double>(q), Vec<double>(v));
  }
  void acceleration_constraints(double t, const Vector& q, const Vector& v, const Vector& a, Vector& out) override {
    Vec<Taylor> path;
    for (int k = 0; k < n; ++k) path[k] = Taylor(q[k], v[k], 0.5 * a[k]);
    const VectorOf<Taylor, m> phi = functions_.template position<Taylor>(Taylor(t, 1.0, 0.0), path);
    for (int k = 0; k < m; ++k) out[k] = 2.0 * phi[k].second;
    const VectorOf<Dual<1>, p> rate = functions_.template velocity<Dual<1>>(along(t, 1.0), along(q, v), along(v, a));
    for (int k = 0; k < p; ++k) out[m + k] = rate[k].d[0];
  }

  const linear::PatternPtr& pattern() const override { return pattern_; }
  void linearise(const Weights& w, const MassPoint& mass, const TrialPoint& at, double* values) override {
    using D = Dual<n>;
    const Point here{at.t, at.q, at.v, at.lambda};
    MatrixOf<double, n + l> J = MatrixOf<double, n + l>::Zero();
    J.template topLeftCorner<n, n>() = w.mass * functions_.template mass<double>(mass.t, Vec<double>(mass.q));
    if (w.stiffness != 0.0) {
      const Vec<D> q = variables(at.q), v = constants<D>(at.v);
      const Vec<D> force = functions_.template force<D>(D(at.t), q, v, constants<D, l>(at.lambda));
      add_derivative(J, 0, force, -w.stiffness);
      if (mass.moves) {
        const MatrixOf<D, n> M = functions_.template mass<D>(D(mass.t), variables(mass.q));
        const Vec<D> Ma = M * constants<D>(at.a);
        add_derivative(J, 0, Ma, w.mass * w.stiffness);
      }
    }
    if (w.damping != 0.0) {
      const Vec<D> force =
          functions_.template force<D>(D(at.t), constants<D>(at.q), variables(at.v), constants<D, l>(at.lambda));
      add_derivative(J, 0, force, -w.damping);
    }
    differentiate_multipliers(here);
    J.template topRightCorner<n, l>() = F_;
    const VectorOf<D, m> phi = functions_.template position<D>(D(at.t), variables(at.q));
    add_derivative(J, n, phi, 1.0);
    const VectorOf<D, p> by_v = functions_.template velocity<D>(D(at.t), constants<D>(at.q), variables(at.v));
    add_derivative(J, n + m, by_v, 1.0);
    if (w.damping != 0.0 && w.stiffness != 0.0) {
      const VectorOf<D, p> by_q = functions_.template velocity<D>(D(at.t), variables(at.q), constants<D>(at.v));
      add_derivative(J, n + m, by_q, w.stiffness / w.damping);
    }
    for (int k = 0; k < l; ++k) J(n + k, n + k) -= regularisation_[k];
    std::copy(J.data(), J.data() + J.size(), values);
  }
  const Vector& regularisation() const override { return regularisation_; }

  void coordinate_magnitudes(const Vector& q, Vector& out) const override { out = q.cwiseAbs(); }
  void recall(const State&) override {}
  void remember(State&) override {}
  std::string explain_not_finite(const State&) override { return "the equations are not finite"; }
  std::string unknown_name(int unknown) const override {
    if constexpr (requires { functions_.unknown_name(unknown); }) return functions_.unknown_name(unknown);
    if (unknown < n) return "coordinate " + std::to_string(unknown + 1);
    return "multiplier " + std::to_string(unknown - n + 1);
  }

 private:
  struct Point {
    double t = 0.0;
    Vec<double> q = Vec<double>::Zero(), v = Vec<double>::Zero();
    Multipliers<double> lambda = Multipliers<double>::Zero();
  };

  // Functions may say `static constexpr bool kConstantMass = true` and `kLinearInMultipliers = false`.
  static constexpr bool constant_mass_flag() {
    if constexpr (requires { Functions::kConstantMass; }) return Functions::kConstantMass;
    return false;
  }
  static constexpr bool linear_in_multipliers_flag() {
    if constexpr (requires { Functions::kLinearInMultipliers; }) return Functions::kLinearInMultipliers;
    return true;
  }

  static Dual<1> along(double x, double rate) {
    Dual<1> d(x);
    d.d[0] = rate;
    return d;
  }
  static Vec<Dual<1>> along(const Vector& x, const Vector& rate) {
    Vec<Dual<1>> out;
    for (int k = 0; k < n; ++k) out[k] = along(x[k], rate[k]);
    return out;
  }
  template <class X>
  static Vec<Dual<n>> variables(const X& x) {
    Vec<Dual<n>> out;
    for (int k = 0; k < n; ++k) out[k] = Dual<n>::variable(x[k], k);
    return out;
  }
  template <class D, int N = n, class X>
  static VectorOf<D, N> constants(const X& x) {
    VectorOf<D, N> out;
    for (int k = 0; k < N; ++k) out[k] = D(x[k]);
    return out;
  }
  template <class J, class X>
  static void add_derivative(J& matrix, int row, const X& x, double factor) {
    for (int r = 0; r < x.size(); ++r)
      for (int c = 0; c < n; ++c) matrix(row + r, c) += factor * x[r].d[static_cast<std::size_t>(c)];
  }
  void differentiate_multipliers(const Point& at) {
    if constexpr (l > 0) {
      using D = Dual<l>;
      VectorOf<D, l> lambda;
      for (int k = 0; k < l; ++k) lambda[k] = D::variable(at.lambda[k], k);
      const Vec<D> force = functions_.template force<D>(D(at.t), constants<D>(at.q), constants<D>(at.v), lambda);
      for (int r = 0; r < n; ++r)
        for (int c = 0; c < l; ++c) F_(r, c) = -force[r].d[static_cast<std::size_t>(c)];
    }
  }

  Functions functions_;
  linear::PatternPtr pattern_;
  Vector regularisation_;
  Point last_;
  Eigen::Matrix<double, n, l> F_;  // df/dlambda
};

}  // namespace alembert::dae
