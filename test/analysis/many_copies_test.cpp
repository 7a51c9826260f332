// The stability of many equal mechanisms side by side is that of one, whatever their number and their dampers: full
// matrices serve up to kLargestFullCoordinates, sparse ones beyond.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/linear/modes.h"
#include "analysis/statics/statics.h"
#include "support/model_run.h"

namespace alembert {
namespace {

constexpr double kWeight = 9.81;

struct Judged {
  Equilibrium start, found;
  bool large = false;
  std::vector<double> outputs;
};

// At the start, which must be an equilibrium, and where the search ends.
Judged judge(const std::string& text) {
  const Model model = test::model_from(text);
  Mechanism mechanism(model);
  Judged out;
  out.large = mechanism.system().sizes().velocities - mechanism.system().sizes().states > kLargestFullCoordinates;
  out.start.state = mechanism.initial_state();
  Vector direction;
  find_stability(mechanism.problem(), out.start, direction);
  const StaticsResult r = run_statics(model, {});
  out.found = r.equilibria[0];
  out.outputs = r.outputs[0];
  return out;
}

const std::vector<int> kCopies{1, 2, 20, 50, 200, 501, 700};
const std::vector<int> kRigidCopies{1, 2, 20, 50, 200, 251, 300};

// A mass at rest on a spring: k/m, for any damper.
std::string masses(int count, double damping) {
  return fmt::format(R"yaml(
alembert: 1
parameters: {{N: {}, k: 200, m: 2, c: {}}}
gravity: [0, 0, -9.81]
repeat:
  - index: i
    from: 1
    to: N
    bodies:
      "m{{i}}": {{type: point, mass: m, position: [i, 0, 1 - m*9.81/k]}}
      ground: {{markers: {{"g{{i}}": {{at: [i, 0, 0]}}}}}}
    joints: {{"guide{{i}}": {{type: inline, between: ["ground.g{{i}}", "m{{i}}"]}}}}
    forces: {{"s{{i}}": {{type: spring_damper, between: ["ground.g{{i}}", "m{{i}}"], stiffness: k, damping: c, length: 1}}}}
outputs: {{first: dz(m1)}}
)yaml",
                     count, damping);
}

// A rod of length 2 l on a pin, hanging down or standing up, with a torsion spring and damper: (kt -+ m g l)/J.
std::string rods(int count, bool standing, double stiffness, double damping) {
  return fmt::format(R"yaml(
alembert: 1
parameters: {{N: {}, m: 2, l: 0.5, up: {}, kt: {}, ct: {}}}
gravity: [0, -9.81, 0]
repeat:
  - index: i
    from: 1
    to: N
    bodies: {{"rod{{i}}": {{mass: m, inertia: [0.2, 0.1, 0.2], position: [2*i, up*l, 0]}}}}
    joints: {{"pin{{i}}": {{type: revolute, bodies: [ground, "rod{{i}}"], at: [2*i, 0, 0], axis: [0, 0, 1]}}}}
    forces: {{"t{{i}}": {{type: torsion_spring_damper, joint: "pin{{i}}", stiffness: kt, damping: ct}}}}
    outputs: {{"a{{i}}": "angle(pin{{i}})"}}
)yaml",
                     count, standing ? 1 : -1, stiffness, damping);
}
constexpr double kInertia = 0.2 + 2.0 * 0.25, kMoment = 2.0 * kWeight * 0.5;

void expect_stable(const Equilibrium& at, double eigenvalue, int count) {
  EXPECT_EQ(at.stability, Equilibrium::Stability::stable) << count;
  ASSERT_TRUE(at.smallest_eigenvalue) << count;
  EXPECT_NEAR(*at.smallest_eigenvalue, eigenvalue, 1e-7 * eigenvalue) << count;
  EXPECT_TRUE(at.warnings.empty()) << at.warnings.front();
}

TEST(ManyCopies, OfAMassOnASpringAreAsStableAsOne) {
  for (const double damping : {0.0, 1.0, 40.0, 4000.0}) {  // critical: 40
    for (const int count : kCopies) {
      const Judged r = judge(masses(count, damping));
      EXPECT_EQ(r.large, count > 500);
      expect_stable(r.found, 100.0, count);
    }
  }
}

TEST(ManyCopies, OfAHangingRodAreAsStableAsOne) {
  for (const double damping : {0.1, 300.0}) {
    for (const int count : kRigidCopies) {
      const Judged r = judge(rods(count, false, 3.0, damping));
      EXPECT_EQ(r.large, count > 250);
      expect_stable(r.found, (3.0 + kMoment) / kInertia, count);
    }
  }
}

