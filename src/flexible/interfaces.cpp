#include "flexible/interfaces.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>

#include "base/error.h"
#include "math/so3.h"

namespace alembert::flexible {
namespace {

using Entries = std::vector<Eigen::Triplet<double>>;

Vec3 middle_of(const DiscretePart& part, const std::vector<int>& nodes) {
  Vec3 sum = Vec3::Zero();
  for (const int i : nodes) sum += part.nodes.col(i);
  return sum / static_cast<double>(nodes.size());
}

// I^-1, where directions about which nothing shows (a line of nodes) count as infinite.
Mat3 inverse_of_spread(const DiscretePart& part, const std::vector<int>& nodes, const Vec3& middle) {
  Mat3 spread = Mat3::Zero();
  for (const int i : nodes) {
    const Vec3 d = part.nodes.col(i) - middle;
    spread += d.squaredNorm() * Mat3::Identity() - d * d.transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(spread);
  constexpr double nothing = 1e-10;  // (1e-5 of the patch's size)^2: no mesh has such thin patches on purpose
  Vec3 inverse = Vec3::Zero();
  for (int k = 0; k < 3; ++k)
    if (solver.eigenvalues()[k] > nothing * solver.eigenvalues()[2]) inverse[k] = 1.0 / solver.eigenvalues()[k];
  return solver.eigenvectors() * inverse.asDiagonal() * solver.eigenvectors().transpose();
}

bool all_have_rotations(const DiscretePart& part, const std::vector<int>& nodes) {
  for (const int i : nodes)
    if (!part.has_rotations(i)) return false;
  return true;
}

void add_row(Entries& entries, const DiscretePart& part, int row, int first, int node, const Mat3& block) {
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)
      if (block(r, c) != 0.0 && part.dofs(first + c, node) >= 0)
        entries.emplace_back(row + r, part.dofs(first + c, node), block(r, c));
}

}  // namespace

Vec3 place_of(const DiscretePart& part, const Interface& interface) {
  return interface.at ? *interface.at : middle_of(part, interface.nodes);
}

Sparse frame_motion(const DiscretePart& part, const Interface& interface) {
  const std::vector<int>& nodes = interface.nodes;
  const Vec3 middle = middle_of(part, nodes);
  const Mat3 arm = so3::hat(place_of(part, interface) - middle);  // theta x arm = -arm^ theta
  const double share = 1.0 / static_cast<double>(nodes.size());
  const bool own = all_have_rotations(part, nodes);
  const Mat3 inverse = own ? Mat3::Zero() : inverse_of_spread(part, nodes, middle);
  Entries entries;
  for (const int i : nodes) {
    const Mat3 turning = inverse * so3::hat(part.nodes.col(i) - middle);
    add_row(entries, part, 0, 0, i, share * Mat3::Identity() - arm * turning);
    add_row(entries, part, 3, 0, i, turning);
    if (own) {
      add_row(entries, part, 0, 3, i, -share * arm);
      add_row(entries, part, 3, 3, i, share * Mat3::Identity());
    }
  }
  Sparse out(6, part.coordinates());
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

Eigen::Matrix3Xd turn_of(const DiscretePart& part, const std::vector<int>& nodes,
                         const Eigen::MatrixXd& displacements) {
  const Vec3 middle = middle_of(part, nodes);
  Eigen::Matrix3Xd sum = Eigen::Matrix3Xd::Zero(3, displacements.cols());
  for (const int i : nodes) sum += so3::hat(part.nodes.col(i) - middle) * displacements.middleRows<3>(3 * i);
  return inverse_of_spread(part, nodes, middle) * sum;
}

RigidPatches rigid_patches(const DiscretePart& part, const std::vector<Interface>& interfaces) {
  std::vector<int> patch(static_cast<std::size_t>(part.node_count()), -1);
  for (std::size_t k = 0; k < interfaces.size(); ++k) {
    if (interfaces[k].kind != Interface::Kind::rigid) continue;
    for (const int i : interfaces[k].nodes) {
      int& of_node = patch[static_cast<std::size_t>(i)];
      if (of_node >= 0)
        throw Error(
            ExitCode::bad_model,
            fmt::format("node {} is in two rigid interfaces, `{}` and `{}`", part.labels[static_cast<std::size_t>(i)],
                        interfaces[static_cast<std::size_t>(of_node)].name, interfaces[k].name));
      of_node = static_cast<int>(k);
    }
  }
  RigidPatches out;
  Entries entries;
  for (int i = 0; i < part.node_count(); ++i)
    if (patch[static_cast<std::size_t>(i)] < 0)
      for (int c = 0; c < 6; ++c)
        if (part.dofs(c, i) >= 0) entries.emplace_back(part.dofs(c, i), out.inner++, 1.0);
  int next = out.inner;
  for (const Interface& interface : interfaces) {
    if (interface.kind != Interface::Kind::rigid) continue;
    const int count = interface.nodes.size() > 1 || part.has_rotations(interface.nodes[0]) ? 6 : 3;
    const Vec3 at = place_of(part, interface);
    for (const int i : interface.nodes) {
      const Mat3 arm = so3::hat(part.nodes.col(i) - at);
      for (int r = 0; r < 3; ++r) {
        if (part.dofs(r, i) >= 0) {
          entries.emplace_back(part.dofs(r, i), next + r, 1.0);
          for (int c = 0; c < 3 && count == 6; ++c)
            if (arm(r, c) != 0.0) entries.emplace_back(part.dofs(r, i), next + 3 + c, -arm(r, c));
        }
        if (part.dofs(3 + r, i) >= 0) entries.emplace_back(part.dofs(3 + r, i), next + 3 + r, 1.0);
      }
    }
    out.coordinates.emplace_back(next, count);
    next += count;
  }
  out.T.resize(part.coordinates(), next);
  out.T.setFromTriplets(entries.begin(), entries.end());
  return out;
}

}  // namespace alembert::flexible
