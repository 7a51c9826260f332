// point_on_curve: the second's origin stays on a curve C in the frame of the first. With p the second's origin in the
// axes of the first, s* the parameter of the nearest point, (p - C).C' = 0, and normals n_1, n_2 of the curve:
//   n_a(s*).(p - C(s*)) = 0,   a = 1, 2
// n_1 is in the plane of a planar curve, n_2 square to it. The parameter is eliminated: it is a function of p,
//   ds*/dp = C'/(C'.C' - (p - C).C''),   so that   grad = n_a + (n_a'.(p - C)) ds*/dp
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "elements/curve.h"
#include "elements/joints/formula_joint.h"
#include "elements/joints/joint_kind.h"
#include "elements/marker.h"
#include "elements/marker_measure.h"

namespace alembert {

struct PointOnCurve : JointDefaults {
  static constexpr std::string_view kName = "point_on_curve";
  static constexpr std::string_view kSummary = "second's origin stays on a curve in the frame of the first";
  static constexpr std::array<Key, 2> kOwnKeys = {{
      {"between", keys::marker_pair, keys::required,
       "The marker in whose frame the curve is, and the marker that stays on it."},
      {"curve", keys::name, keys::required, "The curve, one of `curves`.", "curves"},
  }};
  static constexpr std::span<const Key> kKeys = kOwnKeys;
  static constexpr bool kOrientedSecond = false;
  static constexpr std::array<FormulaRow, 2> kFormulas = {
      {{"across the curve", "n1.(p - C)"}, {"out of its plane", "n2.(p - C)"}}};

  template <class S>
  struct Local {
    Vec3T<S> p, e, d1, d2, n, dn;  // p, p - C, C', C'', the normal and its derivative by s
  };

  // `curve` carries the curve, `point` the point; s is s* where their values are.
  template <class S>
  static Local<S> local(const Curve& curve, double s0, int row, const MarkerState<S>& point,
                        const MarkerState<S>& frame) {
    using std::sqrt;
    Local<S> l;
    const Vec3T<S> d = point.p - frame.p;
    l.p = frame.R.transpose() * d;
    Vec3T<S> c;
    // Newton's steps from s*, where the equation holds for the values: the first gives the first derivatives of s* by
    // whatever S carries, the second the second.
    S s(s0);
    for (int k = 0; k < 2; ++k) {
      curve.at<S>(s, c, l.d1, l.d2);
      l.e = l.p - c;
      s = s + l.e.dot(l.d1) / S(l.d1.dot(l.d1) - l.e.dot(l.d2));
    }
    curve.at<S>(s, c, l.d1, l.d2);
    l.e = l.p - c;
    const S speed = sqrt(l.d1.dot(l.d1));
    const Vec3T<S> t = l.d1 / speed;
    const Vec3T<S> dt = (l.d2 - t.dot(l.d2) * t) / speed;
    Vec3T<S> b, db;
    curve.side<S>(s, b, db);
    const S along = b.dot(t);
    const Vec3T<S> u = b - along * t;
    const S along_rate = db.dot(t) + b.dot(dt);
    const Vec3T<S> du = db - along_rate * t - along * dt;
    const S size = sqrt(u.dot(u));
    const Vec3T<S> n2 = u / size;
    const Vec3T<S> dn2 = (du - n2.dot(du) * n2) / size;
    if (row == 1) {
      l.n = n2;
      l.dn = dn2;
    } else {
      l.n = n2.cross(t);
      l.dn = dn2.cross(t) + n2.cross(dt);
    }
    return l;
  }

  template <class S>
  static S value(const Curve& curve, double s, int row, const MarkerState<S>& point, const MarkerState<S>& frame) {
    const Local<S> l = local<S>(curve, s, row, point, frame);
    return l.n.dot(l.e);
  }
  // By the tangents of the point (0) and the curve's frame (1).
  template <class S>
  static void gradient(const Curve& curve, double s, int row, const MarkerState<S>& point, const MarkerState<S>& frame,
                       MarkerGradientOf<S>& g) {
    const Local<S> l = local<S>(curve, s, row, point, frame);
    const S by_s = l.dn.dot(l.e) / S(l.d1.dot(l.d1) - l.e.dot(l.d2));
    const Vec3T<S> by_p = frame.R * Vec3T<S>(l.n + by_s * l.d1);
    g.set_zero();
    g.p[0] = by_p;
    g.p[1] = -by_p;
    g.theta[1] = by_p.cross(Vec3T<S>(point.p - frame.p));
  }
};

}  // namespace alembert
