#include "model/shapes.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "elements/contact/mesh_file.h"
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

namespace alembert {

namespace {

using contact::TriangleMesh;

TriangleMesh mesh_of(const Model& model, const std::string& file) {
  TriangleMesh out = contact::read_mesh(file);
  for (Vec3& v : out.vertices) v *= model.units.length;
  return out;
}

std::shared_ptr<const contact::Shape> shape_of(const Model& model, const Geometry& g) {
  using Shape = Geometry::Shape;
  const auto size = [&](std::size_t k) { return g.size.at(k); };
  switch (g.shape) {
    case Shape::box:
      return std::make_shared<contact::BoxShape>(Vec3(size(0), size(1), size(2)), g.rounding);
    case Shape::cylinder:
      return std::make_shared<contact::CylinderShape>(size(0), size(1), g.inside, g.rounding);
    case Shape::sphere:
      return std::make_shared<contact::SphereShape>(size(0), g.inside);
    case Shape::cone:
      return std::make_shared<contact::ConeShape>(size(0), size(1), g.rounding);
    case Shape::capsule:
      return std::make_shared<contact::CapsuleShape>(size(0), size(1));
    case Shape::plane:
      return std::make_shared<contact::PlaneShape>();
    case Shape::torus:
      return std::make_shared<contact::TorusShape>(size(0), size(1));
    case Shape::ellipsoid:
      return std::make_shared<contact::EllipsoidShape>(Vec3(size(0), size(1), size(2)));
    case Shape::hull:
      return std::make_shared<contact::HullShape>(g.file.empty() ? g.points : mesh_of(model, g.file).vertices,
                                                  g.rounding);
    case Shape::profile: {
      const CurveDefinition& curve = model.curves.at(static_cast<std::size_t>(g.curve));
      return std::make_shared<contact::ProfileShape>(Curve(curve.points, curve.closed), g.thickness);
    }
    case Shape::mesh:
      return std::make_shared<contact::MeshShape>(mesh_of(model, g.file), g.spacing);
    case Shape::line:
      break;
  }
  throw Error(ExitCode::bad_model, "a line has no surface: nothing can touch it");
}

// Keys that only some shapes have.
void refuse_what_does_not_fit(const Geometry& g, contact::ShapeKind kind) {
  using Shape = Geometry::Shape;
  const std::string_view name = contact::shape_kind_name(kind);
  const bool can_be_hollow = g.shape == Shape::sphere || g.shape == Shape::cylinder;
  const bool has_edges = g.shape == Shape::box || (g.shape == Shape::cylinder && !g.inside) || g.shape == Shape::cone ||
                         g.shape == Shape::hull;
  if (g.inside && !can_be_hollow)
    throw ModelError(g.where, fmt::format("a {} cannot be a hollow, only a sphere or a cylinder", name));
  if (g.rounding && !has_edges)
    throw ModelError(g.where, fmt::format("a {}{} has no edges to round: rounding is for boxes, cylinders, cones and "
                                          "hulls",
                                          g.inside ? "hollow " : "", name));
}

}  // namespace

std::shared_ptr<const contact::Shape> make_shape(const Model& model, const Geometry& geometry) {
  std::shared_ptr<const contact::Shape> out;
  try {
    out = shape_of(model, geometry);
  } catch (const Error& e) {
    throw ModelError(geometry.where, e.what());
  }
  refuse_what_does_not_fit(geometry, out->kind());
  return out;
}

}  // namespace alembert
