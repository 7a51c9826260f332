#include "model/write_text.h"

#include <vector>

#include "expression/expression_parser.h"
#include "model/names.h"
#include "model/units.h"

namespace alembert {
namespace {

std::string shape_pair_text(const Model& model, const std::array<ShapeRef, 2>& pair) {
  std::vector<std::string> names;
  for (const ShapeRef& ref : pair) {
    const Body& body = model.body(ref.body);
    const std::string name = body.name + "." + body.geometry[static_cast<std::size_t>(ref.geometry)].name;
    names.push_back(name.starts_with('-') ? in_quotes(name) : name);
  }
  return fmt::format("[{}]", fmt::join(names, ", "));
}

std::string material_text(const ContactLaw::Material& m) {
  return m.rigid ? "rigid" : fmt::format("{{E: {}, nu: {}}}", m.E, m.nu);
}

std::string friction_text(const ContactFriction& f) {
  if (f.kind == ContactFriction::Kind::none) return "";
  std::string out = fmt::format(", friction: {{static: {}, dynamic: {}", f.statics, f.dynamics);
  if (f.kind == ContactFriction::Kind::velocity)
    out += fmt::format(", type: velocity, static_speed: {}, dynamic_speed: {}", f.static_speed, f.dynamic_speed);
  else
    out += fmt::format(", stribeck_speed: {}", f.stribeck_speed);
  if (f.stiction_length) out += fmt::format(", stiction_length: {}", *f.stiction_length);
  return out + fmt::format(", rolling_resistance: {}, spinning_resistance: {}}}", f.rolling, f.spinning);
}

}  // namespace

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string plain_name(const std::string& name) {
  const bool special = name.starts_with('-') || name == "null" || name == "Null" || name == "NULL";
  return special || !name_problem(name).empty() ? in_quotes(name) : name;
}

std::string quaternion(const Quat& q) {
  return fmt::format("{{quaternion: [{}, {}, {}, {}]}}", q.w(), q.x(), q.y(), q.z());
}

bool is_identity(const Quat& q) { return q.w() == 1.0 && q.x() == 0.0 && q.y() == 0.0 && q.z() == 0.0; }

std::string active_text(bool active) { return active ? "" : ", active: false"; }

std::string scaled(const std::string& text, double factor) {
  return factor == 1.0 ? text : fmt::format("({})*{}", text, factor);
}

std::string in_si_units(const Model& model, const Expression& expression, const OwnNames& own_names) {
  std::string text = expression.text();
  const std::vector<NameUse> uses =
      names_in_expression(text, {}, model.parameters, model.splines, model.functions, own_names);
  for (auto use = uses.rbegin(); use != uses.rend(); ++use) {
    if (use->kind == NameUse::Kind::parameter || use->kind == NameUse::Kind::spline) continue;
    const Quantity quantity = use->kind == NameUse::Kind::time ? Quantity::time : measure_quantity(use->name);
    const double factor = factor_to_si(model.units, quantity);
    if (factor == 1.0) continue;
    text.insert(use->offset + use->length, fmt::format("/{})", factor));
    text.insert(use->offset, "(");
  }
  return text;
}

std::string shape_text(const Model& model, const Geometry& shape, const std::string& frame_name) {
  using Shape = Geometry::Shape;
  std::string out = fmt::format("{}: ", shape_name(shape.shape));
  if (!shape.file.empty()) {
    out += in_quotes(shape.file);
  } else if (!shape.points.empty()) {
    std::vector<std::string> points;
    for (const Vec3& point : shape.points) points.push_back(list_text(point));
    out += fmt::format("[{}]", fmt::join(points, ", "));
  } else if (shape.shape == Shape::plane) {
    out += "[0, 0, 1]";  // turned by its orientation
  } else if (shape.shape == Shape::profile) {
    out += plain_name(model.curves[static_cast<std::size_t>(shape.curve)].name);
  } else {
    out += shape.shape == Shape::sphere ? fmt::format("{}", shape.size.at(0)) : list_text(shape.size);
  }
  if (!shape.name.empty()) out += ", name: " + plain_name(shape.name);
  if (shape.rounding) out += fmt::format(", rounding: {}", *shape.rounding);
  if (shape.inside) out += ", inside: true";
  if (shape.spacing) out += fmt::format(", spacing: {}", *shape.spacing);
  if (shape.thickness) out += fmt::format(", thickness: {}", *shape.thickness);
  if (shape.frame > 0) out += ", frame: " + in_quotes(frame_name);
  if (!shape.at.isZero(0.0)) out += fmt::format(", at: {}", list_text(shape.at));
  if (!is_identity(shape.orientation)) out += ", orientation: " + quaternion(shape.orientation);
  if (!shape.color.empty()) out += ", color: " + in_quotes(shape.color);
  return out;
}

std::string contact_text(const Model& model, const Contact& contact) {
  std::vector<std::string> pairs;
  for (const auto& pair : contact.pairs) pairs.push_back(shape_pair_text(model, pair));
  const ContactLaw& law = contact.law;
  std::string text =
      pairs.size() == 1 ? fmt::format("between: {}", pairs[0]) : fmt::format("pairs: [{}]", fmt::join(pairs, ", "));
  if (law.force) {
    text += fmt::format(
        ", force: {}",
        in_quotes(scaled(in_si_units(model, *law.force, {"penetration", "penetration_rate"}), model.units.force)));
  } else if (law.materials) {
    text +=
        fmt::format(", materials: [{}, {}]", material_text(law.materials->at(0)), material_text(law.materials->at(1)));
    if (law.layer) text += fmt::format(", layer: {}", *law.layer);
  } else {
    text += fmt::format(", stiffness: {}, exponent: {}", law.stiffness, law.exponent);
  }
  if (law.kind == ContactLaw::Kind::hunt_crossley) text += fmt::format(", dissipation: {}", law.dissipation);
  if (law.kind == ContactLaw::Kind::impact) text += fmt::format(", law: impact, damping: {}", law.damping);
  if (law.depth > 0.0) text += fmt::format(", depth: {}", law.depth);
  return text + friction_text(contact.friction) + active_text(contact.active);
}

}  // namespace alembert
