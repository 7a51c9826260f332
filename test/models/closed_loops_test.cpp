// Redundant and singular mechanisms: a score is never energy alone; closure, path and branch are looked at too.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/model_run.h"

namespace alembert {
namespace {

double largest(const std::vector<double>& x) { return *std::max_element(x.begin(), x.end()); }

TEST(DoubleFourBar, OfOrdinaryRevolutesPassesItsSingularPositions) {
  const DynamicsResult run = run_dynamics(test::shipped_model("double_four_bar"));
  EXPECT_EQ(run.summary.status, "done");
  EXPECT_LT(run.summary.statistics.max_position_violation, 1e-9);
  EXPECT_LT(largest(test::column(run, "gap")), 1e-9);
  EXPECT_LT(*run.summary.max_energy_drift, 0.1);
  // The branch: it stays a parallelogram, the uprights turning over and over, as the one-freedom solution does.
  const test::Table exact = test::read_table("p7_A02_double_four_bar.csv");
  const std::vector<double> phi = test::column(run, "phi");
  ASSERT_EQ(phi.size(), exact.rows.size());
  double worst = 0.0;
  for (std::size_t k = 0; k < phi.size(); ++k) worst = std::max(worst, std::abs(phi[k] - exact.number(k, "phi")));
  // Five turns in 10 s at h = 0.0075: the phase error of order h^2, here 0.06 rad of 31.75; the next test measures it.
  EXPECT_LT(worst, 0.15);
}

TEST(DoubleFourBar, ConvergesToTheExactMotionWithOrderTwo) {
  const test::Table exact = test::read_table("p7_A02_double_four_bar.csv");
  std::vector<double> errors;
  for (const double h : {0.00125, 0.000625}) {
    Model model = test::with_step(test::shipped_model("double_four_bar"), "hht", {{"alpha", -0.05}}, h);
    errors.push_back(
        std::abs(test::final_outputs(run_dynamics(model))["phi"] - exact.number(exact.rows.size() - 1, "phi")));
  }
  EXPECT_NEAR(test::observed_order(errors[0], errors[1]), 2.0, 0.2) << errors[0] << " " << errors[1];
  EXPECT_LT(errors[1], 1e-4);
}

TEST(DoubleFourBar, OfPlanarBodiesMovesAsTheSpatialOne) {
  // The same mechanism as planar bodies: two rows a joint, nothing redundant, and the same motion.
  Model planar = test::shipped_model("double_four_bar");
  for (Body& body : planar.bodies)
    if (body.kind == BodyKind::rigid) body.kind = BodyKind::planar;
  const DynamicsEngine engine(planar);
  EXPECT_TRUE(engine.start_report().dependent_sets.empty());
  EXPECT_EQ(engine.start_report().degrees_of_freedom, 1);
  const DynamicsResult flat = run_dynamics(planar), spatial = run_dynamics(test::shipped_model("double_four_bar"));
  const std::vector<double> a = test::column(flat, "phi"), b = test::column(spatial, "phi");
  // Equal but for Newton's own error (5e-5 of the local error a step) grown through six singular passages.
  for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], 1e-4);
  EXPECT_LT(flat.summary.statistics.max_position_violation, 1e-9);
}

TEST(DoubleFourBar, RedundancyIsNamed) {
  const DynamicsEngine engine(test::shipped_model("double_four_bar"));
  const StartReport& start = engine.start_report();
  EXPECT_EQ(start.degrees_of_freedom, 1);
  ASSERT_EQ(start.dependent_sets.size(), 1u);
  EXPECT_EQ(start.dependent_sets[0].redundant, 6);  // three out-of-plane equations a loop
  EXPECT_TRUE(start.dependent_sets[0].always);
  EXPECT_EQ(start.dependent_sets[0].rows.size(), 21u);  // the out-of-plane rows of all seven joints, and no other
}

