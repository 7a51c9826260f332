#include "flexible/read_matrices.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.h"

namespace alembert::flexible {
namespace {

using Entry = Eigen::Triplet<double>;

[[noreturn]] void refuse_matrices(const std::string& message) { throw Error(ExitCode::bad_model, message); }

// Where the file does not say, coordinates are those of the nodes in the order of their numbers, three or six each.
std::vector<NodeDirection> natural_coordinates(const NodeFile& nodes, int size) {
  std::vector<int> labels = nodes.labels;
  std::sort(labels.begin(), labels.end());
  const auto count = static_cast<int>(labels.size());
  if (count == 0 || (size != 3 * count && size != 6 * count))
    refuse_matrices(
        fmt::format("a matrix of {} rows does not fit {} nodes with 3 or 6 coordinates each: give the order of "
                    "coordinates (`coordinates:`), or the nodes of the elements alone",
                    size, count));
  std::vector<NodeDirection> out;
  for (const int label : labels)
    for (int c = 0; c < size / count; ++c) out.push_back({label, c});
  return out;
}

// M in the order of K.
Sparse in_order(const MatrixFile& M, const std::vector<NodeDirection>& coordinates) {
  const auto size = static_cast<int>(coordinates.size());
  if (M.coordinates.empty()) {
    if (M.matrix.rows() > size)
      refuse_matrices(fmt::format("the mass matrix has {} rows, the stiffness {}", M.matrix.rows(), size));
    Sparse out = M.matrix;
    out.conservativeResize(size, size);  // last rows without mass are not written
    return out;
  }
  std::map<NodeDirection, int> index;
  for (int i = 0; i < size; ++i) index[coordinates[static_cast<std::size_t>(i)]] = i;
  std::vector<Entry> entries;
  const auto place = [&](Eigen::Index i) {
    const NodeDirection& c = M.coordinates[static_cast<std::size_t>(i)];
    const auto found = index.find(c);
    if (found == index.end())
      refuse_matrices(fmt::format("the mass matrix has a coordinate without stiffness: node {}, direction {}", c.node,
                                  c.direction + 1));
    return found->second;
  };
  for (int j = 0; j < M.matrix.outerSize(); ++j)
    for (Sparse::InnerIterator it(M.matrix, j); it; ++it) entries.emplace_back(place(it.row()), place(j), it.value());
  Sparse out(size, size);
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

// Which rows hold anything.
std::vector<bool> rows_in_use(const Sparse& K, const Sparse& M) {
  std::vector<bool> used(static_cast<std::size_t>(K.rows()), false);
  for (const Sparse* matrix : {&K, &M})
    for (int j = 0; j < matrix->outerSize(); ++j)
      for (Sparse::InnerIterator it(*matrix, j); it; ++it)
        if (it.value() != 0.0) used[static_cast<std::size_t>(it.row())] = true;
  return used;
}

// The matrix of the rows that are used, in SI: entries between rotations have two lengths more than those between
// displacements.
Sparse of_used(const Sparse& matrix, const std::vector<int>& place, const std::vector<NodeDirection>& coordinates,
               double factor, double length) {
  std::vector<Entry> entries;
  const auto scale = [&](Eigen::Index i) {
    return coordinates[static_cast<std::size_t>(i)].direction < 3 ? 1.0 : length;
  };
  for (int j = 0; j < matrix.outerSize(); ++j)
    for (Sparse::InnerIterator it(matrix, j); it; ++it)
      if (place[static_cast<std::size_t>(it.row())] >= 0 && place[static_cast<std::size_t>(j)] >= 0)
        entries.emplace_back(place[static_cast<std::size_t>(it.row())], place[static_cast<std::size_t>(j)],
                             it.value() * factor * scale(it.row()) * scale(j));
  const int size = *std::max_element(place.begin(), place.end()) + 1;
  Sparse out(size, size);
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

// Is M = mu (x) 1? Then the entries of mu, from displacements along x.
bool is_scalar(const DiscretePart& part, const Sparse& M, std::vector<Entry>& mu) {
  const std::vector<int> node = nodes_of_coordinates(part);
  const double largest = M.coeffs().size() > 0 ? M.coeffs().cwiseAbs().maxCoeff() : 0.0;
  constexpr double rounding = 1e-9;  // of the largest entry: files have 10 digits and more
  for (int j = 0; j < M.outerSize(); ++j)
    for (Sparse::InnerIterator it(M, j); it; ++it) {
      if (std::abs(it.value()) <= rounding * largest) continue;
      const int a = node[static_cast<std::size_t>(it.row())], b = node[static_cast<std::size_t>(j)];
      int c = 0;
      while (part.dofs(c, b) != j) ++c;
      if (c >= 3 || part.dofs(c, a) != it.row()) return false;
      const int next = (c + 1) % 3, row = part.dofs(next, a), column = part.dofs(next, b);
      if (row < 0 || column < 0 || std::abs(M.coeff(row, column) - it.value()) > rounding * largest) return false;
      if (c == 0) mu.emplace_back(a, b, it.value());
    }
  return true;
}

struct LumpedMasses {
  std::vector<Entry> mu;
  std::vector<Mat3> rotary;
};

LumpedMasses lumped(const DiscretePart& part, const Sparse& M) {
  LumpedMasses out;
  const Eigen::MatrixXd rigid = rigid_shapes(part, Vec3::Zero()).leftCols<3>();
  const Eigen::MatrixXd sums = M * rigid;  // of rows, over displacements in the same direction
  bool turns = false;
  for (int i = 0; i < part.node_count(); ++i) {
    double mass = 0.0;
    for (int c = 0; c < 3; ++c)
      if (part.dofs(c, i) >= 0) mass += sums(part.dofs(c, i), c) / 3.0;
    if (mass < 0.0)
      refuse_matrices(
          fmt::format("the mass matrix cannot be lumped: its rows of node {} sum up to {:g} kg. Ask the other "
                      "program for a lumped mass matrix",
                      part.labels[static_cast<std::size_t>(i)], mass));
    if (mass > 0.0) out.mu.emplace_back(i, i, mass);
    Mat3 J = Mat3::Zero();
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        if (part.dofs(3 + a, i) >= 0 && part.dofs(3 + b, i) >= 0)
          J(a, b) = M.coeff(part.dofs(3 + a, i), part.dofs(3 + b, i));
    turns = turns || J.norm() > 0.0;
    out.rotary.push_back(0.5 * (J + J.transpose()));
  }
  if (!turns) out.rotary.clear();
  return out;
}

std::string change_of(const char* what, double before, double after) {
  return fmt::format("{} {:.6g} -> {:.6g}", what, before, after);
}

}  // namespace

void set_masses(DiscretePart& part, const Sparse& M) {
  const double asymmetry = Sparse(M - Sparse(M.transpose())).norm() / std::max(1e-300, M.norm());
  if (!(asymmetry < 1e-8)) refuse_matrices(fmt::format("the mass matrix is not symmetric ({:.1e})", asymmetry));
  Masses& masses = part.masses;
  masses.points = part.nodes;
  std::vector<Entry> mu;
  const bool scalar = is_scalar(part, M, mu);
  LumpedMasses nodes;
  if (!scalar) nodes = lumped(part, M);
  const std::vector<Entry>& entries = scalar ? mu : nodes.mu;
  masses.mu.resize(part.node_count(), part.node_count());
  masses.mu.setFromTriplets(entries.begin(), entries.end());
  masses.rotary = std::move(nodes.rotary);
  if (scalar) {
    part.notes.push_back(fmt::format("mass matrix: the same in all directions, taken as it is ({})",
                                     masses.mu.nonZeros() == part.node_count() ? "lumped" : "consistent"));
    return;
  }
  const MassProperties after = mass_properties(part);
  const Eigen::MatrixXd D = rigid_shapes(part, after.centre), before = D.transpose() * (M * D);
  part.notes.push_back(
      fmt::format("mass matrix: differs by direction or couples rotations, so it is lumped by rows: {} kg; moments of "
                  "inertia {}, {}, {} "
                  "kg m^2",
                  change_of("mass", before.topLeftCorner<3, 3>().trace() / 3.0, after.mass),
                  change_of("x", before(3, 3), after.J0(0, 0)), change_of("y", before(4, 4), after.J0(1, 1)),
                  change_of("z", before(5, 5), after.J0(2, 2))));
}

MatricesPart read_matrices(const MatricesRequest& request) {
  const NodeFile nodes = read_nodes(request.nodes);
  MatrixFile K = read_matrix(request.stiffness, request.format, request.stiffness_name);
  const MatrixFile M = read_matrix(request.mass, request.format, request.mass_name);
  const auto size = static_cast<int>(K.matrix.rows());
  std::vector<NodeDirection> coordinates = request.coordinates      ? read_coordinates(*request.coordinates, size)
                                           : !K.coordinates.empty() ? K.coordinates
                                                                    : natural_coordinates(nodes, size);
  const Sparse mass = in_order(M, coordinates);
  const std::vector<bool> used = rows_in_use(K.matrix, mass);

  MatricesPart out;
  DiscretePart& part = out.discrete;
  part.source = request.stiffness.string();
  std::map<int, int> in_file, in_part;  // nodes by label
  for (std::size_t i = 0; i < nodes.labels.size(); ++i) in_file[nodes.labels[i]] = static_cast<int>(i);
  std::vector<int> place(used.size(), -1);
  std::vector<std::array<int, 3>> rows;  // node, direction, coordinate
  int count = 0;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i]) continue;
    place[i] = count++;
    if (in_file.count(coordinates[i].node) == 0)
      refuse_matrices(fmt::format("node {} of the matrices is not in {}", coordinates[i].node, request.nodes.string()));
    const auto [node, is_new] = in_part.try_emplace(coordinates[i].node, static_cast<int>(part.labels.size()));
    if (is_new) part.labels.push_back(coordinates[i].node);
    rows.push_back({node->second, coordinates[i].direction, place[i]});
  }
  if (count == 0) refuse_matrices("the matrices are empty");
  part.nodes.resize(3, static_cast<Eigen::Index>(part.labels.size()));
  for (std::size_t i = 0; i < part.labels.size(); ++i)
    part.nodes.col(static_cast<Eigen::Index>(i)) = request.length * nodes.positions.col(in_file[part.labels[i]]);
  part.dofs.setConstant(6, part.nodes.cols(), -1);
  for (const auto& [node, direction, coordinate] : rows) {
    if (part.dofs(direction, node) >= 0)
      refuse_matrices(fmt::format(
          "node {} has direction {} twice{}", part.labels[static_cast<std::size_t>(node)], direction + 1,
          request.format == MatrixFormat::calculix
              ? ": CalculiX expands shells and beams to solids, whose nodes the .dof file does not tell apart"
              : ""));
    part.dofs(direction, node) = coordinate;
  }
  part.K =
      of_used(K.matrix, place, coordinates, request.stiffness_factor * request.force / request.length, request.length);
  part.notes.push_back(
      fmt::format("matrices of {} coordinates at {} nodes{}", count, part.labels.size(),
                  count < size ? fmt::format("; {} rows without stiffness and mass left out", size - count) : ""));
  set_masses(part, of_used(mass, place, coordinates, request.mass_factor * request.kilogram, request.length));
  for (const auto& [name, indices] : nodes.sets)
    for (const int i : indices)
      if (const auto found = in_part.find(nodes.labels[static_cast<std::size_t>(i)]); found != in_part.end())
        out.sets[name].push_back(found->second);
  return out;
}

}  // namespace alembert::flexible
