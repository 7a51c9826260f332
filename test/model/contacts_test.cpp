// Section `contacts:` and the shapes it is about.
#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <functional>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "elements/contact/restitution.h"
#include "model/convert.h"
#include "model/reader.h"
#include "model/units.h"

namespace alembert {
namespace {

// Lines 1 to 9; what a test adds begins in line 10.
const char* const ball_and_links = R"yaml(alembert: 1
curves: {cam: {points: [[1, 0], [0, 1], [-1, 0], [0, -1]], closed: true}, helix: {points: [[0, 0, 0], [1, 0, 1]]}}
bodies:
  ground: {geometry: [{plane: [0, 0, 2], name: floor}, {box: [1, 1, 1], name: step}, {sphere: 1}]}
  ball: {mass: 1, inertia: [1, 1, 1], geometry: [{sphere: 0.1, name: skin}, {box: [1, 1, 1], name: core}]}
  link1: {mass: 1, inertia: [1, 1, 1], geometry: [{sphere: 0.1, name: pin}]}
  link2: {mass: 1, inertia: [1, 1, 1], geometry: [{sphere: 0.1, name: pin}]}
  link3: {mass: 1, inertia: [1, 1, 1], geometry: [{sphere: 0.1, name: pin}]}
joints: {hinge: {type: spherical, between: [link1, link2]}}
)yaml";

Model read_contact_model(const std::string& contacts) { return read_model_text(ball_and_links + contacts, "m.yaml"); }

Contact read_one(const std::string& keys) {
  return read_contact_model("contacts: {c: {between: [ball.skin, ground.floor], " + keys + "}}").contacts.at(0);
}

std::vector<std::string> pair_names(const Model& model) {
  std::vector<std::string> out;
  for (const auto& pair : model.contacts.at(0).pairs) {
    std::string text;
    for (const ShapeRef& ref : pair) {
      const Body& body = model.body(ref.body);
      text +=
          (text.empty() ? "" : " ") + body.name + "." + body.geometry.at(static_cast<std::size_t>(ref.geometry)).name;
    }
    out.push_back(text);
  }
  return out;
}

std::vector<std::string> pairs_between(const std::string& between, const std::string& more = "") {
  return pair_names(read_contact_model("contacts: {c: {between: " + between + ", stiffness: 1" + more + "}}"));
}

void expect_refusal(const std::string& text, const std::string& message, int line, int column) {
  try {
    read_contact_model(text);
    ADD_FAILURE() << "accepted: " << text;
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << text << "\n-> " << error.what();
    EXPECT_EQ(error.where().line, line) << error.what();
    if (column > 0) {
      EXPECT_EQ(error.where().column, column) << error.what();
    }
  }
}

// A table of what is refused: in each line what is written, `->`, and what is said, behind a column if it matters.
void each_refusal(const std::string& table,
                  const std::function<void(const std::string& text, const std::string& message, int column)>& check) {
  std::istringstream lines(table);
  int count = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t arrow = line.find(" -> ");
    if (arrow == std::string::npos) continue;
    std::string message = line.substr(arrow + 4);
    int column = 0;
    if (std::isdigit(static_cast<unsigned char>(message[0]))) {
      column = std::stoi(message);
      message = message.substr(message.find(' ') + 1);
    }
    check(line.substr(0, arrow), message, column);
    ++count;
  }
  EXPECT_GT(count, 0) << "an empty table";
}

// Of lines that are written between `before` and `after`.
void expect_refusals(const std::string& before, const std::string& table, const std::string& after) {
  each_refusal(table, [&](const std::string& text, const std::string& message, int column) {
    expect_refusal(before + text + after, message, 10, column);
  });
}

void expect_refused_keys(const std::string& table) {
  expect_refusals("contacts: {c: {between: [ball.skin, ground.floor], ", table, "}}");
}

using Names = std::vector<std::string>;

