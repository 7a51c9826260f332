// The eigenvalues of largest size of an operator A that is known by its products alone: block Krylov iteration.
//
// A basis Q, orthonormal in the inner product of M, grows by what A makes of its best vectors; on it A is T = Q^T M A
// Q, whose eigenpairs (nu, s) give (nu, Q s). The basis is cut to the best ones when it is full. A block has as many
// vectors as eigenvalues are wanted, so that one that occurs many times (equal mechanisms side by side) is found as
// many times: iterations of one vector see it once.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>

namespace alembert::linear {

struct Operator {
  int size = 0;
  std::function<Eigen::VectorXd(const Eigen::VectorXd&)> apply;  // A x
  std::function<Eigen::VectorXd(const Eigen::VectorXd&)> mass;   // M x, where M A is symmetric; else none: M = 1
};

struct DominantPairs {
  Eigen::VectorXcd values;   // the largest first
  Eigen::MatrixXcd vectors;  // in columns, real where M A is symmetric
};
// At least `count` pairs, one more where the last is half of a conjugate pair; fewer where A has no more eigenvalues
// that are not 0. Nothing if it does not converge.
std::optional<DominantPairs> dominant_pairs(const Operator& A, int count);

}  // namespace alembert::linear
