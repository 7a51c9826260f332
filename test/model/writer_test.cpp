#include "model/writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "model/reader.h"
#include "model/units.h"
#include "system/multibody_problem.h"

namespace alembert {
namespace {

// By name, because shorthand markers are written beside the others of their body and so change their place in the list.
std::map<std::string, Marker> markers_by_name(const Model& model) {
  std::map<std::string, Marker> out;
  for (const Marker& marker : model.markers) out[marker.name] = marker;
  return out;
}

std::string name_of(const Model& model, MarkerId id) { return id.valid() ? model.marker(id).name : ""; }

void expect_same_pair(const Model& a, const Model& b, const std::array<MarkerId, 2>& in_a,
                      const std::array<MarkerId, 2>& in_b) {
  EXPECT_EQ(name_of(a, in_a[0]), name_of(b, in_b[0]));
  EXPECT_EQ(name_of(a, in_a[1]), name_of(b, in_b[1]));
}

void expect_same_body(const Model& a, const Model& b, const Body& x, const Body& y) {
  EXPECT_EQ(x.name, y.name);
  EXPECT_EQ(x.kind, y.kind);
  EXPECT_EQ(x.mass, y.mass);
  EXPECT_EQ(x.inertia, y.inertia);
  EXPECT_EQ(x.position, y.position);
  EXPECT_EQ(x.orientation.coeffs(), y.orientation.coeffs());
  EXPECT_EQ(x.com, y.com);
  EXPECT_EQ(x.velocity, y.velocity);
  EXPECT_EQ(x.angular_velocity, y.angular_velocity);
  EXPECT_EQ(name_of(a, x.frame_marker), name_of(b, y.frame_marker));
  EXPECT_EQ(name_of(a, x.com_marker), name_of(b, y.com_marker));
  ASSERT_EQ(x.geometry.size(), y.geometry.size());
  for (std::size_t i = 0; i < x.geometry.size(); ++i) {
    const Geometry& g = x.geometry[i];
    const Geometry& h = y.geometry[i];
    EXPECT_EQ(g.shape, h.shape);
    EXPECT_EQ(g.size, h.size);
    EXPECT_EQ(g.points, h.points);
    EXPECT_EQ(g.file, h.file);
    EXPECT_EQ(g.at, h.at);
    EXPECT_EQ(g.orientation.coeffs(), h.orientation.coeffs());
    EXPECT_EQ(g.color, h.color);
  }
}

void expect_same_force(const Model& a, const Model& b, const Force& x, const Force& y) {
  EXPECT_EQ(x.name, y.name);
  EXPECT_EQ(x.type, y.type);
  ASSERT_EQ(x.parameters.index(), y.parameters.index());
  if (const auto* spring = std::get_if<SpringDamper>(&x.parameters)) {
    const auto& other = std::get<SpringDamper>(y.parameters);
    expect_same_pair(a, b, spring->markers, other.markers);
    EXPECT_EQ(spring->stiffness, other.stiffness);
    EXPECT_EQ(spring->damping, other.damping);
    EXPECT_EQ(spring->length, other.length);
    EXPECT_EQ(spring->preload, other.preload);
  } else if (const auto* torsion = std::get_if<TorsionSpringDamper>(&x.parameters)) {
    const auto& other = std::get<TorsionSpringDamper>(y.parameters);
    expect_same_pair(a, b, torsion->markers, other.markers);
    EXPECT_EQ(torsion->stiffness, other.stiffness);
    EXPECT_EQ(torsion->damping, other.damping);
    EXPECT_EQ(torsion->angle, other.angle);
    EXPECT_EQ(torsion->preload, other.preload);
  } else {
    const auto& applied = std::get<AppliedForce>(x.parameters);
    const auto& other = std::get<AppliedForce>(y.parameters);
    EXPECT_EQ(name_of(a, applied.on), name_of(b, other.on));
    EXPECT_EQ(applied.force, other.force);
    EXPECT_EQ(applied.torque, other.torque);
    EXPECT_EQ(name_of(a, applied.frame), name_of(b, other.frame));
    EXPECT_EQ(name_of(a, applied.reaction), name_of(b, other.reaction));
  }
}

void expect_same_simulation(const Simulation& x, const Simulation& y) {
  EXPECT_EQ(x.analysis, y.analysis);
  EXPECT_EQ(x.end, y.end);
  EXPECT_EQ(x.method.name, y.method.name);
  EXPECT_EQ(x.method.parameters, y.method.parameters);
  EXPECT_EQ(x.tolerance, y.tolerance);
  EXPECT_EQ(x.step, y.step);
  EXPECT_EQ(x.output_step, y.output_step);
  EXPECT_EQ(x.initial_step, y.initial_step);
  EXPECT_EQ(x.min_step, y.min_step);
  EXPECT_EQ(x.max_step, y.max_step);
  EXPECT_EQ(x.activate, y.activate);
  EXPECT_EQ(x.deactivate, y.deactivate);
}

void expect_same(const Model& a, const Model& b) {
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.parameters, b.parameters);
  EXPECT_EQ(a.gravity, b.gravity);
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) expect_same_body(a, b, a.bodies[i], b.bodies[i]);
  const auto markers = markers_by_name(a);
  const auto others = markers_by_name(b);
  ASSERT_EQ(markers.size(), others.size());
  for (const auto& [name, marker] : markers) {
    ASSERT_TRUE(others.count(name)) << name;
    EXPECT_EQ(marker.body, others.at(name).body) << name;
    EXPECT_EQ(marker.at, others.at(name).at) << name;
    EXPECT_EQ(marker.orientation.coeffs(), others.at(name).orientation.coeffs()) << name;
  }
  ASSERT_EQ(a.joints.size(), b.joints.size());
  for (std::size_t i = 0; i < a.joints.size(); ++i) {
    EXPECT_EQ(a.joints[i].name, b.joints[i].name);
    EXPECT_EQ(a.joints[i].kind, b.joints[i].kind);
    EXPECT_EQ(a.joints[i].distance, b.joints[i].distance);
    expect_same_pair(a, b, a.joints[i].markers, b.joints[i].markers);
  }
  ASSERT_EQ(a.forces.size(), b.forces.size());
  for (std::size_t i = 0; i < a.forces.size(); ++i) expect_same_force(a, b, a.forces[i], b.forces[i]);
  ASSERT_EQ(a.outputs.size(), b.outputs.size());
  for (std::size_t i = 0; i < a.outputs.size(); ++i) {
    EXPECT_EQ(a.outputs[i].name, b.outputs[i].name);
    EXPECT_EQ(a.outputs[i].expression.measures().size(), b.outputs[i].expression.measures().size());
  }
  expect_same_simulation(a.simulation, b.simulation);
  ASSERT_EQ(a.analyses.size(), b.analyses.size());
  for (std::size_t i = 0; i < a.analyses.size(); ++i) expect_same_simulation(a.analyses[i], b.analyses[i]);
}