TEST(Contacts, HaveTheUsualValuesWhereNothingIsGiven) {
  const Contact c = read_one("stiffness: 2e7");
  EXPECT_EQ(c.name, "c");
  EXPECT_TRUE(c.active);
  EXPECT_EQ(c.where.line, 10);
  ASSERT_EQ(c.pairs.size(), 1u);
  EXPECT_EQ(c.law.kind, ContactLaw::Kind::hunt_crossley);
  EXPECT_EQ(c.law.stiffness, 2e7);
  EXPECT_EQ(c.law.exponent, 1.5);
  EXPECT_EQ(c.law.dissipation, 0.0);
  EXPECT_FALSE(c.law.materials || c.law.force || c.law.layer);
  EXPECT_EQ(c.friction.kind, ContactFriction::Kind::none);
}

TEST(Contacts, TakeRestitutionOrDissipation) {
  EXPECT_EQ(read_one("stiffness: 1, restitution: 1").law.dissipation, 0.0);
  EXPECT_EQ(read_one("stiffness: 1, restitution: 1, impact_speed: 2").law.dissipation, 0.0);
  EXPECT_EQ(read_one("stiffness: 1, dissipation: 0.3").law.dissipation, 0.3);
  EXPECT_EQ(read_one("stiffness: 1, restitution: 0.5, impact_speed: 2").law.dissipation,
            contact::dissipation_for(0.5) / 2.0);
}

TEST(Contacts, TakeTheLawImpact) {
  const ContactLaw law = read_one("law: impact, stiffness: 3e8, exponent: 1.1, damping: 2e5, depth: 1e-4").law;
  EXPECT_EQ(law.kind, ContactLaw::Kind::impact);
  EXPECT_EQ(law.exponent, 1.1);
  EXPECT_EQ(law.damping, 2e5);
  EXPECT_EQ(law.depth, 1e-4);
}

TEST(Contacts, TakeMaterials) {
  const ContactLaw law = read_one("materials: [{E: 2e11, nu: 0.3}, rigid], layer: 0.01").law;
  ASSERT_TRUE(law.materials);
  EXPECT_EQ(law.stiffness, 0.0);
  EXPECT_EQ(law.materials->at(0).E, 2e11);
  EXPECT_EQ(law.materials->at(0).nu, 0.3);
  EXPECT_FALSE(law.materials->at(0).rigid);
  EXPECT_TRUE(law.materials->at(1).rigid);
  EXPECT_EQ(law.layer, 0.01);
}

TEST(Contacts, TakeAForceOfPenetrationAndItsRate) {
  const ContactLaw law = read_one("force: 10*penetration_rate + 1000*penetration^2").law;
  EXPECT_EQ(law.kind, ContactLaw::Kind::expression);
  ASSERT_TRUE(law.force);
  ASSERT_EQ(law.force->measures().size(), 2u);
  EXPECT_EQ(law.force->measures()[0].name, "penetration_rate");
  EXPECT_EQ(law.force->measures()[1].name, "penetration");
  const double leaves[] = {2.0, 0.1};
  EXPECT_DOUBLE_EQ(law.force->evaluate(0.0, leaves), 30.0);
}

TEST(Contacts, TakeFriction) {
  using Kind = ContactFriction::Kind;
  ContactFriction f = read_one("stiffness: 1, friction: 0.4").friction;
  EXPECT_EQ(f.kind, Kind::bristle);
  EXPECT_EQ(f.statics, 0.4);
  EXPECT_EQ(f.dynamics, 0.4);
  EXPECT_EQ(f.stribeck_speed, 0.01);
  EXPECT_FALSE(f.stiction_length);
  EXPECT_EQ(read_one("stiffness: 1, friction: 0").friction.kind, Kind::none);
  f = read_one("stiffness: 1, friction: {static: 0.5, dynamic: 0.3, stiction_length: 1e-5, stribeck_speed: 0.2}")
          .friction;
  EXPECT_EQ(f.statics, 0.5);
  EXPECT_EQ(f.dynamics, 0.3);
  EXPECT_EQ(f.stiction_length, 1e-5);
  EXPECT_EQ(f.stribeck_speed, 0.2);
  f = read_one(
          "stiffness: 1, friction: {type: velocity, static: 0.5, rolling_resistance: 0.1, spinning_resistance: 0.2}")
          .friction;
  EXPECT_EQ(f.kind, Kind::velocity);
  EXPECT_EQ(f.dynamics, 0.5);
  EXPECT_EQ(f.static_speed, 0.01);
  EXPECT_EQ(f.dynamic_speed, 0.1);
  EXPECT_EQ(f.rolling, 0.1);
  EXPECT_EQ(f.spinning, 0.2);
  EXPECT_EQ(read_one("stiffness: 1, friction: {dynamic: 0.3}").friction.statics, 0.3);
}

