#include "linear/pattern.h"

#include <algorithm>
#include <stdexcept>

namespace alembert::linear {

Pattern::Pattern(int size, const std::vector<Block>& blocks, const std::vector<Block>& optional)
    : size_(size), optional_(optional) {
  std::vector<std::vector<int>> columns(static_cast<std::size_t>(size));
  for (const auto* list : {&blocks, &optional})
    for (const Block& b : *list)
      for (int c = b.column; c < b.column + b.columns; ++c)
        for (int r = b.row; r < b.row + b.rows; ++r) columns[static_cast<std::size_t>(c)].push_back(r);
  starts_.assign(1, 0);
  for (auto& rows : columns) {
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    starts_.push_back(static_cast<int>(rows_.size()));
  }
  for (int k = 0; k < size; ++k) diagonal_.push_back(find(k, k));
}

int Pattern::find(int row, int column) const {
  const auto begin = rows_.begin() + starts_[static_cast<std::size_t>(column)];
  const auto end = rows_.begin() + starts_[static_cast<std::size_t>(column) + 1];
  const auto found = std::lower_bound(begin, end, row);
  return found == end || *found != row ? -1 : static_cast<int>(found - rows_.begin());
}

int Pattern::slot(int row, int column) const {
  const int slot = find(row, column);
  if (slot < 0) throw std::logic_error("entry outside the sparsity pattern");
  return slot;
}

}  // namespace alembert::linear
