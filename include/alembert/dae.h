// Equations of your own with the methods of this program: M(t,q) a = f(t,q,v,lambda) with constraints Phi(t,q) = 0 and
// k(t,q,v) = 0, where lambda holds the multipliers of Phi, then those of k. f need not be linear in them, nor k in v.
// This header needs Eigen.
//
// Written as functions of any type of number, from which every derivative is taken by automatic differentiation:
//
//   struct Pendulum {                                              // x, y of a point mass on a rod of length 1
//     static constexpr int kCoordinates = 2, kPositionConstraints = 1, kVelocityConstraints = 0;
//     template <class S> using Vec = dae::VectorOf<S, 2>;
//     template <class S> dae::MatrixOf<S, 2> mass(S t, const Vec<S>& q) const;                         // M(t,q)
//     template <class S> Vec<S> force(S t, const Vec<S>& q, const Vec<S>& v, const dae::VectorOf<S, 1>& lambda) const;
//     template <class S> dae::VectorOf<S, 1> position(S t, const Vec<S>& q) const;                     // Phi(t,q)
//     template <class S> dae::VectorOf<S, 0> velocity(S t, const Vec<S>& q, const Vec<S>& v) const;    // k(t,q,v)
//   };
//   alembert::dae::EquationsProblem<Pendulum> problem;
//   alembert::dae::State start = alembert::dae::consistent(problem, 0.0, q, v);
//   alembert::dae::State end = alembert::dae::integrate(problem, start, alembert::hht(-0.05), {.step = 1e-3, .end = 2});
//
// Functions of S are the usual ones: sin, cos, sqrt, exp, log, pow, abs, found without std::. Optional members: `static
// constexpr bool kConstantMass = true`, `kLinearInMultipliers = false`, `std::string unknown_name(int) const`.
#pragma once