// Everything the file format has, in the units given.
std::string full_model(const std::string& units) {
  return "alembert: 1\ntitle: \"All \\\"of\\\" it: # \\\\ \\t \xc3\xa9\"\nunits: " + units + R"yaml(
parameters: {L: 1/3, theta: pi}
gravity: [0.1, -9.81, 1e-17]
bodies:
  ground:
    markers: {anchor: {at: [1, 1/7, 0], orientation: {euler: zyx, angles: [0.1, 0.2, 0.3]}}}
    geometry: [{line: [[0, 0, 0], [1, 1/3, 0]], color: red}, {mesh: "a \"b\".stl"}]
  crank:
    mass: 1/3
    inertia: [[1, 0.1, 0], [0.1, 1, 0.05], [0, 0.05, 1]]
    position: [L, 0, 0]
    orientation: {axis: [1, 2, 3], angle: 0.7}
    com: [0.01, 0, 0]
    velocity: [1/3, 2, 3]
    angular_velocity: [0, 0, 4/7]
    markers: {tip: {at: [L/2, 0, 0]}, null-1: {orientation: {x: [1, 1, 0], z: [0, 0, 1]}}, crank_j: {}}
    geometry:
      - {box: [L, 0.03, 0.02], color: "#12ab34"}
      - {cylinder: [0.1, 0.2], at: [0, 0, 1], orientation: {axis: [1, 0, 0], angle: pi/2}}
      - {sphere: 1}
      - {cone: [1, 2]}
      - {capsule: [1, 2]}
  -x: {mass: 1, inertia: [1, 1.5, 2]}
  "null": {type: planar, mass: 1, inertia: 2, position: [1, 2, 0], orientation: {axis: [0, 0, 1], angle: 1}}
  pt: {type: point, mass: 1, position: [5, 5, 5], velocity: [1, 0, 0], markers: {m: {}}}
joints:
  j: {type: revolute, bodies: [ground, crank], at: [0.1, 0.2, 0.3], axis: [1, 1, 1]}
  tip: {type: universal, bodies: [crank, -x], at: [0, 0, 0], axes: [[1, 0, 0], [0, 1, 0]]}
  dist: {type: distance, between: [pt, "null"]}
  inl: {type: inline, between: [crank.null-1, pt.m]}
forces:
  s: {type: spring_damper, between: [ground.anchor, crank], stiffness: 100/3, damping: 5, preload: -1}
  t: {type: torsion_spring_damper, joint: j, stiffness: 7, damping: 1/3, angle: 0.1, preload: 2}
  f: {type: force, on: crank.tip, force: [1, 2, 1/3], frame: crank}
  q: {type: torque, on: crank, torque: [1, 2, 1/3], reaction: -x}
  g: {type: general_force, on: "null", force: [1, 2, 3], torque: [4, 5, 6]}
outputs:
  angle: "az(crank, ground)/theta + sin(time)"
  energy: total_energy() + L*dx(crank.tip)
repeat:
  - {index: i, from: 1, to: 2, outputs: {"o{i}": "i^2 * fx(j, crank)"}}
simulation:
  analysis: statics
  end: 1/3
  method: {name: hht, alpha: -0.05}
  tolerance: 1e-5
  output_step: 1/100
  initial_step: 1e-4
  min_step: 1e-9
  max_step: 0.1
)yaml";
}

