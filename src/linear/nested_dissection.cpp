#include "linear/nested_dissection.h"

#include <metis.h>

#include <numeric>
#include <stdexcept>

#include "linear/index.h"

namespace alembert::linear {

std::vector<int> nested_dissection(const Eigen::SparseMatrix<double>& A) {
  static_assert(sizeof(idx_t) == sizeof(int), "METIS counts by 32 bit numbers, as all of this folder");
  auto n = static_cast<idx_t>(A.rows());
  std::vector<int> order(at(n));
  std::iota(order.begin(), order.end(), 0);
  std::vector<idx_t> starts{0}, neighbours;  // of each row, itself left out
  for (int j = 0; j < n; ++j) {
    for (Eigen::SparseMatrix<double>::InnerIterator it(A, j); it; ++it)
      if (it.row() != j) neighbours.push_back(static_cast<idx_t>(it.row()));
    starts.push_back(static_cast<idx_t>(neighbours.size()));
  }
  if (neighbours.empty()) return order;
  std::vector<idx_t> places(at(n));
  if (METIS_NodeND(&n, starts.data(), neighbours.data(), nullptr, nullptr, order.data(), places.data()) != METIS_OK)
    throw std::bad_alloc();  // nothing else can be wrong with these arguments
  return order;
}

}  // namespace alembert::linear
