// Section `contacts:` of the model file.
#include <fmt/format.h>

#include <algorithm>

#include "elements/contact/restitution.h"
#include "model/contact_pairs.h"
#include "model/read_expressions.h"

namespace alembert {
namespace {

// Of friction, in SI units, where the file gives none: as those of joint_friction.
constexpr double usual_stribeck_speed = 0.01, usual_static_speed = 0.01, usual_dynamic_speed = 0.1;

// One group of keys of a contact.
class ContactKeys {
 public:
  explicit ContactKeys(const Fields& fields) : fields_(fields), context_(fields.context()) {}

  double positive(std::string_view key, Quantity quantity) const {
    const Node& node = fields_.need(key);
    const double out = context_.number(node, quantity);
    if (!(out > 0.0)) context_.fail(node, fmt::format("`{}` of {} must be positive", key, fields_.label()));
    return out;
  }
  double positive(std::string_view key, Quantity quantity, double otherwise) const {
    return fields_.has(key) ? positive(key, quantity) : otherwise;
  }
  double not_negative(std::string_view key, Quantity quantity, double otherwise) const {
    const Node* node = fields_.find(key);
    if (node == nullptr) return otherwise;
    const double out = context_.number(*node, quantity);
    if (!(out >= 0.0)) context_.fail(*node, fmt::format("`{}` of {} must not be negative", key, fields_.label()));
    return out;
  }
  // Keys that mean nothing beside what else is given.
  void refuse(std::initializer_list<const char*> keys, std::string_view why) const {
    for (const char* key : keys)
      if (const Node* node = fields_.find(key)) context_.fail(*node, fmt::format("`{}` {}", key, why));
  }

 private:
  const Fields& fields_;
  const Context& context_;
};

class ContactReader {
 public:
  ContactReader(Draft& draft, const Fields& fields)
      : draft_(draft), fields_(fields), context_(fields.context()), keys_(fields) {}

  ContactLaw law() const {
    ContactLaw out;
    const int given = fields_.has("stiffness") + fields_.has("materials") + fields_.has("force");
    if (given != 1)
      context_.fail(fields_.node(),
                    fmt::format("{} needs one of `stiffness`, `materials` and `force`", fields_.label()));
    if (fields_.has("force")) {
      read_force(out);
      return out;
    }
    if (fields_.optional_choice("law").value_or("") == "impact") out.kind = ContactLaw::Kind::impact;
    if (fields_.has("stiffness"))
      read_stiffness(out);
    else
      read_materials(out);
    if (out.kind == ContactLaw::Kind::impact)
      read_impact(out);
    else
      read_dissipation(out);
    return out;
  }

  ContactFriction friction() const {
    const Node* node = fields_.find("friction");
    if (node == nullptr) return {};
    ContactFriction out;
    if (!node->is(Node::Kind::map)) {
      out.statics = out.dynamics = keys_.not_negative("friction", Quantity::none, 0.0);
      out.stribeck_speed = usual_stribeck_speed;
      out.kind = out.dynamics > 0.0 ? ContactFriction::Kind::bristle : ContactFriction::Kind::none;
      return out;
    }
    const Fields fields(context_, *node, key_table("contact_friction"),
                        fmt::format("the friction of {}", fields_.label()), fields_.path() + ".friction",
                        &draft_.positions);
    return read_friction(fields);
  }

 private:
  void read_force(ContactLaw& out) const {
    keys_.refuse({"law", "exponent", "restitution", "impact_speed", "dissipation", "damping", "depth", "layer"},
                 "does not go with `force`, which is the whole law");
    static const OwnNames own_names{"penetration", "penetration_rate"};
    const Node& node = fields_.need("force");
    for (const std::string& name : own_names)
      if (context_.values().count(name) > 0)
        context_.fail(
            node, fmt::format("a parameter is called `{}`, which is of the contact here: give it another name", name));
    out.kind = ContactLaw::Kind::expression;
    out.force = read_expression(context_, node, own_names);
    for (const Measure& measure : out.force->measures())
      if (!measure.arguments.empty() || std::find(own_names.begin(), own_names.end(), measure.name) == own_names.end())
        throw ModelError(measure.where,
                         fmt::format("`{}(...)` cannot be used here: the force of a contact depends on `penetration` "
                                     "and `penetration_rate` alone",
                                     measure.name));
    if (out.force->uses_time())
      context_.fail(node,
                    "`time` cannot be used here: the force of a contact depends on `penetration` and "
                    "`penetration_rate` alone");
  }

