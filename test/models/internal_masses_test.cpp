// A rigid body with internal masses behaves as the mechanism made of a body for each mass, held on a line by a joint,
// with a spring and damper: the same motion, reactions, energies, equilibria and modes.
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/linear/modes.h"
#include "analysis/statics/equilibrium.h"
#include "base/archive.h"
#include "support/model_run.h"

namespace alembert {
namespace {

// A tank that swings about a ball joint off its centre of mass, with two masses inside that start displaced; a spring
// from ground pulls at one of them, a force of time acts on the other, in the tank's axes.
const char* kRest = R"(
joints:
  ball: {type: spherical, between: [ground.hook, tank.eye]}
%JOINTS%
forces:
  tie: {type: spring_damper, between: [ground.wall, %ONE%], stiffness: 40, damping: 0.5, length: 0.5}
  push: {type: force, on: %TWO%, frame: tank, force: [2*sin(3*time), 0, 1]}
%FORCES%
outputs:
  x: dx(tank.com)
  y: dy(tank.com)
  turn: wz(tank)
  one: dm(%ONE%, tank.one_at)
  two: dm(%TWO%, tank.two_at)
  one_speed: vm(%ONE%)
  two_acceleration: accm(%TWO%)
  ball_force: fm(ball)
  tie_force: fm(tie)
  energy: total_energy()
simulation: {end: 1, method: hht, tolerance: 1e-6}
)";

std::string filled(std::string text, const std::map<std::string, std::string>& words) {
  for (const auto& [word, value] : words)
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word))
      text.replace(at, word.size(), value);
  return text;
}

const char* kTank = R"(alembert: 1
gravity: [0.5, -9.81, 0.3]
bodies:
  ground: {markers: {hook: {at: [0, 0, 0]}, wall: {at: [1.5, 0.2, -0.4]}}}
  tank:
    mass: 4
    inertia: [[0.5, 0.02, 0], [0.02, 0.6, 0.05], [0, 0.05, 0.7]]
    com: [0.05, 0.02, -0.03]
    position: [0.4, -0.1, 0.2]
    angular_velocity: [0.4, -0.7, 1.1]
    markers:
      eye: {at: [-0.4, 0.1, -0.2]}
      one_at: {at: [0.1, 0.05, 0.1], orientation: {x: [0, 1, 0], z: [0.6, 0, 0.8]}}
      two_at: {at: [-0.05, -0.1, 0.15], orientation: {x: [0, 0, 1], z: [0, 1, 0]}}
      one_far: {at: [0.1-6, 0.05, 0.1-8]}
      two_far: {at: [-0.05, -0.1-10, 0.15]}
)";

Model with_masses() {
  return test::model_from(filled(std::string(kTank) + R"(
    internal_masses:
      one: {mass: 0.8, at: [0.1, 0.05, 0.1], axis: [0.6, 0, 0.8], stiffness: 60, damping: 1.5, displacement: 0.08}
      two: {mass: 0.5, at: [-0.05, -0.1, 0.15], axis: [0, 2, 0], stiffness: 90, damping: 0.4, velocity: 0.3}
)" + kRest,
                                 {{"%JOINTS%", ""}, {"%FORCES%", ""}, {"%ONE%", "tank.one"}, {"%TWO%", "tank.two"}}));
}

// The same of three bodies. The velocity of the masses is what the tank's motion gives them, found at the start.
Model of_bodies() {
  return test::model_from(filled(std::string(kTank) + R"(
  one: {type: point, mass: 0.8, position: [0.5+0.6*0.08, -0.05, 0.3+0.8*0.08]}
  two: {type: point, mass: 0.5, position: [0.35, -0.2, 0.35]}
)" + kRest,
                                 {{"%JOINTS%", R"(  line_one: {type: inline, between: [tank.one_at, one]}
  line_two: {type: inline, between: [tank.two_at, two]})"},
                                  {"%FORCES%",
                                   R"(  spring_one: {type: spring_damper, between: [tank.one_far, one], stiffness: 60,
               damping: 1.5, length: 10}
  spring_two: {type: spring_damper, between: [tank.two_far, two], stiffness: 90, damping: 0.4, length: 10})"},
                                  {"%ONE%", "one"},
                                  {"%TWO%", "two"}}));
}

