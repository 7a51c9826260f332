// Sums over pairs of modes against full matrices, for every width the processor has.
#include "bodies/mode_pairs.h"

#include <gtest/gtest.h>

#include <random>

namespace alembert {
namespace {

constexpr int kMatrices = 3;
constexpr double kRoundingOfSums = 1e-13;  // of sums of up to 30 numbers below 1

class PairsOfModes : public ::testing::TestWithParam<int> {
 protected:
  int modes = GetParam(), n = ModePairs::padded(modes);

  std::vector<int> widths() const {
    std::vector<int> out;
    for (int w = 2; w <= ModePairs::widest(); w *= 2) out.push_back(w);
    return out;
  }
  // Random matrices, as pairs and in full.
  ModePairs pairs(ModePairs::Symmetry symmetry, int lanes, std::vector<Eigen::MatrixXd>& full) const {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> u(-1.0, 1.0);
    ModePairs out(modes, kMatrices, symmetry, lanes);
    full.assign(kMatrices, Eigen::MatrixXd::Zero(modes, modes));
    const double sign = symmetry == ModePairs::Symmetry::even ? 1.0 : -1.0;
    for (int c = 0; c < kMatrices; ++c)
      for (int k = 0; k < modes; ++k)
        for (int l = k; l < modes; ++l) {
          if (k == l && sign < 0.0) continue;
          const double x = u(random);
          full[c](k, l) = x;
          full[c](l, k) = sign * x;
          if ((k + l) % 2 == 0)  // either half may be given
            out.set(c, k, l, x);
          else
            out.set(c, l, k, sign * x);
        }
    return out;
  }
  Vector coordinates() const {
    Vector x = Vector::Zero(n);
    for (int k = 0; k < modes; ++k) x[k] = std::cos(1.0 + k);
    return x;
  }
};

TEST_P(PairsOfModes, SumsAreThoseOfTheFullMatrix) {
  for (const int width : widths())
    for (const auto symmetry : {ModePairs::Symmetry::even, ModePairs::Symmetry::odd}) {
      std::vector<Eigen::MatrixXd> full;
      const ModePairs here = pairs(symmetry, width, full);
      const Vector x = coordinates();
      Eigen::MatrixXd y = Eigen::MatrixXd::Constant(n, kMatrices, 3.0);
      here.sums(x.data(), y.data());
      for (int c = 0; c < kMatrices; ++c) {
        EXPECT_LT((y.col(c).head(modes) - full[c] * x.head(modes)).norm(), kRoundingOfSums) << width;
        EXPECT_EQ(y.col(c).tail(n - modes).norm(), 0.0) << width;
      }
    }
}

TEST_P(PairsOfModes, FormsAreThoseOfTheFullMatrix) {
  for (const int width : widths()) {
    std::vector<Eigen::MatrixXd> full;
    const ModePairs here = pairs(ModePairs::Symmetry::even, width, full);
    const Vector x = coordinates();
    Vector form(kMatrices);
    here.forms(x.data(), form.data());
    for (int c = 0; c < kMatrices; ++c)
      EXPECT_NEAR(form[c], x.head(modes).dot(full[c] * x.head(modes)), 10.0 * kRoundingOfSums) << width;
  }
}

TEST_P(PairsOfModes, CombinationsAreThoseOfTheFullMatrices) {
  const Vec3 z(0.3, 0.0, -1.7);
  for (const int width : widths())
    for (const auto symmetry : {ModePairs::Symmetry::even, ModePairs::Symmetry::odd}) {
      std::vector<Eigen::MatrixXd> full;
      const ModePairs here = pairs(symmetry, width, full);
      Vector combined;
      here.combine(z.data(), combined);
      for (int k = 0; k < modes; ++k)
        for (int l = 0; l < modes; ++l)
          EXPECT_NEAR(here.entry(combined, k, l), z[0] * full[0](k, l) + z[2] * full[2](k, l), 1e-15) << width;
    }
}

INSTANTIATE_TEST_SUITE_P(Numbers, PairsOfModes, ::testing::Values(1, 3, 4, 5, 8, 9, 16, 21, 30));

}  // namespace
}  // namespace alembert
