// Cholesky factorisation P A P^T = L L^T of large sparse positive definite matrices, as those of finite elements.
//
// L is made of dense panels, one for each supernode J (supernodes.h), from left to right. Of panel d to the left, rows
// d_J are those that are columns of J, and rows d_I these and all below:
//
//   S   = A(rows of J, J) - sum_d L(d_I, d) L(d_J, d)^T
//   S   = [ S1 ; S2 ],   S1 = L1 L1^T,   L2 = S2 L1^-T
//
// so that nearly all operations are products of dense matrices. Beside L only one such product is stored. Solving takes
// many right hand sides at once: reading L takes longer than the arithmetic for one. The same matrix gives the same
// bits every time.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <memory>
#include <optional>

#include "linear/supernodes.h"

namespace alembert::linear {

class SupernodalCholesky {
 public:
  // Right hand sides side by side; their rows are in the order of elimination.
  using Block = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  // A has both triangles. Returns the row whose pivot is not positive, to rounding, or not finite: A is not positive
  // definite then, and nothing can be solved. `progress` is told which part of the work is done, often, and may throw.
  std::optional<int> factor(const Eigen::SparseMatrix<double>& A, const std::function<void(double)>& progress = {});

  void solve_lower(Block& x) const;  // x <- L^-1 x
  void solve_upper(Block& x) const;  // x <- L^-T x
  // A^-1 b, with rows as in A.
  Eigen::MatrixXd solve(const Eigen::MatrixXd& b) const;

  // The row of A that is eliminated as the k-th.
  const std::vector<int>& order() const { return parts_.order; }
  // Numbers that are stored.
  std::size_t entries() const { return parts_.panel.back(); }

 private:
  using Panel = Eigen::Map<Eigen::MatrixXd>;
  Panel panel(int s) const;
  void gather(const Eigen::SparseMatrix<double>& A, int s, const std::vector<int>& place);
  void subtract(int from, int begin, int end, int s, const std::vector<int>& place);
  int factor_panel(int s);

  Supernodes parts_;
  std::unique_ptr<double[]> values_;
  Eigen::MatrixXd product_;   // of two parts of a panel
  Eigen::VectorXd diagonal_;  // of A, in the columns of a panel
};

}  // namespace alembert::linear
