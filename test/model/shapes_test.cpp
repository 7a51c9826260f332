// Shapes that touch, of what a model says.
#include "model/shapes.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "support/temporary_folder.h"

namespace alembert {
namespace {

using Kind = Geometry::Shape;

Geometry geometry_with(Kind shape, std::vector<double> size) {
  Geometry out;
  out.shape = shape;
  out.size = std::move(size);
  out.where = {"m.yaml", 7, 3};
  return out;
}

std::string shape_problem(const Model& model, const Geometry& geometry) {
  try {
    make_shape(model, geometry);
  } catch (const ModelError& e) {
    return e.what();
  }
  return "";
}

TEST(ModelShapes, AreMadeOfEveryGeometry) {
  Model model;
  model.curves.push_back({"cam", {{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}}, true, {}});
  const auto kind = [&](const Geometry& g) { return make_shape(model, g)->kind(); };
  EXPECT_EQ(kind(geometry_with(Kind::box, {1, 2, 3})), contact::ShapeKind::box);
  EXPECT_EQ(kind(geometry_with(Kind::cylinder, {1, 2})), contact::ShapeKind::cylinder);
  EXPECT_EQ(kind(geometry_with(Kind::sphere, {1})), contact::ShapeKind::sphere);
  EXPECT_EQ(kind(geometry_with(Kind::cone, {1, 2})), contact::ShapeKind::cone);
  EXPECT_EQ(kind(geometry_with(Kind::capsule, {1, 2})), contact::ShapeKind::capsule);
  EXPECT_EQ(kind(geometry_with(Kind::plane, {})), contact::ShapeKind::plane);
  EXPECT_EQ(kind(geometry_with(Kind::torus, {2, 1})), contact::ShapeKind::torus);
  EXPECT_EQ(kind(geometry_with(Kind::ellipsoid, {2, 1, 3})), contact::ShapeKind::ellipsoid);
  Geometry hull = geometry_with(Kind::hull, {});
  hull.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  EXPECT_EQ(kind(hull), contact::ShapeKind::hull);
  Geometry profile = geometry_with(Kind::profile, {});
  profile.curve = 0;
  EXPECT_EQ(kind(profile), contact::ShapeKind::profile);
}

TEST(ModelShapes, OfMeshFilesAreInTheUnitsOfTheModel) {
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() / "part.obj") << "v 0 0 0\nv 10 0 0\nv 0 20 0\nv 0 0 30\n"
                                               "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
  Model model;
  model.units.length = 0.001;
  Geometry mesh = geometry_with(Kind::mesh, {});
  mesh.file = (folder / "part.obj").string();
  EXPECT_NEAR(make_shape(model, mesh)->solid().volume, 1e-6, 1e-18);
  mesh.shape = Kind::hull;
  EXPECT_NEAR(make_shape(model, mesh)->solid().volume, 1e-6, 1e-18);
  mesh.file = "none.obj";
  EXPECT_NE(shape_problem(model, mesh).find("there is no such file"), std::string::npos);
}

TEST(ModelShapes, ProblemsAreToldWhereTheGeometryIsWritten) {
  const Model model;
  EXPECT_EQ(shape_problem(model, geometry_with(Kind::line, {})),
            "m.yaml:7:3: a line has no surface: nothing can touch it");
  EXPECT_EQ(shape_problem(model, geometry_with(Kind::sphere, {-1})),
            "m.yaml:7:3: the radius of a sphere must be a positive number, not -1");
  Geometry box = geometry_with(Kind::box, {1, 1, 1});
  box.inside = true;
  EXPECT_EQ(shape_problem(model, box), "m.yaml:7:3: a box cannot be a hollow, only a sphere or a cylinder");
  Geometry torus = geometry_with(Kind::torus, {2, 1});
  torus.rounding = 0.1;
  EXPECT_NE(shape_problem(model, torus).find("a torus has no edges to round"), std::string::npos);
}

}  // namespace
}  // namespace alembert
