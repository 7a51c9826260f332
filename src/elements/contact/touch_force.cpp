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

// s_n + du, not yet put into the tangent plane.
Vec3 stretch(const Sides& sides, const Vec3& p, const Vec3& bristle) {
  const Vec3 x_f = sides.f_before.p + sides.f_before.R * (sides.f.R.transpose() * (p - sides.f.p));
  const Vec3 x_s = sides.s_before.p + sides.s_before.R * (sides.s.R.transpose() * (p - sides.s.p));
  return sides.s.R * bristle + x_s - x_f;
}

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
    Vec3 s = stretch(sides, out.p, bristle);
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
      const Vec3 y = stretch(sides, p, bristle), s_free = y - n.dot(y) * n;
      const Vec3 s = cut(s_free, friction.length), z_free = s + friction.damping * force.slip;
      const Vec3 z = cut(z_free, friction.length);
      const Mat3 Gf = sides.f_before.R * sides.f.R.transpose(), Gs = sides.s_before.R * sides.s.R.transpose();
      Mat3x12 dy = (Gs - Gf) * dp;
      dy.leftCols<3>() += Gf;
      dy.middleCols<3>(3) -= Gf * so3::hat(arm_f);
      dy.middleCols<3>(6) -= Gs;
      dy.rightCols<3>() += Gs * so3::hat(arm_s) - so3::hat(sides.s.R * bristle);
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
