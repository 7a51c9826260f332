#include "elements/forces/field.h"

#include "elements/forces/dual_derivatives.h"

namespace alembert {

template void FieldForce::wrench<double>(const Markers<double, 2>&, const Parameters&, const ForceContext&,
                                         WrenchOf<double, 2>&);

void FieldForce::derivatives(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context,
                             StiffnessOf<double, 2>& K, StiffnessOf<double, 2>& D) {
  dual_derivatives<FieldForce>(m, par, context, K, D);
}

double FieldForce::potential(const Markers<double, 2>& m, const Parameters& par, const ForceContext&) {
  Deformation<double> x;
  deform<double>(m, par, x);
  return x.strain.dot(0.5 * par.stiffness * x.strain + par.preload);
}

double FieldForce::power_dissipated(const Markers<double, 2>& m, const Parameters& par, const ForceContext&) {
  Deformation<double> x;
  deform<double>(m, par, x);
  return x.rate.dot(par.damping * x.rate);
}

}  // namespace alembert
