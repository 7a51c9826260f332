#include "analysis/linear/sparse_modes.h"

#include <Spectra/GenEigsRealShiftSolver.h>
#include <Spectra/SymGEigsShiftSolver.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "linear/factorisation.h"
#include "solve/stability.h"

namespace alembert {

namespace {

constexpr double kShift = 1e-3;       // of the largest frequency: about where the lowest of 1000 are
constexpr double kConverged = 1e-12;  // relative, of eigenvalues of the inverse
constexpr int kMaxRestarts = 1000;
constexpr double kSymmetric = 1e-11;
constexpr double kFree = 1e-7;  // of the shift: rounding of a free motion's frequency

class Pencil {
 public:
  Pencil(MultibodyProblem& problem, const dae::State& state)
      : problem_(problem),
        n_(problem.sizes()),
        state_(state),
        zero_(Vector::Zero(n_.velocities)),
        x_(Vector::Zero(n_.unknowns())),
        y_(Vector::Zero(n_.unknowns())) {
    linearise({1.0, 0.0, 0.0}, mass_);
    linearise({0.0, 1.0, 0.0}, damping_);
    linearise({0.0, 0.0, 1.0}, stiffness_);
  }

  int size() const { return n_.velocities; }
  MultibodyProblem& problem() { return problem_; }

  // [w.mass M + w.damping D + w.stiffness K, F; G, -eps]
  void factor(const dae::Weights& weights) {
    linearise(weights, shifted_);
    if (!factors_.factor(shifted_))
      throw Error(ExitCode::integration_failed,
                  fmt::format("the modes were not found: {} is held by nothing and has no inertia",
                              problem_.unknown_name(factors_.singular_column())));
  }
  // The x with (shifted) x + F lambda = r, G x = 0. What eps leaves open is closed by a second pass.
  Vector solve(const Vector& r) {
    x_.head(size()) = r;
    x_.tail(n_.multipliers).setZero();
    right_ = x_;
    factors_.solve(x_);
    shifted_.multiply(x_, y_);
    y_.tail(n_.multipliers) += problem_.regularisation().cwiseProduct(x_.tail(n_.multipliers));
    y_ = right_ - y_;
    factors_.solve(y_);
    x_ += y_;
    return x_.head(size());
  }
  Vector times(const linear::SparseMatrix& matrix, const Vector& v) {
    x_.head(size()) = v;
    x_.tail(n_.multipliers).setZero();
    matrix.multiply(x_, y_);
    return y_.head(size());
  }
  Vector mass(const Vector& v) { return times(mass_, v); }
  Vector damping(const Vector& v) { return times(damping_, v); }
  Vector stiffness(const Vector& v) { return times(stiffness_, v); }

  // No damping, and a symmetric K.
  bool conservative() const {
    if (n_.states > 0 || n_.nonholonomic > 0 || !problem_.linear_in_multipliers()) return false;
    const linear::Pattern& p = *problem_.pattern();
    double largest = 0.0, damped = 0.0, odd = 0.0;
    for (int c = 0; c < n_.velocities; ++c)
      for (int k = p.column_starts()[static_cast<std::size_t>(c)];
           k < p.column_starts()[static_cast<std::size_t>(c) + 1]; ++k) {
        const int r = p.rows()[static_cast<std::size_t>(k)];
        if (r >= n_.velocities) continue;
        damped = std::max(damped, std::abs(damping_.values()[k]));
        const double value = stiffness_.values()[k];
        largest = std::max(largest, std::abs(value));
        odd = std::max(odd, std::abs(value - stiffness_.values()[p.slot(c, r)]));
      }
    return damped == 0.0 && odd <= kSymmetric * largest;
  }

 private:
  void linearise(const dae::Weights& weights, linear::SparseMatrix& out) {
    problem_.newton_matrix(weights, {state_.t, state_.q},
                           {state_.t, state_.q, state_.v, state_.a, state_.lambda, zero_}, out);
  }