TEST(DoubleFourBar, LyingFlatIsSingularOnlyThere) {
  // Planar, all bars in line: the rank drops in this position although nothing is redundant elsewhere.
  const DynamicsEngine engine(test::model_from(R"(
alembert: 1
bodies:
  a: {type: planar, mass: 1, inertia: 0.1, position: [0.5, 0, 0]}
  b: {type: planar, mass: 1, inertia: 0.1, position: [1.5, 0, 0]}
  c: {type: planar, mass: 1, inertia: 0.1, position: [1.5, 0, 0]}
joints:
  j1: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}
  j2: {type: revolute, bodies: [a, b], at: [1, 0, 0], axis: [0, 0, 1]}
  j3: {type: revolute, bodies: [b, c], at: [2, 0, 0], axis: [0, 0, 1]}
  j4: {type: revolute, bodies: [ground, c], at: [1, 0, 0], axis: [0, 0, 1]}
simulation: {end: 0.1}
)"));
  ASSERT_EQ(engine.start_report().dependent_sets.size(), 1u);
  EXPECT_FALSE(engine.start_report().dependent_sets[0].always);
  EXPECT_EQ(engine.start_report().degrees_of_freedom, 1);
}

TEST(Bricard, FollowsTheExactPath) {
  const DynamicsResult run = run_dynamics(test::shipped_model("bricard"));
  EXPECT_LT(*run.summary.max_energy_drift, 1e-3);
  EXPECT_LT(run.summary.statistics.max_position_violation, 1e-9);
  EXPECT_LT(largest(test::column(run, "gap")), 1e-9);
  EXPECT_EQ(run.start.degrees_of_freedom, 1);
  const test::Table exact = test::read_table("p7_A04_bricard_P3.csv");
  const auto x = test::column(run, "P3x"), y = test::column(run, "P3y"), z = test::column(run, "P3z");
  ASSERT_EQ(x.size(), exact.rows.size());
  double worst = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k)
    worst = std::max(
        worst, std::hypot(x[k] - exact.number(k, "P3x"), y[k] - exact.number(k, "P3y"), z[k] - exact.number(k, "P3z")));
  EXPECT_LT(worst, 5e-3);  // an error of order h^2 in the phase (measured: 1.9e-3 m)
}

TEST(RedundantReactions, AreTheMinimumNormChoiceAndCarryTheLoad) {
  // A beam held by three equal pins side by side: statically indeterminate; the smallest forces share the weight evenly
  // among pins placed symmetrically, and in any case add up to it.
  const DynamicsResult run = run_dynamics(test::model_from(R"(
alembert: 1
gravity: [0, -10, 0]
bodies: {beam: {mass: 3, inertia: [1, 1, 1]}}
joints:
  left: {type: fixed, bodies: [ground, beam], at: [-1, 0, 0]}
  right: {type: fixed, bodies: [ground, beam], at: [1, 0, 0]}
outputs: {left: fy(left), right: fy(right)}
simulation: {end: 0.1, step: 0.01}
)"));
  auto out = test::final_outputs(run);
  // On the first marker's body, ground: it is pushed down.
  EXPECT_NEAR(out["left"] + out["right"], -30.0, 1e-6);
  EXPECT_NEAR(out["left"], out["right"], 1e-6);
  int redundant = 0;
  for (const DependentSet& set : run.start.dependent_sets) redundant += set.redundant;
  EXPECT_EQ(redundant, 6);
}

TEST(Start, PutsAnOpenMechanismTogether) {
  // The rod is given 5 cm and 3 degrees off its place.
  Model model = test::shipped_model("slider_crank");
  model.bodies[2].position += Vec3(0.03, 0.04, 0.0);
  model.bodies[2].orientation = Quat(Eigen::AngleAxisd(0.05, Vec3::UnitZ()));
  DynamicsEngine engine(model);
  EXPECT_GT(engine.start_report().given_position_violation, 0.01);
  Vector f(engine.initial_state().v.size()), phi(engine.initial_state().lambda.size());
  engine.problem().evaluate(0.0, engine.initial_state().q, engine.initial_state().v, engine.initial_state().lambda, f,
                            phi);
  EXPECT_LT(phi.cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_FALSE(engine.warnings().empty());
}

TEST(Start, RefusesWhatCannotBePutTogether) {
  // Two rods of 1 m cannot span 2.5 m.
  Model model = test::model_from(R"(
alembert: 1
bodies:
  a: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, 0], markers: {l: {at: [-0.5, 0, 0]}, r: {at: [0.5, 0, 0]}}}
  b: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1.6, 0, 0], markers: {l: {at: [-0.5, 0, 0]}, r: {at: [0.5, 0, 0]}}}
  ground: {markers: {far: {at: [2.5, 0, 0]}}}
