// Bad model files: each is refused at the right place with the right words.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/reader.h"
#include "model/validate.h"

namespace alembert {
namespace {

struct BadFile {
  std::string text;
  int line;  // 0: not checked
  int column;
  std::string message;
};

void expect_refused(const std::vector<BadFile>& files) {
  for (const BadFile& file : files) {
    const std::string shown = file.text.substr(0, 500);
    try {
      read_model_text(file.text, "m.yaml");
      ADD_FAILURE() << "accepted:\n" << shown;
    } catch (const ModelError& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find(file.message), std::string::npos) << shown << "\n-> " << what;
      EXPECT_EQ(what.rfind("m.yaml", 0), 0u) << what;
      if (file.line > 0) {
        EXPECT_EQ(error.where().line, file.line) << shown << "\n-> " << what;
      }
      if (file.column > 0) {
        EXPECT_EQ(error.where().column, file.column) << shown << "\n-> " << what;
      }
    }
  }
}

// The rows below give what follows this line, which is line 1.
std::vector<BadFile> with_version(std::vector<BadFile> files) {
  for (BadFile& file : files) file.text = "alembert: 1\n" + file.text;
  return files;
}

// Bodies a and b, a point p and a planar body q, in lines 2 to 6; the row's text starts in line 7.
std::vector<BadFile> with_bodies(std::vector<BadFile> files) {
  for (BadFile& file : files) {
    file.text =
        "bodies:\n"
        "  a: {mass: 1, inertia: [1, 1, 1], markers: {tip: {at: [1, 0, 0]}}}\n"
        "  b: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}\n"
        "  p: {type: point, mass: 1}\n"
        "  q: {type: planar, mass: 1, inertia: 1}\n" +
        file.text;
  }
  return with_version(std::move(files));
}

TEST(BadFiles, ThatAreNotAModelAtAll) {
  expect_refused({
      {"", 1, 1, "empty"},
      {"# only a comment\n", 0, 0, "empty"},
      {"---\n", 0, 0, "found nothing"},
      {"hello", 1, 1, "expected the keys of a model"},
      {"[1, 2]", 1, 1, "found a list"},
      {"alembert: [1", 0, 0, "not valid YAML"},
      {"alembert: 1\n\tbodies: {}", 0, 0, "not valid YAML"},
      {"alembert: 1\nbodies: {a: *b}", 2, 0, "not valid YAML"},
      {"alembert: 1\n--- \nalembert: 1", 3, 1, "second YAML document"},
      {"alembert: 1\ntitle: !!str x", 2, 8, "tags"},
      {"alembert: 1\ntitle: a\x04z\n", 2, 9, "control character"},
      {std::string("alembert: 1\n\0", 13), 2, 1, "control character"},
      {"alembert: 1\ntitle: \xff\xfe", 2, 8, "not UTF-8"},
      {"title: x", 1, 1, "needs the key `alembert`"},
      {"alembert: 2", 1, 11, "version 2 is unknown"},
      {"alembert: one", 1, 11, "unknown name `one`"},
      {"alembert: 1\nalembert: 1", 2, 1, "given twice, first in line 1"},
      {"alembert: 1\n[a]: 1", 2, 0, "expected a name as key"},
      {"alembert: 1\nbodies: &x {a: *x}", 2, 0, "alias"},
  });
}

TEST(BadFiles, ThatTryToExhaustTheReader) {
  std::string deep = "alembert: 1\nbodies: ";
  for (int i = 0; i < 100000; ++i) deep += "[";
  std::string deep_maps = "alembert: 1\nbodies:\n";
  for (int i = 1; i < 300; ++i) deep_maps += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  std::string bomb = "alembert: 1\ntitle: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    bomb += "k" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + last;
    for (int j = 0; j < 9; ++j) bomb += ", " + last;
    bomb += "]\n";
  }
  expect_refused({
      {deep, 2, 0, "nested more than"},
      {deep_maps, 0, 0, "nested more than"},
      {bomb, 0, 0, "values"},
      {"alembert: 1\ngravity: [0, 0, " + std::string(100000, '(') + "]", 2, 0, "nested"},
      {"alembert: 1\ntitle: x\n" + std::string(100, '?') + " a", 0, 0, ""},
  });
  std::string huge(70u << 20, ' ');
  EXPECT_THROW(read_model_text(std::move(huge), "m.yaml"), ModelError);
}

TEST(BadFiles, WithWrongKeys) {
  expect_refused(with_version({
      {"bodys: {}", 2, 1, "did you mean `bodies`?"},
      {"qwerty: {}", 2, 1, "the keys of a model are alembert, title"},
      {"<<: {}", 2, 1, "unknown key `<<`"},
      {"bodies: {a: {mass: 1, inertia: [1, 1, 1], mas: 2}}", 2, 43, "did you mean `mass`?"},
      {"bodies: {a: {mass: 1}}", 2, 13, "body `a` needs the key `inertia`"},
      {"bodies: {a: {mass: 1, mass: 1}}", 2, 23, "given twice"},
      {"bodies: {a: 5}", 2, 13, "found `5`"},
      {"bodies: {a: }", 2, 0, "found nothing"},
      {"bodies: [a]", 2, 9, "found a list"},
      {"bodies: {a: {type: rigit, mass: 1}}", 2, 20, "did you mean `rigid`?"},
      {"bodies: {a: {type: flexible}}", 2, 13, "needs the key `data`"},
      {"bodies: {ground: {mass: 1}}", 2, 19, "`ground` has no `mass`"},
      {"units: {length: metre}", 2, 17, "one of m, mm"},
      {"units: {lenght: m}", 2, 9, "did you mean `length`?"},
      {"units: m", 2, 8, "found `m`"},
      {"title: [a]", 2, 8, "expected text"},
      {"simulation: {tol: 1}", 2, 14, "unknown key `tol`"},
      {"outputs: {a: [1]}", 2, 14, "expected a number or an expression"},
  }));
}

