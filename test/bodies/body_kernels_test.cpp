// Facts that hold for every kind of body: coordinates move as they say, maps and masses agree with each other.
#include <gtest/gtest.h>

#include <random>

#include "bodies/all_bodies.h"
#include "support/particle_part.h"

namespace alembert {
namespace {

Body example(BodyKind kind, bool masses) {
  Body body;
  body.name = "body";
  body.kind = kind;
  body.mass = 2.0;
  body.inertia = Vec3(0.3, 0.4, 0.5).asDiagonal();
  body.com = kind == BodyKind::point ? Vec3(Vec3::Zero()) : Vec3(0.1, 0.2, kind == BodyKind::planar ? 0.0 : 0.3);
  body.position = Vec3(0.5, -0.4, 0.7);
  body.velocity = Vec3(0.2, 0.3, 0.0);
  if (kind == BodyKind::rigid) body.orientation = Quat(0.5, 0.5, -0.5, 0.5);
  if (masses) body.internal_masses.push_back({"m", 0.5, Vec3(0.1, 0.0, 0.2), Vec3::UnitY(), 10.0, 1.0, 0.05, 0.0, {}});
  return body;
}

Body deforming_example() {
  Body body = example(BodyKind::flexible, false);
  Flexibility& f = body.flexibility.emplace();
  f.part = std::make_shared<flexible::Part>(test::particle_part(5, 3, 1));
  f.damping = Vector::Constant(3, 0.1);
  f.displacement = Vector::LinSpaced(3, -0.1, 0.2);
  f.rate = Vector::Zero(3);
  f.frames = f.part->frames;
  body.mass = f.part->mass;
  body.com = f.part->centre;
  body.inertia = f.part->J0;
  return body;
}

template <class Kernel>
Kernel make() {
  if constexpr (std::is_same_v<Kernel, GroundBody>) return Kernel(example(BodyKind::ground, false));
  if constexpr (std::is_same_v<Kernel, PointBody>) return Kernel(example(BodyKind::point, false));
  if constexpr (std::is_same_v<Kernel, PlanarBody>) return Kernel(example(BodyKind::planar, false));
  if constexpr (std::is_same_v<Kernel, RigidBody>) return Kernel(example(BodyKind::rigid, false));
  if constexpr (std::is_same_v<Kernel, FlexibleBody>) return Kernel(deforming_example());
  if constexpr (std::is_same_v<Kernel, RigidWithMasses>) return Kernel(example(BodyKind::rigid, true));
}

template <class List>
struct TypesOf;
template <class... Kernels>
struct TypesOf<std::tuple<Kernels...>> {
  using type = ::testing::Types<Kernels...>;
};

template <class Kernel>
class EveryBody : public ::testing::Test {
 protected:
  const Kernel body = make<Kernel>();
  const BodySizes n = body.sizes();
  Vector q = Vector::Zero(n.positions), v = Vector::Zero(n.velocities), d = v, a = v;