TEST(ContactPairs, AreThoseNamed) {
  EXPECT_EQ(pairs_between("[ball.skin, ground.floor]"), (Names{"ball.skin ground.floor"}));
  EXPECT_EQ(
      pairs_between("[[ball.skin, link1.pin], [ground.floor, ground.step]]"),
      (Names{"ball.skin ground.floor", "ball.skin ground.step", "link1.pin ground.floor", "link1.pin ground.step"}));
  EXPECT_EQ(pair_names(read_contact_model(
                "contacts: {c: {pairs: [[ball.skin, ground.floor], [link2.pin, link1.pin]], stiffness: 1}}")),
            (Names{"ball.skin ground.floor", "link2.pin link1.pin"}));
}

TEST(ContactPairs, OfPatternsAreAllThatMatch) {
  EXPECT_EQ(pairs_between("['link*.pin', ground.floor]"),
            (Names{"link1.pin ground.floor", "link2.pin ground.floor", "link3.pin ground.floor"}));
  EXPECT_EQ(pairs_between("['*.*', ball.skin]"),
            (Names{"ground.floor ball.skin", "ground.step ball.skin", "link1.pin ball.skin", "link2.pin ball.skin",
                   "link3.pin ball.skin"}));
  EXPECT_EQ(pairs_between("['b*l.s*n', 'l*k*1.*in*']"), (Names{"ball.skin link1.pin"}));
  EXPECT_EQ(pairs_between("[ball.skin, ['ground.f*', ground.floor]]"), (Names{"ball.skin ground.floor"}));
}

TEST(ContactPairs, LeaveOutNeighboursOneBodyAndWhatIsThereAlready) {
  EXPECT_EQ(pairs_between("['link*.pin', 'link*.pin']"), (Names{"link1.pin link3.pin", "link2.pin link3.pin"}));
  EXPECT_EQ(pairs_between("['link*.pin', 'link*.pin']", ", neighbours: true"),
            (Names{"link1.pin link2.pin", "link1.pin link3.pin", "link2.pin link3.pin"}));
  EXPECT_EQ(pairs_between("[link2.pin, link1.pin]"), (Names{"link2.pin link1.pin"}));
  EXPECT_EQ(pairs_between("[[link1.pin, 'link*.pin'], link2.pin]"),
            (Names{"link1.pin link2.pin", "link3.pin link2.pin"}));
}

TEST(ContactPairs, ThatAreNotThereAreRefused) {
  expect_refusals("contacts: {c: {between: ", R"yaml(
[ball.skni, ground.floor] -> 26 there is no shape `ball.skni`, did you mean `skin`?
[ball.zzzzz, ground.floor] -> 26 there is no shape `ball.zzzzz`: body `ball` has core, skin
[bal.skin, ground.floor] -> 26 unknown body `bal`, did you mean `ball`?
['lnik*.pin', ground.floor] -> 26 no body is called `lnik*`, did you mean `link*`?
['link*.pni', ground.floor] -> 26 there is no shape `link*.pni`, did you mean `pin`?
[ball, ground.floor] -> 26 expected a shape as BODY.SHAPE, found `ball`
[[], ground.floor] -> 26 expected shapes, found an empty list
[ball.skin] -> 25 expected a list of two: shapes, patterns or lists of these, found a list of 1
[ground.floor, ground.step] -> 25 all shapes are of ground, which stands still
[ball.skin, ball.core] -> 25 all shapes are of one body, `ball`
['ball.*', 'ball.*'] -> 25 all shapes are of one body, `ball`
['link1.*', link2.pin] -> 25 joints connect all bodies that could touch; `neighbours: true` pairs these
)yaml",
                  ", stiffness: 1}}");
  expect_refusals("contacts: {c: {pairs: ", R"yaml(
[] -> expected a list of pairs of shapes
[['ball.*', ground.floor]] -> patterns are for `between`
[[ball.skin, ball.core]] -> all shapes are of one body, `ball`
[[ball.skin, ground.floor], [ground.floor, ball.skin]] -> contact `c` names this pair twice
)yaml",
                  ", stiffness: 1}}");
  expect_refusal("contacts: {c: {stiffness: 1}}", "contact `c` needs either `between` or `pairs`", 10, 15);
}