  MultibodyProblem& problem_;
  dae::Sizes n_;
  const dae::State& state_;
  Vector zero_;
  linear::SparseMatrix shifted_, mass_, damping_, stiffness_;
  linear::Factorisation factors_;  // of shifted_
  Vector x_, y_, right_;
};

// K x = omega^2 M x on the tangent space, inverted at omega^2 = shift.
struct Inverse {
  using Scalar = double;
  Pencil& pencil;
  int rows() const { return pencil.size(); }
  int cols() const { return pencil.size(); }
  void set_shift(double shift) { pencil.factor({-shift, 0.0, 1.0}); }
  void perform_op(const double* in, double* out) const {
    Eigen::Map<Vector>(out, rows()) = pencil.solve(Eigen::Map<const Vector>(in, rows()));
  }
};
struct MassProduct {
  using Scalar = double;
  Pencil& pencil;
  int rows() const { return pencil.size(); }
  int cols() const { return pencil.size(); }
  void perform_op(const double* in, double* out) const {
    Eigen::Map<Vector>(out, rows()) = pencil.mass(Eigen::Map<const Vector>(in, rows()));
  }
};

// (p, r) -> (x, w) with (first-order form - shift) (x, w) = (p, r):
//   w = p + shift x,   (shift^2 M + shift D + K) x + F lambda = -M r - (D + shift M) p,   G x = 0
struct FirstOrderInverse {
  using Scalar = double;
  Pencil& pencil;
  double shift = 0.0;
  int rows() const { return 2 * pencil.size(); }
  int cols() const { return 2 * pencil.size(); }
  void set_shift(double value) {
    shift = value;
    pencil.factor({shift * shift, shift, 1.0});
  }
  void perform_op(const double* in, double* out) const {
    const int n = pencil.size();
    const Eigen::Map<const Vector> p(in, n), r(in + n, n);
    const Vector load = -pencil.mass(r + shift * p) - pencil.damping(p);
    const Vector x = pencil.solve(load);
    Eigen::Map<Vector>(out, n) = x;
    Eigen::Map<Vector>(out + n, n) = p + shift * x;
  }
};

[[noreturn]] void refuse(int found, int count) {
  throw Error(ExitCode::integration_failed,
              fmt::format("only {} of {} modes were found: ask for fewer with `modes`", found, count));
}

// A start with a part in every mode.
Vector mixed(int size) {
  Vector out(size);
  for (int k = 0; k < size; ++k) out[k] = 1.0 + 0.37 * std::sin(1.0 + 2.7 * k);
  return out;
}

void add_pair(std::vector<Mode>& modes, double omega_squared, const Vector& x, double nothing) {
  using Complex = std::complex<double>;
  const auto add = [&](Complex s) {
    Mode mode;
    mode.eigenvalue = s;
    mode.dq = x.cast<Complex>();
    mode.dv = s * mode.dq;
    modes.push_back(std::move(mode));
  };
  if (std::abs(omega_squared) <= nothing) {
    add(0.0);
  } else if (omega_squared > 0.0) {
    add(Complex(0.0, std::sqrt(omega_squared)));
  } else {
    add(-std::sqrt(-omega_squared));
    add(std::sqrt(-omega_squared));
  }
}

std::vector<Mode> lanczos(Pencil& pencil, double omega, int count) {
  const double shift = -omega * omega;
  Inverse inverse{pencil};
  MassProduct product{pencil};
  const int vectors = std::min(pencil.size(), std::max(2 * count + 1, 20));
  Spectra::SymGEigsShiftSolver<Inverse, MassProduct, Spectra::GEigsMode::ShiftInvert> solver(inverse, product, count,
                                                                                             vectors, shift);
  const Vector start = pencil.solve(pencil.mass(mixed(pencil.size())));
  solver.init(start.data());
  const auto found = static_cast<int>(solver.compute(Spectra::SortRule::LargestMagn, kMaxRestarts, kConverged));
  if (found < count) refuse(found, count);
  std::vector<Mode> out;
  for (int k = 0; k < count; ++k) {
    // Rayleigh's quotient squares the error that iteration left in the vector.
    const Vector x = solver.eigenvectors().col(k);
    const double square = x.dot(pencil.stiffness(x)) / x.dot(pencil.mass(x));
    add_pair(out, square, x, kFree * omega * omega);
  }
  return out;
}

std::vector<Mode> arnoldi(Pencil& pencil, double omega, int count) {
  FirstOrderInverse inverse{pencil};
  const int states = pencil.problem().sizes().states, wanted = 2 * count + states;
  const int vectors = std::min(2 * pencil.size(), std::max(2 * wanted + 1, 40));
  Spectra::GenEigsRealShiftSolver<FirstOrderInverse> solver(inverse, wanted, vectors, 0.9 * omega);
  Vector start(2 * pencil.size());
  start << pencil.solve(pencil.mass(mixed(pencil.size()))), pencil.solve(pencil.mass(mixed(pencil.size())));
  solver.init(start.data());
  const auto found = static_cast<int>(solver.compute(Spectra::SortRule::LargestMagn, kMaxRestarts, kConverged));
  if (found < wanted) refuse(found / 2, count);
  std::vector<Mode> out;
  const int n = pencil.size(), bodies = n - states;
  std::vector<Eigen::VectorXcd> free;  // motions at 0, of which iteration gives each twice: with its velocity
  for (int k = 0; k < wanted; ++k) {
    std::complex<double> s = solver.eigenvalues()[k];
    const Eigen::VectorXcd vector = solver.eigenvectors().col(k);
    if (s.imag() < 0.0) continue;
    if (std::abs(s) <= 1e-4 * omega) s = 0.0;  // a defective eigenvalue: rounding spreads it
    Mode mode;
    mode.eigenvalue = s;
    mode.dq = vector.head(n);
    mode.dv = vector.tail(n);
    mode.dq.tail(states).setZero();  // the integrals of states are no coordinates
    if (s == 0.0 && mode.dq.head(bodies).norm() <= 1e-6 * vector.norm()) continue;
    if (s == 0.0) {
      Eigen::VectorXcd rest = mode.dq.normalized();
      for (const Eigen::VectorXcd& other : free) rest -= other.dot(rest) * other;
      if (rest.norm() < 1e-3) continue;
      free.push_back(rest.normalized());
    }
    out.push_back(std::move(mode));
  }
  return out;
}

}  // namespace

std::vector<Mode> sparse_modes(MultibodyProblem& problem, const dae::State& state, int count) {
  problem.recall(state);
  const LargestFrequency fastest = largest_frequency(problem, state);
  const double omega = kShift * (fastest.omega > 0.0 ? fastest.omega : 1.0);
  Pencil pencil(problem, state);
  const bool conservative = pencil.conservative();
  std::vector<Mode> out = conservative ? lanczos(pencil, omega, count) : arnoldi(pencil, omega, count);
  std::stable_sort(out.begin(), out.end(),
                   [](const Mode& a, const Mode& b) { return std::abs(a.eigenvalue) < std::abs(b.eigenvalue); });
  if (static_cast<int>(out.size()) > count) out.resize(static_cast<std::size_t>(count));
  return out;
}

}  // namespace alembert
