#include "base/suggest.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace alembert {
namespace {

const std::vector<std::string> names{"stiffness", "damping", "length", "at", "axis", "L1"};

TEST(Suggest, FindsTheNameThatWasMeant) {
  EXPECT_EQ(nearest_name("stifness", names), "stiffness");
  EXPECT_EQ(nearest_name("Damping", names), "damping");
  EXPECT_EQ(nearest_name("lenght", names), "length");
  EXPECT_EQ(nearest_name("axes", names), "axis");
  EXPECT_EQ(nearest_name("L2", names), "L1");
}

TEST(Suggest, SaysNothingWhenNothingIsNear) {
  EXPECT_EQ(nearest_name("gravity", names), std::nullopt);
  EXPECT_EQ(nearest_name("zz", names), std::nullopt);
  EXPECT_EQ(nearest_name("", names), std::nullopt);
  EXPECT_EQ(nearest_name(std::string(100000, 'a'), names), std::nullopt);
  EXPECT_EQ(did_you_mean("gravity", names), "");
}

TEST(Suggest, CountsASwapOfNeighboursAsOneError) {
  const std::vector<std::string> two{"bar", "abx"};
  EXPECT_EQ(nearest_name("bra", two), "bar");  // as two replacements it would be too far for three letters
}

TEST(Suggest, TakesTheFirstOfEquals) {
  const std::vector<std::string> equals{"rod1", "rod2"};
  EXPECT_EQ(nearest_name("rod3", equals), "rod1");
}

TEST(Suggest, WritesAWholePhrase) { EXPECT_EQ(did_you_mean("stifness", names), ", did you mean `stiffness`?"); }

}  // namespace
}  // namespace alembert
