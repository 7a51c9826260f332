// Second derivatives of the measures of markers, by dual numbers.
#pragma once

#include "elements/marker.h"
#include "elements/measure_kind.h"

namespace alembert {

// Second derivatives, by the 18 numbers of poses or twists of i, j, k (p, theta, or v, w, of one after the other).
struct MarkerHessian {
  using Matrix = Eigen::Matrix<double, 18, 18>;
  Matrix pose_pose, twist_pose, twist_twist;  // d(gradient by the first)/d(the second)
};

void measure_hessian(MarkerMeasure measure, int component, const MarkerState<double>& i, const MarkerState<double>& j,
                     const MarkerState<double>& k, bool with_twists, MarkerHessian& out);

}  // namespace alembert
