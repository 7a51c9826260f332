// Shapes whose nearest point is searched for: ellipsoid, hull, profile, mesh.
#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "base/error.h"
#include "elements/contact/pair.h"
#include "elements/contact/shapes/box.h"
#include "elements/contact/shapes/ellipsoid.h"
#include "elements/contact/shapes/hull.h"
#include "elements/contact/shapes/mesh.h"
#include "elements/contact/shapes/profile.h"
#include "elements/contact/shapes/sphere.h"
#include "elements/contact_shape_checks.h"

namespace alembert::contact::test {
namespace {

std::string refusal_of(const std::function<void()>& make) {
  try {
    make();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

std::vector<Vec3> box_corners(const Vec3& size) {
  std::vector<Vec3> out;
  for (int k = 0; k < 8; ++k)
    out.emplace_back((k & 1 ? 0.5 : -0.5) * size[0], (k & 2 ? 0.5 : -0.5) * size[1], (k & 4 ? 0.5 : -0.5) * size[2]);
  return out;
}

// Twelve triangles; as STL files have them, every corner by itself.
TriangleMesh box_mesh(const Vec3& size) {
  constexpr int faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  const std::vector<Vec3> corners = box_corners(size);
  TriangleMesh out;
  for (const auto& f : faces)
    for (const auto& [a, b, c] : {Triangle{f[0], f[1], f[2]}, Triangle{f[0], f[2], f[3]}}) {
      const int first = static_cast<int>(out.vertices.size());
      for (const int k : {a, b, c}) out.vertices.push_back(corners[static_cast<std::size_t>(k)]);
      out.triangles.push_back({first, first + 1, first + 2});
    }
  return out;
}

// A ball of 2 rings around strips; with a dent it is not convex.
TriangleMesh ball_mesh(double radius, int rings, double dent) {
  TriangleMesh out;
  const int around = 2 * rings;
  const auto place = [&](double polar, double angle) {
    const double r = radius * (1.0 - dent * std::pow(std::cos(0.5 * polar), 8));
    return Vec3(r * std::sin(polar) * std::cos(angle), r * std::sin(polar) * std::sin(angle), r * std::cos(polar));
  };
  for (int i = 1; i < rings; ++i)
    for (int j = 0; j < around; ++j)
      out.vertices.push_back(place(std::numbers::pi * i / rings, 2.0 * std::numbers::pi * j / around));
  const int top = static_cast<int>(out.vertices.size()), bottom = top + 1;
  out.vertices.push_back(place(0.0, 0.0));
  out.vertices.push_back(place(std::numbers::pi, 0.0));
  for (int j = 0; j < around; ++j) {
    const int next = (j + 1) % around, last = (rings - 2) * around;
    out.triangles.push_back({top, j, next});
    out.triangles.push_back({bottom, last + next, last + j});
    for (int i = 0; i + 2 < rings; ++i) {
      const int a = i * around + j, b = i * around + next;
      out.triangles.push_back({a, a + around, b + around});
      out.triangles.push_back({a, b + around, b});
    }
  }
  return out;
}

std::vector<Vec3> random_points(int count, const Vec3& size, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> u(-1.0, 1.0);
  std::vector<Vec3> out;
  for (int k = 0; k < count; ++k) out.push_back(size.cwiseProduct(Vec3(u(random), u(random), u(random))));
  return out;
}

Curve ring_curve(double a, double b, int count, bool clockwise) {
  std::vector<Vec3> out;
  for (int k = 0; k < count; ++k) {
    const double angle = (clockwise ? -2.0 : 2.0) * std::numbers::pi * k / count;
    out.emplace_back(a * std::cos(angle), b * std::sin(angle), 0.0);
  }
  return Curve(out, true);
}

void expect_same_distance(const Shape& a, const Shape& b, const std::vector<Vec3>& points, double tolerance) {
  Distance one, two;
  for (const Vec3& x : points) {
    a.distance(x, true, one);
    b.distance(x, true, two);
    ASSERT_NEAR(one.value, two.value, tolerance) << x.transpose();
    ASSERT_LT((one.normal - two.normal).norm(), 1e3 * tolerance) << x.transpose();
    ASSERT_LT((one.curvature - two.curvature).norm(), 1e5 * tolerance * (1.0 + two.curvature.squaredNorm()))
        << x.transpose();
  }
}

TEST(ContactEllipsoid, DistanceHasExactDerivatives) {
  for (const Vec3& half : {Vec3(1.0, 0.6, 0.8), Vec3(0.3, 0.3, 1.0), Vec3(1.0, 1.0, 0.2), Vec3(0.5, 0.05, 1.0)}) {
    const EllipsoidShape shape(half);
    std::vector<Vec3> points = points_around(shape, 1.3, 0.01);
    // Deep inside the distance has kinks; there its value alone counts.
    std::erase_if(points, [&](const Vec3& x) {
      Distance d;
      shape.distance(x, false, d);
      return d.value < -0.2 * half.minCoeff();
    });
    expect_exact_derivatives(shape, points);
  }
}

TEST(ContactEllipsoid, DistanceIsTheLeastOfAllItsPoints) {
  const Vec3 half(1.0, 0.25, 0.6);
  const EllipsoidShape shape(half);
  std::vector<Vec3> points = random_points(60, {1.2, 0.5, 0.9}, 3);
  for (const Vec3& x :
       {Vec3(0, 0, 0), Vec3(0.5, 0, 0), Vec3(0.5, 0, 0.2), Vec3(0, 0, 0.3), Vec3(0, 0.1, 0), Vec3(2, 0, 0)})
    points.push_back(x);
  for (const double tiny : {1e-8, 1e-14, 1e-300}) points.emplace_back(0.3, tiny, 0.1);
  const int parts = 150;
  for (const Vec3& x : points) {
    double least = HUGE_VAL;
    for (int i = 0; i <= parts; ++i)
      for (int j = 0; j < 2 * parts; ++j) {
        const double a = std::numbers::pi * i / parts, b = std::numbers::pi * j / parts;
        const Vec3 p(half[0] * std::sin(a) * std::cos(b), half[1] * std::sin(a) * std::sin(b), half[2] * std::cos(a));
        least = std::min(least, (p - x).squaredNorm());
      }
    Distance d;
    shape.distance(x, true, d);
    ASSERT_NEAR(d.value * d.value, least, 1e-3) << x.transpose();  // points are up to 0.02 apart
    ASSERT_LT(std::abs(d.value), std::sqrt(least) + 1e-14) << x.transpose();
    EXPECT_EQ(d.value < 0.0, x.cwiseQuotient(half).norm() < 1.0);
    expect_finite(shape, x);
    const Vec3 foot = x - d.value * d.normal;
    EXPECT_NEAR(foot.cwiseQuotient(half).norm(), 1.0, 1e-12) << x.transpose();
  }
}

TEST(ContactEllipsoid, WithEqualAxesIsASphere) {
  expect_same_distance(EllipsoidShape({0.7, 0.7, 0.7}), SphereShape(0.7), random_points(200, {1, 1, 1}, 4), 1e-14);
  expect_same_solid(EllipsoidShape({0.7, 0.7, 0.7}).solid(), SphereShape(0.7).solid(), 1e-14);
  expect_same_solid(counted_solid(EllipsoidShape({0.7, 0.4, 0.5}), 60), EllipsoidShape({0.7, 0.4, 0.5}).solid(), 2e-3);
  expect_finite(EllipsoidShape({0.7, 0.7, 0.7}), Vec3::Zero());
  EXPECT_EQ(refusal_of([] {
              EllipsoidShape({1.0, 0.0, 1.0});
            }),
            "a half axis of an ellipsoid must be a positive number, not 0");
}

TEST(ContactHull, OfABoxsCornersIsTheBox) {
  const Vec3 size(1.0, 0.6, 0.8);
  for (const std::optional<double> r : {std::optional<double>(0.1), std::optional<double>()}) {
    std::vector<Vec3> points = box_corners(size);
    for (const Vec3& p : random_points(200, 0.5 * size, 5)) points.push_back(p);
    for (int k = 0; k < 50; ++k) points.emplace_back(0.5, -0.3 + 0.012 * k, 0.4);  // in an edge
    for (int k = 0; k < 50; ++k) points.emplace_back(0.5, -0.3 + 0.012 * k, 0.1);  // in a face
    const HullShape hull(points, r);
    const BoxShape box(size, r);
    expect_same_distance(hull, box, points_around(box, 1.2, 0.1), 1e-13);
    expect_same_solid(hull.solid(), box.solid(), 1e-13);
    expect_features_on_surface(hull, r ? 0.0 : 0.01);
    EXPECT_EQ(hull.nodes().size(), 8u);
    EXPECT_EQ(hull.edges().size(), 12u);
    EXPECT_NEAR(hull.face_area(), box.face_area(), 1e-13);
    EXPECT_NEAR(hull.thickness(), box.thickness(), 1e-13);
    EXPECT_NEAR(hull.bound().radius, box.bound().radius, 1e-13);
  }
}

TEST(ContactHull, DistanceHasExactDerivativesAndNoJumps) {
  const HullShape hull(random_points(40, {0.8, 0.6, 0.5}, 6), 0.08);
  expect_exact_derivatives(hull, points_around(hull, 1.2, 0.07));
  for (const Edge& edge : hull.edges()) {
    const Vec3 middle = 0.5 * (edge.begin + edge.end), out = (middle - hull.bound().centre).normalized();
    const Vec3 across = out.cross(edge.end - edge.begin).normalized();
    expect_continuous(hull, middle + 0.06 * out - 0.05 * across, middle + 0.06 * out + 0.05 * across, 2e-5, 1e-2);
  }
}

// Clouds, lattices with many points in planes, and shells without points inside; thin ones too.
std::vector<std::vector<Vec3>> point_sets() {
  std::vector<std::vector<Vec3>> out;
  for (const double thin : {1.0, 0.1, 0.001})
    for (unsigned seed = 1; seed <= 3; ++seed) {
      const Vec3 size(1.0, thin, 0.5);
      std::vector<Vec3> cloud = random_points(100, size, seed), lattice, shell;
      for (const Vec3& p : random_points(60, {3, 3, 3}, seed))
        lattice.push_back(Vec3(p.array().round()).cwiseProduct(size));
      for (const Vec3& p : random_points(150, {1, 1, 1}, seed)) shell.push_back(p.normalized().cwiseProduct(size));
      out.insert(out.end(), {cloud, lattice, shell});
    }
  return out;
}

TEST(ContactHull, HoldsAllPointsAndItsFacesAreMovedIn) {
  for (const std::vector<Vec3>& points : point_sets()) {
    const Polyhedron sharp = convex_hull(points);
    const Vec3 centre = solid_within(sharp.vertices, sharp.triangles).centre;
    EXPECT_EQ(sharp.vertices.size() + sharp.faces.size(), sharp.edges.size() + 2);  // Euler
    double room = HUGE_VAL;
    for (const Polyhedron::Face& face : sharp.faces) {
      double highest = -HUGE_VAL;
      for (const Vec3& p : points) highest = std::max(highest, face.normal.dot(p) - face.offset);
      ASSERT_LT(highest, 1e-9);
      room = std::min(room, face.offset - face.normal.dot(centre));
    }
    for (const double inset : {0.02 * room, 0.5 * room}) {
      const Polyhedron inner = inset_polyhedron(sharp, inset, centre);
      EXPECT_EQ(inner.vertices.size() + inner.faces.size(), inner.edges.size() + 2);
      for (const Vec3& v : inner.vertices) {
        std::vector<double> depth;
        for (const Polyhedron::Face& f : sharp.faces) depth.push_back(f.offset - f.normal.dot(v));
        std::partial_sort(depth.begin(), depth.begin() + 3, depth.end());
        ASSERT_NEAR(depth[0], inset, 1e-6);  // a corner of three faces or more; close ones are one
        ASSERT_NEAR(depth[2], inset, 1e-6);
      }
    }
  }
}

TEST(ContactHull, RefusesWhatIsFlat) {
  EXPECT_EQ(refusal_of([] { HullShape({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}); }), "a hull needs four points or more");
  EXPECT_EQ(refusal_of([] {
              HullShape({{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}, {0.3, 0.2, 1}});
            }),
            "the points of a hull must not lie in a plane");
  EXPECT_EQ(refusal_of([] {
              HullShape({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}});
            }),
            "the points of a hull must not lie in a plane");
  EXPECT_EQ(refusal_of([] {
              HullShape({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, NAN}});
            }),
            "the points of a hull must be finite");
  EXPECT_NE(refusal_of([] {
              HullShape(box_corners({1, 1, 1}), 0.5);
            }).find("half of its smallest extent"),
            std::string::npos);
}

TEST(ContactMesh, OfABoxIsTheBox) {
  const Vec3 size(1.0, 0.6, 0.8);
  const MeshShape mesh(box_mesh(size));
  const BoxShape box(size, 1e-9);  // sharp
  std::vector<Vec3> outside = random_points(400, {1.2, 1.0, 1.1}, 8);
  expect_same_distance(mesh, box, outside, 1e-8);
  expect_same_solid(mesh.solid(), box.solid(), 1e-13);
  double area = 0.0;
  for (const Node& node : mesh.nodes()) {
    area += node.area;
    EXPECT_EQ(node.radius, 0.0);
  }
  EXPECT_NEAR(area, 2.0 * (0.6 + 0.48 + 0.8), 1e-12);
  expect_features_on_surface(mesh, 0.0);
}

// A cube of side 1 with a vertex in the middle of each face, and one (8) in the middle of an edge.
TriangleMesh seamed_cube() {
  const std::vector<std::vector<int>> faces{{0, 4, 6, 2}, {1, 3, 7, 8, 5}, {0, 1, 5, 4},
                                            {2, 6, 7, 3}, {0, 2, 3, 1},    {4, 5, 8, 7, 6}};
  TriangleMesh out{box_corners({1, 1, 1}), {}};
  out.vertices.emplace_back(0.5, 0.0, 0.5);
  for (const std::vector<int>& face : faces) {
    const Vec3 middle = 0.5 * (out.vertices[static_cast<std::size_t>(face[0])] +
                               out.vertices[static_cast<std::size_t>(face[face.size() == 5 ? 3 : 2])]);
    for (std::size_t k = 0; k < face.size(); ++k)
      out.triangles.push_back({static_cast<int>(out.vertices.size()), face[k], face[(k + 1) % face.size()]});
    out.vertices.push_back(middle);
  }
  return out;
}

TEST(ContactMesh, SeamsAreNotSeen) {
  const MeshShape mesh(seamed_cube());
  Distance d;
  // Above a vertex in a face, seams in it, and the ends of a face.
  for (const Vec3& x :
       {Vec3(0, 0, 0.9), Vec3(0.25, 0.25, 0.9), Vec3(0.2, 0, 0.9), Vec3(0.5, 0, 0.9), Vec3(0.5, 0.5, 0.9)}) {
    mesh.distance(x, true, d);
    EXPECT_NEAR(d.value, 0.4, 1e-15);
    EXPECT_LT((d.normal - Vec3::UnitZ()).norm(), 1e-15);
    EXPECT_LT(d.curvature.norm(), 1e-6);
  }
  mesh.distance({0.6, 0.0, 0.6}, true, d);  // from a vertex in an edge
  EXPECT_NEAR(d.curvature(1, 1), 0.0, 1e-12);
  EXPECT_NEAR(d.curvature.trace(), 1.0 / d.value, 1e-9);
  for (const Node& node : mesh.nodes()) expect_finite(mesh, node.at);
}

TEST(ContactMesh, DistanceHasExactDerivativesAndTheRightSign) {
  for (const double dent : {0.0, 0.7}) {
    const MeshShape mesh(ball_mesh(0.8, 14, dent));
    const std::vector<Vec3> points = random_points(1000, {1, 1, 1}, 9);
    expect_exact_derivatives(mesh, points);
    for (const Vec3& x : points) {
      const double polar = std::acos(x[2] / x.norm());
      const double surface = 0.8 * (1.0 - dent * std::pow(std::cos(0.5 * polar), 8));
      if (std::abs(x.norm() - surface) < 0.05) continue;  // the triangles cut corners
      Distance d;
      mesh.distance(x, false, d);
      ASSERT_EQ(d.value > 0.0, x.norm() > surface) << x.transpose();
    }
  }
}

TEST(ContactMesh, DistanceIsTheLeastOfAllTriangles) {
  const TriangleMesh ball = ball_mesh(0.8, 14, 0.7);
  const MeshShape mesh(ball), divided(ball, 0.02);
  for (const Vec3& x : random_points(100, {1, 1, 1}, 10)) {
    double least = HUGE_VAL;
    for (const Node& node : divided.nodes()) least = std::min(least, (node.at - x).norm());
    Distance d;
    mesh.distance(x, false, d);
    EXPECT_LE(std::abs(d.value), least + 1e-14);
    EXPECT_GE(std::abs(d.value), std::sqrt(std::max(0.0, least * least - 0.02 * 0.02)));
  }
}

TEST(ContactMesh, NodesAreNoFartherApartThanTheSpacing) {
  const MeshShape mesh(box_mesh({1.0, 1.0, 1.0}), 0.1);
  std::vector<int> near, all;
  for (const Node& node : mesh.nodes()) {
    mesh.nodes_within({node.at, 0.1}, near);
    EXPECT_GE(near.size(), 3u);
    EXPECT_TRUE(std::is_sorted(near.begin(), near.end()));
    EXPECT_LT(node.area, 0.03);
  }
  for (const Vec3& x : random_points(50, {0.8, 0.8, 0.8}, 11)) {
    mesh.nodes_within({x, 0.3}, near);
    mesh.Shape::nodes_within({x, 0.3}, all);
    EXPECT_EQ(near, all);
  }
  mesh.nodes_within({Vec3::Zero(), HUGE_VAL}, near);
  EXPECT_EQ(near.size(), mesh.nodes().size());
}

TEST(ContactMesh, RefusesWhatIsNotClosedOrInverted) {
  TriangleMesh open = box_mesh({1, 1, 1}), turned = open, inverted = open;
  open.triangles.pop_back();
  EXPECT_EQ(refusal_of([&] { MeshShape{open}; }), "the mesh is not closed: it has 3 open edges");
  std::swap(turned.triangles[4][0], turned.triangles[4][1]);
  EXPECT_EQ(refusal_of([&] { MeshShape{turned}; }),
            "some triangles of the mesh face inward, others outward: at 3 edges they do not agree");
  for (Triangle& t : inverted.triangles) std::swap(t[0], t[1]);
  EXPECT_EQ(refusal_of([&] { MeshShape{inverted}; }), "the triangles of the mesh face inward, all inverted");
  EXPECT_EQ(refusal_of([&] {
              MeshShape(box_mesh({1, 1, 1}), -1.0);
            }),
            "the spacing of a mesh's nodes must be a positive number, not -1");
  EXPECT_NE(refusal_of([&] {
              MeshShape(box_mesh({1, 1, 1}), 1e-5);
            }).find("makes more than 1000000 nodes"),
            std::string::npos);
}

TEST(ContactProfile, DistanceHasExactDerivatives) {
  for (const bool clockwise : {false, true}) {
    const ProfileShape cam(ring_curve(1.0, 0.7, 24, clockwise));
    std::vector<Vec3> points = points_around(cam, 1.5, 0.1);
    std::erase_if(points, [&](const Vec3& x) { return x.head<2>().norm() < 0.55; });  // centres of curvature
    expect_exact_derivatives(cam, points);
  }
  const ProfileShape road(Curve({{-1, 0, 0}, {-0.5, 0.1, 0}, {0, -0.1, 0}, {0.4, 0.2, 0}, {1, 0, 0}}, false));
  std::vector<Vec3> points = random_points(300, {2.0, 0.15, 1.0}, 12);
  expect_exact_derivatives(road, points);
}

TEST(ContactProfile, MaterialIsInsideOrToTheLeft) {
  Distance d;
  for (const bool clockwise : {false, true}) {
    const ProfileShape disc(ring_curve(1.0, 1.0, 200, clockwise), 0.2);
    disc.distance({3.0, 4.0, 0.3}, false, d);
    EXPECT_NEAR(d.value, 4.0, 1e-7);
    EXPECT_LT((d.normal - Vec3(0.6, 0.8, 0.0)).norm(), 1e-6);
    disc.distance({-0.3, 0.4, 5.0}, false, d);
    EXPECT_NEAR(d.value, -0.5, 1e-7);
    EXPECT_NEAR(disc.solid().volume, 0.2 * std::numbers::pi, 1e-6);
    EXPECT_NEAR(disc.solid().inertia(2, 2), 0.1 * std::numbers::pi, 1e-6);
    EXPECT_NEAR(disc.solid().inertia(0, 0), 0.2 * std::numbers::pi * (0.25 + 0.04 / 12.0), 1e-6);
    EXPECT_NEAR(disc.thickness(), 0.2, 1e-12);
    EXPECT_NEAR(disc.bound().radius, std::hypot(1.0, 0.1), 1e-3);
    expect_finite(disc, Vec3::Zero());
  }
  const ProfileShape road(Curve({{1, 0, 0}, {0, 0, 0}, {-1, 0, 0}}, false));  // to the left of -x is -y
  for (const double x : {-5.0, -1.0, 0.2, 3.0}) {
    road.distance({x, 0.3, 0.0}, true, d);
    EXPECT_NEAR(d.value, 0.3, 1e-15);
    EXPECT_LT((d.normal - Vec3::UnitY()).norm(), 1e-15);
  }
}

TEST(ContactProfile, DistanceIsTheLeastOfAllItsPoints) {
  std::vector<Vec3> wheel;  // a sprocket: hollows between teeth
  for (int k = 0; k < 120; ++k) {
    const double a = 2.0 * std::numbers::pi * k / 120, r = 1.0 + 0.1 * std::cos(12 * a);
    wheel.emplace_back(r * std::cos(a), r * std::sin(a), 0.0);
  }
  const ProfileShape shape(Curve(wheel, true));
  const std::vector<double> samples = shape.curve()->samples(20);
  Vec3 c, d1, d2;
  for (const Vec3& x : random_points(300, {1.3, 1.3, 0.0}, 13)) {
    double least = HUGE_VAL;
    for (const double s : samples) {
      shape.curve()->at<double>(s, c, d1, d2);
      least = std::min(least, (c - x).norm());
    }
    Distance d;
    shape.distance(x, true, d);
    ASSERT_LE(std::abs(d.value), least + 1e-13);
    ASSERT_NEAR(d.value * d.value, least * least, 1e-4);  // points are up to 0.006 apart
    EXPECT_TRUE(d.curvature.allFinite());
    const double a = std::atan2(x[1], x[0]), r = 1.0 + 0.1 * std::cos(12 * a);
    if (std::abs(x.norm() - r) < 1e-3) continue;  // the spline is not the cosine
    ASSERT_EQ(d.value > 0.0, x.norm() > r);
  }
}

// A disc of radius 1 and thickness 0.4 and a ball of radius 0.3 at height z above its plane, 1.2 from its axis: beside
// the disc the gap is that of the plane, beyond it that of the edge.
TEST(ContactProfile, MeetsABallAlongItsThickness) {
  const PreparedShape disc(std::make_shared<ProfileShape>(ring_curve(1.0, 1.0, 400, false), 0.4)),
      ball(std::make_shared<SphereShape>(0.3));
  const PairPlan plan = plan_pair(*disc.shape, *ball.shape);
  for (const double z : {0.0, 0.1, 0.2, 0.21, 0.3, 0.5}) {
    PairScratch scratch;
    std::vector<Touch> found;
    find_touches(disc, {}, ball, {Vec3(1.2, 0, z), Mat3::Identity()}, plan, 1.0, true, scratch, found);
    ASSERT_EQ(found.size(), 1u) << z;
    const double beyond = std::max(0.0, z - 0.2);
    EXPECT_NEAR(found[0].gap, std::hypot(0.2, beyond) - 0.3, 1e-6) << z;
    EXPECT_NEAR(found[0].x[2], std::min(z, 0.2), 1e-12) << z;
    EXPECT_EQ(found[0].free, z > 0.2 ? 1 : 2) << z;
  }
}

TEST(ContactProfile, RefusesWhatHasNoInside) {
  EXPECT_EQ(refusal_of([] {
              ProfileShape(Curve({{0, 0, 0}, {1, 0, 0.5}, {0, 1, 2}}, false));
            }),
            "the curve of a profile must lie in the plane of x and y");
  EXPECT_EQ(refusal_of([] {
              ProfileShape(Curve({{0, 0, 0}, {1, 0, 0}}, false)).solid();
            }),
            "a profile that is not closed has no volume");
  EXPECT_EQ(refusal_of([] { ProfileShape(ring_curve(1, 1, 8, false)).solid(); }),
            "a profile without a thickness has no volume");
}

}  // namespace
}  // namespace alembert::contact::test
