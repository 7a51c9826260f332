// Shapes with closed forms: distances against dual numbers, solids against sums.
#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "base/error.h"
#include "elements/contact/shapes/box.h"
#include "elements/contact/shapes/capsule.h"
#include "elements/contact/shapes/cone.h"
#include "elements/contact/shapes/cylinder.h"
#include "elements/contact/shapes/plane.h"
#include "elements/contact/shapes/sphere.h"
#include "elements/contact/shapes/torus.h"
#include "elements/contact_shape_checks.h"

namespace alembert::contact::test {
namespace {

std::string shape_refusal(const std::function<void()>& make) {
  try {
    make();
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

template <class S>
void check_closed_form(const S& shape, double reach) {
  expect_exact_derivatives(shape, points_around(shape, reach, 0.05));
  for (const Vec3& x : {Vec3(0, 0, 0), Vec3(0, 0, 0.3), Vec3(0, 0, -5), Vec3(0.3, 0, 0), Vec3(0, -0.4, 0)})
    expect_finite(shape, x);
}

TEST(ContactShapes, DistancesHaveExactDerivatives) {
  check_closed_form(SphereShape(0.7), 1.5);
  check_closed_form(SphereShape(0.7, true), 1.5);
  check_closed_form(PlaneShape(), 1.0);
  check_closed_form(BoxShape({1.0, 0.6, 0.8}, 0.1), 1.2);
  check_closed_form(BoxShape({1.0, 0.6, 0.8}), 1.2);
  check_closed_form(CylinderShape(0.5, 0.8, false, 0.1), 1.2);
  check_closed_form(CylinderShape(0.5, 0.8), 1.2);
  check_closed_form(CylinderShape(0.5, 0.8, true), 1.2);
  check_closed_form(CapsuleShape(0.4, 0.7), 1.5);
  check_closed_form(TorusShape(0.8, 0.3), 1.5);
  check_closed_form(ConeShape(0.5, 0.9, 0.1), 1.2);
  check_closed_form(ConeShape(0.9, 0.4), 1.2);
}

TEST(ContactShapes, DistancesAreThoseFromTheSurface) {
  Distance d;
  BoxShape({2.0, 2.0, 2.0}, 0.1).distance({3.0, 0.2, 0.0}, false, d);
  EXPECT_NEAR(d.value, 2.0, 1e-15);
  BoxShape({2.0, 2.0, 2.0}, 0.1).distance({2.0, 2.0, 0.0}, false, d);
  EXPECT_NEAR(d.value, 1.1 * std::numbers::sqrt2 - 0.1, 1e-15);
  CylinderShape(1.0, 2.0).distance({0.0, 0.0, 1.5}, false, d);
  EXPECT_NEAR(d.value, 0.5, 1e-15);
  EXPECT_LT((d.normal - Vec3::UnitZ()).norm(), 1e-15);
  CylinderShape(1.0, 2.0, true).distance({0.0, -0.9, 1e6}, false, d);
  EXPECT_NEAR(d.value, 0.1, 1e-15);
  EXPECT_LT((d.normal - Vec3::UnitY()).norm(), 1e-15);
  ConeShape(1.0, 1.0, 0.1).distance({0.5, 0.0, 0.0}, false, d);  // on the middle of its slope
  EXPECT_NEAR(d.value, 0.0, 1e-15);
  EXPECT_LT((d.normal - Vec3(1.0, 0.0, 1.0).normalized()).norm(), 1e-15);
  TorusShape(1.0, 0.25).distance({0.0, 0.0, 0.0}, false, d);
  EXPECT_NEAR(d.value, 0.75, 1e-15);
}

TEST(ContactShapes, RoundedEdgesHaveNoJumps) {
  for (const double r : {0.05, 0.15}) {
    expect_continuous(BoxShape({1.0, 0.6, 0.8}, r), {0.47, 0.1, 0.4 + 1e-4}, {0.5 + 1e-4, 0.12, 0.35}, 1e-6, 1e-2);
    expect_continuous(BoxShape({1.0, 0.6, 0.8}, r), {0.3, 0.28, 0.4}, {0.5, 0.3, 0.3}, 1e-5, 1e-2);
    expect_continuous(CylinderShape(0.5, 0.8, false, r), {0.47, 0.1, 0.4}, {0.5, 0.12, 0.35}, 1e-6, 1e-2);
    expect_continuous(ConeShape(0.5, 0.9, r), {0.02, 0.01, 0.45}, {-0.3, 0.1, 0.3}, 1e-6, 1e-2);
    expect_continuous(ConeShape(0.5, 0.9, r), {0.5, 0.0, -0.45}, {0.45, 0.1, -0.4}, 1e-6, 1e-2);
  }
}

TEST(ContactShapes, SolidsAreWhatIsInside) {
  expect_same_solid(counted_solid(SphereShape(0.7), 60), SphereShape(0.7).solid(), 2e-3);
  expect_same_solid(counted_solid(BoxShape({1.0, 0.6, 0.8}), 60), BoxShape({1.0, 0.6, 0.8}).solid(), 2e-3);
  expect_same_solid(counted_solid(CylinderShape(0.5, 0.8), 60), CylinderShape(0.5, 0.8).solid(), 2e-3);
  expect_same_solid(counted_solid(CapsuleShape(0.4, 0.7), 60), CapsuleShape(0.4, 0.7).solid(), 2e-3);
  expect_same_solid(counted_solid(TorusShape(0.8, 0.3), 60), TorusShape(0.8, 0.3).solid(), 2e-3);
  expect_same_solid(counted_solid(ConeShape(0.6, 0.9), 60), ConeShape(0.6, 0.9).solid(), 4e-3);
}

TEST(ContactShapes, FeaturesLieOnTheSurface) {
  for (const std::optional<double> r : {std::optional<double>(0.1), std::optional<double>()}) {
    const double cut = r ? 0.0 : 0.03;
    expect_features_on_surface(BoxShape({1.0, 0.6, 0.8}, r), cut);
    expect_features_on_surface(CylinderShape(0.3, 0.8, false, r), cut);
    expect_features_on_surface(ConeShape(0.5, 0.9, r), cut);
  }
  expect_features_on_surface(SphereShape(0.7), 0.0);
  expect_features_on_surface(CapsuleShape(0.4, 0.7), 0.0);
  expect_features_on_surface(TorusShape(0.8, 0.3), 0.0);
  EXPECT_EQ(BoxShape({1.0, 0.6, 0.8}).nodes().size(), 8u);
  EXPECT_EQ(BoxShape({1.0, 0.6, 0.8}).edges().size(), 12u);
  EXPECT_EQ(CylinderShape(0.5, 0.8).rings().size(), 2u);
  EXPECT_TRUE(CylinderShape(0.5, 0.8, true).edges().empty());
  EXPECT_TRUE(SphereShape(0.5, true).nodes().empty());
}

TEST(ContactShapes, NodesWithinASphereAreFound) {
  std::vector<int> found;
  BoxShape({1.0, 1.0, 1.0}).nodes_within({{0.5, 0.5, 0.5}, 1.1}, found);
  EXPECT_EQ(found, (std::vector<int>{3, 5, 6, 7}));
  CapsuleShape(0.4, 1.0).nodes_within({{0.0, 0.0, 1.0}, 0.2}, found);
  EXPECT_EQ(found, (std::vector<int>{1}));
}

TEST(ContactShapes, RefuseImpossibleSizes) {
  EXPECT_EQ(shape_refusal([] { SphereShape(0.0); }), "the radius of a sphere must be a positive number, not 0");
  EXPECT_EQ(shape_refusal([] { CapsuleShape(NAN, 1.0); }),
            "the radius of a capsule must be a positive number, not nan");
  EXPECT_EQ(shape_refusal([] { BoxShape({1.0, -1.0, 1.0}); }), "the size of a box must be a positive number, not -1");
  EXPECT_EQ(shape_refusal([] {
              BoxShape({1.0, 2.0, 3.0}, 0.5);
            }),
            "the rounding of this box must be less than 0.5, half of its smallest extent, not 0.5");
  EXPECT_EQ(shape_refusal([] { CylinderShape(1.0, 1.0, false, -1.0); }),
            "the rounding of a cylinder must be a positive number, not -1");
  EXPECT_EQ(shape_refusal([] { TorusShape(1.0, 1.5); }),
            "the tube of a torus must have a smaller radius than its circle, 1, not 1.5");
  EXPECT_EQ(shape_refusal([] { ConeShape(1.0, HUGE_VAL); }), "the length of a cone must be a positive number, not inf");
  EXPECT_EQ(shape_refusal([] { PlaneShape().solid(); }), "a plane has no volume");
  EXPECT_EQ(shape_refusal([] { CylinderShape(1.0, 1.0, true).solid(); }), "a hollow has no volume");
}

}  // namespace
}  // namespace alembert::contact::test
