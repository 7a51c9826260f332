#include "elements/contact/touch_force.h"

#include <cmath>

#include "math/so3.h"

namespace alembert::contact {

namespace {

using Mat3x12 = Eigen::Matrix<double, 3, 12>;
using Row12 = Eigen::Matrix<double, 1, 12>;

// No longer than `length`, and its derivative: dz = C dx.
Vec3 cut(const Vec3& x, double length) {
  const double size = x.norm();
  return size <= length ? x : Vec3(length / size * x);
}
Mat3 cut_slope(const Vec3& x, double length) {
  const double size = x.norm();
  if (size <= length) return Mat3::Identity();
  const Vec3 along = x / size;
  return length / size * (Mat3::Identity() - along * along.transpose());
}

// The motion of the feature's body since the last accepted state, as the surface sees it.
struct Rolling {
  Vec3 way, turn;  // of the hub; rotation vector
  Vec3 arm;        // from the hub to p
  Rolling(const Touch& touch, const Sides& sides, const Vec3& p) {
    const Mat3 R = sides.s.R.transpose() * sides.f.R, R_before = sides.s_before.R.transpose() * sides.f_before.R;
    const Vec3 on_body = sides.f.R.transpose() * (touch.hub - sides.f.p);
    way = sides.s.R.transpose() * (touch.hub - sides.s.p) -
          sides.s_before.R.transpose() * (sides.f_before.p + sides.f_before.R * on_body - sides.s_before.p);
    turn = so3::log(Quat(Mat3(R * R_before.transpose())));
    arm = sides.s.R.transpose() * (p - touch.hub);
  }
  Vec3 slip() const { return way + turn.cross(arm); }
};

}  // namespace

void find_force(const Touch& touch, const Sides& sides, const Law& law, const Friction& friction, const Vec3& bristle,
                TouchForce& out) {
  const Vec3& n = touch.n;
  out.n = n;
  out.p = touch.x - (touch.radius + 0.5 * touch.gap) * n;
  out.velocity = sides.f.v + sides.f.w.cross(out.p - sides.f.p) - sides.s.v - sides.s.w.cross(out.p - sides.s.p);
  out.depth = -touch.gap;
  out.closing = -n.dot(out.velocity);
  out.slip = out.velocity + out.closing * n;
  out.T = out.moment = out.bristle = Vec3::Zero();
  if (out.depth <= 0.0) {
    out.N = out.elastic = out.energy = 0.0;
    return;
  }
  const NormalForce normal = law.at(out.depth, out.closing);
  out.N = touch.weight * normal.N;
  out.elastic = touch.weight * normal.elastic;
  out.energy = touch.weight * law.energy(out.depth);
  if (friction.kind == Friction::Kind::bristle) {
    Vec3 s = sides.s.R * (bristle + Rolling(touch, sides, out.p).slip());
    s -= n.dot(s) * n;
    s = cut(s, friction.length);
    const Vec3 z = cut(s + friction.damping * out.slip, friction.length);
    double mu = 0.0, slope = 0.0;
    friction.coefficient(out.slip.norm(), mu, slope);
    out.T = -mu * out.N / friction.length * z;
    out.bristle = sides.s.R.transpose() * s;
  } else if (friction.kind == Friction::Kind::velocity) {
    double over = 0.0, slope = 0.0;
    friction.over_speed(out.slip.norm(), over, slope);
    out.T = -over * out.N * out.slip;
  }
  if (friction.rolling > 0.0 || friction.spinning > 0.0) {
    const Vec3 w = sides.f.w - sides.s.w;
    const double about = n.dot(w);
    out.moment = -out.N / std::sqrt(w.squaredNorm() + kSlowTurn * kSlowTurn) *
                 (friction.rolling * (w - about * n) + friction.spinning * about * n);
  }
}

void find_derivatives(const Touch& touch, const Sides& sides, const Law& law, const Friction& friction,
                      const Vec3& bristle, const TouchForce& force, Mat12& K, Mat12& D) {
  const Vec3 &n = force.n, &p = force.p;
  const Mat3 I = Mat3::Identity();
  const Vec3 arm_f = p - sides.f.p, arm_s = p - sides.s.p;

  // Geometry: a, dtau, dn, dp (touch.h).
  Mat3x12 A;
  A << I, -so3::hat(touch.x - sides.f.p), -I, so3::hat(touch.x - sides.s.p);
  Mat3x12 along = Mat3x12::Zero();  // E dtau
  if (touch.free > 0) {
    const auto row = [&](std::size_t k) {
      Row12 out = touch.E[k].transpose() * touch.H * A;
      const Vec3 turn = touch.E[k].cross(n);
      out.segment<3>(3) += turn.transpose();
      out.segment<3>(9) -= turn.transpose();
      return out;
    };
    const auto rise = [&](std::size_t i, std::size_t j) {
      return touch.E[i].dot(touch.H * touch.E[j]) +
             touch.kappa(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    };
    if (touch.free == 1) {
      if (const double m = rise(0, 0); m > 0.0) along.noalias() = touch.E[0] * (-row(0) / m);
    } else {
      Eigen::Matrix2d M;
      M << rise(0, 0), rise(0, 1), rise(1, 0), rise(1, 1);
      const Eigen::Matrix2d inverse = M.inverse();
      const Row12 first = row(0), second = row(1);
      along.noalias() = -touch.E[0] * (inverse(0, 0) * first + inverse(0, 1) * second) -
                        touch.E[1] * (inverse(1, 0) * first + inverse(1, 1) * second);
    }
  }
  Mat3x12 dn = touch.H * (A + along);
  dn.rightCols<3>() -= so3::hat(n);
  const Row12 approach = n.transpose() * A;  // d gap
  Mat3x12 dp = along - (touch.radius + 0.5 * touch.gap) * dn - 0.5 * n * approach;
  dp.leftCols<3>() += I;
  dp.middleCols<3>(3) -= so3::hat(touch.x - sides.f.p);

  // Velocities: by poses at held twists, and by twists.
  Mat3x12 dv = so3::hat(sides.f.w - sides.s.w) * dp;
  dv.leftCols<3>() -= so3::hat(sides.f.w);
  dv.middleCols<3>(6) += so3::hat(sides.s.w);
  Mat3x12 by_twist;
  by_twist << I, -so3::hat(arm_f), -I, so3::hat(arm_s);
  const Row12 d_closing = -(force.velocity.transpose() * dn + n.transpose() * dv);
  const Row12 d_closing_twist = -n.transpose() * by_twist;

  const NormalForce normal = law.at(force.depth, force.closing);
  const Row12 dN = touch.weight * (normal.by_speed * d_closing - normal.by_depth * approach);
  const Row12 dN_twist = touch.weight * normal.by_speed * d_closing_twist;
  Mat3x12 dF = n * dN + force.N * dn, dF_twist = n * dN_twist;
  Mat3x12 dm = Mat3x12::Zero(), dm_twist = Mat3x12::Zero();

  if (friction.kind != Friction::Kind::none) {
    // u = velocity - n (n.velocity)
    const Mat3 P = I - n * n.transpose();
    const Row12 into = force.velocity.transpose() * dn;
    const Mat3x12 du = P * dv - n * into + force.closing * dn;
    const Mat3x12 du_twist = P * by_twist;
    const double speed = force.slip.norm();
    const Vec3 u = speed > 0.0 ? Vec3(force.slip / speed) : Vec3(Vec3::Zero());
    if (friction.kind == Friction::Kind::bristle) {
      const Rolling rolling(touch, sides, p);
      const Mat3& Rs = sides.s.R;
      const Vec3 y = Rs * (bristle + rolling.slip()), s_free = y - n.dot(y) * n;
      const Vec3 s = cut(s_free, friction.length), z_free = s + friction.damping * force.slip;
      const Vec3 z = cut(z_free, friction.length);
      // Changes of way, arm and turn as the surface sees them, in ground axes. A hub that moves along its feature is
      // another point of its body, which was elsewhere before, too.
      Mat3x12 d_way, d_arm = dp;
      d_way << I, -so3::hat(touch.hub - sides.f.p), -I, so3::hat(touch.hub - sides.s.p);
      d_arm.middleCols<3>(6) -= I;
      d_arm.rightCols<3>() += so3::hat(arm_s);
      d_arm -= d_way;
      if (touch.hub == touch.x) {
        d_arm -= along;
        d_way += along - Rs * (sides.s_before.R.transpose() * (sides.f_before.R * (sides.f.R.transpose() * along)));
      }
      Mat3x12 d_turn = Mat3x12::Zero();
      const Mat3 by_turn = Rs * so3::inverse_tangent(Vec3(-rolling.turn)) * Rs.transpose();
      d_turn.middleCols<3>(3) = by_turn;
      d_turn.rightCols<3>() = -by_turn;
      Mat3x12 dy = d_way + so3::hat(Vec3(Rs * rolling.turn)) * d_arm - so3::hat(Vec3(Rs * rolling.arm)) * d_turn;
      dy.rightCols<3>() -= so3::hat(y);
      const Row12 out_of = y.transpose() * dn;
      const Mat3x12 ds = P * dy - n * out_of - n.dot(y) * dn;
      const Mat3 C = cut_slope(z_free, friction.length);
      const Mat3x12 dz = C * (cut_slope(s_free, friction.length) * ds + friction.damping * du);
      const Mat3x12 dz_twist = friction.damping * C * du_twist;
      double mu = 0.0, slope = 0.0;
      friction.coefficient(speed, mu, slope);
      const double share = mu / friction.length, rise = force.N * slope / friction.length;
      dF -= share * (z * dN + force.N * dz) + rise * z * (u.transpose() * du);
      dF_twist -= share * (z * dN_twist + force.N * dz_twist) + rise * z * (u.transpose() * du_twist);
    } else {
      double over = 0.0, slope = 0.0;
      friction.over_speed(speed, over, slope);
      dF -= over * (force.slip * dN + force.N * du) + slope * force.N * force.slip * (u.transpose() * du);
      dF_twist -= over * (force.slip * dN_twist + force.N * du_twist) +
                  slope * force.N * force.slip * (u.transpose() * du_twist);
    }
  }
  if ((friction.rolling > 0.0 || friction.spinning > 0.0) && force.N > 0.0) {
    const Vec3 w = sides.f.w - sides.s.w;
    const double about = n.dot(w), size2 = w.squaredNorm() + kSlowTurn * kSlowTurn, over = force.N / std::sqrt(size2);
    const double more = friction.spinning - friction.rolling;
    const Row12 d_about = w.transpose() * dn;
    dm = force.moment / force.N * dN - over * more * (n * d_about + about * dn);
    Mat3x12 dw = Mat3x12::Zero();
    dw.middleCols<3>(3) = I;
    dw.rightCols<3>() = -I;
    const Row12 growth = w.transpose() * dw / size2;
    dm_twist = force.moment / force.N * dN_twist - force.moment * growth -
               over * (friction.rolling * dw + more * n * (n.transpose() * dw));
  }

  // Wrenches at the markers.
  const Vec3 F = force.F();
  const Mat3 Fx = so3::hat(F);
  Mat3x12 turn = so3::hat(arm_f) * dF - Fx * dp + dm;
  turn.leftCols<3>() += Fx;
  K.topRows<3>() = -dF;
  K.middleRows<3>(3) = -turn;
  K.middleRows<3>(6) = dF;
  turn = so3::hat(arm_s) * dF - Fx * dp + dm;
  turn.middleCols<3>(6) += Fx;
  K.bottomRows<3>() = turn;
  D.topRows<3>() = -dF_twist;
  D.middleRows<3>(3) = -(so3::hat(arm_f) * dF_twist + dm_twist);
  D.middleRows<3>(6) = dF_twist;
  D.bottomRows<3>() = so3::hat(arm_s) * dF_twist + dm_twist;
}

}  // namespace alembert::contact
