#include "studies/findings.h"

#include <algorithm>

namespace alembert::studies {

const char* name_of(Status status) {
  switch (status) {
    case Status::reproduced:
      return "reproduced";
    case Status::not_reproduced:
      return "NOT reproduced";
    case Status::measured:
      return "measured";
    case Status::not_attempted:
      return "not attempted";
  }
  return "";
}

Series thinned(const Series& series, std::size_t most) {
  const std::size_t n = series.x.size();
  if (n <= most) return series;
  const std::size_t stretch = (2 * n + most - 1) / most;
  Series out{series.name, {}, {}};
  for (std::size_t begin = 0; begin < n; begin += stretch) {
    const auto first = series.y.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = series.y.begin() + static_cast<std::ptrdiff_t>(std::min(n, begin + stretch));
    const auto [low, high] = std::minmax_element(first, last);
    for (const auto at : {std::min(low, high), std::max(low, high)}) {
      const auto k = static_cast<std::size_t>(at - series.y.begin());
      out.add(series.x[k], series.y[k]);
      if (low == high) break;
    }
  }
  return out;
}

}  // namespace alembert::studies