TEST(BadFiles, WithWrongNumbers) {
  expect_refused(with_version({
      {"gravity: [0, 0]", 2, 10, "a list of 3 numbers, [0, 0, 1] say, found a list of 2"},
      {"gravity: 9.81", 2, 10, "found `9.81`"},
      {"gravity: [0, .inf, 0]", 2, 14, "finite"},
      {"gravity: [0, .nan, 0]", 2, 14, "finite"},
      {"gravity: [0, nan, 0]", 2, 14, "finite"},
      {"gravity: [0, 1/0, 0]", 2, 14, "not a finite number"},
      {"gravity: [0, 1e999, 0]", 2, 14, "range"},
      {"gravity: [0, '3 + * 2', 0]", 2, 19, "found `*`"},
      {"gravity: [0, {a: 1}, 0]", 2, 14, "found a group of keys"},
      {"gravity: [0, , 0]", 2, 0, ""},
      {"gravity: [0, g, 0]", 2, 14, "unknown name `g`"},
      {"gravity: [0, time, 0]", 2, 14, "expected a constant"},
      {"gravity: [0, dx(ground), 0]", 2, 14, "expected a constant"},
      {"parameters: {a: b, b: 2*c, c: 1 + a}", 2, 0, "in a circle: a -> b -> c -> a"},
      {"parameters: {a: a}", 2, 17, "a -> a"},
      {"parameters: {a: 1 + bb, b: 1}", 2, 21, "did you mean `b`?"},
      {"parameters: {a: time}", 2, 17, "constant"},
      {"parameters: {pi: 3}", 2, 14, "meaning of its own"},
      {"parameters: {a.b: 3}", 2, 14, "letters, digits and _"},
      {"parameters: {a: [1]}", 2, 17, "expected a number"},
      {"parameters: {a: }", 2, 0, "found nothing"},
      {"parameters: [1]", 2, 13, "found a list"},
  }));
}

TEST(BadFiles, WithImpossibleBodies) {
  expect_refused(with_version({
      {"bodies:\n  a: {mass: -1, inertia: [1, 1, 1]}", 3, 13, "must not be negative: -1 kg"},
      {"bodies:\n  a: {mass: 0, inertia: [0, 0, 0], internal_masses: {m: {mass: 1, at: [0, 0, 0], axis: [1, 0, 0], "
       "stiffness: 1}}}",
       3, 13, "needs a mass of its own"},
      {"bodies:\n  a: {mass: 1, inertia: [-1, 1, 1]}", 3, 25, "negative"},
      {"bodies:\n  a: {mass: 1, inertia: [1, 1, 2.1]}", 3, 25, "1, 1, 2.1 kg m^2"},
      {"bodies:\n  a: {mass: 1, inertia: [[1, 1, 0], [0, 1, 0], [0, 0, 1]]}", 3, 25, "not symmetric"},
      {"bodies:\n  a: {mass: 1, inertia: [[1, 2, 0], [2, 1, 0], [0, 0, 1]]}", 3, 25, "negative"},
      {"bodies:\n  a: {mass: 1, inertia: [[1, 0], [0, 1]]}", 3, 25, "found a list of 2"},
      {"bodies:\n  a: {mass: 1, inertia: 1}", 3, 25, "three moments"},
      {"bodies:\n  a: {type: point, mass: 1, inertia: [1, 1, 1]}", 3, 29, "a point body has no `inertia`"},
      {"bodies:\n  a: {type: point, mass: 1, orientation: {}}", 3, 29, "has no `orientation`"},
      {"bodies:\n  a: {type: point, mass: 1, markers: {m: {orientation: {axis: [1, 0, 0], angle: 1}}}}", 3, 56,
       "no orientation"},
      {"bodies:\n  a: {type: point, mass: 1, markers: {m: {at: [1, 0, 0]}}}", 3, 47, "at the point itself"},
      {"bodies:\n  a: {type: planar, mass: 1, inertia: -1}", 3, 39, "negative"},
      {"bodies:\n  a: {type: planar, mass: 1, inertia: 1, orientation: {axis: [1, 0, 0], angle: 1}}", 3, 55,
       "rotation about z"},
      {"bodies:\n  a: {type: planar, mass: 1, inertia: 1, velocity: [0, 0, 1]}", 3, 52, "xy plane"},
      {"bodies:\n  a: {type: planar, mass: 1, inertia: 1, angular_velocity: [1, 0, 0]}", 3, 60, "about z"},
      {"bodies:\n  a.b: {mass: 1, inertia: [1, 1, 1]}", 3, 3, "letters, digits"},
      {"bodies:\n  \"a{i}\": {mass: 1, inertia: [1, 1, 1]}", 3, 3, "only below `repeat:`"},
      {"bodies:\n  \"\": {mass: 1, inertia: [1, 1, 1]}", 3, 3, "empty"},
      {"bodies:\n  ground: {markers: {com: {at: [0, 0, 0]}}}", 3, 22, "always there"},
  }));
}

