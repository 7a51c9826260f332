// The primitives all joints are composed of. For markers i (first) and j (second), d = p_j - p_i:
//
//   CoincidentPoint         phi = p_j - p_i                      3 rows, ground axes
//   PointInPlane<A>         phi = a_i . d                        j's origin in the plane through i normal to i's axis A
//   PerpendicularAxes<A,B>  phi = a_i . b_j                      i's axis A perpendicular to j's axis B
//   PointDistance           phi = (d.d - L^2) / (2 L)            distance L > 0, in units of length, smooth at d = 0
//   EqualTwist              phi = (y_i . x_j - x_i . y_j) / 2    equal turns about both z axes, whatever their angle
//
// Each gives, in marker space (see marker.h), with G = dphi/d(tangent), eq. by eq.:
//   position     phi
//   rate         G twist
//   jacobian     rows of G
//   add_wrench   w += G^T lambda
//   add_stiffness  K += d(G^T lambda)/d(tangent), lambda held
//   convective   Gdot twist: the part of d^2 phi/dt^2 without marker accelerations
// `kRotationOnly` says that K has entries between rotations only, which assembly uses.
#pragma once

#include "elements/marker.h"

namespace alembert {

// What a kernel may need besides its markers.
struct JointParameters {
  double length = 0.0;  // PointDistance
};

struct CoincidentPoint {
  static constexpr int kRows = 3;
  static constexpr bool kHasStiffness = false;
  static constexpr bool kRotationOnly = true;

  template <class S, class Phi>
  static void position(const MarkerPair<S>& m, const JointParameters&, Phi&& phi) {
    phi = m.j.p - m.i.p;
  }
  template <class S, class Out>
  static void rate(const MarkerPair<S>& m, const JointParameters&, Out&& out) {
    out = m.j.v - m.i.v;
  }
  template <class S, class Rows>
  static void jacobian(const MarkerPair<S>&, const JointParameters&, Rows&& G) {
    G.setZero();
    for (int k = 0; k < 3; ++k) {
      G(k, kForceI + k) = S(-1.0);
      G(k, kForceJ + k) = S(1.0);
    }
  }
  template <class S, class Lambda, class W>
  static void add_wrench(const MarkerPair<S>&, const JointParameters&, const Lambda& lambda, W& w) {
    w.template segment<3>(kForceI) -= lambda;
    w.template segment<3>(kForceJ) += lambda;
  }
  template <class S, class Lambda, class K>
  static void add_stiffness(const MarkerPair<S>&, const JointParameters&, const Lambda&, K&) {}
  template <class S, class Out>
  static void convective(const MarkerPair<S>&, const JointParameters&, Out&& out) {
    out.setZero();
  }
};

template <Axis A>
struct PointInPlane {
  static constexpr int kRows = 1;
  static constexpr bool kHasStiffness = true;
  static constexpr bool kRotationOnly = false;

  template <class S, class Phi>
  static void position(const MarkerPair<S>& m, const JointParameters&, Phi&& phi) {
    phi[0] = m.i.axis(A).dot(m.j.p - m.i.p);
  }
  template <class S, class Out>
  static void rate(const MarkerPair<S>& m, const JointParameters&, Out&& out) {
    const Vec3T<S> a = m.i.axis(A);
    out[0] = m.i.w.cross(a).dot(m.j.p - m.i.p) + a.dot(m.j.v - m.i.v);
  }
  template <class S, class Rows>
  static void jacobian(const MarkerPair<S>& m, const JointParameters&, Rows&& G) {
    const Vec3T<S> a = m.i.axis(A), d = m.j.p - m.i.p;
    G.setZero();
    G.template block<1, 3>(0, kForceI) = -a.transpose();
    G.template block<1, 3>(0, kTorqueI) = a.cross(d).transpose();
    G.template block<1, 3>(0, kForceJ) = a.transpose();
  }
  template <class S, class Lambda, class W>
  static void add_wrench(const MarkerPair<S>& m, const JointParameters&, const Lambda& lambda, W& w) {
    const Vec3T<S> a = m.i.axis(A), d = m.j.p - m.i.p;
    w.template segment<3>(kForceI) -= lambda[0] * a;
    w.template segment<3>(kTorqueI) += lambda[0] * a.cross(d);
    w.template segment<3>(kForceJ) += lambda[0] * a;
  }
  template <class S, class Lambda, class K>
  static void add_stiffness(const MarkerPair<S>& m, const JointParameters&, const Lambda& lambda, K& k) {
    const Mat3T<S> a = lambda[0] * so3::hat(m.i.axis(A));
    const Vec3T<S> d = m.j.p - m.i.p;
    k.template block<3, 3>(kForceI, kTorqueI) += a;
    k.template block<3, 3>(kTorqueI, kTorqueI) += so3::hat(d) * a;
    k.template block<3, 3>(kTorqueI, kForceI) -= a;
    k.template block<3, 3>(kTorqueI, kForceJ) += a;
    k.template block<3, 3>(kForceJ, kTorqueI) -= a;
  }
  template <class S, class Out>
  static void convective(const MarkerPair<S>& m, const JointParameters&, Out&& out) {
    const Vec3T<S> adot = m.i.w.cross(m.i.axis(A));
    out[0] = m.i.w.cross(adot).dot(m.j.p - m.i.p) + 2.0 * adot.dot(m.j.v - m.i.v);
  }
};

template <Axis A, Axis B>
struct PerpendicularAxes {
  static constexpr int kRows = 1;
  static constexpr bool kHasStiffness = true;
  static constexpr bool kRotationOnly = true;

