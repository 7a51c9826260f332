#include "flexible/invariants.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace alembert::flexible {
namespace {

using Eigen::MatrixXd;

// Every third row, from `axis` on: one component of the displacements.
MatrixXd component(const MatrixXd& U, int axis) { return U(Eigen::seqN(axis, U.rows() / 3, 3), Eigen::all); }

}  // namespace

void set_invariants(Part& part, const Eigen::Matrix3Xd& X, const Sparse& mu, const MatrixXd& U) {
  const Eigen::Index m = U.cols();
  const std::array<MatrixXd, 3> u = {component(U, 0), component(U, 1), component(U, 2)};
  part.P1.assign(static_cast<std::size_t>(m), Mat3::Zero());
  part.P2.assign(static_cast<std::size_t>(m * m), Mat3::Zero());
  const Eigen::MatrixX3d muX = mu * X.transpose();
  for (int b = 0; b < 3; ++b) {
    const Eigen::MatrixX3d P1 = u[static_cast<std::size_t>(b)].transpose() * muX;
    for (Eigen::Index k = 0; k < m; ++k) part.P1[static_cast<std::size_t>(k)].row(b) = P1.row(k);
    const MatrixXd mass_times_u = mu * u[static_cast<std::size_t>(b)];
    for (int a = 0; a <= b; ++a) {
      const MatrixXd P2 = u[static_cast<std::size_t>(a)].transpose() * mass_times_u;  // P2_kl(a, b) = P2_lk(b, a)
      for (Eigen::Index k = 0; k < m; ++k)
        for (Eigen::Index l = 0; l < m; ++l) {
          part.P2[static_cast<std::size_t>(k * m + l)](a, b) = P2(k, l);
          part.P2[static_cast<std::size_t>(l * m + k)](b, a) = P2(k, l);
        }
    }
  }
}

void set_invariants(Part& part, const DiscretePart& discrete, const MatrixXd& Phi) {
  const Masses& masses = discrete.masses;
  const MassProperties whole = mass_properties(discrete);
  part.mass = whole.mass;
  part.centre = whole.centre;
  part.P0 = whole.P0;
  part.J0 = whole.J0;
  part.rotary = whole.rotary;
  const Eigen::Index m = Phi.cols();
  MatrixXd U;
  if (masses.S.size() > 0) {
    U = masses.S * Phi;
  } else {
    U.setZero(3 * discrete.node_count(), m);
    for (int i = 0; i < discrete.node_count(); ++i)
      for (int c = 0; c < 3; ++c)
        if (discrete.dofs(c, i) >= 0) U.row(3 * i + c) = Phi.row(discrete.dofs(c, i));
  }
  set_invariants(part, masses.points.colwise() - whole.centre, masses.mu, U);
  part.mu.resize(m);
  for (Eigen::Index k = 0; k < m; ++k) part.mu[k] = part.P2[static_cast<std::size_t>(k * m + k)].trace();
  part.N_rotary.setZero(3, m);
  for (std::size_t i = 0; i < masses.rotary.size(); ++i) {
    Eigen::Matrix3Xd theta = Eigen::Matrix3Xd::Zero(3, m);
    for (int c = 0; c < 3; ++c)
      if (const int dof = discrete.dofs(3 + c, static_cast<Eigen::Index>(i)); dof >= 0) theta.row(c) = Phi.row(dof);
    const Eigen::Matrix3Xd momentum = masses.rotary[i] * theta;
    part.N_rotary += momentum;
    part.mu += theta.cwiseProduct(momentum).colwise().sum().transpose();
  }
}

double asymmetry_of_P1(const Part& part) {
  double largest = part.mass * std::sqrt(part.P0.trace() / part.mass) * 1e-3, apart = 0.0;
  for (const Mat3& P : part.P1) {
    largest = std::max(largest, P.cwiseAbs().maxCoeff());
    apart = std::max(apart, (P - P.transpose()).cwiseAbs().maxCoeff());
  }
  return apart / largest;
}

}  // namespace alembert::flexible
