// tire: a wheel (second marker: hub, z its axis) on a road (first marker: x-y plane). Fiala's cubic law of the sideways
// force, taken in the combined slip of both directions (the brush model), so that the friction circle always holds.
//
//   c = z_i.z_j                                        lean of the wheel
//   e = (z_i - c z_j)/|..|                             up in the plane of the wheel
//   R_l = z_i.(p_j - p_i)/(z_i.e)                      loaded radius
//   P = p_j - R_l e                                    contact point
//   r = R - R_l                                        deflection
//   F_z = k r + c_z rdot ramp(r)                       load, never a pull
//   x = z_j x z_i/|..|                                 forward
//   y = z_i x x                                        sideways
//   V                                                  wheel's velocity in P without its spin, relative to the road
//   v_x = x.V,   v_y = y.V
//   w                                                  spin of the wheel about z_j, relative to the road
//   u = sqrt(v_x^2 + v_0^2)
//   s_x = C_x (R_l w - v_x)/u                          forces for little slip; R_l w - v_x is the slip speed
//   s_y = -C_y v_y/u
//   S = |(s_x, s_y)|,   a = S/(3 mu F_z)
//   F = mu F_z (1 - (1 - a)^3)                         mu F_z where a >= 1
//   (F_x, F_y) = F (s_x, s_y)/S
//   M_z = -(l/6) F_y (1 - a)^3/(1 - a + a^2/3)         aligning moment, 0 where a >= 1
//   M_y = -f_r R_l F_z w R_l/sqrt((R_l w)^2 + v_0^2)   rolling resistance
//
// The lateral force is Fiala's: with a = C_y |tan alpha|/(3 mu F_z), F_y = mu F_z (1 - (1 - a)^3); l is the length of
// the contact patch (the trail for little slip is l/6). v_0 takes away the pole at standstill.
#pragma once

#include <string_view>

#include "elements/forces/force_kernel.h"
#include "math/dual.h"

namespace alembert {

struct TireForce {
  static constexpr int kMarkers = 2;
  static constexpr std::string_view kName = "tire";
  static constexpr std::string_view kSummary = "Fiala-type tire of a wheel on a road's x-y plane";
  static constexpr bool kTracksAngle = false;
  static constexpr bool kHasDamping = true;

  struct Parameters {
    double radius = 0.0, stiffness = 0.0, damping = 0.0;
    double slip_stiffness = 0.0, cornering_stiffness = 0.0, friction = 1.0;
    double patch = 0.0, rolling_resistance = 0.0, low_speed = 0.1;
  };

  template <class S>
  struct Contact {
    Vec3T<S> P, force, torque;  // on the wheel, ground axes; torque about P
    S deflection, load, slip_x, slip_y, slip_angle;
  };

  template <class S>
  static Contact<S> contact(const Markers<S, 2>& m, const Parameters& par) {
    using std::sqrt;
    const MarkerState<S>&i = *m[0], &j = *m[1];
    const Vec3T<S> z = i.axis(Axis::z), axle = j.axis(Axis::z);
    Contact<S> out;
    const S c = z.dot(axle);
    const Vec3T<S> up = z - c * axle;
    const S sine = sqrt(up.dot(up));
    const Vec3T<S> e = up / sine;
    const S loaded = z.dot(j.p - i.p) / S(z.dot(e));
    out.deflection = par.radius - loaded;
    out.force.setZero();
    out.torque.setZero();
    out.load = out.slip_x = out.slip_y = out.slip_angle = S(0.0);
    out.P = j.p - loaded * e;
    if (value_of(out.deflection) <= 0.0) return out;
    const Vec3T<S> x = axle.cross(z) / sine, y = z.cross(x);
    const Vec3T<S> w = j.w - i.w;  // relative to the road
    const S spin = axle.dot(w);
    const Vec3T<S> road = i.v + i.w.cross(Vec3T<S>(out.P - i.p));
    const Vec3T<S> V = j.v + Vec3T<S>(j.w - spin * axle).cross(Vec3T<S>(out.P - j.p)) - road;
    const S vx = x.dot(V), vy = y.dot(V);
    // The hub sinks at -z.v_hub; the deflection grows with it, over the cosine of the lean.
    const S rate = -z.dot(Vec3T<S>(j.v - road)) / sine;
    const double ramp_depth = 0.01 * par.radius;
    S ramp = out.deflection / ramp_depth;
    if (value_of(ramp) > 1.0) ramp = S(1.0);
    out.load = par.stiffness * out.deflection + par.damping * rate * ramp;
    if (value_of(out.load) <= 0.0) {
      out.load = S(0.0);
      return out;
    }
    const S u = sqrt(S(vx * vx + par.low_speed * par.low_speed));
    out.slip_x = (loaded * spin - vx) / u;
    out.slip_y = -vy / u;
    const S sx = par.slip_stiffness * out.slip_x, sy = par.cornering_stiffness * out.slip_y;
    // F/S = 1 - a + a^2/3 for a < 1, else mu F_z/S
    const S square = sx * sx + sy * sy;
    const S most = par.friction * out.load;
    S over(1.0), trail(par.patch / 6.0);
    if (value_of(square) > 0.0) {
      const S size = sqrt(square);
      const S a = size / (3.0 * most);
      if (value_of(a) < 1.0) {
        over = 1.0 - a + a * a / 3.0;
        const S rest = 1.0 - a;
        trail = par.patch / 6.0 * rest * rest * rest / over;
      } else {
        over = most / size;
        trail = S(0.0);
      }
    }
    const S fx = over * sx, fy = over * sy;
    const S rim = loaded * spin;
    const S resistance =
        par.rolling_resistance * loaded * out.load * rim / S(sqrt(S(rim * rim + par.low_speed * par.low_speed)));
    out.force = fx * x + fy * y + out.load * z;
    out.torque = -(trail * fy) * z - resistance * axle;
    return out;
  }

  template <class S>
  static void wrench(const Markers<S, 2>& m, const Parameters& par, const ForceContext&, WrenchOf<S, 2>& w) {
    const Contact<S> c = contact<S>(m, par);
    w.template segment<3>(kForceJ) = -c.force;
    w.template segment<3>(kTorqueJ) = -c.torque - Vec3T<S>(c.P - m[1]->p).cross(c.force);
    w.template segment<3>(kForceI) = c.force;
    w.template segment<3>(kTorqueI) = c.torque + Vec3T<S>(c.P - m[0]->p).cross(c.force);
  }

  // In tire.cpp, so that they are compiled once.
  static void derivatives(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context,
                          StiffnessOf<double, 2>& K, StiffnessOf<double, 2>& D);
  static double potential(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context);
  static double power_dissipated(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context);
  static double power_supplied(const Markers<double, 2>&, const Parameters&, const ForceContext&) { return 0.0; }
  static bool is_conservative(const Parameters&) { return false; }
};

extern template void TireForce::wrench<double>(const Markers<double, 2>&, const Parameters&, const ForceContext&,
                                               WrenchOf<double, 2>&);

}  // namespace alembert
