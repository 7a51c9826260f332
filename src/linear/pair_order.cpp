#include "linear/pair_order.h"

#include <amd.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "linear/index.h"

namespace alembert::linear {

namespace {

// A diagonal entry is weak below this part of the largest in its row: pivots are looked for on the diagonal down to a
// thousandth of a column (KLU's tolerance).
constexpr double kWeak = 1e-3;
// A partner has an entry of at least this part of the largest that the weak column has with strong rows.
constexpr double kPartner = 0.1;

struct Columns {
  std::span<const int> starts, rows;
  std::span<const double> values;
  int size() const { return static_cast<int>(starts.size()) - 1; }
  template <class F>
  void each(int column, F&& f) const {
    for (int k = starts[at(column)]; k < starts[at(column + 1)]; ++k) f(rows[at(k)], std::abs(values[at(k)]));
  }
};

std::vector<char> weak_rows(const Columns& a) {
  const int n = a.size();
  std::vector<double> largest(at(n), 0.0), diagonal(at(n), 0.0);
  for (int c = 0; c < n; ++c)
    a.each(c, [&](int r, double size) {
      largest[at(r)] = std::max(largest[at(r)], size);
      if (r == c) diagonal[at(c)] = size;
    });
  std::vector<char> out(at(n));
  for (int r = 0; r < n; ++r) out[at(r)] = !(diagonal[at(r)] >= kWeak * largest[at(r)]) || largest[at(r)] == 0.0;
  return out;
}

// Weak columns and strong rows, matched by augmenting paths.
class Matching {
 public:
  Matching(const Columns& a, const std::vector<char>& weak) : mate(at(a.size()), -1), partners_(at(a.size())) {
    std::vector<int> wanted(at(a.size()), 0);
    for (int c = 0; c < a.size(); ++c) {
      if (!weak[at(c)]) continue;
      double largest = 0.0;
      const auto strong = [&](auto&& f) {
        a.each(c, [&](int r, double size) {
          if (!weak[at(r)]) f(r, size);
        });
      };
      strong([&](int, double size) { largest = std::max(largest, size); });
      strong([&](int r, double size) {
        if (largest > 0.0 && size >= kPartner * largest) partners_[at(c)].push_back(r);
      });
      for (const int r : partners_[at(c)]) ++wanted[at(r)];
    }
    // Those first that few others want.
    for (auto& list : partners_)
      std::stable_sort(list.begin(), list.end(), [&](int x, int y) { return wanted[at(x)] < wanted[at(y)]; });
    seen_.assign(at(a.size()), -1);
    for (int c = 0; c < a.size(); ++c)
      if (weak[at(c)]) match(c);
  }

  std::vector<int> mate;  // of rows and columns alike; -1: none

 private:
  struct Step {
    int column;
    std::size_t next;
  };

  void match(int column) {
    for (const int r : partners_[at(column)])
      if (mate[at(r)] < 0) return join(column, r);
    // What a search without success has seen is of no use to others either, and stays seen.
    path_.assign(1, {column, 0});
    while (!path_.empty()) {
      Step& here = path_.back();
      const auto& list = partners_[at(here.column)];
      if (here.next == list.size()) {
        path_.pop_back();
        continue;
      }
      const int r = list[here.next++];
      if (seen_[at(r)] == column || seen_[at(r)] == kLost) continue;
      seen_[at(r)] = column;
      visited_.push_back(r);
      if (mate[at(r)] < 0) {
        for (const Step& step : path_) join(step.column, partners_[at(step.column)][step.next - 1]);
        visited_.clear();
        return;
      }
      path_.push_back({mate[at(r)], 0});
    }
    for (const int r : visited_) seen_[at(r)] = kLost;
    visited_.clear();
  }
  void join(int column, int row) {
    mate[at(row)] = column;
    mate[at(column)] = row;
  }

  static constexpr int kLost = -2;
  std::vector<std::vector<int>> partners_;
  std::vector<int> seen_, visited_;
  std::vector<Step> path_;
};

// Nodes of the smaller graph: pairs and single rows, strong ones first in each.
struct Nodes {
  std::vector<int> of;                    // each row
  std::vector<std::vector<int>> members;  // of each node

  Nodes(const std::vector<int>& mate, const std::vector<char>& weak) : of(mate.size(), -1) {
    for (std::size_t r = 0; r < mate.size(); ++r) {
      if (of[r] >= 0) continue;
      of[r] = static_cast<int>(members.size());
      members.push_back({static_cast<int>(r)});
      if (mate[r] < 0) continue;
      of[at(mate[r])] = of[r];
      members.back().push_back(mate[r]);
      if (weak[r]) std::swap(members.back()[0], members.back()[1]);
    }
  }
};

std::vector<int> minimum_degree(const Columns& a, const Nodes& nodes) {
  const auto count = static_cast<int>(nodes.members.size());
  std::vector<int> starts(1, 0), rows, last(at(count), -1);
  for (int node = 0; node < count; ++node) {
    for (const int c : nodes.members[at(node)])
      a.each(c, [&](int r, double) {
        const int other = nodes.of[at(r)];
        if (other == node || last[at(other)] == node) return;
        last[at(other)] = node;
        rows.push_back(other);
      });
    std::sort(rows.begin() + starts.back(), rows.end());
    starts.push_back(static_cast<int>(rows.size()));
  }
  std::vector<int> order(at(count));
  std::iota(order.begin(), order.end(), 0);
  if (!rows.empty() && amd_order(count, starts.data(), rows.data(), order.data(), nullptr, nullptr) < AMD_OK)
    throw std::runtime_error("AMD cannot order the matrix");
  return order;
}

// Entries of L and U of a symmetric pattern in this order, by walking up the elimination tree from each entry of a row.
double count_fill(const Columns& a, const std::vector<int>& order) {
  const int n = a.size();
  std::vector<int> place(at(n)), parent(at(n), -1), mark(at(n), -1);
  for (int k = 0; k < n; ++k) place[at(order[at(k)])] = k;
  std::vector<std::vector<int>> earlier(at(n));  // of each row, entries of A + A^T before the diagonal
  for (int c = 0; c < n; ++c)
    a.each(c, [&](int r, double) {
      const int x = place[at(r)], y = place[at(c)];
      if (x != y) earlier[at(std::max(x, y))].push_back(std::min(x, y));
    });
  double below = 0.0;
  for (int k = 0; k < n; ++k) {
    mark[at(k)] = k;
    for (int i : earlier[at(k)])
      for (; mark[at(i)] != k; i = parent[at(i)]) {
        if (parent[at(i)] < 0) parent[at(i)] = k;
        mark[at(i)] = k;
        below += 1.0;
      }
  }
  return 2.0 * (below + n);  // KLU counts the diagonal in both
}

}  // namespace

PairOrder pair_order(std::span<const int> starts, std::span<const int> rows, std::span<const double> values) {
  const Columns a{starts, rows, values};
  const std::vector<char> weak = weak_rows(a);
  const Nodes nodes(Matching(a, weak).mate, weak);
  PairOrder out;
  for (const int node : minimum_degree(a, nodes))
    for (const int r : nodes.members[at(node)]) out.order.push_back(r);
  out.fill = count_fill(a, out.order);
  return out;
}

}  // namespace alembert::linear