  void SetUp() override {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> u(-1.0, 1.0);
    for (Vector* x : {&v, &d, &a})
      for (double& y : *x) y = u(random);
    Vector start_v = v;
    Body given;
    given.orientation = Quat(0.8, 0.2, -0.4, 0.4).normalized();
    body.start(given, q.data(), start_v.data());
  }
  std::vector<FrameState> placed(const Vector& at, const Vector& velocity) const {
    std::vector<FrameState> frames(static_cast<std::size_t>(n.frames), standing_frame());
    body.place(at.data(), frames.data());
    body.turn(at.data(), velocity.data(), frames.data());
    return frames;
  }
  Vector moved(const Vector& increment) const {
    Vector out(n.positions);
    body.advance(q.data(), increment.data(), out.data());
    return out;
  }
};
TYPED_TEST_SUITE(EveryBody, TypesOf<AllBodies>::type);

TYPED_TEST(EveryBody, DifferenceTakesBackWhatAdvanceMoved) {
  Vector back(this->n.velocities);
  const Vector to = this->moved(this->d);
  this->body.difference(this->q.data(), to.data(), back.data());
  EXPECT_LT((back - this->d).norm(), 1e-14);
}

TYPED_TEST(EveryBody, RatesAreThoseOfAdvance) {
  Vector rate(this->n.positions), back(this->n.velocities);
  this->body.rates(this->q.data(), this->v.data(), rate.data());
  const double h = 1e-5;  // truncation 1e-10
  EXPECT_LT(((this->moved(h * this->v) - this->moved(-h * this->v)) / (2.0 * h) - rate).norm(), 1e-9);
  this->body.velocity_of_rates(this->q.data(), rate.data(), back.data());
  EXPECT_LT((back - this->v).norm(), 1e-14);
}

TYPED_TEST(EveryBody, TwistsAreRatesOfPosesAndAccelerationsRatesOfTwists) {
  const double h = 1e-4;  // truncation 1e-8
  const auto path = [&](double t) {
    const Vector way = t * this->v + 0.5 * t * t * this->a, velocity = this->v + t * this->a;
    return this->placed(this->moved(way), velocity);
  };
  const auto here = path(0.0), ahead = path(h), behind = path(-h);
  for (std::size_t k = 0; k < here.size(); ++k) {
    const ForceTorque acceleration =
        this->body.accelerate(this->q.data(), this->v.data(), this->a.data(), here.data(), static_cast<int>(k));
    EXPECT_LT(((ahead[k].r - behind[k].r) / (2.0 * h) - here[k].v).norm(), 1e-7);
    const Mat3 turning = (ahead[k].R - behind[k].R) / (2.0 * h) * here[k].R.transpose();
    EXPECT_LT((turning - so3::hat(here[k].w)).norm(), 1e-7);
    EXPECT_LT(((ahead[k].v - behind[k].v) / (2.0 * h) - acceleration.force).norm(), 1e-7);
    EXPECT_LT(((ahead[k].w - behind[k].w) / (2.0 * h) - acceleration.torque).norm(), 1e-7);
  }
}

TYPED_TEST(EveryBody, WrenchesDoTheWorkOfTheirGeneralisedForces) {
  const auto frames = this->placed(this->q, this->v);
  std::vector<ForceTorque> wrenches(frames.size());
  double power = 0.0;
  for (std::size_t k = 0; k < frames.size(); ++k) {
    wrenches[k] = {Vec3(1.0 + static_cast<double>(k), -2.0, 0.5), Vec3(0.3, 0.7, -1.1)};
    power += wrenches[k].force.dot(frames[k].v) + wrenches[k].torque.dot(frames[k].w);
  }
  Vector f = Vector::Zero(this->n.velocities);
  this->body.gather(this->q.data(), frames.data(), wrenches.data(), f.data());
  EXPECT_NEAR(f.dot(this->v), power, 1e-13);
}

TYPED_TEST(EveryBody, KineticEnergyIsThatOfTheMassMatrix) {
  Vector momentum = Vector::Zero(this->n.velocities);
  this->body.apply_mass(this->q.data(), this->v.data(), momentum.data());
  const auto frames = this->placed(this->q, this->v);
  EXPECT_NEAR(this->body.kinetic_energy(this->q.data(), this->v.data(), frames.data()), 0.5 * this->v.dot(momentum),
              1e-14);
}

TYPED_TEST(EveryBody, InverseMassUndoesMass) {
  if (this->n.velocities == 0) return;
  Vector momentum(this->n.velocities), back(this->n.velocities);
  this->body.apply_mass(this->q.data(), this->v.data(), momentum.data());
  ASSERT_TRUE(this->body.apply_inverse_mass(this->q.data(), momentum.data(), back.data()));
  EXPECT_LT((back - this->v).norm(), 1e-13);
}

TYPED_TEST(EveryBody, CoordinatesHaveDistinctNames) {
  std::vector<std::string> names;
  for (int k = 0; k < this->n.velocities; ++k) names.push_back(this->body.coordinate_name(k));
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::unique(names.begin(), names.end()), names.end());
}

TEST(BodyKernels, NoInertiaMeansNoInverse) {
  Body rod = example(BodyKind::rigid, false);
  rod.inertia = Vec3(0.0, 0.4, 0.4).asDiagonal();
  Vector x = Vector::Ones(7), y(7);
  EXPECT_FALSE(RigidBody(rod).apply_inverse_mass(nullptr, x.data(), y.data()));
  rod.internal_masses.push_back({"m", 0.5, Vec3(0.1, 0.0, 0.2), Vec3::UnitY(), 10.0, 1.0, 0.0, 0.0, {}});
  const RigidWithMasses loaded(rod);
  Vector q(8), v(7);
  loaded.start(rod, q.data(), v.data());
  EXPECT_FALSE(loaded.apply_inverse_mass(q.data(), x.data(), y.data()));
}

}  // namespace
}  // namespace alembert
