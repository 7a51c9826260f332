#include "linear/rank.h"

#include <gtest/gtest.h>

namespace alembert::linear {
namespace {

RankAnalysis analyse(const std::vector<std::vector<double>>& m) {
  std::vector<RowEntry> entries;
  for (std::size_t r = 0; r < m.size(); ++r)
    for (std::size_t c = 0; c < m[r].size(); ++c)
      if (m[r][c] != 0.0) entries.push_back({static_cast<int>(r), static_cast<int>(c), m[r][c]});
  return analyse_rank(static_cast<int>(m.size()), static_cast<int>(m[0].size()), entries, 1e-8);
}

TEST(Rank, IndependentRowsHaveNoSets) {
  const RankAnalysis a = analyse({{1, 0, 0, 0}, {0, 1, 1, 0}, {0, 0, 1, 1}});
  EXPECT_EQ(a.rank, 3);
  EXPECT_TRUE(a.sets.empty());
}

TEST(Rank, NamesTheWholeDependentSetAndNothingElse) {
  // Row 3 = row 0 + row 2; row 1 is free of them.
  const RankAnalysis a = analyse({{1, 2, 0, 0}, {0, 0, 0, 1}, {0, 1, 1, 0}, {1, 3, 1, 0}});
  EXPECT_EQ(a.rank, 3);
  ASSERT_EQ(a.sets.size(), 1u);
  EXPECT_EQ(a.sets[0].rows, (std::vector<int>{0, 2, 3}));
  EXPECT_EQ(a.sets[0].redundant, 1);
}

TEST(Rank, KeepsUnrelatedSetsApartAndCountsZeroRows) {
  const RankAnalysis a = analyse({{1, 0, 0, 0}, {2, 0, 0, 0}, {0, 0, 3, 0}, {0, 0, 1e-3, 0}, {0, 0, 0, 0}});
  EXPECT_EQ(a.rank, 2);
  ASSERT_EQ(a.sets.size(), 3u);
  EXPECT_EQ(a.sets[0].rows, (std::vector<int>{0, 1}));
  EXPECT_EQ(a.sets[1].rows, (std::vector<int>{2, 3}));
  EXPECT_EQ(a.sets[2].rows, (std::vector<int>{4}));
}

TEST(Rank, MoreRowsThanColumns) {
  const RankAnalysis a = analyse({{1, 0}, {0, 1}, {1, 1}});
  EXPECT_EQ(a.rank, 2);
  ASSERT_EQ(a.sets.size(), 1u);
  EXPECT_EQ(a.sets[0].rows.size(), 3u);
}

}  // namespace
}  // namespace alembert::linear
