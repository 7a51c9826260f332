#include "plot/thinning.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>

namespace alembert::plot {
namespace {

bool finite(const Point& point) { return std::isfinite(point.x) && std::isfinite(point.y); }

// Adds what stays of points[begin, end), all in one column, in their order.
void add_column(const std::vector<Point>& points, std::size_t begin, std::size_t end, std::vector<Point>& out) {
  std::size_t lowest = begin, highest = begin;
  for (std::size_t i = begin; i < end; ++i) {
    if (points[i].y < points[lowest].y) lowest = i;
    if (points[i].y > points[highest].y) highest = i;
  }
  std::array<std::size_t, 4> kept = {begin, std::min(lowest, highest), std::max(lowest, highest), end - 1};
  const auto last = std::unique(kept.begin(), kept.end());
  for (auto index = kept.begin(); index != last; ++index) out.push_back(points[*index]);
}

}  // namespace

std::vector<Point> thinned_line(const std::vector<Point>& points) {
  std::vector<Point> out;
  for (std::size_t begin = 0; begin < points.size();) {
    std::size_t end = begin + 1;
    if (!finite(points[begin])) {
      if (out.empty() || finite(out.back())) out.push_back(points[begin]);
    } else {
      const double column = std::floor(points[begin].x);
      while (end < points.size() && finite(points[end]) && std::floor(points[end].x) == column) ++end;
      add_column(points, begin, end, out);
    }
    begin = end;
  }
  return out;
}

std::vector<std::size_t> thinned_points(const std::vector<Point>& points) {
  std::set<std::pair<std::int64_t, std::int64_t>> taken;
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!finite(points[i])) continue;
    if (taken.emplace(std::llround(2.0 * points[i].x), std::llround(2.0 * points[i].y)).second) out.push_back(i);
  }
  return out;
}

}  // namespace alembert::plot
