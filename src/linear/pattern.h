// The sparsity pattern of a matrix, in compressed columns, rows sorted in each column. It never changes and is not
// copied: matrices and factorisations share it, and know another one by its being another object.
#pragma once

#include <memory>
#include <vector>

namespace alembert::linear {

// A dense block that some element will add to: rows [row, row + rows) of columns [column, column + columns).
struct Block {
  int row = 0, rows = 0;
  int column = 0, columns = 0;
};

class Pattern {
 public:
  // `optional`: blocks besides, of which most are zero as a whole in most matrices; factorisations leave those out.
  Pattern(int size, const std::vector<Block>& blocks, const std::vector<Block>& optional = {});
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  int size() const { return size_; }
  int nonzeros() const { return static_cast<int>(rows_.size()); }
  const std::vector<int>& column_starts() const { return starts_; }
  const std::vector<int>& rows() const { return rows_; }
  const std::vector<Block>& optional() const { return optional_; }

  // The slot of entry (row, column): its place in the array of values. The entry must be in the pattern.
  // Rows that were given together in a block lie one behind the other from there.
  int slot(int row, int column) const;
  // The slots of the diagonal; -1 where it has no entry.
  const std::vector<int>& diagonal() const { return diagonal_; }

 private:
  int find(int row, int column) const;

  int size_ = 0;
  std::vector<int> starts_, rows_, diagonal_;
  std::vector<Block> optional_;
};

using PatternPtr = std::shared_ptr<const Pattern>;

}  // namespace alembert::linear
