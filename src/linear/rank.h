// Rank of a sparse matrix by its rows, and which rows depend on each other (Eigen's rank-revealing sparse QR).
#pragma once

#include <vector>

namespace alembert::linear {

struct RowEntry {
  int row, column;
  double value;
};

// Rows that depend on each other: `redundant` of them could be left out.
struct DependentRows {
  std::vector<int> rows;  // rising
  int redundant = 0;
};

struct RankAnalysis {
  int rank = 0;
  std::vector<DependentRows> sets;  // no two share a row
};

// `entries` of a rows x columns matrix. Each row is scaled to length 1 first; a row closer than `tolerance` to the span
// of others depends on them.
RankAnalysis analyse_rank(int rows, int columns, const std::vector<RowEntry>& entries, double tolerance);

}  // namespace alembert::linear
