#include "linear/component_rank.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "linear/dense.h"
#include "linear/index.h"

namespace alembert::linear {

namespace {

using Verdict = Elimination::Verdict;

// Elimination leaves of a row at least its distance from the span of the others, and at most some 10 times as much (its
// pivots may be a tenth of the largest entries). Between the tolerance and this many times it QR decides.
constexpr double kDoubt = 100.0;
// Rounding of elimination is this many times that of its entries; more, and its verdicts would not be beyond doubt.
constexpr double kLargestGrowth = 1e4;
// A share that is not rounding: those of real dependencies are of order 1, rows being of length 1.
constexpr double kShare = 1e-7;
// A sum of more rows than this may be a long way round, where a few rows nearby would do: that of a loop of dozens of
// joints has fewer.
constexpr std::size_t kShortSum = 150;

}  // namespace

ComponentRank::ComponentRank(const std::vector<SparseRow>& rows, int columns, double tolerance,
                             const RankLimits& limits)
    : rows_(rows),
      tolerance_(tolerance),
      limits_(limits),
      elimination_(rows, columns, {tolerance, kDoubt * tolerance, limits.operations}),
      groups_(rows.size()),
      involved_(rows.size(), 0),
      usable_(rows.size(), 0),
      sum_(at(columns), 0.0),
      place_(at(columns), -1),
      seen_(rows.size(), 0) {}

RankComponent ComponentRank::run() {
  RankComponent out;
  out.analysed = find_dependent() && examine_suspects();
  if (!out.analysed) return out;
  out.rank = static_cast<int>(rows_.size() - dependent_.size());
  std::map<int, DependentRows> sets;
  for (int row = 0; row < size(); ++row)
    if (involved_[at(row)]) sets[groups_.find(row)].rows.push_back(row);
  for (const int row : dependent_) ++sets[groups_.find(row)].redundant;
  for (auto& [root, set] : sets) out.sets.push_back(std::move(set));
  return out;
}

// False: too much work.
bool ComponentRank::find_dependent() {
  if (!elimination_.run()) return false;
  if (elimination_.growth() > kLargestGrowth) {
    for (int row = 0; row < size(); ++row) suspects_.push_back({row, {}});
    return true;
  }
  for (int row = 0; row < size(); ++row) usable_[at(row)] = elimination_.verdict(row) == Verdict::independent;
  std::vector<Share> shares;
  std::vector<int> far;
  for (int row = 0; row < size() && !exhausted(); ++row) {
    if (elimination_.verdict(row) != Verdict::dependent) continue;
    if (elimination_.combination(row, shares, kShortSum))
      take_sum(row, shares);
    else
      far.push_back(row);
  }
  for (const int row : far)
    if (exhausted() || !sum_of_far_rows(row)) return false;
  for (int row = 0; row < size() && !exhausted(); ++row) {
    if (elimination_.verdict(row) != Verdict::suspect) continue;
    elimination_.combination(row, shares, rows_.size());
    suspects_.push_back({row, shares});
  }
  return !exhausted();
}

// A row is found to depend on others, unless that is not so to the tolerance; then it is suspect.
bool ComponentRank::take_sum(int row, const std::vector<Share>& shares) {
  if (!(remainder(row, shares) <= 2.0 * tolerance_)) {
    suspects_.push_back({row, shares});
    return false;
  }
  depends(row, shares);
  return true;
}

void ComponentRank::depends(int row, const std::vector<Share>& shares) {
  dependent_.push_back(row);
  usable_[at(row)] = 1;
  involved_[at(row)] = 1;
  for (const Share& s : shares) {
    if (std::abs(s.value) < kShare) continue;
    involved_[at(s.row)] = 1;
    groups_.join(s.row, row);
  }
}

// Length of a_row + sum c_i a_i.
double ComponentRank::remainder(int row, const std::vector<Share>& shares) {
  const auto add = [&](int r, double share) {
    others_ += static_cast<long>(rows_[at(r)].size());
    for (const ColumnEntry& e : rows_[at(r)]) sum_[at(e.column)] += share * e.value;
  };
  double squares = 0.0;
  const auto clear = [&](int r) {
    for (const ColumnEntry& e : rows_[at(r)]) {
      squares += sum_[at(e.column)] * sum_[at(e.column)];
      sum_[at(e.column)] = 0.0;
    }
  };
  add(row, 1.0);
  for (const Share& s : shares) add(s.row, s.value);
  clear(row);
  for (const Share& s : shares) clear(s.row);
  return std::sqrt(squares);
}

// Looks for a sum among ever more rows nearby before it takes the one that the elimination knows. False: too much work.
bool ComponentRank::sum_of_far_rows(int row) {
  std::vector<Share> shares;
  for (std::size_t most = kShortSum; most < rows_.size(); most *= 8) {
    if (exhausted()) return false;
    if (sum_of_near_rows(row, most, shares)) return true;
    if (!elimination_.combination(row, shares, 8 * most)) continue;
    take_sum(row, shares);
    return true;
  }
  elimination_.combination(row, shares, rows_.size());
  take_sum(row, shares);
  return true;
}

// The rows reached first from a row by way of columns, itself first; only such as sums may have.
std::vector<int> ComponentRank::near_rows(int row, std::size_t most) {
  if (column_rows_.empty()) {
    column_rows_.resize(sum_.size());
    for (int r = 0; r < size(); ++r)
      for (const ColumnEntry& e : rows_[at(r)]) column_rows_[at(e.column)].push_back(r);
  }
  ++searches_;
  std::vector<int> out{row};
  seen_[at(row)] = searches_;
  for (std::size_t k = 0; k < out.size() && out.size() < most; ++k)
    for (const ColumnEntry& e : rows_[at(out[k])]) {
      if (out.size() >= most) break;
      for (const int other : column_rows_[at(e.column)]) {
        ++others_;
        if (out.size() >= most) break;
        if (seen_[at(other)] == searches_ || !usable_[at(other)]) continue;
        seen_[at(other)] = searches_;
        out.push_back(other);
      }
    }
  return out;
}

// A sum with the row in it, of it and at most so many rows nearby. False: there is none.
bool ComponentRank::sum_of_near_rows(int row, std::size_t most, std::vector<Share>& shares) {
  const std::vector<int> near = near_rows(row, most);
  std::vector<SparseRow> rows;
  std::vector<int> columns;
  for (const int r : near) {
    rows.push_back(rows_[at(r)]);
    for (ColumnEntry& e : rows.back()) {
      if (place_[at(e.column)] < 0) {
        place_[at(e.column)] = static_cast<int>(columns.size());
        columns.push_back(e.column);
      }
      e.column = place_[at(e.column)];
    }
  }
  for (const int c : columns) place_[at(c)] = -1;
  Elimination elimination(std::move(rows), static_cast<int>(columns.size()),
                          {tolerance_, kDoubt * tolerance_, limits_.operations});
  bool found = false;
  if (elimination.run())
    for (int k = 0; k < static_cast<int>(near.size()) && !found; ++k) {
      if (elimination.verdict(k) != Verdict::dependent) continue;
      elimination.combination(k, shares, near.size());
      found = k == 0 || std::any_of(shares.begin(), shares.end(),
                                    [](const Share& s) { return s.row == 0 && std::abs(s.value) >= kShare; });
      if (!found) continue;
      // a_k + sum c_i a_i = 0, with c_0, as a sum for the row itself.
      double own = 1.0;
      for (Share& s : shares)
        if (s.row == 0) {
          own = s.value;
          s = {k, 1.0};
        }
      for (Share& s : shares) s = {near[at(s.row)], s.value / own};
      found = remainder(row, shares) <= 2.0 * tolerance_;
    }
  others_ += elimination.operations();
  if (found) depends(row, shares);
  return found;
}

// Suspects in groups that share no row of their combinations, each with those rows. False: too much work.
bool ComponentRank::examine_suspects() {
  Groups together(rows_.size());
  const auto matters = [&](const Share& s) { return std::abs(s.value) > 1e-3 * tolerance_; };
  for (const Suspect& suspect : suspects_)
    for (const Share& s : suspect.shares)
      if (matters(s)) together.join(s.row, suspect.row);
  std::map<int, std::vector<int>> groups;
  for (const Suspect& suspect : suspects_) {
    std::vector<int>& rows = groups[together.find(suspect.row)];
    rows.push_back(suspect.row);
    for (const Share& s : suspect.shares)
      if (matters(s)) rows.push_back(s.row);
  }
  for (auto& [root, rows] : groups) {
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    if (!decide(rows)) return false;
  }
  return true;
}

// With the rows standing as columns of A:  A P = Q [R R'; 0 0], in the order of what earlier columns leave of them,
// which is on the diagonal of R; those of which less than the tolerance is left are R^-1 R' of the others.
bool ComponentRank::decide(const std::vector<int>& rows) {
  std::vector<int> columns;
  for (const int row : rows)
    for (const ColumnEntry& e : rows_[at(row)]) {
      if (place_[at(e.column)] >= 0) continue;
      place_[at(e.column)] = static_cast<int>(columns.size());
      columns.push_back(e.column);
    }
  const double count = static_cast<double>(rows.size());
  const bool small = 2.0 * static_cast<double>(columns.size()) * count * count <= limits_.qr_operations;
  Eigen::MatrixXd A;
  if (small) A.setZero(static_cast<Eigen::Index>(columns.size()), static_cast<Eigen::Index>(rows.size()));
  for (std::size_t k = 0; small && k < rows.size(); ++k)
    for (const ColumnEntry& e : rows_[at(rows[k])]) A(place_[at(e.column)], static_cast<Eigen::Index>(k)) = e.value;
  for (const int c : columns) place_[at(c)] = -1;
  if (!small) return false;
  qr_rows_ = std::max(qr_rows_, static_cast<int>(rows.size()));
  const PivotedQr qr(A, tolerance_);
  const auto row_at = [&](Eigen::Index place) { return rows[static_cast<std::size_t>(qr.column(place))]; };
  std::vector<Share> shares;
  for (Eigen::Index k = qr.rank(); k < A.cols(); ++k) {
    const Eigen::VectorXd made_of = qr.solve(A.col(qr.column(k)));
    shares.clear();
    for (Eigen::Index i = 0; i < qr.rank(); ++i) shares.push_back({row_at(i), -made_of[qr.column(i)]});
    depends(row_at(k), shares);
  }
  return true;
}

}  // namespace alembert::linear
