// Prediction of a step's unknowns by extrapolating the accepted ones (001 sec. 3.5): Newton's divided differences
// through up to four past points, degree 0..3.
//
//   P_k(t) = T_0 + T_1 + ... + T_k,   T_k = [z_n, ..., z_{n-k}] (t - t_n) ... (t - t_{n-k+1})
//
// The degree follows the smoothness of the solution: each accepted step tells how far every P_k would have been off,
// and the next step takes the best.
//
// Accelerations and multipliers may belong to different instants (HHT: t_n + alpha h and t_n), so each has its nodes.
#pragma once

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

  int degree() const { return std::min(degree_, points_ - 1); }
  int points() const { return points_; }
  // z interpolated at time t (multiplier part, nodes t_n): quadratic where the solution is smooth, else linear.
  void interpolate_multipliers(double t, Vector& lambda) const;
  void exchange(Archive& archive) { archive(degree_, points_, predicted_, z_, ta_, tl_, term_, terms_); }

 private:
  Eigen::Index split_ = 0;
  int highest_ = kMaxDegree;
  int degree_ = 0;
  int points_ = 0;
  bool predicted_ = false;
  std::array<Vector, kMaxDegree + 1> z_;  // newest first
  std::array<double, kMaxDegree + 1> ta_{}, tl_{};
  std::array<Vector, kMaxDegree + 1> term_;  // T_k of the last prediction
  int terms_ = 0;
  Vector miss_;
};

}  // namespace alembert
