#include "flexible/discrete_part.h"

#include <numeric>

#include "math/so3.h"

namespace alembert::flexible {
namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

}  // namespace

void number_dofs(DiscretePart& part, int per_node) {
  part.dofs.setConstant(6, part.nodes.cols(), -1);
  for (int i = 0; i < part.node_count(); ++i)
    for (int c = 0; c < per_node; ++c) part.dofs(c, i) = per_node * i + c;
}

Sparse mass_matrix(const DiscretePart& part) {
  const Masses& masses = part.masses;
  const bool at_nodes = masses.S.size() == 0;
  Triplets entries;
  for (int j = 0; j < masses.mu.outerSize(); ++j)
    for (Sparse::InnerIterator it(masses.mu, j); it; ++it)
      for (int c = 0; c < 3; ++c) {
        const int row = at_nodes ? part.dofs(c, it.row()) : static_cast<int>(3 * it.row() + c);
        const int column = at_nodes ? part.dofs(c, j) : 3 * j + c;
        if (row >= 0 && column >= 0) entries.emplace_back(row, column, it.value());
      }
  const int size = at_nodes ? part.coordinates() : static_cast<int>(masses.S.rows());
  Sparse M(size, size);
  M.setFromTriplets(entries.begin(), entries.end());
  if (!at_nodes) M = Sparse(masses.S.transpose()) * Sparse(M * masses.S);
  if (masses.rotary.empty()) return M;
  entries.clear();
  for (int i = 0; i < part.node_count(); ++i)
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        if (part.dofs(3 + a, i) >= 0 && part.dofs(3 + b, i) >= 0)
          entries.emplace_back(part.dofs(3 + a, i), part.dofs(3 + b, i),
                               masses.rotary[static_cast<std::size_t>(i)](a, b));
  Sparse rotary(M.rows(), M.cols());
  rotary.setFromTriplets(entries.begin(), entries.end());
  return M + rotary;
}

MassProperties mass_properties(const DiscretePart& part) {
  MassProperties out;
  const Masses& masses = part.masses;
  const Eigen::VectorXd of_points = masses.mu * Eigen::VectorXd::Ones(masses.mu.cols());
  out.mass = of_points.sum();
  out.centre = masses.points * of_points / out.mass;
  const Eigen::Matrix3Xd X = masses.points.colwise() - out.centre;
  out.P0 = X * (masses.mu * X.transpose());
  out.P0 = (0.5 * (out.P0 + out.P0.transpose())).eval();
  for (const Mat3& J : masses.rotary) out.rotary += J;
  out.J0 = out.P0.trace() * Mat3::Identity() - out.P0 + out.rotary;
  return out;
}

Eigen::Matrix4Xd lumped_masses(const DiscretePart& part, const Sparse& M) {
  const Eigen::MatrixXd sums = M * rigid_shapes(part, Vec3::Zero()).leftCols<3>();
  const Eigen::VectorXd diagonal = M.diagonal();
  Eigen::Matrix4Xd by_sums = Eigen::Matrix4Xd::Zero(4, part.node_count()), by_diagonal = by_sums;
  for (int i = 0; i < part.node_count(); ++i)
    for (int c = 0; c < 3; ++c) {
      if (const int dof = part.dofs(c, i); dof >= 0) {
        by_sums(0, i) += sums(dof, c) / 3.0;
        by_diagonal(0, i) += diagonal[dof] / 3.0;
      }
      if (const int dof = part.dofs(3 + c, i); dof >= 0) by_sums(1 + c, i) = diagonal[dof];
    }
  if (by_sums.row(0).minCoeff() >= 0.0) return by_sums;
  by_sums.row(0) = by_diagonal.row(0) * (by_sums.row(0).sum() / by_diagonal.row(0).sum());
  return by_sums;
}

Eigen::MatrixXd rigid_shapes(const DiscretePart& part, const Vec3& centre) {
  Eigen::MatrixXd D = Eigen::MatrixXd::Zero(part.coordinates(), 6);
  for (int i = 0; i < part.node_count(); ++i) {
    const Mat3 arm = so3::hat(part.nodes.col(i) - centre);  // e x X = -X^ e
    for (int c = 0; c < 3; ++c) {
      if (part.dofs(c, i) >= 0) {
        D(part.dofs(c, i), c) = 1.0;
        D.block<1, 3>(part.dofs(c, i), 3) = -arm.row(c);
      }
      if (part.dofs(3 + c, i) >= 0) D(part.dofs(3 + c, i), 3 + c) = 1.0;
    }
  }
  return D;
}

std::vector<int> nodes_of_coordinates(const DiscretePart& part) {
  std::vector<int> out(static_cast<std::size_t>(part.coordinates()), -1);
  for (int i = 0; i < part.node_count(); ++i)
    for (int c = 0; c < 6; ++c)
      if (part.dofs(c, i) >= 0) out[static_cast<std::size_t>(part.dofs(c, i))] = i;
  return out;
}

std::vector<int> connected_pieces(const DiscretePart& part) {
  const std::vector<int> node = nodes_of_coordinates(part);
  std::vector<int> parent(static_cast<std::size_t>(part.node_count()));
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[static_cast<std::size_t>(i)] != i) {
      int& up = parent[static_cast<std::size_t>(i)];
      up = parent[static_cast<std::size_t>(up)];
      i = up;
    }
    return i;
  };
  for (int j = 0; j < part.K.outerSize(); ++j)
    for (Sparse::InnerIterator it(part.K, j); it; ++it)
      if (it.value() != 0.0)
        parent[static_cast<std::size_t>(root(node[static_cast<std::size_t>(it.row())]))] =
            root(node[static_cast<std::size_t>(j)]);
  std::vector<int> out(parent.size()), number(parent.size(), -1);
  int count = 0;
  for (std::size_t i = 0; i < parent.size(); ++i) {
    int& piece = number[static_cast<std::size_t>(root(static_cast<int>(i)))];
    if (piece < 0) piece = count++;
    out[i] = piece;
  }
  return out;
}

}  // namespace alembert::flexible
