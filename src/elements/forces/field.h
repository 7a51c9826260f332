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

  using Vec6 = Eigen::Matrix<double, 6, 1>;
  using Mat6 = Eigen::Matrix<double, 6, 6>;
  struct Parameters {
    Mat6 stiffness = Mat6::Zero(), damping = Mat6::Zero();
    Vec6 preload = Vec6::Zero();
    Vec6 free = Vec6::Zero();  // x0, theta0
  };

  template <class S>
  struct Deformation {
    Mat3T<S> R;        // of the middle frame
    Vec3T<S> d, t;     // p_j - p_i in its axes; tan(|h|/2) h/|h|
    Mat3T<S> inverse;  // S^-1
    Eigen::Matrix<S, 6, 1> strain, rate;
  };

  template <class S>
  static void deform(const Markers<S, 2>& m, const Parameters& par, Deformation<S>& x) {
    const MarkerState<S>&i = *m[0], &j = *m[1];
    const Mat3T<S> C = i.R.transpose() * j.R;
    const Eigen::Matrix<S, 4, 1> whole = quaternion(C);  // of theta: (cos|h|, sin|h| h/|h|)
    const Eigen::Matrix<S, 4, 1> half = square_root(whole);
    const S q0 = whole[0];
    const Vec3T<S> q = whole.template tail<3>();
    const S q2 = q.dot(q);
    // g = |h|/sin|h| and (1 - g)/q.q, with |h| = atan2(|q|, q0)
    S g, k;
    if (value_of(q2) < 1e-4) {  // series of asin(s)/s in s^2 = q.q
      const S tail = 1.0 / 6.0 + q2 * (3.0 / 40.0 + q2 * (15.0 / 336.0 + q2 * (105.0 / 3456.0)));
      g = 1.0 + q2 * tail;
      k = -tail;
    } else {
      using std::atan2, std::sqrt;
      const S size = sqrt(q2);
      g = atan2(size, q0) / size;
      k = (1.0 - g) / q2;
    }
    const Vec3T<S> theta = S(2.0 * g) * q;
    // exp(h) in the axes of i
    const Mat3T<S> Q = so3::hat(Vec3T<S>(half.template tail<3>()));
    Mat3T<S> E = S(2.0 * half[0]) * Q + S(2.0) * (Q * Q);
    for (int r = 0; r < 3; ++r) E(r, r) += 1.0;
    x.R = i.R * E;
    x.d = x.R.transpose() * Vec3T<S>(j.p - i.p);
    x.t = q / S(1.0 + q0);
    x.inverse = k * (q * q.transpose());
    for (int r = 0; r < 3; ++r) x.inverse(r, r) += g;
    const Vec3T<S> wi = x.R.transpose() * i.w, wj = x.R.transpose() * j.w;
    const Vec3T<S> dw = wj - wi;
    const Vec3T<S> wm = S(0.5) * Vec3T<S>(wi + wj - x.t.cross(dw));
    x.rate.template head<3>() = x.R.transpose() * Vec3T<S>(j.v - i.v) - wm.cross(x.d);
    x.rate.template tail<3>() = x.inverse * dw;
    for (int r = 0; r < 3; ++r) {
      x.strain[r] = x.d[r] - par.free[r];
      x.strain[3 + r] = theta[r] - par.free[3 + r];
    }
  }

  template <class S>
  static void wrench(const Markers<S, 2>& m, const Parameters& par, const ForceContext&, WrenchOf<S, 2>& w) {
    Deformation<S> x;
    deform<S>(m, par, x);
    Vec3T<S> f, moment;
    for (int r = 0; r < 6; ++r) {
      S sum(par.preload[r]);
      for (int c = 0; c < 6; ++c) {
        if (par.stiffness(r, c) != 0.0) sum += par.stiffness(r, c) * x.strain[c];
        if (par.damping(r, c) != 0.0) sum += par.damping(r, c) * x.rate[c];
      }
      (r < 3 ? f : moment)[r % 3] = sum;
    }
    const Vec3T<S> lever = x.d.cross(f);
    const Vec3T<S> couple = x.inverse * moment + S(0.5) * lever.cross(x.t);
    w.template segment<3>(kForceJ) = x.R * f;
    w.template segment<3>(kForceI) = -w.template segment<3>(kForceJ);
    w.template segment<3>(kTorqueJ) = x.R * Vec3T<S>(couple - S(0.5) * lever);
    w.template segment<3>(kTorqueI) = x.R * Vec3T<S>(-couple - S(0.5) * lever);
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
  // Half the rotation: (1 + q)/|1 + q|.
  template <class S>
  static Eigen::Matrix<S, 4, 1> square_root(const Eigen::Matrix<S, 4, 1>& q) {
    using std::sqrt;
    Eigen::Matrix<S, 4, 1> h = q;
    h[0] += 1.0;
    return h / S(sqrt(h.dot(h)));
  }
};

extern template void FieldForce::wrench<double>(const Markers<double, 2>&, const Parameters&, const ForceContext&,
                                                WrenchOf<double, 2>&);

}  // namespace alembert
