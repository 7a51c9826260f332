// Which of many rows a page keeps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace alembert::report {

// At most `most` (but at least two) of 0 ... count-1, evenly spread, the first and the last among them.
inline std::vector<std::size_t> evenly(std::size_t count, std::size_t most) {
  std::vector<std::size_t> out;
  most = std::min(count, std::max<std::size_t>(most, 2));
  out.reserve(most);
  for (std::size_t i = 0; i < most; ++i) out.push_back(most > 1 ? (i * (count - 1) + (most - 1) / 2) / (most - 1) : 0);
  return out;
}

}  // namespace alembert::report
