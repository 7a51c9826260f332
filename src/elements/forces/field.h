// bushing, field, beam: six springs and dampers between two markers, in the frame halfway between them. With the
// rotation vector theta of j relative to i, |theta| < pi, h = theta/2, and R_m = R_i exp(h) = R_j exp(-h):
//
//   x = R_m^T (p_j - p_i) - x0
//   (f, m) = K (x, theta - theta0) + C (xdot, thetadot) + (F0, T0)        what pulls j back, in the axes of m
//
// Large rotations: with the unit quaternion (q0, q) = (cos|h|, sin|h| h/|h|) of theta, in the axes of m,
//
//   S^-1 = g 1 + (1 - g)/q.q q q^T,   g = |h|/sin|h|
//   thetadot = S^-1 (w_j - w_i)
//   t = tan(|h|/2) h/|h| = q/(1 + q0)
//   w_m = (w_i + w_j)/2 - t x (w_j - w_i)/2
//   xdot = v_j - v_i - w_m x d
//
// and the wrench is what makes f.xdot + m.thetadot its power, so that K comes from the potential
//
//   (x, theta - theta0)^T K (x, theta - theta0)/2
//
// and swapping the two markers changes nothing but signs. A beam of length L along x, clamped at both markers, is the
// diagonal K with
//
//   EA/L,   12 E I_z/(L^3 (1 + phi_y)),   12 E I_y/(L^3 (1 + phi_z)),   G J/L,   E I_y/L,   E I_z/L
//   phi_y = 12 E I_z/(k_y G A L^2),   phi_z = 12 E I_y/(k_z G A L^2)
//
// which is Timoshenko's 12 x 12 stiffness for small deflections, and follows large rotations of the whole.
#pragma once

#include <string_view>

#include "elements/forces/force_kernel.h"
#include "math/dual.h"

namespace alembert {

struct FieldForce {
  static constexpr int kMarkers = 2;
  static constexpr std::string_view kName = "field";
  static constexpr std::string_view kSummary = "six springs and dampers, coupled by 6x6 matrices";
  static constexpr bool kTracksAngle = false;
  static constexpr bool kHasDamping = true;
  static constexpr double kSeries = 1e-4;  // q.q below which g has its series: the first term left out is < 1e-17

  using Vec6 = Eigen::Matrix<double, 6, 1>;
  using Mat6 = Eigen::Matrix<double, 6, 6>;
  struct Parameters {
    Mat6 stiffness = Mat6::Zero(), damping = Mat6::Zero();
    Vec6 preload = Vec6::Zero();
    Vec6 free = Vec6::Zero();  // x0, theta0
  };

  // Vectors in ground axes; strain and rate in those of the middle frame.
  template <class S>
  struct Deformation {
    Mat3T<S> R;               // of the middle frame
    S q0, g, k;               // k = (1 - g)/q.q
    Vec3T<S> q, t, d;         // d = p_j - p_i
    Vec3T<S> dv, dw, sw, wm;  // v_j - v_i, w_j - w_i, w_i + w_j, w_m
    Eigen::Matrix<S, 6, 1> strain, rate;

    // S^-1 y
    Vec3T<S> turning(const Vec3T<S>& y) const { return g * y + S(k * q.dot(y)) * q; }
  };

