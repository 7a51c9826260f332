// M, D and K of a model about a state at rest, sparse, and solutions on the tangent space of its constraints.
#pragma once

#include <Eigen/SparseCore>
#include <optional>

#include "linear/factorisation.h"
#include "system/multibody_problem.h"

namespace alembert {

class Pencil {
 public:
  // Held: the user's states stay as they are, and the mechanism alone moves.
  enum class States { move, held };
  Pencil(MultibodyProblem& problem, const dae::State& state, States states = States::move);

  int size() const { return n_.velocities; }
  MultibodyProblem& problem() { return problem_; }

  // Takes [w.mass M + w.damping D + w.stiffness K, F; G, -eps] for the solutions to come. Throws Error naming an
  // unknown without stiffness and inertia.
  void factor(const dae::Weights& weights);
  // The x with (what was factored) x + F lambda = r, G x = 0.
  Vector solve(const Vector& r);
  Vector mass(const Vector& v) { return times(mass_, v); }
  Vector damping(const Vector& v) { return times(damping_, v); }
  Vector stiffness(const Vector& v) { return times(stiffness_, v); }

  // K is symmetric, and forces of constraints are G^T lambda.
  bool symmetric() const;
  bool damped() const;
  // How many eigenvalues of K x = omega^2 M x on the tangent space are below `shift`; of K's symmetric part where K has
  // another. None: the factors do not tell.
  std::optional<int> count_below(double shift);

 private:
  void linearise(const dae::Weights& weights, linear::SparseMatrix& out);
  void hold_states(linear::SparseMatrix& matrix) const;
  Eigen::SparseMatrix<double> sparse(const linear::SparseMatrix& matrix) const;
  Vector times(const linear::SparseMatrix& matrix, const Vector& v);

  MultibodyProblem& problem_;
  dae::Sizes n_;
  const dae::State& state_;
  States states_;
  Vector zero_;
  linear::SparseMatrix shifted_, mass_, damping_, stiffness_;
  linear::Factorisation factors_;  // of shifted_
  Vector x_, y_, right_;
};

}  // namespace alembert
