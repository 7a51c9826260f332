#include "flexible/part.h"

#include <algorithm>

namespace alembert::flexible {

namespace {

template <class Matrix>
Matrix columns_of(const Matrix& from, const std::vector<int>& modes) {
  if (from.cols() == 0) return from;
  Matrix out(from.rows(), static_cast<Eigen::Index>(modes.size()));
  for (std::size_t k = 0; k < modes.size(); ++k) out.col(static_cast<Eigen::Index>(k)) = from.col(modes[k]);
  return out;
}

Eigen::VectorXd entries_of(const Eigen::VectorXd& from, const std::vector<int>& modes) {
  Eigen::VectorXd out(static_cast<Eigen::Index>(modes.size()));
  for (std::size_t k = 0; k < modes.size(); ++k) out[static_cast<Eigen::Index>(k)] = from[modes[k]];
  return out;
}

}  // namespace

Part with_modes(const Part& part, const std::vector<int>& modes) {
  Part out = part;
  out.omega = entries_of(part.omega, modes);
  out.mu = entries_of(part.mu, modes);
  out.N_rotary = columns_of(part.N_rotary, modes);
  out.shapes = columns_of(part.shapes, modes);
  out.rotations = columns_of(part.rotations, modes);
  out.stress.shapes = columns_of(part.stress.shapes, modes);
  out.P1.clear();
  out.P2.clear();
  const auto all = static_cast<std::size_t>(part.modes());
  for (const int k : modes) {
    const auto row = static_cast<std::size_t>(k);
    out.P1.push_back(part.P1[row]);
    for (const int l : modes) out.P2.push_back(part.P2[row * all + static_cast<std::size_t>(l)]);
  }
  for (PartFrame& frame : out.frames) {
    frame.Phi = columns_of(frame.Phi, modes);
    frame.Theta = columns_of(frame.Theta, modes);
  }
  for (LoadCase& load : out.loads) load.p = entries_of(load.p, modes);
  return out;
}

PartFrame frame_of_node(const Part& part, int index) {
  PartFrame out;
  out.node = part.labels[static_cast<std::size_t>(index)];
  out.name = "node " + std::to_string(*out.node);
  out.at = part.nodes.col(index);
  out.Phi = part.shapes.middleRows<3>(3 * index);
  out.Theta = part.rotations.middleRows<3>(3 * index);
  return out;
}

int index_of_node(const Part& part, int label) {
  const auto found = std::find(part.labels.begin(), part.labels.end(), label);
  return found == part.labels.end() ? -1 : static_cast<int>(found - part.labels.begin());
}

}  // namespace alembert::flexible
