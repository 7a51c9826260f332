// Section `joints:` of the model file.
#include <fmt/format.h>

#include <cmath>

#include "model/draft.h"
#include "model/names.h"
#include "model/orientation.h"

namespace alembert {
namespace {

bool needs_no_axis(JointKind kind) {
  return kind == JointKind::fixed || kind == JointKind::spherical || kind == JointKind::orientation;
}

// These hold directions only: where the joint is makes no difference to the motion.
bool needs_no_place(JointKind kind) {
  return kind == JointKind::orientation || kind == JointKind::parallel_axes || kind == JointKind::perpendicular_axes;
}

Vec3 read_unit_vector(const Context& context, const Node& node) {
  const std::optional<Vec3> out = direction(context.vector(node, Quantity::none));
  if (!out) context.fail(node, "the direction of an axis is zero");
  return *out;
}

// The frames of the two markers in the global frame, from `axis` or `axes`.
std::array<Quat, 2> shorthand_frames(const Fields& fields, JointKind kind) {
  const Context& context = fields.context();
  if (kind != JointKind::universal && kind != JointKind::perpendicular_axes) {
    if (needs_no_axis(kind) && !fields.has("axis")) return {Quat::Identity(), Quat::Identity()};
    const Quat frame = frame_from_z(read_unit_vector(context, fields.need("axis")));
    return {frame, frame};
  }
  const Node& node = fields.need("axes");
  const std::vector<Node>& items = context.list(node, 2, "a list of two directions");
  const Vec3 a = read_unit_vector(context, items[0]);
  const Vec3 b = read_unit_vector(context, items[1]);
  const std::optional<Quat> first_z = frame_from_x_z(b, a);  // z along a, x near b
  const std::optional<Quat> second_z = frame_from_x_z(a, b);
  if (!first_z || !second_z) context.fail(node, "the two axes are parallel");
  if (kind == JointKind::perpendicular_axes) return {*first_z, *second_z};
  // Universal joint: the arms of the cross are the first marker's x and the second's y; z is square to both.
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
      needs_no_place(kind) && !fields.has("at") ? Vec3::Zero() : context.vector(fields.need("at"), Quantity::length);
  const std::array<Quat, 2> frames = shorthand_frames(fields, kind);
  const std::array<BodyId, 2> ids{draft.find_body(context, items[0]), draft.find_body(context, items[1])};
  if (ids[0] == ids[1]) context.fail(bodies, fmt::format("{} connects a body with itself", fields.label()));
  std::array<MarkerId, 2> out;
  for (std::size_t i = 0; i < 2; ++i) {
    const Body& body = draft.model.body(ids[i]);
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
      const bool held = kind != JointKind::inline_ && kind != JointKind::inplane;
      if (held && marker.at.norm() > rounding * (1.0 + body.position.norm())) {
        context.fail(fields.need("at"),
                     fmt::format("{}: `at` is not where the point body `{}` is", fields.label(), body.name));
      }
      marker.at.setZero();
      marker.orientation.setIdentity();
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

void read_joint(Draft& draft, const Context& context, const Node& key, const Node& value) {
  const std::string name = context.new_name(key, "joint");
  if (draft.joints.count(name) > 0) context.fail(key, fmt::format("joint `{}` exists already", name));
  const std::string label = fmt::format("joint `{}`", name);
  const KeyVariants& variants = key_variants("joints");
  const KeyTable& table = find_variant(context, value, variants, label);
  const Fields fields(context, value, table, label, "joints." + name, &draft.positions, &variants);
  Joint joint;
  joint.name = name;
  joint.kind = *find_joint_kind(table.name);
  joint.where = context.position(key);
  if (const Node* between = fields.find("between")) {
    joint.markers = draft.find_marker_pair(context, *between);
    if (joint.kind != JointKind::distance) {
      for (const Key& row : table.keys) {
        if (row.name != "type" && row.name != "between" && row.name != "active") refuse_with_between(fields, row.name);
      }
    }
  } else if (!fields.has("bodies")) {
    context.fail(value, fmt::format("{} needs `between: [marker, marker]` or `bodies: [body, body]`", label));
  } else {
    joint.markers = make_markers(draft, fields, name, joint.kind);
  }
  if (joint.kind == JointKind::distance) {
    joint.distance = fields.number("length", Quantity::length, draft.initial_distance(joint.markers));
  }
  joint.active = fields.boolean("active", true);
  draft.joints[name] = JointId(draft.model.joints.size());
  draft.model.joints.push_back(std::move(joint));
}

}  // namespace

void read_joints(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries) {
  read_each(entries, context,
            [&](const Context& inner, const Node& key, const Node& value) { read_joint(draft, inner, key, value); });
}

}  // namespace alembert
