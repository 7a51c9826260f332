#include "elements/contact/shapes/hull.h"

#include <fmt/format.h>

#include <algorithm>

#include "elements/contact/shapes/sizes.h"

namespace alembert::contact {

HullShape::HullShape(const std::vector<Vec3>& points, std::optional<double> rounding) : thickness_(kEndless) {
  const Polyhedron sharp = convex_hull(points);
  bound_ = ball_around(sharp.vertices);
  solid_ = solid_within(sharp.vertices, sharp.triangles);
  double room = kEndless;  // for the rounding
  for (const Polyhedron::Face& face : sharp.faces) {
    double height = 0.0;
    for (const Vec3& v : sharp.vertices) height = std::max(height, face.offset - face.normal.dot(v));
    thickness_ = std::min(thickness_, height);
    room = std::min(room, face.offset - face.normal.dot(solid_.centre));
    face_area_ = std::max(face_area_, face.area);
  }
  rounding_ = rounding_in_use(rounding, thickness_, "hull");
  if (rounding_ >= 0.999 * room)
    refuse_shape(
        fmt::format("the rounding of this hull must be less than {}, the distance from its centre of mass to "
                    "the nearest face, not {}",
                    room, rounding_));
  const Polyhedron core = inset_polyhedron(sharp, rounding_, solid_.centre);
  for (const Vec3& v : rounding ? core.vertices : sharp.vertices) nodes_.push_back({v, rounding.value_or(0.0)});
  for (const auto& [a, b] : core.edges)
    edges_.push_back(
        {core.vertices[static_cast<std::size_t>(a)], core.vertices[static_cast<std::size_t>(b)], rounding_});
  core_ = TriangleSurface(core.vertices, core.triangles);
}

void HullShape::distance(const Vec3& x, bool curvature, Distance& out) const {
  core_.distance(x, curvature, out);
  out.value -= rounding_;
}

double HullShape::contact_radius() const { return kEndless; }

}  // namespace alembert::contact
