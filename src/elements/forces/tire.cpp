// The derivatives of a tire: those of the laws by the six numbers of its motion and the two slips by dual numbers,
// those of the motion by the markers by hand. When the markers move by (dp_i, r_i, dp_j, r_j), let d = p_j - p_i, b = P
// - p_j, r = r_j - r_i, dw = w_j - w_i, and z, a be the axes of road and wheel:
//
//   dz = r_i x z,   da = r_j x a,   dgamma = x.r
//   dx = (z^ a^ r_j - a^ z^ r_i)/cos(gamma) + tan(gamma) x (x.r)
//   dy = dz x x + z x dx,   de = dx x a + x x da
//   dR_l = (z.dd + (z x d).r_i)/cos(gamma) + R_l tan(gamma) x.r
//   db = -e dR_l - R_l de
//   dw = a.d(dw) + r_j.(a x dw)                                                     of the spin w
//   dV = dv_j - dv_i - b x dw_j + (d + b) x dw_i + (b x a) dw                       with the twists
//        + w b x da + (w_j - w_i - w a) x db - w_i x dd                             with the markers
//
// For the force F and the torque T in P the wrench is (-F, -T - b x F) at j and (F, T + (d + b) x F) at i.
#include "elements/forces/tire.h"

#include "math/cross.h"

namespace alembert {

template void TireForce::wrench<double>(const Markers<double, 2>&, const Parameters&, const ForceContext&,
                                        WrenchOf<double, 2>&);

namespace {

using By = Eigen::Matrix<double, 3, 12>;  // of a vector by tangents or twists
using Place = TireForce::Place<double>;

// F_x, F_y, F_z, M_z, M_y and e' by the motion and the slips.
struct Laws {
  Eigen::Matrix<double, 7, 1> value;
  Eigen::Matrix<double, 7, 8> slope;

  Laws(const Place& p, const TireForce::Parameters& par, const Eigen::Vector2d& slips) {
    using S = Dual<8>;
    const TireForce::Motion<double>& m = p.motion;
    const TireForce::Motion<S> moved{S::variable(m.camber, 0),  S::variable(m.loaded, 1),   S::variable(m.spin, 2),
                                     S::variable(m.forward, 3), S::variable(m.sideways, 4), S::variable(m.rising, 5)};
    const TireForce::Pair<S> e(S::variable(slips[0], 6), S::variable(slips[1], 7));
    const TireForce::Forces<S> f = TireForce::forces<S>(TireForce::contact<S>(moved, par), par, e);
    int row = 0;
    for (const S& x : {f.force[0], f.force[1], f.force[2], f.aligning, f.rolled, f.rates[0], f.rates[1]}) {
      value[row] = x.value;
      for (int c = 0; c < 8; ++c) slope(row, c) = x.d[static_cast<std::size_t>(c)];
      ++row;
    }
  }
  auto by_motion() const { return slope.leftCols<6>(); }
  auto by_slips() const { return slope.rightCols<2>(); }
};

// Rows: the six numbers of the motion.
struct ByMarkers {
  Eigen::Matrix<double, 6, 12> tangent, twist;
  By x, y, z, axle, arm;  // by the tangents

