// Every G, G^T lambda, K and convective term of every joint against automatic differentiation.
#include <gtest/gtest.h>

#include "elements/joints/all_joints.h"
#include "support/as_types.h"
#include "support/random_poses.h"

namespace alembert {
namespace {

// Kernels are sums of a few products of numbers of order 1 (lengths up to 4): rounding stays below 1e-13.
constexpr double kJointTolerance = 1e-12;

template <class Kernel>
class JointDerivatives : public ::testing::Test {
 public:
  static constexpr int kRows = Kernel::kRows;
  JointParameters parameters{0.7};

  static Eigen::Matrix<double, kRows, 1> multipliers() {
    Eigen::Matrix<double, kRows, 1> l;
    for (int r = 0; r < kRows; ++r) l[r] = 1.3 - 0.7 * r;
    return l;
  }
};
TYPED_TEST_SUITE(JointDerivatives, test::AsTypes<ComposedJoints>::type);

TYPED_TEST(JointDerivatives, JacobianIsTheDerivativeOfPosition) {
  using D = Dual<12>;
  for (const auto& state : test::marker_states(2, 20, 1)) {
    const auto dual = test::dual_markers<12>(state, false);
    const auto plain = test::plain_markers(state);
    typename TypeParam::template Rows<D> phi;
    TypeParam::template position<D>({dual[0], dual[1]}, this->parameters, phi);
    typename TypeParam::template Jacobian<double> G;
    TypeParam::template jacobian<double>({plain[0], plain[1]}, this->parameters, G);
    for (int r = 0; r < TypeParam::kRows; ++r)
      for (int c = 0; c < 12; ++c) EXPECT_NEAR(G(r, c), phi[r].d[static_cast<std::size_t>(c)], kJointTolerance);
  }
}

TYPED_TEST(JointDerivatives, WrenchIsTransposedJacobianTimesMultipliers) {
  for (const auto& state : test::marker_states(2, 20, 2)) {
    const auto plain = test::plain_markers(state);
    typename TypeParam::template Jacobian<double> G;
    TypeParam::template jacobian<double>({plain[0], plain[1]}, this->parameters, G);
    typename TypeParam::template Wrench<double> w = TypeParam::template Wrench<double>::Zero();
    TypeParam::template add_wrench<double>({plain[0], plain[1]}, this->parameters, this->multipliers(), w);
    EXPECT_LT((w - G.transpose() * this->multipliers()).cwiseAbs().maxCoeff(), kJointTolerance);
  }
}

TYPED_TEST(JointDerivatives, RateIsJacobianTimesTwist) {
  for (const auto& state : test::marker_states(2, 20, 7)) {
    const auto plain = test::plain_markers(state);
    typename TypeParam::template Jacobian<double> G;
    TypeParam::template jacobian<double>({plain[0], plain[1]}, this->parameters, G);
    Eigen::Matrix<double, 12, 1> twist;
    twist << plain[0].v, plain[0].w, plain[1].v, plain[1].w;
    typename TypeParam::template Rows<double> rate;
    TypeParam::template rate<double>({plain[0], plain[1]}, this->parameters, rate);
    EXPECT_LT((rate - G * twist).cwiseAbs().maxCoeff(), kJointTolerance);
  }
}

TYPED_TEST(JointDerivatives, StiffnessIsTheDerivativeOfTheWrench) {
  using D = Dual<12>;
  for (const auto& state : test::marker_states(2, 20, 3)) {
    const auto dual = test::dual_markers<12>(state, false);
    const auto plain = test::plain_markers(state);
    typename TypeParam::template Rows<D> lambda = this->multipliers().template cast<D>();
    typename TypeParam::template Wrench<D> w = TypeParam::template Wrench<D>::Zero();
    TypeParam::template add_wrench<D>({dual[0], dual[1]}, this->parameters, lambda, w);
    typename TypeParam::template Stiffness<double> K = TypeParam::template Stiffness<double>::Zero();
    TypeParam::template add_stiffness<double>({plain[0], plain[1]}, this->parameters, this->multipliers(), K);
    for (int r = 0; r < 12; ++r)
      for (int c = 0; c < 12; ++c) {
        EXPECT_NEAR(K(r, c), w[r].d[static_cast<std::size_t>(c)], kJointTolerance) << r << " " << c;
        const bool rotations = r % 6 >= 3 && c % 6 >= 3;
        if ((TypeParam::kRotationOnly && !rotations) || !TypeParam::kHasStiffness) {
          EXPECT_EQ(K(r, c), 0.0);
        }
      }
  }
}

// Gdot twist is the derivative of G twist along the motion with the twist held.
TYPED_TEST(JointDerivatives, ConvectiveTermIsTheRateOfTheJacobianTimesTwist) {
  using D = Dual<12>;
  for (const auto& state : test::marker_states(2, 20, 4)) {
    const auto dual = test::dual_markers<12>(state, false);
    const auto plain = test::plain_markers(state);
    typename TypeParam::template Jacobian<D> G;
    TypeParam::template jacobian<D>({dual[0], dual[1]}, this->parameters, G);
    Eigen::Matrix<double, 12, 1> twist;
    twist << plain[0].v, plain[0].w, plain[1].v, plain[1].w;
    typename TypeParam::template Rows<double> convective;
    TypeParam::template convective<double>({plain[0], plain[1]}, this->parameters, convective);
    for (int r = 0; r < TypeParam::kRows; ++r) {
      double expected = 0.0;
      for (int c = 0; c < 12; ++c)
        for (std::size_t d = 0; d < 12; ++d) expected += G(r, c).d[d] * twist[static_cast<Eigen::Index>(d)] * twist[c];
      EXPECT_NEAR(convective[r], expected, kJointTolerance);
    }
  }
}

}  // namespace
}  // namespace alembert
