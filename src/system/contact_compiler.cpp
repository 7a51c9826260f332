// Contacts of a model: shapes made of geometry, stiffnesses of materials, lengths that follow from the size of shapes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "model/shapes.h"
#include "model/units.h"
#include "system/contacts.h"
#include "system/system_compiler.h"

namespace alembert {

namespace {

constexpr double kStictionLength = 1e-4;  // of the smaller shape's size
constexpr double kStickDamping = 0.2;     // tau in units of sqrt(l/(mu 10 m/s^2))
constexpr int kTouchesAShape = 32;        // that are remembered, on average
constexpr double kLayer = 0.5;            // elastic layer of a mesh, of its thickness

double common_modulus(const std::array<ContactLaw::Material, 2>& materials) {
  double compliance = 0.0;
  for (const ContactLaw::Material& m : materials)
    if (!m.rigid) compliance += (1.0 - m.nu * m.nu) / m.E;
  return 1.0 / compliance;
}

// Of a shape that is not a plane.
double size_of(const contact::Shape& shape) { return shape.thickness(); }

double smaller_size(const contact::Shape& a, const contact::Shape& b) { return std::min(size_of(a), size_of(b)); }

contact::Law compile_law(const ContactLaw& in, const Units& units) {
  contact::Law out;
  out.kind = static_cast<contact::Law::Kind>(in.kind);
  out.stiffness = in.stiffness;
  out.exponent = in.exponent;
  out.dissipation = in.dissipation;
  out.damping = in.damping;
  out.depth = in.depth;
  if (!in.force) return out;
  out.force = &*in.force;
  out.length_unit = factor_to_si(units, Quantity::length);
  out.speed_unit = factor_to_si(units, Quantity::velocity);
  out.force_unit = factor_to_si(units, Quantity::force);
  for (std::size_t k = 0; k < in.force->measures().size(); ++k)
    (in.force->measures()[k].name == "penetration" ? out.depth_leaf : out.speed_leaf) = static_cast<int>(k);
  return out;
}

contact::Friction compile_friction(const ContactFriction& in, double size) {
  contact::Friction out;
  out.kind = static_cast<contact::Friction::Kind>(in.kind);
  out.mu_s = in.statics;
  out.mu_d = in.dynamics;
  out.stribeck_speed = in.stribeck_speed;
  out.static_speed = in.static_speed;
  out.dynamic_speed = in.dynamic_speed;
  out.rolling = in.rolling;
  out.spinning = in.spinning;
  out.length = in.stiction_length.value_or(kStictionLength * size);
  if (out.mu_s > 0.0) out.damping = kStickDamping * std::sqrt(out.length / (10.0 * out.mu_s));
  return out;
}

}  // namespace

void SystemCompiler::add_contacts() {
  Contacts& out = s_.contacts_;
  std::map<std::pair<int, int>, int> shapes;  // by body and geometry
  const auto shape_of = [&](const ShapeRef& ref) {
    const auto [found, added] =
        shapes.emplace(std::pair(ref.body.value, ref.geometry), static_cast<int>(out.shapes.size()));
    if (added) {
      const Body& body = model_.body(ref.body);
      const Geometry& geometry = body.geometry[static_cast<std::size_t>(ref.geometry)];
      ContactShape shape;
      shape.name = body.name + "." + geometry.name;
      const FrameId own = s_.bodies_[ref.body].frame;
      shape.frame = FrameId(own.index() + static_cast<std::size_t>(geometry.frame));
      const Vec3 arm = geometry.frame == 0 ? Vec3(geometry.at - s_.frames_[own].origin) : geometry.at;
      shape.marker = s_.markers_.add({shape.frame, arm, so3::matrix(geometry.orientation)});
      shape.mass = body.stands() ? std::numeric_limits<double>::infinity() : s_.bodies_[ref.body].mass;
      shape.prepared = std::make_shared<contact::PreparedShape>(make_shape(model_, geometry));
      if (body.kind == BodyKind::point && (geometry.shape != Geometry::Shape::sphere || !geometry.at.isZero()))
        throw ModelError(
            geometry.where,
            fmt::format("body `{}` is a point and does not turn: only a sphere about it can touch", body.name));
      out.shapes.push_back(std::move(shape));
    }
    return found->second;
  };
  std::map<std::tuple<int, int, std::size_t>, int> plans;
  for (std::size_t c = 0; c < model_.contacts.size(); ++c) {
    const Contact& contact = model_.contacts[c];
    ContactEntry entry;
    entry.name = contact.name;
    entry.active = contact.active;
    entry.first = static_cast<int>(out.pairs.size());
    std::map<std::pair<double, double>, int> laws;
    std::map<double, int> frictions;
    for (const auto& refs : contact.pairs) {
      ContactPair pair;
      pair.contact = static_cast<int>(c);
      pair.a = shape_of(refs[0]);
      pair.b = shape_of(refs[1]);
      const contact::Shape &a = *out.shapes[static_cast<std::size_t>(pair.a)].prepared->shape,
                           &b = *out.shapes[static_cast<std::size_t>(pair.b)].prepared->shape;
      if (const std::string problem = contact::pair_problem(a.kind(), b.kind()); !problem.empty())
        throw ModelError(contact.where, fmt::format("contact `{}` between `{}` and `{}`: {}", contact.name,
                                                    out.shapes[static_cast<std::size_t>(pair.a)].name,
                                                    out.shapes[static_cast<std::size_t>(pair.b)].name, problem));
      const std::size_t features = a.nodes().size() + a.edges().size() + 2 * a.rings().size();
      const auto plan = plans.emplace(std::tuple(static_cast<int>(a.kind()), static_cast<int>(b.kind()), features),
                                      static_cast<int>(out.plans.size()));
      if (plan.second) out.plans.push_back(contact::plan_pair(a, b));
      pair.plan = plan.first->second;
      const double size = smaller_size(a, b);
      contact::Stiffness stiffness{contact.law.stiffness, contact.law.exponent};
      using Kind = contact::ShapeKind;
      if (a.kind() == Kind::mesh || b.kind() == Kind::mesh)  // per area
        stiffness.k /= model_.units.length * model_.units.length;
      if (contact.law.materials)
        stiffness = contact::material_stiffness(a, b, common_modulus(*contact.law.materials),
                                                contact.law.layer.value_or(kLayer * size));
      const auto law = laws.emplace(std::pair(stiffness.k, stiffness.exponent), static_cast<int>(out.laws.size()));
      if (law.second) {
        contact::Law& made = out.laws.emplace_back(compile_law(contact.law, model_.units));
        made.stiffness = stiffness.k;
        made.exponent = stiffness.exponent;
      }
      pair.law = law.first->second;
      const auto friction = frictions.emplace(size, static_cast<int>(out.frictions.size()));
      if (friction.second) out.frictions.push_back(compile_friction(contact.friction, size));
      pair.friction = friction.first->second;
      out.pairs.push_back(pair);
    }
    entry.last = static_cast<int>(out.pairs.size());
    out.contacts.push_back(std::move(entry));
  }
  // Nodes of meshes are many; of all other shapes a few touch at a time.
  double touches = 0.0, possible = 0.0;
  for (const ContactShape& shape : out.shapes) {
    const contact::Shape& s = *shape.prepared->shape;
    touches += kTouchesAShape + (s.kind() == contact::ShapeKind::mesh ? static_cast<double>(s.nodes().size()) : 0.0);
  }
  for (const ContactPair& pair : out.pairs) {
    for (const int k : {pair.a, pair.b}) {
      const contact::Shape& s = *out.shapes[static_cast<std::size_t>(k)].prepared->shape;
      possible += static_cast<double>(s.nodes().size() + 4 * s.edges().size()) +
                  26.0 * static_cast<double>(s.rings().size()) + 4.0;
    }
  }
  out.touches = static_cast<int>(std::min(touches, possible));
  s_.sizes_.memory += out.memory();
}

}  // namespace alembert
