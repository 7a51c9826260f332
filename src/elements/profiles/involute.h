// A spur gear with involute teeth.
//
// With the module m, z teeth, the pressure angle a, profile shift x, addendum h_a and dedendum h_f (these three in
// modules):
//   pitch radius    r = m z/2                     base radius   r_b = r cos a
//   tip radius      r_a = r + m (h_a + x)         root radius   r_f = r - m (h_f - x)
//   thickness       s = m (pi/2 + 2 x tan a) - backlash, of a tooth on the pitch circle
// The flank is the involute of the base circle: with t the tangent of the pressure angle there, it is at
//   radius r_b sqrt(1 + t^2),   angle from the middle of the tooth   s/(2 r) + inv a - (t - atan t),   inv a = tan a - a,
// and below the base circle a straight line towards the centre. The root is an arc of the radius `fillet` (in modules)
// that touches flank and root circle: not the trochoid that a cutter leaves, and never undercut. The corner at the tip
// is round with the radius `rounding` (in modules). The middle of a tooth is on the x axis.
#pragma once

#include <numbers>
#include <optional>

#include "elements/profiles/contour.h"

namespace alembert::profiles {

struct Involute {
  double module = 0.0;
  int teeth = 0;
  double pressure_angle = std::numbers::pi / 9.0;
  double shift = 0.0, addendum = 1.0, dedendum = 1.25;
  std::optional<double> fillet{};  // 0.38, or as much as there is room for
  double rounding = 0.05;
  double backlash = 0.0;  // a length

  double pitch_radius() const { return 0.5 * module * teeth; }
};

// Throws ProfileError.
std::vector<Vec3> contour_of(const Involute& gear);

}  // namespace alembert::profiles
