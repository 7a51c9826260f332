// The rank of one component of a matrix, and its sets of dependent rows.
//
// Elimination tells independent rows from dependent ones, and leaves a few in doubt. A dependent row d is a sum of
// others, a_d + sum c_i a_i = 0, none of which can be left out of it. Such a sum for each dependent row, of independent
// rows and dependent ones that came before, is a basis of all that vanish; and rows that occur together in one form a
// set: rows that never occur together in the sums of one such basis do not in those of any other.
#pragma once

#include <vector>

#include "linear/elimination.h"
#include "linear/groups.h"
#include "linear/rank.h"

namespace alembert::linear {

class ComponentRank {
 public:
  // Rows of length 1, or empty.
  ComponentRank(const std::vector<SparseRow>& rows, int columns, double tolerance, const RankLimits& limits);

  RankComponent run();
  long operations() const { return elimination_.operations() + others_; }
  int qr_rows() const { return qr_rows_; }

 private:
  using Share = Elimination::Share;
  struct Suspect {
    int row;
    std::vector<Share> shares;
  };

  int size() const { return static_cast<int>(rows_.size()); }
  bool exhausted() const { return operations() > limits_.operations; }
  bool find_dependent();
  bool take_sum(int row, const std::vector<Share>& shares);
  double remainder(int row, const std::vector<Share>& shares);
  void depends(int row, const std::vector<Share>& shares);

  bool sum_of_far_rows(int row);
  bool sum_of_near_rows(int row, std::size_t most, std::vector<Share>& shares);
  std::vector<int> near_rows(int row, std::size_t most);

  bool examine_suspects();
  bool decide(const std::vector<int>& rows);

  const std::vector<SparseRow>& rows_;
  double tolerance_;
  const RankLimits& limits_;
  Elimination elimination_;
  Groups groups_;
  std::vector<char> involved_;
  std::vector<char> usable_;  // in sums: independent rows, and dependent ones that have theirs
  std::vector<int> dependent_;
  std::vector<Suspect> suspects_;
  std::vector<std::vector<int>> column_rows_;  // made when first needed
  std::vector<double> sum_;                    // per column
  std::vector<int> place_;                     // of a column in a matrix of fewer
  std::vector<int> seen_;                      // per row: by which search
  int searches_ = 0;
  long others_ = 0;  // entries touched beside the elimination
  int qr_rows_ = 0;
};

}  // namespace alembert::linear