// All of them leave the top, and lean where kt a = m g l sin(a).
TEST(ManyCopies, OfAStandingRodFall) {
  const double kt = 0.7 * kMoment;
  double lean = 1.0;
  for (int k = 0; k < 100; ++k) lean -= (kt * lean - kMoment * std::sin(lean)) / (kt - kMoment * std::cos(lean));
  for (const double damping : {0.1, 300.0}) {
    for (const int count : {1, 2, 20, 251}) {
      const Judged r = judge(rods(count, true, kt, damping));
      EXPECT_EQ(r.start.stability, Equilibrium::Stability::unstable) << count;
      ASSERT_TRUE(r.start.smallest_eigenvalue) << count;
      EXPECT_NEAR(*r.start.smallest_eigenvalue, -0.3 * kMoment / kInertia, 1e-6 * kMoment) << count;
      EXPECT_EQ(r.found.left_unstable, 1) << count;
      EXPECT_EQ(r.found.stability, Equilibrium::Stability::stable) << count;
      EXPECT_NEAR(*r.found.smallest_eigenvalue, (kt - kMoment * std::cos(lean)) / kInertia, 1e-5) << count;
      for (const double angle : r.outputs) EXPECT_NEAR(std::abs(angle), lean, 1e-8) << count;
    }
  }
}

// A rod that hangs and has a spring of its own, beside the others.
std::string odd_rod(double up, double stiffness) {
  return fmt::format(
      "bodies: {{odd: {{mass: 2, inertia: [0.2, 0.1, 0.2], position: [-2, {}, 0]}}}}\n"
      "joints: {{odd: {{type: revolute, bodies: [ground, odd], at: [-2, 0, 0], axis: [0, 0, 1]}}}}\n"
      "forces: {{odd: {{type: torsion_spring_damper, joint: odd, stiffness: {}, damping: 20}}}}\n",
      up * 0.5, stiffness);
}

// One that stands among many that hang: its eigenvalue is the lowest, though many are nearer to 0.
TEST(ManyCopies, TheOneThatStandsIsFound) {
  for (const int count : {10, 100, 300}) {
    const Judged r = judge(rods(count, false, 0.01 - kMoment, 5.0) + odd_rod(1.0, 1.0));
    EXPECT_EQ(r.start.stability, Equilibrium::Stability::unstable) << count;
    EXPECT_NEAR(*r.start.smallest_eigenvalue, (1.0 - kMoment) / kInertia, 1e-6 * kMoment) << count;
  }
}

TEST(ManyCopies, EachMayBeFree) {
  for (const int count : {1, 20, 300}) {
    const Judged r = judge(rods(count, false, -kMoment, 5.0) + odd_rod(-1.0, 50.0));
    EXPECT_EQ(r.found.stability, Equilibrium::Stability::neutral) << count;
    EXPECT_EQ(r.found.neutral.size(), static_cast<std::size_t>(count));
    ASSERT_TRUE(r.found.smallest_positive) << count;
    EXPECT_NEAR(*r.found.smallest_positive, (50.0 + kMoment) / kInertia, 1e-5) << count;
  }
}

// A force that turns with nothing it could have a potential of: K = [300, 100; 0, 200], and a state that plays no part.
TEST(ManyCopies, OfAForceWithoutPotential) {
  for (const int count : {1, 20, 600}) {
    const Judged r = judge(fmt::format(R"yaml(
alembert: 1
parameters: {{N: {}}}
states: {{x: {{derivative: "1 - state(x) - dx(m1)"}}}}
repeat:
  - index: i
    from: 1
    to: N
    bodies:
      "m{{i}}": {{type: point, mass: 2}}
    forces: {{"f{{i}}": {{type: force, on: "m{{i}}", force: ["-300*dx(m{{i}}) - 100*dy(m{{i}}) - 50*vx(m{{i}})", "-200*dy(m{{i}}) - 90*vy(m{{i}})", "(state(x) - 1) - 400*dz(m{{i}})"]}}}}
outputs: {{first: dx(m1)}}
)yaml",
                                       count));
    expect_stable(r.found, 100.0, count);
  }
}

// Every one of the 20 lowest modes is that of one rod: s = -d +- i sqrt(w^2 - d^2), with dampers and without.
TEST(ManyCopies, HaveTheModesOfOne) {
  for (const double damping : {0.0, 0.5}) {
    const Model model = test::model_from(rods(300, false, 3.0, damping));
    Mechanism mechanism(model);
    const ModesResult r = find_modes(model, mechanism, {});
    ASSERT_EQ(r.modes.size(), 20u);
    const double w2 = (3.0 + kMoment) / kInertia, d = 0.5 * damping / kInertia;
    for (const Mode& mode : r.modes)
      EXPECT_LT(std::abs(mode.eigenvalue - std::complex<double>(-d, std::sqrt(w2 - d * d))), 1e-8);
  }
}

}  // namespace
}  // namespace alembert
