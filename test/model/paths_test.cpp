// The section `paths:` and its functions in expressions.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "model/reader.h"

namespace alembert {
namespace {

using std::numbers::pi;

const char* const two_wheels =
    "alembert: 1\nparameters: {R: 2, N: 40}\n"
    "paths: {belt: {around: [{at: [0, 0], radius: R}, {at: [10, 0], radius: R}], links: N}}\n";

double value(const std::string& expression, const std::string& head = two_wheels) {
  const Model model = read_model_text(head + "outputs: {o: \"" + expression + "\"}\n", "m.yaml");
  return model.outputs[0].expression.evaluate(0.0, {});
}

TEST(Paths, AreAskedByExpressions) {
  EXPECT_NEAR(value("path_length(belt)"), 20 + 4 * pi, 1e-13);
  EXPECT_EQ(value("path_links(belt)"), 40);
  const double chord = value("path_chord(belt)");
  EXPECT_NEAR(chord, (20 + 4 * pi) / 40, 3e-3);  // a chord is shorter than its arc
  EXPECT_NEAR(value("path_hinge_x(belt, 1)"), 0, 1e-15);
  EXPECT_NEAR(value("path_hinge_y(belt, 1)"), 2, 1e-15);
  EXPECT_NEAR(value("path_x(belt, 1)*2"), value("path_hinge_x(belt, 1) + path_hinge_x(belt, 2)"), 1e-15);
  EXPECT_NEAR(value("hypot(path_hinge_x(belt, 2) - path_hinge_x(belt, 1), path_hinge_y(belt, 2) - path_hinge_y(belt, "
                    "1)) - path_chord(belt)"),
              0, 1e-15);
  EXPECT_NEAR(value("path_angle(belt, 41) - path_angle(belt, 1)"), 2 * pi, 1e-14);
  EXPECT_NEAR(value("path_x(belt, 41) - path_x(belt, 1)"), 0, 1e-15);
  EXPECT_NEAR(value("path_turn(belt, 3)"), 2 * std::asin(chord / 4) / chord, 1e-12);  // on the first wheel
  EXPECT_NEAR(value("path_wrap(belt, 2)"), pi, 1e-15);
  EXPECT_NEAR(value("path_run(belt, 1)"), 0, 1e-15);
  EXPECT_NEAR(value("path_y(belt, round(N/2)) - path_y(belt, 20)"), 0, 0);
}

TEST(Paths, RadiusAndStartMayDependOnTheChord) {
  const std::string head =
      "alembert: 1\n"
      "paths: {chain: {around: [{at: [0, 0], radius: chord/(2*sin(pi/12))}, {at: [8.5, 0], radius: "
      "chord/(2*sin(pi/12))}], links: 46}}\n";
  EXPECT_NEAR(value("path_chord(chain)", head), 0.5, 1e-14);
  const double along = value("path_length(chain)", head);
  EXPECT_NEAR(along, 17 + 2 * pi * 0.25 / std::sin(pi / 12), 1e-13);
  std::string moved = two_wheels;
  moved.replace(moved.find("links: N"), 8, "links: N, start: pi*R + chord/2");
  EXPECT_NEAR(value("path_hinge_x(belt, 1)/path_chord(belt)", moved), 0.5, 1e-14);
}

TEST(Paths, PlaceBodiesOfARepetition) {
  const Model model = read_model_text(std::string(two_wheels) +
                                          "repeat: [{index: i, from: 1, to: N, bodies: {\"s{i}\": {mass: "
                                          "path_chord(belt), inertia: [1, 1, 1], position: [\"path_x(belt, i)\", "
                                          "\"path_y(belt, i)\", 0], orientation: {axis: [0, 0, 1], angle: "
                                          "\"path_angle(belt, i)\"}}}, outputs: {\"x{i}\": \"dx(s{i}) - path_x(belt, "
                                          "i)\"}}]\n",
                                      "m.yaml");
  ASSERT_EQ(model.bodies.size(), 41u);
  const Body &first = model.bodies[1], &second = model.bodies[2];
  const Vec3 end = first.position + first.orientation * Vec3(first.mass / 2, 0, 0);
  const Vec3 begin = second.position - second.orientation * Vec3(second.mass / 2, 0, 0);
  EXPECT_LT((end - begin).norm(), 1e-15);
}

TEST(Paths, GiveAnglesInTheUnitOfTheModel) {
  const std::string degrees = "alembert: 1\nunits: {angle: deg}\n" + std::string(two_wheels).substr(12);
  EXPECT_NEAR(value("path_wrap(belt, 1)", degrees), 180, 1e-12);
  EXPECT_NEAR(value("cos(rad(path_angle(belt, 1)))", degrees), value("cos(path_angle(belt, 1))"), 1e-15);
  EXPECT_THROW(value("cos(path_angle(belt, 1))", degrees), ModelError);
  try {
    read_model_text(degrees + "gravity: [\"cos(path_angle(belt, 1))\", 0, 0]\n", "m.yaml");
    ADD_FAILURE();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("write `cos(rad(path_angle(belt, 1)))`"), std::string::npos)
        << error.what();
  }
}

TEST(Paths, MayUseThoseBeforeThem) {
  const std::string head =
      "alembert: 1\npaths:\n  a: {around: [{at: [0, 0], radius: 1}], links: 6}\n"
      "  b: {around: [{at: [0, 0], radius: path_chord(a)}], links: 6, start: path_length(a)}\n";
  EXPECT_NEAR(value("path_chord(b)", head), 1, 1e-14);
}

TEST(Paths, AreRefusedWithPlaceAndReason) {
  struct Case {
    std::string path, message, at;
  };
  const std::string ring = "around: [{at: [0, 0], radius: 1}]";
  const Case cases[] = {
      {"{" + ring + "}", "path `p` needs the key `links`", "{"},
      {"{links: 9, around: []}", "expected a list of circles", "[]"},
      {"{links: 9, around: [{at: [0, 0]}]}", "needs the key `radius`", "{at"},
      {"{links: 9, around: [{at: [0, 0], radius: -1}]}", "must be positive", "-1"},
      {"{links: 9, around: [{at: [0, 0], radius: 0}, {at: [1, 0], radius: 0.1}]}", "must be positive", "0}, {"},
      {"{links: 9, around: [{at: [0, 0, 0], radius: 1}]}", "a list of 2 numbers", "[0, 0, 0]"},
      {"{links: 9, around: [{at: [0, 0], radius: 1, side: up}]}", "one of left, right", "up"},
      {"{links: 9, around: [{at: [0, 0], radius: 1, sides: up}]}", "did you mean `side`?", "sides"},
      {"{links: 1.5, " + ring + "}", "expected a whole number", "1.5"},
      {"{links: 1, " + ring + "}", "`links` must be 2 to 100000, not 1", "1,"},
      {"{links: 2, " + ring + "}", "too few", "2,"},
      {"{links: 9, around: [{at: [0, 0], radius: 2}, {at: [1, 0], radius: 0.5}]}", "circle 2 lies inside circle 1",
       "{at: [1"},
      {"{links: 9, around: [{at: [0, 0], radius: 1}, {at: [3, 0], radius: 0.5, side: right}]}", "`crossed: true`",
       "{at: [0"},
      {"{links: 9, around: [{at: [0, 0], radius: cord}]}", "did you mean `chord`?", "cord"},
      {"{links: 9, around: [{at: [0, 0], radius: 1/chord}]}", "not a finite number", "1/chord"},
      {"{links: 9, around: [{at: [0, 0], radius: chord}]}", "no 9 equal links", "9,"},
  };
  for (const Case& c : cases) {
    const std::string line = "  p: " + c.path;
    try {
      read_model_text("alembert: 1\npaths:\n" + line + "\n", "m.yaml");
      ADD_FAILURE() << c.path;
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find(c.message), std::string::npos) << c.path << "\n" << error.what();
      EXPECT_EQ(error.where().line, 3) << c.path << "\n" << error.what();
      EXPECT_EQ(error.where().column, static_cast<int>(line.find(c.at)) + 1) << c.path << "\n" << error.what();
    }
  }
}

