// Rank of a sparse matrix by its rows, and which rows depend on each other, in time that grows with the number of its
// entries: independent components, elimination with pivots that reveal the rank, and QR of what that leaves in doubt.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/archive.h"

namespace alembert::linear {

struct RowEntry {
  int row, column;
  double value;
};

// Rows that depend on each other: `redundant` of them could be left out.
struct DependentRows {
  std::vector<int> rows;  // rising
  int redundant = 0;

  void exchange(Archive& archive) { archive(rows, redundant); }
};

// Rows that no column connects with any other row: that have no entry, be it zero, in a column with others.
struct RankComponent {
  std::vector<int> rows;  // rising
  bool analysed = true;   // false: that would have taken more work than is allowed, and nothing is known of it
  int rank = 0;
  std::vector<DependentRows> sets;  // no two share a row

  void exchange(Archive& archive) { archive(rows, analysed, rank, sets); }
};

// What may be spent, on one component. Reached, the component is left unanalysed.
struct RankLimits {
  long operations = 3'000'000'000;  // entries touched: about 5 s
  double qr_operations = 4e9;       // multiplications of the QR of rows in doubt: about 2 s
};

// What was spent.
struct RankWork {
  long operations = 0;
  int components = 0, qr_rows = 0;
};

struct RankAnalysis {
  int rank = 0;                     // of the components that were analysed
  std::vector<DependentRows> sets;  // of all components
  std::vector<RankComponent> components;
  RankWork work;
  // Rows of components that were not analysed.
  int unknown_rows() const;
};

// The result for a component of these rows, where it is known from before.
using KnownRank = std::function<std::optional<RankComponent>(std::span<const int> rows)>;

// `entries` of a rows x columns matrix. Each row is scaled to length 1 first; a row closer than `tolerance` to the span
// of others depends on them.
RankAnalysis analyse_rank(int rows, int columns, const std::vector<RowEntry>& entries, double tolerance,
                          const KnownRank& known = {}, const RankLimits& limits = {});

}  // namespace alembert::linear
