#include "support/qr_rank.h"

#include <gtest/gtest.h>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <Eigen/SparseQR>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace alembert::test {

namespace {

int root_of(std::vector<int>& parent, int x) {
  while (parent[static_cast<std::size_t>(x)] != x) x = parent[static_cast<std::size_t>(x)];
  return x;
}

}  // namespace

QrRank qr_rank(int rows, int columns, const std::vector<linear::RowEntry>& entries, double tolerance) {
  if (rows == 0) return {};
  // At least as many rows as columns, as SparseQR expects.
  std::vector<Eigen::Triplet<double>> triplets;
  for (const linear::RowEntry& e : entries)
    if (e.value != 0.0) triplets.emplace_back(e.column, e.row, e.value);
  Eigen::SparseMatrix<double> A(std::max(columns, rows), rows);
  A.setFromTriplets(triplets.begin(), triplets.end());
  for (int c = 0; c < rows; ++c)
    if (const double length = A.col(c).norm(); length > 0.0) A.col(c) /= length;
  A.makeCompressed();
  Eigen::SparseQR<Eigen::SparseMatrix<double>, Eigen::COLAMDOrdering<int>> qr;
  qr.setPivotThreshold(tolerance);
  qr.compute(A);
  QrRank out;
  out.rank = static_cast<int>(qr.rank());
  const int r = out.rank;
  const Eigen::SparseMatrix<double, Eigen::RowMajor> by_rows = qr.matrixR();
  const Eigen::SparseMatrix<double> R = by_rows;  // its entries are in order now
  const Eigen::SparseMatrix<double> R11 = R.topLeftCorner(r, r);
  const auto& order = qr.colsPermutation().indices();
  std::vector<int> parent(static_cast<std::size_t>(rows));
  std::iota(parent.begin(), parent.end(), 0);
  std::vector<bool> involved(static_cast<std::size_t>(rows), false);
  for (int k = r; k < rows; ++k) {
    Eigen::VectorXd c = R.col(k).topRows(r);
    if (r > 0) c = R11.triangularView<Eigen::Upper>().solve(c).eval();
    involved[static_cast<std::size_t>(order[k])] = true;
    for (int i = 0; i < r; ++i) {
      if (std::abs(c[i]) < 1e-7) continue;  // coefficients of real dependencies are of order 1 (unit rows)
      involved[static_cast<std::size_t>(order[i])] = true;
      parent[static_cast<std::size_t>(root_of(parent, order[i]))] = root_of(parent, order[k]);
    }
  }
  std::map<int, linear::DependentRows> sets;
  for (int row = 0; row < rows; ++row)
    if (involved[static_cast<std::size_t>(row)]) sets[root_of(parent, row)].rows.push_back(row);
  for (int k = r; k < rows; ++k) ++sets[root_of(parent, order[k])].redundant;
  for (auto& [root, set] : sets) out.sets.push_back(std::move(set));
  std::sort(out.sets.begin(), out.sets.end(), [](const auto& a, const auto& b) { return a.rows[0] < b.rows[0]; });
  return out;
}

void expect_equal_to_qr(const linear::RankAnalysis& analysis, const QrRank& qr) {
  EXPECT_EQ(analysis.unknown_rows(), 0);
  EXPECT_EQ(analysis.rank, qr.rank);
  ASSERT_EQ(analysis.sets.size(), qr.sets.size());
  for (std::size_t k = 0; k < qr.sets.size(); ++k) {
    EXPECT_EQ(analysis.sets[k].rows, qr.sets[k].rows);
    EXPECT_EQ(analysis.sets[k].redundant, qr.sets[k].redundant);
  }
}

}  // namespace alembert::test
