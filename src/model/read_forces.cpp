// Section `forces:` of the model file.
#include <fmt/format.h>

#include "model/names.h"
#include "model/read_expressions.h"

namespace alembert {
namespace {

constexpr const char* constant_yet =
    "a force that depends on time or motion is not supported yet by this version: expected a constant";

double constant(const Fields& fields, std::string_view key, Quantity quantity, double otherwise) {
  const Node* found = fields.find(key);
  return found == nullptr ? otherwise : fields.context().number(*found, quantity, constant_yet);
}

SpringDamper read_spring(const Draft& draft, const Fields& fields) {
  SpringDamper out;
  out.markers = draft.find_marker_pair(fields.context(), fields.need("between"));
  out.stiffness = constant(fields, "stiffness", Quantity::stiffness, 0.0);
  out.damping = constant(fields, "damping", Quantity::damping, 0.0);
  out.length = constant(fields, "length", Quantity::length, draft.initial_distance(out.markers));
  out.preload = constant(fields, "preload", Quantity::force, 0.0);
  return out;
}

TorsionSpringDamper read_torsion_spring(const Draft& draft, const Fields& fields) {
  const Context& context = fields.context();
  TorsionSpringDamper out;
  const Node* joint_node = fields.find("joint");
  if ((joint_node != nullptr) == fields.has("between")) {
    context.fail(fields.node(), fmt::format("{} needs either `joint` or `between`", fields.label()));
  }
  if (joint_node != nullptr) {
    const Joint& joint = draft.model.joints[draft.find_joint(context, *joint_node).index()];
    if (joint.kind != JointKind::revolute && joint.kind != JointKind::cylindrical && joint.kind != JointKind::planar) {
      context.fail(*joint_node, fmt::format("joint `{}` is {}, which has no angle about z; revolute, cylindrical and "
                                            "planar joints have",
                                            joint.name, joint_kind_name(joint.kind)));
    }
    out.markers = joint.markers;
  } else {
    out.markers = draft.find_marker_pair(context, fields.need("between"));
  }
  out.stiffness = constant(fields, "stiffness", Quantity::torsion_stiffness, 0.0);
  out.damping = constant(fields, "damping", Quantity::torsion_damping, 0.0);
  out.angle = constant(fields, "angle", Quantity::angle, 0.0);
  out.preload = constant(fields, "preload", Quantity::torque, 0.0);
  return out;
}

// Three components, each a constant or an expression of time and measures.
void read_components(const Context& context, const Node& node, Quantity quantity, std::size_t first, Vec3& constants,
                     AppliedForce& out) {
  if (!node.is(Node::Kind::list) || node.items.size() != 3) {
    constants = context.vector(node, quantity);  // says what was expected
    return;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const Expression expression = read_expression(context, node.items[k]);
    if (expression.is_constant())
      constants[static_cast<Eigen::Index>(k)] = context.number(node.items[k], quantity);
    else
      out.formulas[first + k] = expression;
  }
}

AppliedForce read_applied(const Draft& draft, const Fields& fields, std::string_view type) {
  const Context& context = fields.context();
  AppliedForce out;
  out.on = draft.find_marker(context, fields.need("on"));
  if (const Node* frame = fields.find("frame")) out.frame = draft.find_marker(context, *frame);
  if (const Node* reaction = fields.find("reaction")) out.reaction = draft.find_marker(context, *reaction);
  const Node* force = type == "torque" ? nullptr : fields.find("force");
  const Node* torque = type == "force" ? nullptr : fields.find("torque");
  if (force == nullptr && torque == nullptr) {
    context.fail(fields.node(), fmt::format("{} needs `force`, `torque` or both", fields.label()));
  }
  if (force != nullptr) read_components(context, *force, Quantity::force, 0, out.force, out);
  if (torque != nullptr) read_components(context, *torque, Quantity::torque, 3, out.torque, out);
  return out;
}

void read_force(Draft& draft, const Context& context, const Node& key, const Node& value) {
  const std::string name = context.new_name(key, "force");
  if (draft.forces.count(name) > 0) context.fail(key, fmt::format("force `{}` exists already", name));
  const std::string label = fmt::format("force `{}`", name);
  const KeyVariants& variants = key_variants("forces");
  const KeyTable& table = find_variant(context, value, variants, label);
  const Fields fields(context, value, table, label, "forces." + name, &draft.positions, &variants);
  Force force;
  force.name = name;
  force.type = table.name;
  force.where = context.position(key);
  if (force.type == "spring_damper") {
    force.parameters = read_spring(draft, fields);
  } else if (force.type == "torsion_spring_damper") {
    force.parameters = read_torsion_spring(draft, fields);
  } else {
    force.parameters = read_applied(draft, fields, force.type);
  }
  force.active = fields.boolean("active", true);
  draft.forces[name] = ForceId(draft.model.forces.size());
  draft.model.forces.push_back(std::move(force));
}

}  // namespace

void read_forces(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries) {
  read_each(entries, context,
            [&](const Context& inner, const Node& key, const Node& value) { read_force(draft, inner, key, value); });
}

}  // namespace alembert
