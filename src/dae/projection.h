// The one way onto the constraints: the smallest change of positions and of velocities, in the metric of the masses.
//
//   [ M  G^T  ] (d, mu) = (0, -Phi)                        q <- q (+) share d     rows of k: 0
//   [ G  -eps ] (w, mu) = (0, -(Phi_q v + Phi_t, k))       v <- v + share w
//
// Each is Newton's iteration: Phi is not linear in q, k need not be in v, and eps leaves a little every time. M and G
// are those of an earlier point as long as these are quick enough; share is less than 1 only where a whole correction
// with M and G of this very point does not help. (Where f is not linear in lambda, F = df/dlambda stands for G^T.)
#pragma once

#include <functional>
#include <utility>

#include "dae/problem.h"
#include "linear/factorisation.h"

namespace alembert::dae {

class Projection {
 public:
  explicit Projection(Problem& problem);

  struct Result {
    double open = 0.0;    // the largest residual that is left
    bool closed = false;  // it is within the goal; else the state is as near as it came, and `open` says how near
  };
  // How far one is ready to go for it.
  struct Effort {
    // Of a Newton matrix of about this state: used first, as it costs nothing. The change then is the smallest in its
    // own metric, M + c_v D + c_q K. If it does not serve, M and G are those of this state, whatever was before.
    const linear::Factorisation* at_hand = nullptr;
    int most_solves = 20;  // near a singular position each takes three quarters of what is left, else far more
    // A matrix with which a solve leaves more than this share is replaced. 0: a new one for every solve.
    double slowest = 0.03;
    // Added to the diagonal of M: what shall rather not move, one number a velocity. The matrix is not used again.
    const Vector* springs = nullptr;
  };
  // Change q until |Phi| <= goal, v until |(Phi_q v + Phi_t, k)| <= goal. Nothing is allocated once there has been a
  // matrix of this pattern.
  Result close_positions(State& state, double goal, const Effort& effort);
  Result close_positions(State& state, double goal) { return close_positions(state, goal, Effort()); }
  Result close_velocities(State& state, double goal, const Effort& effort);
  Result close_velocities(State& state, double goal) { return close_velocities(state, goal, Effort()); }

  // The largest |Phi| of a state.
  double violation(const State& state) { return measure(Level::positions, state, state.q); }
  // Of the last call of the above, at the state it left: Phi, or (Phi_q v + Phi_t, k).
  const Vector& residual() const { return residual_; }
  // Of the last `close_velocities` or `respond`: mu, the time integrals of the forces that changed the velocities.
  const Vector& impulses() const { return impulses_; }

  // Makes the matrix anew, at this state. False: it is singular, see `singular_unknown`.
  bool factor(const State& state) { return factor(state, nullptr); }
  int singular_unknown() const { return factors_.singular_column(); }
  // The matrix of earlier states is not used any more: what follows does not depend on them.
  void forget() { ready_ = fresh_ = false; }
  // With the matrix as it is: M w + G^T mu = p, G w = eps mu. What the constraints leave free of an impulse p.
  void respond(const Vector& p, Vector& w);

  // The share of a change of positions that may be made at once. Without one it is all of it.
  void limit_steps(std::function<double(const Vector& d)> share) { largest_share_ = std::move(share); }

  // The pivots that later projections go on with.
  void exchange(Archive& archive) { factors_.exchange(archive, problem_.pattern()); }

 private:
  enum class Level { positions, velocities };

  Result close(Level level, State& state, double goal, const Effort& effort);
  double measure(Level level, const State& state, const Vector& x);
  double move(Level level, const State& state, double share);
  double correct(Level level, const State& state, double open, double& share);
  void follow_pattern(const State& state);
  bool factor(const State& state, const Vector* springs);
  void solve(const linear::Factorisation& factors);

  Problem& problem_;
  const Sizes n_;
  linear::SparseMatrix matrix_;
  linear::Factorisation factors_;
  bool ready_ = false;  // they served when last used
  bool fresh_ = false;  // they are those of this very point
  std::function<double(const Vector& d)> largest_share_;
  Vector zero_, f_, residual_, x_, d_, step_, mu_, impulses_, q_trial_, v_trial_;
};

}  // namespace alembert::dae
