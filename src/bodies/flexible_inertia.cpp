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
template <class Six>
Vec3 moment_of(const Six& A, const Vec3& y) {
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
  const int m = static_cast<int>(part.modes()), padded = ModePairs::padded(m);
  P1_.setZero(padded, 6);
  N0_.setZero(padded, 3);
  if (first_) {
    if (part.N_rotary.cols() == m) N0_.topRows(m) = part.N_rotary.transpose();
    for (int k = 0; k < m; ++k) {
      P1_.row(k) = symmetric(part.P1[static_cast<std::size_t>(k)]);
      N0_.row(k) -= axial(part.P1[static_cast<std::size_t>(k)]);
    }
  }
  if (!second_) return;
  ModePairs S2(m, 6, ModePairs::Symmetry::even), A2(m, 3, ModePairs::Symmetry::odd);
  for (int k = 0; k < m; ++k)
    for (int l = k; l < m; ++l) {
      const Mat3& both = part.P2[static_cast<std::size_t>(k * m + l)];
      const Symmetric even = symmetric(both);
      const Vec3 odd = axial(both);
      for (int c = 0; c < 6; ++c) S2.set(c, k, l, even[c]);
      for (int c = 0; c < 3; ++c) A2.set(c, k, l, odd[c]);
    }
  S2_ = std::make_shared<const ModePairs>(std::move(S2));
  A2_ = std::make_shared<const ModePairs>(std::move(A2));
}

void FlexibleInertia::pad(const double* x, Vector& out) const {
  if (out.size() == 0) out.setZero(P1_.rows());
  std::copy_n(x, modes(), out.data());
}

void FlexibleInertia::prepare(Terms& terms) const {
  const Vector zero = Vector::Zero(modes());
  pad(zero.data(), terms.xi);
  terms.Q.setZero(P1_.rows(), 6);
  terms.N.setZero(N0_.rows(), 3);
  terms.Y.setZero(modes(), 3);
}

void FlexibleInertia::move_to(const double* xi, Terms& terms) const {
  if (is_at(xi, terms)) return;
  pad(xi, terms.xi);
  terms.known = true;
  terms.has_Q = terms.has_N = terms.has_J = terms.has_inverse = false;
}

void FlexibleInertia::make_Q(Terms& terms) const {
  if (terms.has_Q) return;
  terms.has_Q = true;
  if (!second_) {
    terms.Q = P1_;
    return;
  }
  terms.Q.resize(P1_.rows(), 6);
  S2_->sums(terms.xi.data(), terms.Q.data());
  terms.Q += P1_;
}

void FlexibleInertia::make_N(Terms& terms) const {
  if (terms.has_N) return;
  terms.has_N = true;
  if (!second_) {
    terms.N = N0_;
    return;
  }
  terms.N.resize(N0_.rows(), 3);
  A2_->sums(terms.xi.data(), terms.N.data());
  terms.N = N0_ - terms.N;
}

// dP + dP^T = sum xi_k (P1_k + P1_k^T + Q_k + Q_k^T)
Mat3 FlexibleInertia::J_by_Q(const Terms& terms) const {
  const Symmetric dP = P1_.transpose() * terms.xi + terms.Q.transpose() * terms.xi;
  return J0_ + 0.5 * moment_of(dP);
}

// The same without Q: 2 sum xi_k (P1_k + P1_k^T) + sum xi_k xi_l (P2_kl + P2_kl^T), half of the work.
void FlexibleInertia::make_J(Terms& terms) const {
  if (terms.has_J) return;
  terms.has_J = true;
  Symmetric dP = Symmetric::Zero();
  if (second_) S2_->forms(terms.xi.data(), dP.data());
  dP.noalias() += 2.0 * P1_.transpose() * terms.xi;
  terms.J = J0_ + 0.5 * moment_of(dP);
}

void FlexibleInertia::apply_mass(Terms& terms, const Vec3& alpha, const double* x, Vec3& out_w, double* out_xi) const {
  make_J(terms);
  make_N(terms);
  const Eigen::Map<const Vector> rate(x, modes());
  const auto N = terms.N.topRows(modes());
  out_w.noalias() = terms.J * alpha;
  out_w.noalias() += N.transpose() * rate;
  Eigen::Map<Vector> out(out_xi, modes());
  out.noalias() = N * alpha;
  out += mu_.cwiseProduct(rate);
}

// Z = J - N^T Y,   Y = diag(1/mu) N;   y_w = Z^-1 (x_w - Y^T x),   y = x/mu - Y y_w
void FlexibleInertia::make_inverse(Terms& terms) const {
  if (terms.has_inverse) return;
  terms.has_inverse = true;
  make_J(terms);
  make_N(terms);
  terms.Y = terms.N.topRows(modes()).cwiseQuotient(mu_.replicate<1, 3>());
  Mat3 Z = terms.J;
  Z.noalias() -= terms.N.topRows(modes()).transpose() * terms.Y;
  const Eigen::LLT<Mat3> llt(Z);
  terms.regular = llt.info() == Eigen::Success && Z.allFinite();
  terms.inverse_Z = llt.solve(Mat3::Identity());
}

