#include "linear/rank.h"

#include <algorithm>
#include <cmath>

#include "linear/component_rank.h"
#include "linear/groups.h"
#include "linear/index.h"

namespace alembert::linear {

namespace {

// Rows of length 1; those of zeros alone are empty. Entries for the same place add up.
std::vector<SparseRow> unit_rows(int rows, const std::vector<RowEntry>& entries) {
  std::vector<SparseRow> out(at(rows));
  for (const RowEntry& e : entries) out[at(e.row)].push_back({e.column, e.value});
  for (SparseRow& row : out) {
    std::sort(row.begin(), row.end(), [](const ColumnEntry& a, const ColumnEntry& b) { return a.column < b.column; });
    std::size_t kept = 0;
    double squares = 0.0;
    for (std::size_t k = 0; k < row.size();) {
      ColumnEntry sum = row[k];
      while (++k < row.size() && row[k].column == sum.column) sum.value += row[k].value;
      if (sum.value == 0.0) continue;
      squares += sum.value * sum.value;
      row[kept++] = sum;
    }
    row.resize(kept);
    for (ColumnEntry& e : row) e.value /= std::sqrt(squares);
  }
  return out;
}

// The rows of each component, rising, in the order of their first rows. Entries that are zero connect, too: then
// components are the same in all positions of a mechanism.
std::vector<std::vector<int>> components_of(int rows, int columns, const std::vector<RowEntry>& entries) {
  Groups groups(at(rows));
  std::vector<int> owner(at(columns), -1);
  for (const RowEntry& e : entries) {
    int& other = owner[at(e.column)];
    if (other >= 0)
      groups.join(e.row, other);
    else
      other = e.row;
  }
  std::vector<int> number(at(rows), -1);
  std::vector<std::vector<int>> out;
  for (int r = 0; r < rows; ++r) {
    int& n = number[at(groups.find(r))];
    if (n < 0) {
      n = static_cast<int>(out.size());
      out.emplace_back();
    }
    out[at(n)].push_back(r);
  }
  return out;
}

}  // namespace

int RankAnalysis::unknown_rows() const {
  std::size_t out = 0;
  for (const RankComponent& c : components)
    if (!c.analysed) out += c.rows.size();
  return static_cast<int>(out);
}

RankAnalysis analyse_rank(int rows, int columns, const std::vector<RowEntry>& entries, double tolerance,
                          const KnownRank& known, const RankLimits& limits) {
  RankAnalysis out;
  std::vector<SparseRow> all = unit_rows(rows, entries);
  std::vector<int> local(at(columns), -1);  // of a column in its component
  for (std::vector<int>& members : components_of(rows, columns, entries)) {
    RankComponent component;
    if (std::optional<RankComponent> before = known ? known(members) : std::nullopt) {
      component = *std::move(before);
    } else {
      std::vector<SparseRow> its_rows;
      int its_columns = 0;
      for (const int r : members) {
        for (ColumnEntry& e : all[at(r)]) {
          int& c = local[at(e.column)];
          if (c < 0) c = its_columns++;
          e.column = c;
        }
        its_rows.push_back(std::move(all[at(r)]));
      }
      ComponentRank analysis(its_rows, its_columns, tolerance, limits);
      component = analysis.run();
      for (DependentRows& set : component.sets)
        for (int& row : set.rows) row = members[at(row)];
      out.work.operations += analysis.operations();
      out.work.qr_rows = std::max(out.work.qr_rows, analysis.qr_rows());
      ++out.work.components;
    }
    component.rows = std::move(members);
    out.rank += component.rank;
    out.sets.insert(out.sets.end(), component.sets.begin(), component.sets.end());
    out.components.push_back(std::move(component));
  }
  std::sort(out.sets.begin(), out.sets.end(),
            [](const DependentRows& a, const DependentRows& b) { return a.rows[0] < b.rows[0]; });
  return out;
}

}  // namespace alembert::linear
