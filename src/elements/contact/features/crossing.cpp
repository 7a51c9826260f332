#include "elements/contact/features/crossing.h"

namespace alembert::contact {

std::vector<FacedEdge> faced_edges(const Shape& shape) {
  std::vector<FacedEdge> out;
  for (const Edge& edge : shape.edges()) {
    FacedEdge faced;
    const Vec3 way = edge.end - edge.begin;
    faced.begin = edge.begin;
    faced.length = way.norm();
    faced.e = way / faced.length;
    faced.radius = edge.radius;
    // Directions to the other corners, square to the edge: all within less than half a turn.
    std::vector<Vec3> seen;
    for (const Edge& other : shape.edges())
      for (const Vec3& end : {other.begin, other.end}) {
        const Vec3 to = end - edge.begin, across = to - to.dot(faced.e) * faced.e;
        if (across.norm() > 1e-9 * faced.length) seen.push_back(across.normalized());
      }
    Vec3 middle = Vec3::Zero();
    for (const Vec3& u : seen) middle += u;
    middle = middle.normalized();
    const Vec3 side = faced.e.cross(middle);
    double least = 0.0, most = 0.0;
    faced.into = {middle, middle};
    for (const Vec3& u : seen) {
      const double angle = std::atan2(u.dot(side), u.dot(middle));
      if (angle < least) least = angle, faced.into[0] = u;
      if (angle > most) most = angle, faced.into[1] = u;
    }
    out.push_back(faced);
  }
  return out;
}

}  // namespace alembert::contact
