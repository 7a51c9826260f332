// The shapes of a model, /model/scene of results.h5, as points fixed to bodies with triangles, lines and vertices over
// them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "math/types.h"
#include "report/page.h"

namespace alembert::report {

// Points `first` ... `first + count - 1` move with one body; 0 is ground.
struct PointRange {
  std::size_t body = 0, first = 0, count = 0;
};

struct SceneGeometry {
  std::vector<Vec3> points;        // in the frames of their bodies, m
  std::vector<PointRange> ranges;  // of all points, in order
  std::vector<std::int32_t> vertices;
  std::vector<std::int32_t> line_points, line_ends;  // points of all lines; where each line ends in that list
  std::vector<std::int32_t> triangles;
  // The body of each cell, -1 for a spring.
  std::vector<std::int32_t> vertex_body, line_body, triangle_body;
  std::vector<std::string> notes;  // what could not be drawn, and why
};

// Every shape of every body. A body without any is a vertex at its centre of mass, with lines to the markers that
// joints and forces hold it by; ground is a vertex at each of these. Spring-dampers are lines.
SceneGeometry geometry_of(const Json& scene);

// The joints and forces that act somewhere: the place is on the first marker.
struct LoadPlace {
  std::size_t body = 0;
  Vec3 at;
  bool is_joint = true;
  std::size_t index = 0;  // among the joints or forces
};
std::vector<LoadPlace> load_places(const Json& scene);

}  // namespace alembert::report
