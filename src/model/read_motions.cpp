// Sections `motions:` and `constraints:` of the model file.
#include <fmt/format.h>

#include <array>

#include "elements/joints/all_joints.h"
#include "expression/term.h"
#include "model/names.h"
#include "model/read_expressions.h"

namespace alembert {
namespace {

struct Function {
  std::string_view key;
  Motion::Level level;
  bool rotation;
};
constexpr std::array<Function, 6> functions{{{"displacement", Motion::Level::position, false},
                                             {"angle", Motion::Level::position, true},
                                             {"velocity", Motion::Level::velocity, false},
                                             {"angular_velocity", Motion::Level::velocity, true},
                                             {"acceleration", Motion::Level::acceleration, false},
                                             {"angular_acceleration", Motion::Level::acceleration, true}}};

const Function& find_function(const Fields& fields) {
  const Function* found = nullptr;
  for (const Function& f : functions) {
    const Node* node = fields.find(f.key);
    if (node == nullptr) continue;
    if (found != nullptr)
      fields.context().fail(
          *node, fmt::format("{} has `{}` already: it can follow only one function", fields.label(), found->key));
    found = &f;
  }
  if (found == nullptr)
    fields.context().fail(fields.node(), fmt::format("{} needs a function: `displacement`, `angle`, `velocity`, "
                                                     "`angular_velocity`, `acceleration` or `angular_acceleration`",
                                                     fields.label()));
  return *found;
}

void drive_joint(const Draft& draft, const Fields& fields, const Node& joint_node, const Function& function,
                 Motion& motion) {
  const Context& context = fields.context();
  const Joint& joint = draft.model.joints[draft.find_joint(context, joint_node).index()];
  motion.markers = joint.markers;
  const bool planar = joint.kind.is<Planar>();
  if (!joint.kind->turns && !joint.kind->slides)
    context.fail(
        joint_node,
        fmt::format("joint `{}` is {}, which has no coordinate to drive; {} joints have. A motion `between` two "
                    "markers may help",
                    joint.name, joint.kind->name,
                    joints_that([](const JointFacts& j) { return j.turns || j.slides; })));
  // `velocity` of a joint that only turns is an angular velocity.
  if (function.level != Motion::Level::position && !motion.rotation && joint.kind->turns && !joint.kind->slides &&
      !planar)
    motion.rotation = true;
  const Node& node = fields.need(function.key);
  if (motion.rotation && !joint.kind->turns)
    context.fail(node, fmt::format("joint `{}` is {}: it does not turn", joint.name, joint.kind->name));
  if (!motion.rotation && !joint.kind->slides && !planar)
    context.fail(node, fmt::format("joint `{}` is {}: it does not slide", joint.name, joint.kind->name));
  if (!motion.rotation && planar && motion.axis == 2)
    context.fail(node, fmt::format("joint `{}` is planar: give the `axis` it slides along, x or y", joint.name));
  const bool axis_matters = planar && !motion.rotation;
  if (fields.has("axis") && !axis_matters && motion.axis != 2)
    context.fail(fields.need("axis"),
                 fmt::format("joint `{}` moves along or about its z axis: `axis` cannot be another", joint.name));
}

void read_motion(Draft& draft, const Context& context, const Node& key, const Node& value) {
  Motion motion;
  motion.name = context.new_name(key, "motion");
  if (!draft.motions.insert(motion.name).second)
    context.fail(key, fmt::format("motion `{}` exists already", motion.name));
  const Fields fields(context, value, key_table("motion"), fmt::format("motion `{}`", motion.name),
                      "motions." + motion.name, &draft.positions);
  const Function& function = find_function(fields);
  motion.level = function.level;
  motion.rotation = function.rotation;
  if (const auto axis = fields.optional_choice("axis")) motion.axis = (*axis)[0] - 'x';
  const Node* joint = fields.find("joint");
  if ((joint != nullptr) == fields.has("between"))
    context.fail(value, fmt::format("{} needs either `joint` or `between`", fields.label()));
  if (joint != nullptr)
    drive_joint(draft, fields, *joint, function, motion);
  else
    motion.markers = draft.find_marker_pair(context, fields.need("between"));
  motion.active = fields.boolean("active", true);
  const Node& node = fields.need(function.key);
  motion.where = context.position(node);
  motion.function = read_expression(context, node);
  if (motion.level == Motion::Level::acceleration) {
    // Its velocity is a state, whose derivative is the function.
    StateVariable rate;
    rate.name = motion.name + "_rate";
    rate.where = motion.where;
    rate.derivative = motion.function;
    rate.rate_of_motion = static_cast<int>(draft.model.motions.size());
    if (!draft.states.insert(rate.name).second)
      context.fail(key, fmt::format("motion `{}` needs a state `{}` for its velocity, but there is one of that name",
                                    motion.name, rate.name));
    motion.function = Term::measure("state", {rate.name}).expression();
    draft.model.states.push_back(std::move(rate));
  }
  draft.model.motions.push_back(std::move(motion));
}

}  // namespace

void read_motions(Draft& draft, const Context& outer, const std::vector<SectionEntry>& entries) {
  read_each(entries, outer, [&](const Context& context, const Node& key, const Node& value) {
    read_motion(draft, context, key, value);
  });
}

void read_constraints(Draft& draft, const Context& outer, const std::vector<SectionEntry>& entries) {
  read_each(entries, outer, [&](const Context& context, const Node& key, const Node& value) {
    UserConstraint constraint;
    constraint.name = context.new_name(key, "constraint");
    if (!draft.constraints.insert(constraint.name).second)
      context.fail(key, fmt::format("constraint `{}` exists already", constraint.name));
    const Fields fields(context, value, key_table("constraint"), fmt::format("constraint `{}`", constraint.name),
                        "constraints." + constraint.name, &draft.positions);
    constraint.velocity = fields.has("velocity");
    if (constraint.velocity == fields.has("position"))
      context.fail(value, fmt::format("{} needs either `position` or `velocity`", fields.label()));
    const Node& equation = fields.need(constraint.velocity ? "velocity" : "position");
    constraint.where = context.position(equation);
    constraint.expression = read_expression(context, equation);
    constraint.active = fields.boolean("active", true);
    draft.model.constraints.push_back(std::move(constraint));
  });
}

}  // namespace alembert
