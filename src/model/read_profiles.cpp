#include "model/read_profiles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "elements/curve.h"
#include "elements/profiles/geneva.h"
#include "elements/profiles/involute.h"
#include "elements/profiles/sprocket.h"

namespace alembert {
namespace {

// Numbers of profiles stay in the units of the file until the contour is there, so that messages have these too.
double number(const Fields& fields, std::string_view key, double otherwise = 0.0) {
  return fields.number(key, Quantity::none, otherwise);
}

std::vector<Vec3> read_sprocket(const Fields& fields) {
  profiles::Sprocket out;
  out.pitch = number(fields, "pitch");
  out.teeth = fields.optional_integer("teeth").value_or(0);
  out.roller = number(fields, "roller");
  out.tip_diameter = fields.optional_number("tip_diameter", Quantity::none);
  return contour_of(out);
}

std::vector<Vec3> read_involute(const Fields& fields) {
  profiles::Involute out;
  out.module = number(fields, "module");
  out.teeth = fields.optional_integer("teeth").value_or(0);
  out.pressure_angle = fields.number("pressure_angle", Quantity::angle, out.pressure_angle);
  out.shift = number(fields, "shift", out.shift);
  out.addendum = number(fields, "addendum", out.addendum);
  out.dedendum = number(fields, "dedendum", out.dedendum);
  out.fillet = fields.optional_number("fillet", Quantity::none);
  out.rounding = number(fields, "rounding", out.rounding);
  out.backlash = number(fields, "backlash", out.backlash);
  return contour_of(out);
}

std::vector<Vec3> read_geneva(const Fields& fields) {
  profiles::Geneva out;
  out.slots = fields.optional_integer("slots").value_or(0);
  out.distance = number(fields, "distance");
  out.pin = number(fields, "pin");
  out.clearance = fields.optional_number("clearance", Quantity::none);
  out.tip = fields.optional_number("tip", Quantity::none);
  return fields.optional_choice("part") == "lock" ? lock_of(out) : wheel_of(out);
}

constexpr int kFirstCount = 90, kMostPoints = 23040;
// Part of the radius by which the spline may leave the formula halfway between two points.
constexpr double kMet = 1e-6;

// r(phi) with points at equal steps: `count` of them, or twice as many again and again until the spline meets the
// formula.
std::vector<Vec3> read_radial(const Fields& curve, const Node& node) {
  const Context& context = curve.context();
  if (context.values().count("phi") > 0)
    context.fail(node, "a parameter is called `phi`, which is the polar angle here: give it another name");
  const auto radius = [&](double phi) {
    const double r = context.with_indices({{"phi", phi}}).number(node, Quantity::none);
    if (!(r > 0.0))
      context.fail(node, fmt::format("the radius must be positive; at phi = {:.6g} it is {:.6g}", phi, r));
    return r;
  };
  const auto points = [&](int count) {
    std::vector<Vec3> out;
    for (int k = 0; k < count; ++k) {
      const double phi = 2.0 * std::numbers::pi * k / count, r = radius(phi);
      out.emplace_back(r * std::cos(phi), r * std::sin(phi), 0.0);
    }
    return out;
  };
  if (const std::optional<int> count = curve.optional_integer("count")) {
    if (*count < 3 || *count > 100000)
      context.fail(curve.need("count"), fmt::format("`count` must be 3 to 100000, not {}", *count));
    return points(*count);
  }
  for (int count = kFirstCount; count <= kMostPoints; count *= 2) {
    const std::vector<Vec3> out = points(count);
    const Curve spline(out, true);
    const std::vector<double> at = spline.samples(2);
    const bool met = std::all_of(at.begin(), at.end(), [&](double s) {
      Vec3 c, d1, d2;
      spline.at(s, c, d1, d2);
      const double r = radius(std::atan2(c[1], c[0]));
      return std::abs(c.norm() - r) <= kMet * r;
    });
    if (met) return out;
  }
  context.fail(node,
               fmt::format("{} points do not meet this formula to {:g} of the radius: it has corners or jumps; give "
                           "`count` to take it as it is",
                           kMostPoints, kMet));
}

}  // namespace

std::vector<Vec3> read_ready_profile(const Fields& curve) {
  const Context& context = curve.context();
  std::vector<Vec3> out;
  if (const Node* node = curve.find("radial")) out = read_radial(curve, *node);
  for (const char* kind : {"sprocket", "involute", "geneva"}) {
    const Node* node = curve.find(kind);
    if (node == nullptr) continue;
    const Fields fields(context, *node, key_table(kind), fmt::format("`{}` of {}", kind, curve.label()),
                        curve.path() + "." + kind, nullptr);
    try {
      out = kind[0] == 's' ? read_sprocket(fields) : kind[0] == 'i' ? read_involute(fields) : read_geneva(fields);
    } catch (const profiles::ProfileError& error) {
      context.fail(*node, fmt::format("{}: {}", fields.label(), error.what()));
    }
  }
  for (Vec3& p : out) p *= context.factor(Quantity::length);
  return out;
}

}  // namespace alembert
