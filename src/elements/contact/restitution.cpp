#include "elements/contact/restitution.h"

#include <cmath>

namespace alembert::contact {

namespace {

// ((1 + e) c - ln(1 + c) - u)/c^2 with u = -ln(1 - c e): above 0 below the root, below 0 above it.
double excess(double e, double u) {
  const double c = -std::expm1(-u) / e;
  if (c > 0.01) return ((1.0 + e) * c - std::log1p(c) - u) / (c * c);
  // The sum over k >= 2 of c^(k - 2)/k ((-1)^k - e^k), to rounding: what is left out is below 0.01^8.
  double sum = 0.5 * (1.0 - e) * (1.0 + e), power = e * e, factor = 1.0;
  for (int k = 3; k < 10; ++k) {
    power *= e;
    factor *= c;
    sum += factor / k * ((k % 2 == 0 ? 1.0 : -1.0) - power);
  }
  return sum;
}

}  // namespace

double dissipation_for(double e) {
  if (e >= 1.0) return 0.0;
  // c e is too near to 1 to be told from it where e is small; u is not. Halved until neighbours are left.
  double low = 0.0, high = (1.0 + e) / e;
  for (;;) {
    const double middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) return -std::expm1(-middle) / e;
    (excess(e, middle) > 0.0 ? low : high) = middle;
  }
}

}  // namespace alembert::contact
