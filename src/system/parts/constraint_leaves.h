// Measures that constraints are made of: of markers, or of contacts of curves, in any kind of number.
#pragma once

#include "elements/joints/curve_on_curve.h"
#include "elements/joints/point_on_curve.h"
#include "elements/marker_measure.h"
#include "system/system.h"

namespace alembert {

// The value and gradient of a leaf, in any kind of number: of a contact of curves, or of a measure.
template <class S>
S leaf_value_of(const MeasureRef& m, const CurveContact* contact, const std::array<double, 2>& at,
                const MarkerState<S>& i, const MarkerState<S>& j, const MarkerState<S>& k) {
  if (contact == nullptr) return measure_value<S>(m.measure, m.component, i, j, k);
  if (contact->other) return CurveOnCurve::value<S>(*contact->curve, *contact->other, at, i, j);
  return PointOnCurve::value<S>(*contact->curve, at[0], m.component, i, j);
}

template <class S>
void leaf_gradient_of(const MeasureRef& m, const CurveContact* contact, const std::array<double, 2>& at,
                      const MarkerState<S>& i, const MarkerState<S>& j, const MarkerState<S>& k,
                      MarkerGradientOf<S>& g) {
  if (contact == nullptr)
    measure_gradient<S>(m.measure, m.component, i, j, k, g);
  else if (contact->other)
    CurveOnCurve::gradient<S>(*contact->curve, *contact->other, at, i, j, g);
  else
    PointOnCurve::gradient<S>(*contact->curve, at[0], m.component, i, j, g);
}

inline const CurveContact* contact_of(const System& system, const MeasureRef& m) {
  return m.kind == MeasureRef::Kind::curve_contact ? &system.curve_contacts()[static_cast<std::size_t>(m.element)]
                                                   : nullptr;
}
inline std::array<double, 2> place_of(const std::vector<std::array<double, 2>>& contacts, const MeasureRef& m) {
  return m.kind == MeasureRef::Kind::curve_contact ? contacts[static_cast<std::size_t>(m.element)]
                                                   : std::array<double, 2>{};
}

}  // namespace alembert
