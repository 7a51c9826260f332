// Contacts, and forces that depend on them, in the assembled system: against differences of its own residual.
#include <gtest/gtest.h>

#include "support/consistent_matrix.h"

namespace alembert {
namespace {

// Shapes that are a third of their size in each other, soft and smooth enough for differences.
std::string overlapping(const std::string& friction, const std::string& more) {
  return R"yaml(alembert: 1
gravity: [0.3, -9.81, 1]
curves: {cam: {x: (0.3 + 0.05*cos(2*s))*cos(s), y: (0.3 + 0.05*cos(2*s))*sin(s), from: 0, to: 2*pi, count: 60, closed: true}}
bodies:
  ground: {geometry: [{plane: [0.2, 0.1, 1], at: [0.1, 0.2, -0.5], name: floor}]}
  a: {mass: 2, inertia: [[1, 0.1, 0], [0.1, 1.2, 0.2], [0, 0.2, 1.5]], com: [0.1, 0.2, 0.3], position: [0.3, 0.1, -0.2],
      orientation: {axis: [1, 1, 0], angle: 0.7}, markers: {m: {at: [0.4, -0.3, 0.2], orientation: {axis: [0, 1, 2], angle: 1.1}}},
      geometry: [{sphere: 0.5, at: [0.1, 0.2, 0.1], name: ball}, {ellipsoid: [0.4, 0.5, 0.6], name: egg}]}
  b: {mass: 3, inertia: [0.5, 0.6, 0.7], position: [0.9, 0.4, 0.3], orientation: {axis: [1, 0, 3], angle: -0.9},
      markers: {m: {at: [-0.2, 0.5, 0.1], orientation: {axis: [2, 1, 0], angle: 0.6}}},
      geometry: [{capsule: [0.3, 0.5], at: [0.05, 0, 0.1], name: bar}]}
  p: {type: planar, mass: 1.5, inertia: 0.4, com: [0.1, 0, 0], position: [3, 0, 0], geometry: [{profile: cam, name: rim}]}
  r: {type: planar, mass: 1.5, inertia: 0.4, com: [0, 0.1, 0], position: [3.35, 0.2, 0], geometry: [{sphere: 0.2, name: roller}]}
contacts:
  up: {between: [a.ball, b.bar], stiffness: 20, exponent: 2, dissipation: 0.3)yaml" +
         friction + R"yaml(}
  low: {between: ["a.*", ground.floor], stiffness: 30, exponent: 2, dissipation: 0.2)yaml" +
         friction + R"yaml(}
  cam: {between: [p.rim, r.roller], stiffness: 30, exponent: 2, dissipation: 0.2)yaml" +
         friction + "}\n" + more + "simulation: {end: 1}\n";
}

constexpr const char* kSticks = ", friction: {static: 0.5, stiction_length: 3, rolling_resistance: 0.1}";
constexpr const char* kSlides =
    ", friction: {type: velocity, static: 0.5, dynamic: 0.4, static_speed: 0.3, dynamic_speed: 9}";

TEST(AssemblyOfContacts, MatchesDifferences) {
  for (const char* friction : {"", kSticks, kSlides}) {
    SCOPED_TRACE(friction);
    test::expect_consistent_matrix(overlapping(friction, ""));
  }
}

// Every measure of a contact acts on the motion: on bodies that touch, and on others.
TEST(AssemblyOfContacts, MatchesDifferencesWhereForcesDependOnThem) {
  for (const char* friction : {"", kSticks, kSlides}) {
    SCOPED_TRACE(friction);
    test::expect_consistent_matrix(overlapping(friction, R"yaml(
variables: {squeeze: "normal_force(up)*gap(low) + slip(cam)"}
states: {x: {initial: 0.3, derivative: "penetration(cam) - normal_force(cam)*state(x)"}}
forces:
  f: {type: general_force, on: a.m, reaction: b.m, frame: p,
      force: ["normal_force(up)", "friction_force(up)*vx(b)", "slip(up)^2 + gap(up)"],
      torque: ["penetration(low)", "normal_force(low, a.egg)*gap(low, a.ball)", "slip(low) + friction_force(low)"]}
  g: {type: general_force, on: r, force: ["0.1*fx(up, a.m)", "0.1*fy(up.second)", "0.1*fm(low)"],
      torque: ["tx(up, b.m)", "tm(up.second)", "0.1*tz(cam)*touching(low) + 0.1*var(squeeze)"]}
)yaml"));
  }
}

// Touches are kept from one position to another: forces, matrices and energies are those of a problem that has been
// nowhere else, to the last bit, in whatever order positions, velocities and matrices are asked for.
TEST(AssemblyOfContacts, DependsOnNothingThatWasAskedBefore) {
  const System system(read_model_text(overlapping(kSticks, ""), "test.yaml"));
  MultibodyProblem travelled(system);
  const dae::Sizes n = travelled.sizes();
  const dae::State start = system.given_state();
  std::mt19937 random(5);
  std::uniform_real_distribution<double> u(-1.0, 1.0);
  const auto some = [&](double size) -> Vector {
    return Vector::NullaryExpr(n.velocities, [&](Eigen::Index) { return size * u(random); });
  };
  std::vector<Vector> positions, velocities{some(1.0), some(1.0)};
  for (int k = 0; k < 3; ++k) travelled.advance(start.q, some(0.05), positions.emplace_back(start.q));
  travelled.recall(start);
  const Vector lambda = Vector::Zero(n.multipliers), zero = Vector::Zero(n.velocities);
  const auto seen_by = [&](MultibodyProblem& problem, const Vector& q, const Vector& v, bool matrix_first) {
    Vector f(n.velocities), phi(n.multipliers), out(n.velocities + problem.pattern()->nonzeros());
    const auto linearise = [&] {
      problem.linearise({1.0, 0.1, 0.01}, {0.0, q}, {0.0, q, v, zero, lambda, zero}, out.data() + n.velocities);
    };
    if (matrix_first) linearise();
    problem.evaluate(0.0, q, v, lambda, f, phi);
    if (!matrix_first) linearise();
    out.head(n.velocities) = f;
    return out;
  };
  for (int k = 0; k < 60; ++k) {
    const Vector& q = positions[random() % positions.size()];
    const Vector& v = velocities[random() % velocities.size()];
    const bool matrix_first = random() % 2 == 0;
    MultibodyProblem fresh(system);
    fresh.recall(start);
    const Vector expected = seen_by(fresh, q, v, false), found = seen_by(travelled, q, v, matrix_first);
    EXPECT_TRUE(expected == found) << k;
    EXPECT_GT(expected.head(n.velocities).norm(), 1.0);
  }
}

}  // namespace
}  // namespace alembert
