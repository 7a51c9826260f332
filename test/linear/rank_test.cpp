#include "linear/rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "support/joint_rows.h"
#include "support/qr_rank.h"

namespace alembert::linear {
namespace {

using test::JointRows;

constexpr double kTolerance = 1e-8;

using Matrix = std::vector<std::vector<double>>;

std::vector<RowEntry> entries_of(const Matrix& m) {
  std::vector<RowEntry> entries;
  for (std::size_t r = 0; r < m.size(); ++r)
    for (std::size_t c = 0; c < m[r].size(); ++c)
      if (m[r][c] != 0.0) entries.push_back({static_cast<int>(r), static_cast<int>(c), m[r][c]});
  return entries;
}

RankAnalysis analyse(const Matrix& m, const RankLimits& limits = {}) {
  return analyse_rank(static_cast<int>(m.size()), static_cast<int>(m[0].size()), entries_of(m), kTolerance, {}, limits);
}

int redundant_rows(const RankAnalysis& a) {
  int out = 0;
  for (const DependentRows& set : a.sets) out += set.redundant;
  return out;
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

// Sets of one component: rows 0, 1, 2 and rows 3, 4, 5 depend on each other, row 6 connects them and is free.
TEST(Rank, KeepsSetsOfOneComponentApart) {
  const RankAnalysis a = analyse({{1, 0, 0, 0, 0, 0, 0},
                                  {0, 1, 0, 0, 0, 0, 0},
                                  {1, 1, 0, 0, 0, 0, 0},
                                  {0, 0, 0, 1, 2, 0, 0},
                                  {0, 0, 0, 0, 1, 1, 0},
                                  {0, 0, 0, 1, 3, 1, 0},
                                  {1, 0, 0, 1, 0, 0, 1}});
  EXPECT_EQ(a.components.size(), 1u);
  EXPECT_EQ(a.rank, 5);
  ASSERT_EQ(a.sets.size(), 2u);
  EXPECT_EQ(a.sets[0].rows, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(a.sets[1].rows, (std::vector<int>{3, 4, 5}));
}

TEST(Rank, MoreRowsThanColumns) {
  const RankAnalysis a = analyse({{1, 0}, {0, 1}, {1, 1}});
  EXPECT_EQ(a.rank, 2);
  ASSERT_EQ(a.sets.size(), 1u);
  EXPECT_EQ(a.sets[0].rows.size(), 3u);
}

TEST(Rank, EntriesForTheSamePlaceAddUp) {
  const RankAnalysis a =
      analyse_rank(2, 2, {{0, 0, 1.0}, {0, 1, 2.0}, {1, 0, 0.5}, {1, 0, 0.5}, {1, 1, 2.0}}, kTolerance);
  EXPECT_EQ(a.rank, 1);
  EXPECT_TRUE(analyse_rank(1, 1, {{0, 0, 1.0}, {0, 0, -1.0}}, kTolerance).rank == 0);
}

// What is one mechanism in one position is one in all: a zero that need not stay one connects its row with others.
TEST(Rank, ComponentsAreThoseOfTheEntriesGivenBeTheyZero) {
  const std::vector<RowEntry> apart{{0, 0, 1.0}, {1, 1, 1.0}, {2, 1, 1.0}};
  EXPECT_EQ(analyse_rank(3, 2, apart, kTolerance).components.size(), 2u);
  std::vector<RowEntry> together = apart;
  together.push_back({0, 1, 0.0});
  const RankAnalysis a = analyse_rank(3, 2, together, kTolerance);
  EXPECT_EQ(a.components.size(), 1u);
  ASSERT_EQ(a.sets.size(), 1u);
  EXPECT_EQ(a.sets[0].rows, (std::vector<int>{1, 2}));
}

// Row 2 = (row 0 + row 1)/sqrt(2) but for a part of length d of its own: whether it depends is decided by the
// tolerance, however the rows stand and are scaled; where elimination cannot be sure, by QR of these three alone.
TEST(Rank, ARowDependsIfItIsCloserToTheOthersThanTheTolerance) {
  for (const double d : {1e-12, 1e-3 * kTolerance, 0.5 * kTolerance, 2.0 * kTolerance, 50.0 * kTolerance, 1e-4})
    for (const double scale : {1e-5, 1.0, 1e5})
      for (int first = 0; first < 3; ++first) {
        Matrix m{{1, 0, 0, 0}, {0, 1, 0, 0}, {scale, scale, std::sqrt(2.0) * scale * d, 0}, {0, 0, 0, 2}};
        std::rotate(m.begin(), m.begin() + first, m.begin() + 3);
        const RankAnalysis a = analyse(m);
        SCOPED_TRACE(testing::Message() << "distance " << d << ", scale " << scale << ", turned by " << first);
        EXPECT_EQ(a.rank, d < kTolerance ? 3 : 4);
        ASSERT_EQ(a.sets.size(), d < kTolerance ? 1u : 0u);
        for (const DependentRows& set : a.sets) EXPECT_EQ(set.rows, (std::vector<int>{0, 1, 2}));
        EXPECT_EQ(a.work.qr_rows, d > kTolerance && d < 100.0 * kTolerance ? 3 : 0);
      }
}

// Two bars nearly in line between ground and ground, a chain hanging on one of them: rows in doubt are those of the two
// bars, and no others come to QR.
TEST(Rank, OnlyRowsInDoubtComeToQr) {
  for (const int bars : {30, 2000})
    for (const double bend : {1e-9, 1e-7, 1e-2}) {
      JointRows rows;
      const int a = rows.add_body({0.5, 0.5 * bend, 0}), b = rows.add_body({1.5, 0.5 * bend, 0});
      rows.ball(JointRows::kGround, a, {0, 0, 0});
      rows.ball(a, b, {1, bend, 0});
      rows.ball(b, JointRows::kGround, {2, 0, 0});
      int last = a;
      for (int k = 0; k < bars; ++k) {
        const int bar = rows.add_body({0.5, -0.5 - k, 0});
        rows.ball(last, bar, {0.5, -1.0 * k, 0});
        last = bar;
      }
      const RankAnalysis analysis = rows.analyse();
      SCOPED_TRACE(testing::Message() << bars << " bars, bend " << bend);
      EXPECT_EQ(analysis.components.size(), 1u);
      EXPECT_EQ(redundant_rows(analysis), bend < kTolerance ? 1 : 0);
      EXPECT_EQ(analysis.work.qr_rows, bend == 1e-7 ? 6 : 0);
      if (bars == 30)
        test::expect_equal_to_qr(analysis, test::qr_rank(rows.rows(), rows.columns(), rows.entries(), kTolerance));
    }
}

// Sparse rows, some of which are sums of others: rank and sets are those of the QR.
TEST(Rank, EqualsQrOnRandomMatrices) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> u(-1.0, 1.0);
    const auto any = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
    const int rows = any(2, 50), columns = any(3, 60);
    const bool whole = seed % 2 == 0;  // small whole numbers, which make dependencies by chance
    const auto number = [&] { return whole ? static_cast<double>(any(-2, 2)) : u(random); };
    Matrix m;
    while (static_cast<int>(m.size()) < rows) {
      std::vector<double> row(static_cast<std::size_t>(columns), 0.0);
      const bool sum = m.size() > 1 && any(0, 9) < 3;
      for (int k = any(1, 5); k > 0; --k) {
        if (!sum) {
          row[static_cast<std::size_t>(any(0, columns - 1))] = number();
          continue;
        }
        const std::vector<double>& other = m[static_cast<std::size_t>(any(0, static_cast<int>(m.size()) - 1))];
        const double share = number();
        for (std::size_t c = 0; c < row.size(); ++c) row[c] += share * other[c];
      }
      m.push_back(std::move(row));
    }
    std::shuffle(m.begin(), m.end(), random);
    SCOPED_TRACE(seed);
    test::expect_equal_to_qr(analyse(m), test::qr_rank(rows, columns, entries_of(m), kTolerance));
  }
}

// Bodies anywhere, joined at points anywhere or at those of a grid, where many things line up.
TEST(Rank, EqualsQrOnRandomMechanisms) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> u(-1.0, 1.0);
    const auto any = [&](int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); };
    const auto number = [&] { return seed % 2 == 0 ? static_cast<double>(any(0, 3)) : u(random); };
    const double depth = seed % 4 < 2 ? 0.0 : 1.0;
    const auto point = [&] { return JointRows::Point{number(), number(), depth * number()}; };
    JointRows rows;
    const int bodies = any(2, 14);
    for (int k = 0; k < bodies; ++k) rows.add_body(point());
    for (int k = any(bodies, 2 * bodies); k > 0; --k) {
      const int a = any(JointRows::kGround, bodies - 1), b = any(0, bodies - 1);
      if (a == b) continue;
      if (any(0, 1) == 0)
        rows.ball(a, b, point());
      else
        rows.revolute(a, b, point());
    }
    SCOPED_TRACE(seed);
    test::expect_equal_to_qr(rows.analyse(), test::qr_rank(rows.rows(), rows.columns(), rows.entries(), kTolerance));
  }
}

