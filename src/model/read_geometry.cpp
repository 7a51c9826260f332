#include "model/read_geometry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>

#include "base/files.h"
#include "base/suggest.h"
#include "model/color_names.h"
#include "model/names.h"
#include "model/orientation.h"
#include "model/read_flexible.h"
#include "model/shapes.h"

namespace alembert {
namespace {

using GeometryShape = Geometry::Shape;

void check_color(const Context& context, const Node& node, const std::string& color) {
  const bool hex = color.starts_with('#') && (color.size() == 4 || color.size() == 7);
  const auto is_hex = [](unsigned char c) { return std::isxdigit(c) != 0; };
  if (hex && std::all_of(color.begin() + 1, color.end(), is_hex)) return;
  std::string name = color;
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const std::vector<std::string> names(std::begin(color_names), std::end(color_names));
  if (std::binary_search(names.begin(), names.end(), name)) return;
  context.fail(node,
               fmt::format("`{}` is not a colour: expected a CSS name or #rrggbb{}", color, did_you_mean(name, names)));
}

std::vector<Vec3> read_vectors(const Context& context, const Node& node) {
  std::vector<Vec3> out;
  for (const Node& item : node.items) out.push_back(context.vector(item, Quantity::length));
  return out;
}

void read_hull(const Context& context, const Node& node, Geometry& geometry) {
  if (node.is(Node::Kind::list) && node.items.size() >= 4) {
    geometry.points = read_vectors(context, node);
    return;
  }
  if (node.is(Node::Kind::scalar) && !node.text.empty()) geometry.file = context.file_named(node).string();
  if (geometry.file.empty()) context.fail(node, "expected the name of a file, or a list of four or more points");
}

void read_profile(const Draft& draft, const Context& context, const Node& node, Geometry& geometry) {
  geometry.curve = draft.find_curve(context, node);
  const CurveDefinition& curve = draft.model.curves[static_cast<std::size_t>(geometry.curve)];
  for (const Vec3& point : curve.points)
    if (point.z() != 0.0)
      context.fail(node, fmt::format("a profile lies in the x-y plane: the points of curve `{}` have a z", curve.name));
}

void read_size(const Draft& draft, const Context& context, const Node& node, Geometry& geometry) {
  switch (geometry.shape) {
    case GeometryShape::box:
    case GeometryShape::ellipsoid:
      geometry.size = context.numbers(node, 3, Quantity::length);
      break;
    case GeometryShape::sphere:
      geometry.size = {context.number(node, Quantity::length)};
      break;
    case GeometryShape::cylinder:
    case GeometryShape::cone:
    case GeometryShape::capsule:
    case GeometryShape::torus:
      geometry.size = context.numbers(node, 2, Quantity::length);
      break;
    case GeometryShape::line:
      if (!node.is(Node::Kind::list) || node.items.size() < 2)
        context.fail(node, "expected a line as a list of two or more points");
      geometry.points = read_vectors(context, node);
      break;
    case GeometryShape::mesh:
      if (context.text(node).empty()) context.fail(node, "expected the name of a mesh file");
      geometry.file = context.file_named(node).string();
      if (const std::string problem = files::reading_problem(geometry.file); !problem.empty())
        context.note(node, fmt::format("{}: {}; the shape is not drawn", context.text(node), problem));
      break;
    case GeometryShape::plane: {
      const std::optional<Vec3> normal = direction(context.vector(node, Quantity::none));
      if (!normal) context.fail(node, "the normal of a plane must not be zero");
      geometry.normal = *normal;
      break;
    }
    case GeometryShape::hull:
      read_hull(context, node, geometry);
      break;
    case GeometryShape::profile:
      read_profile(draft, context, node, geometry);
      break;
  }
  for (const double size : geometry.size)
    if (!(size > 0.0)) context.fail(node, "the sizes of a shape must be positive");
  if (geometry.shape == GeometryShape::torus && !(geometry.size[1] < geometry.size[0]))
    context.fail(node, "the tube of a torus must be thinner than its circle: [R, r] with r < R");
}

// Which shape an item of the list is, by its key.
const Node& find_shape(const Fields& fields, Geometry& out) {
  const Node* found = nullptr;
  std::string key;
  for (const std::string& name : key_table("geometry").key_names()) {
    const bool plane = name == "half_space";
    const auto shape = plane ? std::optional(GeometryShape::plane) : find_shape_kind(name);
    const Node* node = shape ? fields.find(name) : nullptr;
    if (node == nullptr) continue;
    if (found != nullptr)
      fields.context().fail(*node, fmt::format("one shape each: `{}` and `{}` are two items of the list", key, name));
    found = node;
    key = name;
    out.shape = *shape;
  }
  if (found == nullptr)
    fields.context().fail(fields.node(),
                          "a shape needs one of box, cylinder, sphere, cone, capsule, line, mesh, plane, torus, "
                          "ellipsoid, hull, profile");
  return *found;
}

// A length above 0, of some shapes only.
std::optional<double> length_of(const Fields& fields, std::string_view key, bool fits, std::string_view whose) {
  const Node* node = fields.find(key);
  if (node == nullptr) return std::nullopt;
  if (!fits) fields.context().fail(*node, fmt::format("`{}` is of {}", key, whose));
  const double out = fields.context().number(*node, Quantity::length);
  if (!(out > 0.0)) fields.context().fail(*node, fmt::format("`{}` must be positive", key));
  return out;
}

// Shapes without edges have nothing to round; 0 is the rounding of shapes that are given none.
void read_rounding(const Fields& fields, Geometry& out) {
  const Node* node = fields.find("rounding");
  if (node == nullptr) return;
  const Context& context = fields.context();
  const bool has_edges = out.shape == GeometryShape::box || out.shape == GeometryShape::cone ||
                         out.shape == GeometryShape::hull || (out.shape == GeometryShape::cylinder && !out.inside);
  const double rounding = context.number(*node, Quantity::length);
  if (!(rounding >= 0.0)) context.fail(*node, "`rounding` must not be negative");
  if (!has_edges || rounding == 0.0) return;
  out.rounding = rounding;
  const auto extent = [&]() -> std::optional<double> {
    if (out.shape == GeometryShape::box) return *std::min_element(out.size.begin(), out.size.end());
    if (out.shape == GeometryShape::cylinder) return std::min(2.0 * out.size[0], out.size[1]);
    return std::nullopt;
  }();
  if (extent && *out.rounding >= 0.5 * *extent)
    context.fail(*node, "`rounding` must be less than half of the smallest extent of the shape");
}

// 0 where it is not given.
double read_density(const Context& context, const Node* node) {
  if (node == nullptr) return 0.0;
  const double out = context.number(*node, Quantity::density);
  if (!(out > 0.0)) context.fail(*node, "`density` must be positive");
  return out;
}

// Of a shape, by its own key or by that of its body.
double density_of(const Context& context, const Node& item, const Body& body, const Geometry& shape, double of_body) {
  const bool solid = shape.shape != GeometryShape::line && shape.shape != GeometryShape::plane && !shape.inside;
  if (body.flexibility) return 0.0;
  const Node* own = Fields(context, item, key_table("geometry"), "a shape", "", nullptr).find("density");
  if (own == nullptr) return solid ? of_body : 0.0;
  if (!solid) context.fail(*own, "lines, planes and hollows have no mass: `density` is of other shapes");
  if (body.stands()) context.fail(*own, "ground has no mass: `density` is of bodies that move");
  return read_density(context, own);
}

Geometry read_geometry_item(const Draft& draft, const Context& context, const Node& node, bool flexible) {
  const Fields fields(context, node, key_table(flexible ? "flexible_geometry" : "geometry"), "a shape", "", nullptr);
  Geometry out;
  out.where = context.position(node);
  read_size(draft, context, find_shape(fields, out), out);
  out.at = fields.vector("at", Quantity::length);
  if (const Node* orientation = fields.find("orientation"))
    out.orientation = read_orientation(context, *orientation, fields.label());
  if (out.shape == GeometryShape::plane) {
    const Quat turn = frame_from_z(out.normal);
    out.normal = (out.orientation * out.normal).normalized();
    out.orientation = (out.orientation * turn).normalized();
  }
  out.spacing = length_of(fields, "spacing", out.shape == GeometryShape::mesh, "meshes");
  out.thickness = length_of(fields, "thickness", out.shape == GeometryShape::profile, "profiles");
  out.inside = fields.boolean("inside", false);
  if (out.inside && out.shape != GeometryShape::sphere && out.shape != GeometryShape::cylinder)
    context.fail(fields.need("inside"), "`inside` is of spheres and cylinders");
  read_rounding(fields, out);
  if (const Node* name = fields.find("name")) {
    if (out.shape == GeometryShape::line) context.fail(*name, "a line is drawn only: it has no `name`");
    out.name = context.new_name(*name, "shape");
  }
  if (const Node* color = fields.find("color")) {
    out.color = context.text(*color);
    check_color(context, *color, out.color);
  }
  return out;
}

// Of a flexible body: what touches is fixed to one of its nodes or patches.
void read_shape_frame(const Context& context, const Node& item, Body& body, Geometry& shape) {
  if (!body.flexibility) return;
  const Node* frame = Fields(context, item, key_table("flexible_geometry"), "a shape", "", nullptr).find("frame");
  if (frame != nullptr) shape.frame = named_frame(context, *frame, body);
  if (frame == nullptr && !shape.name.empty())
    context.fail(item,
                 fmt::format("shape `{}` can touch others, so it must be fixed to a point of the flexible body `{}`: "
                             "give it a `frame`",
                             shape.name, body.name));
}

}  // namespace

std::vector<double> read_geometry(const Draft& draft, const Fields& fields, Body& body) {
  std::vector<double> densities;
  const Node* node = fields.find("geometry");
  if (node == nullptr || node->is(Node::Kind::nothing)) return densities;
  const Context& context = fields.context();
  const bool given_mass = body.stands() || body.flexibility;
  const double density = given_mass ? 0.0 : read_density(context, fields.find("density"));
  if (!node->is(Node::Kind::list))
    context.fail(*node, fmt::format("expected a list of shapes, found {}", describe(*node)));
  for (const Node& item : node->items) {
    Geometry shape = read_geometry_item(draft, context, item, body.flexibility.has_value());
    read_shape_frame(context, item, body, shape);
    const auto same = [&](const Geometry& other) { return !shape.name.empty() && other.name == shape.name; };
    if (std::any_of(body.geometry.begin(), body.geometry.end(), same))
      context.fail(item, fmt::format("body `{}` has two shapes called `{}`", body.name, shape.name));
    densities.push_back(density_of(context, item, body, shape, density));
    body.geometry.push_back(std::move(shape));
  }
  return densities;
}

void add_mass_of_shapes(const Model& model, const std::vector<double>& densities, Body& body) {
  struct Part {
    double mass;
    Vec3 at;
    Mat3 inertia;
  };
  std::vector<Part> parts;
  for (std::size_t k = 0; k < densities.size(); ++k) {
    if (densities[k] == 0.0) continue;
    const Geometry& shape = body.geometry[k];
    contact::Solid solid;
    try {
      solid = make_shape(model, shape)->solid();
    } catch (const ModelError&) {
      throw;
    } catch (const Error& error) {
      throw ModelError(shape.where, fmt::format("this shape of body `{}` has no mass: {}", body.name, error.what()));
    }
    const Mat3 R = shape.orientation.toRotationMatrix();
    parts.push_back(
        {densities[k] * solid.volume, shape.at + R * solid.centre, densities[k] * (R * solid.inertia * R.transpose())});
    body.mass += parts.back().mass;
    body.com += parts.back().mass * parts.back().at;
  }
  if (body.kind == BodyKind::point) body.com.setZero();
  if (body.kind == BodyKind::point || !(body.mass > 0.0)) return;
  body.com /= body.mass;
  for (const Part& part : parts) {
    const Vec3 d = part.at - body.com;
    body.inertia += part.inertia + part.mass * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
  }
  body.inertia = (0.5 * (body.inertia + body.inertia.transpose())).eval();
  if (body.kind == BodyKind::planar) body.inertia = Vec3(0.0, 0.0, body.inertia(2, 2)).asDiagonal();
}

}  // namespace alembert
