// What kernels are called with: the multipliers and markers of an element.
#pragma once

#include "math/types.h"
#include "system/elements_of_system.h"

namespace alembert {

// The multipliers of a joint in its kernel's own rows; rows left out get 0.
template <class Kernel>
typename Kernel::template Rows<double> kernel_multipliers(const JointElement<Kernel>& e, const Vector& lambda) {
  typename Kernel::template Rows<double> l = Kernel::template Rows<double>::Zero();
  for (int r = 0; r < e.rows; ++r) l[e.kernel_row[static_cast<std::size_t>(r)]] = lambda[e.first_row + r];
  return l;
}

template <class Element>
auto force_markers(const Element& e, const std::vector<MarkerState<double>>& marker) {
  Markers<double, decltype(kernel_of(e))::kMarkers> m;
  for (std::size_t k = 0; k < m.size(); ++k) m[k] = &marker[static_cast<std::size_t>(e.marker[k])];
  return m;
}

}  // namespace alembert
