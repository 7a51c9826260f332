#include "elements/contact/shape.h"

#include <array>

namespace alembert::contact {

std::string_view shape_kind_name(ShapeKind kind) {
  constexpr std::array<std::string_view, 11> names{"sphere", "plane",     "box",  "cylinder", "capsule", "torus",
                                                   "cone",   "ellipsoid", "hull", "profile",  "mesh"};
  return names[static_cast<std::size_t>(kind)];
}

void Shape::nodes_within(const Sphere& sphere, std::vector<int>& out) const {
  out.clear();
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const double reach = sphere.radius + nodes_[k].radius;
    if ((nodes_[k].at - sphere.centre).squaredNorm() <= reach * reach) out.push_back(static_cast<int>(k));
  }
}

}  // namespace alembert::contact
