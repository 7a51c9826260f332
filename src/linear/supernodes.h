// Where the entries of L are, for P A P^T = L L^T with a sparse symmetric A: columns that end in the same rows are
// joined to supernodes, whose entries form a dense panel.
//
//   parent(j) = first row below the diagonal in column j of L: the elimination tree (Liu 1990)
//   rows(j)   = rows of column j of A, and those of its children in the tree, below the diagonal
//
// The order is one of nested dissection, changed so that each column stands before its parent and all between them are
// its descendants (postorder); that leaves L as full as it was. Columns j, j + 1 with the same rows below j + 1 go
// together. A supernode also joins its parent, with zeros stored as entries, where these are few: small panels cost
// more than what is in them (Ashcraft and Grimes 1989).
#pragma once

#include <Eigen/SparseCore>
#include <cstddef>
#include <vector>

namespace alembert::linear {

struct Supernodes {
  std::vector<int> order;  // the row of A that is eliminated as the k-th
  std::vector<int> rank;   // of each row of A, when it is eliminated
  // Supernode s has columns first[s] to first[s + 1] - 1, and rows [row_start[s], row_start[s + 1]) of `rows`: those
  // of its columns, then those below, ascending.
  std::vector<int> first;
  std::vector<std::size_t> row_start;
  std::vector<int> rows;
  std::vector<int> of_column;
  std::vector<std::size_t> panel;  // where its values start: its rows x its columns

  int count() const { return static_cast<int>(first.size()) - 1; }
  int columns(int s) const;
  int height(int s) const;  // of the panel
  const int* rows_of(int s) const;
};

// A has the places of both triangles.
Supernodes find_supernodes(const Eigen::SparseMatrix<double>& A, std::vector<int> order);

}  // namespace alembert::linear
