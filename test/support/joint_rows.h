// Constraint rows of rigid bodies that stand along the axes of ground, as those of joints: mechanisms of any size
// without a model. A body has 6 columns: its displacement, and its rotation about its centre.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "linear/rank.h"

namespace alembert::test {

class JointRows {
 public:
  static constexpr int kGround = -1;
  using Point = std::array<double, 3>;

  int add_body(const Point& centre) {
    centres_.push_back(centre);
    return static_cast<int>(centres_.size()) - 1;
  }
  // Points of both bodies at p coincide: 3 rows.
  void ball(int a, int b, const Point& p) {
    add_point(a, -1.0, p);
    add_point(b, 1.0, p);
    rows_ += 3;
  }
  // No rotation about the x and y axes either: 5 rows.
  void revolute(int a, int b, const Point& p) {
    ball(a, b, p);
    add_rotation(a, b, 0);
    add_rotation(a, b, 1);
  }
  void fixed(int a, int b, const Point& p) {
    revolute(a, b, p);
    add_rotation(a, b, 2);
  }

  int rows() const { return rows_; }
  int columns() const { return 6 * static_cast<int>(centres_.size()); }
  const std::vector<linear::RowEntry>& entries() const { return entries_; }
  linear::RankAnalysis analyse(const linear::RankLimits& limits = {}) const {
    return linear::analyse_rank(rows_, columns(), entries_, 1e-8, {}, limits);
  }

 private:
  void add(int body, int row, int column, double value) {
    if (body != kGround) entries_.push_back({rows_ + row, 6 * body + column, value});
  }
  void add_rotation(int a, int b, int axis) {
    add(a, 0, 3 + axis, -1.0);
    add(b, 0, 3 + axis, 1.0);
    ++rows_;
  }
  // d + theta x arm
  void add_point(int body, double sign, const Point& p) {
    if (body == kGround) return;
    const Point& c = centres_[static_cast<std::size_t>(body)];
    const Point arm{p[0] - c[0], p[1] - c[1], p[2] - c[2]};
    for (int k = 0; k < 3; ++k) {
      const int next = (k + 1) % 3, last = (k + 2) % 3;
      add(body, k, k, sign);
      add(body, k, 3 + next, sign * arm[static_cast<std::size_t>(last)]);
      add(body, k, 3 + last, -sign * arm[static_cast<std::size_t>(next)]);
    }
  }

  std::vector<Point> centres_;
  std::vector<linear::RowEntry> entries_;
  int rows_ = 0;
};

// Bars end to end on ball joints, from ground on: all rows independent.
inline JointRows chain_rows(int bars) {
  JointRows out;
  int last = JointRows::kGround;
  for (int k = 0; k < bars; ++k) {
    const int bar = out.add_body({k + 0.5, 0, 0});
    out.ball(last, bar, {static_cast<double>(k), 0, 0});
    last = bar;
  }
  return out;
}

// Uprights on ground and couplers between them, leaning by an angle, all joints revolutes: 3 rows a window too many,
// and the rows out of the plane, 3 a joint, depend on each other.
inline JointRows window_rows(int windows, double lean) {
  JointRows out;
  const double x = std::sin(lean), y = std::cos(lean);
  int before = 0;
  for (int k = 0; k <= windows; ++k) {
    const double foot = k;
    const int upright = out.add_body({foot + 0.5 * x, 0.5 * y, 0});
    out.revolute(JointRows::kGround, upright, {foot, 0, 0});
    if (k > 0) {
      const int coupler = out.add_body({foot - 0.5 + x, y, 0});
      out.revolute(before, coupler, {foot - 1.0 + x, y, 0});
      out.revolute(coupler, upright, {foot + x, y, 0});
    }
    before = upright;
  }
  return out;
}

// Arms on ball joints about one hub: all rows independent, and all of them act on it.
inline JointRows star_rows(int arms) {
  JointRows out;
  const int hub = out.add_body({0, 0, 0});
  for (int k = 0; k < arms; ++k) {
    const double x = std::cos(k), y = std::sin(k);
    out.ball(hub, out.add_body({2 * x, 2 * y, 0}), {x, y, 0});
  }
  return out;
}

// A closed polygon of bars on parallel revolutes, free in space: the 3 rows out of the plane of one joint too many.
inline JointRows ring_rows(int bars) {
  JointRows out;
  const auto corner = [&](int k) {
    const double angle = 2.0 * std::numbers::pi * k / bars, radius = bars / (2.0 * std::numbers::pi);
    return JointRows::Point{radius * std::cos(angle), radius * std::sin(angle), 0};
  };
  for (int k = 0; k < bars; ++k) {
    const JointRows::Point a = corner(k), b = corner(k + 1);
    out.add_body({0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0});
  }
  for (int k = 0; k < bars; ++k) out.revolute((k + bars - 1) % bars, k, corner(k));
  return out;
}

// Two rails and rungs between them, bars fixed to each other and free in space: every rung but one is too much. All
// bars lie in a plane, so that rows in it and out of it form sets of their own.
inline JointRows ladder_rows(int rungs) {
  JointRows out;
  int left = 0, right = 0;
  for (int k = 0; k < rungs; ++k) {
    const double x = k;
    const int a = out.add_body({x, 0, 0}), b = out.add_body({x, 1, 0});
    out.fixed(a, b, {x, 0.5, 0});
    if (k > 0) {
      out.fixed(left, a, {x - 0.5, 0, 0});
      out.fixed(right, b, {x - 0.5, 1, 0});
    }
    left = a;
    right = b;
  }
  return out;
}

// A flat net of rods of length 1, n in a row, held to ground all around. Each of its 2 (n + 1) straight lines of rods
// is held at both ends, one row too many; rods along the edge have both ends on ground in any position.
inline JointRows net_rows(int n) {
  JointRows out;
  const auto side = static_cast<std::size_t>(n) + 1;
  std::vector<std::vector<int>> at_node(side * side);
  const auto node = [&](int i, int j) -> std::vector<int>& {
    return at_node[static_cast<std::size_t>(i) * side + static_cast<std::size_t>(j)];
  };
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j < n; ++j) {
      const int along_y = out.add_body({static_cast<double>(i), j + 0.5, 0});
      node(i, j).push_back(along_y);
      node(i, j + 1).push_back(along_y);
      const int along_x = out.add_body({j + 0.5, static_cast<double>(i), 0});
      node(j, i).push_back(along_x);
      node(j + 1, i).push_back(along_x);
    }
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) {
      const std::vector<int>& rods = node(i, j);
      const JointRows::Point p{static_cast<double>(i), static_cast<double>(j), 0};
      for (std::size_t k = 1; k < rods.size(); ++k) out.ball(rods[0], rods[k], p);
      if (i == 0 || j == 0 || i == n || j == n) out.ball(JointRows::kGround, rods[0], p);
    }
  return out;
}

}  // namespace alembert::test
