#include <gtest/gtest.h>

#include "model/reader.h"
#include "model/units.h"

namespace alembert {
namespace {

std::vector<std::string> units_of(const std::string& units, const std::string& outputs) {
  const Model model = read_model_text("alembert: 1\n" + units +
                                          "bodies:\n  rod: {mass: 1, inertia: [1, 1, 1]}\n"
                                          "joints:\n  pin: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], "
                                          "axis: [0, 0, 1]}\noutputs:\n" +
                                          outputs,
                                      "m.yaml");
  std::vector<std::string> out;
  for (const Output& output : model.outputs) out.push_back(unit_name(model.units, output.expression));
  return out;
}

using Names = std::vector<std::string>;

TEST(OutputUnits, AreThoseOfTheMeasure) {
  EXPECT_EQ(units_of("", "  a: az(rod, ground)\n  b: dx(rod)\n  c: -vx(rod)\n  d: fm(pin)\n  e: total_energy()\n"),
            (Names{"rad", "m", "m/s", "N", "J"}));
  EXPECT_EQ(units_of("units: {length: mm, angle: deg, time: ms}\n",
                     "  a: wz(rod)\n  b: tz(pin)\n  c: kinetic_energy()\n  d: accx(rod)\n"),
            (Names{"deg/ms", "N*mm", "N*mm", "mm/ms^2"}));
}

TEST(OutputUnits, SurviveSumsOfOneKind) {
  EXPECT_EQ(units_of("", "  a: dx(rod) - 1\n  b: max(vx(rod), vy(rod))\n  c: -abs(az(rod))\n"),
            (Names{"m", "m/s", "rad"}));
}

TEST(OutputUnits, OfOtherExpressionsAreNotKnown) {
  EXPECT_EQ(
      units_of("",
               "  a: 2*dx(rod)\n  b: sin(az(rod, ground))\n  c: time\n  d: dx(rod)*dx(rod)\n  e: dx(rod)+az(rod)\n"),
      Names(5));
}

}  // namespace
}  // namespace alembert
