// joint_friction: Coulomb friction with stiction in a joint, driven by the joint's own reaction. Like a control block
// it is turned into plain states, variables and a general_force here; nothing below model/ knows it.
//
// The surfaces of a joint touch on a radius R and slide with velocity V: along the axis (translational), R w about it
// (revolute), both (cylindrical), R times the rotation (spherical). They hold each other by bristles, whose deflection
// z has the components of V (a state each), in the axes of the first marker:
//   z' = V - max(0, V.z) H z/|z|^2,    H = max(0, (|z|/d - a)/(1 - a)),  a = 1/2
//   F = -N (mu z/d + mu_s T z'/d/(1 + (T V/d)^2)),     mu = mu_d + (mu_s - mu_d) exp(-(2 |V|/V_t)^2)
// Up to a part of the stiction length d the bristles only bend: the joint is held and springs back, it never creeps
// under a constant load. Sliding, |z| = d and F = mu N. T makes the held joint settle without ringing; its part is
// never more than half of the force that holds. N is the force between the surfaces: of the reaction F_r and moments M
// of the joint and the preload,
//   revolute       |(F_x, F_y)| + (R_a/R) |F_z| + |(M_x, M_y)|/arm + preload       torque R F about z
//   translational  |(F_x, F_y)| + |M|/arm + preload                               force F along z
//   cylindrical    |(F_x, F_y)| + |(M_x, M_y)|/arm + preload                      force and torque
//   spherical      |F_r| + preload                                                torque R F
#include "model/read_joint_friction.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <vector>

#include "elements/joints/all_joints.h"
#include "model/names.h"

namespace alembert {
namespace {

class Friction {
 public:
  Friction(Draft& draft, const Fields& fields, const std::string& name, const Node& key)
      : draft_(draft), fields_(fields), context_(fields.context()), name_(name), key_(key), units_(draft.model.units) {}

  AppliedForce read() {
    const Node& node = fields_.need("joint");
    joint_ = draft_.model.joints[draft_.find_joint(context_, node).index()];
    if (!is<Revolute>() && !is<Translational>() && !is<Cylindrical>() && !is<Spherical>())
      context_.fail(node, fmt::format("joint `{}` is {}; friction is in revolute, translational, cylindrical and "
                                      "spherical joints",
                                      joint_.name, joint_.kind->name));
    for (const MarkerId id : joint_.markers)
      if (draft_.model.body(draft_.model.marker(id).body).kind == BodyKind::point)
        context_.fail(
            node, fmt::format("{}: joint `{}` is on a point body, which does not turn", fields_.label(), joint_.name));
    read_numbers();
    add_bristles(velocities());
    return force();
  }

 private:
  template <class J>
  bool is() const {
    return joint_.kind.is<J>();
  }
  // In the model's own units, as the expressions see them.
  double number(std::string_view key, Quantity quantity, double otherwise_si) const {
    const double out = fields_.number(key, quantity, otherwise_si);
    if (!(out >= 0.0))
      context_.fail(fields_.need(key), fmt::format("`{}` of {} must not be negative", key, fields_.label()));
    return out / factor_to_si(units_, quantity);
  }
  double positive(std::string_view key, Quantity quantity, double otherwise_si) const {
    const double out = number(key, quantity, otherwise_si);
    if (!(out > 0.0))
      context_.fail(fields_.need(key), fmt::format("`{}` of {} must be positive", key, fields_.label()));
    return out;
  }

  void read_numbers() {
    dynamic_ = number("dynamic", Quantity::none, 0.0);
    static_ = number("static", Quantity::none, dynamic_);
    if (static_ < dynamic_)
      context_.fail(fields_.need("static"), fields_.label() + ": `static` must not be less than `dynamic`");
    if (!is<Translational>()) {
      fields_.need("radius");
      radius_ = positive("radius", Quantity::length, 0.0);
    }
    if (fields_.has("axial_radius") && !is<Revolute>())
      context_.fail(fields_.need("axial_radius"), "`axial_radius` is of revolute joints");
    if (fields_.has("moment_arm") && is<Spherical>())
      context_.fail(fields_.need("moment_arm"), "a spherical joint carries no moments");
    axial_ = is<Revolute>() ? number("axial_radius", Quantity::length, radius_ * units_.length) : 0.0;
    arm_ = fields_.has("moment_arm") ? positive("moment_arm", Quantity::length, 0.0) : 0.0;
    preload_ = number("preload", Quantity::force, 0.0);
    stiction_ = positive("stiction_length", Quantity::length, 1e-6);
    transition_ = positive("transition_velocity", Quantity::velocity, 1e-2);
    double mass = 0.0;
    for (const Body& body : draft_.model.bodies) mass += body.mass;
    // Below this force a reaction counts smoothly, so that its size has a derivative where it passes through 0.
    smallest_ = 1e-6 * (mass * standard_gravity / units_.force + preload_) + 1e-12 / units_.force;
    // The bristles under a body's own weight have the frequency sqrt(mu g/d); 0.7 of critical damping.
    const double d = stiction_ * units_.length;
    settle_ = static_ > 0.0 ? 1.4 * std::sqrt(d / (static_ * standard_gravity)) / units_.time : 0.0;
  }

