// The derivatives of a field's wrench. When the markers move by (dp_i, r_i, dp_j, r_j), let
//
//   dp = dp_j - dp_i,   r = r_j - r_i,   rho = (r_i + r_j)/2 - t x r/2
//
// so that rho turns the middle frame as w_m does. What is fixed to it changes by rho x and what is seen from it:
//
//   dd = dp + d x rho                           of d;      dtheta = S^-1 r
//   dq = (r - t (q.r))/2                        dq0 = -q.r/2
//   dt = tau r                                  tau = 1/(2 (1 + q0))
//   dg = g' (q.r),  dk = k' (q.r)               g' = (1 - g q0)/(2 q.q),  k' = -(g' + k q0)/q.q
//   d(S^-1) y = Y(y) r                          Y(y) = g' y q^T + k' (q.y) q q^T + k ((q.y) dq/dr + q y^T dq/dr)
//
// Seen from there, twists that are held turn back, by -rho x:
//
//   dxdot = U_p dp + U_r r + U_m rho            U_p = -w_m^,  U_r = (tau/2) d^ dw^
//                                               U_m = dv^ + d^ (sw^ - t^ dw^)/2 - w_m^ d^
//   dthetadot = Y(dw) r + S^-1 dw^ rho
//
// with d. = ._j - ._i, sw = w_i + w_j. (f, m) follow by K and C, in ground axes R_m K R_m^T. With l = d x f/2 and the
// couple c = S^-1 m - t x l the wrench is (f, c - l) at j and (-f, -c - l) at i:
//
//   df + rho x f
//   dl = (dp x f + d x (df + rho x f))/2
//   dc = Y(m) r + S^-1 dm - t x (dl - rho x l) - dt x l + rho x c
//
// D is the same with dd = dv + d x w_m, dtheta = S^-1 dw and C for K, and nothing else moving.
#include "elements/forces/field.h"

#include "math/cross.h"

namespace alembert {

template void FieldForce::wrench<double>(const Markers<double, 2>&, const Parameters&, const ForceContext&,
                                         WrenchOf<double, 2>&);

namespace {

using Deformed = FieldForce::Deformation<double>;

// A 6x6 matrix of parameters in ground axes: force and moment by displacement and turn.
struct Turned {
  Mat3 ff, fm, mf, mm;
  Turned(const FieldForce::Mat6& K, const Mat3& R)
      : ff(R * K.topLeftCorner<3, 3>() * R.transpose()),
        fm(R * K.topRightCorner<3, 3>() * R.transpose()),
        mf(R * K.bottomLeftCorner<3, 3>() * R.transpose()),
        mm(R * K.bottomRightCorner<3, 3>() * R.transpose()) {}
};

// How a vector changes with dp, r and rho.
struct Change {
  Mat3 p, r, m;
};

// S^-1 X and X S^-1.
Mat3 turning(const Deformed& x, const Mat3& X) { return x.g * X + x.q * (x.k * x.q.transpose() * X); }
Mat3 turning(const Mat3& X, const Deformed& x) { return x.g * X + (x.k * (X * x.q)) * x.q.transpose(); }

// Y(y)
struct TurningSlope {
  const Deformed& x;
  double g, k;  // g', k'

