// Section `bodies:` of the model file: bodies and their markers.
#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "elements/joints/fixed.h"
#include "model/draft.h"
#include "model/orientation.h"
#include "model/read_flexible.h"
#include "model/read_geometry.h"
#include "model/read_part.h"

namespace alembert {

void read_markers(Draft& draft, const Fields& fields, BodyId body) {
  const Node* node = fields.find("markers");
  if (node == nullptr) return;
  const Context& context = fields.context();
  require_map(context, *node, "markers");
  for (std::size_t i = 0; i < node->keys.size(); ++i) {
    Marker marker = new_marker(draft, context, node->keys[i], body);
    const std::string short_name = marker.name.substr(draft.model.body(body).name.size() + 1);
    const Fields marker_fields(context, node->items[i], key_table("marker"), fmt::format("marker `{}`", marker.name),
                               fields.path() + ".markers." + short_name, &draft.positions);
    marker.at = marker_fields.vector("at", Quantity::length);
    if (const Node* found = marker_fields.find("orientation"))
      marker.orientation = read_orientation(context, *found, marker_fields.label());
    draft.add_marker(std::move(marker));
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

// A flexible body in pieces: bodies NAME_1, NAME_2, ..., which move as one rigid body at the start and are held
// together by joints NAME_cut1, NAME_cut2, ...
void read_pieces(Draft& draft, const Fields& fields, const Body& whole) {
  const Context& context = fields.context();
  const Node& count = fields.need("pieces");
  const int pieces = context.integer(count);
  if (pieces < 1 || pieces > 1000) context.fail(count, "expected `pieces` to be a number from 1 to 1000");
  const Node& data = fields.need("data");
  if (!data.is(Node::Kind::map)) context.fail(data, "a part that is cut into `pieces` is described in `data` itself");
  for (const char* key : {"displacement", "rate", "geometry", "markers"})
    if (const Node* found = fields.find(key))
      context.fail(*found, fmt::format("a body in `pieces` has no `{}`: its nodes have markers by their names", key));
  std::vector<flexible::Part> parts = read_pieces_of(context, data, whole.name, pieces);
  double mass = 0.0;
  Vec3 moment = Vec3::Zero();
  for (const flexible::Part& part : parts) {
    mass += part.mass;
    moment += part.mass * part.centre;
  }
  std::vector<MarkerId> ends;
  for (int k = 0; k < pieces; ++k) {
    Body body = whole;
    body.name = fmt::format("{}_{}", whole.name, k + 1);
    if (draft.bodies.count(body.name) > 0)
      context.fail(fields.node(), fmt::format("body `{}` exists already", body.name));
    use_part(fields, std::move(parts[static_cast<std::size_t>(k)]), body);
    body.velocity += whole.angular_velocity.cross(whole.orientation * (body.com - moment / mass));
    const std::string name = body.name;
    read_flexible_markers(draft, fields, add_body(draft, std::move(body)));
    for (const int cut : {k, k + 1})
      if (cut > 0 && cut < pieces) ends.push_back(draft.markers.at(fmt::format("{}.cut{}", name, cut)));
  }
  for (int cut = 1; cut < pieces; ++cut) {
    Joint joint;
    joint.name = fmt::format("{}_cut{}", whole.name, cut);
    joint.kind = joint_facts<Fixed>;
    const std::size_t at = 2 * static_cast<std::size_t>(cut - 1);
    joint.markers = {ends[at], ends[at + 1]};
    joint.where = context.position(count);
    draft.joints[joint.name] = JointId(draft.model.joints.size());
    draft.model.joints.push_back(std::move(joint));
  }
}

void read_ground(Draft& draft, const Context& context, const Node& value) {
  if (value.is(Node::Kind::nothing)) return;
  const Fields fields(context, value, key_table("ground"), "`ground`", "bodies.ground", &draft.positions,
                      &key_variants("bodies"));
  read_markers(draft, fields, BodyId(0));
  read_geometry(draft, fields, draft.model.bodies[0]);
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

// As it is given, or that of the shapes.
void read_mass(const Draft& draft, const Fields& fields, Body& body) {
  const Context& context = fields.context();
  const std::vector<double> densities = read_geometry(draft, fields, body);
  const bool turns = body.kind != BodyKind::point;
  const bool dense = std::any_of(densities.begin(), densities.end(), [](double d) { return d > 0.0; });
  if (const Node* density = fields.find("density"); density != nullptr && !dense)
    context.fail(*density, fmt::format("{} has a `density`, but no shape that has mass", fields.label()));
  if (dense) {
    for (const char* key : {"mass", "inertia", "com"})
      if (const Node* node = turns || key == std::string_view("mass") ? fields.find(key) : nullptr)
        context.fail(*node, fmt::format("`{}` follows from the shapes where these have a density", key));
    return add_mass_of_shapes(draft.model, densities, body);
  }
  if (!fields.has("mass"))
    context.fail(fields.node(), fmt::format("{} needs the key `mass`, or shapes with a `density`", fields.label()));
  body.mass = context.number(fields.need("mass"), Quantity::mass);
  if (!turns) return;
  body.inertia = read_inertia(context, fields.need("inertia"), body.kind);
  body.com = fields.vector("com", Quantity::length);
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
  body.kind = table.name == "point"      ? BodyKind::point
              : table.name == "planar"   ? BodyKind::planar
              : table.name == "flexible" ? BodyKind::flexible
                                         : BodyKind::rigid;
  body.position = fields.vector("position", Quantity::length);
  body.velocity = fields.vector("velocity", Quantity::velocity);
  if (body.kind != BodyKind::point) {
    body.angular_velocity = fields.vector("angular_velocity", Quantity::angular_velocity);
    if (const Node* found = fields.find("orientation")) {
      body.orientation = read_orientation(context, *found, fields.label());
      if (body.kind == BodyKind::planar) body.orientation = planar_orientation(context, *found, body.orientation);
    }
  }
  if (body.kind == BodyKind::flexible) {
    if (fields.has("pieces")) return read_pieces(draft, fields, body);
    read_flexibility(fields, body);
    read_geometry(draft, fields, body);
    read_flexible_markers(draft, fields, add_body(draft, std::move(body)));
    return;
  }
  read_mass(draft, fields, body);
  const bool may_carry = body.kind == BodyKind::rigid;
  const BodyId id = add_body(draft, std::move(body));
  if (may_carry) read_internal_masses(draft, fields, id);
  read_markers(draft, fields, id);
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
