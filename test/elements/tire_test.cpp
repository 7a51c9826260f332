// The tire's forces at given slips, against Fiala's law written out.
#include "elements/forces/tire.h"

#include <gtest/gtest.h>

#include <cmath>

namespace alembert {
namespace {

// A wheel about the y axis at height `h`, rolling along x at 10 m/s, drifting sideways.
TireForce::Contact<double> rolling(const TireForce::Parameters& par, double h, double sideways, double slip) {
  static const MarkerState<double> road{Vec3::Zero(), Mat3::Identity(), Vec3::Zero(), Vec3::Zero()};
  MarkerState<double> wheel{Vec3(1.0, 2.0, h), Mat3::Identity(), Vec3(10.0, sideways, 0.0), Vec3::Zero()};
  wheel.R.col(1) = -Vec3::UnitZ();
  wheel.R.col(2) = Vec3::UnitY();
  wheel.w = Vec3(0.0, (1.0 + slip) * 10.0 / h, 0.0);
  return TireForce::contact<double>({&road, &wheel}, par);
}

const TireForce::Parameters kTire{0.3, 2e5, 0.0, 5000.0, 4000.0, 0.9, 0.12, 0.0, 1e-9};

TEST(Tire, LateralForceIsFialas) {
  const double load = 2e5 * 0.002;
  for (const double sideways : {0.1, 0.5, 1.0, 2.0, 5.0, -1.0}) {
    const auto c = rolling(kTire, 0.298, sideways, 0.0);
    EXPECT_NEAR(c.load, load, 1e-9);
    const double tangent = std::abs(sideways) / 10.0, critical = 3.0 * 0.9 * load / 4000.0;
    const double H = 1.0 - 4000.0 * tangent / (3.0 * 0.9 * load);
    const double expected = tangent < critical ? 0.9 * load * (1.0 - H * H * H) : 0.9 * load;
    EXPECT_NEAR(c.force[1], sideways > 0.0 ? -expected : expected, 1e-6) << sideways;
    EXPECT_NEAR(c.force[0], 0.0, 1e-6);
    // The aligning moment turns the wheel into the direction it drifts in; none when all slides.
    if (tangent < critical) {
      EXPECT_GT(c.torque[2] * sideways, 0.0);
      EXPECT_NEAR(std::abs(c.torque[2]), 0.12 / 6.0 * 4000.0 * tangent * H * H * H, 1e-6);
    } else {
      EXPECT_EQ(c.torque[2], 0.0);
    }
  }
}

TEST(Tire, CombinedSlipStaysInTheFrictionCircle) {
  for (const double slip : {-0.5, -0.05, 0.01, 0.3})
    for (const double sideways : {-3.0, 0.2, 1.0}) {
      const auto c = rolling(kTire, 0.298, sideways, slip);
      EXPECT_LE(std::hypot(c.force[0], c.force[1]), 0.9 * c.load * (1.0 + 1e-12));
      EXPECT_GT(c.force[0] * slip, 0.0);      // driven forward, braked backward
      EXPECT_LT(c.force[1] * sideways, 0.0);  // against the drift
    }
}

TEST(Tire, InTheAirCarriesNothing) {
  const auto c = rolling(kTire, 0.31, 1.0, 0.1);
  EXPECT_EQ(c.force.norm(), 0.0);
  EXPECT_EQ(c.torque.norm(), 0.0);
}

}  // namespace
}  // namespace alembert