TEST(ContactPairs, AreNotMoreThanCanBeMeant) {
  const std::string text = R"yaml(alembert: 1
repeat: [{index: i, from: 1, to: 3200, bodies: {"b{i}": {mass: 1, inertia: [1, 1, 1], geometry: [{sphere: 1, name: s}]}}}]
contacts: {c: {between: ["b*.s", "b*.s"], stiffness: 1}}
)yaml";
  try {
    read_model_text(text, "m.yaml");
    ADD_FAILURE();
  } catch (const ModelError& error) {
    EXPECT_NE(std::string(error.what()).find("contact `c`: more than 5000000 pairs of shapes"), std::string::npos);
  }
}

TEST(Contacts, AreRepeated) {
  const Model model = read_contact_model(
      "repeat: [{index: i, from: 1, to: 3, contacts: {'c{i}': {between: ['link{i}.pin', ground.floor], "
      "force: 100*i*penetration}}}]");
  ASSERT_EQ(model.contacts.size(), 3u);
  EXPECT_EQ(model.contacts[2].name, "c3");
  const double leaves[] = {0.5};
  EXPECT_EQ(model.contacts[2].law.force->evaluate(0.0, leaves), 150.0);
}

TEST(Contacts, AreRefusedWhereTheirKeysMakeNoSense) {
  expect_refused_keys(R"yaml(
friction: 1 -> contact `c` needs one of `stiffness`, `materials` and `force`
stiffness: 1, force: penetration -> contact `c` needs one of `stiffness`, `materials` and `force`
stiffness: 0 -> `stiffness` of contact `c` must be positive
stiffness: -1 -> `stiffness` of contact `c` must be positive
stiffness: .nan -> expected a finite number
stiffness: time -> expected a constant
stiffness: 1, exponent: 0.9 -> `exponent` of contact `c` must be at least 1
stiffness: 1, law: hertz -> expected `law` to be one of hunt_crossley, impact
stiffness: 1, restitution: 0, impact_speed: 1 -> must be above 0 and not above 1
stiffness: 1, restitution: 1.1, impact_speed: 1 -> must be above 0 and not above 1
stiffness: 1, restitution: 0.5 -> `restitution` needs the `impact_speed` that it is for
stiffness: 1, restitution: 0.5, impact_speed: 0 -> `impact_speed` of contact `c` must be positive
stiffness: 1, impact_speed: 1 -> `impact_speed` needs `restitution`
stiffness: 1, dissipation: -1 -> `dissipation` of contact `c` must not be negative
stiffness: 1, dissipation: 1, restitution: 0.5 -> `restitution` and `dissipation` exclude each other
stiffness: 1, damping: 1 -> `damping` is of the law impact
stiffness: 1, depth: 1 -> `depth` is of the law impact
stiffness: 1, layer: 1 -> `layer` needs `materials`
stiffness: 1, law: impact, damping: 1 -> contact `c` needs the key `depth`
stiffness: 1, law: impact, damping: -1 -> `damping` of contact `c` must not be negative
stiffness: 1, law: impact, depth: 0 -> `depth` of contact `c` must be positive
stiffness: 1, law: impact, restitution: 0.5 -> `restitution` is of the law hunt_crossley
stiffness: 1, colour: red -> unknown key `colour` in contact `c`
)yaml");
}

TEST(Contacts, AreRefusedWithBadMaterials) {
  expect_refused_keys(R"yaml(
materials: [rigid, rigid] -> one of the materials must give way
materials: [rigid] -> expected a list of two materials
materials: [rigid, steel] -> expected {E: .., nu: ..} or `rigid`
materials: [rigid, {E: 1}] -> a material of contact `c` needs the key `nu`
materials: [rigid, {E: 0, nu: 0.3}] -> `E` of a material of contact `c` must be positive
materials: [rigid, {E: 1, nu: 0.6}] -> `nu` must be above -1 and not above 0.5
materials: [rigid, {E: 1, nu: 0.3}], exponent: 2 -> `exponent` follows from the shapes
materials: [rigid, {E: 1, nu: 0.3}], layer: 0 -> `layer` of contact `c` must be positive
)yaml");
}

