// The size of a vector of weighted tangent directions: the largest, over groups of them (a body's, a state), of each
// group's own root mean square,
//
//   |x| = max_g sqrt( sum_{i in g} (x_i / Y_i)^2 / n_g )
//
// so that what happens to one body counts the same however many others there are. With all in one group it is the mean
// over all, as published (001 eq. 34).
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "dae/problem.h"

namespace alembert::dae {

class LocalNorm {
 public:
  LocalNorm() = default;
  explicit LocalNorm(const std::vector<Group>& groups) {
    for (const Group& group : groups) ends_.push_back(group.velocities_end);
  }

  // Of x at the directions `first` to `last`, where a group begins and one ends.
  template <class X>
  double operator()(const X& x, const Vector& weights, Eigen::Index first, Eigen::Index last) const {
    double largest = 0.0;
    const auto begin = std::upper_bound(ends_.begin(), ends_.end(), static_cast<int>(first));
    for (auto end = begin; end != ends_.end() && first < last; ++end) {
      const double size = mean(x, weights, first, *end);
      if (std::isnan(size)) return size;
      largest = std::max(largest, size);
      first = *end;
    }
    return std::sqrt(largest);
  }
  // Of a whole vector.
  template <class X>
  double operator()(const X& x, const Vector& weights) const {
    return (*this)(x, weights, 0, weights.size());
  }

 private:
  template <class X>
  static double mean(const X& x, const Vector& weights, Eigen::Index first, Eigen::Index last) {
    double sum = 0.0;
    for (Eigen::Index k = first; k < last; ++k) {
      const double share = x[k] / weights[k];
      sum += share * share;
    }
    return sum / static_cast<double>(last - first);
  }

  std::vector<int> ends_;
};

}  // namespace alembert::dae
