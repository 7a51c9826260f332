// tire: a wheel (second marker: hub, z its axis) on a road (first marker: x-y plane). Fiala's cubic law of the sideways
// force, taken in the combined slip of both directions (the brush model), so that the friction circle always holds. The
// slips are states, which follow the motion over a relaxation length: rolling, the tire answers slip after a way;
// standing, it is a spring.
//
//   c = z_i.z_j,   gamma = asin(c)                     lean of the wheel, to -y
//   e = (z_i - c z_j)/|..|                             up in the plane of the wheel; z_i.e = cos(gamma)
//   R_l = z_i.(p_j - p_i)/cos(gamma)                   loaded radius
//   P = p_j - R_l e                                    contact point, in the plane of the wheel
//   r = R - R_l                                        deflection
//   F_z = (f(r) + c_z rdot ramp(r))/cos(gamma)         load, never a pull; f(r) = k r or a curve
//   x = z_j x z_i/|..|                                 forward
//   y = z_i x x                                        sideways
//   V                                                  wheel's velocity in P without its spin, relative to the road
//   v_x = x.V,   v_y = y.V,   rdot = -z_i.V/cos(gamma)
//   w                                                  spin of the wheel about z_j, relative to the road
//
// The states e_x, e_y are the slips of the contact patch; sigma_x e_x and sigma_y e_y are its deflections:
//
//   V_x = R_l w - v_x                                  slip speeds
//   V_y = -v_y - v_r gamma C_g/C_y
//   v_r = |v_x|, below v_0: v_0 n(v_x/v_0)             n(a) = a^2 (15 - 10 a^2 + 3 a^4)/8: smooth, and 0 at standstill
//   s' = (C_x e_x, C_y e_y)
//   h = max(0, 1 - 3 mu F_z/|s'|)                      what cannot be held
//   rho = 10 h^2 sqrt(V_x^2 + V_y^2 + v_0^2)
//   sigma_i e_i' = t (V_i - v_r e_i) - rho e_i         t: 0 in the air, 1 from a deflection of R/1000 on
//
//   s_i = C_i (e_i + T b e_i')                         b = (1 - (v_x/(10 v_0))^2)^3, 0 from 10 v_0 on
//   S = |(s_x, s_y)|,   a = S/(3 mu F_z)
//   F = mu F_z (1 - (1 - a)^3)                         mu F_z where a >= 1
//   (F_x, F_y) = F (s_x, s_y)/S
//   M_z = -(l/6) F_y (1 - a)^3/(1 - a + a^2/3)         aligning moment, 0 where a >= 1
//   M_y = -f_r R_l F_z w R_l/sqrt((R_l w)^2 + v_0^2)   rolling resistance
//
// In steady motion e_x = V_x/|v_x| and e_y = -v_y/|v_x| - gamma C_g/C_y: the lateral force is Fiala's, with
// a = C_y |tan alpha|/(3 mu F_z), and camber gives C_g gamma beside it; l is the length of the contact patch (the trail
// for little slip is l/6). Standing, e' = V/sigma: springs C/sigma with dampers T C/sigma, which never creep. Where all
// slides rho lessens both slips alike: the force stays mu F_z in the same direction, and nothing winds up; a slip
// dragged on without rolling comes to e_0 + 1/20 + sqrt(e_0/10 + 1/400) at most, where e_0 can be held. In the air both
// go to 0. Camber acts through the way, too, so that a standing wheel that leans is no source of energy.
//
// E. Fiala, VDI-Z 96 (1954) 973-979. H. B. Pacejka, Tire and Vehicle Dynamics, 3rd ed. 2012: 7.2 (a single point of
// contact behind relaxation lengths, which go back to the stretched string), 8.6 (from standstill: damping at low
// speed).
#pragma once

#include <string_view>

#include "elements/forces/force_curve.h"
#include "elements/forces/force_kernel.h"
#include "math/dual.h"

namespace alembert {

struct TireForce {
  static constexpr int kMarkers = 2;
  static constexpr int kStates = 2;
  static constexpr std::string_view kName = "tire";
  static constexpr std::string_view kSummary = "Fiala-type tire with relaxation, of a wheel on a road's x-y plane";
  static constexpr bool kTracksAngle = false;
  static constexpr bool kHasDamping = true;

  static constexpr double kLetGo = 10.0;     // how hard sliding takes the deflection back
  static constexpr double kDamped = 10.0;    // of v_0: up to this speed the patch is damped
  static constexpr double kRamp = 1e-2;      // of R: deflection at which the damper acts fully
  static constexpr double kTouching = 1e-3;  // of R: deflection at which the patch sticks fully

  template <class S>
  using Pair = Eigen::Matrix<S, 2, 1>;