TEST(BadFiles, WithImpossibleOrientations) {
  std::vector<BadFile> files{
      {"{quaternion: [0, 0, 0, 0]}", 3, 53, "quaternion of zeros"},
      {"{quaternion: [0, 0, 1]}", 3, 53, "a list of 4 numbers"},
      {"{axis: [0, 0, 0], angle: 1}", 3, 47, "zero"},
      {"{axis: [0, 0, 1]}", 3, 40, "needs the key `angle`"},
      {"{angle: 1}", 3, 40, "needs the key `axis`"},
      {"{euler: xxy, angles: [1, 2, 3]}", 3, 48, "one of xyx, xyz"},
      {"{euler: xyz, angles: [1, 2]}", 3, 61, "a list of 3 numbers"},
      {"{x: [1, 0, 0], z: [-2, 0, 0]}", 3, 40, "parallel"},
      {"{x: [1, 0, 0]}", 3, 40, "needs the key `z`"},
      {"{x: [1, 0, 0], z: [0, 0, 0]}", 3, 58, "zero"},
      {"{quaternion: [1, 0, 0, 0], x: [1, 0, 0]}", 3, 40, "one form only"},
      {"{}", 3, 40, "an orientation is one of"},
      {"{quat: [1, 0, 0, 0]}", 3, 41, "unknown key `quat`"},
      {"5", 3, 40, "found `5`"},
      {"[[1, 0, 0], [0, 1, 0], [0, 0, 1.1]]", 3, 40, "not a rotation"},
      {"[[1, 0, 0], [0, 1, 0], [0, 0, 1.001]]", 3, 40, "not a rotation"},
      {"[[1, 0, 0], [0, 1, 0], [0, 0, -1]]", 3, 40, "reflection"},
      {"[[1, 0, 0], [0, 1, 0]]", 3, 40, "3x3 matrix"},
  };
  for (BadFile& file : files) {
    file.text = "bodies:\n  a: {mass: 1, inertia: [1, 1, 1], xx: " + file.text + "}";
    const std::size_t key = file.text.find("xx:");
    file.text.replace(key, 3, "orientation:");
    file.column += 9;
  }
  expect_refused(with_version(std::move(files)));
}

TEST(BadFiles, WithImpossibleShapes) {
  std::vector<BadFile> files{
      {"5", 0, 0, "expected a list of shapes"},
      {"[{color: red}]", 0, 0, "needs one of box"},
      {"[{box: [1, 1, 1], sphere: 1}]", 0, 0, "one shape each"},
      {"[{sphere: -1}]", 0, 0, "must be positive"},
      {"[{sphere: 1, color: '#12'}]", 0, 0, "not a colour"},
      {"[{cylinder: [1]}]", 0, 0, "a list of 2 numbers"},
      {"[{line: [[0, 0, 0]]}]", 0, 0, "two or more points"},
      {"[{bix: [1, 1, 1]}]", 0, 0, "did you mean `box`?"},
  };
  for (BadFile& file : files) file.text = "bodies: {ground: {geometry: " + file.text + "}}";
  expect_refused(with_version(std::move(files)));
}

