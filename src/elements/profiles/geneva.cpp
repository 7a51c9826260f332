#include "elements/profiles/geneva.h"

#include <fmt/format.h>

#include <cmath>

namespace alembert::profiles {
namespace {

struct Sizes {
  double crank, mouth;        // q, e
  double half_width, bottom;  // w, and x of the bottom's centre
  double clearance, tip;      // c
  Point tip_centre, axis;     // T, D
  double hollow;              // h
  double horns;               // how far these reach from the wheel's axis
};

Sizes sizes_of(const Geneva& g) {
  if (g.slots < 3 || g.slots > 50) throw ProfileError(fmt::format("`slots` must be 3 to 50, not {}", g.slots));
  if (!(g.distance > 0.0 && g.pin > 0.0)) throw ProfileError("`distance` and `pin` must be positive");
  Sizes s;
  s.crank = g.distance * std::sin(kPi / g.slots);
  s.mouth = g.distance * std::cos(kPi / g.slots);
  s.clearance = g.clearance.value_or(0.02 * g.pin);
  s.tip = g.tip.value_or(0.5 * g.pin);
  if (!(s.clearance > 0.0 && s.tip > 0.0)) throw ProfileError("`clearance` and `tip` must be positive");
  s.half_width = 0.5 * (g.pin + s.clearance);
  s.bottom = g.distance - s.crank - s.clearance;
  s.axis = {s.mouth, s.crank};
  s.tip_centre = {s.mouth - s.tip, s.half_width + s.tip};
  s.hollow = (s.axis - s.tip_centre).norm() - s.tip;
  s.horns = s.tip_centre.norm() + s.tip;
  const double narrowest = s.bottom * std::sin(kPi / g.slots);  // half the distance of the bottoms of two slots
  if (!(s.bottom > 0.0) || narrowest <= s.half_width)
    throw ProfileError(
        fmt::format("{} slots for a pin of {:.4g} leave nothing between them at {:.4g} from the axis: take a "
                    "thinner pin or a larger distance",
                    g.slots, g.pin, s.bottom));
  if (!(s.hollow > 0.0) || s.tip_centre.y() >= s.crank || s.tip_centre.x() <= s.bottom)
    throw ProfileError("the horns have no room: take a smaller `tip`, or a thinner pin");
  const double from_axis = g.distance - s.hollow;  // of the middle of a hollow
  if (from_axis <= s.bottom * std::cos(kPi / g.slots) - s.half_width)
    throw ProfileError("the hollows cut into the slots");
  return s;
}

}  // namespace

std::vector<Vec3> wheel_of(const Geneva& g) {
  const Sizes s = sizes_of(g);
  const Point towards = s.axis - s.tip_centre;
  const double tip_end = angle_of(towards), hollow_end = kPi / g.slots - kPi;
  double hollow_begin = angle_of(-towards);
  while (hollow_begin < hollow_end) hollow_begin += 2.0 * kPi;
  return contour_of({arc({s.bottom, 0.0}, s.half_width, kPi, 0.5 * kPi),
                     line({s.bottom, s.half_width}, {s.tip_centre.x(), s.half_width}, s.half_width),
                     arc(s.tip_centre, s.tip, -0.5 * kPi, tip_end), arc(s.axis, s.hollow, hollow_begin, hollow_end)},
                    g.slots, 0.25 * s.tip);
}

std::vector<Vec3> lock_of(const Geneva& g) {
  const Sizes s = sizes_of(g);
  const double lock = s.hollow - s.clearance, cut = s.horns + s.tip, round = std::min(s.tip, 0.1 * lock);
  const Point wheel(g.distance, 0.0);
  // The round of the corner touches the lock from inside and the cut from outside.
  const double inner = lock - round, outer = cut + round, a = g.distance;
  const double cosine = (a * a + inner * inner - outer * outer) / (2.0 * a * inner);
  if (!(std::abs(cosine) < 1.0) || cut >= a)
    throw ProfileError("the lock has no room beside the horns: take a smaller `tip`");
  const Point corner = polar(inner, std::acos(cosine));
  const double cut_end = angle_of(corner - wheel);
  return contour_of({arc(wheel, cut, kPi, cut_end), arc(corner, round, cut_end - kPi, angle_of(corner)),
                     arc(Point::Zero(), lock, angle_of(corner), kPi)},
                    1, 0.25 * s.tip);
}

}  // namespace alembert::profiles
