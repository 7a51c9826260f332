#include "flexible/beam_sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace alembert::flexible {
namespace {

constexpr double pi = std::numbers::pi;

std::vector<SectionPoint> round_points(double radius, double J) {
  std::vector<SectionPoint> out;
  for (int k = 0; k < 8; ++k) {
    const double angle = k * pi / 4.0, y = radius * std::cos(angle), z = radius * std::sin(angle);
    out.push_back({fmt::format("{} deg", 45 * k), y, z, -z / J, y / J});
  }
  return out;
}

std::vector<SectionPoint> box_points(double width, double height) {
  std::vector<SectionPoint> out;
  const double y = width / 2.0, z = height / 2.0;
  for (const auto& [place, sy, sz] : {std::tuple{"right", 1, 0},
                                      {"top right", 1, 1},
                                      {"top", 0, 1},
                                      {"top left", -1, 1},
                                      {"left", -1, 0},
                                      {"bottom left", -1, -1},
                                      {"bottom", 0, -1},
                                      {"bottom right", 1, -1}})
    out.push_back({place, sy * y, sz * z, 0.0, 0.0});
  return out;
}

// Saint-Venant's torsion of a rectangle of sides a >= b (Timoshenko and Goodier, Theory of Elasticity, sec. 109):
//   J = a b^3/3 (1 - 192/pi^5 b/a sum tanh(n pi a/2b)/n^5),                      n = 1, 3, 5, ...
//   tau at the middles of the long and the short sides, per torque:
//   b/J (1 - 8/pi^2 sum 1/(n^2 cosh(n pi a/2b))),   8 b/(pi^2 J) sum (-1)^((n-1)/2) tanh(n pi a/2b)/n^2
struct RectangleTorsion {
  double J, of_long, of_short;
};

RectangleTorsion rectangle_torsion(double a, double b) {
  double inertia = 0.0, along = 0.0, across = 0.0;
  for (int n = 1; n < 2000; n += 2) {
    const double x = n * pi * a / (2.0 * b), sign = n % 4 == 1 ? 1.0 : -1.0;
    inertia += std::tanh(x) / std::pow(n, 5);
    along += x < 700.0 ? 1.0 / (n * n * std::cosh(x)) : 0.0;
    across += sign * std::tanh(x) / (n * n);
  }
  const double J = a * b * b * b / 3.0 * (1.0 - 192.0 / std::pow(pi, 5) * b / a * inertia);
  return {J, b / J * (1.0 - 8.0 / (pi * pi) * along), 8.0 * b / (pi * pi * J) * across};
}

}  // namespace

BeamSection tube_section(double diameter, double wall, double nu) {
  const double ro = diameter / 2.0, ri = ro - wall, m = ri / ro;
  BeamSection s;
  s.A = pi * (ro * ro - ri * ri);
  s.Iy = s.Iz = pi / 4.0 * (std::pow(ro, 4) - std::pow(ri, 4));
  s.J = 2.0 * s.Iy;
  const double sum = std::pow(1.0 + m * m, 2);
  s.Ay = s.Az = s.A * 6.0 * (1.0 + nu) * sum / ((7.0 + 6.0 * nu) * sum + (20.0 + 12.0 * nu) * m * m);
  s.radius = ro;
  s.points = round_points(ro, s.J);
  return s;
}

BeamSection rod_section(double diameter, double nu) { return tube_section(diameter, diameter / 2.0, nu); }

BeamSection rectangle_section(double width, double height, double nu) {
  BeamSection s;
  s.A = width * height;
  s.Iy = width * std::pow(height, 3) / 12.0;
  s.Iz = height * std::pow(width, 3) / 12.0;
  s.Ay = s.Az = s.A * 10.0 * (1.0 + nu) / (12.0 + 11.0 * nu);
  const bool flat = width >= height;
  const RectangleTorsion torsion = rectangle_torsion(std::max(width, height), std::min(width, height));
  s.J = torsion.J;
  s.radius = std::sqrt(s.A / pi);
  s.points = box_points(width, height);
  // A torque about x moves the top (z > 0) towards -y, and the right side (y > 0) towards z.
  const double top = flat ? torsion.of_long : torsion.of_short, side = flat ? torsion.of_short : torsion.of_long;
  for (SectionPoint& p : s.points) {
    if (p.y == 0.0) p.tau_y = p.z > 0.0 ? -top : top;
    if (p.z == 0.0) p.tau_z = p.y > 0.0 ? side : -side;
  }
  return s;
}

BeamSection general_section(double A, double Iy, double Iz, double J, double Ay, double Az, double width,
                            double height) {
  BeamSection s{A, Iy, Iz, J, Ay, Az, std::sqrt(A / pi), {}};
  if (width > 0.0 && height > 0.0) s.points = box_points(width, height);
  return s;
}

}  // namespace alembert::flexible
