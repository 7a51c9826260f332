// What of a pattern is factored: everything but those optional blocks that are zero. It serves for other matrices, and
// other patterns, as long as it holds all that is not zero there; then factors keep their order and their pivots.
#pragma once

#include <vector>

#include "base/archive.h"
#include "linear/pattern.h"

namespace alembert::linear {

class ReducedPattern {
 public:
  // True: a matrix of this pattern with these values needs more than was held, and what is held has been chosen anew.
  bool update(const PatternPtr& pattern, const double* values);
  // The values of its entries.
  void gather(const double* from, std::vector<double>& to) const;

  const PatternPtr& pattern() const { return pattern_; }  // the last one; null: none
  const std::vector<int>& starts() const { return starts_; }
  const std::vector<int>& rows() const { return rows_; }

  // What is held, over this pattern. False: it does not fit.
  bool exchange(Archive& archive, const PatternPtr& pattern);

 private:
  void take(const PatternPtr& pattern);
  bool find_slots();
  bool find_filled(const double* values);
  void choose();

  PatternPtr pattern_;
  std::vector<int> starts_, rows_, slots_;  // slots in the values of the pattern; -1: none, the entry is zero
  // Optional blocks of the pattern: slots of their columns; are they held; is something in them.
  std::vector<int> first_slots_;
  std::vector<char> held_, filled_, in_block_;  // the last of each entry of the pattern
};

}  // namespace alembert::linear
