#include "linear/elimination.h"

#include <algorithm>
#include <cmath>
#include <queue>

#include "linear/index.h"

namespace alembert::linear {

namespace {

// A pivot may be this much smaller than the largest entry of its row and of its column.
constexpr double kThreshold = 0.1;
// A row that stands alone in a column cannot be made of others if its entry there, of rows of length 1, is not tiny.
constexpr double kAlone = 1e-3;
// Entries below this are what rounding leaves where they cancel (sums of a few terms of order 1).
constexpr double kRounding = 1e-15;
// So many columns are compared with each other; more made no shorter factors (chains, loops, nets).
constexpr int kCompared = 4;
// What comes and goes through a queue takes as long as this many entries that lie side by side.
constexpr long kQueued = 20;
constexpr int kNone = -1;

}  // namespace

void ByCount::insert(int thing, int count) {
  const std::size_t k = at(thing), c = at(count);
  count_[k] = count;
  next_[k] = kNone;
  previous_[k] = last_[c];
  (last_[c] == kNone ? first_[c] : next_[at(last_[c])]) = thing;
  last_[c] = thing;
  lowest_ = std::min(lowest_, count);
  ++held_;
}

void ByCount::remove(int thing) {
  const std::size_t k = at(thing);
  if (count_[k] < 0) return;
  const std::size_t c = at(count_[k]);
  const int before = previous_[k], after = next_[k];
  (before == kNone ? first_[c] : next_[at(before)]) = after;
  (after == kNone ? last_[c] : previous_[at(after)]) = before;
  count_[k] = -1;
  --held_;
}

int ByCount::lowest_count() {
  while (lowest_ < highest_count() && first(lowest_) == kNone) ++lowest_;
  return lowest_;
}

Elimination::Elimination(std::vector<SparseRow> rows, int columns, const Limits& limits)
    : limits_(limits),
      rows_(rows.size()),
      column_rows_(at(columns)),
      count_(at(columns), 0),
      short_columns_(at(columns), rows.size()),
      short_rows_(rows.size(), at(columns)),
      place_(at(columns), kNone),
      seen_(rows.size(), 0) {
  for (std::size_t r = 0; r < rows.size(); ++r) {
    rows_[r].entries = std::move(rows[r]);
    for (const ColumnEntry& e : rows_[r].entries) {
      rows_[r].largest = std::max(rows_[r].largest, std::abs(e.value));
      column_rows_[at(e.column)].push_back(static_cast<int>(r));
      ++count_[at(e.column)];
    }
    growth_ = std::max(growth_, rows_[r].largest);
    if (rows_[r].largest == 0.0) rows_[r].state = State::zero;
    list(static_cast<int>(r));
  }
  for (int c = 0; c < columns; ++c) recount(c, 0);
}

// A column that has changed, and may have a fit pivot.
void Elimination::recount(int column, int change) {
  short_columns_.remove(column);
  count_[at(column)] += change;
  if (count_[at(column)] > 0) short_columns_.insert(column, count_[at(column)]);
}

void Elimination::list(int r) {
  const Row& row = rows_[at(r)];
  short_rows_.remove(r);
  if (row.state == State::active && row.largest >= limits_.pivot)
    short_rows_.insert(r, static_cast<int>(row.entries.size()));
}

// The entries of a column, and the largest of them.
double Elimination::gather(int column) {
  std::vector<int>& rows = column_rows_[at(column)];
  gathered_.clear();
  ++gathering_;
  double largest = 0.0;
  std::size_t kept = 0;
  for (const int r : rows) {
    const Row& row = rows_[at(r)];
    if (row.state != State::active || seen_[at(r)] == gathering_) continue;
    const auto found =
        std::find_if(row.entries.begin(), row.entries.end(), [&](const ColumnEntry& e) { return e.column == column; });
    operations_ += found - row.entries.begin();
    if (found == row.entries.end()) continue;
    seen_[at(r)] = gathering_;
    rows[kept++] = r;
    gathered_.push_back({r, found->value});
    largest = std::max(largest, std::abs(found->value));
  }
  rows.resize(kept);
  return largest;
}

// The fit pivot of a column with the shortest row.
Elimination::Candidate Elimination::best_in_column(int column) {
  Candidate best;
  const double largest = gather(column);
  const bool alone = gathered_.size() == 1 && largest >= kAlone;
  for (const ColumnValue& e : gathered_) {
    const Row& row = rows_[at(e.row)];
    const double size = std::abs(e.value);
    if (size < limits_.pivot || size < kThreshold * largest || (!alone && size < kThreshold * row.largest)) continue;
    const long cost = (static_cast<long>(row.entries.size()) - 1) * (static_cast<long>(gathered_.size()) - 1);
    if (best.row == kNone || cost < best.cost) best = {e.row, column, e.value, cost};
  }
  return best;
}

// The fit pivot of a row in the shortest column.
Elimination::Candidate Elimination::best_in_row(int r) {
  const Row& row = rows_[at(r)];
  Candidate best;
  for (const ColumnEntry& e : row.entries) {
    if (std::abs(e.value) < kThreshold * row.largest || std::abs(e.value) < limits_.pivot) continue;
    const long cost = static_cast<long>(row.entries.size() - 1) * (count_[at(e.column)] - 1);
    if (best.row == kNone || cost < best.cost) best = {r, e.column, e.value, cost};
  }
  if (best.row != kNone && std::abs(best.value) < kThreshold * gather(best.column)) best.row = kNone;
  return best;
}

void Elimination::compare_columns(int count, Candidate& best, int& compared) {
  if (count > short_columns_.highest_count()) return;
  for (int column = short_columns_.first(count); column != kNone && compared < kCompared;) {
    const int after = short_columns_.next(column);
    const Candidate found = best_in_column(column);
    if (found.row == kNone) {
      short_columns_.remove(column);
      waiting_.push_back(column);
    } else {
      ++compared;
      if (best.row == kNone || found.cost < best.cost) best = found;
    }
    column = after;
  }
}

void Elimination::compare_rows(int count, Candidate& best, int& compared) {
  if (count > short_rows_.highest_count()) return;
  for (int row = short_rows_.first(count); row != kNone && compared < kCompared; ++compared) {
    const int after = short_rows_.next(row);
    const Candidate found = best_in_row(row);
    if (found.row == kNone)
      list(row);  // others of this length have their turn before it
    else if (best.row == kNone || found.cost < best.cost)
      best = found;
    row = after;
  }
}

// No pivot in columns and rows of `count` and more entries costs less than (count - 1)^2.
Elimination::Candidate Elimination::short_pivot() {
  Candidate best;
  int columns = 0, rows = 0;
  const int lowest = std::min(short_columns_.lowest_count(), short_rows_.lowest_count());
  for (int count = lowest; !short_columns_.empty() && columns < kCompared; ++count) {
    const long least = static_cast<long>(count - 1) * (count - 1);
    if (best.row != kNone && best.cost <= least) break;
    if (count > short_columns_.highest_count()) break;
    compare_columns(count, best, columns);
    if (best.row != kNone && best.cost <= least) break;
    compare_rows(count, best, rows);
  }
  return best;
}

// From an entry to the largest in its row, to the largest in that column, ..., which ends at a fit pivot.
Elimination::Candidate Elimination::climb() {
  while (!waiting_.empty()) {
    int column = waiting_.back();
    if (short_columns_.holds(column) || gather(column) < limits_.pivot) {
      waiting_.pop_back();
      continue;
    }
    for (;;) {
      const auto top = std::max_element(gathered_.begin(), gathered_.end(), [](const auto& a, const auto& b) {
        return std::abs(a.value) < std::abs(b.value);
      });
      const Row& row = rows_[at(top->row)];
      if (std::abs(top->value) >= kThreshold * row.largest) return {top->row, column, top->value, 0};
      const auto widest = std::max_element(row.entries.begin(), row.entries.end(), [](const auto& a, const auto& b) {
        return std::abs(a.value) < std::abs(b.value);
      });
      const Candidate found{top->row, widest->column, widest->value, 0};
      column = widest->column;
      if (std::abs(found.value) >= kThreshold * gather(column)) return found;
    }
  }
  return {};
}

void Elimination::retire(int r, State state) {
  Row& row = rows_[at(r)];
  row.state = state;
  short_rows_.remove(r);
  for (const ColumnEntry& e : row.entries) recount(e.column, -1);
}

// row <- row - factor * pivot_row
void Elimination::subtract(int r, int pivot, double factor, const SparseRow& pivot_row) {
  Row& row = rows_[at(r)];
  row.factors.emplace_back(pivot, factor);
  for (std::size_t k = 0; k < row.entries.size(); ++k) place_[at(row.entries[k].column)] = static_cast<int>(k);
  for (const ColumnEntry& e : pivot_row) {
    int& place = place_[at(e.column)];
    if (place != kNone) {
      row.entries[at(place)].value -= factor * e.value;
      continue;
    }
    place = static_cast<int>(row.entries.size());
    row.entries.push_back({e.column, -factor * e.value});
    column_rows_[at(e.column)].push_back(r);
    recount(e.column, 1);
  }
  operations_ += static_cast<long>(row.entries.size() + pivot_row.size());
  const int column = pivot_row.front().column;
  double squares = 0.0;
  row.largest = 0.0;
  std::size_t kept = 0;
  for (const ColumnEntry& e : row.entries) {
    place_[at(e.column)] = kNone;
    const double size = std::abs(e.value);
    if (e.column == column || size < kRounding) {
      recount(e.column, -1);
      continue;
    }
    if (!short_columns_.holds(e.column)) recount(e.column, 0);
    row.entries[kept++] = e;
    row.largest = std::max(row.largest, size);
    squares += size * size;
  }
  row.entries.resize(kept);
  growth_ = std::max(growth_, row.largest);
  if (squares <= limits_.zero * limits_.zero)
    retire(r, State::zero);
  else
    list(r);
}

void Elimination::eliminate(const Candidate& pivot) {
  gather(pivot.column);
  const std::vector<ColumnValue> others = gathered_;
  Row& row = rows_[at(pivot.row)];
  row.pivot = static_cast<int>(pivot_rows_.size());
  pivot_rows_.push_back(pivot.row);
  retire(pivot.row, State::pivot);
  // The pivot itself first.
  std::swap(row.entries.front(), *std::find_if(row.entries.begin(), row.entries.end(),
                                               [&](const auto& e) { return e.column == pivot.column; }));
  for (const ColumnValue& other : others)
    if (other.row != pivot.row) subtract(other.row, row.pivot, other.value / pivot.value, row.entries);
  row.entries = {};
  column_rows_[at(pivot.column)] = {};
}

bool Elimination::run() {
  while (operations_ <= limits_.operations) {
    Candidate pivot = short_pivot();
    if (pivot.row == kNone) pivot = climb();
    if (pivot.row == kNone) return true;
    eliminate(pivot);
  }
  return false;
}

Elimination::Verdict Elimination::verdict(int row) const {
  switch (rows_[at(row)].state) {
    case State::pivot:
      return Verdict::independent;
    case State::zero:
      return Verdict::dependent;
    case State::active:
      break;
  }
  return Verdict::suspect;
}

// With the pivot rows u_k = a_k - sum_j<k L_kj u_j, and so a row of S = a - sum_k l_k u_k, from the last pivot to the
// first.
bool Elimination::combination(int row, std::vector<Share>& shares, std::size_t most) {
  shares.clear();
  share_.resize(pivot_rows_.size(), 0.0);
  std::priority_queue<int> open;
  const auto add = [&](int pivot, double value) {
    if (share_[at(pivot)] == 0.0) open.push(pivot);
    share_[at(pivot)] += value;
  };
  for (const auto& [pivot, factor] : rows_[at(row)].factors) add(pivot, -factor);
  bool complete = true;
  while (!open.empty()) {
    const int pivot = open.top();
    open.pop();
    const double share = share_[at(pivot)];
    share_[at(pivot)] = 0.0;
    if (std::abs(share) < kRounding) continue;
    complete = complete && shares.size() < most;
    if (!complete) continue;
    const Row& source = rows_[at(pivot_rows_[at(pivot)])];
    shares.push_back({pivot_rows_[at(pivot)], share});
    operations_ += kQueued * static_cast<long>(source.factors.size() + 1);
    for (const auto& [earlier, factor] : source.factors) add(earlier, -share * factor);
  }
  return complete;
}

}  // namespace alembert::linear
