#include "linear/sparse_matrix.h"

namespace alembert::linear {

void SparseMatrix::adopt(const PatternPtr& pattern) {
  if (pattern == pattern_) return;
  pattern_ = pattern;
  values_.assign(static_cast<std::size_t>(pattern->nonzeros()), 0.0);
}

void SparseMatrix::multiply(const Vector& x, Vector& y) const {
  const int n = pattern_->size();
  const int* const starts = pattern_->column_starts().data();
  const int* const rows = pattern_->rows().data();
  y.setZero(n);
  for (int c = 0; c < n; ++c)
    for (int k = starts[c]; k < starts[c + 1]; ++k) y[rows[k]] += values_[static_cast<std::size_t>(k)] * x[c];
}

void SparseMatrix::cut_off(int first) {
  const int* const starts = pattern_->column_starts().data();
  const int* const rows = pattern_->rows().data();
  for (int c = 0; c < pattern_->size(); ++c)
    for (int k = starts[c]; k < starts[c + 1]; ++k)
      if (rows[k] >= first || c >= first) values_[static_cast<std::size_t>(k)] = rows[k] == c ? 1.0 : 0.0;
}

}  // namespace alembert::linear
