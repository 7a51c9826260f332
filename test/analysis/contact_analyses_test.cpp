// Analyses other than dynamics with contacts that are closed, or close on the way.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "analysis/linear/modes.h"
#include "analysis/mechanism.h"
#include "analysis/statics/statics.h"
#include "support/model_run.h"

namespace alembert {
namespace {

// A block of 0.2 x 0.3 x 0.1 m on a floor; k at each of its corners.
std::string block_on_floor(const std::string& position, const std::string& simulation) {
  return R"yaml(alembert: 1
gravity: [0, 0, -9.81]
bodies:
  ground: {geometry: [{name: floor, plane: [0, 0, 1]}]}
  block: {mass: 12, inertia: [0.1, 0.05, 0.13], geometry: [{name: hull, box: [0.2, 0.3, 0.1]}], position: )yaml" +
         position + R"yaml(}
contacts: {rest: {between: [block.hull, ground.floor], stiffness: 1e8, friction: {static: 0.5, dynamic: 0.5, stiction_length: 1e-4}}}
outputs: {z: dz(block), load: normal_force(rest), depth: penetration(rest)}
simulation: )yaml" +
         simulation + "\n";
}

TEST(ContactAnalyses, ABlockSinksAsDeepAsItsWeightPresses) {
  const double depth = std::pow(12 * 9.81 / 4e8, 2.0 / 3.0);
  for (const char* position : {"[0, 0, 0.0499]", "[0, 0, 0.06]"}) {  // in contact, and above it
    const StaticsResult found =
        run_statics(test::model_from(block_on_floor(position, "{analysis: statics}")), AnalysisOptions{});
    ASSERT_EQ(found.outputs.size(), 1u);
    EXPECT_NEAR(found.outputs[0][0], 0.05 - depth, 1e-9) << position;
    EXPECT_NEAR(found.outputs[0][1], 12 * 9.81, 1e-6) << position;
    EXPECT_NEAR(found.outputs[0][2], depth, 1e-9) << position;
  }
}

// Up and down: m w^2 = 4 dN/d(depth) = 3/2 m g/depth. About the vertical: corners' bristles mu N/l at their distance.
TEST(ContactAnalyses, ModesOfABlockOnItsCorners) {
  Model model = test::model_from(block_on_floor("[0, 0, 0.0499]", "{analysis: modes, about: equilibrium}"));
  Mechanism mechanism(model);
  const ModesResult found = find_modes(model, mechanism, {});
  const double depth = std::pow(12 * 9.81 / 4e8, 2.0 / 3.0), up = std::sqrt(1.5 * 9.81 / depth);
  const double bristles = 0.5 * 12 * 9.81 / 1e-4, spin = std::sqrt(bristles * (0.01 + 0.0225) / 0.13);
  const auto has = [&](double w) {
    for (const Mode& mode : found.modes)
      if (std::abs(std::abs(mode.eigenvalue) - w) < 1e-6 * w) return true;
    return false;
  };
  EXPECT_TRUE(has(up)) << up;
  EXPECT_TRUE(has(spin)) << spin;
}

}  // namespace
}  // namespace alembert
