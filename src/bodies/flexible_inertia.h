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
  using Mat9X = Eigen::Matrix<double, 9, Eigen::Dynamic>;
  using Vec9 = Eigen::Matrix<double, 9, 1>;

  FlexibleInertia(const flexible::Part& part, Coupling coupling);

  int modes() const { return static_cast<int>(mu_.size()); }
  const Vector& mu() const { return mu_; }
  bool constant() const { return !first_; }

  // What follows from xi.
  struct Terms {
    Vector xi;
    Mat9X Q;  // one column a mode: its 3 x 3 numbers, column by column
    Eigen::Matrix3Xd N;
    Mat3 J;
    bool known = false;
  };
  void update(const double* xi, Terms& terms) const;

  // out_w = J alpha + N x, out_xi = N^T alpha + mu x
  void apply_mass(const Terms& terms, const Vec3& alpha, const double* x, Vec3& out_w, double* out_xi) const;
  // The inverse of M, in (w, xi); false where it has none.
  bool inverse(const Terms& terms, Eigen::Ref<Eigen::MatrixXd> out) const;
  double kinetic_energy(const Terms& terms, const Vec3& w, const double* rate) const;
  // f_w and f_k, added; `scratch` takes Q'.
  void add_forces(const Terms& terms, const Vec3& w, const double* rate, Mat9X& scratch, Vec3& f_w, double* f_xi) const;

  // Derivatives with weights. Rows and columns of w: 3 x 3, 3 x m (by xi' and xi together) and m x 3.
  struct Weights {
    double mass, damping, stiffness;
    bool moves;  // M is taken at the same position
  };
  void derivatives(const Terms& at_mass, const Terms& terms, const Vec3& w, const double* rate, const Vec3& alpha,
                   const double* acceleration, const Weights& weights, Mat9X& scratch, Mat3& ww, Eigen::Matrix3Xd& wx,
                   Eigen::Matrix3Xd& xw_transposed) const;
  // Column l of the modal block but its diagonal terms: z.P2_kl, z as `contraction` says.
  Vec9 contraction(const Vec3& w, const Vec3& alpha, const Weights& weights) const;
  template <class Column>
  void add_modal_column(const Vec9& z, int l, Column&& column) const {
    if (!second_) return;
    const Eigen::Map<const Mat9X> P(P2_->col(l).data(), 9, P2_->cols());
    column.noalias() += P.transpose() * z;
  }

 private:
  void second_order(const double* x, Mat9X& out) const;  // sum_l x_l P2_kl

  Vector mu_;
  Mat3 J0_;
  Mat9X P1_;
  Eigen::Matrix3Xd N_rotary_;
  std::shared_ptr<const Eigen::MatrixXd> P2_;  // 9 numbers of mode k from row 9 k, mode l in column l
  bool first_, second_;                        // P1, P2 are there
};

}  // namespace alembert