  void read_stiffness(ContactLaw& out) const {
    keys_.refuse({"layer"}, "needs `materials`");
    if (const Node* node = fields_.find("exponent")) {
      out.exponent = context_.number(*node, Quantity::none);
      if (!(out.exponent >= 1.0))
        context_.fail(*node, fmt::format("`exponent` of {} must be at least 1", fields_.label()));
    }
    out.stiffness = keys_.positive("stiffness", Quantity::none) * stiffness_to_si(draft_.model.units, out.exponent);
  }

  void read_materials(ContactLaw& out) const {
    keys_.refuse({"exponent"}, "follows from the shapes where `materials` are given");
    const Node& node = fields_.need("materials");
    const std::vector<Node>& items = context_.list(node, 2, "a list of two materials");
    out.materials.emplace();
    for (std::size_t k = 0; k < 2; ++k) out.materials->at(k) = read_material(items[k], k);
    if (out.materials->at(0).rigid && out.materials->at(1).rigid)
      context_.fail(node, fmt::format("{}: one of the materials must give way; give a `stiffness` where both are stiff",
                                      fields_.label()));
    if (fields_.has("layer")) out.layer = keys_.positive("layer", Quantity::length);
  }

  ContactLaw::Material read_material(const Node& node, std::size_t which) const {
    ContactLaw::Material out;
    if (node.is(Node::Kind::scalar)) {
      if (context_.text(node) != "rigid")
        context_.fail(node, fmt::format("expected {{E: .., nu: ..}} or `rigid`, found {}", describe(node)));
      out.rigid = true;
      return out;
    }
    const Fields fields(context_, node, key_table("material"), fmt::format("a material of {}", fields_.label()),
                        fmt::format("{}.materials.{}", fields_.path(), which), &draft_.positions);
    out.E = ContactKeys(fields).positive("E", Quantity::modulus);
    const Node& nu = fields.need("nu");
    out.nu = context_.number(nu, Quantity::none);
    if (!(out.nu > -1.0 && out.nu <= 0.5)) context_.fail(nu, "`nu` must be above -1 and not above 0.5");
    return out;
  }

  void read_impact(ContactLaw& out) const {
    keys_.refuse({"restitution", "impact_speed", "dissipation"},
                 "is of the law hunt_crossley; the law impact has `damping` and `depth`");
    out.damping = keys_.not_negative("damping", Quantity::damping, 0.0);
    if (out.damping > 0.0 || fields_.has("depth")) out.depth = keys_.positive("depth", Quantity::length);
  }

  void read_dissipation(ContactLaw& out) const {
    keys_.refuse({"damping", "depth"}, "is of the law impact; hunt_crossley has `restitution` or `dissipation`");
    if (fields_.has("dissipation")) {
      keys_.refuse({"restitution", "impact_speed"}, "and `dissipation` exclude each other");
      out.dissipation = keys_.not_negative("dissipation", Quantity::inverse_velocity, 0.0);
      return;
    }
    const Node* node = fields_.find("restitution");
    if (node == nullptr) return keys_.refuse({"impact_speed"}, "needs `restitution`");
    const double restitution = context_.number(*node, Quantity::none);
    if (!(restitution > 0.0 && restitution <= 1.0))
      context_.fail(*node, fmt::format("`restitution` of {} must be above 0 and not above 1", fields_.label()));
    if (restitution == 1.0 && !fields_.has("impact_speed")) return;
    if (!fields_.has("impact_speed"))
      context_.fail(*node, fmt::format("{}: `restitution` needs the `impact_speed` that it is for", fields_.label()));
    out.dissipation = contact::dissipation_for(restitution) / keys_.positive("impact_speed", Quantity::velocity);
  }

