// The inertia of a body that deforms, in mean axes: what depends on the modal coordinates xi alone (flexible/part.h).
//
//   Q_k = P1_k + sum_l xi_l P2_kl        Q'_k = sum_l xi'_l P2_kl        Q''_k = sum_l xi''_l P2_kl
//   J,k = 2 tr(Q_k) 1 - Q_k - Q_k^T      N_k = -axial(Q_k)               axial(a b^T) = a x b
//   J = J0 + tr(dP) 1 - dP,  dP = sum_k xi_k (P1_k^T + Q_k)              J' = sum_k xi'_k J,k,   h = J w + N xi'
//   M = [J, N; N^T, diag(mu)]            in (w, xi); translations have the mass alone
//
//   f_w = w x h + J' w                   f_k = -2 w.axial(Q'_k) - w.J,k w / 2
//
// Derivatives by w, xi' (D), by xi (K), and of M a by xi (E), with a = (alpha, xi''):
//   D_ww = w^ J - h^ + J'                D_wk = w x N_k + J,k w          D_kw = -2 axial(Q'_k)^T - (J,k w)^T
//   K_wk = w x (J,k w + axial(Q'_k)) + (2 tr(Q'_k) 1 - Q'_k - Q'_k^T) w
//   E_wk = J,k alpha + axial(Q''_k)
//   D_kl = -2 w.axial(P2_kl)             K_kl = -w.J,kl w / 2            E_kl = -alpha.axial(P2_kl)
//
// Coupling: `full` has P1 and P2, `partial` P1 alone, `constant` neither, so that M does not change.
#pragma once

#include <memory>

#include "flexible/part.h"
#include "model/model.h"

namespace alembert {

class FlexibleInertia {
 public:
  // A 3 x 3 matrix A as what is needed of it: A + A^T (xx, yy, zz, xy, yz, zx), and axial(A).
  using Symmetric = Eigen::Matrix<double, 6, 1>;
  using Mat6X = Eigen::Matrix<double, 6, Eigen::Dynamic>;
  struct Contraction {  // with both: s.(A + A^T) + a.axial(A)
    Symmetric s;
    Vec3 a;
  };

  FlexibleInertia(const flexible::Part& part, Coupling coupling);

  int modes() const { return static_cast<int>(mu_.size()); }
  const Vector& mu() const { return mu_; }
  bool constant() const { return !first_; }

  // What follows from xi.
  struct Terms {
    Vector xi;
    Mat6X Q;             // of Q + Q^T; one column a mode
    Eigen::Matrix3Xd N;  // -axial(Q)
    Mat3 J;
    bool known = false;
  };
  void update(const double* xi, Terms& terms) const;

  // out_w = J alpha + N x, out_xi = N^T alpha + mu x
  void apply_mass(const Terms& terms, const Vec3& alpha, const double* x, Vec3& out_w, double* out_xi) const;
  // The inverse of M, in (w, xi); false where it has none.
  bool inverse(const Terms& terms, Eigen::Ref<Eigen::MatrixXd> out) const;
  double kinetic_energy(const Terms& terms, const Vec3& w, const double* rate) const;
  // f_w and f_k, added.
  struct Scratch {
    Mat6X S;             // of Q' or Q''
    Eigen::Matrix3Xd A;  // and the axial vectors of these
  };
  void add_forces(const Terms& terms, const Vec3& w, const double* rate, Scratch& scratch, Vec3& f_w,
                  double* f_xi) const;

  // Derivatives with weights. Rows and columns of w: 3 x 3, 3 x m (by xi' and xi together) and m x 3.
  struct Weights {
    double mass, damping, stiffness;
    bool moves;  // M is taken at the same position
  };
  void derivatives(const Terms& at_mass, const Terms& terms, const Vec3& w, const double* rate, const Vec3& alpha,
                   const double* acceleration, const Weights& weights, Scratch& scratch, Mat3& ww, Eigen::Matrix3Xd& wx,
                   Eigen::Matrix3Xd& xw_transposed) const;
  // Column l of the modal block but its diagonal terms: z and P2_kl contracted.
  Contraction contraction(const Vec3& w, const Vec3& alpha, const Weights& weights) const;
  template <class Column>
  void add_modal_column(const Contraction& z, int l, Column&& column) const {
    if (!second_) return;
    const Eigen::Index m = modes();
    const Eigen::Map<const Mat6X> S(P2_->S.col(l).data(), 6, m);
    const Eigen::Map<const Eigen::Matrix3Xd> A(P2_->A.col(l).data(), 3, m);
    column.noalias() += S.transpose() * z.s;
    column.noalias() += A.transpose() * z.a;
  }

 private:
  // sum_l x_l P2_kl
  void symmetric_sum(const double* x, Mat6X& out) const;
  void axial_sum(const double* x, Eigen::Matrix3Xd& out) const;

  Vector mu_;
  Mat3 J0_;
  Mat6X P1_;             // of P1 + P1^T
  Eigen::Matrix3Xd N0_;  // -axial(P1), and what rotary inertia adds
  struct Second {
    Eigen::MatrixXd S, A;  // of P2: 6 and 3 numbers of mode k from row 6 k and 3 k, mode l in column l
  };
  std::shared_ptr<const Second> P2_;
  bool first_, second_;  // P1, P2 are there
};

}  // namespace alembert
