// A sprocket for a roller chain, by ISO 606: tooth gaps of the standard's smallest form.
//
// With the pitch p, z teeth and the roller's diameter d1, lengths in any unit:
//   pitch diameter          d = p/sin(pi/z)
//   root diameter           d - d1: a roller at the bottom of a gap has its middle on the pitch circle
//   roller seating radius   r_i = 0.505 d1
//   roller seating angle    alpha = 140 deg - 90 deg/z, over which the seat lies
//   flank radius            r_e = 0.12 d1 (z + 2), of a convex arc that goes on smoothly from the seat
//   tip diameter            d_a from d + p (1 - 1.6/z) - d1 to d + 1.25 p - d1: halfway unless given
// The middle of a gap is on the x axis. Corners at the tip are round with the radius 0.05 d1; where flanks meet below
// the tip circle, the tooth ends in such a round.
#pragma once

#include <optional>

#include "elements/profiles/contour.h"

namespace alembert::profiles {

struct Sprocket {
  double pitch = 0.0;
  int teeth = 0;
  double roller = 0.0;  // diameter
  std::optional<double> tip_diameter{};

  double pitch_radius() const;
  double least_tip_diameter() const;
  double largest_tip_diameter() const;
};

// Throws ProfileError.
std::vector<Vec3> contour_of(const Sprocket& sprocket);

}  // namespace alembert::profiles
