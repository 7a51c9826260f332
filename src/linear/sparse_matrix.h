// A matrix: values over a shared pattern. What solves with it is a Factorisation, which is another object.
#pragma once

#include <vector>

#include "linear/pattern.h"
#include "math/types.h"

namespace alembert::linear {

class SparseMatrix {
 public:
  SparseMatrix() = default;  // `adopt` gives it a pattern
  explicit SparseMatrix(const PatternPtr& pattern) { adopt(pattern); }

  // Takes this pattern, all entries 0, unless it is the one at hand: then nothing happens, nor is allocated.
  void adopt(const PatternPtr& pattern);
  const PatternPtr& pattern() const { return pattern_; }

  // The entries, in the order of the pattern's slots.
  double* values() { return values_.data(); }
  const double* values() const { return values_.data(); }
  double& diagonal(int k) { return values_[static_cast<std::size_t>(slot_of_diagonal(k))]; }
  double diagonal(int k) const { return values_[static_cast<std::size_t>(slot_of_diagonal(k))]; }

  // y = A x
  void multiply(const Vector& x, Vector& y) const;
  // Rows and columns from `first` on become those of the identity: the unknowns before it are left to themselves.
  void cut_off(int first);

 private:
  int slot_of_diagonal(int k) const { return pattern_->diagonal()[static_cast<std::size_t>(k)]; }

  PatternPtr pattern_;
  std::vector<double> values_;
};

}  // namespace alembert::linear
