// Section `forces:` of the model file.
#include <fmt/format.h>

#include <cmath>

#include "elements/forces/force_curve.h"
#include "expression/term.h"
#include "math/so3.h"
#include "model/names.h"
#include "model/read_expressions.h"
#include "model/read_flexible.h"
#include "model/read_joint_friction.h"

namespace alembert {
namespace {

constexpr const char* constant_yet =
    "expected a constant: a force that depends on time or motion is a `force` with formulas";

double constant(const Fields& fields, std::string_view key, Quantity quantity, double otherwise) {
  const Node* found = fields.find(key);
  return found == nullptr ? otherwise : fields.context().number(*found, quantity, constant_yet);
}

double not_negative(const Fields& fields, std::string_view key, Quantity quantity, double otherwise) {
  const double out = constant(fields, key, quantity, otherwise);
  if (!(out >= 0.0))
    fields.context().fail(fields.need(key), fmt::format("`{}` of {} must not be negative", key, fields.label()));
  return out;
}

double positive(const Fields& fields, std::string_view key, Quantity quantity) {
  fields.need(key);
  const double out = constant(fields, key, quantity, 0.0);
  if (!(out > 0.0))
    fields.context().fail(fields.need(key), fmt::format("`{}` of {} must be positive", key, fields.label()));
  return out;
}

// A force by `x`, from one of the model's splines, whose points are in the model's units.
std::shared_ptr<const Spline> read_curve(const Draft& draft, const Fields& fields, std::string_view key, Quantity x) {
  const Node* node = fields.find(key);
  if (node == nullptr) return nullptr;
  const Context& context = fields.context();
  const std::string name = context.text(*node);
  const auto found = context.splines().find(name);
  if (found == context.splines().end()) context.fail_unknown(*node, "spline", name, names_of(context.splines()));
  std::vector<double> xs = found->second->x(), ys = found->second->y();
  for (double& value : xs) value *= factor_to_si(draft.model.units, x);
  for (double& value : ys) value *= factor_to_si(draft.model.units, Quantity::force);
  return std::make_shared<const Spline>(name, std::move(xs), std::move(ys), found->second->extrapolation());
}

SpringDamper read_spring(const Draft& draft, const Fields& fields) {
  SpringDamper out;
  out.markers = draft.find_marker_pair(fields.context(), fields.need("between"));
  out.stiffness = constant(fields, "stiffness", Quantity::stiffness, 0.0);
  out.damping = constant(fields, "damping", Quantity::damping, 0.0);
  out.length = constant(fields, "length", Quantity::length, draft.initial_distance(out.markers));
  out.preload = constant(fields, "preload", Quantity::force, 0.0);
  out.tension = read_curve(draft, fields, "tension", Quantity::length);
  out.resistance = read_curve(draft, fields, "resistance", Quantity::velocity);
  const std::string acts = fields.optional_choice("acts").value_or("both");
  out.side = acts == "pulls"    ? SpringDamper::Side::pulls
             : acts == "pushes" ? SpringDamper::Side::pushes
                                : SpringDamper::Side::both;
  out.shortest = fields.has("min_length") ? positive(fields, "min_length", Quantity::length) : 0.0;
  out.longest = fields.has("max_length") ? positive(fields, "max_length", Quantity::length) : 0.0;
  const bool stops = out.shortest > 0.0 || out.longest > 0.0;
  for (const char* key : {"stop_stiffness", "stop_damping"})
    if (const Node* found = fields.find(key); found != nullptr && !stops)
      fields.context().fail(*found, fmt::format("`{}` needs `min_length` or `max_length`", key));
  if (stops) out.stop_stiffness = positive(fields, "stop_stiffness", Quantity::stiffness);
  out.stop_damping = not_negative(fields, "stop_damping", Quantity::damping, 0.0);
  if (out.shortest > 0.0 && out.longest > 0.0 && !(out.shortest < out.longest))
    fields.context().fail(fields.need("max_length"), "`max_length` must be larger than `min_length`");
  return out;
}

// The quantity of an entry of a 6x6 matrix of stiffness or damping: rows are forces, columns displacements.
Quantity entry_quantity(std::size_t row, std::size_t column, bool damping) {
  if (row < 3 && column < 3) return damping ? Quantity::damping : Quantity::stiffness;
  if (row >= 3 && column >= 3) return damping ? Quantity::torsion_damping : Quantity::torsion_stiffness;
  if (row < 3) return damping ? Quantity::damping_per_angle : Quantity::force_per_angle;
  return damping ? Quantity::torque_rate : Quantity::force;
}

using Mat6 = Eigen::Matrix<double, 6, 6>;

Mat6 read_six_by_six(const Fields& fields, std::string_view key, bool damping) {
  const Node& node = fields.need(key);
  const Context& context = fields.context();
  const auto size = node.is(Node::Kind::list) ? node.items.size() : 0;
  if (size != 6)
    context.fail(node, fmt::format("`{}` of {} must be six numbers or six rows of six", key, fields.label()));
  Mat6 out = Mat6::Zero();
  const bool matrix = node.items[0].is(Node::Kind::list);
  for (std::size_t r = 0; r < 6; ++r)
    for (std::size_t c = 0; c < 6; ++c) {
      const auto at = [&](std::size_t k) { return static_cast<Eigen::Index>(k); };
      if (matrix)
        out(at(r), at(c)) =
            context.number(context.list(node.items[r], 6, "a row of six numbers")[c], entry_quantity(r, c, damping));
      else if (r == c)
        out(at(r), at(c)) = context.number(node.items[r], entry_quantity(r, c, damping));
    }
  return out;
}

Field read_field(const Draft& draft, const Fields& fields, std::string_view type) {
  const Context& context = fields.context();
  Field out;
  out.markers = draft.find_marker_pair(context, fields.need("between"));
  out.stiffness = read_six_by_six(fields, "stiffness", false);
  if (fields.has("damping")) out.damping = read_six_by_six(fields, "damping", true);
  out.damping += not_negative(fields, "damping_time", Quantity::time, 0.0) * out.stiffness;
  if (const Node* preload = fields.find("preload")) {
    const std::vector<Node>& items = context.list(*preload, 6, "six numbers");
    for (std::size_t k = 0; k < 6; ++k)
      out.preload[static_cast<Eigen::Index>(k)] = context.number(items[k], k < 3 ? Quantity::force : Quantity::torque);
  }
  if (type == "bushing") return out;
  // As the markers stand at the start, seen from the frame halfway between them.
  const Quat first = draft.initial_orientation(out.markers[0]);
  const Vec3 turn = so3::log((first.conjugate() * draft.initial_orientation(out.markers[1])).normalized());
  out.free.tail<3>() = fields.has("rotation") ? fields.vector("rotation", Quantity::angle) : turn;
  const Quat middle = first * so3::exp<double>(Vec3(0.5 * turn));
  out.free.head<3>() = fields.has("displacement") ? fields.vector("displacement", Quantity::length)
                                                  : Vec3(middle.conjugate() * (draft.initial_position(out.markers[1]) -
                                                                               draft.initial_position(out.markers[0])));
  return out;
}

// The diagonal stiffness of a clamped beam (elements/forces/field.h).
Field read_beam(const Draft& draft, const Fields& fields) {
  const Context& context = fields.context();
  Field out;
  out.markers = draft.find_marker_pair(context, fields.need("between"));
  const double L =
      fields.has("length") ? positive(fields, "length", Quantity::length) : draft.initial_distance(out.markers);
  if (!(L > 0.0)) context.fail(fields.node(), fields.label() + ": the ends coincide; give the `length`");
  const double A = positive(fields, "area", Quantity::area), E = positive(fields, "youngs_modulus", Quantity::modulus);
  const double G = positive(fields, "shear_modulus", Quantity::modulus);
  const double J = positive(fields, "torsion_constant", Quantity::area_moment);
  const std::vector<double> I = context.numbers(fields.need("moments"), 2, Quantity::area_moment);
  std::vector<double> shear(2, 0.0);
  if (const Node* factors = fields.find("shear_factors")) {
    const std::vector<double> k = context.numbers(*factors, 2, Quantity::none);
    for (std::size_t c = 0; c < 2; ++c) {
      if (!(k[c] > 0.0)) context.fail(*factors, "shear factors must be positive (5/6 for a rectangle)");
      shear[c] = 12.0 * E * I[1 - c] / (k[c] * G * A * L * L);
    }
  }
  for (const double i : I)
    if (!(i > 0.0)) context.fail(fields.need("moments"), "second moments of area must be positive");
  out.stiffness.diagonal() << E * A / L, 12.0 * E * I[1] / (L * L * L * (1.0 + shear[0])),
      12.0 * E * I[0] / (L * L * L * (1.0 + shear[1])), G * J / L, E * I[0] / L, E * I[1] / L;
  out.damping = not_negative(fields, "damping_time", Quantity::time, 0.0) * out.stiffness;
  out.free[0] = L;
  return out;
}

// Load by deflection: 0 where the tire just touches, and never less for more.
void check_load(const Context& context, const Node& node, const Spline& load) {
  double last = 0.0;
  if (!load.covers(0.0) || ForceCurve(std::make_shared<const Spline>(load)).value(0.0) != 0.0)
    context.fail(node, "the load of a tire must be 0 at a deflection of 0, which its points must include");
  for (std::size_t k = 0; k < load.size(); ++k) {
    if (load.x()[k] <= 0.0) continue;
    if (!(load.y()[k] >= last)) context.fail(node, "the load of a tire must not fall as its deflection grows");
    last = load.y()[k];
  }
  if (!(last > 0.0)) context.fail(node, "the load of a tire must grow with its deflection");
}

// The slips of the contact patch are states, whose derivatives the kernel gives (elements/forces/tire.h).
void add_slips(Draft& draft, const Fields& fields, const std::string& name, const Node& key) {
  const Context& context = fields.context();
  for (const int component : {0, 1}) {
    StateVariable slip;
    slip.name = name + (component == 0 ? "_along" : "_across");
    slip.where = context.position(key);
    slip.derivative = Term::measure("rate", {slip.name}).expression();
    slip.owner = static_cast<int>(draft.model.forces.size());
    slip.component = component;
    if (!draft.states.insert(slip.name).second)
      context.fail(key, fmt::format("{} makes the state `{}`, which exists already", fields.label(), slip.name));
    draft.model.states.push_back(std::move(slip));
  }
}

Tire read_tire(const Draft& draft, const Fields& fields) {
  const Context& context = fields.context();
  Tire out;
  out.markers[1] = draft.find_marker(context, fields.need("wheel"));
  const Node* road = fields.find("road");
  out.markers[0] = road != nullptr ? draft.find_marker(context, *road) : draft.model.bodies[0].frame_marker;
  out.radius = positive(fields, "radius", Quantity::length);
  if (fields.has("stiffness") == fields.has("load"))
    context.fail(fields.node(), fmt::format("{} needs either `stiffness` or `load`", fields.label()));
  out.load = read_curve(draft, fields, "load", Quantity::length);
  if (out.load)
    check_load(context, fields.need("load"), *out.load);
  else
    out.stiffness = positive(fields, "stiffness", Quantity::stiffness);
  out.damping = not_negative(fields, "damping", Quantity::damping, 0.0);
  out.slip_stiffness = positive(fields, "slip_stiffness", Quantity::force);
  out.cornering_stiffness = positive(fields, "cornering_stiffness", Quantity::force);
  out.camber_stiffness = not_negative(fields, "camber_stiffness", Quantity::force, 0.0);
  const auto length = [&](std::string_view key, double otherwise) {
    return fields.has(key) ? positive(fields, key, Quantity::length) : otherwise;
  };
  out.relaxation_across = length("relaxation_length", out.radius);
  out.relaxation_along = length("relaxation_length_along", 0.5 * out.relaxation_across);
  out.patch_damping_time = not_negative(fields, "patch_damping_time", Quantity::time, 0.005);
  out.friction = positive(fields, "friction", Quantity::none);
  out.patch = not_negative(fields, "patch_length", Quantity::length, 0.0);
  out.rolling_resistance = not_negative(fields, "rolling_resistance", Quantity::none, 0.0);
  out.low_speed = fields.has("low_speed") ? positive(fields, "low_speed", Quantity::velocity) : 0.1;
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
    if (!joint.kind->turns) {
      context.fail(*joint_node, fmt::format("joint `{}` is {}, which has no angle about z; revolute, cylindrical, "
                                            "planar and screw joints have",
                                            joint.name, joint.kind->name));
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
  if (force != nullptr) read_components(context, *force, Quantity::force, 0, out);
  if (torque != nullptr) read_components(context, *torque, Quantity::torque, 3, out);
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
  } else if (force.type == "bushing" || force.type == "field") {
    force.parameters = read_field(draft, fields, force.type);
  } else if (force.type == "beam") {
    force.parameters = read_beam(draft, fields);
  } else if (force.type == "tire") {
    force.parameters = read_tire(draft, fields);
    add_slips(draft, fields, name, key);
  } else if (force.type == "joint_friction") {
    force.parameters = read_joint_friction(draft, fields, name, key);
    force.type = "general_force";
  } else if (force.type == "load") {
    force.parameters = read_load(draft, fields, name);
    force.load_case = context.text(fields.need("case"));
  } else {
    force.parameters = read_applied(draft, fields, force.type);
  }
  force.active = fields.boolean("active", true);
  draft.forces[name] = ForceId(draft.model.forces.size());
  draft.model.forces.push_back(std::move(force));
}

}  // namespace

void read_components(const Context& context, const Node& node, Quantity quantity, std::size_t first,
                     AppliedForce& out) {
  Vec3& constants = first == 0 ? out.force : out.torque;
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

void read_forces(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries) {
  read_each(entries, context,
            [&](const Context& inner, const Node& key, const Node& value) { read_force(draft, inner, key, value); });
}

}  // namespace alembert