  struct Parameters {
    double radius = 0.0, stiffness = 0.0, damping = 0.0;
    ForceCurve curve;                                    // beside `stiffness`
    Eigen::Vector2d slip_stiffness{0.0, 0.0};            // C_x, C_y
    Eigen::Vector2d relaxation{1.0, 1.0};                // sigma_x, sigma_y
    double camber_stiffness = 0.0, patch_damping = 0.0;  // C_g, T
    double friction = 1.0, patch = 0.0, rolling_resistance = 0.0, low_speed = 0.1;
  };

  // How the wheel moves where it meets the road: all that the laws ask for.
  template <class S>
  struct Motion {
    S camber, loaded;                   // gamma, R_l
    S spin, forward, sideways, rising;  // w, v_x, v_y, z_i.V
  };
  template <class S>
  struct Place {
    Vec3T<S> x, y, z, axle, e, V;
    S cosine;
    Motion<S> motion;
    // P - p_j
    Vec3T<S> arm() const { return -motion.loaded * e; }
  };
  template <class S>
  struct Contact {
    S cosine, camber, loaded, deflection, load;
    S forward, spin;   // v_x, w
    Pair<S> slipping;  // V_x, V_y
    S rolling;         // v_r
  };
  // On the wheel, in P.
  template <class S>
  struct Forces {
    Vec3T<S> force;      // F_x, F_y, F_z
    S aligning, rolled;  // M_z, M_y
    Pair<S> rates;       // e'
  };

  template <class S>
  static S rolling_speed(const S& v, double v_0) {
    const S a = v / v_0, square = a * a;
    if (value_of(square) >= 1.0) return value_of(v) < 0.0 ? S(-v) : v;
    return v_0 / 8.0 * square * (15.0 - 10.0 * square + 3.0 * square * square);
  }
  // The force of the vertical spring.
  template <class S>
  static S spring(const S& deflection, const Parameters& par) {
    return par.stiffness * deflection + par.curve.value(deflection);
  }

  template <class S>
  static Place<S> place(const Markers<S, 2>& m) {
    using std::atan2;
    using std::sqrt;
    const MarkerState<S>&i = *m[0], &j = *m[1];
    Place<S> out;
    Motion<S>& motion = out.motion;
    out.z = i.axis(Axis::z);
    out.axle = j.axis(Axis::z);
    const S c = out.z.dot(out.axle);
    const Vec3T<S> up = out.z - c * out.axle, d = j.p - i.p;
    out.cosine = sqrt(up.dot(up));
    motion.camber = atan2(c, out.cosine);
    out.e = up / out.cosine;
    motion.loaded = out.z.dot(d) / out.cosine;
    out.x = out.axle.cross(out.z) / out.cosine;
    out.y = out.z.cross(out.x);
    motion.spin = out.axle.dot(Vec3T<S>(j.w - i.w));
    const Vec3T<S> arm = out.arm();
    out.V = j.v + Vec3T<S>(j.w - motion.spin * out.axle).cross(arm) - i.v - i.w.cross(Vec3T<S>(d + arm));
    motion.forward = out.x.dot(out.V);
    motion.sideways = out.y.dot(out.V);
    motion.rising = out.z.dot(out.V);
    return out;
  }

  template <class S>
  static Contact<S> contact(const Motion<S>& m, const Parameters& par) {
    using std::cos;
    Contact<S> out;
    out.camber = m.camber;
    out.cosine = cos(m.camber);
    out.loaded = m.loaded;
    out.deflection = par.radius - m.loaded;
    out.forward = m.forward;
    out.spin = m.spin;
    out.rolling = rolling_speed(m.forward, par.low_speed);
    out.slipping[0] = m.loaded * m.spin - m.forward;
    out.slipping[1] = -m.sideways - out.rolling * m.camber * (par.camber_stiffness / par.slip_stiffness[1]);
    out.load = S(0.0);
    if (value_of(out.deflection) <= 0.0) return out;
    const S rate = -m.rising / out.cosine;
    S ramp = out.deflection / (kRamp * par.radius);
    if (value_of(ramp) > 1.0) ramp = S(1.0);
    out.load = (spring(out.deflection, par) + par.damping * rate * ramp) / out.cosine;
    if (value_of(out.load) <= 0.0) out.load = S(0.0);
    return out;
  }

