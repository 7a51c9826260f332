// Degrees and radians: what is measured in degrees is never taken for radians silently.
#include <gtest/gtest.h>

#include "base/error.h"
#include "model/reader.h"

namespace alembert {
namespace {

std::string model_with(const std::string& unit, const std::string& rest) {
  return "alembert: 1\nunits: {angle: " + unit +
         "}\nparameters: {d2r: pi/180, ratio: 1.2345}\n"
         "bodies: {rod: {mass: 1, inertia: [1, 1, 1]}}\n"
         "joints: {pin: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}}\n" +
         rest;
}

// What is said against an output of a model; empty: nothing.
std::string said_of(const std::string& unit, const std::string& rest) {
  try {
    read_model_text(model_with(unit, rest), "m.yaml");
    return "";
  } catch (const ModelError& error) {
    return error.what();
  }
}
std::string against(const std::string& unit, const std::string& expression) {
  return said_of(unit, "outputs: {y: \"" + expression + "\"}\n");
}

TEST(AngleUnits, SineOfDegreesIsRefusedAndSaysWhatToWrite) {
  const std::string said = against("deg", "3 + sin(2*angle(pin) + 30)");
  EXPECT_NE(said.find("argument is in degrees"), std::string::npos) << said;
  EXPECT_NE(said.find("`sin(rad(2*angle(pin) + 30))`"), std::string::npos) << said;
  EXPECT_NE(said.find("m.yaml:6:25"), std::string::npos) << said;
  for (const char* text :
       {"sin(angle(pin))", "cos(-az(rod))", "tan(0.5*az(rod) + time)", "sin(wz(rod)*time)", "sin(abs(az(rod)))",
        "sin(max(az(rod), 1))", "sin(mod(az(rod), 360))", "sin(if(time > 1, az(rod), 0))", "sin(sqrt(az(rod)^2))",
        "sin(ratio*az(rod))", "shf(az(rod), 0, 1, 2, 0, 0)", "sin(step(time, 0, 0, 1, az(rod)))", "cos(deg(time))",
        "sin(angle(pin)/2 - theta(rod))", "sin(wdtz(rod))"})
    EXPECT_NE(against("deg", text), "") << text;
}

TEST(AngleUnits, WhatIsConvertedIsTaken) {
  for (const char* text : {"sin(rad(angle(pin)))",
                           "sin(angle(pin)*pi/180)",
                           "sin(pi/180*angle(pin))",
                           "sin((2*angle(pin) + 30)*pi/180)",
                           "sin(d2r*angle(pin))",
                           "sin(angle(pin)/57.3)",
                           "sin(0.0174533*az(rod))",
                           "sin(2*az(rod)*pi/180)",
                           "sin(az(rod)*pi/360)",
                           "sin(ratio*rad(az(rod)))",
                           "sin(wz(rod)*pi/180*time)",
                           "sin(rad(wz(rod)*time))",
                           "sin(angle(pin)/az(rod))",
                           "sin(time)",
                           "sin(30)",
                           "sin(0.5*time)",
                           "sin(dx(rod))",
                           "sin(rad(30*time))",
                           "sin(atan2(dy(rod), dx(rod)))",
                           "shf(az(rod), 0, 1, 2*pi/180, 0, 0)",
                           "tanh(az(rod))",
                           "az(rod)*sin(time)",
                           "sin(angle(pin)*pi/180 + asin(0.5))",
                           "5*atan(az(rod)) + 3*az(rod)",
                           "deg(atan(time)) - az(rod)"})
    EXPECT_EQ(against("deg", text), "") << text;
}

TEST(AngleUnits, RadiansAreFree) {
  for (const char* text : {"sin(angle(pin))", "sin(2*angle(pin) + 30)", "angle(pin) - atan2(dy(rod), dx(rod))",
                           "sin(43*az(rod))", "sin(wz(rod)*time)", "deg(az(rod))", "180/pi*az(rod)"})
    EXPECT_EQ(against("rad", text), "") << text;
  for (const char* text : {"sin(deg(az(rod)))", "rad(az(rod))", "sin(az(rod)*180/pi)", "deg(az(rod)) - az(rod)"})
    EXPECT_NE(against("rad", text), "") << text;
}

TEST(AngleUnits, DegreesAndRadiansAreNotAddedNorCompared) {
  const std::string said = against("deg", "angle(pin) - atan2(dy(rod), dx(rod))");
  EXPECT_NE(said.find("deg(atan2(dy(rod), dx(rod)))"), std::string::npos) << said;
  for (const char* text : {"az(rod) > atan(0.5)", "min(az(rod), asin(1))", "az(rod) + rad(30)"})
    EXPECT_NE(against("deg", text), "") << text;
}

TEST(AngleUnits, VariablesAndStatesCarryThem) {
  EXPECT_NE(said_of("deg", "variables: {b: 2*var(a), a: az(rod)}\noutputs: {y: sin(var(b))}\n"), "");
  EXPECT_EQ(said_of("deg", "variables: {b: 2*var(a), a: rad(az(rod))}\noutputs: {y: sin(var(b))}\n"), "");
  EXPECT_NE(said_of("deg", "states: {x: {derivative: wz(rod)}}\noutputs: {y: sin(state(x))}\n"), "");
  EXPECT_EQ(said_of("deg", "states: {x: {derivative: wz(rod)}}\noutputs: {y: sin(state(x)*pi/180)}\n"), "");
}

TEST(AngleUnits, MotionsAndFieldsTakeAnglesOfTheFile) {
  const auto motion = [](const std::string& unit, const std::string& function) {
    return said_of(unit, "motions: {m: {joint: pin, angle: \"" + function + "\"}}\n");
  };
  EXPECT_NE(motion("deg", "asin(0.5*sin(time))").find("write `deg(asin(0.5*sin(time)))`"), std::string::npos);
  EXPECT_NE(motion("deg", "2*atan(0.5)"), "");
  EXPECT_EQ(motion("deg", "deg(asin(0.5*sin(time)))"), "");
  EXPECT_EQ(motion("deg", "180/pi*asin(0.5*sin(time))"), "");
  EXPECT_EQ(motion("deg", "30*sin(2*pi*time)"), "");
  EXPECT_EQ(motion("rad", "asin(0.5*sin(time))"), "");
  EXPECT_NE(motion("rad", "deg(asin(0.5*sin(time)))"), "");
  const auto turned = [](const std::string& unit, const std::string& angle) {
    return said_of(unit,
                   "forces: {t: {type: torsion_spring_damper, joint: pin, stiffness: 1, angle: \"" + angle + "\"}}\n");
  };
  EXPECT_NE(turned("deg", "atan2(1, 2)"), "");
  EXPECT_EQ(turned("deg", "deg(atan2(1, 2))"), "");
  EXPECT_EQ(turned("rad", "atan2(1, 2)"), "");
}

}  // namespace
}  // namespace alembert
