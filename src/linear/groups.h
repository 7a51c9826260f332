// Things 0, 1, ... in groups that grow by being joined.
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace alembert::linear {

class Groups {
 public:
  explicit Groups(std::size_t things) : parent_(things) { std::iota(parent_.begin(), parent_.end(), 0); }

  // The thing that stands for the group of x.
  int find(int x) {
    while (parent(x) != x) x = parent(x) = parent(parent(x));
    return x;
  }
  void join(int a, int b) { parent(find(a)) = find(b); }

 private:
  int& parent(int x) { return parent_[static_cast<std::size_t>(x)]; }

  std::vector<int> parent_;
};

}  // namespace alembert::linear