  template <class S>
  static void deform(const Markers<S, 2>& m, const Parameters& par, Deformation<S>& x) {
    const MarkerState<S>&i = *m[0], &j = *m[1];
    const Mat3T<S> C = i.R.transpose() * j.R;
    const Eigen::Matrix<S, 4, 1> whole = quaternion(C);  // of theta: (cos|h|, sin|h| h/|h|)
    x.q0 = whole[0];
    const Vec3T<S> q = whole.template tail<3>();
    const S q2 = q.dot(q);
    // g = |h|/sin|h| and (1 - g)/q.q, with |h| = atan2(|q|, q0)
    if (value_of(q2) < kSeries) {  // of asin(s)/s in s^2 = q.q
      const S tail = 1.0 / 6.0 + q2 * (3.0 / 40.0 + q2 * (15.0 / 336.0 + q2 * (105.0 / 3456.0)));
      x.g = 1.0 + q2 * tail;
      x.k = -tail;
    } else {
      using std::atan2, std::sqrt;
      const S size = sqrt(q2);
      x.g = atan2(size, x.q0) / size;
      x.k = (1.0 - x.g) / q2;
    }
    // exp(h) = q0 1 + q^ + q q^T/(1 + q0), in the axes of i
    const Vec3T<S> t = q / S(1.0 + x.q0);
    Mat3T<S> E = so3::hat(q) + q * t.transpose();
    for (int r = 0; r < 3; ++r) E(r, r) += x.q0;
    x.R = i.R * E;
    x.q = i.R * q;
    x.t = i.R * t;
    x.d = j.p - i.p;
    x.dv = j.v - i.v;
    x.dw = j.w - i.w;
    x.sw = i.w + j.w;
    x.wm = S(0.5) * Vec3T<S>(x.sw - x.t.cross(x.dw));
    x.strain.template head<3>() = x.R.transpose() * x.d;
    x.strain.template tail<3>() = S(2.0 * x.g) * q;
    for (int r = 0; r < 6; ++r) x.strain[r] -= par.free[r];
    x.rate.template head<3>() = x.R.transpose() * Vec3T<S>(x.dv - x.wm.cross(x.d));
    x.rate.template tail<3>() = x.R.transpose() * x.turning(x.dw);
  }
  // (f, m), in the axes of the middle frame.
  template <class S>
  static Eigen::Matrix<S, 6, 1> pull(const Deformation<S>& x, const Parameters& par) {
    Eigen::Matrix<S, 6, 1> out = par.preload.template cast<S>();
    for (int c = 0; c < 6; ++c)
      for (int r = 0; r < 6; ++r) out[r] += par.stiffness(r, c) * x.strain[c] + par.damping(r, c) * x.rate[c];
    return out;
  }

  template <class S>
  static void wrench(const Markers<S, 2>& m, const Parameters& par, const ForceContext&, WrenchOf<S, 2>& w) {
    Deformation<S> x;
    deform<S>(m, par, x);
    const Eigen::Matrix<S, 6, 1> p = pull(x, par);
    const Vec3T<S> f = x.R * p.template head<3>(), moment = x.R * p.template tail<3>();
    const Vec3T<S> lever = S(0.5) * Vec3T<S>(x.d.cross(f));
    const Vec3T<S> couple = x.turning(moment) + lever.cross(x.t);
    w.template segment<3>(kForceJ) = f;
    w.template segment<3>(kForceI) = -f;
    w.template segment<3>(kTorqueJ) = couple - lever;
    w.template segment<3>(kTorqueI) = -couple - lever;
  }

  // In field.cpp, so that they are compiled once.
  static void derivatives(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context,
                          StiffnessOf<double, 2>& K, StiffnessOf<double, 2>& D);
  static double potential(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context);
  static double power_dissipated(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context);
  static double power_supplied(const Markers<double, 2>&, const Parameters&, const ForceContext&) { return 0.0; }
  static bool is_conservative(const Parameters& par) { return par.damping.isZero(0.0); }

 private:
  // The unit quaternion (w >= 0) of a rotation: the largest component first, so that nothing cancels.
  template <class S>
  static Eigen::Matrix<S, 4, 1> quaternion(const Mat3T<S>& C) {
    using std::sqrt;
    Eigen::Matrix<S, 4, 1> q;
    const double t0 = value_of(C(0, 0)), t1 = value_of(C(1, 1)), t2 = value_of(C(2, 2));
    if (t0 + t1 + t2 > 0.0) {
      const S w = sqrt(S(1.0 + C(0, 0) + C(1, 1) + C(2, 2)));
      const S k = 0.5 / w;
      q << S(0.5 * w), k * (C(2, 1) - C(1, 2)), k * (C(0, 2) - C(2, 0)), k * (C(1, 0) - C(0, 1));
      return q;
    }
    const int a = t0 >= t1 && t0 >= t2 ? 0 : t1 >= t2 ? 1 : 2, b = (a + 1) % 3, c = (a + 2) % 3;
    const S r = sqrt(S(1.0 + C(a, a) - C(b, b) - C(c, c)));
    S k = 0.5 / r;
    S w = k * (C(c, b) - C(b, c));
    S sign(value_of(w) < 0.0 ? -1.0 : 1.0);
    q[0] = sign * w;
    q[1 + a] = sign * 0.5 * r;
    q[1 + b] = sign * k * (C(b, a) + C(a, b));
    q[1 + c] = sign * k * (C(c, a) + C(a, c));
    return q;
  }
};

extern template void FieldForce::wrench<double>(const Markers<double, 2>&, const Parameters&, const ForceContext&,
                                                WrenchOf<double, 2>&);

}  // namespace alembert
