#include "elements/forces/tire.h"

#include "elements/forces/dual_derivatives.h"

namespace alembert {

template void TireForce::wrench<double>(const Markers<double, 2>&, const Parameters&, const ForceContext&,
                                        WrenchOf<double, 2>&);

void TireForce::derivatives(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context,
                            StiffnessOf<double, 2>& K, StiffnessOf<double, 2>& D) {
  dual_derivatives<TireForce>(m, par, context, K, D);
}

double TireForce::potential(const Markers<double, 2>& m, const Parameters& par, const ForceContext&) {
  const double deflection = contact<double>(m, par).deflection;
  return deflection > 0.0 ? 0.5 * par.stiffness * deflection * deflection : 0.0;
}

// What the forces take from the motion less what the deflection stores.
double TireForce::power_dissipated(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context) {
  const Contact<double> c = contact<double>(m, par);
  if (c.deflection <= 0.0) return 0.0;
  WrenchOf<double, 2> w;
  wrench<double>(m, par, context, w);
  double power = 0.0;
  for (int k = 0; k < 2; ++k)
    power += w.segment<3>(6 * k).dot(m[static_cast<std::size_t>(k)]->v) +
             w.segment<3>(6 * k + 3).dot(m[static_cast<std::size_t>(k)]->w);
  using S = Dual<1>;
  std::array<MarkerState<S>, 2> along;  // how the deflection grows along the motion
  for (std::size_t k = 0; k < 2; ++k) {
    along[k].p = m[k]->p.template cast<S>();
    along[k].R = m[k]->R.template cast<S>();
    along[k].v = m[k]->v.template cast<S>();
    along[k].w = m[k]->w.template cast<S>();
    const Mat3 turning = so3::hat(m[k]->w) * m[k]->R;
    for (int r = 0; r < 3; ++r) {
      along[k].p[r].d[0] = m[k]->v[r];
      for (int col = 0; col < 3; ++col) along[k].R(r, col).d[0] = turning(r, col);
    }
  }
  const double growth = contact<S>({&along[0], &along[1]}, par).deflection.d[0];
  return power - par.stiffness * c.deflection * growth;
}
}  // namespace alembert