TEST(BadFiles, WithImpossibleJoints) {
  expect_refused(with_bodies({
      {"joints:\n  j: {type: revolut, between: [a, b]}", 8, 13, "did you mean `revolute`?"},
      {"joints:\n  j: {type: screw, between: [a, b]}", 8, 6, "needs the key `pitch`"},
      {"joints:\n  j: {type: screw, between: [a, b], pitch: 0}", 8, 44, "must not be 0"},
      {"joints:\n  j: {type: screw, between: [a, q], pitch: 1}", 8, 29, "moves in the plane"},
      {"joints:\n  j: {type: rolling_disc, between: [a, b], radius: -1}", 8, 52, "must be positive"},
      {"joints:\n  j: {type: gear, joints: [x, y], teeth: [1, 2]}", 8, 28, "unknown joint `x`"},
      {"joints:\n  j: {type: gear, joints: [j, j], teeth: [1, 2]}", 8, 28, "part of itself"},
      {"joints:\n  j: {type: gear, joints: j, teeth: [1, 2]}", 8, 27, "a list of 2 names"},
      {"joints:\n  j: {type: coupler, joints: [j], factors: [1]}", 8, 30, "a list of 2 or 3 names"},
      {"joints:\n  j: {type: rack_and_pinion, radius: 1}", 8, 6, "between"},
      {"joints:\n  j: {type: point_on_curve, between: [a, b], curve: c}", 8, 53, "unknown curve `c`"},
      {"joints:\n  j: {type: point_on_curve, between: [p, b], curve: c}", 8, 53, "unknown curve `c`"},
      {"joints:\n  j: {type: constant_velocity, bodies: [a, b], at: [0, 0, 0], axes: [[0, 0, 1], [0, 0, -1]]}", 8, 69,
       "opposite directions"},
      {"joints:\n  j: {between: [a, b]}", 8, 6, "needs the key `type`"},
      {"joints:\n  j: {type: revolute}", 8, 6, "needs `between"},
      {"joints:\n  j: {type: revolute, between: [a.tipp, b]}", 8, 33, "did you mean `a.tip`?"},
      {"joints:\n  j: {type: revolute, between: [a]}", 8, 32, "a list of two markers"},
      {"joints:\n  j: {type: revolute, between: [a, a.tip]}", 8, 32, "`a` with itself"},
      {"joints:\n  j: {type: revolute, bodies: [a, a], at: [0, 0, 0], axis: [0, 0, 1]}", 8, 31, "with itself"},
      {"joints:\n  j: {type: revolute, bodies: [a, c], at: [0, 0, 0], axis: [0, 0, 1]}", 8, 35, "unknown body `c`"},
      {"joints:\n  j: {type: revolute, bodies: [a, b], at: [0, 0, 0]}", 8, 6, "needs the key `axis`"},
      {"joints:\n  j: {type: revolute, bodies: [a, b], axis: [0, 0, 1]}", 8, 6, "needs the key `at`"},
      {"joints:\n  j: {type: revolute, bodies: [a, b], at: [0, 0, 0], axis: [0, 0, 0]}", 8, 60, "zero"},
      {"joints:\n  j: {type: revolute, between: [a, b], at: [0, 0, 0]}", 8, 44, "`at` cannot stand beside"},
      {"joints:\n  j: {type: revolute, between: [a, b], length: 1}", 8, 40, "a revolute joint has no `length`"},
      {"joints:\n  j: {type: universal, bodies: [a, b], at: [0, 0, 0], axis: [1, 0, 0]}", 8, 55, "has no `axis`"},
      {"joints:\n  j: {type: universal, bodies: [a, b], at: [0, 0, 0], axes: [[1, 0, 0], [2, 0, 0]]}", 8, 61,
       "parallel"},
      {"joints:\n  j: {type: revolute, between: [a, p]}", 8, 32, "the point body `p` as its second"},
      {"joints:\n  j: {type: inline, between: [p, a]}", 8, 30, "the point body `p` as its first"},
      {"joints:\n  j: {type: spherical, bodies: [p, a], at: [1, 0, 0]}", 8, 44, "not where the point body `p` is"},
      {"joints:\n  j: {type: distance, between: [a, ground]}", 8, 6, "`length` of joint `j` must be positive"},
      {"joints:\n  j: {type: distance, between: [a, b], length: -1}", 8, 48, "positive"},
      {"joints:\n  j: {type: distance, bodies: [a, b], at: [0, 0, 0]}", 8, 23, "has no `bodies`"},
  }));
}

