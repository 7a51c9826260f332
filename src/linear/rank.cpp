#include "linear/rank.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <Eigen/SparseQR>
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>

#include "linear/factorisation.h"

namespace alembert::linear {

namespace {

// Joins overlapping sets.
class Groups {
 public:
  explicit Groups(int n) : parent_(static_cast<std::size_t>(n)) { std::iota(parent_.begin(), parent_.end(), 0); }
  int find(int x) {
    while (parent_[static_cast<std::size_t>(x)] != x)
      x = parent_[static_cast<std::size_t>(x)] =
          parent_[static_cast<std::size_t>(parent_[static_cast<std::size_t>(x)])];
    return x;
  }
  void join(int a, int b) { parent_[static_cast<std::size_t>(find(a))] = find(b); }

 private:
  std::vector<int> parent_;
};

// The bordered matrix [I A^T; A 0] of unit rows A has full rank exactly if A has; its smallest eigenvalue is about the
// square of A's smallest singular value s. A condition below this means s > 1e-4, far from any tolerance in use, and is
// found much faster than by QR.
constexpr double kSurelyFullRank = 1e8;

bool surely_full_rank(int rows, int columns, const std::vector<Eigen::Triplet<double>>& transposed) {
  if (rows > columns) return false;
  std::vector<Block> blocks;
  for (int k = 0; k < columns; ++k) blocks.push_back({k, 1, k, 1});
  for (const auto& t : transposed) {
    blocks.push_back({t.row(), 1, columns + t.col(), 1});
    blocks.push_back({columns + t.col(), 1, t.row(), 1});
  }
  const auto pattern = std::make_shared<const Pattern>(rows + columns, blocks);
  SparseMatrix matrix(pattern);
  for (int k = 0; k < columns; ++k) matrix.diagonal(k) = 1.0;
  for (const auto& t : transposed) {
    matrix.values()[pattern->slot(t.row(), columns + t.col())] += t.value();
    matrix.values()[pattern->slot(columns + t.col(), t.row())] += t.value();
  }
  Factorisation factors;
  return factors.factor(matrix) && factors.condition_estimate() < kSurelyFullRank;
}

}  // namespace

RankAnalysis analyse_rank(int rows, int columns, const std::vector<RowEntry>& entries, double tolerance) {
  RankAnalysis out;
  if (rows == 0) return out;
  std::vector<double> norm(static_cast<std::size_t>(rows), 0.0);
  for (const RowEntry& e : entries) norm[static_cast<std::size_t>(e.row)] += e.value * e.value;
  for (double& n : norm) n = std::sqrt(n);
  std::vector<Eigen::Triplet<double>> triplets;  // of the transpose: dependent rows become dependent columns
  for (const RowEntry& e : entries) {
    const double n = norm[static_cast<std::size_t>(e.row)];
    if (n > 0.0) triplets.emplace_back(e.column, e.row, e.value / n);
  }
  if (surely_full_rank(rows, columns, triplets)) {
    out.rank = rows;
    return out;
  }
  // At least as many rows as columns, as SparseQR expects.
  Eigen::SparseMatrix<double> A(std::max(columns, rows), rows);
  A.setFromTriplets(triplets.begin(), triplets.end());
  A.makeCompressed();
  Eigen::SparseQR<Eigen::SparseMatrix<double>, Eigen::COLAMDOrdering<int>> qr;
  qr.setPivotThreshold(tolerance);
  qr.compute(A);
  out.rank = static_cast<int>(qr.rank());
  const int r = out.rank, dependent = rows - r;
  if (dependent == 0) return out;

  // A P = Q R, R = [R11 R12; 0 0]: each dependent column is R11^-1 R12 of the independent ones.
  const Eigen::SparseMatrix<double> R = qr.matrixR();
  const Eigen::SparseMatrix<double> R11 = R.topLeftCorner(r, r);
  const auto& order = qr.colsPermutation().indices();
  Groups groups(rows);
  std::vector<bool> involved(static_cast<std::size_t>(rows), false);
  std::vector<int> dependents;
  for (int k = 0; k < dependent; ++k) {
    Eigen::VectorXd c = R.col(r + k).topRows(r);
    if (r > 0) c = R11.triangularView<Eigen::Upper>().solve(c).eval();
    const int self = order[r + k];
    involved[static_cast<std::size_t>(self)] = true;
    dependents.push_back(self);
    for (int i = 0; i < r; ++i) {
      if (std::abs(c[i]) < 1e-7) continue;  // coefficients of real dependencies are of order 1 (unit rows)
      const int row = order[i];
      involved[static_cast<std::size_t>(row)] = true;
      groups.join(row, self);
    }
  }
  std::map<int, DependentRows> sets;
  for (int row = 0; row < rows; ++row)
    if (involved[static_cast<std::size_t>(row)]) sets[groups.find(row)].rows.push_back(row);
  for (const int d : dependents) ++sets[groups.find(d)].redundant;
  for (auto& [root, set] : sets) out.sets.push_back(std::move(set));
  std::sort(out.sets.begin(), out.sets.end(),
            [](const DependentRows& a, const DependentRows& b) { return a.rows[0] < b.rows[0]; });
  return out;
}

}  // namespace alembert::linear