  std::vector<std::string> velocities() const {
    const std::string turn = fmt::format("{}*angle_rate({})", radius_ * units_.angle, joint_.name);
    const std::string slide = fmt::format("displacement_rate({})", joint_.name);
    if (is<Revolute>()) return {turn};
    if (is<Translational>()) return {slide};
    if (is<Cylindrical>()) return {slide, turn};
    std::vector<std::string> out;
    for (const char axis : {'x', 'y', 'z'})
      out.push_back(fmt::format("{}*w{}({}, {}, {})", radius_ * units_.angle, axis, marker(1), marker(0), marker(0)));
    return out;
  }
  const std::string& marker(std::size_t k) const { return draft_.model.marker(joint_.markers[k]).name; }

  // sqrt(a^2 + b^2 + ... + e^2) - e of components of the reaction, in the axes of the first marker.
  std::string size(std::initializer_list<const char*> components, double e) const {
    std::string sum;
    for (const char* c : components) sum += fmt::format("{}({}, {})^2 + ", c, joint_.name, marker(0));
    return fmt::format("(sqrt({}{}) - {})", sum, e * e, e);
  }

  std::string normal_force() const {
    std::string out;
    if (is<Spherical>()) return fmt::format("{} + {}", size({"fx", "fy", "fz"}, smallest_), preload_);
    out = size({"fx", "fy"}, smallest_);
    if (axial_ > 0.0) out += fmt::format(" + {}*{}", axial_ / radius_, size({"fz"}, smallest_));
    if (arm_ > 0.0) {
      const double e = smallest_ * arm_;
      out += fmt::format(" + {}/{}", is<Translational>() ? size({"tx", "ty", "tz"}, e) : size({"tx", "ty"}, e), arm_);
    }
    return out + fmt::format(" + {}", preload_);
  }

  Expression parse(const std::string& text) const {
    SourcePosition where = context_.position(key_);
    where.column = 0;  // it stands nowhere in the file
    return parse_expression(text, where, {});
  }
  void add_variable(const std::string& suffix, const std::string& text) {
    const std::string variable = name_ + suffix;
    if (!draft_.variables.insert(variable).second)
      context_.fail(key_, fmt::format("{} makes the variable `{}`, which exists already", fields_.label(), variable));
    draft_.model.variables.push_back({variable, parse(text), context_.position(key_)});
  }

  void add_bristles(const std::vector<std::string>& V) {
    count_ = V.size();
    std::string square, along, speed;
    for (std::size_t k = 0; k < count_; ++k) {
      const char* plus = k == 0 ? "" : " + ";
      square += fmt::format("{}state({})^2", plus, bristle(k));
      along += fmt::format("{}({})*state({})", plus, V[k], bristle(k));
      speed += fmt::format("{}({})^2", plus, V[k]);
    }
    square += fmt::format(" + {}", 1e-18 * stiction_ * stiction_);
    add_variable("_normal", normal_force());
    add_variable("_coefficient", static_ == dynamic_
                                     ? fmt::format("{}", dynamic_)
                                     : fmt::format("{} + {}*exp(-({})*{})", dynamic_, static_ - dynamic_, speed,
                                                   4.0 / (transition_ * transition_)));
    add_variable("_damping",
                 fmt::format("{}/(1 + ({})*{})", static_ * settle_, speed, std::pow(settle_ / stiction_, 2)));
    add_variable("_slip", fmt::format("max(0, {})*max(0, 2*sqrt({})/{} - 1)/({})", along, square, stiction_, square));
    for (std::size_t k = 0; k < count_; ++k) {
      StateVariable z;
      z.name = bristle(k);
      z.derivative = parse(fmt::format("{} - var({}_slip)*state({})", V[k], name_, z.name));
      z.scale = 100.0 * stiction_;
      z.where = context_.position(key_);
      if (!draft_.states.insert(z.name).second)
        context_.fail(key_, fmt::format("{} makes the state `{}`, which exists already", fields_.label(), z.name));
      draft_.model.states.push_back(std::move(z));
    }
  }
  std::string bristle(std::size_t k) const {
    return fmt::format("{}_bristle{}", name_, count_ > 1 ? std::to_string(k + 1) : "");
  }

  // On the first body, in the axes of its marker; the reaction on the second is -N (...), against the sliding.
  AppliedForce force() const {
    AppliedForce out;
    out.on = out.frame = joint_.markers[0];
    out.reaction = joint_.markers[1];
    out.dissipates = true;
    for (std::size_t k = 0; k < count_; ++k) {
      const std::string f =
          fmt::format("var({0}_normal)*(var({0}_coefficient)*state({1}) + var({0}_damping)*rate({1}))/{2}", name_,
                      bristle(k), stiction_);
      const bool turns = is<Spherical>() || is<Revolute>() || (is<Cylindrical>() && k == 1);
      const std::size_t component = is<Spherical>() ? 3 + k : turns ? 5 : 2;
      out.formulas[component] = parse(turns ? fmt::format("{}*({})", radius_, f) : f);
    }
    return out;
  }

  static constexpr double standard_gravity = 9.80665;
  Draft& draft_;
  const Fields& fields_;
  const Context& context_;
  const std::string& name_;
  const Node& key_;
  const Units& units_;
  Joint joint_;
  std::size_t count_ = 0;
  double static_ = 0.0, dynamic_ = 0.0, radius_ = 0.0, axial_ = 0.0, arm_ = 0.0, preload_ = 0.0, stiction_ = 0.0,
         transition_ = 0.0, smallest_ = 0.0, settle_ = 0.0;
};

}  // namespace

AppliedForce read_joint_friction(Draft& draft, const Fields& fields, const std::string& name, const Node& key) {
  return Friction(draft, fields, name, key).read();
}

}  // namespace alembert
