#include "elements/contact/friction.h"

#include <cmath>

namespace alembert::contact {

void Friction::coefficient(double u, double& mu, double& slope) const {
  mu = mu_d;
  slope = 0.0;
  if (mu_s == mu_d) return;
  const double x = u / stribeck_speed, extra = (mu_s - mu_d) * std::exp(-x * x);
  mu += extra;
  slope = -2.0 * x / stribeck_speed * extra;
}

void Friction::over_speed(double u, double& value, double& slope) const {
  if (u < static_speed) {  // mu_s (3 x - x^3)/2
    const double x = u / static_speed;
    value = mu_s * (1.5 - 0.5 * x * x) / static_speed;
    slope = -mu_s * x / (static_speed * static_speed);
    return;
  }
  double mu = mu_d, rate = 0.0;
  if (u < dynamic_speed) {
    const double width = dynamic_speed - static_speed, x = (u - static_speed) / width;
    mu = mu_s + (mu_d - mu_s) * x * x * (3.0 - 2.0 * x);
    rate = (mu_d - mu_s) * 6.0 * x * (1.0 - x) / width;
  }
  value = mu / u;
  slope = (rate - value) / u;
}

}  // namespace alembert::contact
