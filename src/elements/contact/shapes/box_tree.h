// A tree of boxes about items: which item is nearest to a point, which are near. Each box holds two halves, split where
// it is longest.
#pragma once

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "elements/contact/shape.h"
#include "math/types.h"

namespace alembert::contact {

struct Bounds {
  Vec3 low, high;
  double square_to(const Vec3& x) const {
    return (low - x).cwiseMax(x - high).cwiseMax(0.0).squaredNorm();  // 0 inside
  }
  void add(const Bounds& other) {
    low = low.cwiseMin(other.low);
    high = high.cwiseMax(other.high);
  }
};

Bounds bounds_of(const std::vector<Vec3>& points);
// About the middle of their box.
Sphere ball_around(const std::vector<Vec3>& points);

class BoxTree {
 public:
  BoxTree() = default;
  explicit BoxTree(const std::vector<Bounds>& items);

  // Items in the order of the leaves. Visits name places in this order.
  const std::vector<int>& order() const { return order_; }

  // `visit(place)` gives the square of an item's distance; `least` is the smallest so far, here and on return.
  template <class Visit>
  void nearest(const Vec3& x, double& least, Visit&& visit) const {
    struct Waiting {
      int branch;
      double square;
    };
    std::array<Waiting, kDeepest> stack;
    std::size_t size = 0;
    if (!branches_.empty()) stack[size++] = {0, branches_[0].bounds.square_to(x)};
    while (size > 0) {
      const Waiting top = stack[--size];
      if (top.square >= least) continue;
      const Branch& branch = branches_[static_cast<std::size_t>(top.branch)];
      if (branch.count > 0) {
        for (int k = branch.first; k < branch.first + branch.count; ++k) {
          const double square = visit(k);
          if (square < least) least = square;
        }
        continue;
      }
      Waiting one{top.branch + 1, branches_[static_cast<std::size_t>(top.branch + 1)].bounds.square_to(x)};
      Waiting two{branch.first, branches_[static_cast<std::size_t>(branch.first)].bounds.square_to(x)};
      if (one.square < two.square) std::swap(one, two);
      stack[size++] = one;
      stack[size++] = two;  // the nearer one comes first
    }
  }

  // Visits all places whose boxes are within sqrt(square) of x.
  template <class Visit>
  void within(const Vec3& x, double square, Visit&& visit) const {
    double limit = std::nextafter(square, HUGE_VAL);
    nearest(x, limit, [&](int place) {
      visit(place);
      return HUGE_VAL;
    });
  }

 private:
  struct Branch {
    Bounds bounds;
    int first;  // leaf: its first item; else its second half, the first follows it
    int count;  // of a leaf's items; 0: no leaf
  };
  static constexpr std::size_t kDeepest = 96;  // halves of halves: 2^31 items are 31 deep

  void split(const std::vector<Bounds>& items, int begin, int end);

  std::vector<Branch> branches_;
  std::vector<int> order_;
};

}  // namespace alembert::contact