TEST(Contacts, AreRefusedWithAForceOfAnythingElse) {
  expect_refused_keys(R"yaml(
force: dx(ball)*penetration -> `dx(...)` cannot be used here
force: time*penetration -> `time` cannot be used here
force: penetration(c) -> `penetration(...)` cannot be used here
force: pentration -> unknown name `pentration`, did you mean `penetration`?
force: penetration, law: impact -> `law` does not go with `force`
force: penetration, dissipation: 1 -> `dissipation` does not go with `force`
)yaml");
  expect_refusal(
      "parameters: {penetration: 1}\ncontacts: {c: {between: [ball.skin, ground.floor], force: penetration}}",
      "a parameter is called `penetration`", 11, 0);
  expect_refusal("outputs: {o: penetration}", "`penetration` needs its arguments in brackets", 10, 14);
}

TEST(Contacts, AreRefusedWithBadFriction) {
  expect_refusals("contacts: {c: {between: [ball.skin, ground.floor], stiffness: 1, friction: ", R"yaml(
-0.1 -> `friction` of contact `c` must not be negative
[1] -> expected a number, found a list
{} -> the friction of contact `c` needs `static`, `dynamic` or both
{static: -1} -> `static` of the friction of contact `c` must not be negative
{static: 0.2, dynamic: 0.3} -> `dynamic` must not exceed `static`
{static: 0.2, stribeck_speed: 0} -> `stribeck_speed` of the friction of contact `c` must be positive
{static: 0.2, stiction_length: 0} -> `stiction_length` of the friction of contact `c` must be positive
{static: 0.2, static_speed: 1} -> `static_speed` is of friction of the type velocity
{static: 0.2, type: velocity, stiction_length: 1} -> `stiction_length` is of friction of the type bristle
{static: 0.2, type: velocity, static_speed: 1} -> `static_speed` must be below `dynamic_speed`
{static: 0.2, rolling_resistance: -1} -> must not be negative
{static: 0.2, type: sticky} -> expected `type` to be one of bristle, velocity
)yaml",
                  "}}");
}

TEST(Contacts, HaveNamesOfTheirOwn) {
  const std::string keys = "{between: [ball.skin, ground.floor], stiffness: 1}";
  expect_refusal("contacts: {hinge: " + keys + "}", "`hinge` cannot name a contact: another element has this name", 10,
                 12);
  expect_refusal("forces: {f: {type: force, on: ball, force: [1, 0, 0]}}\ncontacts: {f: " + keys + "}",
                 "`f` cannot name a contact", 11, 12);
  expect_refusal("contacts: {a.b: " + keys + "}", "`a.b` cannot name a contact", 10, 12);
}

TEST(Contacts, AreSwitchedBySensors) {
  const std::string contact = "contacts: {c: {between: [ball.skin, ground.floor], stiffness: 1, active: false}}\n";
  const Model model = read_contact_model(contact + "sensors: {s: {event: time - 1, activate: c}}");
  EXPECT_FALSE(model.contacts[0].active);
  EXPECT_EQ(model.sensors[0].activate, (Names{"c"}));
  expect_refusal(contact + "sensors: {s: {event: time - 1, activate: d}}",
                 "unknown joint, motion, constraint, force, contact or sensor `d`", 11, 0);
}

TEST(Contacts, HaveMeasures) {
  const std::string contact = "contacts: {drop: {between: [ball.skin, 'ground.*'], stiffness: 1}}\n";
  const Model model = read_contact_model(
      "units: {length: mm, time: ms, force: kN}\n" + contact +
      "outputs: {n: normal_force(drop), t: friction_force(drop), d: penetration(drop), g: gap(drop), "
      "s: slip(drop), k: touching(drop), f: 'fx(drop.second, ball)', e: 'gap(drop, ground.step)'}");
  Names units;
  for (const Output& output : model.outputs) units.push_back(unit_name(model.units, output.expression));
  EXPECT_EQ(units, (Names{"kN", "kN", "mm", "mm", "mm/ms", "", "kN", "mm"}));
  expect_refusal(contact + "outputs: {o: gap(drp)}", "unknown contact `drp`, did you mean `drop`?", 11, 14);
  expect_refusal(contact + "outputs: {o: 'gap(drop, ball.skni)'}",
                 "unknown shape of contact `drop`: `ball.skni`, did you mean `ball.skin`?", 11, 15);
  expect_refusal(contact + "outputs: {o: gap()}", "`gap` takes 1 to 2 arguments, not 0", 11, 14);
  expect_refusal(contact + "outputs: {o: fx(drp)}", "unknown joint or force `drp`, did you mean `drop`?", 11, 14);
}