TEST(Rank, EqualsQrOnRegularMechanisms) {
  for (const JointRows& rows : {test::chain_rows(40), test::window_rows(20, 0.0), test::window_rows(20, 0.3),
                                test::star_rows(40), test::ring_rows(30), test::ladder_rows(60), test::net_rows(6)})
    test::expect_equal_to_qr(rows.analyse(), test::qr_rank(rows.rows(), rows.columns(), rows.entries(), kTolerance));
}

// What is known of them without any computation, at sizes that are out of reach of the QR; the work per row is that of
// small ones, and nothing comes to QR.
TEST(Rank, WorkGrowsWithTheNumberOfRows) {
  struct Case {
    const char* name;
    JointRows (*make)(int);
    int small, large;
    int (*redundant)(int);
    std::size_t sets;
  };
  const Case cases[] = {
      {"chain", test::chain_rows, 500, 30000, [](int) { return 0; }, 0},
      {"windows", [](int n) { return test::window_rows(n, 0.3); }, 50, 3000, [](int n) { return 3 * n; }, 1},
      {"star", test::star_rows, 100, 5000, [](int) { return 0; }, 0},
      {"ring", test::ring_rows, 200, 5000, [](int) { return 3; }, 1},
      {"ladder", test::ladder_rows, 500, 3000, [](int n) { return 6 * (n - 1); }, 2},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const auto work_per_row = [&](int size) {
      const JointRows rows = c.make(size);
      const RankAnalysis a = rows.analyse();
      EXPECT_EQ(redundant_rows(a), c.redundant(size));
      EXPECT_EQ(a.rank, rows.rows() - c.redundant(size));
      EXPECT_EQ(a.sets.size(), c.sets);
      EXPECT_EQ(a.work.qr_rows, 0);
      return static_cast<double>(a.work.operations) / rows.rows();
    };
    const double small = work_per_row(c.small), large = work_per_row(c.large);
    EXPECT_LT(large, 2.0 * small);  // a ring, a ladder: as the logarithm
  }
}

