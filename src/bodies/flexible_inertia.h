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

#include <algorithm>
#include <memory>

#include "bodies/mode_pairs.h"
#include "flexible/part.h"
#include "model/model.h"

namespace alembert {

class FlexibleInertia {
 public:
  // A 3 x 3 matrix A as what is needed of it: A + A^T (xx, yy, zz, xy, yz, zx), and axial(A).
  using Symmetric = Eigen::Matrix<double, 6, 1>;
  // One row a mode, and zeros behind the last (mode_pairs.h).
  using Symmetrics = Eigen::Matrix<double, Eigen::Dynamic, 6>;
  using Axials = Eigen::Matrix<double, Eigen::Dynamic, 3>;

  FlexibleInertia(const flexible::Part& part, Coupling coupling);

  int modes() const { return static_cast<int>(mu_.size()); }
  const Vector& mu() const { return mu_; }
  bool constant() const { return !first_; }

  // What follows from xi, each made when it is first asked for.
  struct Terms {
    Vector xi;
    Symmetrics Q;  // of Q + Q^T
    Axials N;      // -axial(Q)
    Mat3 J;
    Axials Y;  // of the inverse, with one row a mode alone
    Mat3 inverse_Z;
    bool regular = false;
    bool known = false, has_Q = false, has_N = false, has_J = false, has_inverse = false;
  };
  // Sizes, so that nothing is allocated later.
  void prepare(Terms& terms) const;
  // Moves to xi; what is known already stays if xi is the same.
  void move_to(const double* xi, Terms& terms) const;
  bool is_at(const double* xi, const Terms& terms) const {
    return terms.known && std::equal(xi, xi + modes(), terms.xi.data());
  }
  void make_J(Terms& terms) const;

  // out_w = J alpha + N^T x, out_xi = N alpha + mu x
  void apply_mass(Terms& terms, const Vec3& alpha, const double* x, Vec3& out_w, double* out_xi) const;
  // The same with the inverse of M; false where it has none.
  bool apply_inverse_mass(Terms& terms, const Vec3& torque, const double* x, Vec3& out_w, double* out_xi) const;
  struct Scratch {
    Vector x;      // xi' or xi'', padded
    Symmetrics S;  // of Q' or Q''
    Axials A;      // and the axial vectors of these
    Vector even, odd;
  };
  double kinetic_energy(Terms& terms, const Vec3& w, const double* rate) const;
  // f_w and f_k, added.
  void add_forces(Terms& terms, const Vec3& w, const double* rate, Scratch& scratch, Vec3& f_w, double* f_xi) const;

  // Derivatives with weights. Rows and columns of w: 3 x 3, those by xi' and xi together, and those of modes by w; both
  // with one row a mode.
  struct Weights {
    double mass, damping, stiffness;
    bool moves;  // M is taken at the same position
  };
  void derivatives(Terms& at_mass, Terms& terms, const Vec3& w, const double* rate, const Vec3& alpha,
                   const double* acceleration, const Weights& weights, Scratch& scratch, Mat3& ww, Axials& wx,
                   Axials& xw) const;
  // The modal block but its diagonal terms: false where it has none, else `modal_derivative` gives its entries.
  bool make_modal_block(const Vec3& w, const Vec3& alpha, const Weights& weights, Scratch& scratch) const;
  double modal_derivative(const Scratch& scratch, int k, int l) const {
    return S2_->entry(scratch.even, k, l) + A2_->entry(scratch.odd, k, l);
  }

 private:
  void make_Q(Terms& terms) const;
  Mat3 J_by_Q(const Terms& terms) const;
  void make_N(Terms& terms) const;
  void make_inverse(Terms& terms) const;
  void pad(const double* x, Vector& out) const;

  Vector mu_;
  Mat3 J0_;
  Symmetrics P1_;                             // of P1 + P1^T
  Axials N0_;                                 // -axial(P1), and what rotary inertia adds
  std::shared_ptr<const ModePairs> S2_, A2_;  // of P2: P2 + P2^T, which is even, and axial(P2), which is odd
  bool first_, second_;                       // P1, P2 are there
};

}  // namespace alembert
