// The largest eigenvalues of a symmetric operator A that is known by its products with blocks of vectors: the block
// Lanczos method with thick restarts (Golub and Underwood 1977; Wu and Simon 2000).
//
//   A Q_k = Q T_k + Q_k+1 R,     Q = [Q_1 ... Q_k] orthonormal,   T = Q^T A Q = S Theta S^T
//   residual of the pair (theta_i, Q s_i):  |R s_i,k|,  s_i,k the part of s_i that belongs to Q_k
//
// The basis Q is kept orthonormal in full. When it is as large as it may be, the best Q s_i take its place, and Q_k+1
// goes on from there. An eigenvalue that occurs as often as a block has vectors is found as often.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>

namespace alembert::linear {

struct BlockOperator {
  Eigen::Index size = 0;
  std::function<Eigen::MatrixXd(const Eigen::MatrixXd&)> apply;  // A X
};

struct LargestPairs {
  Eigen::VectorXd values;  // descending
  Eigen::MatrixXd vectors;
};
// How many vectors the basis has for so many pairs: not more than A has rows.
Eigen::Index lanczos_room(int count);
// The `count` largest. Residuals are at most 1e-11 of the eigenvalue, or 1e-15 of the largest. Nothing if it does not
// converge.
std::optional<LargestPairs> largest_pairs(const BlockOperator& A, int count);

}  // namespace alembert::linear
