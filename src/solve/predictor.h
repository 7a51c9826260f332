// Prediction of a step's unknowns by extrapolating the accepted ones (001 sec. 3.5): the polynomial through up to four
// past points, degree 0..3, in Lagrange's form.
//
//   P_k(t) = sum_j w_j z_{n-j},   w_j = prod_{i != j} (t - t_{n-i}) / (t_{n-j} - t_{n-i}),   i, j = 0..k
//
// The degree follows the smoothness of the solution: each accepted step tells how far every P_k would have been off,
// and the next step takes the best.
//
// Accelerations and multipliers may belong to different instants (HHT: t_n + alpha h and t_n), so each has its nodes.
#pragma once

#include <algorithm>
#include <array>

#include "base/archive.h"
#include "math/types.h"

namespace alembert {

class Predictor {
 public:
  static constexpr int kMaxDegree = 3;

  // `split`: how many of the unknowns are accelerations.
  void start(Eigen::Index unknowns, Eigen::Index split, int highest_degree);
  // Forgets all but the newest point (after a discontinuity).
  void restart();

  // Extrapolates to the instants of accelerations and multipliers.
  void predict(double t_acceleration, double t_multiplier, Vector& z);
  // Takes in the accepted unknowns of the step just predicted, at their instants, and chooses the next degree.
  // `weights` scale the accelerations in the comparison.
  void accept(double t_acceleration, double t_multiplier, const Vector& z, const Vector& weights);

  // No prediction has a higher degree from here on.
  void limit(int degree) { limit_ = degree; }
  int degree() const { return std::min({degree_, points_ - 1, limit_}); }
  int points() const { return points_; }
  // z interpolated at time t (multiplier part, nodes t_n): quadratic where the solution is smooth, else linear.
  void interpolate_multipliers(double t, Vector& lambda) const;
  void exchange(Archive& archive) { archive(degree_, points_, predicted_, predicted_at_, z_, ta_, tl_); }

 private:
  Eigen::Index split_ = 0;
  int highest_ = kMaxDegree;
  int degree_ = 0;
  int limit_ = kMaxDegree;
  int points_ = 0;
  bool predicted_ = false;
  std::array<Vector, kMaxDegree + 1> z_;  // newest first
  std::array<double, kMaxDegree + 1> ta_{}, tl_{};
  double predicted_at_ = 0.0;  // the instant of the accelerations
};

}  // namespace alembert
