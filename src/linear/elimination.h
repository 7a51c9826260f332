// Gaussian elimination of sparse rows, with pivots that reveal the rank:
//
//   P A Q = [ L11  0 ] [ U11  U12 ]
//           [ L21  I ] [  0    S  ]
//
// A pivot is at least a tenth of the largest entry in its row and in its column (threshold rook pivoting, as in LUSOL:
// Gill, Murray and Saunders, SIAM Review 47 (2005) p. 99, sec. 5), so that L11 and U11 are no worse than A itself and
// what is left, S, is about as small as the distance of its rows from the span of the others. Among such entries
// one is taken whose column and row are short (Markowitz): rows that stand alone in a column go first and fill nothing.
#pragma once

#include <cstddef>
#include <vector>

namespace alembert::linear {

struct ColumnEntry {
  int column;
  double value;
};
using SparseRow = std::vector<ColumnEntry>;

// Things in lists by a count, for whichever has the least. Those of one list come in turns: what comes in goes to its
// end.
class ByCount {
 public:
  ByCount(std::size_t things, std::size_t most_counted)
      : first_(most_counted + 1, -1),
        last_(most_counted + 1, -1),
        count_(things, -1),
        next_(things),
        previous_(things) {}

  void insert(int thing, int count);
  void remove(int thing);
  bool holds(int thing) const { return count_[static_cast<std::size_t>(thing)] >= 0; }
  bool empty() const { return held_ == 0; }
  int first(int count) const { return first_[static_cast<std::size_t>(count)]; }  // -1: none
  int next(int thing) const { return next_[static_cast<std::size_t>(thing)]; }    // of the same count
  // Of the list that is not empty.
  int lowest_count();
  int highest_count() const { return static_cast<int>(first_.size()) - 1; }

 private:
  std::vector<int> first_, last_, count_, next_, previous_;
  int lowest_ = 0, held_ = 0;
};

class Elimination {
 public:
  enum class Verdict : char { independent, dependent, suspect };
  // Rows of S whose length is at most `zero` count as zero; entries below `pivot` are no pivots.
  struct Limits {
    double zero, pivot;
    long operations;
  };
  // A coefficient of a row in a combination of rows.
  struct Share {
    int row;
    double value;
  };

  Elimination(std::vector<SparseRow> rows, int columns, const Limits& limits);

  // False: it takes more operations than are allowed, and nothing is known of the rows.
  bool run();
  // independent: a pivot row; dependent: a zero row of S; suspect: another row of S, none of whose entries is a pivot.
  Verdict verdict(int row) const;
  // Of a row that is not independent: the shares c_i of independent rows with  a_row + sum c_i a_i = its row of S.
  // False: there are more than `most`.
  bool combination(int row, std::vector<Share>& shares, std::size_t most);

  long operations() const { return operations_; }
  // The largest entry that came up, of rows of length 1.
  double growth() const { return growth_; }

 private:
  enum class State : char { active, pivot, zero };
  struct Row {
    SparseRow entries;
    double largest = 0.0;
    State state = State::active;
    int pivot = -1;                               // which one it is
    std::vector<std::pair<int, double>> factors;  // pivots whose rows were subtracted from it, rising, and how often
  };
  struct Candidate {
    int row = -1, column = -1;
    double value = 0.0;
    long cost = 0;
  };
  struct ColumnValue {
    int row;
    double value;
  };

  void recount(int column, int change);
  void list(int row);

  double gather(int column);
  Candidate best_in_column(int column);
  Candidate best_in_row(int row);
  void compare_columns(int count, Candidate& best, int& compared);
  void compare_rows(int count, Candidate& best, int& compared);
  Candidate short_pivot();
  Candidate climb();
  void eliminate(const Candidate& pivot);
  void subtract(int row, int pivot, double factor, const SparseRow& pivot_row);
  void retire(int row, State state);

  Limits limits_;
  std::vector<Row> rows_;
  std::vector<std::vector<int>> column_rows_;  // also rows that are no longer in the column
  std::vector<int> count_;                     // those that are
  ByCount short_columns_, short_rows_;
  std::vector<int> waiting_;  // columns without a fit pivot, and in no list until one of their rows changes
  std::vector<int> place_;    // of a column in the row being changed, -1: not there
  std::vector<int> seen_;     // a row, when last gathered
  int gathering_ = 0;
  std::vector<ColumnValue> gathered_;
  std::vector<int> pivot_rows_;
  std::vector<double> share_;  // per pivot
  long operations_ = 0;
  double growth_ = 0.0;
};

}  // namespace alembert::linear
