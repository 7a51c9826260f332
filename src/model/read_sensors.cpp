// Section `sensors:` of the model file.
#include <fmt/format.h>

#include <algorithm>

#include "expression/condition.h"
#include "model/read_expressions.h"

namespace alembert {
namespace {

// New values by name, of things that `known` has.
template <class Known>
std::vector<std::pair<std::string, Expression>> read_values(const Context& context, const Node* node,
                                                            std::string_view what, const Known& known,
                                                            const std::vector<std::string>& names) {
  std::vector<std::pair<std::string, Expression>> out;
  if (node == nullptr) return out;
  require_map(context, *node, fmt::format("{}s", what));
  for (std::size_t k = 0; k < node->keys.size(); ++k) {
    const std::string name = context.text(node->keys[k]);
    if (known.count(name) == 0) context.fail_unknown(node->keys[k], what, name, names);
    out.emplace_back(name, read_expression(context, node->items[k]));
  }
  return out;
}

void read_sensor(Draft& draft, const Context& context, const Node& key, const Node& value) {
  Sensor sensor;
  sensor.name = context.new_name(key, "sensor");
  const Fields fields(context, value, key_table("sensor"), fmt::format("sensor `{}`", sensor.name),
                      "sensors." + sensor.name, &draft.positions);
  const Node& event = fields.need("event");
  sensor.where = context.position(event);
  sensor.event = read_expression(context, event);
  if (sensor.event.is_constant())
    context.fail(event, fmt::format("the event of {} is a constant: it never {}", fields.label(),
                                    condition_of(sensor.event) ? "becomes true" : "passes through 0"));
  // What is true or false acts when it becomes true; == is true at a moment, whichever way it is passed.
  const std::optional<Condition> condition = condition_of(sensor.event);
  const std::string direction =
      fields.optional_choice("direction").value_or(condition && !condition->equality ? "rising" : "both");
  sensor.direction = direction == "both"     ? Sensor::Direction::both
                     : direction == "rising" ? Sensor::Direction::rising
                                             : Sensor::Direction::falling;
  sensor.stop = fields.boolean("stop", false);
  sensor.record = fields.boolean("record", false);
  sensor.once = fields.boolean("once", false);
  sensor.active = fields.boolean("active", true);
  std::vector<std::string> parameters;
  for (const auto& [name, number] : draft.model.parameters) parameters.push_back(name);
  sensor.set = read_values(context, fields.find("set"), "parameter", draft.model.parameters, parameters);
  std::set<std::string> states;  // algebraic ones are not among these: they have no value to set
  for (const StateVariable& x : draft.model.states) states.insert(x.name);
  sensor.reset = read_values(context, fields.find("reset"), "state", states, {states.begin(), states.end()});
  sensor.activate = read_switched(draft, context, fields.find("activate"));
  sensor.deactivate = read_switched(draft, context, fields.find("deactivate"));
  for (const std::string& name : sensor.activate)
    if (std::count(sensor.deactivate.begin(), sensor.deactivate.end(), name) > 0)
      context.fail(fields.need("deactivate"),
                   fmt::format("{} both activates and deactivates `{}`", fields.label(), name));
  if (const Node* node = fields.find("impulse")) {
    const Fields inner(context, *node, key_table("impulse"), fmt::format("the impulse of {}", fields.label()),
                       "sensors." + sensor.name + ".impulse", &draft.positions);
    AppliedForce impulse;
    impulse.on = draft.find_marker(context, inner.need("on"));
    if (const Node* frame = inner.find("frame")) impulse.frame = draft.find_marker(context, *frame);
    if (const Node* reaction = inner.find("reaction")) impulse.reaction = draft.find_marker(context, *reaction);
    if (!inner.has("force") && !inner.has("torque"))
      context.fail(*node, fmt::format("{} needs `force`, `torque` or both", inner.label()));
    if (const Node* force = inner.find("force")) read_components(context, *force, Quantity::impulse, 0, impulse);
    if (const Node* torque = inner.find("torque"))
      read_components(context, *torque, Quantity::angular_impulse, 3, impulse);
    sensor.impulse = impulse;
  }
  draft.model.sensors.push_back(std::move(sensor));
}

}  // namespace

std::vector<std::string> read_switched(const Draft& draft, const Context& context, const Node* node) {
  std::vector<std::string> out;
  if (node == nullptr) return out;
  const auto add = [&](const Node& item) {
    const std::string name = context.text(item);
    int found = static_cast<int>(draft.joints.count(name) + draft.forces.count(name) + draft.contacts.count(name));
    for (const auto* set : {&draft.motions, &draft.constraints, &draft.sensors})
      found += static_cast<int>(set->count(name));
    if (found > 1) context.fail(item, fmt::format("`{}` names more than one element: give them different names", name));
    if (found == 0) {
      std::vector<std::string> names = names_of(draft.joints);
      for (const std::vector<std::string>& more : {names_of(draft.forces), names_of(draft.contacts)})
        names.insert(names.end(), more.begin(), more.end());
      for (const auto* set : {&draft.motions, &draft.constraints, &draft.sensors})
        names.insert(names.end(), set->begin(), set->end());
      context.fail_unknown(item, "joint, motion, constraint, force, contact or sensor", name, names);
    }
    out.push_back(name);
  };
  if (node->is(Node::Kind::list))
    for (const Node& item : node->items) add(item);
  else
    add(*node);
  return out;
}

void read_sensors(Draft& draft, const Context& outer, const std::vector<SectionEntry>& entries) {
  // Sensors may switch each other: their names come first.
  read_each(entries, outer, [&](const Context& context, const Node& key, const Node&) {
    const std::string name = context.new_name(key, "sensor");
    if (!draft.sensors.insert(name).second) context.fail(key, fmt::format("sensor `{}` exists already", name));
  });
  read_each(entries, outer, [&](const Context& context, const Node& key, const Node& value) {
    read_sensor(draft, context, key, value);
  });
}

}  // namespace alembert