  template <class S, class Phi>
  static void position(const MarkerPair<S>& m, const JointParameters&, Phi&& phi) {
    phi[0] = m.i.axis(A).dot(m.j.axis(B));
  }
  template <class S, class Out>
  static void rate(const MarkerPair<S>& m, const JointParameters&, Out&& out) {
    out[0] = m.i.axis(A).cross(m.j.axis(B)).dot(m.i.w - m.j.w);
  }
  template <class S, class Rows>
  static void jacobian(const MarkerPair<S>& m, const JointParameters&, Rows&& G) {
    const Vec3T<S> n = m.i.axis(A).cross(m.j.axis(B));
    G.setZero();
    G.template block<1, 3>(0, kTorqueI) = n.transpose();
    G.template block<1, 3>(0, kTorqueJ) = -n.transpose();
  }
  template <class S, class Lambda, class W>
  static void add_wrench(const MarkerPair<S>& m, const JointParameters&, const Lambda& lambda, W& w) {
    const Vec3T<S> n = lambda[0] * m.i.axis(A).cross(m.j.axis(B));
    w.template segment<3>(kTorqueI) += n;
    w.template segment<3>(kTorqueJ) -= n;
  }
  template <class S, class Lambda, class K>
  static void add_stiffness(const MarkerPair<S>& m, const JointParameters&, const Lambda& lambda, K& k) {
    // d(a x b) = b^ a^ dtheta_i - a^ b^ dtheta_j;  b^ a^ = a b^T - (a.b) I.
    const Vec3T<S> a = m.i.axis(A), b = m.j.axis(B);
    Mat3T<S> ba = lambda[0] * (a * b.transpose());
    const S ab = lambda[0] * a.dot(b);
    for (int r = 0; r < 3; ++r) ba(r, r) -= ab;
    k.template block<3, 3>(kTorqueI, kTorqueI) += ba;
    k.template block<3, 3>(kTorqueI, kTorqueJ) -= ba.transpose();
    k.template block<3, 3>(kTorqueJ, kTorqueI) -= ba;
    k.template block<3, 3>(kTorqueJ, kTorqueJ) += ba.transpose();
  }
  template <class S, class Out>
  static void convective(const MarkerPair<S>& m, const JointParameters&, Out&& out) {
    const Vec3T<S> a = m.i.axis(A), b = m.j.axis(B);
    const Vec3T<S> ndot = m.i.w.cross(a).cross(b) + a.cross(m.j.w.cross(b));
    out[0] = ndot.dot(m.i.w - m.j.w);
  }
};

struct PointDistance {
  static constexpr int kRows = 1;
  static constexpr bool kHasStiffness = true;
  static constexpr bool kRotationOnly = false;