// Consistent velocities of the bodies: those of the tank and its masses at the start.
Model of_bodies_moving() {
  Model out = of_bodies();
  const Mechanism inside(with_masses());
  const dae::State& start = inside.initial_state();
  Placement placement(inside.system());
  placement.move_to(start.t, start.q, start.v);
  const Model& model = inside.system().model();
  for (Body& body : out.bodies) {
    if (body.name == "ground") continue;
    const std::string name = body.name == "tank" ? "tank.com" : "tank." + body.name;
    for (std::size_t k = 0; k < model.markers.size(); ++k)
      if (model.markers[k].name == name) {
        body.velocity = placement.marker(MarkerId(k)).v;
        if (body.name == "tank") body.angular_velocity = placement.marker(MarkerId(k)).w;
      }
  }
  return out;
}

double largest_difference(const Model& a, const Model& b) {
  const auto x = test::final_outputs(run_dynamics(a)), y = test::final_outputs(run_dynamics(b));
  double out = 0.0;
  for (const auto& [name, value] : x) out = std::max(out, std::abs(value - y.at(name)) / (1.0 + std::abs(value)));
  return out;
}

TEST(InternalMasses, MoveAsBodiesOfTheirOwnDo) {
  // Both at 1e-9 with the reference solver: what is left is its error in ten times as many steps.
  EXPECT_LT(largest_difference(test::with_tolerance(with_masses(), "bdf", {}, 1e-9),
                               test::with_tolerance(of_bodies_moving(), "bdf", {}, 1e-9)),
            2e-6);
}

// Every method comes to the same motion with the order that it has.
TEST(InternalMasses, EveryMethodConvergesToTheSameMotion) {
  const auto exact = test::final_outputs(run_dynamics(test::with_tolerance(of_bodies_moving(), "bdf", {}, 1e-10)));
  for (const MethodDescription& m : stepper_methods()) {
    if (m.name == "central_difference") continue;  // of first order in velocities: not as near at this step
    SCOPED_TRACE(std::string(m.name));
    const auto error = [&](double step) {
      const auto found =
          test::final_outputs(run_dynamics(test::with_step(with_masses(), std::string(m.name), {}, step)));
      double out = 0.0;
      for (const char* name : {"x", "y", "turn", "one", "two", "one_speed"})
        out = std::max(out, std::abs(found.at(name) - exact.at(name)) / (1.0 + std::abs(exact.at(name))));
      return out;
    };
    const double coarse = error(4e-3), fine = error(2e-3);
    const bool first_order = m.name == "newmark";  // with the damping that it has unless told otherwise
    EXPECT_LT(fine, first_order ? 1e-2 : 2e-3);
    EXPECT_GT(test::observed_order(coarse, fine), first_order ? 0.9 : 1.7);
  }
}

TEST(InternalMasses, RestWhereTheBodiesDo) {
  Mechanism inside(with_masses()), outside(of_bodies());
  const Equilibrium a = find_equilibrium(inside, inside.initial_state()),
                    b = find_equilibrium(outside, outside.initial_state());
  const auto marker = [](Mechanism& mechanism, const dae::State& state, const std::string& name) {
    mechanism.problem().recall(state);
    mechanism.problem().place(state.t, state.q, state.v);
    const Model& model = mechanism.system().model();
    for (std::size_t k = 0; k < model.markers.size(); ++k)
      if (model.markers[k].name == name) return mechanism.problem().marker(MarkerId(k)).p;
    return Vec3(Vec3::Zero());
  };
  EXPECT_LT((marker(inside, a.state, "tank.com") - marker(outside, b.state, "tank.com")).norm(), 1e-9);
  EXPECT_LT((marker(inside, a.state, "tank.one") - marker(outside, b.state, "one")).norm(), 1e-9);
  EXPECT_LT((marker(inside, a.state, "tank.two") - marker(outside, b.state, "two")).norm(), 1e-9);
}

TEST(InternalMasses, HaveTheModesOfTheBodies) {
  const auto eigenvalues = [](Model model) {
    model.simulation.about = Simulation::About::equilibrium;
    Mechanism mechanism(model);
    std::vector<std::complex<double>> out;
    for (const Mode& mode : find_modes(model, mechanism, {}).modes) out.push_back(mode.eigenvalue);
    return out;
  };
  const auto a = eigenvalues(with_masses()), b = eigenvalues(of_bodies());
  ASSERT_EQ(a.size(), 5u);
  ASSERT_EQ(b.size(), a.size());
  for (std::size_t k = 0; k < a.size(); ++k) EXPECT_LT(std::abs(a[k] - b[k]), 1e-8 * (1.0 + std::abs(a[k])));
}