TEST(Contacts, HaveNumbersInTheUnitsOfTheFile) {
  const Model model = read_contact_model(R"yaml(units: {length: mm, time: ms, force: kN}
contacts:
  a: {between: [ball.skin, ground.floor], stiffness: 2, exponent: 2.2, restitution: 0.5, impact_speed: 3,
      friction: {static: 0.5, stribeck_speed: 2, stiction_length: 0.1, rolling_resistance: 0.2, spinning_resistance: 0.3}}
  b: {between: [ball.skin, ground.floor], stiffness: 2, law: impact, damping: 3, depth: 0.1}
  c: {between: [ball.skin, ground.floor], materials: [{E: 200, nu: 0.3}, rigid], dissipation: 4, layer: 5}
)yaml");
  const ContactLaw& a = model.contacts[0].law;
  EXPECT_DOUBLE_EQ(a.stiffness, 2e3 * std::pow(1e3, 2.2));
  EXPECT_DOUBLE_EQ(a.dissipation, contact::dissipation_for(0.5) / 3.0);
  const ContactFriction& f = model.contacts[0].friction;
  EXPECT_DOUBLE_EQ(f.stribeck_speed, 2.0);
  EXPECT_DOUBLE_EQ(*f.stiction_length, 1e-4);
  EXPECT_DOUBLE_EQ(f.rolling, 2e-4);
  EXPECT_DOUBLE_EQ(f.spinning, 3e-4);
  const ContactLaw& b = model.contacts[1].law;
  EXPECT_DOUBLE_EQ(b.stiffness, 2e3 * std::pow(1e3, 1.5));
  EXPECT_DOUBLE_EQ(b.damping, 3e3);
  EXPECT_DOUBLE_EQ(b.depth, 1e-4);
  const ContactLaw& c = model.contacts[2].law;
  EXPECT_DOUBLE_EQ(c.materials->at(0).E, 200e9);
  EXPECT_DOUBLE_EQ(c.dissipation, 4.0);
  EXPECT_DOUBLE_EQ(*c.layer, 5e-3);
}

TEST(Shapes, ThatCanTouchAreRead) {
  const Model model = read_model_text(R"yaml(alembert: 1
units: {length: mm}
curves: {cam: {points: [[1, 0], [0, 1], [-1, 0], [0, -1]], closed: true}}
bodies:
  ground:
    geometry:
      - {plane: [0, 3, 4], at: [1, 2, 3], name: wall}
      - {half_space: [1, 0, 0], orientation: {axis: [0, 0, 1], angle: pi/2}, name: turned}
      - {torus: [30, 10], name: ring}
      - {ellipsoid: [1, 2, 3]}
      - {hull: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], rounding: 2}
      - {hull: rock.stl}
      - {profile: cam, thickness: 4}
      - {cylinder: [1, 2], inside: true}
      - {mesh: rock.stl, spacing: 5}
)yaml",
                                      "m.yaml");
  const std::vector<Geometry>& g = model.bodies[0].geometry;
  ASSERT_EQ(g.size(), 9u);
  EXPECT_EQ(g[0].shape, Geometry::Shape::plane);
  EXPECT_TRUE(g[0].normal.isApprox(Vec3(0.0, 0.6, 0.8), 1e-15));
  EXPECT_TRUE((g[0].orientation * Vec3::UnitZ()).isApprox(g[0].normal, 1e-15));
  EXPECT_TRUE(g[0].at.isApprox(Vec3(1e-3, 2e-3, 3e-3), 1e-15));
  EXPECT_EQ(g[0].where.line, 7);
  EXPECT_EQ(g[1].shape, Geometry::Shape::plane);
  EXPECT_TRUE(g[1].normal.isApprox(Vec3::UnitY(), 1e-15));
  EXPECT_TRUE((g[1].orientation * Vec3::UnitZ()).isApprox(Vec3::UnitY(), 1e-15));
  EXPECT_EQ(g[2].size, (std::vector<double>{0.03, 0.01}));
  EXPECT_EQ(g[3].size.size(), 3u);
  EXPECT_FALSE(g[3].rounding);
  EXPECT_EQ(g[4].points.size(), 4u);
  EXPECT_EQ(g[4].rounding, 2e-3);
  EXPECT_EQ(g[5].file, "rock.stl");
  EXPECT_EQ(g[6].curve, 0);
  EXPECT_EQ(g[6].thickness, 4e-3);
  EXPECT_TRUE(g[7].inside);
  EXPECT_EQ(g[8].spacing, 5e-3);
}

