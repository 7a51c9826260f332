// Sparse factorisation S = L D L^T of a symmetric positive definite matrix, without pivots: the order of elimination
// and the places of all entries are found once for every pattern, a factorisation is one sweep over known addresses and
// allocates nothing. (Eigen's SimplicialLDLT makes a permuted copy of the matrix in every factorisation.)
#pragma once

#include <vector>

#include "linear/sparse_matrix.h"
#include "math/types.h"

namespace alembert::linear {

class SymmetricFactorisation {
 public:
  // The pattern of the matrix has one triangle, and all of the diagonal. False: not positive definite, to rounding, or
  // not finite.
  bool factor(const SparseMatrix& matrix);
  // x <- S^-1 x for the last factored matrix.
  void solve(Vector& x) const;

  int nonzeros() const { return static_cast<int>(L_.size()); }  // of L, below the diagonal

 private:
  void analyse(const PatternPtr& pattern);
  void order_rows();
  void find_fill();

  PatternPtr pattern_;
  std::vector<int> order_;  // the k-th unknown that is eliminated
  // Row k of S, left of and on the diagonal, in the order of elimination: the slots and columns of its entries.
  std::vector<int> entry_start_, entry_slot_, entry_column_;
  std::vector<int> diagonal_slot_;
  // Row k of L: its columns, ascending, and where in column order its entries stand. Column j of L: rows ascending.
  std::vector<int> row_start_, row_column_, row_place_;
  std::vector<int> column_start_, column_row_;
  std::vector<double> L_, D_;      // D inverted
  std::vector<double> y_;          // a row in the making
  mutable std::vector<double> x_;  // a right hand side, in the order of elimination
};

}  // namespace alembert::linear