  template <class S, class Phi>
  static void position(const MarkerPair<S>& m, const JointParameters& par, Phi&& phi) {
    phi[0] = ((m.j.p - m.i.p).squaredNorm() - par.length * par.length) / (2.0 * par.length);
  }
  template <class S, class Out>
  static void rate(const MarkerPair<S>& m, const JointParameters& par, Out&& out) {
    out[0] = (m.j.p - m.i.p).dot(m.j.v - m.i.v) / par.length;
  }
  template <class S, class Rows>
  static void jacobian(const MarkerPair<S>& m, const JointParameters& par, Rows&& G) {
    const Vec3T<S> d = (m.j.p - m.i.p) / S(par.length);
    G.setZero();
    G.template block<1, 3>(0, kForceI) = -d.transpose();
    G.template block<1, 3>(0, kForceJ) = d.transpose();
  }
  template <class S, class Lambda, class W>
  static void add_wrench(const MarkerPair<S>& m, const JointParameters& par, const Lambda& lambda, W& w) {
    const Vec3T<S> f = (m.j.p - m.i.p) * S(lambda[0] / par.length);
    w.template segment<3>(kForceI) -= f;
    w.template segment<3>(kForceJ) += f;
  }
  template <class S, class Lambda, class K>
  static void add_stiffness(const MarkerPair<S>&, const JointParameters& par, const Lambda& lambda, K& k) {
    const S s = lambda[0] / par.length;
    for (int r = 0; r < 3; ++r) {
      k(kForceI + r, kForceI + r) += s;
      k(kForceJ + r, kForceJ + r) += s;
      k(kForceI + r, kForceJ + r) -= s;
      k(kForceJ + r, kForceI + r) -= s;
    }
  }
  template <class S, class Out>
  static void convective(const MarkerPair<S>& m, const JointParameters& par, Out&& out) {
    out[0] = (m.j.v - m.i.v).squaredNorm() / par.length;
  }
};

// With the 3-1-3 angles psi, theta, phi from i to j it is (1 + cos theta)/2 sin(psi + phi): zero where what one shaft
// turns about its own axis, the other turns about its.
struct EqualTwist {
  using A = PerpendicularAxes<Axis::y, Axis::x>;
  using B = PerpendicularAxes<Axis::x, Axis::y>;
  static constexpr int kRows = 1;
  static constexpr bool kHasStiffness = true;
  static constexpr bool kRotationOnly = true;

  template <class S>
  using Row = Eigen::Matrix<S, 1, 1>;

  template <class S, class Phi>
  static void position(const MarkerPair<S>& m, const JointParameters& par, Phi&& phi) {
    phi[0] = 0.5 * (of<A>([&](auto&& x) { A::position(m, par, x); }, S()) -
                    of<B>([&](auto&& x) { B::position(m, par, x); }, S()));
  }
  template <class S, class Out>
  static void rate(const MarkerPair<S>& m, const JointParameters& par, Out&& out) {
    out[0] =
        0.5 * (of<A>([&](auto&& x) { A::rate(m, par, x); }, S()) - of<B>([&](auto&& x) { B::rate(m, par, x); }, S()));
  }
  template <class S, class Rows>
  static void jacobian(const MarkerPair<S>& m, const JointParameters& par, Rows&& G) {
    Eigen::Matrix<S, 1, 12> a, b;
    A::jacobian(m, par, a);
    B::jacobian(m, par, b);
    G = S(0.5) * (a - b);
  }
  template <class S, class Lambda, class W>
  static void add_wrench(const MarkerPair<S>& m, const JointParameters& par, const Lambda& lambda, W& w) {
    const S half = 0.5 * lambda[0];
    A::add_wrench(m, par, Row<S>(half), w);
    B::add_wrench(m, par, Row<S>(-half), w);
  }
  template <class S, class Lambda, class K>
  static void add_stiffness(const MarkerPair<S>& m, const JointParameters& par, const Lambda& lambda, K& k) {
    const S half = 0.5 * lambda[0];
    A::add_stiffness(m, par, Row<S>(half), k);
    B::add_stiffness(m, par, Row<S>(-half), k);
  }
  template <class S, class Out>
  static void convective(const MarkerPair<S>& m, const JointParameters& par, Out&& out) {
    out[0] = 0.5 * (of<A>([&](auto&& x) { A::convective(m, par, x); }, S()) -
                    of<B>([&](auto&& x) { B::convective(m, par, x); }, S()));
  }

 private:
  template <class P, class F, class S>
  static S of(F&& f, S) {
    Row<S> x;
    f(x);
    return x[0];
  }
};

}  // namespace alembert