TEST(Shapes, ThatMakeNoSenseAreRefused) {
  const auto refused = [](const std::string& shape, const std::string& message, int) {
    const std::string text = "  more: {mass: 1, inertia: [1, 1, 1], geometry: [{name: a, " + shape + "}]}\n";
    std::string whole = ball_and_links;
    whole.insert(whole.find("joints:"), text);
    try {
      read_model_text(whole, "m.yaml");
      ADD_FAILURE() << "accepted: " << shape;
    } catch (const ModelError& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << shape << "\n-> " << error.what();
      EXPECT_EQ(error.where().line, 9) << error.what();
      EXPECT_GT(error.where().column, 50) << error.what();
    }
  };
  each_refusal(R"yaml(
plane: [0, 0, 0] -> the normal of a plane must not be zero
plane: [0, 0, .nan] -> expected a finite number
plane: 1 -> expected a list of 3 numbers
plane: [0, 0, 1], sphere: 1 -> one shape each: `sphere` and `plane` are two items of the list
plane: [0, 0, 1], half_space: [0, 0, 1] -> one shape each: `plane` and `half_space`
torus: [1, 0] -> the sizes of a shape must be positive
torus: [1, 1] -> the tube of a torus must be thinner than its circle
ellipsoid: [1, -1, 1] -> the sizes of a shape must be positive
hull: [[0, 0, 0], [1, 1, 1]] -> expected the name of a file, or a list of four or more points
profile: cma -> unknown curve `cma`, did you mean `cam`?
profile: helix -> a profile lies in the x-y plane: the points of curve `helix` have a z
cone: [1, 1], rounding: -1 -> `rounding` must not be negative
box: [1, 1, 0.1], rounding: 0.05 -> `rounding` must be less than half of the smallest extent of the shape
cylinder: [1, 1], rounding: 0.6 -> `rounding` must be less than half of the smallest extent of the shape
box: [1, 1, 1], inside: true -> `inside` is of spheres and cylinders
box: [1, 1, 1], spacing: 1 -> `spacing` is of meshes
box: [1, 1, 1], thickness: 1 -> `thickness` is of profiles
mesh: a.stl, spacing: 0 -> `spacing` must be positive
profile: cam, thickness: -1 -> `thickness` must be positive
line: [[0, 0, 0], [1, 1, 1]] -> a line is drawn only: it has no `name`
sphere: 1}, {sphere: 1, name: a -> body `more` has two shapes called `a`
sphere: 1}, {sphere: 1, name: a.b -> `a.b` cannot name a shape: names consist of letters
sphere: 1}, {sphere: 1, name: 'a*' -> `a*` cannot name a shape: names consist of letters
)yaml",
               refused);
}

TEST(ContactAccuracy, IsAPartBelowATenth) {
  EXPECT_EQ(read_contact_model("simulation: {contact_accuracy: 1e-3}").simulation.contact_accuracy, 1e-3);
  EXPECT_FALSE(read_contact_model("").simulation.contact_accuracy);
  expect_refusal("simulation: {contact_accuracy: 0}", "`contact_accuracy` must be positive", 10, 0);
  expect_refusal("simulation: {contact_accuracy: 0.2}", "`contact_accuracy` must not exceed 0.1; it is 0.2", 10, 0);
}

constexpr double kNotGiven = -1.0;

