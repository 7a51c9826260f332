// The motion as first-order equations F(t, y, y') = 0, as BDF codes integrate them, and Newton's correction of them
// without a matrix of that size.
//
//   index 3, y = (q, v, lambda)          stabilised index 2, y = (q, v, lambda, mu)
//
//   q' - B(q) v = 0                      q' - B(q) (v - G^T mu) = 0
//   M v' + f = 0                         M v' + f = 0
//   Phi = 0,  k = 0                      Phi_q v + Phi_t = 0,  k = 0
//                                        Phi = 0,  mu = 0 in the rows of k
//
// with f, Phi, k, G of dae/problem.h (where f is not linear in lambda, df/dlambda stands for G^T). The second is the
// form of Gear, Gupta, Leimkuhler, J. Comput. Appl. Math. 12-13, 77-90, 1985: mu vanishes in the exact motion.
//
// eps of dae::Weights acts on the change of lambda in the step, and on mu, as in the other methods:
//
//   index 3      Phi - eps (lambda - lambda_n)/cj^2,  k - eps (lambda - lambda_n)/cj
//   stabilised   Phi_q v + Phi_t - eps (lambda - lambda_n)/cj,  k likewise,  Phi - eps mu/cj
//
// Unit quaternions are kept by q' = B(q) v up to the error of the integration; f and Phi are evaluated at the unit one.
#pragma once

#include <vector>

#include "dae/local_norm.h"
#include "dae/problem.h"
#include "linear/factorisation.h"

namespace alembert {

class FirstOrderForm {
 public:
  using Numbers = Eigen::Ref<const Vector>;
  using MutableNumbers = Eigen::Ref<Vector>;

  FirstOrderForm(dae::Problem& problem, bool stabilised);

  // How many numbers y has; where there is no motion at all, one that stays where it is.
  int size() const { return size_; }
  void start(const dae::State& state);
  // A step starts from this accepted state: its lambda is lambda_n, and the weights take its size in.
  void begin_step(const dae::State& state);

  void write(const dae::State& state, MutableNumbers y, MutableNumbers y_rate);
  // The state with unit quaternions; t and the memory are left alone.
  void read(const Numbers& y, const Numbers& y_rate, dae::State& out);

  // F at a trial point, or what is equivalent to it (see the source). False: not finite.
  bool residual(double t, double cj, const Numbers& y, const Numbers& y_rate, MutableNumbers out);
  // Makes and factors the Newton matrices at the point of the last `residual`, where dy' = cj dy. False: singular or
  // not finite.
  bool factor(double t, double cj);
  // The factors are of another pattern than the problem has now: `factor` is due.
  bool outdated() const { return factors_.pattern() != problem_.pattern(); }
  // dy with J dy = b at the point of the last `residual`. False: not finite.
  bool correct(double t, double cj, const Numbers& b, MutableNumbers dy);

  // How far the last correction moved: root mean square over the weighted directions, velocities too: in index 3 by
  // the positions that they would make up for, v/cj, and in the stabilised form by themselves, for they are tested.
  // Multipliers count only where forces are not linear in them, by lambda/cj^2: elsewhere they follow from the motion,
  // and those of dependent constraints carry the rounding of Phi over eps.
  double moved() const { return moved_; }
  int worst_unknown() const { return worst_; }  // of the last correction
  int singular_unknown() const;
  long factorizations() const;

  // Which numbers of y the error test looks at (1 or 0), and their weights: the sum of squares of (error * weight) over
  // the numbers of a group is that of error/(tolerance * size so far, at least 1) over its directions.
  void tested(MutableNumbers out) const;
  void error_weights(double tolerance, MutableNumbers out) const;
  // The largest, over the groups, of the root mean square of (error * weight).
  double error_size(const double* error, const double* weights) const;
  // The unknown of the largest weighted error.
  int worst_error(const Numbers& y, const Numbers& error);
  const Vector& position_weights() const { return weights_; }

 private:
  void correct_index_3(double cj, MutableNumbers dy);
  void correct_stabilised(double t, double cj, MutableNumbers dy);
  void find_directions(const Vector& q);

  dae::Problem& problem_;
  const dae::Sizes n_;
  const bool stabilised_;
  const int size_;
  linear::SparseMatrix matrix_;      // to assemble in
  linear::Factorisation factors_;    // of the index-3 matrix
  linear::Factorisation auxiliary_;  // of [I G^T; G -eps], where stabilised
  linear::SparseMatrix stiffness_;   // K alone, for products

  struct NumberOfDirection {
    int direction = -1;  // the tangent direction that moves this number of q
    double share = 0.5;  // by how much all numbers together move there: 1, or 1/2 for the numbers of a quaternion
  };
  std::vector<NumberOfDirection> numbers_;
  std::vector<dae::Group> groups_;
  dae::LocalNorm norm_;
  Vector weights_, velocity_weights_, magnitudes_;

  Vector zero_, q_raw_, q_, q_rate_, v_, a_, u_, lambda_, mu_, lambda_n_;
  Vector f_, phi_, rate_, held_, forces_, product_, numbers_rate_;
  Vector b_q_, beta_, d_, dtheta_, dv_, off_, x_, z_, Kx_;
  Vector b_, turned_, q_moved_, moved_rate_, dlambda_, lambda_weights_;
  double moved_ = 0.0;
  int worst_ = -1;
};

}  // namespace alembert
