#include "linear/component_rank.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <map>

#include "math/types.h"

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

std::size_t at(int k) { return static_cast<std::size_t>(k); }

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
  struct Group {
    std::vector<int> basis, suspects;
  };
  std::map<int, Group> groups;
  for (const Suspect& suspect : suspects_) {
    Group& group = groups[together.find(suspect.row)];
    group.suspects.push_back(suspect.row);
    for (const Share& s : suspect.shares)
      if (matters(s)) group.basis.push_back(s.row);
  }
  for (auto& [root, group] : groups) {
    std::sort(group.basis.begin(), group.basis.end());
    group.basis.erase(std::unique(group.basis.begin(), group.basis.end()), group.basis.end());
    if (!decide(group.basis, group.suspects)) return false;
  }
  return true;
}

// With B the basis and C the suspects, standing:  [B C] = Q [R B'; 0 E],  E P = Q' [R' E'; 0 0].
// The diagonal of R' has the distances of suspects from the basis and the suspects before them.
bool ComponentRank::decide(const std::vector<int>& basis, const std::vector<int>& suspects) {
  std::vector<int> rows = basis, columns;
  rows.insert(rows.end(), suspects.begin(), suspects.end());
  for (const int row : rows)
    for (const ColumnEntry& e : rows_[at(row)]) {
      if (place_[at(e.column)] >= 0) continue;
      place_[at(e.column)] = static_cast<int>(columns.size());
      columns.push_back(e.column);
    }
  const auto b = static_cast<Eigen::Index>(basis.size()), count = static_cast<Eigen::Index>(suspects.size());
  const auto n = static_cast<Eigen::Index>(columns.size());
  const double all = static_cast<double>(rows.size());
  const bool small = 2.0 * static_cast<double>(n) * all * all <= limits_.qr_operations;
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(small ? n : 0, small ? b + count : 0);
  for (std::size_t k = 0; small && k < rows.size(); ++k)
    for (const ColumnEntry& e : rows_[at(rows[k])]) A(place_[at(e.column)], static_cast<Eigen::Index>(k)) = e.value;
  for (const int c : columns) place_[at(c)] = -1;
  if (!small) return false;
  qr_rows_ = std::max(qr_rows_, static_cast<int>(rows.size()));
  const Eigen::HouseholderQR<Eigen::MatrixXd> first(A.leftCols(b));
  const Eigen::MatrixXd C = first.householderQ().adjoint() * A.rightCols(count);
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> second(C.bottomRows(n - b));
  const Eigen::MatrixXd& R = second.matrixQR();
  Eigen::Index rank = 0;
  while (rank < std::min(n - b, count) && std::abs(R(rank, rank)) > tolerance_) ++rank;
  const auto& order = second.colsPermutation().indices();
  std::vector<Share> shares;
  for (Eigen::Index k = rank; k < count; ++k) {
    Vector x = R.col(k).head(rank);
    R.topLeftCorner(rank, rank).triangularView<Eigen::Upper>().solveInPlace(x);
    Vector y = C.col(order[k]).head(b);
    for (Eigen::Index i = 0; i < rank; ++i) y -= x[i] * C.col(order[i]).head(b);
    first.matrixQR().topLeftCorner(b, b).triangularView<Eigen::Upper>().solveInPlace(y);
    shares.clear();
    for (Eigen::Index i = 0; i < b; ++i) shares.push_back({basis[static_cast<std::size_t>(i)], -y[i]});
    for (Eigen::Index i = 0; i < rank; ++i) shares.push_back({suspects[at(order[i])], -x[i]});
    depends(suspects[at(order[k])], shares);
  }
  return true;
}

}  // namespace alembert::linear