joints:
  near: {type: spherical, between: [ground, a.l]}
  middle: {type: spherical, between: [a.r, b.l]}
  far: {type: spherical, between: [b.r, ground.far]}
simulation: {end: 1}
)");
  try {
    DynamicsEngine engine(model);
    FAIL() << "assembled the impossible";
  } catch (const AssemblyError& e) {
    EXPECT_NE(std::string(e.what()).find("joint "), std::string::npos);
    EXPECT_NE(std::string(e.what()).find("stays open by"), std::string::npos) << e.what();
  }
}

TEST(Start, FoldsBarsThatStartInLine) {
  // Newton cannot choose a side by itself: two 1 m bars in line that have to meet a point 1.9 m away.
  const DynamicsEngine engine(test::model_from(R"(
alembert: 1
bodies:
  ground: {markers: {far: {at: [1.9, 0, 0]}}}
  a: {type: planar, mass: 1, inertia: 0.1, position: [0.5, 0, 0], markers: {l: {at: [-0.5, 0, 0]}, r: {at: [0.5, 0, 0]}}}
  b: {type: planar, mass: 1, inertia: 0.1, position: [1.5, 0, 0], markers: {l: {at: [-0.5, 0, 0]}, r: {at: [0.5, 0, 0]}}}
joints:
  near: {type: revolute, between: [ground, a.l]}
  middle: {type: revolute, between: [a.r, b.l]}
  far: {type: revolute, between: [b.r, ground.far]}
simulation: {end: 1}
)"));
  EXPECT_NEAR(std::abs(engine.initial_state().q[2]), std::acos(0.95), 1e-9);
}

TEST(Start, NamesWhatIsFreeWithoutInertia) {
  // A rod without inertia about its own axis may hang on a revolute, but not on a ball.
  const auto rod = [](const std::string& joint) {
    return test::model_from(
        "alembert: 1\ngravity: [0, -9.81, 0]\nbodies: {rod: {mass: 1, inertia: [0, 1/12, 1/12], position: "
        "[0.5, 0, 0]}}\njoints: {pin: {type: " +
        joint + "}}\nsimulation: {end: 1}\n");
  };
  EXPECT_EQ(run_dynamics(rod("revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]")).summary.status,
            "done");
  try {
    run_dynamics(rod("spherical, bodies: [ground, rod], at: [0, 0, 0]"));
    FAIL();
  } catch (const AssemblyError& e) {
    EXPECT_NE(std::string(e.what()).find("body rod: rotation x"), std::string::npos) << e.what();
  }
}

TEST(Start, NamesAForceThatHasNoDirection) {
  try {
    DynamicsEngine engine(test::model_from(R"(
alembert: 1
bodies: {a: {mass: 1, inertia: [1, 1, 1]}}
forces: {stuck: {type: spring_damper, between: [ground, a], stiffness: 1, length: 0.5}}
simulation: {end: 1}
)"));
    FAIL();
  } catch (const AssemblyError& e) {
    EXPECT_NE(std::string(e.what()).find("force stuck"), std::string::npos) << e.what();
  }
}

TEST(Start, MakesVelocitiesConsistentByAnImpulse) {
  // A bar pinned at one end and given a pure translation starts as after a blow at the pin: w = (3/2) v / L.
  DynamicsEngine engine(test::model_from(R"(
alembert: 1
bodies: {bar: {mass: 2, inertia: [1e-3, 2/12, 2/12], position: [0.5, 0, 0], velocity: [0, 1, 0]}}
joints: {pin: {type: revolute, bodies: [ground, bar], at: [0, 0, 0], axis: [0, 0, 1]}}
simulation: {end: 1}
)"));
  EXPECT_NEAR(engine.initial_state().v[5], 1.5, 1e-9);
  EXPECT_NEAR(engine.initial_state().v[1], 0.75, 1e-9);
}

}  // namespace
}  // namespace alembert