  explicit TurningSlope(const Deformed& deformed) : x(deformed) {
    const double q2 = x.q.squaredNorm();
    if (q2 < FieldForce::kSeries) {  // by q.q, which changes by q0 (q.r)
      k = -x.q0 * (3.0 / 40.0 + q2 * (30.0 / 336.0 + q2 * (315.0 / 3456.0 + q2 * (3780.0 / 42240.0))));
      g = x.q0 * (1.0 / 6.0 + q2 * (6.0 / 40.0 + q2 * (45.0 / 336.0 + q2 * (420.0 / 3456.0))));
    } else {
      g = (1.0 - x.g * x.q0) / (2.0 * q2);
      k = -(g + x.k * x.q0) / q2;
    }
  }
  Mat3 operator()(const Vec3& y) const {
    const double qy = x.q.dot(y), half = 0.5 * x.k;
    // By columns of q^T and of y^T, the rest of q y^T dq/dr = q (y - q (t.y))^T/2 among them.
    const Vec3 by_q = g * y + (k * qy - half * x.t.dot(y)) * x.q - half * qy * x.t;
    Mat3 out = by_q * x.q.transpose() + half * x.q * y.transpose();
    out.diagonal().array() += half * qy;
    return out;
  }
};

// df and dm by dd and dtheta.
void by_strain(const Deformed& x, const Turned& K, Change& f, Change& m) {
  f = {K.ff, turning(K.fm, x), cross(K.ff, x.d)};
  m = {K.mf, turning(K.mm, x), cross(K.mf, x.d)};
}
// The same by dxdot and dthetadot.
void add_by_rate(const Deformed& x, const Turned& C, const TurningSlope& Y, Change& f, Change& m) {
  const Mat3 turn_r = Y(x.dw), turn_m = turning(x, so3::hat(x.dw));
  const double tau = 0.5 / (1.0 + x.q0);
  const Mat3 move_r = 0.5 * tau * cross_cross(x.d, x.dw);
  const Mat3 move_m =
      so3::hat(x.dv) + cross(x.d, Mat3(0.5 * (so3::hat(x.sw) - cross_cross(x.t, x.dw)))) - cross_cross(x.wm, x.d);
  const auto add = [&](const Mat3& by_move, const Mat3& by_turn, Change& out) {
    out.p -= cross(by_move, x.wm);
    out.r.noalias() += by_move * move_r;
    out.r.noalias() += by_turn * turn_r;
    out.m.noalias() += by_move * move_m;
    out.m.noalias() += by_turn * turn_m;
  };
  add(C.ff, C.fm, f);
  add(C.mf, C.mm, m);
}

// dl and dc by df and dm alone.
void by_pull(const Deformed& x, const Change& f, const Change& m, Change& lever, Change& couple) {
  const Vec3 half = 0.5 * x.d;
  lever = {cross(half, f.p), cross(half, f.r), cross(half, f.m)};
  couple = {turning(x, m.p) - cross(x.t, lever.p), turning(x, m.r) - cross(x.t, lever.r),
            turning(x, m.m) - cross(x.t, lever.m)};
}

// The wrench by the motions of the markers.
void spread(const Deformed& x, const Change& f, const Change& lever, const Change& couple,
            StiffnessOf<double, 2>& out) {
  const auto rows = [&](int row, const Change& by) {
    const Mat3 both = 0.5 * by.m, apart = by.r - cross(both, x.t);
    out.block<3, 3>(row, kForceI) = -by.p;
    out.block<3, 3>(row, kTorqueI) = both - apart;
    out.block<3, 3>(row, kForceJ) = by.p;
    out.block<3, 3>(row, kTorqueJ) = both + apart;
  };
  rows(kForceJ, f);
  out.middleRows<3>(kForceI) = -out.middleRows<3>(kForceJ);
  rows(kTorqueI, {-couple.p - lever.p, -couple.r - lever.r, -couple.m - lever.m});
  rows(kTorqueJ, {couple.p - lever.p, couple.r - lever.r, couple.m - lever.m});
}

}  // namespace

void FieldForce::derivatives(const Markers<double, 2>& markers, const Parameters& par, const ForceContext&,
                             StiffnessOf<double, 2>& K, StiffnessOf<double, 2>& D) {
  Deformed x;
  deform<double>(markers, par, x);
  const TurningSlope Y(x);
  Change f, m, lever, couple;
  by_strain(x, Turned(par.stiffness, x.R), f, m);
  if (is_conservative(par)) {
    D.setZero();
  } else {
    const Turned C(par.damping, x.R);
    Change f_d, m_d;
    by_strain(x, C, f_d, m_d);
    by_pull(x, f_d, m_d, lever, couple);
    spread(x, f_d, lever, couple, D);
    add_by_rate(x, C, Y, f, m);
  }
  const Vec6 p = pull(x, par);
  const Vec3 force = x.R * p.head<3>(), moment = x.R * p.tail<3>(), l = 0.5 * x.d.cross(force),
             c = x.turning(moment) + l.cross(x.t);
  f.m -= so3::hat(force);
  by_pull(x, f, m, lever, couple);
  lever.p -= 0.5 * so3::hat(force);
  couple.p += 0.5 * cross_cross(x.t, force);
  couple.r += Y(moment) + 0.5 / (1.0 + x.q0) * so3::hat(l);
  couple.m -= cross_cross(x.t, l) + so3::hat(c);
  spread(x, f, lever, couple, K);
}

double FieldForce::potential(const Markers<double, 2>& m, const Parameters& par, const ForceContext&) {
  Deformation<double> x;
  deform<double>(m, par, x);
  return x.strain.dot(0.5 * par.stiffness * x.strain + par.preload);
}

double FieldForce::power_dissipated(const Markers<double, 2>& m, const Parameters& par, const ForceContext&) {
  Deformation<double> x;
  deform<double>(m, par, x);
  return x.rate.dot(par.damping * x.rate);
}

}  // namespace alembert
