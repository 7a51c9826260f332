// S = G M^-1 G^T, its rates and its response, against the same from the assembled matrix [M G^T; G 0].
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "model/reader.h"
#include "system/multibody_problem.h"

namespace alembert {
namespace {

std::string shipped(const std::string& name) { return std::string(ALEMBERT_SOURCE_DIR) + "/models/" + name + ".yaml"; }

void expect_equal_to_assembled(const Model& model) {
  const System system(model);
  MultibodyProblem problem(system);
  const dae::Sizes n = problem.sizes();
  dae::State s = system.given_state();
  std::mt19937 random(3);
  std::uniform_real_distribution<double> u(-1.0, 1.0);
  // Anywhere: nothing here asks that the joints are closed.
  Vector d(n.velocities), mu(n.multipliers), eps(n.multipliers);
  for (Vector* x : {&s.v, &d, &mu})
    for (double& value : *x) value = u(random);
  problem.recall(s);
  Vector q(n.positions);
  d *= 0.1;
  problem.advance(s.q, d, q);
  problem.set_regularisation(s.t, q, s.v, 1e-3);

  dae::Mobility* mobility = problem.mobility();
  ASSERT_NE(mobility, nullptr);
  Vector values(mobility->pattern()->nonzeros()), rate(n.multipliers), expected_rate(n.multipliers);
  constexpr double t = 0.3, share = 0.7;
  mobility->move_to(t, q, s.v, {t, q}, share, values.data(), rate);
  Vector response(n.velocities);
  mobility->response(mu, response);

  const Vector zero = Vector::Zero(n.velocities), no_lambda = Vector::Zero(n.multipliers);
  Vector entries(problem.pattern()->nonzeros());
  problem.linearise({1.0, 0.0, 0.0}, {t, q}, {t, q, s.v, zero, no_lambda, zero}, entries.data());
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(n.unknowns(), n.unknowns());
  const auto& starts = problem.pattern()->column_starts();
  for (int c = 0; c < n.unknowns(); ++c)
    for (int k = starts[static_cast<std::size_t>(c)]; k < starts[static_cast<std::size_t>(c) + 1]; ++k)
      J(problem.pattern()->rows()[static_cast<std::size_t>(k)], c) = entries[k];
  const Eigen::MatrixXd M = J.topLeftCorner(n.velocities, n.velocities);
  const Eigen::MatrixXd G = J.bottomLeftCorner(n.multipliers, n.velocities);
  Eigen::MatrixXd S = G * M.inverse() * G.transpose();
  S.diagonal() += share * problem.regularisation();
  const double size = S.cwiseAbs().maxCoeff();
  Eigen::MatrixXd upper = Eigen::MatrixXd::Zero(n.multipliers, n.multipliers);
  const auto& columns = mobility->pattern()->column_starts();
  for (int c = 0; c < n.multipliers; ++c)
    for (int k = columns[static_cast<std::size_t>(c)]; k < columns[static_cast<std::size_t>(c) + 1]; ++k)
      upper(mobility->pattern()->rows()[static_cast<std::size_t>(k)], c) = values[k];
  EXPECT_EQ((upper.triangularView<Eigen::StrictlyLower>().toDenseMatrix()).cwiseAbs().maxCoeff(), 0.0);
  const Eigen::MatrixXd full = upper.selfadjointView<Eigen::Upper>();
  // Rounding of sums of up to a few dozen products, and of the dense inverse.
  EXPECT_LT((full - S).cwiseAbs().maxCoeff(), 1e-13 * size);
  const Vector expected = M.inverse() * G.transpose() * mu;
  EXPECT_LT((response - expected).cwiseAbs().maxCoeff(), 1e-13 * expected.cwiseAbs().maxCoeff());
  // The mass matrix alone, whatever the constraints.
  Vector undone(n.velocities);
  ASSERT_EQ(problem.apply_inverse_mass(t, q, d, undone), -1);
  const Vector inverse = M.inverse() * d;
  EXPECT_LT((undone - inverse).cwiseAbs().maxCoeff(), 1e-13 * inverse.cwiseAbs().maxCoeff());
  // A point that is kept answers as before.
  mobility->keep();
  mobility->move_to(t, s.q, s.v, {t, s.q}, share, values.data(), rate);
  Vector kept(n.velocities);
  mobility->kept_response(mu, kept);
  EXPECT_EQ((kept - response).norm(), 0.0);
  mobility->move_to(t, q, s.v, {t, q}, share, values.data(), rate);
  problem.velocity_constraints(t, q, s.v, expected_rate);
  EXPECT_LT((rate - expected_rate).cwiseAbs().maxCoeff(), 1e-13 * (1.0 + expected_rate.cwiseAbs().maxCoeff()));
}

TEST(Mobility, EqualsTheAssembledOneOnShippedModels) {
  for (const char* name : {"slider_crank", "seven_body", "double_four_bar", "governor", "four_bar", "planetary_gear",
                           "cam_follower", "rolling_disc", "bicycle", "heavy_top", "double_pendulum"}) {
    SCOPED_TRACE(name);
    expect_equal_to_assembled(read_model_file(shipped(name)));
  }
}

// Rigid, planar and point bodies; a full inertia tensor; joints of every number of rows; a motion and constraints of
// the user's own, two of whose markers are on one body.
TEST(Mobility, EqualsTheAssembledOneForEveryKindOfBodyAndConstraint) {
  expect_equal_to_assembled(read_model_text(R"yaml(
alembert: 1
bodies:
  ground: {markers: {m: {at: [0.1, 0.2, 0.3], orientation: {axis: [1, 2, 3], angle: 0.4}}}}
  a: {mass: 2, inertia: [[1, 0.1, 0], [0.1, 1.2, 0.2], [0, 0.2, 1.5]], com: [0.1, 0.2, 0.3],
      position: [0.3, 0.1, -0.2], orientation: {axis: [1, 1, 0], angle: 0.7},
      markers: {m: {at: [0.4, -0.3, 0.2], orientation: {axis: [0, 1, 2], angle: 1.1}}, k: {at: [0, 0.3, 0]}}}
  b: {mass: 3, inertia: [0.5, 0.6, 0.7], position: [-0.4, 0.7, 0.9], orientation: {axis: [1, 0, 3], angle: -0.9},
      markers: {m: {at: [-0.2, 0.5, 0.1], orientation: {axis: [2, 1, 0], angle: 0.6}}}}
  p: {type: planar, mass: 1.5, inertia: 0.4, com: [0.1, 0, 0], position: [0.5, -0.6, 0],
      markers: {m: {at: [0.3, 0.2, 0]}}}
  o: {type: point, mass: 0.7, position: [0.9, 0.8, 0.7]}
  c: {mass: 1.4, inertia: [0.8, 0.9, 1.1], position: [0.2, -0.8, 0.6], markers: {m: {at: [0.2, 0.3, -0.4]}},
      internal_masses: {x: {mass: 0.6, at: [0.3, 0.1, 0.2], axis: [1, 2, 2]}, y: {mass: 0.3, at: [0, 0.2, 0.4], axis: [0, 1, 1]}}}
joints:
  carried: {type: spherical, between: [c.m, b.m]}
  rope: {type: distance, between: [c.x, o], length: 1.2}
  universal: {type: universal, between: [a.m, b.m]}
  spherical: {type: spherical, between: [ground.m, a.m]}
  revolute: {type: revolute, between: [ground, p.m]}
  rod: {type: distance, between: [a.k, o], length: 0.8}
motions:
  drive: {joint: revolute, angle: "0.3*sin(2*time)"}
constraints:
  plane: {position: "dx(o) + dy(a.m, b.m) - 0.1*time^2"}
  two_of_one: {position: "dx(a.m) - dz(a.k)*dx(b.m)"}
  masses: {position: "dx(c.y) - dz(c.x) + dx(c.m)*dy(c.y)"}
  skate: {velocity: "vx(o)*sin(time) - vy(o)*dx(a.m) + vx(a.k)"}
simulation: {end: 1}
)yaml",
                                            "mobility.yaml"));
}

// A body that deforms, held by joints at its frames; M is constant, but not that of a rigid body, or changes.
TEST(Mobility, EqualsTheAssembledOneForFlexibleBodies) {
  for (const char* coupling : {"constant", "partial", "full"}) {
    SCOPED_TRACE(coupling);
    expect_equal_to_assembled(read_model_text(fmt::format(R"yaml(
alembert: 1
bodies:
  crank: {{mass: 3, inertia: [0.1, 0.2, 0.3], com: [0.15, 0, 0]}}
  rod:
    type: flexible
    coupling: {}
    position: [0.3, 0, 0]
    data:
      materials: {{m: {{E: 200e9, nu: 0.3, density: 2600}}}}
      sections: {{bar: {{type: rectangle, width: 0.024, height: 0.03}}}}
      nodes: {{A: [0, 0, 0], B: [0.6, 0, 0]}}
      elements: [{{through: [A, B], section: bar, pieces: 6}}]
      interfaces: [A, B]
      modes: {{fixed: 4}}
joints:
  O: {{type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 0, 1]}}
  A: {{type: revolute, bodies: [crank, rod], at: [0.3, 0, 0], axis: [0, 0, 1]}}
  B: {{type: inplane, bodies: [ground, rod], at: [0.9, 0, 0], axis: [0, 1, 0]}}
simulation: {{end: 1}}
)yaml",
                                                          coupling),
                                              "rod.yaml"));
  }
}

// Where there is none, or where it would be dense, the methods find another way.
TEST(Mobility, IsLeftOutWhereItDoesNotExistOrDoesNotPay) {
  const auto has = [](const Model& model) {
    const System system(model);
    return MultibodyProblem(system).mobility() != nullptr;
  };
  EXPECT_TRUE(has(read_model_file(shipped("slider_crank"))));
  EXPECT_FALSE(has(read_model_file(shipped("bricard")))) << "rods that do not resist spinning";
  EXPECT_FALSE(has(read_model_file(shipped("free_body")))) << "no constraints";
  const std::string star = R"(
alembert: 1
bodies: {hub: {mass: 1, inertia: [1, 1, 1]}}
repeat:
  - index: i
    from: 1
    to: 40
    bodies: {"arm{i}": {mass: 1, inertia: [1, 1, 1], position: [i, 0, 0]}}
    joints: {"j{i}": {type: spherical, bodies: [hub, "arm{i}"], at: [i, 0, 0]}}
simulation: {end: 1}
)";
  EXPECT_FALSE(has(read_model_text(star, "star.yaml"))) << "120 rows on one body";
}

}  // namespace
}  // namespace alembert
