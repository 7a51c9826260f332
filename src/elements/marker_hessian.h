// Second derivatives of the measures of markers, by dual numbers.
#pragma once

#include "elements/marker.h"
#include "elements/marker_measure.h"
#include "math/dual.h"

namespace alembert {

// Second derivatives, by the 18 numbers of poses or twists of i, j, k (p, theta, or v, w, of one after the other).
struct MarkerHessian {
  using Matrix = Eigen::Matrix<double, 18, 18>;
  Matrix pose_pose, twist_pose, twist_twist;  // d(gradient by the first)/d(the second)
};

void measure_hessian(MarkerMeasure measure, int component, const MarkerState<double>& i, const MarkerState<double>& j,
                     const MarkerState<double>& k, bool with_twists, MarkerHessian& out);

// The same of any function of three markers, from gradient(i, j, k, g) in dual numbers.
template <class Gradient>
void differentiate_gradient(const MarkerState<double>& i, const MarkerState<double>& j, const MarkerState<double>& k,
                            bool with_twists, const Gradient& gradient, MarkerHessian& out) {
  using D = Dual<18>;
  const std::array<const MarkerState<double>*, 3> markers{&i, &j, &k};
  const auto differentiate = [&](bool by_twists) {
    std::array<MarkerState<D>, 3> m;
    for (std::size_t n = 0; n < 3; ++n) {
      const int first = 6 * static_cast<int>(n);
      Vec3T<D> a, b;
      for (int c = 0; c < 3; ++c) {
        a[c] = D::variable(0.0, first + c);
        b[c] = D::variable(0.0, first + 3 + c);
      }
      m[n].p = markers[n]->p.template cast<D>();
      m[n].R = markers[n]->R.template cast<D>();
      m[n].v = markers[n]->v.template cast<D>();
      m[n].w = markers[n]->w.template cast<D>();
      if (by_twists) {
        m[n].v += a;
        m[n].w += b;
      } else {
        m[n].p += a;
        const Mat3T<D> turned = so3::hat(b) * m[n].R;
        m[n].R += turned;
      }
    }
    MarkerGradientOf<D> g;
    gradient(m[0], m[1], m[2], g);
    for (std::size_t n = 0; n < 3; ++n)
      for (int c = 0; c < 6; ++c) {
        const int row = 6 * static_cast<int>(n) + c;
        const D& pose = c < 3 ? g.p[n][c] : g.theta[n][c - 3];
        const D& twist = c < 3 ? g.v[n][c] : g.w[n][c - 3];
        for (int col = 0; col < 18; ++col) {
          const auto at = static_cast<std::size_t>(col);
          if (by_twists) {
            out.twist_twist(row, col) = twist.d[at];
          } else {
            out.pose_pose(row, col) = pose.d[at];
            out.twist_pose(row, col) = twist.d[at];
          }
        }
      }
  };
  differentiate(false);
  if (with_twists) differentiate(true);
}

}  // namespace alembert
