// Frames of a part at any of its nodes, beside those that it has by name.
#pragma once

#include <optional>

#include "flexible/part.h"

namespace alembert::flexible {

// At the node with this label, called by it; nothing if there is no such node. Loads there are in no mode of their own.
inline std::optional<PartFrame> frame_of_node(const Part& part, int label) {
  for (std::size_t i = 0; i < part.labels.size(); ++i) {
    if (part.labels[i] != label) continue;
    const auto node = static_cast<Eigen::Index>(i);
    return PartFrame{std::to_string(label), part.nodes.col(node), part.shapes.middleRows<3>(3 * node),
                     part.rotations.middleRows<3>(3 * node), false};
  }
  return std::nullopt;
}

}  // namespace alembert::flexible
