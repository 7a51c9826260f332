// Sparse LU factorisation by KLU: analyse once, factor, refactor in place with the same pivots, solve.
// A guard on pivot growth falls back to a full factorisation when the old pivots have become poor.
#pragma once

#include <memory>

#include "base/archive.h"
#include "linear/pattern.h"
#include "math/types.h"

namespace alembert::linear {

class KluSolver {
 public:
  explicit KluSolver(const Pattern& pattern);
  ~KluSolver();
  KluSolver(const KluSolver&) = delete;
  KluSolver& operator=(const KluSolver&) = delete;

  // The matrix entries, in the order of the pattern's slots; fill, then call `factor`.
  double* values();
  const double* values() const;
  const Pattern& pattern() const;

  // Factors the current values. Allocates nothing while the old pivots serve. False: singular or not finite.
  bool factor();
  // x <- A^-1 x for the last factored matrix.
  void solve(Vector& x) const;
  // y = A x with the current values.
  void multiply(const Vector& x, Vector& y) const;

  bool factored() const;
  long factorizations() const;       // full and repeated
  long full_factorizations() const;  // with new pivots
  // Column at which the last factorisation failed, -1 if unknown.
  int singular_column() const;
  // Estimate of the 1-norm condition number of the factored matrix (allocates; for reports and tests).
  double condition_estimate() const;

  // What the next solutions and factorisations depend on, to the last bit: the values, and those the pivots were
  // chosen for.
  void exchange(Archive& archive);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace alembert::linear
