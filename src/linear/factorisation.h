// Sparse LU factorisation of a matrix, by KLU: the pattern is analysed once, pivots are chosen once, and further
// matrices of that pattern are factored in place. A guard on pivot growth chooses new pivots when the old ones have
// become poor. Optional blocks of a pattern that are zero are left out; a matrix that has something where nothing is
// held (reduced_pattern.h) is analysed anew.
#pragma once

#include <memory>

#include "base/archive.h"
#include "linear/sparse_matrix.h"
#include "math/types.h"

namespace alembert::linear {

class Factorisation {
 public:
  Factorisation();
  ~Factorisation();
  Factorisation(const Factorisation&) = delete;
  Factorisation& operator=(const Factorisation&) = delete;

  // Allocates nothing while the pattern is the same object, its optional blocks stay zero and the old pivots serve.
  // False: singular or not finite.
  bool factor(const SparseMatrix& matrix);
  // x <- A^-1 x for the last factored matrix.
  void solve(Vector& x) const;

  bool factored() const;
  // Of the last matrix given to `factor`; null: there was none.
  const PatternPtr& pattern() const;
  double fill() const;               // entries of L and U
  long factorizations() const;       // full and repeated
  long full_factorizations() const;  // with new pivots
  // Column at which the last factorisation failed, -1 if unknown.
  int singular_column() const;
  // Estimate of the 1-norm condition number of the factored matrix (allocates; for reports and tests).
  double condition_estimate() const;

  // What the next solutions and factorisations depend on, to the last bit: the values that were factored, and those the
  // pivots were chosen for. `pattern` is that of the matrices to come: factors of another one are worth nothing, and
  // are left out.
  void exchange(Archive& archive, const PatternPtr& pattern);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace alembert::linear
