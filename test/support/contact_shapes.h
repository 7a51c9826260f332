// One shape of each kind, about 0.2 m large, for tests of all pairs.
#pragma once

#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "elements/contact/shapes/box.h"
#include "elements/contact/shapes/capsule.h"
#include "elements/contact/shapes/cone.h"
#include "elements/contact/shapes/cylinder.h"
#include "elements/contact/shapes/ellipsoid.h"
#include "elements/contact/shapes/hull.h"
#include "elements/contact/shapes/mesh.h"
#include "elements/contact/shapes/plane.h"
#include "elements/contact/shapes/profile.h"
#include "elements/contact/shapes/sphere.h"
#include "elements/contact/shapes/torus.h"

namespace alembert::contact::test {

// A closed curve with three lobes.
inline Curve lobes() {
  std::vector<Vec3> points;
  for (int k = 0; k < 36; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / 36, r = 0.12 + 0.02 * std::cos(3.0 * angle);
    points.emplace_back(r * std::cos(angle), r * std::sin(angle), 0.0);
  }
  return Curve(points, true);
}

// A sphere of 0.12 m, as 20 x 10 triangles would draw it.
inline TriangleMesh ball_of_triangles() {
  TriangleMesh out;
  constexpr int round = 20, up = 10;
  out.vertices.emplace_back(0, 0, -0.12);
  for (int i = 1; i < up; ++i)
    for (int j = 0; j < round; ++j) {
      const double a = std::numbers::pi * (static_cast<double>(i) / up - 0.5), b = 2.0 * std::numbers::pi * j / round;
      out.vertices.emplace_back(0.12 * std::cos(a) * std::cos(b), 0.12 * std::cos(a) * std::sin(b), 0.12 * std::sin(a));
    }
  out.vertices.emplace_back(0, 0, 0.12);
  const int top = 1 + (up - 1) * round;
  const auto at = [](int i, int j) { return 1 + (i - 1) * round + j % round; };
  for (int j = 0; j < round; ++j) {
    out.triangles.push_back({0, at(1, j + 1), at(1, j)});
    out.triangles.push_back({top, at(up - 1, j), at(up - 1, j + 1)});
    for (int i = 1; i + 1 < up; ++i) {
      out.triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j)});
      out.triangles.push_back({at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)});
    }
  }
  return out;
}

inline std::vector<std::pair<std::string, std::shared_ptr<const Shape>>> contact_shapes() {
  return {
      {"sphere", std::make_shared<SphereShape>(0.1)},
      {"plane", std::make_shared<PlaneShape>()},
      {"box", std::make_shared<BoxShape>(Vec3(0.2, 0.16, 0.3), 0.02)},
      {"cylinder", std::make_shared<CylinderShape>(0.1, 0.24, false, 0.02)},
      {"capsule", std::make_shared<CapsuleShape>(0.06, 0.2)},
      {"torus", std::make_shared<TorusShape>(0.15, 0.05)},
      {"ellipsoid", std::make_shared<EllipsoidShape>(Vec3(0.1, 0.14, 0.08))},
      {"hull",
       std::make_shared<HullShape>(
           std::vector<Vec3>{
               {0.1, 0, -0.08}, {-0.06, 0.1, -0.08}, {-0.07, -0.09, -0.08}, {0.02, 0.01, 0.14}, {0.09, 0.08, 0.05}},
           0.01)},
      {"profile", std::make_shared<ProfileShape>(lobes(), 0.1)},
      {"mesh", std::make_shared<MeshShape>(ball_of_triangles(), 0.03)},
      {"cone", std::make_shared<ConeShape>(0.12, 0.25, 0.02)},
  };
}

// Profiles touch in their plane: both are turned into the plane of the profile; false: nothing to turn.
inline bool in_one_plane(const Shape& a, const Shape& b, Mat3& Ra, Mat3& Rb, Vec3& direction) {
  const bool first = a.kind() == ShapeKind::profile, second = b.kind() == ShapeKind::profile;
  if (!first && !second) return true;
  const auto turn = [](Mat3& R) { R = so3::matrix(so3::exp(Vec3(R(0, 0) * Vec3::UnitZ()))); };
  if (first || a.kind() == ShapeKind::cylinder) turn(Ra);
  if (second || b.kind() == ShapeKind::cylinder) turn(Rb);
  const bool ball = a.kind() == ShapeKind::sphere || b.kind() == ShapeKind::sphere;  // meets all of its thickness
  direction[2] *= ball ? 0.3 : 0.0;
  direction.normalize();
  return true;
}

}  // namespace alembert::contact::test
