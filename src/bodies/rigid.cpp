#include "bodies/rigid.h"

#include <Eigen/Eigenvalues>

namespace alembert {

namespace {
constexpr double kRegular = 1e-8;  // the smallest moment of inertia, of the largest: less counts as none
}

bool RigidBody::inverse_mass(const double*, Eigen::MatrixXd& out) const {
  if (!(mass_ > 0.0)) return false;
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(inertia_);
  const Vec3& J = principal.eigenvalues();
  if (!(J[0] > kRegular * J[2])) return false;
  out = Eigen::MatrixXd::Identity(6, 6) / mass_;
  out.bottomRightCorner<3, 3>() =
      principal.eigenvectors() * J.cwiseInverse().asDiagonal() * principal.eigenvectors().transpose();
  return true;
}

}  // namespace alembert
