#include "elements/marker_hessian.h"

namespace alembert {

void measure_hessian(MarkerMeasure measure, int component, const MarkerState<double>& i, const MarkerState<double>& j,
                     const MarkerState<double>& k, bool with_twists, MarkerHessian& out) {
  differentiate_gradient(
      i, j, k, with_twists,
      [&](const auto& mi, const auto& mj, const auto& mk, auto& g) {
        measure_gradient(measure, component, mi, mj, mk, g);
      },
      out);
}

}  // namespace alembert
