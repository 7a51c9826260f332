#include "linear/symmetric_factorisation.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>

#include "base/phase_clock.h"
#include "linear/index.h"

namespace alembert::linear {

namespace {
// A pivot may be this much smaller than the diagonal entry it came from. Less is rounding: what is left of the entry
// after the others have been eliminated.
constexpr double kSmallestPivot = 1e-13;
}  // namespace

void SymmetricFactorisation::analyse(const PatternPtr& pattern) {
  pattern_ = pattern;
  order_rows();
  find_fill();
}

// The order of elimination, and the rows of S in it.
void SymmetricFactorisation::order_rows() {
  const int n = pattern_->size();
  const std::vector<int>& starts = pattern_->column_starts();
  const std::vector<int>& rows = pattern_->rows();
  Eigen::SparseMatrix<double> full(n, n);
  std::vector<Eigen::Triplet<double>> triplets;
  for (int c = 0; c < n; ++c)
    for (int k = starts[at(c)]; k < starts[at(c) + 1]; ++k) {
      triplets.emplace_back(rows[at(k)], c, 1.0);
      triplets.emplace_back(c, rows[at(k)], 1.0);
    }
  full.setFromTriplets(triplets.begin(), triplets.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> elimination;
  Eigen::AMDOrdering<int>()(full, elimination);
  order_.assign(elimination.indices().data(), elimination.indices().data() + n);
  std::vector<int> rank(at(n));  // when an unknown is eliminated
  for (int k = 0; k < n; ++k) rank[at(order_[at(k)])] = k;

  std::vector<std::vector<std::pair<int, int>>> row(at(n));  // column -> slot
  diagonal_slot_.assign(at(n), 0);
  for (int c = 0; c < n; ++c)
    for (int k = starts[at(c)]; k < starts[at(c) + 1]; ++k) {
      const int i = rank[at(rows[at(k)])], j = rank[at(c)];
      if (i == j)
        diagonal_slot_[at(i)] = k;
      else
        row[at(std::max(i, j))].emplace_back(std::min(i, j), k);
    }
  entry_start_.assign(1, 0);
  entry_column_.clear();
  entry_slot_.clear();
  for (auto& entries : row) {
    std::sort(entries.begin(), entries.end());
    for (const auto& [column, slot] : entries) {
      entry_column_.push_back(column);
      entry_slot_.push_back(slot);
    }
    entry_start_.push_back(static_cast<int>(entry_slot_.size()));
  }
}

// Rows of L: eliminating j fills row i > j in all columns that rows of column j of L reach: along the elimination
// tree, parent(j) = first row below the diagonal in column j.
void SymmetricFactorisation::find_fill() {
  const int n = pattern_->size();
  std::vector<int> parent(at(n), -1);
  std::vector<std::vector<int>> columns(at(n));
  row_start_.assign(1, 0);
  row_column_.clear();
  std::vector<int> reached, last(at(n), -1);  // columns of a row; the row that reached a column last
  for (int i = 0; i < n; ++i) {
    reached.clear();
    for (int k = entry_start_[at(i)]; k < entry_start_[at(i) + 1]; ++k)
      for (int j = entry_column_[at(k)]; j >= 0 && j < i && last[at(j)] != i; j = parent[at(j)]) {
        last[at(j)] = i;
        reached.push_back(j);
        if (parent[at(j)] < 0) parent[at(j)] = i;
      }
    std::sort(reached.begin(), reached.end());
    for (const int j : reached) {
      row_column_.push_back(j);
      columns[at(j)].push_back(i);
    }
    row_start_.push_back(static_cast<int>(row_column_.size()));
  }
  column_start_.assign(1, 0);
  column_row_.clear();
  for (const std::vector<int>& column : columns) {
    column_row_.insert(column_row_.end(), column.begin(), column.end());
    column_start_.push_back(static_cast<int>(column_row_.size()));
  }
  std::vector<int> next(column_start_.begin(), column_start_.end());
  row_place_.clear();
  for (const int j : row_column_) row_place_.push_back(next[at(j)]++);
  L_.assign(column_row_.size(), 0.0);
  D_.assign(at(n), 0.0);
  y_.assign(at(n), 0.0);
  x_.assign(at(n), 0.0);
}

// Row by row: L_ij D_j = S_ij - sum_k<j L_ik D_k L_jk,  D_i = S_ii - sum_j L_ij^2 D_j.
bool SymmetricFactorisation::factor(const SparseMatrix& matrix) {
  const PhaseClock::In phase(Phase::factorisation);
  if (pattern_ != matrix.pattern()) analyse(matrix.pattern());
  const int n = static_cast<int>(D_.size());
  bool definite = true;
  const double* const values = matrix.values();
  double* const y = y_.data();
  double* const L = L_.data();
  double* const D = D_.data();
  const int* const columns = column_start_.data();
  const int* const rows = column_row_.data();
  for (int i = 0; i < n; ++i) {
    for (int k = entry_start_[at(i)]; k < entry_start_[at(i) + 1]; ++k)
      y[entry_column_[at(k)]] = values[entry_slot_[at(k)]];
    const double diagonal = values[diagonal_slot_[at(i)]];
    double d = diagonal;
    for (int k = row_start_[at(i)]; k < row_start_[at(i) + 1]; ++k) {
      const int j = row_column_[at(k)], place = row_place_[at(k)];
      const double product = y[j];
      y[j] = 0.0;
      for (int p = columns[j]; p < place; ++p) y[rows[p]] -= L[p] * product;
      const double l = product * D[j];
      d -= l * product;
      L[place] = l;
    }
    definite = definite && d > kSmallestPivot * diagonal;
    D[i] = 1.0 / d;
  }
  return definite && std::isfinite(Eigen::Map<const Vector>(D, n).squaredNorm());
}

void SymmetricFactorisation::solve(Vector& x) const {
  const PhaseClock::In phase(Phase::solution);
  const int n = static_cast<int>(D_.size());
  double* const y = x_.data();
  const double* const L = L_.data();
  const int* const columns = column_start_.data();
  const int* const rows = column_row_.data();
  const int* const order = order_.data();
  for (int k = 0; k < n; ++k) y[k] = x[order[k]];
  for (int j = 0; j < n; ++j) {
    const double yj = y[j];
    for (int p = columns[j]; p < columns[j + 1]; ++p) y[rows[p]] -= L[p] * yj;
  }
  for (int j = n - 1; j >= 0; --j) {
    double yj = y[j] * D_[at(j)];
    for (int p = columns[j]; p < columns[j + 1]; ++p) yj -= L[p] * y[rows[p]];
    y[j] = yj;
  }
  for (int k = 0; k < n; ++k) x[order[k]] = y[k];
}

}  // namespace alembert::linear
