// double_cardan: two universal joints with a shaft of length L between their crosses, which has no mass and whose forks
// lie in one plane. The arms x_i, x_j of the crosses on the two bodies are in a plane with that shaft, since both arms
// on the shaft are square to it and to these:
//   |d| = L:  (d.d - L^2)/(2 L) = 0,      d.(x_i x x_j)/L = 0
// With a = x_i, b = x_j, c = a x b the second has the gradient
//   by p_j: c,  by p_i: -c,  by theta_i: (d.a) b - (a.b) d,  by theta_j: (a.b) d - (d.b) a,      all over L
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "elements/joints/composed_joint.h"
#include "math/so3.h"

namespace alembert {

struct ArmsInPlaneOfShaft {
  static constexpr int kRows = 1;
  static constexpr bool kHasStiffness = true;
  static constexpr bool kRotationOnly = false;

  template <class S>
  struct Local {
    Vec3T<S> a, b, d, c;
    explicit Local(const MarkerPair<S>& m)
        : a(m.i.axis(Axis::x)), b(m.j.axis(Axis::x)), d(m.j.p - m.i.p), c(a.cross(b)) {}
    Vec3T<S> by_theta_i() const { return d.dot(a) * b - a.dot(b) * d; }
    Vec3T<S> by_theta_j() const { return a.dot(b) * d - d.dot(b) * a; }
    // Derivatives of c and of these by d, theta_i, theta_j.
    Mat3T<S> c_i() const { return so3::hat(b) * so3::hat(a); }
    Mat3T<S> c_j() const { return -(so3::hat(a) * so3::hat(b)); }
    Mat3T<S> i_d() const { return b * a.transpose() - a.dot(b) * Mat3T<S>::Identity(); }
    Mat3T<S> i_i() const { return b * a.cross(d).transpose() - d * c.transpose(); }
    Mat3T<S> i_j() const { return d * c.transpose() - d.dot(a) * so3::hat(b); }
    Mat3T<S> j_d() const { return a.dot(b) * Mat3T<S>::Identity() - a * b.transpose(); }
    Mat3T<S> j_i() const { return d * c.transpose() + d.dot(b) * so3::hat(a); }
    Mat3T<S> j_j() const { return -(d * c.transpose()) - a * b.cross(d).transpose(); }
  };

  template <class S, class Phi>
  static void position(const MarkerPair<S>& m, const JointParameters& par, Phi&& phi) {
    const Local<S> l(m);
    phi[0] = l.d.dot(l.c) / par.length;
  }
  template <class S, class Out>
  static void rate(const MarkerPair<S>& m, const JointParameters& par, Out&& out) {
    const Local<S> l(m);
    out[0] = (l.c.dot(m.j.v - m.i.v) + l.by_theta_i().dot(m.i.w) + l.by_theta_j().dot(m.j.w)) / par.length;
  }
  template <class S, class Rows>
  static void jacobian(const MarkerPair<S>& m, const JointParameters& par, Rows&& G) {
    const Local<S> l(m);
    const S s = S(1.0 / par.length);
    G.template block<1, 3>(0, kForceI) = -s * l.c.transpose();
    G.template block<1, 3>(0, kTorqueI) = s * l.by_theta_i().transpose();
    G.template block<1, 3>(0, kForceJ) = s * l.c.transpose();
    G.template block<1, 3>(0, kTorqueJ) = s * l.by_theta_j().transpose();
  }
  template <class S, class Lambda, class W>
  static void add_wrench(const MarkerPair<S>& m, const JointParameters& par, const Lambda& lambda, W& w) {
    const Local<S> l(m);
    const S s = lambda[0] / par.length;
    w.template segment<3>(kForceI) -= s * l.c;
    w.template segment<3>(kTorqueI) += s * l.by_theta_i();
    w.template segment<3>(kForceJ) += s * l.c;
    w.template segment<3>(kTorqueJ) += s * l.by_theta_j();
  }
  template <class S, class Lambda, class K>
  static void add_stiffness(const MarkerPair<S>& m, const JointParameters& par, const Lambda& lambda, K& k) {
    const Local<S> l(m);
    const S s = lambda[0] / par.length;
    const auto add = [&](int row, int column, const Mat3T<S>& block) {
      k.template block<3, 3>(row, column) += s * block;
    };
    add(kForceI, kTorqueI, -l.c_i());
    add(kForceI, kTorqueJ, -l.c_j());
    add(kForceJ, kTorqueI, l.c_i());
    add(kForceJ, kTorqueJ, l.c_j());
    add(kTorqueI, kForceI, -l.i_d());
    add(kTorqueI, kForceJ, l.i_d());
    add(kTorqueI, kTorqueI, l.i_i());
    add(kTorqueI, kTorqueJ, l.i_j());
    add(kTorqueJ, kForceI, -l.j_d());
    add(kTorqueJ, kForceJ, l.j_d());
    add(kTorqueJ, kTorqueI, l.j_i());
    add(kTorqueJ, kTorqueJ, l.j_j());
  }
  template <class S, class Out>
  static void convective(const MarkerPair<S>& m, const JointParameters& par, Out&& out) {
    const Local<S> l(m);
    const Vec3T<S> u = m.j.v - m.i.v, &wi = m.i.w, &wj = m.j.w;
    const Vec3T<S> c = l.c_i() * wi + l.c_j() * wj;
    const Vec3T<S> gi = l.i_d() * u + l.i_i() * wi + l.i_j() * wj, gj = l.j_d() * u + l.j_i() * wi + l.j_j() * wj;
    out[0] = (u.dot(c) + wi.dot(gi) + wj.dot(gj)) / par.length;
  }
};

struct DoubleCardan : ComposedJoint<PointDistance, ArmsInPlaneOfShaft> {
  static constexpr std::string_view kName = "double_cardan";
  static constexpr std::string_view kSummary = "two universal joints, arms along the x axes, with a shaft between them";
  static constexpr std::array<Key, 2> kOwnKeys = {{
      {"between", keys::marker_pair, keys::required, "Two markers, at the crosses; x is the arm of each."},
      {"length", keys::number, keys::optional, "Of the shaft between; the distance at the start unless given.", "",
       Quantity::length, Range::positive, Otherwise::distance_at_start},
  }};
  static constexpr std::span<const Key> kKeys = kOwnKeys;
  static constexpr std::array<bool, 2> kTurnsInSpace{true, true};
  static constexpr std::array<std::string_view, 2> kRowNames = {"length", "forks"};
};

}  // namespace alembert