TEST(BadFiles, WithImpossibleForces) {
  expect_refused(with_bodies({
      {"forces:\n  f: {type: spring, between: [a, b]}", 8, 13, "did you mean `spring_damper`?"},
      {"forces:\n  f: {type: bushing, between: [a, b]}", 8, 6, "needs the key `stiffness`"},
      {"forces:\n  f: {type: bushing, between: [a, b], stiffness: [1, 2, 3]}", 8, 50, "six numbers or six rows"},
      {"forces:\n  f: {type: bushing, between: [a, p], stiffness: [1, 2, 3, 4, 5, 6]}", 8, 31, "has no orientation"},
      {"forces:\n  f: {type: bushing, between: [a, b], stiffness: [1, 2, 3, 4, 5, 6], damping: [-1, 0, 0, 0, 0, 0]}", 8,
       79, "negative direction"},
      {"forces:\n  f: {type: spring_damper, between: [a, b], tension: t}", 8, 54, "unknown spline `t`"},
      {"forces:\n  f: {type: spring_damper, between: [a, b], min_length: 1}", 8, 6, "needs the key `stop_stiffness`"},
      {"forces:\n  f: {type: spring_damper, between: [a, b], stop_stiffness: 1}", 8, 61, "needs `min_length` or"},
      {"forces:\n  f: {type: spring_damper, between: [a, b], acts: sideways}", 8, 51, "both"},
      {"forces:\n  f: {type: joint_friction, joint: x, dynamic: 0.1}", 8, 36, "unknown joint `x`"},
      {"forces:\n  f: {type: tire, wheel: a, radius: 1, stiffness: 1, slip_stiffness: 1, cornering_stiffness: 1, "
       "friction: 0}",
       8, 107, "must be positive"},
      {"forces:\n  f: {type: tire, wheel: a, radius: 1, slip_stiffness: 1, cornering_stiffness: 1, friction: 1}", 8, 6,
       "either `stiffness` or `load`"},
      {"forces:\n  f: {type: tire, wheel: a, radius: 1, stiffness: 1, slip_stiffness: 1, cornering_stiffness: 1, "
       "friction: 1, relaxation_length: 0}",
       8, 129, "must be positive"},
      {"forces:\n  f: {type: tire, wheel: a, radius: 1, stiffness: 1, slip_stiffness: 1, cornering_stiffness: 1, "
       "friction: 1, patch_damping_time: -1}",
       8, 130, "must not be negative"},
      {"splines: {s: {x: [0, 1], y: [1, 2]}}\nforces:\n  f: {type: tire, wheel: a, radius: 1, load: s, "
       "slip_stiffness: 1, cornering_stiffness: 1, friction: 1}",
       9, 46, "must be 0 at a deflection of 0"},
      {"splines: {s: {x: [0, 1, 2], y: [0, 2, 1]}}\nforces:\n  f: {type: tire, wheel: a, radius: 1, load: s, "
       "slip_stiffness: 1, cornering_stiffness: 1, friction: 1}",
       9, 46, "must not fall"},
      {"states: {f_along: {derivative: 1}}\nforces:\n  f: {type: tire, wheel: a, radius: 1, stiffness: 1, "
       "slip_stiffness: 1, cornering_stiffness: 1, friction: 1}",
       7, 10, "exists already"},
      {"forces:\n  f: {type: tire, wheel: p, radius: 1, stiffness: 1, slip_stiffness: 1, cornering_stiffness: 1, "
       "friction: 1}",
       8, 26, "no wheel"},
      {"forces:\n  f: {type: beam, between: [a, b], area: 1, moments: [1, 0], torsion_constant: 1, youngs_modulus: 1, "
       "shear_modulus: 1}",
       8, 54, "must be positive"},
      {"forces:\n  f: {type: spring_damper, between: [a, b], stifness: 1}", 8, 45, "did you mean `stiffness`?"},
      {"forces:\n  f: {type: spring_damper, between: [a, b], damping: -1}", 8, 54, "must not be negative"},
      {"forces:\n  f: {type: spring_damper, between: [a, b], length: -1}", 8, 53, "must not be negative"},
      {"forces:\n  f: {type: spring_damper, between: [a, a.tip]}", 8, 37, "`a` with itself"},
      {"forces:\n  f: {type: spring_damper, between: [a, b], stiffness: 1 + time}", 8, 56, "expected a constant"},
      {"forces:\n  f: {type: torsion_spring_damper, stiffness: 1}", 8, 6, "either `joint` or `between`"},
      {"forces:\n  f: {type: torsion_spring_damper, joint: k}", 8, 43, "unknown joint `k`"},
      {"forces:\n  f: {type: torsion_spring_damper, joint: k}\njoints: {k: {type: spherical, between: [a, b]}}", 8, 43,
       "no angle about z"},
      {"forces:\n  f: {type: torsion_spring_damper, between: [a, p]}", 8, 45, "point body"},
      {"forces:\n  f: {type: force, on: a}", 8, 6, "needs the key `force`"},
      {"forces:\n  f: {type: force, on: a, force: [0, sin(tmie), 0]}", 8, 42, "did you mean `time`"},
      {"forces:\n  f: {type: force, on: a, force: [0, dx(c), 0]}", 8, 38, "unknown marker `c`"},
      {"forces:\n  f: {type: force, on: a, torque: [0, 0, 1]}", 8, 27, "a force has no `torque`"},
      {"forces:\n  f: {type: general_force, on: a}", 8, 6, "`force`, `torque` or both"},
      {"forces:\n  f: {type: torque, on: p, torque: [0, 0, 1]}", 8, 25, "takes no torque"},
      {"forces:\n  f: {type: force, on: a, force: [0, 0, 1], reaction: a.tip}", 8, 55, "same body `a`"},
      {"forces:\n  f: {type: force, on: a, force: [0, 0, 1], reaction: p}", 8, 55, "moment of a reaction"},
      {"forces:\n  f: {type: force, on: a, force: [0, 0, 1], frame: c}", 8, 52, "unknown marker `c`"},
  }));
}

TEST(BadFiles, WithImpossibleTransferFunctions) {
  std::vector<BadFile> files{
      {"{input: 1, numerator: [1, 2], denominator: [3]}", 3, 28, "improper: its numerator has degree 1, its denom"},
      {"{input: 1, numerator: [1], denominator: [0, 1]}", 3, 47, "that of s^1, must not be 0"},
      {"{input: 1, numerator: [1], denominator: [0, 0]}", 3, 46, "must not be 0"},
      {"{input: 1, numerator: [], denominator: [1]}", 3, 28, "coefficients by falling powers of s"},
      {"{input: 1, numerator: 1, denominator: [1]}", 3, 28, "found `1`"},
      {"{input: 1, numerator: [time], denominator: [1]}", 3, 29, "constant"},
      {"{input: 1, numerator: [1], denominator: [1e-300, 1e300]}", 3, 3, "not a finite number"},
      {"{input: 1, numerator: [1e300], denominator: [1e-300, 1e-300]}", 3, 3, "not a finite number"},
      {"{input: 1, numerator: [1e-300], denominator: [1, 1e300], initial: 1}", 3, 3, "a state that is not finite"},
      {"{input: 1, numerator: [1], denominator: [2], initial: 1}", 3, 60, "mere gain"},
      {"{input: 1, numerator: [1, 0], denominator: [1, 1], initial: 1}", 3, 66, "at rest is always 0"},
      {"{input: 1 + dx(grund), numerator: [1], denominator: [1]}", 3, 18, "did you mean `ground`?"},
      {"{input: var(h), numerator: [1], denominator: [1]}", 3, 14, "unknown variable `h`"},
      {"{numerator: [1], denominator: [1]}", 3, 6, "needs the key `input`"},
      {"{input: 1, numarator: [1], denominator: [1]}", 3, 17, "did you mean `numerator`?"},
      {"{input: 1, numerator: [1], denominator: [1]}\nvariables: {g: 1}", 3, 3, "the variable `g`, which exists"},
      {"{input: 1, numerator: [1], denominator: [1]}\nvariables: {g_u: 1}", 3, 3, "the variable `g_u`, which exi"},
      {"{input: 1, numerator: [1], denominator: [1, 1]}\nstates: {g_x1: {derivative: 1}}", 3, 3,
       "transfer function `g` makes the state `g_x1`, which exists already"},
      {"{input: 1, numerator: [1], denominator: [1]}\ncontrollers: {g: {type: pid, p: 1, input: 1}}", 4, 15,
       "controller `g` makes the variable `g_u`, which exists"},
  };
  for (BadFile& file : files) file.text = "transfer_functions:\n  g: " + file.text;
  files.push_back({"transfer_functions: {" + std::string(199, 'g') + ": {input: 1, numerator: [1], denominator: [1]}}",
                   2, 22, "longer than 200"});
  files.push_back({"transfer_functions: {g.h: {}}", 2, 22, "`g.h` cannot name a transfer function"});
  expect_refused(with_version(std::move(files)));
}

