#include "elements/contact/touch_force.h"

#include <cmath>

#include "math/so3.h"

namespace alembert::contact {

namespace {

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
  Rolling() = default;
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

// x^ M and M x^.
Mat3 hat_times(const Vec3& x, const Mat3& M) {
  Mat3 out;
  for (int c = 0; c < 3; ++c) out.col(c) = x.cross(M.col(c));
  return out;
}
Mat3 times_hat(const Mat3& M, const Vec3& x) {
  Mat3 out;
  out.col(0) = x[2] * M.col(1) - x[1] * M.col(2);
  out.col(1) = x[0] * M.col(2) - x[2] * M.col(0);
  out.col(2) = x[1] * M.col(0) - x[0] * M.col(1);
  return out;
}

// A derivative by the motion a of the feature relative to the surface at some point and the turning of the two, and
// its sum with others.
struct ByMotion {
  Mat3 a, f, s;
};

// How force and moment follow the normal, the relative velocity, the stretch of the bristle and a at x.
struct Slopes {
  Mat3 n, v, y, a;
};

// E dtau = B a + C theta (touch.h).
void slide(const Touch& touch, const Vec3& n, Mat3& B, Mat3& C) {
  const auto rise = [&](std::size_t i, std::size_t j) {
    return touch.E[i].dot(touch.H * touch.E[j]) +
           touch.kappa(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
  };
  const auto add = [&](const Vec3& along, std::size_t k) {
    B.noalias() -= along * (touch.H * touch.E[k]).transpose();
    C.noalias() -= along * touch.E[k].cross(n).transpose();
  };
  B.setZero();
  C.setZero();
  if (touch.free == 1) {
    if (const double m = rise(0, 0); m > 0.0) add(touch.E[0] / m, 0);
  } else if (touch.free == 2) {
    Eigen::Matrix2d M;
    M << rise(0, 0), rise(0, 1), rise(1, 0), rise(1, 1);
    const Eigen::Matrix2d inverse = M.inverse();
    for (std::size_t k = 0; k < 2; ++k) {
      const auto c = static_cast<Eigen::Index>(k);
      add(inverse(0, c) * touch.E[0] + inverse(1, c) * touch.E[1], k);
    }
  }
}

// Of dF = n dN + N dn + dT, with dN = weight (by_speed d(closing) - by_depth d(gap)), d(closing) = -(v.dn + n.dv). What
// friction adds to n in dF by dN: t.
void find_slopes(const Touch& touch, const NormalForce& normal, const Friction& friction, const Vec3& y,
                 const TouchForce& force, Slopes& out) {
  const Vec3 &n = force.n, &velocity = force.velocity;
  Vec3 t = n;
  out.n = force.N * Mat3::Identity();
  out.v.setZero();
  const double speed = friction.kind == Friction::Kind::none ? 0.0 : force.slip.norm();
  const Vec3 u = speed > 0.0 ? Vec3(force.slip / speed) : Vec3(Vec3::Zero());
  // Of the slip, du = P dv - n (v.dn) + closing dn with P = 1 - n n^T.
  const auto follow_slip = [&](const Mat3& M) {
    const Vec3 Mn = M * n;
    out.v -= M - Mn * n.transpose();
    out.n -= force.closing * M - Mn * velocity.transpose();
  };
  if (friction.kind == Friction::Kind::bristle) {
    const double off = n.dot(y);
    const Vec3 s_free = y - off * n, s = cut(s_free, friction.length), z_free = s + friction.damping * force.slip;
    const Vec3 z = cut(z_free, friction.length);
    double mu = 0.0, slope = 0.0;
    friction.coefficient(speed, mu, slope);
    const double share = mu / friction.length;
    const Mat3 C = share * force.N * cut_slope(z_free, friction.length);
    follow_slip(friction.damping * C + force.N * slope / friction.length * z * u.transpose());
    // ds = P dy - n (y.dn) - (n.y) dn
    const Mat3 M = C * cut_slope(s_free, friction.length);
    const Vec3 Mn = M * n;
    out.y = Mn * n.transpose() - M;
    out.n += Mn * y.transpose() + off * M;
    t -= share * z;
  } else if (friction.kind == Friction::Kind::velocity) {
    double over = 0.0, slope = 0.0;
    friction.over_speed(speed, over, slope);
    follow_slip(over * force.N * Mat3::Identity() + slope * force.N * force.slip * u.transpose());
    t -= over * force.slip;
  }
  const Vec3 by_speed = touch.weight * normal.by_speed * t;
  out.n.noalias() -= by_speed * velocity.transpose();
  out.v.noalias() -= by_speed * n.transpose();
  out.a.noalias() = -touch.weight * normal.by_depth * t * n.transpose();
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

// With a at x, theta = theta_f - theta_s, and W = (w_f - w_s)^, r = radius + gap/2, h = hub - x, c the arm and t the
// turn of Rolling in ground axes, y = R_s (s_n + du), Q = B - r H (1 + B) - n n^T/2, S = C - r H C:
//
//   dn = H (1 + B) a + H C theta - n^ theta_s
//   dp = (motion of f at x) + Q a + S theta + r n^ theta_s
//   dv = (W Q - w_s^) a + (W S - w_f^ x_f^) theta_f + (r W n^ - W S + w_s^ x_s^) theta_s
//   dy = (1 + t^ Q) a + (t^ (S + h^) - h^ - c^ J) theta - y^ theta_s,     J = dt/dtheta
//
// and where the hub is x itself, which moves along its feature and was another point of its body before:
//   dy += (1 - G - t^) (B a + C theta),   G = R_s R_s,before^T R_f,before R_f^T
void find_derivatives(const Touch& touch, const Sides& sides, const Law& law, const Friction& friction,
                      const Vec3& bristle, const TouchForce& force, Mat12& K, Mat12& D) {
  const Vec3 &n = force.n, &p = force.p;
  const Vec3 arm_f = p - sides.f.p, arm_s = p - sides.s.p, x_f = touch.x - sides.f.p, x_s = touch.x - sides.s.p;
  const NormalForce normal = law.at(force.depth, force.closing);
  const bool bristles = friction.kind == Friction::Kind::bristle;
  const Rolling rolling = bristles ? Rolling(touch, sides, p) : Rolling();
  const Vec3 y = bristles ? Vec3(sides.s.R * (bristle + rolling.slip())) : Vec3(Vec3::Zero());
  Slopes F;
  find_slopes(touch, normal, friction, y, force, F);

  const double r = touch.radius + 0.5 * touch.gap;
  const Vec3 w = sides.f.w - sides.s.w;
  const Mat3 normal_turns = so3::hat(n);
  ByMotion dn{touch.H, Mat3::Zero(), -normal_turns};
  ByMotion dp{-0.5 * n * n.transpose() - r * touch.H, Mat3::Zero(), r * normal_turns};  // beyond the motion of f
  Mat3 B, C;                                                                            // where free
  if (touch.free > 0) {
    slide(touch, n, B, C);
    const Mat3 HB = touch.H * B, HC = touch.H * C, S = C - r * HC;
    dn.a += HB;
    dn.f = HC;
    dn.s -= HC;
    dp.a += B - r * HB;
    dp.f = S;
    dp.s -= S;
  }
  ByMotion dv{hat_times(w, dp.a), hat_times(w, dp.f), hat_times(w, dp.s)};
  dv.a -= so3::hat(sides.s.w);
  dv.f -= times_hat(so3::hat(sides.f.w), x_f);
  dv.s += times_hat(so3::hat(sides.s.w), x_s);
  ByMotion dF{F.n * dn.a + F.v * dv.a + F.a, F.n * dn.f + F.v * dv.f, F.n * dn.s + F.v * dv.s};
  if (bristles) {
    const Mat3& R = sides.s.R;
    const Vec3 h = touch.hub - touch.x, t = R * rolling.turn;
    const Mat3 J = R * so3::inverse_tangent(Vec3(-rolling.turn)) * R.transpose(), h_turns = so3::hat(h);
    Mat3 by_a = hat_times(t, dp.a), by_turn = hat_times(t, dp.f + h_turns) - h_turns - hat_times(R * rolling.arm, J);
    by_a += Mat3::Identity();
    if (touch.free > 0 && touch.hub == touch.x) {
      const Mat3 G = R * sides.s_before.R.transpose() * sides.f_before.R * sides.f.R.transpose();
      const Mat3 moves = Mat3::Identity() - G - so3::hat(t);
      by_a += moves * B;
      by_turn += moves * C;
    }
    dF.a += F.y * by_a;
    const Mat3 turns = F.y * by_turn;
    dF.f += turns;
    dF.s -= turns + times_hat(F.y, y);
  }

  // Moments about the origins of the two.
  const Vec3 force_here = force.F();
  ByMotion turn{-hat_times(force_here, dp.a), -hat_times(force_here, dp.f), -hat_times(force_here, dp.s)};
  Mat3 moment_v = Mat3::Zero(), moment_w = Mat3::Zero();
  if ((friction.rolling > 0.0 || friction.spinning > 0.0) && force.N > 0.0) {
    const double about = n.dot(w), size2 = w.squaredNorm() + kSlowTurn * kSlowTurn, over = force.N / std::sqrt(size2);
    const double more = friction.spinning - friction.rolling;
    const Vec3 per_force = touch.weight / force.N * force.moment;
    moment_v = -normal.by_speed * per_force * n.transpose();
    moment_w = -force.moment / size2 * w.transpose() - over * friction.rolling * Mat3::Identity() -
               over * more * n * n.transpose();
    const Mat3 moment_n = -normal.by_speed * per_force * force.velocity.transpose() -
                          over * more * (n * w.transpose() + about * Mat3::Identity());
    turn.a += moment_n * dn.a + moment_v * dv.a - normal.by_depth * per_force * n.transpose();
    turn.f += moment_n * dn.f + moment_v * dv.f;
    turn.s += moment_n * dn.s + moment_v * dv.s;
  }

  const int f = touch.flipped ? 6 : 0, s = 6 - f;
  // Rows by a at a point with these arms and by the turning of the two, as rows by poses or twists.
  const auto add = [&](int row, double sign, const Mat3& by_a, const Mat3& by_f, const Mat3& by_s, const Vec3& to_f,
                       const Vec3& to_s, Mat12& out) {
    out.block<3, 3>(row, f) += sign * by_a;
    out.block<3, 3>(row, f + 3) += sign * (by_f - times_hat(by_a, to_f));
    out.block<3, 3>(row, s) -= sign * by_a;
    out.block<3, 3>(row, s + 3) += sign * (by_s + times_hat(by_a, to_s));
  };
  add(f, -1.0, dF.a, dF.f, dF.s, x_f, x_s, K);
  add(s, 1.0, dF.a, dF.f, dF.s, x_f, x_s, K);
  const Mat3 Fx = so3::hat(force_here), zero = Mat3::Zero();
  add(f + 3, -1.0, turn.a + hat_times(arm_f, dF.a),
      turn.f + hat_times(arm_f, dF.f) + hat_times(force_here, so3::hat(x_f)), turn.s + hat_times(arm_f, dF.s), x_f, x_s,
      K);
  add(s + 3, 1.0, turn.a + hat_times(arm_s, dF.a) - Fx, turn.f + hat_times(arm_s, dF.f),
      turn.s + hat_times(arm_s, dF.s) + hat_times(force_here, so3::hat(x_s)), x_f, x_s, K);
  add(f, -1.0, F.v, zero, zero, arm_f, arm_s, D);
  add(s, 1.0, F.v, zero, zero, arm_f, arm_s, D);
  add(f + 3, -1.0, moment_v + hat_times(arm_f, F.v), moment_w, -moment_w, arm_f, arm_s, D);
  add(s + 3, 1.0, moment_v + hat_times(arm_s, F.v), moment_w, -moment_w, arm_f, arm_s, D);
}

}  // namespace alembert::contact