  ByMarkers(const Markers<double, 2>& m, const Place& p) {
    const MarkerState<double>&i = *m[0], &j = *m[1];
    const Vec3 d = j.p - i.p, b = p.arm(), dw = j.w - i.w, ba = b.cross(p.axle);
    const double c = p.z.dot(p.axle), tangent_of_camber = c / p.cosine, spin = p.motion.spin;
    for (By* each : {&x, &y, &z, &axle, &arm}) each->setZero();
    tangent.setZero();
    twist.setZero();
    tangent.row(0).segment<3>(kTorqueJ) = p.x;
    tangent.row(0).segment<3>(kTorqueI) = -p.x;
    z.middleCols<3>(kTorqueI) = -so3::hat(p.z);
    axle.middleCols<3>(kTorqueJ) = -so3::hat(p.axle);
    x.middleCols<3>(kTorqueJ) = cross_cross(p.z, p.axle) / p.cosine;
    x.middleCols<3>(kTorqueI) = -cross_cross(p.axle, p.z) / p.cosine;
    x += tangent_of_camber * p.x * tangent.row(0);
    y = so3::hat(p.z) * x - so3::hat(p.x) * z;
    const By e = so3::hat(p.x) * axle - so3::hat(p.axle) * x;
    auto loaded = tangent.row(1);
    loaded = p.motion.loaded * tangent_of_camber * tangent.row(0);
    loaded.segment<3>(kForceJ) += p.z / p.cosine;
    loaded.segment<3>(kForceI) -= p.z / p.cosine;
    loaded.segment<3>(kTorqueI) += p.z.cross(d) / p.cosine;
    arm = -p.e * loaded - p.motion.loaded * e;
    tangent.row(2).segment<3>(kTorqueJ) = p.axle.cross(dw);
    twist.row(2).segment<3>(kTorqueJ) = p.axle;
    twist.row(2).segment<3>(kTorqueI) = -p.axle;

    By V = ba * tangent.row(2) + spin * so3::hat(b) * axle + so3::hat(Vec3(dw - spin * p.axle)) * arm;
    V.middleCols<3>(kForceJ) -= so3::hat(i.w);
    V.middleCols<3>(kForceI) += so3::hat(i.w);
    tangent.row(3) = p.x.transpose() * V + p.V.transpose() * x;
    tangent.row(4) = p.y.transpose() * V + p.V.transpose() * y;
    tangent.row(5) = p.z.transpose() * V + p.V.transpose() * z;
    V = ba * twist.row(2);
    V.middleCols<3>(kForceJ) += Mat3::Identity();
    V.middleCols<3>(kForceI) -= Mat3::Identity();
    V.middleCols<3>(kTorqueJ) -= so3::hat(b);
    V.middleCols<3>(kTorqueI) += so3::hat(Vec3(d + b));
    twist.row(3) = p.x.transpose() * V;
    twist.row(4) = p.y.transpose() * V;
    twist.row(5) = p.z.transpose() * V;
  }
};

Mat3 axes_of(const Place& p) {
  Mat3 out;
  out << p.x, p.y, p.z;
  return out;
}

// (-F, -T - b x F) at j and (F, T + (d + b) x F) at i.
template <class Vectors, class Wrench>
void spread(const Markers<double, 2>& m, const Place& p, const Vectors& force, const Vectors& torque, Wrench& out) {
  const Vec3 b = p.arm(), whole = m[1]->p - m[0]->p + b;
  out.template middleRows<3>(kForceI) = force;
  out.template middleRows<3>(kForceJ) = -force;
  out.template middleRows<3>(kTorqueI) = torque + so3::hat(whole) * force;
  out.template middleRows<3>(kTorqueJ) = -torque - so3::hat(b) * force;
}

}  // namespace

void TireForce::derivatives(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context,
                            StiffnessOf<double, 2>& K, StiffnessOf<double, 2>& D) {
  const Place p = place<double>(m);
  const Laws laws(p, par, context.states);
  const ByMarkers by(m, p);
  const Mat3 axes = axes_of(p);
  const Vec3 F = axes * laws.value.head<3>();
  const Eigen::Matrix<double, 5, 12> by_tangent = laws.by_motion().topRows<5>() * by.tangent,
                                     by_twist = laws.by_motion().topRows<5>() * by.twist;
  By force = axes * by_twist.topRows<3>(), torque = p.z * by_twist.row(3) + p.axle * by_twist.row(4);
  spread(m, p, force, torque, D);
  force = axes * by_tangent.topRows<3>() + laws.value[0] * by.x + laws.value[1] * by.y + laws.value[2] * by.z;
  torque = p.z * by_tangent.row(3) + p.axle * by_tangent.row(4) + laws.value[3] * by.z + laws.value[4] * by.axle;
  spread(m, p, force, torque, K);
  const By moved = so3::hat(F) * by.arm;
  K.middleRows<3>(kTorqueJ) += moved;
  K.middleRows<3>(kTorqueI) -= moved;
  K.block<3, 3>(kTorqueI, kForceJ) -= so3::hat(F);
  K.block<3, 3>(kTorqueI, kForceI) += so3::hat(F);
}

Eigen::Vector2d TireForce::rates(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context) {
  return rates<double>(contact<double>(place<double>(m).motion, par), par, context.states);
}

void TireForce::state_derivatives(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context,
                                  StateDerivatives<2, 2>& out) {
  const Place p = place<double>(m);
  const Laws laws(p, par, context.states);
  const ByMarkers by(m, p);
  out.by_tangent = laws.by_motion().bottomRows<2>() * by.tangent;
  out.by_twist = laws.by_motion().bottomRows<2>() * by.twist;
  out.by_state = laws.by_slips().bottomRows<2>();
  const Eigen::Matrix<double, 3, 2> force = axes_of(p) * laws.by_slips().topRows<3>(),
                                    torque = p.z * laws.by_slips().row(3) + p.axle * laws.by_slips().row(4);
  spread(m, p, force, torque, out.wrench);
}

// The patch under the spring's load N stores the integral of Fiala's F over its deflection,
//   (S^2/2 - S^3/(9 mu N) + S^4/(108 mu^2 N^2)) (1/k)     where S = |s'| < 3 mu N
//   (mu N S - 3/4 mu^2 N^2) (1/k)                         beyond
// with the mean compliance 1/k of its direction, sum (s'_i)^2 sigma_i/C_i / S^2.
template <class S>
S TireForce::stored(const Contact<S>& c, const Parameters& par, const Pair<S>& slips) {
  using std::sqrt;
  if (value_of(c.deflection) <= 0.0) return S(0.0);
  S out = 0.5 * par.stiffness * c.deflection * c.deflection;
  // The curve's integral, and how it grows.
  const double r = value_of(c.deflection);
  out += par.curve.integral(r) + par.curve.value(r) * (c.deflection - r);
  S square(0.0), energy(0.0);
  for (int k = 0; k < 2; ++k) {
    const S s = par.slip_stiffness[k] * slips[k];
    square += s * s;
    energy += 0.5 * par.relaxation[k] * s * slips[k];
  }
  const S held = par.friction * spring(c.deflection, par) / c.cosine;  // mu N
  if (value_of(square) <= 0.0 || value_of(held) <= 0.0) return out;
  const S a = sqrt(square) / (3.0 * held);
  const S part = value_of(a) < 1.0 ? S(1.0 - 2.0 / 3.0 * a + a * a / 6.0) : S((2.0 / 3.0 - 1.0 / (6.0 * a)) / a);
  return out + energy * part;
}

double TireForce::potential(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context) {
  return stored<double>(contact<double>(place<double>(m).motion, par), par, context.states);
}

// What the forces take from the motion less what is stored.
double TireForce::power_dissipated(const Markers<double, 2>& m, const Parameters& par, const ForceContext& context) {
  WrenchOf<double, 2> w;
  const Eigen::Vector2d rate = wrench_of_slips<double>(m, par, context.states, w);
  double power = 0.0;
  for (int k = 0; k < 2; ++k)
    power += w.segment<3>(6 * k).dot(m[static_cast<std::size_t>(k)]->v) +
             w.segment<3>(6 * k + 3).dot(m[static_cast<std::size_t>(k)]->w);
  using S = Dual<1>;
  std::array<MarkerState<S>, 2> along;  // the motion
  for (std::size_t k = 0; k < 2; ++k) {
    along[k] = {m[k]->p.cast<S>(), m[k]->R.cast<S>(), m[k]->v.cast<S>(), m[k]->w.cast<S>()};
    const Mat3 turning = so3::hat(m[k]->w) * m[k]->R;
    for (int r = 0; r < 3; ++r) {
      along[k].p[r].d[0] = m[k]->v[r];
      for (int col = 0; col < 3; ++col) along[k].R(r, col).d[0] = turning(r, col);
    }
  }
  Pair<S> slips = context.states.cast<S>();
  for (int k = 0; k < 2; ++k) slips[k].d[0] = rate[k];
  return power - stored<S>(contact<S>(place<S>({&along[0], &along[1]}).motion, par), par, slips).d[0];
}

}  // namespace alembert