TEST(Paths, FunctionsAreRefusedWithPlaceAndReason) {
  struct Case {
    std::string text, message, at;
  };
  const Case cases[] = {
      {"path_x(bel, 1)", "unknown path `bel`, did you mean `belt`?", "bel"},
      {"path_x(belt)", "`path_x` takes 2 arguments, not 1", "path_x"},
      {"path_chord(belt, 1)", "`path_chord` takes 1 argument, not 2", "path_chord"},
      {"path_x(belt, 1.5)", "the number of a link is a whole number, not 1.5", "1.5"},
      {"path_x(belt, 2*time)", "the number of a link is a constant", "2*"},
      {"path_x(belt, 1 + dx(ground))", "the number of a link is a constant", "1 +"},
      {"path_wrap(belt, 0.5)", "the number of a circle is a whole number", "0.5"},
      {"path_xx(belt, 1)", "unknown function `path_xx`, did you mean `path_x`?", "path_xx"},
      {"path_x(1, 1)", "unknown path `1`", "1,"},
      {"path_x(, 1)", "expected the name of a path", ","},
      {"path_run(ring, 1)", "goes round one circle", "ring"},
  };
  for (const Case& c : cases) {
    const std::string line = "  o: \"" + c.text + "\"";
    try {
      read_model_text(
          "alembert: 1\npaths: {ring: {around: [{at: [0, 0], radius: 1}], links: 9}, belt: {around: [{at: [0, 0], "
          "radius: 1}, {at: [4, 0], radius: 1}], links: 30}}\noutputs:\n" +
              line + "\n",
          "m.yaml");
      ADD_FAILURE() << c.text;
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find(c.message), std::string::npos) << c.text << "\n" << error.what();
      EXPECT_EQ(error.where().column, static_cast<int>(line.find(c.at)) + 1) << c.text << "\n" << error.what();
    }
  }
}

TEST(Paths, AreNotKnownToParameters) {
  try {
    read_model_text("alembert: 1\nparameters: {l: path_chord(belt)}\n" +
                        std::string(two_wheels).substr(std::string(two_wheels).find("paths")),
                    "m.yaml");
    ADD_FAILURE();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("`parameters:` are read before"), std::string::npos) << error.what();
  }
}

// A parameter may be called as the length of a link is, unless it matters.
TEST(Paths, ParameterOfTheNameChordIsRefusedWhereItMatters) {
  const auto read = [](const std::string& radius) {
    return read_model_text(
        "alembert: 1\nparameters: {chord: 1}\npaths: {p: {around: [{at: [0, 0], radius: " + radius + "}], links: 9}}\n",
        "m.yaml");
  };
  EXPECT_NO_THROW(read("2"));
  EXPECT_THROW(read("2 + chord"), ModelError);
}

}  // namespace
}  // namespace alembert
