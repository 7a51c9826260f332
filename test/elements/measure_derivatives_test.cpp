// Every gradient of every measure of markers against automatic differentiation.
#include <gtest/gtest.h>

#include "elements/marker_measure.h"
#include "support/random_poses.h"

namespace alembert {
namespace {

struct Case {
  MarkerMeasure measure;
  int component;
};

std::vector<Case> all_cases() {
  std::vector<Case> out;
  for (const MarkerMeasure m : {MarkerMeasure::displacement, MarkerMeasure::velocity, MarkerMeasure::rotation_rate})
    for (int component = 0; component < 4; ++component) out.push_back({m, component});
  for (int component = 0; component < 3; ++component) out.push_back({MarkerMeasure::displacement_rate, component});
  for (const MarkerMeasure m :
       {MarkerMeasure::separation_rate, MarkerMeasure::angle_x, MarkerMeasure::angle_y, MarkerMeasure::angle_z,
        MarkerMeasure::euler_psi, MarkerMeasure::euler_theta, MarkerMeasure::euler_phi})
    out.push_back({m, 0});
  return out;
}

TEST(MarkerMeasure, GradientsAreTheDerivativesOfTheValue) {
  using D = Dual<18>;
  for (const auto& state : test::marker_states(3, 20, 11)) {
    const auto plain = test::plain_markers(state);
    for (const Case& c : all_cases()) {
      MarkerGradient g;
      measure_gradient(c.measure, c.component, plain[0], plain[1], plain[2], g);
      for (const bool twists : {false, true}) {
        const auto dual = test::dual_markers<18>(state, twists);
        const D value = measure_value<D>(c.measure, c.component, dual[0], dual[1], dual[2]);
        for (std::size_t m = 0; m < 3; ++m)
          for (int k = 0; k < 6; ++k) {
            const Vec3& part = twists ? (k < 3 ? g.v[m] : g.w[m]) : (k < 3 ? g.p[m] : g.theta[m]);
            const double expected = value.d[6 * m + static_cast<std::size_t>(k)];
            // Frames that coincide have no 3-1-3 angles, and markers that do not move apart no direction.
            if (!std::isfinite(expected)) continue;
            EXPECT_NEAR(part[k % 3], expected, 1e-12 * (1.0 + std::abs(expected)))
                << static_cast<int>(c.measure) << " " << c.component << " marker " << m << " direction " << k;
          }
      }
    }
  }
}

// psi, theta, phi describe every orientation, also where the z axes are parallel.
TEST(EulerAngles, DescribeTheOrientation) {
  const MarkerState<double> base{Vec3::Zero(), Mat3::Identity(), Vec3::Zero(), Vec3::Zero()};
  for (const Vec3& angles : {Vec3(0, 0, 0), Vec3(0.3, 0, 0.7), Vec3(1.0, 0.8, -2.0), Vec3(-2.0, 2.5, 0.4)}) {
    const auto turn = [](double angle, const Vec3& axis) { return so3::matrix(so3::exp<double>(Vec3(angle * axis))); };
    MarkerState<double> m = base;
    m.R = turn(angles[0], Vec3::UnitZ()) * turn(angles[1], Vec3::UnitX()) * turn(angles[2], Vec3::UnitZ());
    const double psi = measure_value(MarkerMeasure::euler_psi, 0, m, base, base);
    const double theta = measure_value(MarkerMeasure::euler_theta, 0, m, base, base);
    const double phi = measure_value(MarkerMeasure::euler_phi, 0, m, base, base);
    const Mat3 again = turn(psi, Vec3::UnitZ()) * turn(theta, Vec3::UnitX()) * turn(phi, Vec3::UnitZ());
    EXPECT_LT((again - m.R).norm(), 1e-7) << angles.transpose();  // acos near 1 has half the digits
  }
}

}  // namespace
}  // namespace alembert
