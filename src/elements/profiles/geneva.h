// A Geneva drive: a wheel with n slots, which a pin on the driver takes along by 2 pi/n in each turn, and the lock on
// the driver, which fills a hollow of the wheel in between and holds it.
//
// With the distance a of the axes, the diameter of the pin and the clearance c:
//   pin from the driver's axis    q = a sin(pi/n)       mouths of the slots from the wheel's   e = a cos(pi/n),
// so that the pin enters a slot along its walls: q and e are at right angles then. The driver turns by pi - 2 pi/n
// while it moves the wheel. Wheel, half a slot on the x axis: the bottom is half a circle of radius w = (pin + c)/2
// about x = a - q - c, the wall is straight, the horn's tip an arc of radius `tip` about T = (e - tip, w + tip), and
// the hollow an arc about the driver's axis D = (e, q) that touches the tip: radius h = |D - T| - tip. Lock, the pin on
// the x axis: an arc of radius h - c, cut away beside the pin by a circle about the wheel's axis at x = a, of the
// radius of the horns and `tip` more; its corners are round.
#pragma once

#include <optional>

#include "elements/profiles/contour.h"

namespace alembert::profiles {

struct Geneva {
  int slots = 0;
  double distance = 0.0, pin = 0.0;
  std::optional<double> clearance{};  // 0.02 pin
  std::optional<double> tip{};        // 0.5 pin
};

// Throw ProfileError.
std::vector<Vec3> wheel_of(const Geneva& drive);
std::vector<Vec3> lock_of(const Geneva& drive);

}  // namespace alembert::profiles
