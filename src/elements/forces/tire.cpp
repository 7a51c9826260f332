#include "elements/forces/tire.h"

#include "elements/forces/dual_derivatives.h"

namespace alembert {

template void TireForce::wrench<double>(const Markers<double, 2>&, const Parameters&, const ForceContext&,
                                        WrenchOf<double, 2>&);

void TireForce::derivatives(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context,
                            StiffnessOf<double, 2>& K, StiffnessOf<double, 2>& D) {
  dual_derivatives<TireForce>(m, par, context, K, D);
}

Eigen::Vector2d TireForce::rates(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context) {
  return rates<double>(contact<double>(m, par), par, context.states);
}

void TireForce::state_derivatives(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context,
                                  StateDerivatives<2, 2>& out) {
  for (const bool by_twist : {false, true}) {
    using S = Dual<12>;
    const std::array<MarkerState<S>, 2> moved = moved_markers(m, by_twist);
    const Pair<S> slips = context.states.cast<S>();
    const Pair<S> rate = rates<S>(contact<S>({&moved[0], &moved[1]}, par), par, slips);
    for (int r = 0; r < 2; ++r)
      for (int c = 0; c < 12; ++c)
        (by_twist ? out.by_twist : out.by_tangent)(r, c) = rate[r].d[static_cast<std::size_t>(c)];
  }
  using S = Dual<2>;
  std::array<MarkerState<S>, 2> held;
  for (std::size_t k = 0; k < 2; ++k)
    held[k] = {m[k]->p.cast<S>(), m[k]->R.cast<S>(), m[k]->v.cast<S>(), m[k]->w.cast<S>()};
  const Pair<S> slips(S::variable(context.states[0], 0), S::variable(context.states[1], 1));
  WrenchOf<S, 2> w;
  const Pair<S> rate = wrench_of_slips<S>({&held[0], &held[1]}, par, slips, w);
  for (int c = 0; c < 2; ++c) {
    for (int r = 0; r < 12; ++r) out.wrench(r, c) = w[r].d[static_cast<std::size_t>(c)];
    for (int r = 0; r < 2; ++r) out.by_state(r, c) = rate[r].d[static_cast<std::size_t>(c)];
  }
}

// The patch under the spring's load N stores the integral of Fiala's F over its deflection,
//   (S^2/2 - S^3/(9 mu N) + S^4/(108 mu^2 N^2)) (1/k)     where S = |s'| < 3 mu N
//   (mu N S - 3/4 mu^2 N^2) (1/k)                         beyond
// with the mean compliance 1/k of its direction, sum (s'_i)^2 sigma_i/C_i / S^2.
template <class S>
S TireForce::stored(const Contact<S>& c, const Parameters& par, const Pair<S>& slips) {
  using std::sqrt;
  if (value_of(c.deflection) <= 0.0) return S(0.0);
  S out = 0.5 * par.stiffness * c.deflection * c.deflection;
  // The curve's integral, and how it grows.
  const double r = value_of(c.deflection);
  out += par.curve.integral(r) + par.curve.value(r) * (c.deflection - r);
  S square(0.0), energy(0.0);
  for (int k = 0; k < 2; ++k) {
    const S s = par.slip_stiffness[k] * slips[k];
    square += s * s;
    energy += 0.5 * par.relaxation[k] * s * slips[k];
  }
  const S held = par.friction * spring(c.deflection, par) / c.cosine;  // mu N
  if (value_of(square) <= 0.0 || value_of(held) <= 0.0) return out;
  const S a = sqrt(square) / (3.0 * held);
  const S part = value_of(a) < 1.0 ? S(1.0 - 2.0 / 3.0 * a + a * a / 6.0) : S((2.0 / 3.0 - 1.0 / (6.0 * a)) / a);
  return out + energy * part;
}

double TireForce::potential(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context) {
  return stored<double>(contact<double>(m, par), par, context.states);
}

// What the forces take from the motion less what is stored.
double TireForce::power_dissipated(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context) {
  WrenchOf<double, 2> w;
  const Eigen::Vector2d rate = wrench_of_slips<double>(m, par, context.states, w);
  double power = 0.0;
  for (int k = 0; k < 2; ++k)
    power += w.segment<3>(6 * k).dot(m[static_cast<std::size_t>(k)]->v) +
             w.segment<3>(6 * k + 3).dot(m[static_cast<std::size_t>(k)]->w);
  using S = Dual<1>;
  std::array<MarkerState<S>, 2> along;  // the motion
  for (std::size_t k = 0; k < 2; ++k) {
    along[k] = {m[k]->p.cast<S>(), m[k]->R.cast<S>(), m[k]->v.cast<S>(), m[k]->w.cast<S>()};
    const Mat3 turning = so3::hat(m[k]->w) * m[k]->R;
    for (int r = 0; r < 3; ++r) {
      along[k].p[r].d[0] = m[k]->v[r];
      for (int col = 0; col < 3; ++col) along[k].R(r, col).d[0] = turning(r, col);
    }
  }
  Pair<S> slips = context.states.cast<S>();
  for (int k = 0; k < 2; ++k) slips[k].d[0] = rate[k];
  return power - stored<S>(contact<S>({&along[0], &along[1]}, par), par, slips).d[0];
}

}  // namespace alembert
