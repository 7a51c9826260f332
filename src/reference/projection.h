// Puts a state onto its constraints by the smallest change in the metric of the masses:
//
//   [ M  G^T  ] (d, .) = (0, -Phi)     q <- q (+) d
//   [ G  -eps ] (w, .) = (0, -(Phi_q v + Phi_t, k))     v <- v + w
//
// repeated, with the matrix of an earlier state while that helps.
#pragma once

#include "dae/problem.h"
#include "linear/factorisation.h"

namespace alembert {

class Projection {
 public:
  explicit Projection(dae::Problem& problem);

  // Returns the largest |Phi| that is left.
  double close_positions(dae::State& state);
  void close_velocities(dae::State& state);

 private:
  bool refresh(const dae::State& state);
  void follow_pattern(const dae::State& state);
  double violation(const dae::State& state, const Vector& q);
  double rate(const dae::State& state, const Vector& v);

  dae::Problem& problem_;
  const dae::Sizes n_;
  linear::SparseMatrix matrix_;
  linear::Factorisation factors_;
  bool ready_ = false;
  Vector zero_, f_, phi_, rate_, d_, q_trial_, v_trial_, x_;
};

}  // namespace alembert