  static ContactFriction read_friction(const Fields& fields) {
    using Kind = ContactFriction::Kind;
    const ContactKeys keys(fields);
    const Context& context = fields.context();
    ContactFriction out;
    if (!fields.has("static") && !fields.has("dynamic"))
      context.fail(fields.node(), fmt::format("{} needs `static`, `dynamic` or both", fields.label()));
    out.dynamics = keys.not_negative("dynamic", Quantity::none, 0.0);
    out.statics = keys.not_negative("static", Quantity::none, out.dynamics);
    if (!fields.has("dynamic")) out.dynamics = out.statics;
    if (out.dynamics > out.statics)
      context.fail(fields.need("dynamic"), fmt::format("{}: `dynamic` must not exceed `static`", fields.label()));
    out.kind = fields.optional_choice("type").value_or("") == "velocity" ? Kind::velocity : Kind::bristle;
    if (out.kind == Kind::bristle) {
      keys.refuse({"static_speed", "dynamic_speed"}, "is of friction of the type velocity");
      out.stribeck_speed = keys.positive("stribeck_speed", Quantity::velocity, usual_stribeck_speed);
      if (fields.has("stiction_length")) out.stiction_length = keys.positive("stiction_length", Quantity::length);
    } else {
      keys.refuse({"stribeck_speed", "stiction_length"}, "is of friction of the type bristle");
      out.static_speed = keys.positive("static_speed", Quantity::velocity, usual_static_speed);
      out.dynamic_speed = keys.positive("dynamic_speed", Quantity::velocity, usual_dynamic_speed);
      if (!(out.static_speed < out.dynamic_speed))
        context.fail(fields.node(), fmt::format("{}: `static_speed` must be below `dynamic_speed`", fields.label()));
    }
    out.rolling = keys.not_negative("rolling_resistance", Quantity::length, 0.0);
    out.spinning = keys.not_negative("spinning_resistance", Quantity::length, 0.0);
    if (out.statics == 0.0 && out.rolling == 0.0 && out.spinning == 0.0) out.kind = Kind::none;
    return out;
  }

  Draft& draft_;
  const Fields& fields_;
  const Context& context_;
  ContactKeys keys_;
};

void read_contact(Draft& draft, const Context& context, const Node& key, const Node& value,
                  const Neighbours& neighbours) {
  Contact contact;
  contact.name = context.new_name(key, "contact");
  if (draft.joints.count(contact.name) + draft.forces.count(contact.name) + draft.motions.count(contact.name) +
          draft.constraints.count(contact.name) + draft.contacts.count(contact.name) >
      0)
    context.fail(key, fmt::format("`{}` cannot name a contact: another element has this name", contact.name));
  contact.where = context.position(key);
  const Fields fields(context, value, key_table("contact"), fmt::format("contact `{}`", contact.name),
                      "contacts." + contact.name, &draft.positions);
  static const Neighbours none;
  contact.pairs = read_contact_pairs(draft, fields, fields.boolean("neighbours", false) ? none : neighbours);
  const ContactReader reader(draft, fields);
  contact.law = reader.law();
  contact.friction = reader.friction();
  contact.active = fields.boolean("active", true);
  draft.contact_pairs += contact.pairs.size();
  draft.contacts[contact.name] = draft.model.contacts.size();
  draft.model.contacts.push_back(std::move(contact));
}

}  // namespace

void read_contacts(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries) {
  const Neighbours neighbours = joint_neighbours(draft.model);
  read_each(entries, context, [&](const Context& inner, const Node& key, const Node& value) {
    read_contact(draft, inner, key, value, neighbours);
  });
}

}  // namespace alembert
