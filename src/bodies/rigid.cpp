#include "bodies/rigid.h"

#include <Eigen/Eigenvalues>

namespace alembert {

namespace {
constexpr double kRegular = 1e-8;  // the smallest moment of inertia, of the largest: less counts as none
}

RigidBody::RigidBody(const Body& given) : OneFrameBody(given), inertia_(given.inertia), inverse_inertia_(Mat3::Zero()) {
  if (!(mass_ > 0.0)) return;
  const Eigen::SelfAdjointEigenSolver<Mat3> principal(inertia_);
  const Vec3& J = principal.eigenvalues();
  if (!(J[0] > kRegular * J[2])) return;
  regular_ = true;
  inverse_inertia_ = principal.eigenvectors() * J.cwiseInverse().asDiagonal() * principal.eigenvectors().transpose();
}

}  // namespace alembert