TEST(Writer, WhatIsWrittenReadsBackTheSame) {
  const Model model = read_model_text(full_model("{}"), "m.yaml");
  const std::string text = write_model(model);
  const Model again = read_model_text(text, "again.yaml");
  expect_same(model, again);
  for (std::size_t i = 0; i < model.outputs.size(); ++i) {
    EXPECT_EQ(model.outputs[i].expression.text(), again.outputs[i].expression.text());
  }
  EXPECT_EQ(write_model(again), text);
}

TEST(Writer, WritesSiUnitsAndKeepsWhatTheOutputsMean) {
  const Model model = read_model_text(full_model("{length: mm, mass: g, time: ms, angle: deg, force: kN}"), "m.yaml");
  const Model again = read_model_text(write_model(model), "again.yaml");
  expect_same(model, again);
  EXPECT_EQ(again.units.length, 1.0);
  // The same state of the mechanism, in SI units: time 0.002 s and every measure 3 in SI.
  for (std::size_t i = 0; i < model.outputs.size(); ++i) {
    const Expression& before = model.outputs[i].expression;
    std::vector<double> values;
    for (const Measure& measure : before.measures()) {
      values.push_back(3.0 / factor_to_si(model.units, measure_quantity(measure.name)));
    }
    const std::vector<double> si_values(values.size(), 3.0);
    const double expected = before.evaluate(0.002 / model.units.time, values);
    EXPECT_NEAR(again.outputs[i].expression.evaluate(0.002, si_values), expected, 1e-12 * std::abs(expected));
  }
}

TEST(Writer, TheEmptyModelIsAModel) {
  const Model model = read_model_text("alembert: 1", "m.yaml");
  expect_same(model, read_model_text(write_model(model), "again.yaml"));
}

