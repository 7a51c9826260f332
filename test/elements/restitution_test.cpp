// The dissipation for a wanted restitution, against the exact relation and against impacts integrated in time.
#include "elements/contact/restitution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace alembert::contact {
namespace {

// The speed after an impact over that before, of x'' = -x^n max(0, 1 + c x'), x' = 1 at x = 0. Runge-Kutta steps of
// order 4; the moment at which x is 0 again is found by shortening the last step.
double speed_after(double c, double n) {
  struct Motion {
    double x, v;
  };
  const auto rate = [&](const Motion& m) {
    return Motion{m.v, m.x > 0.0 ? -std::pow(m.x, n) * std::max(0.0, 1.0 + c * m.v) : 0.0};
  };
  const auto moved = [](const Motion& m, const Motion& r, double h) { return Motion{m.x + h * r.x, m.v + h * r.v}; };
  const auto step = [&](const Motion& m, double h) {
    const Motion a = rate(m), b = rate(moved(m, a, h / 2)), d = rate(moved(m, b, h / 2)), e = rate(moved(m, d, h));
    return Motion{m.x + h / 6 * (a.x + 2 * b.x + 2 * d.x + e.x), m.v + h / 6 * (a.v + 2 * b.v + 2 * d.v + e.v)};
  };
  Motion m{0.0, 1.0};
  for (;;) {
    const double h = 2e-4 / (1.0 + c);
    const Motion next = step(m, h);
    if (next.x > 0.0) {
      m = next;
      continue;
    }
    double low = 0.0, high = h;
    for (int k = 0; k < 60; ++k) (step(m, 0.5 * (low + high)).x > 0.0 ? low : high) = 0.5 * (low + high);
    return -step(m, low).v;
  }
}

TEST(Restitution, IsThatOfTheTable) {
  EXPECT_NEAR(dissipation_for(0.9), 0.1665, 5e-5);
  EXPECT_NEAR(dissipation_for(0.5), 1.4328, 5e-5);
  EXPECT_NEAR(dissipation_for(0.1), 9.9982, 5e-5);
  EXPECT_EQ(dissipation_for(1.0), 0.0);
}

TEST(Restitution, SolvesTheExactRelation) {
  for (const double e : {0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.95, 0.99}) {
    const double c = dissipation_for(e);
    EXPECT_NEAR((1.0 + e) * c, std::log((1.0 + c) / (1.0 - c * e)), 1e-12 * (1.0 + 1.0 / (1.0 - c * e))) << e;
  }
}

TEST(Restitution, HasItsLimitsAtBothEnds) {
  for (const double e : {1e-3, 1e-6, 1e-12}) EXPECT_NEAR(dissipation_for(e) * e, 1.0, 1e-15);
  // c = 3/2 (1 - e) for e near 1
  for (const double lost : {1e-3, 1e-5, 1e-7, 1e-10})
    EXPECT_NEAR(dissipation_for(1.0 - lost) / (1.5 * lost), 1.0, lost + 1e-6) << lost;
  for (double e = 1e-3, before = 1001.0; e < 1.0; e *= 1.01) {
    const double c = dissipation_for(e);
    EXPECT_LT(c, before) << e;
    before = c;
  }
}

TEST(Restitution, IsWhatAnImpactHasWhateverTheExponent) {
  for (const double exponent : {1.0, 1.5, 2.2})
    for (const double e : {0.99, 0.8, 0.5, 0.2}) EXPECT_NEAR(speed_after(dissipation_for(e), exponent), e, 1e-6);
}

}  // namespace
}  // namespace alembert::contact
