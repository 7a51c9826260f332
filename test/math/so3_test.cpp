#include "math/so3.h"

#include <gtest/gtest.h>

#include <numbers>

#include "math/dual.h"

namespace alembert {
namespace {

std::vector<Vec3> rotation_vectors() {
  return {Vec3::Zero(),
          Vec3(1e-9, 0, 0),
          Vec3(1e-4, -2e-4, 3e-4),
          Vec3(3.1e-3, 0.5e-3, 0.0),
          Vec3(3.3e-3, 0, 0.5e-3),
          Vec3(0.3, -0.2, 0.7),
          Vec3(1.0, 2.0, -1.5),
          Vec3(0, std::numbers::pi - 1e-9, 0),
          Vec3(2.0, 2.0, 1.0),
          Vec3(0.09, 0.03, -0.03),
          Vec3(0.1, 0.01, 0.01)};
}

TEST(So3, ExponentialIsARotationByTheAngle) {
  for (const Vec3& phi : rotation_vectors()) {
    const Mat3 R = so3::matrix(so3::exp<double>(phi));
    const double angle = phi.norm();
    const Mat3 expected = angle == 0.0 ? Mat3::Identity() : Eigen::AngleAxisd(angle, phi / angle).toRotationMatrix();
    EXPECT_LT((R - expected).cwiseAbs().maxCoeff(), 4e-16);
  }
}

TEST(So3, LogarithmInvertsTheExponential) {
  for (const Vec3& phi : rotation_vectors()) {
    if (phi.norm() < std::numbers::pi) {
      EXPECT_LT((so3::log(so3::exp<double>(phi)) - phi).norm(), 4e-15);
    }
  }
}

// exp(phi + d) = exp(phi) exp(T d): the derivative of R(phi)^T R(phi + d) is hat(T d).
TEST(So3, TangentMapIsTheDerivativeOfTheExponential) {
  using D = Dual<3>;
  for (const Vec3& phi : rotation_vectors()) {
    Vec3T<D> x;
    for (int k = 0; k < 3; ++k) x[k] = D::variable(phi[k], k);
    if (phi.norm() == 0.0) continue;  // |phi| has no derivative there; the series is checked at 1e-9
    const Mat3T<D> R = so3::matrix(so3::exp<D>(x));
    const Mat3 Rt = so3::matrix(so3::exp<double>(phi)).transpose();
    const Mat3 T = so3::tangent<double>(phi);
    for (int k = 0; k < 3; ++k) {
      Mat3 dR;
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) dR(r, c) = R(r, c).d[static_cast<std::size_t>(k)];
      EXPECT_LT((Rt * dR - so3::hat(Vec3(T.col(k)))).cwiseAbs().maxCoeff(), 1e-12) << phi.transpose();
    }
  }
}

TEST(So3, InverseTangentMapInverts) {
  for (const Vec3& phi : rotation_vectors())
    EXPECT_LT((so3::tangent<double>(phi) * so3::inverse_tangent(phi) - Mat3::Identity()).cwiseAbs().maxCoeff(), 4e-14);
}

TEST(Rotations, SlopeOfTheTangentMapIsItsDerivative) {
  using D = Dual<3>;
  const Vec3 y(0.4, -1.1, 0.7);
  for (const double angle : {0.0, 1e-8, 1e-3, 0.0999, 0.1001, 0.7, 2.5}) {
    const Vec3 phi = angle * Vec3(1.0, -2.0, 2.0) / 3.0;
    Vec3T<D> x;
    for (int k = 0; k < 3; ++k) x[k] = D::variable(phi[k], k);
    const Vec3T<D> Ty = so3::tangent<D>(x) * y.cast<D>();
    const Mat3 slope = so3::tangent_slope(phi, y);
    for (int r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(slope(r, static_cast<int>(c)), Ty[r].d[c], 1e-12) << angle;
  }
}

}  // namespace
}  // namespace alembert
