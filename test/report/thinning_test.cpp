#include "report/thinning.h"

#include <gtest/gtest.h>

namespace alembert::report {
namespace {

TEST(Evenly, KeepsEverythingThatFits) {
  EXPECT_EQ(evenly(3, 5), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(evenly(1, 5), (std::vector<std::size_t>{0}));
  EXPECT_TRUE(evenly(0, 5).empty());
}

TEST(Evenly, KeepsTheFirstAndTheLast) {
  EXPECT_EQ(evenly(101, 5), (std::vector<std::size_t>{0, 25, 50, 75, 100}));
  EXPECT_EQ(evenly(10, 0), (std::vector<std::size_t>{0, 9}));
  const std::vector<std::size_t> many = evenly(1000, 999);
  EXPECT_EQ(many.size(), 999U);
  for (std::size_t k = 1; k < many.size(); ++k) EXPECT_GT(many[k], many[k - 1]);
}

}  // namespace
}  // namespace alembert::report