// What the file means, not how it is written: the equations of the model read back are those of the model written, at a
// state where nothing is zero. Units are not SI, so that every number has to be converted.
TEST(Writer, WritesElementsThatActTheSame) {
  const Model model = read_model_text(R"(
alembert: 1
units: {length: mm, mass: g, angle: deg, time: ms, force: kN}
curves:
  oval: {x: 200*cos(s), y: 150*sin(s), from: 0, to: 2*pi, closed: true, count: 20}
  wire: {points: [[0, 0, 0], [100, 20, 30], [200, 0, 90]]}
splines: {hard: {x: [-10, 0, 10], y: [-3, 0, 4]}}
bodies:
  a: {mass: 2, inertia: [1e4, 2e4, 2e4], position: [300, 100, 0], markers: {m: {at: [10, 20, 30]}}}
  b: {mass: 3, inertia: [1e4, 2e4, 2e4], position: [0, 500, 70], orientation: {axis: [1, 1, 0], angle: 20}}
  c: {mass: 3, inertia: [1e4, 2e4, 2e4], position: [0, 100, 70], orientation: {axis: [1, 1, 0], angle: 80},
      markers: {along: {orientation: {axis: [1, 1, 0], angle: 10}}}}
joints:
  p: {type: revolute, bodies: [ground, a], at: [300, 100, 0], axis: [0, 0, 1]}
  q: {type: revolute, bodies: [ground, b], at: [0, 500, 70], axis: [0, 0, 1]}
  r: {type: cylindrical, bodies: [ground, b], at: [0, 500, 70], axis: [0, 0, 1]}
  screw: {type: screw, bodies: [a, b], at: [0, 0, 0], axis: [1, 0, 0], pitch: 3}
  same: {type: constant_velocity, between: [a.m, b]}
  gear: {type: gear, joints: [p, q], teeth: [20, 30]}
  ring: {type: gear, joints: [p, q], teeth: [20, 30], internal: true}
  bevel: {type: gear, joints: [p, q], at: [150, 300, 0]}
  rack: {type: rack_and_pinion, between: [a, c.along], radius: 12}
  coupler: {type: coupler, joints: [p, r], factors: [2, -3], coordinates: [angle, displacement]}
  pin: {type: point_on_curve, between: [a.m, b], curve: wire}
  cams: {type: curve_on_curve, between: [a, b], curves: [oval, oval]}
  coin: {type: rolling_disc, between: [ground, c], radius: 40}
forces:
  bush: {type: bushing, between: [a.m, b], stiffness: [1, 2, 3, 4, 5, 6], damping_time: 2, preload: [1, 0, 0, 0, 0, 1]}
  field: {type: field, between: [a.m, c], stiffness: [1, 2, 3, 4, 5, 6]}
  beam: {type: beam, between: [a, b], area: 10, moments: [20, 30], torsion_constant: 40, youngs_modulus: 50,
         shear_modulus: 20, shear_factors: [0.8, 0.9]}
  tire: {type: tire, road: ground, wheel: c, radius: 90, stiffness: 1, slip_stiffness: 3, cornering_stiffness: 4,
         friction: 0.9}
  twin: {type: tire, wheel: c, radius: 90, load: hard, slip_stiffness: 3, cornering_stiffness: 4, camber_stiffness: 0.5,
         friction: 0.9, relaxation_length: 70, relaxation_length_along: 40, patch_damping_time: 8, low_speed: 0.2}
  rope: {type: spring_damper, between: [a, c], stiffness: 2, length: 100, tension: hard, resistance: hard, acts: pulls,
         max_length: 120, stop_stiffness: 3, stop_damping: 1}
  rub: {type: joint_friction, joint: r, dynamic: 0.2, static: 0.3, radius: 12, preload: 0.1}
simulation: {end: 1}
)",
                                      "test.yaml");
  const Model again = read_model_text(write_model(model), "again.yaml");
  const auto residual = [](const Model& m) {
    const System system(m);
    MultibodyProblem problem(system);
    dae::State s = system.given_state();
    for (Eigen::Index k = 0; k < s.v.size(); ++k) s.v[k] += 0.3 * std::sin(1.0 + static_cast<double>(k));
    for (Eigen::Index k = 0; k < s.lambda.size(); ++k) s.lambda[k] = 1.0 + std::sin(2.0 * static_cast<double>(k));
    problem.recall(s);
    Vector f(s.v.size()), phi(s.lambda.size()), out(s.v.size() + s.lambda.size());
    problem.evaluate(0.0, s.q, s.v, s.lambda, f, phi);
    out << f, phi;
    return out;
  };
  const Vector one = residual(model), other = residual(again);
  ASSERT_EQ(one.size(), other.size());
  // States are in the model's units, millimetres, which the friction's bristles are in: those rows differ by that.
  const Eigen::Index states = static_cast<Eigen::Index>(model.states.size());
  for (Eigen::Index k = 0; k < one.size(); ++k) {
    const Eigen::Index first = one.size() - System(model).sizes().multipliers - states;
    if (k >= first && k < first + states) continue;
    EXPECT_NEAR(one[k], other[k], 1e-9 * (1.0 + std::abs(one[k]))) << k;
  }
}

TEST(Writer, ListsOfAnalysesComeBack) {
  const Model model = read_model_text(R"(alembert: 1
units: {time: ms}
bodies: {a: {type: point, mass: 1}}
joints: {j: {type: inplane, between: [ground, a]}}
forces: {push: {type: force, on: a, force: [1, 0, 0]}}
simulation:
  - {analysis: statics, deactivate: push}
  - {analysis: dynamics, end: 200, method: {name: hht, alpha: -0.1}, step: 1, activate: [push]}
  - {analysis: modes, about: equilibrium, modes: 2}
)",
                                      "test.yaml");
  ASSERT_EQ(model.analyses.size(), 3u);
  EXPECT_EQ(model.simulation.analysis, AnalysisKind::dynamics);
  EXPECT_EQ(model.simulation.end, 0.2);
  expect_same(model, read_model_text(write_model(model), "again.yaml"));
}

}  // namespace
}  // namespace alembert