TEST(BadFiles, WithImpossibleStateSpaces) {
  std::vector<BadFile> files{
      {"{A: [[1, 2]], B: [[1]], C: [[1]], inputs: [1]}", 3, 10, "A must be square, not 1x2"},
      {"{A: [[1, 2], [3]], B: [[1]], C: [[1]], inputs: [1]}", 3, 19, "row 2 of A has 1 numbers, the first has 2"},
      {"{A: [[1]], B: [[1], [2]], C: [[1]], inputs: [1]}", 3, 20, "B must be 1x1 (A is 1x1), not 2x1"},
      {"{A: [[1]], B: [[1]], C: [[1, 2]], inputs: [1]}", 3, 30, "C must be 1x1 (A is 1x1), not 1x2"},
      {"{A: [[1]], B: [[1]], C: [[1]], D: [[1, 2]], inputs: [1]}", 3, 40, "D must be 1x1 (B is 1x1, C 1x1), not"},
      {"{A: [[1]], B: [[1]], C: [[1]], inputs: [1, 2]}", 3, 45, "a list of 1, one for each column of B"},
      {"{A: [[1]], B: [[1]], C: [[1]], inputs: [1], outputs: [a, b]}", 3, 59, "one for each row of C"},
      {"{A: [[1]], B: [[1]], C: [[1], [2]], inputs: [1], outputs: [a, a]}", 3, 68, "`a`, which exists already"},
      {"{A: [[1]], B: [[1]], C: [[1]], inputs: [1], outputs: [a.b]}", 3, 60, "`a.b` cannot name a variable"},
      {"{A: [[1]], B: [[1]], C: [[1]], inputs: [1], initial: [1, 2]}", 3, 59, "one for each state"},
      {"{A: 1, B: [[1]], C: [[1]], inputs: [1]}", 3, 10, "rows, [[a, b, ...], ...], or"},
      {"{A: [], B: [[1]], C: [[1]], inputs: [1]}", 3, 10, "rows"},
      {"{A: [1], B: [[1]], C: [[1]], inputs: [1]}", 3, 11, "numbers, [a, b, ...], found `1`"},
      {"{A: [[]], B: [[1]], C: [[1]], inputs: [1]}", 3, 11, "numbers"},
      {"{A: [[time]], B: [[1]], C: [[1]], inputs: [1]}", 3, 12, "constant"},
      {"{A: no_such.csv, B: [[1]], C: [[1]], inputs: [1]}", 3, 10, "no_such.csv: there is no such file"},
      {"{A: [[1]], B: [[1]], C: [[1]], inputs: [dx(grund)]}", 3, 46, "did you mean `ground`?"},
      {"{A: [[1]], B: [[1]], inputs: [1]}", 3, 6, "needs the key `C`"},
      {"{A: [[1]], B: [[1]], C: [[1]], input: [1]}", 3, 37, "did you mean `inputs`?"},
      {"{A: [[1]], B: [[1]], C: [[1]], inputs: [1]}\nstates: {s_x1: {derivative: 1}}", 3, 3, "the state `s_x1`"},
      {"{A: [[1]], B: [[1]], C: [[1]], inputs: [1]}\nvariables: {s: 1}", 3, 3, "the variable `s`, which exists"},
  };
  for (BadFile& file : files) file.text = "state_spaces:\n  s: " + file.text;
  expect_refused(with_version(std::move(files)));
}