  // e' of the slips e.
  template <class S>
  static Pair<S> rates(const Contact<S>& c, const Parameters& par, const Pair<S>& slips) {
    using std::sqrt;
    S touch = c.deflection / (kTouching * par.radius);
    touch = value_of(touch) <= 0.0 ? S(0.0) : value_of(touch) >= 1.0 ? S(1.0) : S(touch * touch * (3.0 - 2.0 * touch));
    const S sx = par.slip_stiffness[0] * slips[0], sy = par.slip_stiffness[1] * slips[1];
    const S square = sx * sx + sy * sy, held = 3.0 * par.friction * c.load;
    S rho(0.0);
    if (value_of(square) > value_of(held) * value_of(held)) {
      const S h = 1.0 - held / sqrt(square);
      const S speed = sqrt(S(c.slipping.dot(c.slipping) + par.low_speed * par.low_speed));
      rho = kLetGo * h * h * speed;
    }
    Pair<S> out;
    for (int k = 0; k < 2; ++k)
      out[k] = (touch * (c.slipping[k] - c.rolling * slips[k]) - rho * slips[k]) / par.relaxation[k];
    return out;
  }
  // Of a tire that does not act: as in the air.
  static Eigen::Vector2d idle_rates(const Parameters& par, const Eigen::Vector2d& slips) {
    return -kLetGo * par.low_speed * slips.cwiseQuotient(par.relaxation);
  }

  template <class S>
  static Forces<S> forces(const Contact<S>& c, const Parameters& par, const Pair<S>& slips) {
    using std::sqrt;
    Forces<S> out;
    out.rates = rates(c, par, slips);
    out.force.setZero();
    out.aligning = out.rolled = S(0.0);
    if (value_of(c.load) <= 0.0) return out;
    S b = c.forward / (kDamped * par.low_speed);
    b = 1.0 - b * b;
    b = value_of(b) > 0.0 ? S(b * b * b) : S(0.0);
    const S sx = par.slip_stiffness[0] * (slips[0] + par.patch_damping * b * out.rates[0]);
    const S sy = par.slip_stiffness[1] * (slips[1] + par.patch_damping * b * out.rates[1]);
    // F/S = 1 - a + a^2/3 for a < 1, else mu F_z/S
    const S square = sx * sx + sy * sy, most = par.friction * c.load;
    S over(1.0), trail(par.patch / 6.0);
    if (value_of(square) > 0.0) {
      const S size = sqrt(square), a = size / (3.0 * most);
      if (value_of(a) < 1.0) {
        over = 1.0 - a + a * a / 3.0;
        const S rest = 1.0 - a;
        trail = par.patch / 6.0 * rest * rest * rest / over;
      } else {
        over = most / size;
        trail = S(0.0);
      }
    }
    const S fx = over * sx, fy = over * sy, rim = c.loaded * c.spin;
    out.force << fx, fy, c.load;
    out.aligning = -trail * fy;
    out.rolled =
        -par.rolling_resistance * c.loaded * c.load * rim / S(sqrt(S(rim * rim + par.low_speed * par.low_speed)));
    return out;
  }

  // The wrench and e' at given slips.
  template <class S>
  static Pair<S> wrench_of_slips(const Markers<S, 2>& m, const Parameters& par, const Pair<S>& slips,
                                 WrenchOf<S, 2>& w) {
    const Place<S> p = place<S>(m);
    const Forces<S> f = forces<S>(contact<S>(p.motion, par), par, slips);
    const Vec3T<S> force = f.force[0] * p.x + f.force[1] * p.y + f.force[2] * p.z;
    const Vec3T<S> torque = f.aligning * p.z + f.rolled * p.axle, arm = p.arm();
    w.template segment<3>(kForceJ) = -force;
    w.template segment<3>(kTorqueJ) = -torque - arm.cross(force);
    w.template segment<3>(kForceI) = force;
    w.template segment<3>(kTorqueI) = torque + Vec3T<S>(m[1]->p - m[0]->p + arm).cross(force);
    return f.rates;
  }
  template <class S>
  static void wrench(const Markers<S, 2>& m, const Parameters& par, const ForceContext& context, WrenchOf<S, 2>& w) {
    wrench_of_slips<S>(m, par, context.states.template cast<S>(), w);
  }
  // Stored by the spring and by the deflected patch.
  template <class S>
  static S stored(const Contact<S>& c, const Parameters& par, const Pair<S>& slips);

  // In tire.cpp, so that they are compiled once.
  static void derivatives(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context,
                          StiffnessOf<double, 2>& K, StiffnessOf<double, 2>& D);
  static Eigen::Vector2d rates(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context);
  static void state_derivatives(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context,
                                StateDerivatives<2, 2>& out);
  static double potential(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context);
  static double power_dissipated(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context);
  static double power_supplied(const Markers<double, 2>&, const Parameters&, const ForceContext&) { return 0.0; }
  static bool is_conservative(const Parameters&) { return false; }
};

extern template void TireForce::wrench<double>(const Markers<double, 2>&, const Parameters&, const ForceContext&,
                                               WrenchOf<double, 2>&);

}  // namespace alembert