bool FlexibleInertia::apply_inverse_mass(Terms& terms, const Vec3& torque, const double* x, Vec3& out_w,
                                         double* out_xi) const {
  make_inverse(terms);
  if (!terms.regular) return false;
  const Eigen::Map<const Vector> force(x, modes());
  Eigen::Map<Vector> out(out_xi, modes());
  const Vec3 rest = torque - terms.Y.transpose() * force;
  out_w.noalias() = terms.inverse_Z * rest;
  out = force.cwiseQuotient(mu_);
  out.noalias() -= terms.Y * out_w;
  return true;
}

double FlexibleInertia::kinetic_energy(Terms& terms, const Vec3& w, const double* rate) const {
  make_J(terms);
  make_N(terms);
  const Eigen::Map<const Vector> x(rate, modes());
  return 0.5 * w.dot(terms.J * w) + x.dot(terms.N.topRows(modes()) * w) + 0.5 * x.cwiseAbs2().dot(mu_);
}

// N^T xi' needs no N: with P2_kl = P2_lk^T, sum_k xi'_k axial(Q_k - P1_k) = -sum_k xi_k axial(Q'_k)
void FlexibleInertia::add_forces(Terms& terms, const Vec3& w, const double* rate, Scratch& scratch, Vec3& f_w,
                                 double* f_xi) const {
  if (!first_) {
    f_w += w.cross(J0_ * w);
    return;
  }
  make_Q(terms);
  pad(rate, scratch.x);
  Vec3 h = J_by_Q(terms) * w;
  h.noalias() += N0_.transpose() * scratch.x;
  Eigen::Map<Vector> f(f_xi, modes());
  f.noalias() -= terms.Q.topRows(modes()) * by_moment(w);
  if (second_) {
    scratch.A.resize(P1_.rows(), 3);
    A2_->sums(scratch.x.data(), scratch.A.data());
    h.noalias() += scratch.A.transpose() * terms.xi;
    f.noalias() -= scratch.A.topRows(modes()) * (2.0 * w);
  }
  const Symmetric sum = terms.Q.transpose() * scratch.x;
  f_w += w.cross(h) + moment_of(sum, w);
}

void FlexibleInertia::derivatives(Terms& at_mass, Terms& terms, const Vec3& w, const double* rate, const Vec3& alpha,
                                  const double* acceleration, const Weights& weights, Scratch& scratch, Mat3& ww,
                                  Axials& wx, Axials& xw) const {
  make_J(at_mass);
  make_N(at_mass);
  make_Q(terms);
  make_N(terms);
  pad(rate, scratch.x);
  const Mat3 J = J_by_Q(terms);
  const Vec3 h = J * w + terms.N.transpose() * scratch.x;
  const Symmetric sum = terms.Q.transpose() * scratch.x;
  const Mat3 turn = so3::hat(w);
  const double v = weights.damping, q = weights.stiffness;
  ww = weights.mass * at_mass.J + v * (turn * J - so3::hat(h) + moment_of(sum));
  wx = weights.mass * at_mass.N;
  xw = wx;
  wx.noalias() += v * terms.N * turn.transpose();
  if (!first_) return;
  for (Eigen::Index k = 0; k < modes(); ++k) {
    const Vec3 Jw = moment_of(terms.Q.row(k), w);
    wx.row(k) += v * Jw + q * w.cross(Jw);
    xw.row(k) -= v * Jw;
    if (weights.moves) wx.row(k) += weights.mass * q * moment_of(terms.Q.row(k), alpha);
  }
  if (!second_) return;
  scratch.S.resize(P1_.rows(), 6);
  scratch.A.resize(P1_.rows(), 3);
  S2_->sums(scratch.x.data(), scratch.S.data());
  A2_->sums(scratch.x.data(), scratch.A.data());
  for (Eigen::Index k = 0; k < modes(); ++k)
    wx.row(k) += q * (w.cross(Vec3(scratch.A.row(k))) + moment_of(scratch.S.row(k), w));
  xw -= 2.0 * v * scratch.A;
  if (!weights.moves) return;
  pad(acceleration, scratch.x);
  A2_->sums(scratch.x.data(), scratch.A.data());
  wx += weights.mass * q * scratch.A;
}

bool FlexibleInertia::make_modal_block(const Vec3& w, const Vec3& alpha, const Weights& weights,
                                       Scratch& scratch) const {
  if (!second_) return false;
  const Symmetric even = -weights.stiffness * by_moment(w);
  Vec3 odd = -2.0 * weights.damping * w;
  if (weights.moves) odd -= weights.mass * weights.stiffness * alpha;
  if (even.isZero(0.0) && odd.isZero(0.0)) return false;
  S2_->combine(even.data(), scratch.even);
  A2_->combine(odd.data(), scratch.odd);
  return true;
}

}  // namespace alembert
