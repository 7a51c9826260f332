#include "analysis/linear/sparse_modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/linear/pencil.h"
#include "analysis/linear/stiffness_modes.h"
#include "base/error.h"
#include "linear/dominant_pairs.h"
#include "solve/stability.h"

namespace alembert {

namespace {

using Complex = std::complex<double>;

constexpr double kShift = 1e-3;  // of the largest frequency: about where the lowest of 1000 are
constexpr double kFree = 1e-7;   // of the shift: rounding of a free motion's frequency

// (p, r) -> (x, w) with (first-order form - shift) (x, w) = (p, r):
//   w = p + shift x,   (shift^2 M + shift D + K) x + F lambda = -M r - (D + shift M) p,   G x = 0
Vector first_order_inverse(Pencil& pencil, double shift, const Vector& in) {
  const int n = pencil.size();
  const Vector p = in.head(n), r = in.tail(n);
  const Vector x = pencil.solve(-pencil.mass(r + shift * p) - pencil.damping(p));
  Vector out(2 * n);
  out << x, p + shift * x;
  return out;
}

void add_pair(std::vector<Mode>& modes, double omega_squared, const Vector& x, double nothing) {
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

std::vector<Mode> damped_modes(Pencil& pencil, double omega, int count) {
  const int states = pencil.problem().sizes().states;
  const double shift = 0.9 * omega;
  pencil.factor({shift * shift, shift, 1.0});
  linear::Operator inverse;
  inverse.size = 2 * pencil.size();
  inverse.apply = [&](const Vector& x) { return first_order_inverse(pencil, shift, x); };
  const auto pairs = linear::dominant_pairs(inverse, 2 * count + states);
  if (!pairs)
    throw Error(ExitCode::integration_failed, fmt::format("the {} lowest modes were not found: iteration does not "
                                                          "converge; ask for fewer with `modes`",
                                                          count));
  std::vector<Mode> out;
  const int n = pencil.size(), bodies = n - states;
  std::vector<Eigen::VectorXcd> free;  // motions at 0, of which iteration gives each twice: with its velocity
  for (Eigen::Index k = 0; k < pairs->values.size(); ++k) {
    std::complex<double> s = shift + 1.0 / pairs->values[k];
    const Eigen::VectorXcd vector = pairs->vectors.col(k);
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
  std::vector<Mode> out;
  if (pencil.damped() || !pencil.symmetric()) {
    out = damped_modes(pencil, omega, count);
  } else {
    for (const StiffnessMode& mode : stiffness_modes(pencil, -omega * omega, fastest.omega * fastest.omega, count))
      add_pair(out, mode.square, mode.x, kFree * omega * omega);
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Mode& a, const Mode& b) { return std::abs(a.eigenvalue) < std::abs(b.eigenvalue); });
  if (static_cast<int>(out.size()) > count) out.resize(static_cast<std::size_t>(count));
  return out;
}

}  // namespace alembert
