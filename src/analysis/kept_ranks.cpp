#include "analysis/kept_ranks.h"

#include <algorithm>

#include "linear/index.h"

namespace alembert {

KeptRanks::KeptRanks(const std::vector<linear::RankComponent>& before, const std::vector<int>& row_before)
    : before_(before), row_before_(row_before) {
  std::size_t rows = 0;
  for (const linear::RankComponent& c : before) rows += c.rows.size();
  row_now_.assign(rows, -1);
  component_.assign(rows, -1);
  for (std::size_t c = 0; c < before.size(); ++c)
    for (const int row : before[c].rows) component_[linear::at(row)] = static_cast<int>(c);
  if (rows == 0) return;
  for (std::size_t row = 0; row < row_before.size(); ++row)
    if (row_before[row] >= 0) row_now_[linear::at(row_before[row])] = static_cast<int>(row);
}

std::optional<linear::RankComponent> KeptRanks::operator()(std::span<const int> rows) const {
  const int first = row_before_[linear::at(rows.front())];
  if (component_.empty() || first < 0) return std::nullopt;
  const int component = component_[linear::at(first)];
  const bool same = std::all_of(rows.begin(), rows.end(), [&](int row) {
    const int before = row_before_[linear::at(row)];
    return before >= 0 && component_[linear::at(before)] == component;
  });
  if (!same || before_[linear::at(component)].rows.size() != rows.size()) return std::nullopt;
  linear::RankComponent out = before_[linear::at(component)];
  for (linear::DependentRows& set : out.sets) {
    for (int& row : set.rows) row = row_now_[linear::at(row)];
    std::sort(set.rows.begin(), set.rows.end());
  }
  return out;
}

}  // namespace alembert