#include <alembert/eigen_dual.h>
#include <alembert/simulate.h>

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace alembert::ALEMBERT_INLINE api {
namespace dae {

template <class S, int N>
using VectorOf = Eigen::Matrix<S, N, 1>;
template <class S, int N>
using MatrixOf = Eigen::Matrix<S, N, N>;

// A moment of the motion.
struct State {
  double t = 0.0;
  Eigen::VectorXd q, v, a, lambda;
};

// A small problem with full matrices, which are written column by column. n coordinates, m rows of Phi, p of k,
// l = m + p multipliers.
class Problem {
 public:
  virtual ~Problem() = default;

  virtual int coordinates() const = 0;
  virtual int position_constraints() const = 0;
  virtual int velocity_constraints() const = 0;
  virtual bool constant_mass() const { return false; }
  virtual bool linear_in_multipliers() const { return true; }
  // "coordinate 1", "multiplier 2"
  virtual std::string unknown_name(int unknown) const;

  // M, n x n; f; Phi; k
  virtual void mass(double t, const double* q, double* out) const = 0;
  virtual void force(double t, const double* q, const double* v, const double* lambda, double* out) const = 0;
  virtual void position(double t, const double* q, double* out) const = 0;
  virtual void velocity(double t, const double* q, const double* v, double* out) const = 0;
  // Rates of change along the motion: of Phi, the first and the second; of k
  virtual void position_rate(double t, const double* q, const double* v, double* out) const = 0;
  virtual void position_second(double t, const double* q, const double* v, const double* a, double* out) const = 0;
  virtual void velocity_rate(double t, const double* q, const double* v, const double* a, double* out) const = 0;
  // df/dq and df/dv, n x n; df/dlambda, n x l; d(M a)/dq, n x n
  virtual void force_by_q(double t, const double* q, const double* v, const double* lambda, double* out) const = 0;
  virtual void force_by_v(double t, const double* q, const double* v, const double* lambda, double* out) const = 0;
  virtual void force_by_lambda(double t, const double* q, const double* v, const double* lambda, double* out) const = 0;
  virtual void inertia_by_q(double t, const double* q, const double* a, double* out) const = 0;
  // dPhi/dq, m x n; dk/dq and dk/dv, p x n
  virtual void position_by_q(double t, const double* q, double* out) const = 0;
  virtual void velocity_by_q(double t, const double* q, const double* v, double* out) const = 0;
  virtual void velocity_by_v(double t, const double* q, const double* v, double* out) const = 0;
};

template <class Functions>
class EquationsProblem final : public Problem {
  static constexpr int n = Functions::kCoordinates;
  static constexpr int m = Functions::kPositionConstraints;
  static constexpr int p = Functions::kVelocityConstraints;
  static constexpr int l = m + p;

 public:
  explicit EquationsProblem(Functions functions = {}) : functions_(std::move(functions)) {}
  const Functions& functions() const { return functions_; }

  int coordinates() const override { return n; }
  int position_constraints() const override { return m; }
  int velocity_constraints() const override { return p; }
  bool constant_mass() const override {
    if constexpr (requires { Functions::kConstantMass; }) return Functions::kConstantMass;
    return false;
  }
  bool linear_in_multipliers() const override {
    if constexpr (requires { Functions::kLinearInMultipliers; }) return Functions::kLinearInMultipliers;
    return true;
  }
  std::string unknown_name(int unknown) const override {
    if constexpr (requires { functions_.unknown_name(unknown); }) return functions_.unknown_name(unknown);
    return Problem::unknown_name(unknown);
  }

  void mass(double t, const double* q, double* out) const override {
    mapped<n, n>(out) = functions_.template mass<double>(t, plain<n>(q));
  }
  void force(double t, const double* q, const double* v, const double* lambda, double* out) const override {
    mapped<n, 1>(out) = functions_.template force<double>(t, plain<n>(q), plain<n>(v), plain<l>(lambda));
  }
  void position(double t, const double* q, double* out) const override {
    if constexpr (m > 0) mapped<m, 1>(out) = functions_.template position<double>(t, plain<n>(q));
  }
  void velocity(double t, const double* q, const double* v, double* out) const override {
    if constexpr (p > 0) mapped<p, 1>(out) = functions_.template velocity<double>(t, plain<n>(q), plain<n>(v));
  }

  void position_rate(double t, const double* q, const double* v, double* out) const override {
    using D = Dual<1>;
    if constexpr (m > 0) {
      const VectorOf<D, m> phi = functions_.template position<D>(along(t, 1.0), along(q, v));
      for (int k = 0; k < m; ++k) out[k] = phi[k].d[0];
    }
  }
  // Twice along the path q + v s + a s^2/2.
  void position_second(double t, const double* q, const double* v, const double* a, double* out) const override {
    using D = Dual<1, Dual<1>>;
    const auto path = [](double x, double x1, double x2) {
      D along_it;
      along_it.value = along(x, x1);
      along_it.d[0] = along(x1, x2);
      return along_it;
    };
    if constexpr (m > 0) {
      VectorOf<D, n> at;
      for (int k = 0; k < n; ++k) at[k] = path(q[k], v[k], a[k]);
      const VectorOf<D, m> phi = functions_.template position<D>(path(t, 1.0, 0.0), at);
      for (int k = 0; k < m; ++k) out[k] = phi[k].d[0].d[0];
    }
  }
  void velocity_rate(double t, const double* q, const double* v, const double* a, double* out) const override {
    using D = Dual<1>;
    if constexpr (p > 0) {
      const VectorOf<D, p> k_of = functions_.template velocity<D>(along(t, 1.0), along(q, v), along(v, a));
      for (int k = 0; k < p; ++k) out[k] = k_of[k].d[0];
    }
  }

  void force_by_q(double t, const double* q, const double* v, const double* lambda, double* out) const override {
    using D = Dual<n>;
    const VectorOf<D, n> f = functions_.template force<D>(D(t), variables<n>(q), fixed<D, n>(v), fixed<D, l>(lambda));
    write(f, n, out);
  }
  void force_by_v(double t, const double* q, const double* v, const double* lambda, double* out) const override {
    using D = Dual<n>;
    const VectorOf<D, n> f = functions_.template force<D>(D(t), fixed<D, n>(q), variables<n>(v), fixed<D, l>(lambda));
    write(f, n, out);
  }
  void force_by_lambda(double t, const double* q, const double* v, const double* lambda, double* out) const override {
    if constexpr (l > 0) {
      using D = Dual<l>;
      const VectorOf<D, n> f = functions_.template force<D>(D(t), fixed<D, n>(q), fixed<D, n>(v), variables<l>(lambda));
      write(f, l, out);
    }
  }
  void inertia_by_q(double t, const double* q, const double* a, double* out) const override {
    using D = Dual<n>;
    const MatrixOf<D, n> M = functions_.template mass<D>(D(t), variables<n>(q));
    const VectorOf<D, n> Ma = M * fixed<D, n>(a);
    write(Ma, n, out);
  }
  void position_by_q(double t, const double* q, double* out) const override {
    using D = Dual<n>;
    if constexpr (m > 0) {
      const VectorOf<D, m> phi = functions_.template position<D>(D(t), variables<n>(q));
      write(phi, n, out);
    }
  }
  void velocity_by_q(double t, const double* q, const double* v, double* out) const override {
    using D = Dual<n>;
    if constexpr (p > 0) {
      const VectorOf<D, p> k = functions_.template velocity<D>(D(t), variables<n>(q), fixed<D, n>(v));
      write(k, n, out);
    }
  }
  void velocity_by_v(double t, const double* q, const double* v, double* out) const override {
    using D = Dual<n>;
    if constexpr (p > 0) {
      const VectorOf<D, p> k = functions_.template velocity<D>(D(t), fixed<D, n>(q), variables<n>(v));
      write(k, n, out);
    }
  }

 private:
  template <int rows, int columns>
  static Eigen::Map<Eigen::Matrix<double, rows, columns>> mapped(double* x) {
    return Eigen::Map<Eigen::Matrix<double, rows, columns>>(x);
  }
  template <int N>
  static VectorOf<double, N> plain(const double* x) {
    return Eigen::Map<const VectorOf<double, N>>(x);
  }
  static Dual<1> along(double x, double rate) {
    Dual<1> out(x);
    out.d[0] = rate;
    return out;
  }
  static VectorOf<Dual<1>, n> along(const double* x, const double* rate) {
    VectorOf<Dual<1>, n> out;
    for (int k = 0; k < n; ++k) out[k] = along(x[k], rate[k]);
    return out;
  }
  template <int N>
  static VectorOf<Dual<N>, N> variables(const double* x) {
    VectorOf<Dual<N>, N> out;
    for (int k = 0; k < N; ++k) out[k] = Dual<N>::variable(x[k], k);
    return out;
  }
  template <class D, int N>
  static VectorOf<D, N> fixed(const double* x) {
    VectorOf<D, N> out;
    for (int k = 0; k < N; ++k) out[k] = D(x[k]);
    return out;
  }
  template <class X>
  static void write(const X& x, int columns, double* out) {
    for (int c = 0; c < columns; ++c)
      for (int r = 0; r < x.size(); ++r) out[c * x.size() + r] = x[r].d[static_cast<std::size_t>(c)];
  }

  Functions functions_;
};

// A start: accelerations and multipliers solved from the equations at positions and velocities that satisfy the
// constraints. Where forces are not linear in the multipliers `guess` is the first guess of lambda. Throws
// AssemblyError where the constraints are not satisfied or the equations cannot be solved.
State consistent(const Problem& problem, double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                 const Eigen::VectorXd& guess = {});

struct IntegrationOptions {
  std::optional<double> step = {};       // fixed; or
  std::optional<double> tolerance = {};  // variable step
  double end = 1.0;
};
// Integrates from a consistent start to options.end and returns the state there, accelerations moved to that instant;
// `each_step` is told of every accepted step and ends the integration by answering false. Throws IntegrationError or
// UsageError.
State integrate(const Problem& problem, const State& start, const Method& method, const IntegrationOptions& options,
                const Listener<State>& each_step = {});

}  // namespace dae
}  // namespace alembert::ALEMBERT_INLINEapi
