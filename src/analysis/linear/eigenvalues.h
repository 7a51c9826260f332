// Eigenvalues and eigenvectors of a full matrix, with those at 0 taken out first.
#pragma once

#include <Eigen/Core>
#include <complex>
#include <vector>

namespace alembert {

struct EigenPair {
  std::complex<double> value;  // of a conjugate pair, the one above the real axis
  Eigen::VectorXcd vector;
};

// All eigenvalues of A; of those at 0 one for each eigenvector. Where motions are free to go on for ever, 0 is a
// defective eigenvalue, which rounding spreads over a circle of radius 1e-8 or 1e-5: so the null space of A is split
// off, then that of what remains, until nothing is left at 0, and the others are found from the rest.
std::vector<EigenPair> eigen_pairs(const Eigen::MatrixXd& A);

}  // namespace alembert
