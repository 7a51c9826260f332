#include "elements/profiles/sprocket.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace alembert::profiles {
namespace {

// Of tips, in diameters of the roller.
constexpr double kRounding = 0.05;

// The intersection of circles about the origin and about `centre` that is nearer to the x axis.
Point intersection(double radius, const Point& centre, double other) {
  const double distance = centre.norm();
  const double cosine = (radius * radius + distance * distance - other * other) / (2.0 * radius * distance);
  return polar(radius, std::atan2(centre.y(), centre.x()) - std::acos(std::clamp(cosine, -1.0, 1.0)));
}

}  // namespace

double Sprocket::pitch_radius() const { return pitch / (2.0 * std::sin(kPi / teeth)); }
double Sprocket::least_tip_diameter() const { return 2.0 * pitch_radius() + pitch * (1.0 - 1.6 / teeth) - roller; }
double Sprocket::largest_tip_diameter() const { return 2.0 * pitch_radius() + 1.25 * pitch - roller; }

std::vector<Vec3> contour_of(const Sprocket& s) {
  if (s.teeth < 5) throw ProfileError(fmt::format("a sprocket needs 5 teeth or more, not {}", s.teeth));
  if (!(s.pitch > 0.0 && s.roller > 0.0)) throw ProfileError("`pitch` and `roller` must be positive");
  if (!(s.roller < s.pitch)) throw ProfileError("`roller`, the diameter, must be less than `pitch`");
  const double d_a = s.tip_diameter.value_or(0.5 * (s.least_tip_diameter() + s.largest_tip_diameter()));
  if (d_a < s.least_tip_diameter() * (1.0 - 1e-12) || d_a > s.largest_tip_diameter() * (1.0 + 1e-12))
    throw ProfileError(fmt::format("`tip_diameter` must be {:.6g} to {:.6g}, not {:.6g}", s.least_tip_diameter(),
                                   s.largest_tip_diameter(), d_a));
  const double w = kRounding * s.roller;  // over which the contour is smoothed
  const double wanted = 0.505 * s.roller, seat = wanted * wanted / smoothed_radius(wanted, w);
  const double flank = 0.12 * s.roller * (s.teeth + 2), round = kRounding * s.roller;
  const double half_seat = 0.5 * (140.0 - 90.0 / s.teeth) * kPi / 180.0;
  const Point seat_centre(s.pitch_radius() - 0.5 * s.roller + wanted, 0.0);
  const Point out = polar(1.0, kPi - half_seat);  // from the seat's centre to its end
  const Point flank_centre = seat_centre + (seat + flank) * out;
  const double middle = kPi / s.teeth;  // of the tooth
  // The round of the tip touches the flank from inside, and the tip circle or the middle of the tooth.
  Point round_centre = intersection(0.5 * d_a - round, flank_centre, flank - round);
  const bool pointed = angle_of(round_centre) > middle;
  if (pointed) {
    const Point along = polar(1.0, middle);
    const double foot = flank_centre.dot(along);
    const double beside = (flank_centre - foot * along).norm();
    round_centre = (foot + std::sqrt((flank - round) * (flank - round) - beside * beside)) * along;
  }
  const double flank_begin = angle_of(-out), flank_end = angle_of(round_centre - flank_centre);
  const double tip = angle_of(round_centre);
  std::vector<Piece> pieces{arc(seat_centre, seat, kPi, kPi - half_seat),
                            arc(flank_centre, flank, flank_begin, flank_end),
                            arc(round_centre, round, flank_end, pointed ? middle : tip)};
  if (!pointed) pieces.push_back(arc(Point::Zero(), 0.5 * d_a, tip, middle));
  return contour_of(pieces, s.teeth, w);
}

}  // namespace alembert::profiles
