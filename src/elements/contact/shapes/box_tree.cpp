#include "elements/contact/shapes/box_tree.h"

#include <algorithm>
#include <numeric>

namespace alembert::contact {

Bounds bounds_of(const std::vector<Vec3>& points) {
  Bounds out{points.front(), points.front()};
  for (const Vec3& p : points) out.add({p, p});
  return out;
}

Sphere ball_around(const std::vector<Vec3>& points) {
  const Bounds box = bounds_of(points);
  Sphere out{0.5 * (box.low + box.high), 0.0};
  for (const Vec3& p : points) out.radius = std::max(out.radius, (p - out.centre).norm());
  return out;
}

BoxTree::BoxTree(const std::vector<Bounds>& items) : order_(items.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  if (!items.empty()) split(items, 0, static_cast<int>(items.size()));
}

void BoxTree::split(const std::vector<Bounds>& items, int begin, int end) {
  constexpr int few = 4;
  const auto item = [&](int k) -> const Bounds& { return items[static_cast<std::size_t>(k)]; };
  const std::size_t self = branches_.size();
  Bounds all = item(order_[static_cast<std::size_t>(begin)]), middles{all.low + all.high, all.low + all.high};
  for (int k = begin; k < end; ++k) {
    const Bounds& each = item(order_[static_cast<std::size_t>(k)]);
    all.add(each);
    middles.add({each.low + each.high, each.low + each.high});
  }
  branches_.push_back({all, begin, end - begin});
  if (end - begin <= few) return;
  Eigen::Index axis = 0;
  (middles.high - middles.low).maxCoeff(&axis);
  const int half = begin + (end - begin) / 2;
  std::nth_element(order_.begin() + begin, order_.begin() + half, order_.begin() + end, [&](int a, int b) {
    const double one = item(a).low[axis] + item(a).high[axis], two = item(b).low[axis] + item(b).high[axis];
    return one != two ? one < two : a < b;
  });
  split(items, begin, half);
  branches_[self].first = static_cast<int>(branches_.size());
  branches_[self].count = 0;
  split(items, half, end);
}

}  // namespace alembert::contact