// About steady motion, where M a changes with the position, too: a mass in a rotor, seen from the rotor.
TEST(InternalMasses, HaveTheModesOfTheBodiesInARotor) {
  const auto rotor = [](const std::string& inside, const std::string& outside, const std::string& joint,
                        const std::string& spring) {
    return test::model_from(R"(alembert: 1
bodies:
  disc:
    mass: 5
    inertia: [0.2, 0.2, 0.4]
    angular_velocity: [0, 0, 6]
    markers: {c: {at: [0.3, 0, 0], orientation: {x: [0, 0, 1], z: [1, 0, 0]}}, far: {at: [-9.7, 0, 0]}}
)" + inside + outside + R"(
joints:
  axle: {type: revolute, bodies: [ground, disc], at: [0, 0, 0], axis: [0, 0, 1]}
)" + joint + spring + R"(
simulation: {end: 1, analysis: modes, frame: disc}
)");
  };
  // Held out by the spring against 36 m r: k s = 36 m (0.3 + s) with s = 0.05: k = 252.
  Model a = rotor(
      "    internal_masses: {m: {mass: 1, at: [0.3, 0, 0], axis: [1, 0, 0], stiffness: 252, displacement: 0.05}}\n", "",
      "", "");
  Model b = rotor("", "  m: {type: point, mass: 1, position: [0.35, 0, 0], velocity: [0, 2.1, 0]}\n",
                  "  line: {type: inline, between: [disc.c, m]}\n",
                  "forces:\n  s: {type: spring_damper, between: [disc.far, m], stiffness: 252, length: 10}\n");
  // Angular momentum L = (J + m r^2) w stays: the square of the frequency is k/m - w^2 + 4 m r^2 w^2 / (J + m r^2).
  const double r = 0.35, J = 0.4, w = 6.0;
  const double exact = std::sqrt(252.0 - w * w + 4.0 * r * r * w * w / (J + r * r));
  for (Model* model : {&a, &b}) {
    Mechanism mechanism(*model);
    const Mode mode = find_modes(*model, mechanism, {}).modes.back();
    EXPECT_LT(std::abs(mode.eigenvalue - std::complex<double>(0.0, exact)), 1e-7);
  }
}

// What springs and dampers inside bodies store and take is in the books: with the trapezoidal rule, whose own share
// falls with h^2, nothing is left.
TEST(InternalMasses, EnergyIsAccountedFor) {
  const auto numerical = [](double step) {
    const DynamicsResult r =
        run_dynamics(test::with_step(with_masses(), "newmark", {{"gamma", 0.5}, {"beta", 0.25}}, step));
    return std::abs(r.summary.numerical);
  };
  const double coarse = numerical(2e-3), fine = numerical(1e-3);
  EXPECT_LT(fine, 1e-4);
  EXPECT_GT(test::observed_order(coarse, fine), 1.5);
}

TEST(InternalMasses, GoOnFromWhatWasWrittenDown) {
  for (const char* method : {"hht", "hht_si2", "gen_alpha_soi2", "nstiff"}) {
    SCOPED_TRACE(method);
    const Model model = test::with_step(with_masses(), method, {}, 2e-3);
    DynamicsEngine first(model);
    for (int k = 0; k < 30; ++k) first.integrator().advance();
    Archive written;
    written(first.problem(), first.integrator());
    DynamicsEngine second(model, first.integrator().state());
    Archive read(written.data());
    read(second.problem(), second.integrator());
    for (int k = 0; k < 30; ++k) {
      first.integrator().advance();
      second.integrator().advance();
    }
    EXPECT_EQ((first.integrator().state().q - second.integrator().state().q).norm(), 0.0);
    EXPECT_EQ((first.integrator().state().v - second.integrator().state().v).norm(), 0.0);
  }
}

TEST(InternalMasses, AreRefusedWhereTheyMeanNothing) {
  const auto refused = [](const std::string& mass, const std::string& expected) {
    try {
      test::model_from("alembert: 1\nbodies:\n  b: {mass: 1, inertia: [1, 1, 1], internal_masses: {m: {" + mass +
                       "}}}\n");
      ADD_FAILURE() << mass << " was accepted";
    } catch (const ModelError& e) {
      EXPECT_NE(std::string(e.what()).find(expected), std::string::npos) << e.what();
    }
  };
  refused("mass: -1, at: [0, 0, 0], axis: [1, 0, 0]", "must be positive");
  refused("mass: 1, at: [0, 0, 0], axis: [0, 0, 0]", "must not be zero");
  refused("mass: 1, at: [0, 0, 0], axis: [1, 0, 0], stiffness: -3", "must not be negative");
  refused("mass: 1, at: [0, 0, 0], axes: [1, 0, 0]", "did you mean `axis`");
}

}  // namespace
}  // namespace alembert