TEST(BadFiles, WithImpossibleControllers) {
  std::vector<BadFile> files{
      {"{type: pid}", 3, 6, "needs the key `input`"},
      {"{type: pit, input: 1}", 3, 13, "did you mean `pid`?"},
      {"{input: 1}", 3, 6, "needs the key `type`: one of pid, filter"},
      {"{type: pid, input: 1}", 3, 6, "one or more of `p`, `i` and `d`"},
      {"{type: pid, input: 1, d: 1}", 3, 31, "`d` needs `filter`"},
      {"{type: pid, input: 1, d: 1, filter: 0}", 3, 42, "`filter` must be positive, not 0"},
      {"{type: pid, input: 1, d: 1, filter: 1e-320}", 3, 3, "not a finite number"},
      {"{type: pid, input: 1, d: 1, filter: 1, rate: 1}", 3, 42, "beside `rate`"},
      {"{type: pid, input: 1, p: 1, filter: 1}", 3, 42, "`filter` needs `d`"},
      {"{type: pid, input: 1, p: 1, rate: 1}", 3, 40, "`rate` needs `d`"},
      {"{type: pid, input: 1, p: 1, initial: 1}", 3, 43, "`initial` needs `i`"},
      {"{type: pid, input: 1, p: 1, initial_input: 1}", 3, 49, "needs `d` with `filter`"},
      {"{type: pid, input: 1, i: 1, tracking: 1}", 3, 44, "`tracking` needs `limits`"},
      {"{type: pid, input: 1, p: 1, limits: [0, 1], tracking: 1}", 3, 60, "`tracking` needs `i`"},
      {"{type: pid, input: 1, i: 1, p: 1, limits: [0, 1], tracking: -1}", 3, 66, "`tracking` must be positive"},
      {"{type: pid, input: 1, i: 1, limits: [0, 1]}", 3, 42, "needs `tracking`"},
      {"{type: pid, input: 1, i: -1, p: 1, limits: [0, 1]}", 3, 49, "needs `tracking`"},
      {"{type: pid, input: 1, p: 1, limits: [1, 1]}", 3, 42, "1 is not below 1"},
      {"{type: pid, input: 1, p: 1, limits: [1]}", 3, 42, "a list of 2 numbers"},
      {"{type: pid, input: 1, p: time}", 3, 31, "constant"},
      {"{type: pid, input: 1, p: 1, kind: notch}", 3, 34, "a pid controller has no `kind`"},
      {"{type: pid, input: 1, i: 1}\nstates: {c_i: {derivative: 1}}", 3, 3, "makes the state `c_i`, which exists"},
      {"{type: pid, input: 'dx(grund)', p: 1}", 3, 26, "did you mean `ground`?"},
      {"{type: pid, input: 1, d: 1, rate: vx(grund)}", 3, 40, "did you mean `ground`?"},
      {"{type: filter, kind: low, input: 1, frequency: 1}", 3, 27, "one of low_pass, high_pass"},
      {"{type: filter, kind: low_pass, input: 1}", 3, 6, "needs the key `frequency`"},
      {"{type: filter, kind: low_pass, input: 1, frequency: 0}", 3, 58, "`frequency` must be positive, not 0"},
      {"{type: filter, kind: low_pass, input: 1, frequency: 1, damping: 0}", 3, 70, "`damping` must be positive"},
      {"{type: filter, kind: low_pass, input: 1, frequency: 1, order: 3}", 3, 68, "1 or 2"},
      {"{type: filter, kind: notch, input: 1, frequency: 1, order: 1}", 3, 65, "a notch filter has order 2"},
      {"{type: filter, kind: low_pass, input: 1, frequency: 1, order: 1, damping: 1}", 3, 80, "needs `order: 2`"},
      {"{type: filter, kind: low_pass, input: 1, frequncy: 1}", 3, 47, "did you mean `frequency`?"},
  };
  for (BadFile& file : files) file.text = "controllers:\n  c: " + file.text;
  expect_refused(with_version(std::move(files)));
}