// A line of rods between two fixed ends has one row too many. Along the edge all ends are fixed: a row per rod, which
// the rows of its neighbours share.
TEST(Rank, ANetHasOneSetPerLineOfRods) {
  for (const int n : {10, 50}) {
    const RankAnalysis a = test::net_rows(n).analyse();
    EXPECT_EQ(a.sets.size(), static_cast<std::size_t>(2 * (n + 1)));
    EXPECT_EQ(redundant_rows(a), 2 * (n - 1) + 4 * n);
    EXPECT_EQ(a.work.qr_rows, 0);
  }
}

TEST(Rank, WhatIsKnownOfAComponentIsNotAnalysedAgain) {
  const std::vector<RowEntry> entries = entries_of({{1, 0, 0}, {2, 0, 0}, {0, 1, 1}, {0, 1, 2}});
  const RankAnalysis first = analyse_rank(4, 3, entries, kTolerance);
  EXPECT_EQ(first.work.components, 2);
  const KnownRank known = [&](std::span<const int> rows) -> std::optional<RankComponent> {
    if (rows.front() != 0) return std::nullopt;
    return first.components[0];
  };
  const RankAnalysis second = analyse_rank(4, 3, entries, kTolerance, known);
  EXPECT_EQ(second.work.components, 1);
  EXPECT_EQ(second.rank, first.rank);
  ASSERT_EQ(second.sets.size(), 1u);
  EXPECT_EQ(second.sets[0].rows, (std::vector<int>{0, 1}));
}

// Beyond the bound there is no result, of that component alone; the others have theirs.
TEST(Rank, WhatTakesTooMuchWorkIsLeftUnanalysed) {
  JointRows rows = test::window_rows(20, 0.3);
  const int windows = rows.rows();
  const int a = rows.add_body({0, 5, 0});
  rows.ball(JointRows::kGround, a, {0, 5, 0});
  rows.ball(JointRows::kGround, a, {1, 5, 0});
  RankLimits limits;
  limits.operations = 500;
  const RankAnalysis analysis = rows.analyse(limits);
  EXPECT_EQ(analysis.unknown_rows(), windows);
  EXPECT_EQ(analysis.rank, 5);
  ASSERT_EQ(analysis.sets.size(), 1u);
  EXPECT_EQ(analysis.sets[0].rows, (std::vector<int>{windows, windows + 3}));
  EXPECT_EQ(rows.analyse().unknown_rows(), 0);
}

TEST(Rank, RowsInDoubtThatAreTooManyForQrAreLeftUnanalysed) {
  RankLimits limits;
  limits.qr_operations = 50.0;
  const double d = 10.0 * kTolerance;
  EXPECT_EQ(analyse({{1, 0, 0}, {0, 1, 0}, {1, 1, d}}, limits).unknown_rows(), 3);
  EXPECT_EQ(analyse({{1, 0, 0}, {0, 1, 0}, {1, 1, d}}).unknown_rows(), 0);
  EXPECT_EQ(analyse({{1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, limits).unknown_rows(), 0) << "not in doubt";
}

}  // namespace
}  // namespace alembert::linear
