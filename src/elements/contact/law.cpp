#include "elements/contact/law.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace alembert::contact {

namespace {

// Gauss-Legendre on [0, 1].
constexpr std::array<double, 5> kAbscissae{0.046910077030668, 0.230765344947158, 0.5, 0.769234655052842,
                                           0.953089922969332};
constexpr std::array<double, 5> kShares{0.118463442528095, 0.239314335249683, 0.284444444444444, 0.239314335249683,
                                        0.118463442528095};

}  // namespace

NormalForce Law::at(double delta, double v) const {
  NormalForce out;
  if (kind == Kind::expression) {
    std::array<double, 2> leaves{}, slope{};
    const auto leaf = [&](int place, double value) {
      if (place >= 0) leaves[static_cast<std::size_t>(place)] = value;
    };
    const std::size_t count = force->measures().size();
    double by_time = 0.0;
    leaf(depth_leaf, delta / length_unit);
    leaf(speed_leaf, 0.0);
    out.elastic = std::max(0.0, force_unit * force->evaluate(0.0, {leaves.data(), count}));
    leaf(speed_leaf, v / speed_unit);
    out.N = force_unit * force->gradient(0.0, {leaves.data(), count}, {slope.data(), count}, by_time);
    if (depth_leaf >= 0) out.by_depth = force_unit / length_unit * slope[static_cast<std::size_t>(depth_leaf)];
    if (speed_leaf >= 0) out.by_speed = force_unit / speed_unit * slope[static_cast<std::size_t>(speed_leaf)];
  } else {
    const double power = std::pow(delta, exponent - 1.0);
    out.elastic = stiffness * power * delta;
    const double slope = exponent * stiffness * power;
    if (kind == Kind::hunt_crossley) {
      const double factor = 1.0 + dissipation * v;
      out.N = out.elastic * factor;
      out.by_depth = slope * factor;
      out.by_speed = out.elastic * dissipation;
    } else {
      const double x = std::min(1.0, delta / depth), c = damping * x * x * (3.0 - 2.0 * x);
      out.N = out.elastic + c * v;
      out.by_depth = slope + damping * 6.0 * x * (1.0 - x) / depth * v;
      out.by_speed = c;
    }
  }
  if (out.N < 0.0) out.N = out.by_depth = out.by_speed = 0.0;
  return out;
}

double Law::energy(double delta) const {
  if (kind != Kind::expression) return stiffness * std::pow(delta, exponent + 1.0) / (exponent + 1.0);
  double sum = 0.0;
  for (std::size_t k = 0; k < kAbscissae.size(); ++k) sum += kShares[k] * at(kAbscissae[k] * delta, 0.0).elastic;
  return delta * sum;
}

}  // namespace alembert::contact
