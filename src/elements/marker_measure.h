// Measures of markers, as expressions use them: a number from the poses and twists of marker i relative to j, along the
// axes of k, and its derivatives by the tangents (p, theta) and twists (v, w) of the three; ground axes.
//
//   displacement   z . d,  d = p_i - p_j, z an axis of k; or |d|          velocity, rotation rate likewise
//   separation     d . (v_i - v_j) / |d|
//   displacement rate  z . (v_i - v_j) + (w_k x z) . d: how fast the displacement changes, the axis turning with k
//   angles         atan2(s, c) of two dot products of axes of i and j (3-1-3 angles psi, phi; ax, ay, az), or acos(c)
//
// A dot product of axes changes by d(a_i . b_j) = (dtheta_i - dtheta_j) . (a_i x b_j).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "elements/marker.h"
#include "elements/measure_kind.h"

namespace alembert {

template <class S>
struct MarkerGradientOf {
  std::array<Vec3T<S>, 3> p, theta, v, w;  // of i, j, k

  void set_zero() {
    for (auto* part : {&p, &theta, &v, &w})
      for (Vec3T<S>& x : *part) x.setZero();
  }
};
using MarkerGradient = MarkerGradientOf<double>;

namespace measure_detail {

// The two dot products of an angle: s and c as signed products of axis a of i and axis b of j.
struct AxisProduct {
  double sign;
  Axis a, b;
  template <class S>
  S value(const MarkerState<S>& i, const MarkerState<S>& j) const {
    return sign * i.axis(a).dot(j.axis(b));
  }
  template <class S>
  Vec3T<S> gradient(const MarkerState<S>& i, const MarkerState<S>& j) const {
    return S(sign) * i.axis(a).cross(j.axis(b));
  }
};
struct AngleProducts {
  AxisProduct s, c;
};

inline AngleProducts products_of(MarkerMeasure measure) {
  switch (measure) {
    case MarkerMeasure::angle_x:
      return {{-1.0, Axis::z, Axis::y}, {1.0, Axis::z, Axis::z}};
    case MarkerMeasure::angle_y:
      return {{1.0, Axis::z, Axis::x}, {1.0, Axis::z, Axis::z}};
    case MarkerMeasure::euler_psi:
      return {{1.0, Axis::z, Axis::x}, {-1.0, Axis::z, Axis::y}};
    case MarkerMeasure::euler_phi:
      return {{1.0, Axis::x, Axis::z}, {1.0, Axis::y, Axis::z}};
    default:  // angle_z; euler_theta uses c alone
      return {{-1.0, Axis::y, Axis::x}, {1.0, Axis::y, Axis::y}};
  }
}
inline constexpr AxisProduct kTheta{1.0, Axis::z, Axis::z};

}  // namespace measure_detail

// `component`: 0 1 2 for the axes of k, 3 for the size of the vector; ignored by the other measures. Angles are within
// a turn.
template <class S>
S measure_value(MarkerMeasure measure, int component, const MarkerState<S>& i, const MarkerState<S>& j,
                const MarkerState<S>& k) {
  using std::acos, std::atan2, std::sqrt;
  const auto pick = [&](const Vec3T<S>& x) -> S {
    return component == 3 ? S(sqrt(x.dot(x))) : S(k.R.col(component).dot(x));
  };
  switch (measure) {
    case MarkerMeasure::displacement:
      return pick(i.p - j.p);
    case MarkerMeasure::velocity:
      return pick(i.v - j.v);
    case MarkerMeasure::rotation_rate:
      return pick(i.w - j.w);
    case MarkerMeasure::separation_rate: {
      const Vec3T<S> d = i.p - j.p;
      return d.dot(i.v - j.v) / sqrt(d.dot(d));
    }
    case MarkerMeasure::displacement_rate: {
      const Vec3T<S> z = k.R.col(component);
      return z.dot(i.v - j.v) + k.w.cross(z).dot(i.p - j.p);
    }
    case MarkerMeasure::euler_theta: {
      const S c = measure_detail::kTheta.value(i, j);
      if (c > S(1.0)) return S(0.0);
      return c < S(-1.0) ? S(3.14159265358979323846) : S(acos(c));
    }
    default: {
      const measure_detail::AngleProducts x = measure_detail::products_of(measure);
      const S s = x.s.value(i, j), c = x.c.value(i, j);
      // z axes parallel: psi takes the whole turn, phi is 0.
      if (s == S(0.0) && c == S(0.0) && measure == MarkerMeasure::euler_phi) return S(0.0);
      if (s == S(0.0) && c == S(0.0) && measure == MarkerMeasure::euler_psi)
        return atan2(i.axis(Axis::x).dot(j.axis(Axis::y)), i.axis(Axis::x).dot(j.axis(Axis::x)));
      return atan2(s, c);
    }
  }
}

// The derivatives may be taken of the derivatives, too: S a dual number.
template <class S>
void measure_gradient(MarkerMeasure measure, int component, const MarkerState<S>& i, const MarkerState<S>& j,
                      const MarkerState<S>& k, MarkerGradientOf<S>& g) {
  using std::sqrt;
  g.set_zero();
  // Of a component of x, or of its size, where x = x_i - x_j; at x = 0 its size has no direction: no derivative.
  const auto of_vector = [&](const Vec3T<S>& x, std::array<Vec3T<S>, 3>& part) {
    if (component == 3) {
      const S square = x.dot(x);
      if (square > S(0.0)) part[0] = x / S(sqrt(square));
    } else {
      part[0] = k.R.col(component);
      g.theta[2] = part[0].cross(x);
    }
    part[1] = -part[0];
  };
  switch (measure) {
    case MarkerMeasure::displacement:
      return of_vector(i.p - j.p, g.p);
    case MarkerMeasure::velocity:
      return of_vector(i.v - j.v, g.v);
    case MarkerMeasure::rotation_rate:
      return of_vector(i.w - j.w, g.w);
    case MarkerMeasure::separation_rate: {
      const Vec3T<S> d = i.p - j.p, r = i.v - j.v;
      const S size = sqrt(d.dot(d));
      const Vec3T<S> u = d / size;
      g.v[0] = u;
      g.v[1] = -u;
      g.p[0] = (r - u.dot(r) * u) / size;
      g.p[1] = -g.p[0];
      return;
    }
    case MarkerMeasure::displacement_rate: {
      const Vec3T<S> d = i.p - j.p, r = i.v - j.v, z = k.R.col(component), turning = k.w.cross(z);
      g.v[0] = z;
      g.v[1] = -z;
      g.p[0] = turning;
      g.p[1] = -turning;
      g.theta[2] = z.cross(r) + z.cross(d.cross(k.w));
      g.w[2] = z.cross(d);
      return;
    }
    case MarkerMeasure::euler_theta: {
      S c = measure_detail::kTheta.value(i, j);
      if (c > S(1.0)) c = S(1.0);
      if (c < S(-1.0)) c = S(-1.0);
      const S square = (S(1.0) - c) * (S(1.0) + c);
      if (square > S(0.0)) g.theta[0] = -measure_detail::kTheta.gradient(i, j) / S(sqrt(square));  // parallel: a kink
      g.theta[1] = -g.theta[0];
      return;
    }
    default: {
      const measure_detail::AngleProducts x = measure_detail::products_of(measure);
      const S s = x.s.value(i, j), c = x.c.value(i, j);
      g.theta[0] = (c * x.s.gradient(i, j) - s * x.c.gradient(i, j)) / S(s * s + c * c);
      g.theta[1] = -g.theta[0];
      return;
    }
  }
}

}  // namespace alembert
