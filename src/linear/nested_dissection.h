// The order in which the unknowns of finite elements are eliminated: nested dissection, by METIS.
#pragma once

#include <Eigen/SparseCore>
#include <vector>

namespace alembert::linear {

// order[k] is the row that is eliminated as the k-th. A has the places of both triangles; values are not looked at.
std::vector<int> nested_dissection(const Eigen::SparseMatrix<double>& A);

}  // namespace alembert::linear
