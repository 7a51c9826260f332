#include "elements/profiles/involute.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace alembert::profiles {
namespace {

constexpr double kUsualFillet = 0.38;  // of the basic rack of ISO 53

// The flank above the x axis, on which is the middle of a tooth, by u: the length of the involute from the base circle;
// where negative, of the straight line below.
struct Flank {
  double base;   // r_b
  double angle;  // of the flank on the base circle

  double tangent(double u) const { return std::sqrt(2.0 * std::max(u, 0.0) / base); }
  Point at(double u) const {
    if (u < 0.0) return polar(base + u, angle);
    const double t = tangent(u);
    return polar(base * std::sqrt(1.0 + t * t), angle - (t - std::atan(t)));
  }
  // To the side of the gap.
  Point normal(double u) const {
    if (u < 0.0) return {-std::sin(angle), std::cos(angle)};
    const double t = tangent(u), a = angle - t;  // the foot of the normal on the base circle
    return {-std::sin(a), std::cos(a)};
  }
  double highest(double radius) const {  // u where the involute reaches it
    return 0.5 * base * ((radius / base) * (radius / base) - 1.0);
  }
};

// u where a circle of this radius beside the flank, in the gap, touches the root circle; its centre then.
double fillet_place(const Flank& flank, double root, double radius, double top) {
  return root_between(root - flank.base - radius, top,
                      [&](double u) { return (flank.at(u) + radius * flank.normal(u)).norm() - (root + radius); });
}

}  // namespace

std::vector<Vec3> contour_of(const Involute& g) {
  if (g.teeth < 5) throw ProfileError(fmt::format("a gear needs 5 teeth or more, not {}", g.teeth));
  if (!(g.module > 0.0)) throw ProfileError("`module` must be positive");
  if (!(g.pressure_angle > 0.05 && g.pressure_angle < 0.8))
    throw ProfileError("`pressure_angle` must be 3 to 45 degrees");
  if (!(g.rounding >= 0.01)) throw ProfileError("`rounding` must be 0.01 (modules) or more");
  const double m = g.module, r = g.pitch_radius(), middle = kPi / g.teeth;
  const double tip = r + m * (g.addendum + g.shift), root = r - m * (g.dedendum - g.shift);
  if (!(root > 0.0 && tip > root)) throw ProfileError("addendum and dedendum leave no tooth between tip and root");
  const double thickness = m * (kPi / 2.0 + 2.0 * g.shift * std::tan(g.pressure_angle)) - g.backlash;
  if (!(thickness > 0.0)) throw ProfileError("`backlash` leaves nothing of the teeth");
  const Flank flank{r * std::cos(g.pressure_angle),
                    thickness / (2.0 * r) + std::tan(g.pressure_angle) - g.pressure_angle};
  if (tip <= flank.base) throw ProfileError("the tip lies below the base circle: there is no involute");
  const double top = flank.highest(tip), round = g.rounding * m;
  // The round of the tip touches the flank from inside, and the tip circle.
  const double u_round =
      root_between(0.0, top, [&](double u) { return (flank.at(u) - round * flank.normal(u)).norm() - (tip - round); });
  const Point round_centre = flank.at(u_round) - round * flank.normal(u_round);
  if (angle_of(round_centre) <= 0.0)
    throw ProfileError(
        fmt::format("teeth are pointed below the tip: `addendum` of {:.3g} and `shift` of {:.3g} are too large",
                    g.addendum, g.shift));
  // The round of the root.
  const auto fillet_centre_angle = [&](double radius) {
    const double u = fillet_place(flank, root, radius, top);
    return angle_of(flank.at(u) + radius * flank.normal(u));
  };
  double fillet = m * g.fillet.value_or(kUsualFillet);
  if (!(fillet > 0.0)) throw ProfileError("`fillet` must be positive");
  if (fillet_centre_angle(fillet) > middle) {
    const double most = root_between(0.0, fillet, [&](double f) { return fillet_centre_angle(f) - middle; });
    if (g.fillet)
      throw ProfileError(fmt::format("`fillet` of {:.3g} modules does not fit between two teeth; at most {:.3g} does",
                                     *g.fillet, std::floor(1000.0 * most / m) / 1000.0));
    fillet = most;
  }
  const double u_fillet = fillet_place(flank, root, fillet, top);
  const Point fillet_centre = flank.at(u_fillet) + fillet * flank.normal(u_fillet);
  if (u_fillet >= u_round) throw ProfileError("the rounds of tip and root leave no flank between them");

  const double spacing = 0.12 * m, tip_angle = angle_of(round_centre);
  const Point up = flank.normal(u_round), down = -flank.normal(u_fillet);
  std::vector<Piece> pieces{arc(Point::Zero(), tip, 0.0, tip_angle), arc(round_centre, round, tip_angle, angle_of(up))};
  const double u_line = std::max(u_fillet, 0.0);
  pieces.push_back({u_round - u_line, spacing, [=](double along) { return flank.at(u_round - along); }});
  if (u_fillet < 0.0) pieces.push_back(line(flank.at(0.0), flank.at(u_fillet), spacing));
  double from = angle_of(down), to = angle_of(-fillet_centre);
  while (to > from) to -= 2.0 * kPi;
  pieces.push_back(arc(fillet_centre, fillet, from, to));
  pieces.push_back(arc(Point::Zero(), root, angle_of(fillet_centre), middle));
  return contour_of(pieces, g.teeth, round);
}

}  // namespace alembert::profiles
