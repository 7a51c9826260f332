// curve_on_curve: a curve A in the first's x-y plane and a curve B in the second's touch; the planes are held together
// by other joints. P_A = p_i + R_i A(s), P_B = p_j + R_j B(u), e = P_B - P_A, and n the normal of A in its plane: s and
// u are where the tangents are parallel and e is along the normal,
//   e.A' = 0,  n.B' = 0;      the joint:   n.e = 0
// s and u are eliminated; because of these two conditions their changes leave n.e as it is, so that
//   d(n.e) = n.(dP_B - dP_A) + (dtheta_i x n).e      with P_A, P_B as points of their bodies.
// No friction: the curves may slide on each other.
#pragma once

#include <array>
#include <cmath>
#include <span>
#include <string_view>

#include "elements/curve.h"
#include "elements/joints/formula_joint.h"
#include "elements/joints/joint_kind.h"
#include "elements/marker.h"
#include "elements/marker_measure.h"

namespace alembert {

struct CurveOnCurve : JointDefaults {
  static constexpr std::string_view kName = "curve_on_curve";
  static constexpr std::string_view kSummary = "a curve in the first's x-y plane and one in the second's touch";
  static constexpr std::array<Key, 2> kOwnKeys = {{
      {"between", keys::marker_pair, keys::required, "Two markers, each with a curve in its x-y plane."},
      {"curves", keys::names_of_elements, keys::required, "The two curves, of `curves`, in the order of the markers.",
       "curves"},
  }};
  static constexpr std::span<const Key> kKeys = kOwnKeys;
  static constexpr bool kFlatCurves = true;
  static constexpr std::array<FormulaRow, 1> kFormulas = {{{"contact", "n.(P_B - P_A)"}}};

  template <class S>
  struct Local {
    Vec3T<S> ra, rb, e, n;  // P_A - p_i, P_B - p_j, P_B - P_A, the normal; ground axes
  };

  template <class S>
  struct Ends {
    Vec3T<S> a, a1, a2, b, b1, b2;  // A(s), B(u) and derivatives; ground axes
    Ends(const Curve& A, const Curve& B, const S& s, const S& u, const MarkerState<S>& i, const MarkerState<S>& j) {
      A.at<S>(s, a, a1, a2);
      B.at<S>(u, b, b1, b2);
      for (Vec3T<S>* x : {&a, &a1, &a2}) *x = (i.R * *x).eval();
      for (Vec3T<S>* x : {&b, &b1, &b2}) *x = (j.R * *x).eval();
    }
  };

  // One of Newton's steps of the two conditions.
  template <class S>
  static void improve(const Curve& A, const Curve& B, const MarkerState<S>& i, const MarkerState<S>& j, S& s, S& u) {
    const Ends<S> x(A, B, s, u, i, j);
    const Vec3T<S> e = j.p + x.b - i.p - x.a, z = i.axis(Axis::z);
    const S f = e.dot(x.a1), g = z.cross(x.a1).dot(x.b1);
    const S fs = e.dot(x.a2) - x.a1.dot(x.a1), fu = x.b1.dot(x.a1);
    const S gs = z.cross(x.a2).dot(x.b1), gu = z.cross(x.a1).dot(x.b2);
    const S determinant = fs * gu - fu * gs;
    s = s - (f * gu - fu * g) / determinant;
    u = u - (fs * g - gs * f) / determinant;
  }

  template <class S>
  static Local<S> local(const Curve& A, const Curve& B, const std::array<double, 2>& at, const MarkerState<S>& j,
                        const MarkerState<S>& i) {
    using std::sqrt;
    S s(at[0]), u(at[1]);
    for (int k = 0; k < 2; ++k) improve<S>(A, B, i, j, s, u);
    const Ends<S> x(A, B, s, u, i, j);
    Local<S> l;
    l.ra = x.a;
    l.rb = x.b;
    l.e = j.p + x.b - i.p - x.a;
    const Vec3T<S> normal = i.axis(Axis::z).cross(x.a1);
    l.n = normal / S(sqrt(normal.dot(normal)));
    return l;
  }

  template <class S>
  static S value(const Curve& A, const Curve& B, const std::array<double, 2>& at, const MarkerState<S>& j,
                 const MarkerState<S>& i) {
    const Local<S> l = local<S>(A, B, at, j, i);
    return l.n.dot(l.e);
  }
  // By the tangents of B's frame j (0) and A's frame i (1).
  template <class S>
  static void gradient(const Curve& A, const Curve& B, const std::array<double, 2>& at, const MarkerState<S>& j,
                       const MarkerState<S>& i, MarkerGradientOf<S>& g) {
    const Local<S> l = local<S>(A, B, at, j, i);
    g.set_zero();
    g.p[0] = l.n;
    g.theta[0] = l.rb.cross(l.n);
    g.p[1] = -l.n;
    g.theta[1] = l.n.cross(l.ra) + l.n.cross(l.e);
  }

  // Where the curves are nearest at the start; then the touching point near `at`.
  static std::array<double, 2> search(const Curve& A, const Curve& B, const MarkerState<double>& i,
                                      const MarkerState<double>& j);
  static std::array<double, 2> track(const Curve& A, const Curve& B, const MarkerState<double>& i,
                                     const MarkerState<double>& j, std::array<double, 2> at);
};

}  // namespace alembert