TEST(BadFiles, WithImpossibleMotionsConstraintsStatesAndSensors) {
  const std::string head = R"(alembert: 1
parameters: {p: 1}
bodies: {a: {mass: 1, inertia: [1, 1, 1]}}
joints: {j: {type: revolute, between: [ground, a]}, s: {type: spherical, between: [ground, a], active: false}}
)";
  const auto message = [&](const std::string& text) {
    try {
      read_model_text(head + text, "m.yaml");
    } catch (const ModelError& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  const std::pair<const char*, const char*> cases[] = {
      {"motions: {m: {joint: s, angle: time}}", "m.yaml:5:22: joint `s` is spherical"},
      {"motions: {m: {joint: j, displacement: time}}", "5:39: joint `j` is revolute: it does not slide"},
      {"motions: {m: {joint: j, angle: time, velocity: 1}}", "only one function"},
      {"motions: {m: {joint: j}}", "needs a function"},
      {"motions: {m: {angle: time}}", "either `joint` or `between`"},
      {"constraints: {c: {position: 1, velocity: 1}}", "either `position` or `velocity`"},
      {"constraints: {c: {position: dx(b)}}", "unknown marker `b`"},
      {"states: {x: {residual: time}}", "neither state(x) nor rate(x)"},
      {"states: {x: {derivative: state(y)}}", "unknown state `y`"},
      {"states: {x: {derivative: 1, scale: 0}}", "must be positive"},
      {"sensors: {s: {event: 1, stop: true}}", "never passes through 0"},
      {"sensors: {s: {event: time, set: {q: 1}}}", "unknown parameter `q`"},
      {"sensors: {s: {event: time, reset: {q: 1}}}", "unknown state `q`"},
      {"sensors: {s: {event: time, activate: k}}", "unknown joint, motion, constraint, force, contact or sensor `k`"},
      {"sensors: {s: {event: time, activate: j, deactivate: j}}", "both activates and deactivates"},
      {"sensors: {s: {event: time, impulse: {on: a}}}", "`force`, `torque` or both"},
      {"sensors: {s: {event: time, stop: maybe}}", "true or false"},
  };
  for (const auto& [text, expected] : cases)
    EXPECT_NE(message(text).find(expected), std::string::npos) << text << "\n" << message(text);
}

TEST(BadFiles, WithImpossibleOutputs) {
  expect_refused(with_bodies({
      {"outputs:\n  o: 1 + dx(a.tpi)", 8, 10, "did you mean `a.tip`?"},
      {"outputs:\n  o: \"1 + dx(a.tpi)\"", 8, 11, "did you mean `a.tip`?"},
      {"outputs:\n  o: fm(jnt)\njoints: {jit: {type: spherical, between: [a, b]}}", 8, 6, "did you mean `jit`?"},
      {"outputs:\n  o: fm(x)\njoints: {x: {type: spherical, between: [a, b]}}\n"
       "forces: {x: {type: force, on: a, force: [1, 1, 1]}}",
       8, 6, "both a joint and a force"},
      {"outputs:\n  time: 1", 8, 3, "always there"},
      {"outputs: {o: atan2(1, 2)}", 7, 19, "needs quotes"},
      {"outputs:\n  o: dx(a,", 8, 11, "name of a marker"},
      {"outputs:\n  o: >\n    1 + +* 2", 8, 0, "found `*`"},
  }));
}

TEST(BadFiles, WithImpossibleSettings) {
  expect_refused(with_version({
      {"simulation: {end: 0}", 2, 19, "`end` must be positive"},
      {"simulation: {step: -1}", 2, 20, "`step` must be positive"},
      {"simulation: {step: 1, tolerance: 1}", 2, 20, "exclude each other"},
      {"simulation: {tolerance: 2}", 2, 25, "must not exceed 1"},
      {"simulation: {tolerance: 0}", 2, 25, "positive"},
      {"simulation: {min_step: 2, max_step: 1}", 2, 24, "larger than `max_step`"},
      {"simulation: {output_step: 0}", 2, 27, "positive"},
      {"simulation: {modes: 1.5}", 2, 21, "whole number"},
      {"simulation: {fixed_iterations: 1}", 2, 14, "unknown key `fixed_iterations`"},
      {"simulation: {analysis: dynamic}", 2, 24, "did you mean `dynamics`?"},
      {"simulation: {method: [hht]}", 2, 22, "name of a method"},
      {"simulation: {method: {alpha: 1}}", 2, 22, "needs the key `name`"},
      {"simulation: {method: {name: hht, alpha: x}}", 2, 41, "unknown name `x`"},
      {"simulation: 5", 2, 13, "found `5`"},
  }));
}

TEST(BadFiles, WithImpossibleRepetitions) {
  expect_refused(with_version({
      {"repeat: {index: i}", 2, 9, "expected a list"},
      {"repeat:\n  - {from: 1, to: 2}", 3, 5, "needs the key `index`"},
      {"repeat:\n  - {index: i, to: 2}", 3, 5, "needs the key `from`"},
      {"repeat:\n  - {index: i, from: 1, to: 1.5}", 3, 29, "whole number"},
      {"repeat:\n  - {index: i, from: 1, to: 1e8}", 3, 29, "more than 100000 repetitions"},
      {"repeat:\n  - {each: [{c: a}], to: 2}", 3, 26, "does not go with it"},
      {"repeat:\n  - {each: {c: a}}", 3, 12, "expected a list such as"},
      {"repeat:\n  - {each: [{c: a}, {d: b}]}", 3, 22, "unknown name of `each` `d`"},
      {"repeat:\n  - {each: [{c: a, x: 1}, {c: b}]}", 3, 27, "`x` is missing"},
      {"repeat:\n  - {each: [{c: a}], bodies: {\"b{c}\": {mass: 0}}}", 3, 39, "(repeat: c = a)"},
      {"repeat:\n  - {index: 1i, from: 1, to: 2}", 3, 13, "cannot name an index"},
      {"parameters: {i: 1}\nrepeat:\n  - {index: i, from: 1, to: 2}", 4, 13, "name of a parameter"},
      {"repeat:\n  - {index: i, from: 1, to: 2, bodys: {}}", 3, 32, "did you mean `bodies`?"},
      {"repeat:\n  - {index: i, from: 1, to: 2, bodies: {a: {type: point, mass: 1}}}", 3, 41, "exists already"},
      {"repeat:\n  - {index: i, from: 1, to: 2, bodies: {\"a{j}\": {type: point, mass: 1}}}", 3, 44,
       "unknown name `j`"},
      {"repeat:\n  - {index: i, from: 1, to: 2, bodies: {\"a{i\": {type: point, mass: 1}}}", 3, 41, "needs its }"},
      {"repeat:\n  - {index: i, from: 1, to: 2, bodies: {a{i}: {type: point, mass: 1}}}", 0, 0, ""},
  }));
}

TEST(Validate, ChecksAModelBuiltInCode) {
  EXPECT_THROW(validate(Model{}), ModelError);
  Model model = read_model_text("alembert: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}", "");
  EXPECT_NO_THROW(validate(model));
  model.bodies[1].mass = -1;
  EXPECT_THROW(validate(model), ModelError);
  model.bodies[1].mass = 1;
  Joint joint;
  joint.name = "j";
  model.joints.push_back(joint);
  EXPECT_THROW(validate(model), ModelError);
}

}  // namespace
}  // namespace alembert
