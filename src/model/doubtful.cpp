#include "model/doubtful.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "model/names.h"
#include "model/units.h"

namespace alembert {
namespace {

// Gathers warnings of one sort: the first ones, then how many more.
class Sort {
 public:
  void add(std::string text) {
    if (++count_ <= most_) shown_.push_back(std::move(text));
  }
  void end(std::vector<std::string>& out) {
    if (count_ > most_) shown_.back() += fmt::format(" (and {} more like this)", count_ - most_);
    for (std::string& text : shown_) out.push_back(std::move(text));
  }

 private:
  static constexpr std::size_t most_ = 3;
  std::size_t count_ = 0;
  std::vector<std::string> shown_;
};

std::string in_units(const Model& model, Quantity quantity, double value) {
  return fmt::format("{:g} {}", value / factor_to_si(model.units, quantity), unit_name(model.units, quantity));
}

// The acceleration on Earth in the units people write it in.
void check_gravity(const Model& model, std::vector<std::string>& out) {
  constexpr double on_earth = 9.80665, rounding = 0.005;  // 9.81 and 9.8 are it, 32.2 and 386 likewise
  constexpr double least = 0.05, largest = 500.0;         // m/s^2: asteroids and centrifuges
  const double g = model.gravity.norm();
  if (g == 0.0) return;
  const double factor = factor_to_si(model.units, Quantity::acceleration);
  const double written = g / factor;
  const std::string expected =
      fmt::format("{:.4g} {}", on_earth / factor, unit_name(model.units, Quantity::acceleration));
  for (const UnitName& length : unit_names("length")) {
    const bool as_written_there = std::abs(written * length.factor / on_earth - 1.0) < rounding;
    if (as_written_there && std::abs(g / on_earth - 1.0) > rounding) {
      out.push_back(fmt::format("gravity is {}: that is the value in {}/s^2, on Earth it is {}",
                                in_units(model, Quantity::acceleration, g), length.name, expected));
      return;
    }
  }
  if (g < least || g > largest)
    out.push_back(fmt::format("gravity is {}; on Earth it is {}: is the unit meant?",
                              in_units(model, Quantity::acceleration, g), expected));
}

void check_plane(const Model& model, std::vector<std::string>& out) {
  const auto planar =
      std::find_if(model.bodies.begin(), model.bodies.end(), [](const Body& b) { return b.moves_in_plane(); });
  if (planar == model.bodies.end() || model.gravity.z() == 0.0) return;
  out.push_back(
      fmt::format("gravity has {} along z, which planar bodies such as `{}` do not feel: they move in the x-y plane",
                  in_units(model, Quantity::acceleration, model.gravity.z()), planar->name));
}

// What a joint lets a body do about or along its axis, if anything.
enum class AxisUse { none, turns, slides };

AxisUse axis_use(JointKind kind) {
  if (kind->turns && (kind->point || kind->slides)) return AxisUse::turns;
  return kind->slides ? AxisUse::slides : AxisUse::none;
}

// A planar body turns about z alone, and slides across it.
void check_planar_joints(const Model& model, std::vector<std::string>& out) {
  constexpr double off = 1e-6;
  Sort sort;
  for (const Joint& joint : model.joints) {
    const AxisUse use = axis_use(joint.kind);
    if (use == AxisUse::none) continue;
    for (const MarkerId id : joint.markers) {
      const Marker& marker = model.marker(id);
      const Body& body = model.body(marker.body);
      if (!body.moves_in_plane()) continue;
      const Vec3 axis = body.orientation * (marker.orientation * Vec3::UnitZ());
      const bool along_z = std::hypot(axis.x(), axis.y()) < off, across = std::abs(axis.z()) < off;
      if (use == AxisUse::turns ? along_z : across) continue;
      sort.add(fmt::format("joint `{}` ({}) {} ({:.3g} {:.3g} {:.3g}), which planar body `{}` cannot: it {}",
                           joint.name, joint.kind->name, use == AxisUse::turns ? "turns about" : "slides along",
                           axis.x(), axis.y(), axis.z(), body.name,
                           use == AxisUse::turns ? "turns about z alone" : "moves across z alone"));
      break;
    }
  }
  sort.end(out);
}

// Springs that push away from rest and dampers that drive.
void check_springs(const Model& model, std::vector<std::string>& out) {
  Sort sort;
  for (const Force& force : model.forces) {
    double stiffness = 0.0, damping = 0.0;  // the least
    if (const auto* spring = std::get_if<SpringDamper>(&force.parameters)) {
      stiffness = spring->stiffness;
      damping = spring->damping;
    } else if (const auto* torsion = std::get_if<TorsionSpringDamper>(&force.parameters)) {
      stiffness = torsion->stiffness;
      damping = torsion->damping;
    } else if (const auto* field = std::get_if<Field>(&force.parameters)) {
      stiffness = field->stiffness.diagonal().minCoeff();
      damping = field->damping.diagonal().minCoeff();
    }
    if (stiffness < 0.0)
      sort.add(fmt::format("{} `{}` has a negative stiffness: it pushes away from where it is free", force.type,
                           force.name));
    if (damping < 0.0)
      sort.add(fmt::format("{} `{}` has a negative damping: it feeds energy in", force.type, force.name));
  }
  sort.end(out);
}

// Forces that nobody feels.
void check_idle_forces(const Model& model, std::vector<std::string>& out) {
  Sort sort;
  for (const Force& force : model.forces) {
    if (const auto* spring = std::get_if<SpringDamper>(&force.parameters)) {
      if (spring->is_linear() && spring->stiffness == 0.0 && spring->damping == 0.0 && spring->preload == 0.0)
        sort.add(fmt::format("{} `{}` has no stiffness, damping or preload: it does nothing", force.type, force.name));
    } else if (const auto* torsion = std::get_if<TorsionSpringDamper>(&force.parameters)) {
      if (torsion->stiffness == 0.0 && torsion->damping == 0.0 && torsion->preload == 0.0)
        sort.add(fmt::format("{} `{}` has no stiffness, damping or preload: it does nothing", force.type, force.name));
    } else if (const auto* applied = std::get_if<AppliedForce>(&force.parameters)) {
      if (applied->on.valid() && !applied->reaction.valid() && model.body(model.marker(applied->on).body).stands())
        sort.add(fmt::format("{} `{}` acts on the ground, which does not feel it", force.type, force.name));
    }
  }
  sort.end(out);
}

// How far the points of a body, or of all, reach.
struct Extent {
  Eigen::AlignedBox3d box;
  void add(const Vec3& p) { box.extend(p); }
  double size() const { return box.isEmpty() ? 0.0 : box.diagonal().norm(); }
};

double radius_of(const Geometry& shape) {
  double out = 0.0;
  for (const double s : shape.size) out = std::max(out, std::abs(s));
  for (const Vec3& p : shape.points) out = std::max(out, p.norm());
  return out;
}

void check_masses(const Model& model, std::vector<std::string>& out) {
  constexpr double least_mass = 1e-15, largest_mass = 1e12, largest_ratio = 1e12;  // kg
  constexpr double largest_size = 1e6, least_size = 1e-7;                          // m
  constexpr double largest_gyration = 100.0;                                       // of the size of the mechanism
  Extent all;
  for (const Body& body : model.bodies)
    if (!body.stands()) all.add(body.position + body.orientation * body.com);
  for (const Marker& marker : model.markers) {
    const Body& body = model.body(marker.body);
    all.add(body.position + body.orientation * model.at_start(marker));
  }
  double shapes = 0.0;
  for (const Body& body : model.bodies)
    for (const Geometry& shape : body.geometry) shapes = std::max(shapes, radius_of(shape));
  const double size = std::max(all.size(), shapes);
  if (size > largest_size || (size > 0.0 && size < least_size))
    out.push_back(fmt::format("the mechanism is {:.3g} m large: is the unit of length, {}, meant?", size,
                              model.units.length_name));
  Sort masses, inertias;
  const Body *lightest = nullptr, *heaviest = nullptr;
  for (const Body& body : model.bodies) {
    if (body.stands() || body.mass == 0.0) continue;
    if (!lightest || body.mass < lightest->mass) lightest = &body;
    if (!heaviest || body.mass > heaviest->mass) heaviest = &body;
    if (body.mass < least_mass || body.mass > largest_mass)
      masses.add(fmt::format("the mass of body `{}` is {:g} kg: is it meant?", body.name, body.mass));
    if (!body.turns() || size == 0.0 || body.kind == BodyKind::flexible) continue;
    const double moment = body.moves_in_plane() ? body.inertia(2, 2) : body.inertia.diagonal().maxCoeff();
    const double gyration = std::sqrt(moment / body.mass);
    if (gyration > largest_gyration * size)
      inertias.add(
          fmt::format("the inertia of body `{}`, {}, is that of its mass at {:.3g} m from its centre, but the "
                      "whole mechanism measures {:.3g} m: is the unit meant?",
                      body.name, in_units(model, Quantity::inertia, moment), gyration, size));
  }
  masses.end(out);
  inertias.end(out);
  if (lightest != heaviest && heaviest->mass / lightest->mass > largest_ratio)
    out.push_back(fmt::format("body `{}` has {:.1e} times the mass of `{}`: more than digits can tell apart",
                              heaviest->name, heaviest->mass / lightest->mass, lightest->name));
}

}  // namespace

std::vector<std::string> doubtful_values(const Model& model) {
  std::vector<std::string> out;
  check_gravity(model, out);
  check_plane(model, out);
  check_planar_joints(model, out);
  check_springs(model, out);
  check_idle_forces(model, out);
  check_masses(model, out);
  return out;
}

}  // namespace alembert
