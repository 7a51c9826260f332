#include "linear/supernodes.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "linear/index.h"

namespace alembert::linear {

namespace {

using Sparse = Eigen::SparseMatrix<double>;

std::vector<int> inverse(const std::vector<int>& order) {
  std::vector<int> rank(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) rank[at(order[k])] = static_cast<int>(k);
  return rank;
}

// Calls use(j) for the places (i, j) of P A P^T left of the diagonal.
template <class Use>
void each_before(const Sparse& A, const Supernodes& s, int i, Use use) {
  for (Sparse::InnerIterator it(A, s.order[at(i)]); it; ++it)
    if (const int j = s.rank[at(static_cast<int>(it.row()))]; j < i) use(j);
}

// Of each column, -1: none. `above` short-cuts ways to the root.
std::vector<int> elimination_tree(const Sparse& A, const Supernodes& s) {
  const auto n = static_cast<int>(A.rows());
  std::vector<int> parent(at(n), -1), above(at(n), -1);
  for (int i = 0; i < n; ++i)
    each_before(A, s, i, [&](int j) {
      while (above[at(j)] >= 0 && above[at(j)] != i) j = std::exchange(above[at(j)], i);
      if (above[at(j)] < 0) above[at(j)] = parent[at(j)] = i;
    });
  return parent;
}

// Columns so that the descendants of each stand right before it.
std::vector<int> postorder(const std::vector<int>& parent) {
  const auto n = static_cast<int>(parent.size());
  std::vector<int> child(at(n), -1), sibling(at(n), -1), out, path;
  for (int j = n - 1; j >= 0; --j)
    if (const int p = parent[at(j)]; p >= 0) sibling[at(j)] = std::exchange(child[at(p)], j);
  for (int root = 0; root < n; ++root) {
    if (parent[at(root)] >= 0) continue;
    path.push_back(root);
    while (!path.empty()) {
      if (const int next = std::exchange(child[at(path.back())], -1); next >= 0) {
        path.push_back(next);
        continue;
      }
      const int done = path.back();
      out.push_back(done);
      path.pop_back();
      if (sibling[at(done)] >= 0) path.push_back(sibling[at(done)]);
    }
  }
  return out;
}

// Entries of each column of L: row i has those on the ways in the tree from the places of row i of A to i.
std::vector<int> column_counts(const Sparse& A, const Supernodes& s, const std::vector<int>& parent) {
  std::vector<int> count(parent.size(), 1), last(parent.size(), -1);
  for (int i = 0; i < static_cast<int>(parent.size()); ++i) {
    last[at(i)] = i;
    each_before(A, s, i, [&](int j) {
      for (; last[at(j)] != i; j = parent[at(j)]) {
        last[at(j)] = i;
        ++count[at(j)];
      }
    });
  }
  return count;
}

// A supernode in the making.
struct Panel {
  int first = 0, columns = 0, height = 0;
  double entries = 0.0;  // that are not known to be 0

  double room() const { return columns * (height - 0.5 * (columns - 1)); }
};

// Whether two make a good one: narrow ones may have many zeros, wide ones few. The numbers are those of CHOLMOD, which
// were measured on many matrices (Chen, Davis, Hager, Rajamanickam 2008).
bool worth_joining(const Panel& both) {
  const double zeros = 1.0 - both.entries / both.room();
  return both.columns <= 4 || (both.columns <= 16 && zeros < 0.8) || (both.columns <= 48 && zeros < 0.1) ||
         zeros < 0.05;
}

std::vector<Panel> join_columns(const std::vector<int>& parent, const std::vector<int>& count) {
  std::vector<Panel> out;
  const auto n = static_cast<int>(parent.size());
  for (int j = 0; j < n;) {
    Panel next{j, 1, count[at(j)], static_cast<double>(count[at(j)])};
    while (++j < n && parent[at(j - 1)] == j && count[at(j - 1)] == count[at(j)] + 1) {
      ++next.columns;
      next.entries += count[at(j)];
    }
    while (!out.empty()) {  // the rows of a child are among those of its parent
      const Panel& child = out.back();
      const int up = parent[at(next.first - 1)];
      const Panel both{child.first, child.columns + next.columns, child.columns + next.height,
                       child.entries + next.entries};
      if (up < 0 || up >= next.first + next.columns || !worth_joining(both)) break;
      next = both;
      out.pop_back();
    }
    out.push_back(next);
  }
  return out;
}

void find_rows(const Sparse& A, const std::vector<Panel>& panels, Supernodes& s) {
  std::vector<std::vector<int>> children(panels.size());
  std::vector<int> last(at(static_cast<int>(A.rows())), -1);
  s.row_start = {0};
  s.panel = {0};
  for (int k = 0; k < static_cast<int>(panels.size()); ++k) {
    const Panel& p = panels[at(k)];
    const int end = p.first + p.columns;
    const auto add = [&](int row) {
      if (row >= end && std::exchange(last[at(row)], k) != k) s.rows.push_back(row);
    };
    for (int j = p.first; j < end; ++j) s.rows.push_back(j);
    for (int j = p.first; j < end; ++j)
      for (Sparse::InnerIterator it(A, s.order[at(j)]); it; ++it) add(s.rank[at(static_cast<int>(it.row()))]);
    for (const int child : children[at(k)])
      for (std::size_t r = s.row_start[at(child)]; r < s.row_start[at(child) + 1]; ++r) add(s.rows[r]);
    const std::size_t below = s.row_start.back() + at(p.columns);
    std::sort(s.rows.begin() + static_cast<std::ptrdiff_t>(below), s.rows.end());
    if (below < s.rows.size()) children[at(s.of_column[at(s.rows[below])])].push_back(k);
    const std::size_t height = s.rows.size() - s.row_start.back();
    s.row_start.push_back(s.rows.size());
    s.panel.push_back(s.panel.back() + height * at(p.columns));
  }
}

}  // namespace

int Supernodes::columns(int s) const { return first[at(s) + 1] - first[at(s)]; }
int Supernodes::height(int s) const { return static_cast<int>(row_start[at(s) + 1] - row_start[at(s)]); }
const int* Supernodes::rows_of(int s) const { return rows.data() + row_start[at(s)]; }

Supernodes find_supernodes(const Sparse& A, std::vector<int> order) {
  Supernodes out;
  out.order = std::move(order);
  out.rank = inverse(out.order);
  const std::vector<int> tree = elimination_tree(A, out), post = postorder(tree), place = inverse(post);
  std::vector<int> parent(tree.size(), -1);
  for (std::size_t j = 0; j < tree.size(); ++j)
    if (tree[j] >= 0) parent[at(place[j])] = place[at(tree[j])];
  std::vector<int> changed;
  for (const int k : post) changed.push_back(out.order[at(k)]);
  out.order = std::move(changed);
  out.rank = inverse(out.order);

  const std::vector<Panel> panels = join_columns(parent, column_counts(A, out, parent));
  for (const Panel& p : panels) {
    out.first.push_back(p.first);
    out.of_column.resize(at(p.first + p.columns), static_cast<int>(out.first.size()) - 1);
  }
  out.first.push_back(static_cast<int>(A.rows()));
  find_rows(A, panels, out);
  return out;
}

}  // namespace alembert::linear
