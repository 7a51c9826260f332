// Section `joints:` of the model file.
#include <fmt/format.h>

#include <cmath>

#include "elements/joints/all_joints.h"
#include "model/draft.h"
#include "model/names.h"
#include "model/orientation.h"
#include "model/read_flexible.h"

namespace alembert {
namespace {

Vec3 read_unit_vector(const Context& context, const Node& node) {
  const std::optional<Vec3> out = direction(context.vector(node, Quantity::none));
  if (!out) context.fail(node, "the direction of an axis is zero");
  return *out;
}

// Shafts along a and b: both frames have the x axis square to the two, so that neither is twisted against the other.
std::array<Quat, 2> shaft_frames(const Vec3& a, const Vec3& b) {
  const Vec3 normal = a.cross(b);
  if (normal.norm() < 1e-12) return {frame_from_z(a), frame_from_z(a)};
  return {*frame_from_x_z(normal, a), *frame_from_x_z(normal, b)};
}

// The frames of the two markers in the global frame, from `axis` or `axes`.
std::array<Quat, 2> shorthand_frames(const Fields& fields, JointKind kind) {
  const Context& context = fields.context();
  if (kind->shorthand == Shorthand::axis || kind->shorthand == Shorthand::any_axis) {
    if (kind->shorthand == Shorthand::any_axis && !fields.has("axis")) return {Quat::Identity(), Quat::Identity()};
    const Quat frame = frame_from_z(read_unit_vector(context, fields.need("axis")));
    return {frame, frame};
  }
  const Node& node = fields.need("axes");
  const std::vector<Node>& items = context.list(node, 2, "a list of two directions");
  const Vec3 a = read_unit_vector(context, items[0]);
  const Vec3 b = read_unit_vector(context, items[1]);
  if (kind->shorthand == Shorthand::shafts) {
    if (a.dot(b) < -1.0 + 1e-12) context.fail(node, "the two shafts point in opposite directions");
    return shaft_frames(a, b);
  }
  const std::optional<Quat> first_z = frame_from_x_z(b, a);  // z along a, x near b
  const std::optional<Quat> second_z = frame_from_x_z(a, b);
  if (!first_z || !second_z) context.fail(node, "the two axes are parallel");
  if (kind->shorthand == Shorthand::normals) return {*first_z, *second_z};
  // The arms of the cross are the first marker's x and the second's y; z is square to both.
  const Vec3 normal = a.cross(b).normalized();
  return {*frame_from_x_z(a, normal), *frame_from_x_z(b.cross(normal), normal)};
}

std::string unused_marker_name(const Draft& draft, const std::string& wanted) {
  std::string name = wanted;
  for (int i = 2; draft.markers.count(name) + draft.shorthand_markers.count(name) > 0; ++i) {
    name = fmt::format("{}_{}", wanted, i);
  }
  return name;
}

// Makes the markers that `bodies`, `at` and the axis stand for; their frames coincide at the start (universal and
// perpendicular_axes: their axes are as given).
std::array<MarkerId, 2> make_markers(Draft& draft, const Fields& fields, const std::string& joint, JointKind kind) {
  const Context& context = fields.context();
  const Node& bodies = fields.need("bodies");
  const std::vector<Node>& items = context.list(bodies, 2, "a list of two bodies");
  const Vec3 at =
      !kind->placed && !fields.has("at") ? Vec3::Zero() : context.vector(fields.need("at"), Quantity::length);
  const std::array<Quat, 2> frames = shorthand_frames(fields, kind);
  const std::array<BodyId, 2> ids{draft.find_body(context, items[0]), draft.find_body(context, items[1])};
  if (ids[0] == ids[1]) context.fail(bodies, fmt::format("{} connects a body with itself", fields.label()));
  std::array<MarkerId, 2> out;
  for (std::size_t i = 0; i < 2; ++i) {
    Body& body = draft.model.bodies[ids[i].index()];
    Marker marker;
    marker.body = ids[i];
    marker.name = unused_marker_name(draft, body.name + "." + joint);
    marker.at = body.orientation.conjugate() * (at - body.position);
    marker.orientation = (body.orientation.conjugate() * frames[i]).normalized();
    marker.made_by_shorthand = true;
    marker.where = context.position(bodies);
    if (body.kind == BodyKind::point) {
      // A point is its own place and has no axes to remember a direction in. On a line or a plane it may be anywhere;
      // a joint that holds it at `at` must be where it is, rounding apart.
      constexpr double rounding = 1e-9;
      if (kind->point && marker.at.norm() > rounding * (1.0 + body.position.norm())) {
        context.fail(fields.need("at"),
                     fmt::format("{}: `at` is not where the point body `{}` is", fields.label(), body.name));
      }
      marker.at.setZero();
      marker.orientation.setIdentity();
    }
    if (body.kind == BodyKind::flexible) {
      marker.frame = frame_at(body, marker.at);
      if (marker.frame == 0)
        context.fail(fields.need("at"),
                     fmt::format("{}: no node of the flexible body `{}` is at `at`; name markers on its "
                                 "nodes and patches by `between`",
                                 fields.label(), body.name));
      marker.at.setZero();
    }
    out[i] = draft.add_marker(std::move(marker));
  }
  return out;
}

void refuse_with_between(const Fields& fields, std::string_view key) {
  const Node* found = fields.find(key);
  if (found == nullptr) return;
  fields.context().fail(*found, fmt::format("{} has `between`, whose markers say where it is: `{}` cannot stand beside "
                                            "it",
                                            fields.label(), key));
}

// Joints that are made of other joints are completed when all of those have been read.
bool refers_to_joints(const Fields& fields) { return fields.knows("joints") && fields.has("joints"); }

const std::vector<Node>& list_of_names(const Fields& fields, std::string_view key, std::size_t fewest,
                                       std::size_t most) {
  const Node& node = fields.need(key);
  const bool list = node.is(Node::Kind::list);
  if (!list || node.items.size() < fewest || node.items.size() > most)
    fields.context().fail(node, fewest == most ? fmt::format("expected a list of {} names", fewest)
                                               : fmt::format("expected a list of {} or {} names", fewest, most));
  return node.items;
}

// The numbers and curves among a joint's own keys, as these are described.
void read_own_keys(const Draft& draft, const Fields& fields, Joint& joint) {
  const Context& context = fields.context();
  for (const Key& key : joint.kind->keys) {
    if (key.kind == ValueKind::number) {
      const double otherwise =
          key.otherwise == Otherwise::distance_at_start ? draft.initial_distance(joint.markers) : 0.0;
      joint.numbers[std::string(key.name)] = fields.described_number(key, otherwise);
    } else if (key.refers == "curves") {
      const Node& node = fields.need(key.name);
      const bool two = key.kind != ValueKind::name;
      const std::vector<Node> items = two ? list_of_names(fields, key.name, 2, 2) : std::vector<Node>{node};
      for (std::size_t k = 0; k < items.size(); ++k) {
        joint.curves[k] = draft.find_curve(context, items[k]);
        for (const Vec3& p : draft.model.curves[static_cast<std::size_t>(joint.curves[k])].points)
          if (joint.kind->flat_curves && p[2] != 0.0)
            context.fail(items[k], "a curve that touches another lies in the x-y plane: z = 0");
      }
    }
  }
}

// What a joint that is part of another one is called for.
const Joint& part(const Draft& draft, const Fields& fields, const Node& node, const Joint& whole) {
  const Joint& out = draft.model.joints[draft.find_joint(fields.context(), node).index()];
  if (out.name == whole.name) fields.context().fail(node, fmt::format("{} cannot be a part of itself", fields.label()));
  return out;
}

[[noreturn]] void refuse_part(const Fields& fields, const Node& node, const Joint& joint, std::string_view what) {
  fields.context().fail(node, fmt::format("joint `{}` is {}, which {}", joint.name, joint.kind->name, what));
}

void complete_gear(const Draft& draft, const Fields& fields, Joint& joint) {
  const Context& context = fields.context();
  const std::vector<Node>& items = list_of_names(fields, "joints", 2, 2);
  std::array<const Joint*, 2> joints{};
  for (std::size_t k = 0; k < 2; ++k) {
    joints[k] = &part(draft, fields, items[k], joint);
    if (!joints[k]->kind->turns) refuse_part(fields, items[k], *joints[k], "has no angle about z");
    joint.parts.push_back({draft.find_joint(context, items[k]), true, 1.0});
  }
  const auto body = [&](std::size_t k, std::size_t end) { return draft.model.marker(joints[k]->markers[end]).body; };
  // The carrier is the body both joints share; the wheels are the others.
  int first_end = -1;
  for (std::size_t a = 0; a < 2; ++a)
    for (std::size_t b = 0; b < 2; ++b)
      if (body(0, a) == body(1, b) && first_end < 0) first_end = static_cast<int>(a);
  if (first_end < 0)
    context.fail(fields.need("joints"), fmt::format("{}: joints `{}` and `{}` have no body in common that could carry "
                                                    "both wheels; a coupler needs none",
                                                    fields.label(), joints[0]->name, joints[1]->name));
  const auto carrier = static_cast<std::size_t>(first_end);
  const std::size_t other = body(1, 0) == body(0, carrier) ? 1 : 0;
  joint.markers = {joints[0]->markers[1 - carrier], joints[1]->markers[other]};  // of the wheels
  if (const Node* teeth = fields.find("teeth")) {
    const std::vector<double> numbers = context.numbers(*teeth, 2, Quantity::none);
    for (std::size_t k = 0; k < 2; ++k) {
      if (!(numbers[k] > 0.0)) context.fail(*teeth, "numbers of teeth must be positive");
      joint.parts[k].factor = numbers[k];
    }
    if (fields.has("at")) context.fail(fields.need("at"), "give either `teeth` or `at`");
  } else if (!fields.has("at")) {
    context.fail(fields.node(), fields.label() + " needs `teeth: [z1, z2]` or `at`, the pitch point");
  }
  joint.internal = fields.boolean("internal", false);
  if (joint.internal && !fields.has("teeth"))
    context.fail(fields.need("internal"),
                 "`internal` goes with `teeth`; a pitch point `at` says where the wheels meet");
  if (joint.internal && joint.parts[0].factor == joint.parts[1].factor)
    context.fail(fields.node(), fields.label() + ": one wheel inside the other must have fewer teeth");
  if (const Node* at = fields.find("at")) joint.mesh = context.vector(*at, Quantity::length);
}

void complete_rack(const Draft& draft, const Fields& fields, Joint& joint) {
  const std::vector<Node>& items = list_of_names(fields, "joints", 2, 2);
  const Joint& pinion = part(draft, fields, items[0], joint);
  const Joint& rack = part(draft, fields, items[1], joint);
  if (!pinion.kind->turns) refuse_part(fields, items[0], pinion, "has no angle about z");
  if (!rack.kind.is<Translational>()) refuse_part(fields, items[1], rack, "is not translational");
  const auto body = [&](const Joint& j, std::size_t end) { return draft.model.marker(j.markers[end]).body; };
  // The body both share, if any, holds the two; else the second body of each is the one that moves.
  std::size_t pinion_end = 1, rack_end = 1;
  for (std::size_t a = 0; a < 2; ++a)
    for (std::size_t b = 0; b < 2; ++b)
      if (body(pinion, a) == body(rack, b)) {
        pinion_end = 1 - a;
        rack_end = 1 - b;
      }
  joint.markers = {pinion.markers[pinion_end], rack.markers[rack_end]};
}

void complete_coupler(const Draft& draft, const Fields& fields, Joint& joint) {
  const Context& context = fields.context();
  const std::vector<Node>& items = list_of_names(fields, "joints", 2, 3);
  const std::vector<double> factors = context.numbers(fields.need("factors"), items.size(), Quantity::none);
  const Node* coordinates = fields.find("coordinates");
  if (coordinates != nullptr && (!coordinates->is(Node::Kind::list) || coordinates->items.size() != items.size()))
    context.fail(*coordinates, "expected a list with `angle` or `displacement` for each joint");
  for (std::size_t k = 0; k < items.size(); ++k) {
    const Joint& of = part(draft, fields, items[k], joint);
    if (!of.kind->turns && !of.kind->slides) refuse_part(fields, items[k], of, "has no coordinate");
    bool rotation = of.kind->turns;
    if (coordinates != nullptr) {
      const std::string word = context.text(coordinates->items[k]);
      if (word != "angle" && word != "displacement")
        context.fail(coordinates->items[k], fmt::format("expected `angle` or `displacement`, found `{}`", word));
      rotation = word == "angle";
      if (rotation ? !of.kind->turns : !of.kind->slides)
        refuse_part(fields, items[k], of, rotation ? "has no angle" : "has no displacement");
    } else if (of.kind->turns && of.kind->slides) {
      refuse_part(fields, items[k], of, "has both an angle and a displacement: say which with `coordinates`");
    }
    if (factors[k] == 0.0) context.fail(fields.need("factors"), "a factor is 0: leave that joint out");
    const double unit = factor_to_si(draft.model.units, rotation ? Quantity::angle : Quantity::length);
    joint.parts.push_back({draft.find_joint(context, items[k]), rotation, factors[k] / unit});
    if (k == 0) joint.markers = {of.markers[1], of.markers[0]};
  }
}

void read_joint(Draft& draft, const Context& context, const Node& key, const Node& value) {
  const std::string name = context.new_name(key, "joint");
  if (draft.joints.count(name) > 0) context.fail(key, fmt::format("joint `{}` exists already", name));
  const std::string label = fmt::format("joint `{}`", name);
  const KeyVariants& variants = key_variants("joints");
  const KeyTable& table = find_variant(context, value, variants, label);
  const Fields fields(context, value, table, label, "joints." + name, &draft.positions, &variants);
  Joint joint;
  joint.name = name;
  joint.kind = *find_joint(table.name);
  joint.where = context.position(key);
  if (refers_to_joints(fields)) {
    if (fields.knows("between") && fields.has("between"))
      context.fail(fields.need("joints"), fmt::format("{} has `between` already", label));
  } else if (const Node* between = fields.find("between")) {
    joint.markers = draft.find_marker_pair(context, *between);
    for (const std::string_view one : {"bodies", "at", "axis", "axes"})
      if (table.find(one) != nullptr) refuse_with_between(fields, one);
  } else if (table.find("bodies") == nullptr || !fields.has("bodies")) {
    context.fail(value, fmt::format("{} needs `between: [marker, marker]`{}", label,
                                    table.find("bodies") != nullptr   ? " or `bodies: [body, body]`"
                                    : table.find("joints") != nullptr ? " or `joints: [pinion, rack]`"
                                                                      : ""));
  } else {
    joint.markers = make_markers(draft, fields, name, joint.kind);
  }
  read_own_keys(draft, fields, joint);
  joint.active = fields.boolean("active", true);
  draft.joints[name] = JointId(draft.model.joints.size());
  draft.model.joints.push_back(std::move(joint));
}

void complete_joint(Draft& draft, const Context& context, const Node& key, const Node& value) {
  const std::string name = context.new_name(key, "joint");
  const std::string label = fmt::format("joint `{}`", name);
  const KeyVariants& variants = key_variants("joints");
  const Fields fields(context, value, find_variant(context, value, variants, label), label, "joints." + name, nullptr,
                      &variants);
  Joint& joint = draft.model.joints[draft.joints.at(name).index()];
  if (!refers_to_joints(fields)) return;
  if (joint.kind.is<Gear>()) complete_gear(draft, fields, joint);
  if (joint.kind.is<RackAndPinion>()) complete_rack(draft, fields, joint);
  if (joint.kind.is<Coupler>()) complete_coupler(draft, fields, joint);
}

}  // namespace

void read_joints(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries) {
  read_each(entries, context,
            [&](const Context& inner, const Node& key, const Node& value) { read_joint(draft, inner, key, value); });
  read_each(entries, context, [&](const Context& inner, const Node& key, const Node& value) {
    complete_joint(draft, inner, key, value);
  });
}

}  // namespace alembert
