// Section `bodies:` of the model file: bodies, their markers and their shapes.
#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cctype>
#include <cmath>

#include "model/draft.h"
#include "model/names.h"
#include "model/orientation.h"

namespace alembert {
namespace {

// Relative difference of two mirror entries that counts as rounding when the file was written.
constexpr double asymmetry_allowed = 1e-9;

Mat3 read_inertia(const Context& context, const Node& node, BodyKind kind) {
  if (kind == BodyKind::planar && node.is(Node::Kind::scalar)) {
    return Vec3(0.0, 0.0, context.number(node, Quantity::inertia)).asDiagonal();
  }
  if (!node.is(Node::Kind::list) || node.items.size() != 3) {
    context.fail(
        node, fmt::format("expected three moments of inertia or a 3x3 tensor, found {}",
                          node.is(Node::Kind::list) ? fmt::format("a list of {}", node.items.size()) : describe(node)));
  }
  Mat3 inertia;
  if (node.items[0].is(Node::Kind::list)) {
    inertia = context.matrix(node, Quantity::inertia);
    const double asymmetry = (inertia - inertia.transpose()).cwiseAbs().maxCoeff();
    if (asymmetry > asymmetry_allowed * inertia.cwiseAbs().maxCoeff()) {
      context.fail(node, "the inertia tensor is not symmetric");
    }
    inertia = (0.5 * (inertia + inertia.transpose())).eval();
  } else {
    inertia = context.vector(node, Quantity::inertia).asDiagonal();
  }
  if (kind == BodyKind::planar) return Vec3(0.0, 0.0, inertia(2, 2)).asDiagonal();
  return inertia;
}

void check_color(const Context& context, const Node& node, const std::string& color) {
  const bool hex = color.starts_with('#') && (color.size() == 4 || color.size() == 7);
  const auto is_hex = [](unsigned char c) { return std::isxdigit(c) != 0; };
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0; };
  const bool fine = hex ? std::all_of(color.begin() + 1, color.end(), is_hex)
                        : !color.empty() && std::all_of(color.begin(), color.end(), is_letter);
  if (!fine) context.fail(node, fmt::format("`{}` is not a colour: expected a CSS name or #rrggbb", color));
}

void read_shape(const Context& context, const Node& node, Geometry& geometry) {
  switch (geometry.shape) {
    case Geometry::Shape::box:
      geometry.size = context.numbers(node, 3, Quantity::length);
      break;
    case Geometry::Shape::sphere:
      geometry.size = {context.number(node, Quantity::length)};
      break;
    case Geometry::Shape::cylinder:
    case Geometry::Shape::cone:
    case Geometry::Shape::capsule:
      geometry.size = context.numbers(node, 2, Quantity::length);
      break;
    case Geometry::Shape::line:
      if (!node.is(Node::Kind::list) || node.items.size() < 2) {
        context.fail(node, "expected a line as a list of two or more points");
      }
      for (const Node& item : node.items) geometry.points.push_back(context.vector(item, Quantity::length));
      break;
    case Geometry::Shape::mesh:
      geometry.file = context.text(node);
      if (geometry.file.empty()) context.fail(node, "expected the name of a mesh file");
      break;
  }
  for (const double size : geometry.size) {
    if (!(size > 0.0)) context.fail(node, "the sizes of a shape must be positive");
  }
}

Geometry read_geometry_item(const Context& context, const Node& node) {
  using Shape = Geometry::Shape;
  const Fields fields(context, node, key_table("geometry"), "a shape", "", nullptr);
  Geometry out;
  const Node* shape_node = nullptr;
  for (const Shape shape :
       {Shape::box, Shape::cylinder, Shape::sphere, Shape::cone, Shape::capsule, Shape::line, Shape::mesh}) {
    const Node* found = fields.find(shape_name(shape));
    if (found == nullptr) continue;
    if (shape_node != nullptr) {
      context.fail(*found, fmt::format("one shape each: `{}` and `{}` are two items of the list", shape_name(out.shape),
                                       shape_name(shape)));
    }
    shape_node = found;
    out.shape = shape;
  }
  if (shape_node == nullptr) {
    context.fail(node, "a shape needs one of box, cylinder, sphere, cone, capsule, line, mesh");
  }
  read_shape(context, *shape_node, out);
  out.at = fields.vector("at", Quantity::length);
  if (const Node* orientation = fields.find("orientation")) out.orientation = read_orientation(context, *orientation);
  if (const Node* color = fields.find("color")) {
    out.color = context.text(*color);
    check_color(context, *color, out.color);
  }
  return out;
}

void read_geometry(const Fields& fields, Body& body) {
  const Node* node = fields.find("geometry");
  if (node == nullptr || node->is(Node::Kind::nothing)) return;
  if (!node->is(Node::Kind::list)) {
    fields.context().fail(*node, fmt::format("expected a list of shapes, found {}", describe(*node)));
  }
  for (const Node& item : node->items) body.geometry.push_back(read_geometry_item(fields.context(), item));
}

void read_markers(Draft& draft, const Fields& fields, BodyId body) {
  const Node* node = fields.find("markers");
  if (node == nullptr) return;
  const Context& context = fields.context();
  require_map(context, *node, "markers");
  for (std::size_t i = 0; i < node->keys.size(); ++i) {
    const Node& key = node->keys[i];
    const std::string short_name = context.new_name(key, "marker");
    if (short_name == "com") context.fail(key, "the marker `com` is always there: the centre of mass");
    Marker marker;
    marker.name = draft.model.body(body).name + "." + short_name;
    if (draft.markers.count(marker.name) > 0) context.fail(key, fmt::format("marker `{}` exists already", marker.name));
    marker.body = body;
    marker.where = context.position(key);
    const Fields marker_fields(context, node->items[i], key_table("marker"), fmt::format("marker `{}`", marker.name),
                               fields.path() + ".markers." + short_name, &draft.positions);
    marker.at = marker_fields.vector("at", Quantity::length);
    if (const Node* found = marker_fields.find("orientation")) marker.orientation = read_orientation(context, *found);
    draft.add_marker(std::move(marker));
  }
}

double not_negative(const Fields& fields, const char* key, Quantity quantity) {
  const Node* node = fields.find(key);
  if (node == nullptr) return 0.0;
  const double value = fields.context().number(*node, quantity);
  if (!(value >= 0.0)) fields.context().fail(*node, fmt::format("`{}` must not be negative", key));
  return value;
}

// Each is a marker of the body, too, that moves with the mass and has the body's axes.
void read_internal_masses(Draft& draft, const Fields& fields, BodyId id) {
  const Node* node = fields.find("internal_masses");
  if (node == nullptr) return;
  const Context& context = fields.context();
  require_map(context, *node, "internal_masses");
  for (std::size_t i = 0; i < node->keys.size(); ++i) {
    const Node& key = node->keys[i];
    InternalMass mass;
    mass.name = context.new_name(key, "internal mass");
    mass.where = context.position(key);
    const std::string name = draft.model.body(id).name + "." + mass.name;
    if (draft.markers.count(name) > 0) context.fail(key, fmt::format("marker `{}` exists already", name));
    const Fields each(context, node->items[i], key_table("internal_mass"), fmt::format("internal mass `{}`", name),
                      fields.path() + ".internal_masses." + mass.name, &draft.positions);
    const Node& weight = each.need("mass");
    mass.mass = context.number(weight, Quantity::mass);
    if (!(mass.mass > 0.0)) context.fail(weight, fmt::format("the mass of `{}` must be positive", name));
    mass.at = context.vector(each.need("at"), Quantity::length);
    const Node& axis = each.need("axis");
    const std::optional<Vec3> along = direction(context.vector(axis, Quantity::none));
    if (!along) context.fail(axis, "an axis must not be zero");
    mass.axis = *along;
    mass.stiffness = not_negative(each, "stiffness", Quantity::stiffness);
    mass.damping = not_negative(each, "damping", Quantity::damping);
    if (const Node* found = each.find("displacement")) mass.displacement = context.number(*found, Quantity::length);
    if (const Node* found = each.find("velocity")) mass.rate = context.number(*found, Quantity::velocity);
    Marker marker;
    marker.name = name;
    marker.body = id;
    marker.frame = static_cast<int>(i) + 1;
    marker.where = mass.where;
    draft.add_marker(std::move(marker));
    draft.model.bodies[id.index()].internal_masses.push_back(std::move(mass));
  }
}

BodyId add_body(Draft& draft, Body body) {
  const BodyId id(draft.model.bodies.size());
  const auto make_marker = [&](const std::string& name, const Vec3& at) {
    Marker marker;
    marker.name = name;
    marker.body = id;
    marker.at = at;
    marker.where = body.where;
    return draft.add_marker(std::move(marker));
  };
  body.frame_marker = make_marker(body.name, Vec3::Zero());
  body.com_marker = make_marker(body.name + ".com", body.com);
  draft.bodies[body.name] = id;
  draft.model.bodies.push_back(std::move(body));
  return id;
}

void read_ground(Draft& draft, const Context& context, const Node& value) {
  if (value.is(Node::Kind::nothing)) return;
  const Fields fields(context, value, key_table("ground"), "`ground`", "bodies.ground", &draft.positions,
                      &key_variants("bodies"));
  read_markers(draft, fields, BodyId(0));
  read_geometry(fields, draft.model.bodies[0]);
}

// A planar body turns about z alone: rounding in what the file gives is taken away, more is an error.
Quat planar_orientation(const Context& context, const Node& node, const Quat& given) {
  constexpr double tilt_allowed = 1e-9;
  if (std::hypot(given.x(), given.y()) > tilt_allowed) {
    context.fail(node, "the orientation of a planar body must be a rotation about z");
  }
  if (given.x() == 0.0 && given.y() == 0.0) return given;
  return Quat(given.w(), 0.0, 0.0, given.z()).normalized();
}

void read_body(Draft& draft, const Context& context, const Node& key, const Node& value) {
  const std::string name = context.new_name(key, "body");
  if (name == "ground") return read_ground(draft, context, value);
  if (draft.bodies.count(name) > 0) context.fail(key, fmt::format("body `{}` exists already", name));
  const std::string label = fmt::format("body `{}`", name);
  const KeyVariants& variants = key_variants("bodies");
  const KeyTable& table = find_variant(context, value, variants, label);
  const Fields fields(context, value, table, label, "bodies." + name, &draft.positions, &variants);
  Body body;
  body.name = name;
  body.where = context.position(key);
  body.kind = table.name == "point" ? BodyKind::point : table.name == "planar" ? BodyKind::planar : BodyKind::rigid;
  body.mass = context.number(fields.need("mass"), Quantity::mass);
  body.position = fields.vector("position", Quantity::length);
  body.velocity = fields.vector("velocity", Quantity::velocity);
  if (body.kind != BodyKind::point) {
    body.inertia = read_inertia(context, fields.need("inertia"), body.kind);
    body.com = fields.vector("com", Quantity::length);
    body.angular_velocity = fields.vector("angular_velocity", Quantity::angular_velocity);
    if (const Node* found = fields.find("orientation")) {
      body.orientation = read_orientation(context, *found);
      if (body.kind == BodyKind::planar) body.orientation = planar_orientation(context, *found, body.orientation);
    }
  }
  const bool may_carry = body.kind == BodyKind::rigid;
  const BodyId id = add_body(draft, std::move(body));
  if (may_carry) read_internal_masses(draft, fields, id);
  read_markers(draft, fields, id);
  read_geometry(fields, draft.model.bodies[id.index()]);
}

}  // namespace

void read_bodies(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries) {
  Body ground;
  ground.name = "ground";
  ground.kind = BodyKind::ground;
  ground.where.file = draft.model.file;
  add_body(draft, std::move(ground));
  read_each(entries, context,
            [&](const Context& inner, const Node& key, const Node& value) { read_body(draft, inner, key, value); });
}

}  // namespace alembert
