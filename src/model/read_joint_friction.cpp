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

#include <cmath>
#include <initializer_list>
#include <optional>
#include <vector>

#include "elements/joints/all_joints.h"
#include "expression/term.h"
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

  std::vector<Term> velocities() const {
    const double arm = radius_ * units_.angle;
    const Term turn = arm * Term::measure("angle_rate", {joint_.name});
    const Term slide = Term::measure("displacement_rate", {joint_.name});
    if (is<Revolute>()) return {turn};
    if (is<Translational>()) return {slide};
    if (is<Cylindrical>()) return {slide, turn};
    std::vector<Term> out;
    for (const char* rate : {"wx", "wy", "wz"})
      out.push_back(arm * Term::measure(rate, {marker(1), marker(0), marker(0)}));
    return out;
  }
  const std::string& marker(std::size_t k) const { return draft_.model.marker(joint_.markers[k]).name; }

  // sqrt(a^2 + b^2 + ... + e^2) - e of components of the reaction, in the axes of the first marker.
  Term size(std::initializer_list<const char*> components, double e) const {
    std::optional<Term> sum;
    for (const char* c : components) {
      const Term part = square(Term::measure(c, {joint_.name, marker(0)}));
      sum = sum ? *sum + part : part;
    }
    return (sqrt(*sum + e * e) - e).in_brackets();
  }

  Term normal_force() const {
    if (is<Spherical>()) return size({"fx", "fy", "fz"}, smallest_) + preload_;
    Term out = size({"fx", "fy"}, smallest_);
    if (axial_ > 0.0) out = out + axial_ / radius_ * size({"fz"}, smallest_);
    if (arm_ > 0.0) {
      const double e = smallest_ * arm_;
      out = out + (is<Translational>() ? size({"tx", "ty", "tz"}, e) : size({"tx", "ty"}, e)) / arm_;
    }
    return out + preload_;
  }

  Term add_variable(const std::string& suffix, const Term& value) {
    const std::string variable = name_ + suffix;
    if (!draft_.variables.insert(variable).second)
      context_.fail(key_, fmt::format("{} makes the variable `{}`, which exists already", fields_.label(), variable));
    draft_.model.variables.push_back({variable, value.expression(), context_.position(key_)});
    return Term::measure("var", {variable});
  }

  void add_bristles(const std::vector<Term>& V) {
    count_ = V.size();
    std::optional<Term> squares, along, speed;
    const auto add = [](std::optional<Term>& sum, const Term& part) { sum = sum ? *sum + part : part; };
    for (std::size_t k = 0; k < count_; ++k) {
      add(squares, square(deflection(k)));
      add(along, V[k] * deflection(k));
      add(speed, square(V[k]));
    }
    const Term length2 = *squares + 1e-18 * stiction_ * stiction_;
    normal_ = add_variable("_normal", normal_force());
    coefficient_ = add_variable(
        "_coefficient", static_ == dynamic_
                            ? Term(dynamic_)
                            : dynamic_ + (static_ - dynamic_) * exp(-*speed * (4.0 / (transition_ * transition_))));
    damping_ = add_variable("_damping", static_ * settle_ / (1.0 + *speed * std::pow(settle_ / stiction_, 2)));
    const Term slip =
        add_variable("_slip", max(0.0, *along) * max(0.0, 2.0 * sqrt(length2) / stiction_ - 1.0) / length2);
    for (std::size_t k = 0; k < count_; ++k) {
      StateVariable z;
      z.name = bristle(k);
      z.derivative = (V[k] - slip * deflection(k)).expression();
      z.scale = 100.0 * stiction_;
      z.where = context_.position(key_);
      if (!draft_.states.insert(z.name).second)
        context_.fail(key_, fmt::format("{} makes the state `{}`, which exists already", fields_.label(), z.name));
      draft_.model.states.push_back(std::move(z));
    }
  }
  Term deflection(std::size_t k) const { return Term::measure("state", {bristle(k)}); }
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
      const Term rate = Term::measure("rate", {bristle(k)});
      const Term f = normal_ * (coefficient_ * deflection(k) + damping_ * rate) / stiction_;
      const bool turns = is<Spherical>() || is<Revolute>() || (is<Cylindrical>() && k == 1);
      const std::size_t component = is<Spherical>() ? 3 + k : turns ? 5 : 2;
      out.formulas[component] = (turns ? radius_ * f.in_brackets() : f).expression();
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
  Term normal_ = 0.0, coefficient_ = 0.0, damping_ = 0.0;
  double static_ = 0.0, dynamic_ = 0.0, radius_ = 0.0, axial_ = 0.0, arm_ = 0.0, preload_ = 0.0, stiction_ = 0.0,
         transition_ = 0.0, smallest_ = 0.0, settle_ = 0.0;
};

}  // namespace

AppliedForce read_joint_friction(Draft& draft, const Fields& fields, const std::string& name, const Node& key) {
  return Friction(draft, fields, name, key).read();
}

}  // namespace alembert
