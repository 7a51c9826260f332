#include "bodies/flexible_inertia.h"

#include <Eigen/Cholesky>
#include <algorithm>

#include "math/so3.h"

namespace alembert {

namespace {

using Symmetric = FlexibleInertia::Symmetric;

Symmetric symmetric(const Mat3& A) {
  Symmetric out;
  out << 2.0 * A(0, 0), 2.0 * A(1, 1), 2.0 * A(2, 2), A(0, 1) + A(1, 0), A(1, 2) + A(2, 1), A(2, 0) + A(0, 2);
  return out;
}
Vec3 axial(const Mat3& A) { return {A(1, 2) - A(2, 1), A(2, 0) - A(0, 2), A(0, 1) - A(1, 0)}; }
// (2 tr(A) 1 - A - A^T) y
template <class Column>
Vec3 moment_of(const Column& A, const Vec3& y) {
  return {(A[1] + A[2]) * y[0] - A[3] * y[1] - A[5] * y[2], (A[0] + A[2]) * y[1] - A[3] * y[0] - A[4] * y[2],
          (A[0] + A[1]) * y[2] - A[4] * y[1] - A[5] * y[0]};
}
Mat3 moment_of(const Symmetric& A) {
  Mat3 out;
  out << A[1] + A[2], -A[3], -A[5], -A[3], A[0] + A[2], -A[4], -A[5], -A[4], A[0] + A[1];
  return out;
}
// s with s.(A + A^T) = w.(tr(A) 1 - A) w
Symmetric by_moment(const Vec3& w) {
  const Vec3 q = w.cwiseAbs2();
  Symmetric out;
  out << q[1] + q[2], q[0] + q[2], q[0] + q[1], -2.0 * w[0] * w[1], -2.0 * w[1] * w[2], -2.0 * w[2] * w[0];
  return 0.5 * out;
}

}  // namespace

FlexibleInertia::FlexibleInertia(const flexible::Part& part, Coupling coupling)
    : mu_(part.mu),
      J0_(part.J0),
      first_(coupling == Coupling::partial || coupling == Coupling::full),
      second_(coupling == Coupling::full) {
  const Eigen::Index m = part.modes();
  P1_.setZero(6, m);
  N0_.setZero(3, m);
  if (first_) {
    if (part.N_rotary.cols() == m) N0_ = part.N_rotary;
    for (Eigen::Index k = 0; k < m; ++k) {
      P1_.col(k) = symmetric(part.P1[static_cast<std::size_t>(k)]);
      N0_.col(k) -= axial(part.P1[static_cast<std::size_t>(k)]);
    }
  }
  if (!second_) return;
  Second P2{Eigen::MatrixXd(6 * m, m), Eigen::MatrixXd(3 * m, m)};
  for (Eigen::Index k = 0; k < m; ++k)
    for (Eigen::Index l = 0; l < m; ++l) {
      const Mat3& both = part.P2[static_cast<std::size_t>(k * m + l)];
      P2.S.block<6, 1>(6 * k, l) = symmetric(both);
      P2.A.block<3, 1>(3 * k, l) = axial(both);
    }
  P2_ = std::make_shared<const Second>(std::move(P2));
}

void FlexibleInertia::symmetric_sum(const double* x, Mat6X& out) const {
  const Eigen::Index m = modes();
  out.resize(6, m);
  Eigen::Map<Vector>(out.data(), 6 * m).noalias() = P2_->S * Eigen::Map<const Vector>(x, m);
}

void FlexibleInertia::axial_sum(const double* x, Eigen::Matrix3Xd& out) const {
  const Eigen::Index m = modes();
  out.resize(3, m);
  Eigen::Map<Vector>(out.data(), 3 * m).noalias() = P2_->A * Eigen::Map<const Vector>(x, m);
}

void FlexibleInertia::update(const double* xi, Terms& terms) const {
  const Eigen::Index m = modes();
  if (terms.known && std::equal(xi, xi + m, terms.xi.data())) return;
  terms.known = true;
  terms.xi = Eigen::Map<const Vector>(xi, m);
  if (second_) {
    symmetric_sum(xi, terms.Q);
    axial_sum(xi, terms.N);
    terms.Q += P1_;
    terms.N = N0_ - terms.N;
  } else {
    terms.Q = P1_;
    terms.N = N0_;
  }
  // dP + dP^T = sum xi_k (P1_k + P1_k^T + Q_k + Q_k^T)
  const Symmetric dP = P1_ * terms.xi + terms.Q * terms.xi;
  terms.J = J0_;
  if (first_) terms.J += 0.5 * moment_of(dP);
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

void FlexibleInertia::add_forces(const Terms& terms, const Vec3& w, const double* rate, Scratch& scratch, Vec3& f_w,
                                 double* f_xi) const {
  const Eigen::Map<const Vector> x(rate, modes());
  const Vec3 h = terms.J * w + terms.N * x;
  f_w += w.cross(h);
  if (!first_) return;
  const Symmetric sum = terms.Q * x;
  f_w += moment_of(sum, w);
  Eigen::Map<Vector> f(f_xi, modes());
  f.noalias() -= terms.Q.transpose() * by_moment(w);
  if (!second_) return;
  axial_sum(rate, scratch.A);
  f.noalias() -= scratch.A.transpose() * (2.0 * w);
}

void FlexibleInertia::derivatives(const Terms& at_mass, const Terms& terms, const Vec3& w, const double* rate,
                                  const Vec3& alpha, const double* acceleration, const Weights& weights,
                                  Scratch& scratch, Mat3& ww, Eigen::Matrix3Xd& wx,
                                  Eigen::Matrix3Xd& xw_transposed) const {
  const Eigen::Index m = modes();
  const Eigen::Map<const Vector> x(rate, m);
  const Vec3 h = terms.J * w + terms.N * x;
  const Symmetric sum = terms.Q * x;
  const Mat3 turn = so3::hat(w);
  ww = weights.mass * at_mass.J + weights.damping * (turn * terms.J - so3::hat(h) + moment_of(sum));
  wx = weights.mass * at_mass.N;
  xw_transposed = wx;
  wx.noalias() += weights.damping * turn * terms.N;
  if (!first_) return;
  const double v = weights.damping, q = weights.stiffness;
  for (Eigen::Index k = 0; k < m; ++k) {
    const Vec3 Jw = moment_of(terms.Q.col(k), w);
    wx.col(k) += v * Jw + q * w.cross(Jw);
    xw_transposed.col(k) -= v * Jw;
  }
  if (weights.moves)
    for (Eigen::Index k = 0; k < m; ++k) wx.col(k) += weights.mass * q * moment_of(terms.Q.col(k), alpha);
  if (!second_) return;
  symmetric_sum(rate, scratch.S);
  axial_sum(rate, scratch.A);
  for (Eigen::Index k = 0; k < m; ++k) wx.col(k) += q * (w.cross(scratch.A.col(k)) + moment_of(scratch.S.col(k), w));
  xw_transposed -= 2.0 * v * scratch.A;
  if (!weights.moves) return;
  axial_sum(acceleration, scratch.A);
  wx += weights.mass * q * scratch.A;
}

FlexibleInertia::Contraction FlexibleInertia::contraction(const Vec3& w, const Vec3& alpha,
                                                          const Weights& weights) const {
  Contraction z{-weights.stiffness * by_moment(w), -2.0 * weights.damping * w};
  if (weights.moves) z.a -= weights.mass * weights.stiffness * alpha;
  return z;
}

}  // namespace alembert