std::vector<double> numbers_of(const ContactLaw& law) {
  std::vector<double> out{
      static_cast<double>(law.kind), law.stiffness, law.exponent, law.dissipation, law.damping, law.depth,
      law.layer.value_or(kNotGiven)};
  if (law.materials)
    for (const ContactLaw::Material& m : *law.materials) out.insert(out.end(), {m.rigid ? 1.0 : 0.0, m.E, m.nu});
  return out;
}

std::vector<double> numbers_of(const ContactFriction& f) {
  const bool any = f.kind != ContactFriction::Kind::none;
  return {static_cast<double>(f.kind),
          f.statics,
          f.dynamics,
          any ? f.stribeck_speed : kNotGiven,
          f.stiction_length.value_or(kNotGiven),
          f.static_speed,
          f.dynamic_speed,
          f.rolling,
          f.spinning};
}

void expect_same_contact(const Contact& a, const Contact& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.active, b.active);
  ASSERT_EQ(a.pairs.size(), b.pairs.size());
  for (std::size_t k = 0; k < a.pairs.size(); ++k)
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(a.pairs[k][i].body, b.pairs[k][i].body);
      EXPECT_EQ(a.pairs[k][i].geometry, b.pairs[k][i].geometry);
    }
  EXPECT_EQ(numbers_of(a.law), numbers_of(b.law));
  EXPECT_EQ(numbers_of(a.friction), numbers_of(b.friction));
}

// Of a shape, what is read back to the last digit.
auto exact_of(const Geometry& g) {
  return std::tuple(g.shape, g.size, g.points, g.file, g.at, Eigen::Vector4d(g.orientation.coeffs()), g.curve,
                    g.thickness, g.inside, g.spacing, g.rounding, g.name, g.color);
}

TEST(Contacts, ThatAreWrittenAreReadBackTheSame) {
  const Model model = read_contact_model(R"yaml(units: {length: mm, time: ms, force: kN}
parameters: {k: 3}
repeat:
  - index: i
    from: 4
    to: 4
    bodies:
      "link{i}":
        mass: 1
        inertia: [1, 1, 1]
        geometry:
          - {plane: [1, 2, 3], name: a, at: [1, 2, 3]}
          - {profile: cam, thickness: 2, name: b, orientation: {axis: [1, 0, 0], angle: 1}}
          - {hull: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], rounding: 0.1, name: c, color: red}
          - {sphere: 3, inside: true, name: "-d"}
          - {mesh: rock.stl, spacing: 1}
          - {torus: [3, 1]}
          - {ellipsoid: [1, 2, 3]}
contacts:
  c1: {between: ["link*.*", "ground.*"], stiffness: 3, exponent: 1.3, restitution: 0.7, impact_speed: 2,
       friction: {static: 0.4, dynamic: 0.2, stiction_length: 0.1, rolling_resistance: 0.1}}
  c2: {between: [ball.skin, link4.-d], law: impact, stiffness: 3, damping: 1, depth: 0.1, active: false,
       friction: {type: velocity, static: 0.4, dynamic: 0.2}}
  c3: {between: [link1.pin, link2.pin], materials: [rigid, {E: 2, nu: 0.3}], layer: 2, friction: 0.2}
  c4: {between: [link1.pin, link2.pin], force: k*penetration^1.5 + 0.1*penetration_rate}
outputs: {n: normal_force(c1), g: "gap(c1, ground.floor)", s: slip(c1)}
simulation: {contact_accuracy: 0.01}
)yaml");
  const std::string written = converted_text(model, "again.yaml");
  const Model again = read_model_text(written, "again.yaml");
  ASSERT_EQ(again.contacts.size(), 4u) << written;
  for (std::size_t k = 0; k < 4; ++k) expect_same_contact(model.contacts[k], again.contacts[k]);
  EXPECT_EQ(again.simulation.contact_accuracy, 0.01);
  EXPECT_EQ(converted_text(again, "again.yaml"), written);
  const std::vector<Geometry>&g = model.bodies.back().geometry, &h = again.bodies.back().geometry;
  ASSERT_EQ(g.size(), h.size());
  for (std::size_t k = 0; k < g.size(); ++k) {
    EXPECT_TRUE(exact_of(g[k]) == exact_of(h[k])) << "shape " << k;
    EXPECT_TRUE(g[k].normal.isApprox(h[k].normal, 1e-15));
  }
}

}  // namespace
}  // namespace alembert
