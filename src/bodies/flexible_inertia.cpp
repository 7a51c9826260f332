#include "bodies/flexible_inertia.h"

#include <Eigen/Cholesky>
#include <algorithm>

#include "math/so3.h"

namespace alembert {

namespace {

using Vec9 = FlexibleInertia::Vec9;

Vec9 numbers(const Mat3& A) { return Eigen::Map<const Vec9>(A.data()); }
template <class Column>
Vec3 axial(const Column& A) {  // of 9 numbers, column by column
  return {A[7] - A[5], A[2] - A[6], A[3] - A[1]};
}
template <class Column>
double trace(const Column& A) {
  return A[0] + A[4] + A[8];
}
// (2 tr(A) 1 - A - A^T) y
template <class Column>
Vec3 moment_of(const Column& A, const Vec3& y) {
  const double xy = A[1] + A[3], xz = A[2] + A[6], yz = A[5] + A[7];
  return {2.0 * (A[4] + A[8]) * y[0] - xy * y[1] - xz * y[2], 2.0 * (A[0] + A[8]) * y[1] - xy * y[0] - yz * y[2],
          2.0 * (A[0] + A[4]) * y[2] - xz * y[0] - yz * y[1]};
}
// c with c.A = w.axial(A), and with c.A = w.(tr(A) 1 - A) w.
Vec9 by_axial(const Vec3& w) {
  Vec9 c;
  c << 0.0, -w[2], w[1], w[2], 0.0, -w[0], -w[1], w[0], 0.0;
  return c;
}
Vec9 by_moment(const Vec3& w) { return numbers(w.squaredNorm() * Mat3::Identity() - w * w.transpose()); }

}  // namespace

FlexibleInertia::FlexibleInertia(const flexible::Part& part, Coupling coupling)
    : mu_(part.mu),
      J0_(part.J0),
      first_(coupling == Coupling::partial || coupling == Coupling::full),
      second_(coupling == Coupling::full) {
  const Eigen::Index m = part.modes();
  P1_.setZero(9, m);
  N_rotary_.setZero(3, m);
  if (first_) {
    for (Eigen::Index k = 0; k < m; ++k) P1_.col(k) = numbers(part.P1[static_cast<std::size_t>(k)]);
    if (part.N_rotary.cols() == m) N_rotary_ = part.N_rotary;
  }
  if (!second_) return;
  Eigen::MatrixXd P2(9 * m, m);
  for (Eigen::Index k = 0; k < m; ++k)
    for (Eigen::Index l = 0; l < m; ++l)
      P2.block<9, 1>(9 * k, l) = numbers(part.P2[static_cast<std::size_t>(k * m + l)]);
  P2_ = std::make_shared<const Eigen::MatrixXd>(std::move(P2));
}

void FlexibleInertia::second_order(const double* x, Mat9X& out) const {
  const Eigen::Index m = modes();
  out.resize(9, m);
  if (!second_) {
    out.setZero();
    return;
  }
  Eigen::Map<Vector> all(out.data(), 9 * m);
  all.noalias() = *P2_ * Eigen::Map<const Vector>(x, m);
}

void FlexibleInertia::update(const double* xi, Terms& terms) const {
  const Eigen::Index m = modes();
  if (terms.known && std::equal(xi, xi + m, terms.xi.data())) return;
  terms.known = true;
  terms.xi = Eigen::Map<const Vector>(xi, m);
  second_order(xi, terms.Q);
  terms.Q += P1_;
  terms.N = N_rotary_;
  Mat3 dP = Mat3::Zero();
  if (first_)
    for (Eigen::Index k = 0; k < m; ++k) {
      const auto Q = terms.Q.col(k);
      terms.N.col(k) -= axial(Q);
      dP += xi[k] * (Eigen::Map<const Mat3>(P1_.col(k).data()).transpose() + Eigen::Map<const Mat3>(Q.data()));
    }
  terms.J = J0_ + dP.trace() * Mat3::Identity() - dP;
}

void FlexibleInertia::apply_mass(const Terms& terms, const Vec3& alpha, const double* x, Vec3& out_w,
                                 double* out_xi) const {
  const Eigen::Map<const Vector> rate(x, modes());
  out_w.noalias() = terms.J * alpha + terms.N * rate;
  Eigen::Map<Vector> out(out_xi, modes());
  out.noalias() = terms.N.transpose() * alpha;
  out += mu_.cwiseProduct(rate);
}

// Z = J - N diag(1/mu) N^T,  M^-1 = [Z^-1, -Z^-1 Y; -Y^T Z^-1, diag(1/mu) + Y^T Z^-1 Y],  Y = N diag(1/mu)
bool FlexibleInertia::inverse(const Terms& terms, Eigen::Ref<Eigen::MatrixXd> out) const {
  Mat3 Z = terms.J;
  for (Eigen::Index k = 0; k < mu_.size(); ++k) Z -= terms.N.col(k) * terms.N.col(k).transpose() / mu_[k];
  const Eigen::LLT<Mat3> llt(Z);
  if (llt.info() != Eigen::Success) return false;
  const Mat3 inverse_Z = llt.solve(Mat3::Identity());
  out.topLeftCorner<3, 3>() = inverse_Z;
  for (Eigen::Index l = 0; l < mu_.size(); ++l) {
    const Vec3 y = inverse_Z * terms.N.col(l) / mu_[l];
    out.col(3 + l).head<3>() = -y;
    out.row(3 + l).head<3>() = -y.transpose();
    for (Eigen::Index k = 0; k < mu_.size(); ++k) out(3 + k, 3 + l) = terms.N.col(k).dot(y) / mu_[k];
    out(3 + l, 3 + l) += 1.0 / mu_[l];
  }
  return out.allFinite();
}

double FlexibleInertia::kinetic_energy(const Terms& terms, const Vec3& w, const double* rate) const {
  const Eigen::Map<const Vector> x(rate, modes());
  return 0.5 * w.dot(terms.J * w) + w.dot(terms.N * x) + 0.5 * x.cwiseAbs2().dot(mu_);
}

void FlexibleInertia::add_forces(const Terms& terms, const Vec3& w, const double* rate, Mat9X& scratch, Vec3& f_w,
                                 double* f_xi) const {
  const Eigen::Map<const Vector> x(rate, modes());
  const Vec3 h = terms.J * w + terms.N * x;
  f_w += w.cross(h);
  if (!first_) return;
  const Vec9 sum = terms.Q * x;
  f_w += moment_of(sum, w);
  Eigen::Map<Vector> f(f_xi, modes());
  f.noalias() -= terms.Q.transpose() * by_moment(w);
  if (!second_) return;
  second_order(rate, scratch);
  f.noalias() -= scratch.transpose() * (2.0 * by_axial(w)).eval();
}

void FlexibleInertia::derivatives(const Terms& at_mass, const Terms& terms, const Vec3& w, const double* rate,
                                  const Vec3& alpha, const double* acceleration, const Weights& weights, Mat9X& scratch,
                                  Mat3& ww, Eigen::Matrix3Xd& wx, Eigen::Matrix3Xd& xw_transposed) const {
  const Eigen::Index m = modes();
  const Eigen::Map<const Vector> x(rate, m);
  const Vec3 h = terms.J * w + terms.N * x;
  const Vec9 sum = terms.Q * x;
  const Eigen::Map<const Mat3> Qs(sum.data());
  const Mat3 J_rate = 2.0 * Qs.trace() * Mat3::Identity() - Qs - Qs.transpose();
  const Mat3 turn = so3::hat(w);
  ww = weights.mass * at_mass.J + weights.damping * (turn * terms.J - so3::hat(h) + J_rate);
  wx = weights.mass * at_mass.N;
  xw_transposed = wx;
  if (!first_) {
    wx.noalias() += weights.damping * turn * terms.N;
    return;
  }
  second_order(rate, scratch);
  const double v = weights.damping, q = weights.stiffness;
  for (Eigen::Index k = 0; k < m; ++k) {
    const Vec3 Jw = moment_of(terms.Q.col(k), w), N = terms.N.col(k);
    const auto rate_k = scratch.col(k);
    const Vec3 turns = axial(rate_k);
    wx.col(k) += v * (w.cross(N) + Jw) + q * (w.cross(Jw + turns) + moment_of(rate_k, w));
    xw_transposed.col(k) -= v * (2.0 * turns + Jw);
  }
  if (!weights.moves) return;
  second_order(acceleration, scratch);
  const double e = weights.mass * q;
  for (Eigen::Index k = 0; k < m; ++k) wx.col(k) += e * (moment_of(terms.Q.col(k), alpha) + axial(scratch.col(k)));
}

FlexibleInertia::Vec9 FlexibleInertia::contraction(const Vec3& w, const Vec3& alpha, const Weights& weights) const {
  Vec9 z = -2.0 * weights.damping * by_axial(w) - weights.stiffness * by_moment(w);
  if (weights.moves) z -= weights.mass * weights.stiffness * by_axial(alpha);
  return z;
}

}  // namespace alembert
