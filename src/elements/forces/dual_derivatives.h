// Derivatives of a force kernel by dual numbers, for kernels whose derivatives are not worth writing by hand.
#pragma once

#include "elements/forces/force_kernel.h"
#include "math/dual.h"

namespace alembert {

// The markers displaced along their 12 tangent directions, or with their twists changed: derivative k is along
// direction k.
inline std::array<MarkerState<Dual<12>>, 2> moved_markers(const Markers<double, 2>& m, bool by_twist) {
  using S = Dual<12>;
  std::array<MarkerState<S>, 2> moved;
  for (int k = 0; k < 2; ++k) {
    const MarkerState<double>& from = *m[static_cast<std::size_t>(k)];
    MarkerState<S>& to = moved[static_cast<std::size_t>(k)];
    to.p = from.p.template cast<S>();
    to.R = from.R.template cast<S>();
    to.v = from.v.template cast<S>();
    to.w = from.w.template cast<S>();
    Vec3T<S> turn;
    for (int c = 0; c < 3; ++c) {
      const S shift = S::variable(0.0, 6 * k + c);
      turn[c] = S::variable(0.0, 6 * k + 3 + c);
      if (by_twist) {
        to.v[c] += shift;
        to.w[c] += turn[c];
      } else {
        to.p[c] += shift;
      }
    }
    if (!by_twist) to.R += (so3::hat(turn) * to.R).eval();
  }
  return moved;
}

// Kernel::wrench as K = dw/d(tangent) and D = dw/d(twist).
template <class Kernel>
void dual_derivatives(const Markers<double, 2>& m, const typename Kernel::Parameters& par, const ForceContext& context,
                      StiffnessOf<double, 2>& K, StiffnessOf<double, 2>& D) {
  using S = Dual<12>;
  for (const bool by_twist : {false, true}) {
    const std::array<MarkerState<S>, 2> moved = moved_markers(m, by_twist);
    WrenchOf<S, 2> w;
    Kernel::template wrench<S>({&moved[0], &moved[1]}, par, context, w);
    StiffnessOf<double, 2>& out = by_twist ? D : K;
    for (int r = 0; r < 12; ++r)
      for (int c = 0; c < 12; ++c) out(r, c) = w[r].d[static_cast<std::size_t>(c)];
  }
}

}  // namespace alembert
