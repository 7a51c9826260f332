// spring_damper with curves, stops or one side only: along the line between two points, with stretch s = l - l0,
//
//   tension = k s + F0 + T(s) + c ldot + D(ldot) + stops            T, D: curves through points
//   stop at l_min = min(0, -k_s (l_min - l) + c_s ldot)             where l < l_min: it only pushes
//   stop at l_max = max(0, k_s (l - l_max) + c_s ldot)              where l > l_max: it only pulls
//
// `pulls_only` (a rope): nothing where s < 0 and never a push; `pushes_only` (a buffer): nothing where s > 0, never a
// pull.
#pragma once

#include <algorithm>
#include <string_view>

#include "elements/forces/force_curve.h"
#include "elements/forces/force_kernel.h"

namespace alembert {

struct NonlinearSpringDamperForce {
  static constexpr int kMarkers = 2;
  static constexpr std::string_view kName = "spring_damper";
  static constexpr std::string_view kSummary = "spring and damper along the line between two points";
  static constexpr bool kTracksAngle = false;
  static constexpr bool kHasDamping = true;

  struct Parameters {
    double stiffness = 0.0, damping = 0.0, length = 0.0, preload = 0.0;
    ForceCurve tension, resistance;
    bool pulls_only = false, pushes_only = false;
    double shortest = 0.0, longest = 0.0;  // stops; none where 0
    double stop_stiffness = 0.0, stop_damping = 0.0;
  };

  // The tension, how it changes with l and ldot, what of it comes from dampers, and the energy stored.
  struct Law {
    double tension = 0.0, by_l = 0.0, by_rate = 0.0, damper = 0.0, stored = 0.0;
    bool is_slack() const { return tension == 0.0 && by_l == 0.0 && by_rate == 0.0; }  // at any length, even 0
  };
  static Law law(const Parameters& p, double l, double rate) {
    Law out;
    const double s = l - p.length;
    if (!((p.pulls_only && s < 0.0) || (p.pushes_only && s > 0.0))) {
      const double spring = p.stiffness * s + p.preload + p.tension.value(s);
      const double damper = p.damping * rate + p.resistance.value(rate);
      out.stored = (0.5 * p.stiffness * s + p.preload) * s + p.tension.integral(s);
      out.by_l = p.stiffness + p.tension.slope(s);
      if ((p.pulls_only && spring + damper < 0.0) || (p.pushes_only && spring + damper > 0.0)) {
        out.damper = -spring;  // the damper lets go of all the spring gives
        out.by_l = 0.0;
      } else {
        out.tension = spring + damper;
        out.damper = damper;
        out.by_rate = p.damping + p.resistance.slope(rate);
      }
    }
    const auto stop = [&](double depth, double depth_rate, double sign) {
      if (depth <= 0.0) return;
      const double spring = p.stop_stiffness * depth, damper = p.stop_damping * depth_rate;
      out.stored += 0.5 * p.stop_stiffness * depth * depth;
      if (spring + damper <= 0.0) {
        out.damper -= sign * spring;
        return;
      }
      out.tension += sign * (spring + damper);
      out.damper += sign * damper;
      out.by_l += p.stop_stiffness;
      out.by_rate += p.stop_damping;
    };
    if (p.shortest > 0.0) stop(p.shortest - l, -rate, -1.0);
    if (p.longest > 0.0) stop(l - p.longest, rate, 1.0);
    return out;
  }

  template <class S>
  static void wrench(const Markers<S, 2>& m, const Parameters& par, const ForceContext&, WrenchOf<S, 2>& w) {
    using std::sqrt;
    const Vec3T<S> d = m[1]->p - m[0]->p;
    const S l = sqrt(d.dot(d));
    const Vec3T<S> u = d / l;
    const S rate = u.dot(m[1]->v - m[0]->v);
    const Law law_ = law(par, value_of(l), value_of(rate));
    if (law_.is_slack()) {
      w.setZero();
      return;
    }
    const S tension = law_.tension + law_.by_l * (l - value_of(l)) + law_.by_rate * (rate - value_of(rate));
    w.setZero();
    w.template segment<3>(kForceJ) = tension * u;
    w.template segment<3>(kForceI) = -w.template segment<3>(kForceJ);
  }

  static void derivatives(const Markers<double, 2>& m, const Parameters& par, const ForceContext&,
                          StiffnessOf<double, 2>& K, StiffnessOf<double, 2>& D) {
    const Vec3 d = m[1]->p - m[0]->p, ddot = m[1]->v - m[0]->v;
    const double l = d.norm();
    const Vec3 u = d / l;
    const double rate = u.dot(ddot);
    const Law law_ = law(par, l, rate);
    if (law_.is_slack()) {
      K.setZero();
      D.setZero();
      return;
    }
    const Mat3 uu = u * u.transpose();
    const Mat3 k = law_.by_l * uu + law_.by_rate / l * u * (ddot - rate * u).transpose() +
                   law_.tension / l * (Mat3::Identity() - uu);
    const Mat3 c = law_.by_rate * uu;
    K.setZero();
    D.setZero();
    for (int a : {0, 6})
      for (int b : {0, 6}) {
        K.block<3, 3>(a, b) = a == b ? k : Mat3(-k);
        D.block<3, 3>(a, b) = a == b ? c : Mat3(-c);
      }
  }

  static double potential(const Markers<double, 2>& m, const Parameters& par, const ForceContext&) {
    return at(m, par).stored;
  }
  static double power_dissipated(const Markers<double, 2>& m, const Parameters& par, const ForceContext&) {
    const Law law_ = at(m, par);
    const Vec3 d = m[1]->p - m[0]->p;
    return law_.damper == 0.0 ? 0.0 : law_.damper * d.dot(m[1]->v - m[0]->v) / d.norm();
  }
  static double power_supplied(const Markers<double, 2>&, const Parameters&, const ForceContext&) { return 0.0; }
  static bool is_conservative(const Parameters& par) {
    return par.damping == 0.0 && par.resistance.is_none() && par.stop_damping == 0.0;
  }

 private:
  static Law at(const Markers<double, 2>& m, const Parameters& par) {
    const Vec3 d = m[1]->p - m[0]->p;
    const double l = d.norm();
    return law(par, l, d.dot(m[1]->v - m[0]->v) / l);
  }
};

}  // namespace alembert
