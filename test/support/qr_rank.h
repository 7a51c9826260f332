// The rank of a matrix by its rows, and which of them depend on each other, by Eigen's rank-revealing sparse QR: slow
// where rows are many or share a column, and written without anything of linear/rank.cpp, for it to be checked against.
//
//   A P = Q R,  R = [ R11 R12 ]     rows of the matrix stand as columns of A;
//                   [  0   0  ]     the columns of R11^-1 R12 say what each dependent one is made of
#pragma once

#include <vector>

#include "linear/rank.h"

namespace alembert::test {

struct QrRank {
  int rank = 0;
  std::vector<linear::DependentRows> sets;
};

QrRank qr_rank(int rows, int columns, const std::vector<linear::RowEntry>& entries, double tolerance);

// Rank and sets are those of the QR.
void expect_equal_to_qr(const linear::RankAnalysis& analysis, const QrRank& qr);

}  // namespace alembert::test
