// A flexible body of particles against equations written down independently, for each particle a point that moves in
// space, and their derivatives by automatic differentiation.
#include "bodies/flexible.h"

#include <gtest/gtest.h>

#include <random>

#include "math/dual.h"
#include "support/particle_part.h"

namespace alembert {
namespace {

constexpr int kModes = 4, kSize = 6 + kModes, kParticles = 7;

Body deformable(Coupling coupling, unsigned seed) {
  Body body;
  body.name = "beam";
  body.kind = BodyKind::flexible;
  Flexibility& f = body.flexibility.emplace();
  f.part = std::make_shared<flexible::Part>(test::particle_part(kParticles, kModes, seed));
  f.coupling = coupling;
  f.damping = Vector::LinSpaced(kModes, 0.1, 0.4);
  f.displacement = f.rate = Vector::Zero(kModes);
  f.frames = f.part->frames;
  body.mass = f.part->mass;
  body.com = f.part->centre;
  body.inertia = f.part->J0;
  return body;
}

const Vec3 kDown(0.3, -9.81, 1.2);

class FlexibleBodies : public ::testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    std::mt19937 random(GetParam() + 100);
    std::uniform_real_distribution<double> u(-1.0, 1.0);
    const auto vec = [&] { return Vec3(u(random), u(random), u(random)); };
    r = vec();
    p = so3::exp<double>(Vec3(3.0 * vec()));
    for (Vector* x : {&xi, &v, &a})
      for (double& y : *x) y = 0.6 * u(random);
    q.resize(7 + kModes);
    q << r, p.w(), p.x(), p.y(), p.z(), xi;
  }

  // M a + f by particles at x = r + R (X + Phi xi): m (x'' - g), taken to the coordinates by dx = dr + R (dtheta x s +
  // Phi dxi), with springs and dampers of the modes. `inertia_only`: M a.
  template <class S>
  Eigen::Matrix<S, kSize, 1> balance(const Eigen::Matrix<S, kSize, 1>& d, const Eigen::Matrix<S, kSize, 1>& rate,
                                     const Eigen::Matrix<S, kSize, 1>& change, bool inertia_only) const {
    const flexible::Part& part = *given.flexibility->part;
    const Vec3T<S> dtheta = d.template segment<3>(3);
    const Mat3T<S> R = so3::matrix(p).template cast<S>() * so3::matrix(so3::exp<S>(dtheta));
    const Vec3T<S> w = rate.template segment<3>(3), dw = change.template segment<3>(3);
    Eigen::Matrix<S, kSize, 1> out = Eigen::Matrix<S, kSize, 1>::Zero();
    double mass_left = part.mass;
    for (int i = 0; i < kParticles; ++i) {
      const double mass = particle_mass(i);
      mass_left -= mass;
      Vec3T<S> s = part.nodes.col(i).cast<S>(), u = Vec3T<S>::Zero(), u2 = Vec3T<S>::Zero();
      for (int k = 0; k < kModes; ++k) {
        const Vec3T<S> phi = part.shapes.block<3, 1>(3 * i, k).cast<S>();
        s += (S(xi[k]) + d[6 + k]) * phi;
        u += rate[6 + k] * phi;
        u2 += change[6 + k] * phi;
      }
      Vec3T<S> x2 = dw.cross(s) + u2;
      if (!inertia_only) x2 += w.cross(Vec3T<S>(w.cross(s))) + S(2.0) * w.cross(u);
      Vec3T<S> force = Vec3T<S>(change.template head<3>()) + R * x2;
      if (!inertia_only) force -= kDown.cast<S>();
      force *= S(mass);
      const Vec3T<S> inside = R.transpose() * force;
      out.template head<3>() += force;
      out.template segment<3>(3) += s.cross(inside);
      for (int k = 0; k < kModes; ++k) out[6 + k] += Vec3T<S>(part.shapes.block<3, 1>(3 * i, k).cast<S>()).dot(inside);
    }
    EXPECT_NEAR(mass_left, 0.0, 1e-14);
    if (!inertia_only)
      for (int k = 0; k < kModes; ++k)
        out[6 + k] += S(part.mu[k] * part.omega[k] * part.omega[k]) * (S(xi[k]) + d[6 + k]) +
                      S(given.flexibility->damping[k]) * rate[6 + k];
    return out;
  }
  // As particle_part makes them: of P0, with one particle left out at a time, it would be the same.
  double particle_mass(int i) const {
    std::mt19937 random(GetParam());
    std::uniform_real_distribution<double> u(-1.0, 1.0);
    double mass = 0.0;
    for (int k = 0; k <= i; ++k) {
      mass = 0.3 + 0.2 * u(random);
      for (int c = 0; c < 3; ++c) u(random);
    }
    return mass;
  }
  std::vector<FrameState> placed() const {
    std::vector<FrameState> frames(3, standing_frame());
    body.place(q.data(), frames.data());
    body.turn(q.data(), v.data(), frames.data());
    return frames;
  }
  Eigen::MatrixXd block(const dae::Weights& weights, bool moves, const std::vector<ForceTorque>& wrenches) const {
    std::vector<linear::Block> blocks{{0, kSize, 0, kSize}};
    body.declare(0, blocks);
    const linear::Pattern pattern(kSize, blocks);
    std::vector<int> slots(kSize);
    body.bind(0, pattern, slots.data());
    const std::vector<FrameState> frames = placed();
    Eigen::MatrixXd out = Eigen::MatrixXd::Zero(kSize, kSize);
    const BodyPoint point{weights,  q.data(), v.data(), a.data(),      zero.data(),
                          q.data(), moves,    kDown,    frames.data(), wrenches.data()};
    body.add_matrix(point, slots.data(), out.data());  // the pattern is full
    return out;
  }
  static std::vector<ForceTorque> nothing() { return std::vector<ForceTorque>(3); }

  const Body given = deformable(Coupling::full, GetParam());
  const FlexibleBody body{given};
  Vec3 r;
  Quat p;
  Vector xi = Vector::Zero(kModes), v = Vector::Zero(kSize), a = v, zero = v, q;
};

// The same formulas by two ways: what is left is rounding of numbers of order 100.
constexpr double kExact = 1e-11;

TEST_P(FlexibleBodies, ForcesAndMassMatchTheEquationsOfParticles) {
  using V = Eigen::Matrix<double, kSize, 1>;
  Vector f = Vector::Zero(kSize), Ma(kSize);
  body.add_forces(q.data(), v.data(), kDown, f.data());
  body.apply_mass(q.data(), a.data(), Ma.data());
  const V all = balance<double>(V::Zero(), v, a, false), inertia = balance<double>(V::Zero(), v, a, true);
  EXPECT_LT((Ma - inertia).norm(), kExact);
  EXPECT_LT((f + Ma - all).norm(), kExact);
  EXPECT_LT((block({1.0, 0.0, 0.0}, false, nothing()) * a - inertia).norm(), kExact);
}

TEST_P(FlexibleBodies, DerivativesMatchAutomaticDifferentiation) {
  using D = Dual<kSize>;
  using V = Eigen::Matrix<D, kSize, 1>;
  V d, rate, change, by_rate;
  for (int k = 0; k < kSize; ++k) {
    d[k] = D::variable(0.0, k);
    rate[k] = D(v[k]);
    by_rate[k] = D::variable(v[k], k);
    change[k] = D(a[k]);
  }
  const V none = V::Zero();
  const V f_by_q = balance<D>(d, rate, none, false), f_by_v = balance<D>(none, by_rate, none, false),
          Ma_by_q = balance<D>(d, rate, change, true);
  const Eigen::MatrixXd K = block({0.0, 0.0, 1.0}, false, nothing()), C = block({0.0, 1.0, 0.0}, false, nothing()),
                        M = block({1.0, 0.0, 0.0}, false, nothing()), all = block({1.0, 0.0, 1.0}, true, nothing());
  for (int i = 0; i < kSize; ++i)
    for (int c = 0; c < kSize; ++c) {
      const auto k = static_cast<std::size_t>(c);
      EXPECT_NEAR(K(i, c), f_by_q[i].d[k], kExact) << i << " " << c;
      EXPECT_NEAR(C(i, c), f_by_v[i].d[k], kExact) << i << " " << c;
      EXPECT_NEAR(all(i, c) - K(i, c) - M(i, c), Ma_by_q[i].d[k], kExact) << i << " " << c;
    }
}

// J, V and the curvature of J^T (F, T), by automatic differentiation of a frame's pose, twist and J^T (F, T).
TEST_P(FlexibleBodies, MapsOfFramesMatchAutomaticDifferentiation) {
  using D = Dual<kSize>;
  Eigen::Matrix<D, kSize, 1> d;
  for (int k = 0; k < kSize; ++k) d[k] = D::variable(0.0, k);
  const Vec3T<D> dtheta = d.segment<3>(3);
  const Mat3T<D> R = so3::matrix(p).cast<D>() * so3::matrix(so3::exp<D>(dtheta));
  const Vec3T<D> w = v.segment<3>(3).cast<D>();
  const std::vector<FrameState> frames = placed();
  for (int k = 0; k < 2; ++k) {
    const flexible::PartFrame& frame = given.flexibility->frames[static_cast<std::size_t>(k)];
    Vec3T<D> s = frame.at.cast<D>(), theta = Vec3T<D>::Zero(), u = theta, turning = theta;
    for (int m = 0; m < kModes; ++m) {
      s += (D(xi[m]) + d[6 + m]) * frame.Phi.col(m).cast<D>();
      theta += (D(xi[m]) + d[6 + m]) * frame.Theta.col(m).cast<D>();
      u += D(v[6 + m]) * frame.Phi.col(m).cast<D>();
      turning += D(v[6 + m]) * frame.Theta.col(m).cast<D>();
    }
    const Mat3T<D> T = so3::tangent<D>(theta);
    const Vec3T<D> x = r.cast<D>() + Vec3T<D>(d.head<3>()) + R * s;
    const Mat3T<D> pose = R * so3::matrix(so3::exp<D>(theta));
    const Vec3T<D> velocity = v.head<3>().cast<D>() + R * Vec3T<D>(w.cross(s) + u);
    const Vec3T<D> spin = R * Vec3T<D>(w + T.transpose() * turning);
    Mat6X J(6, kSize), V(6, kSize);
    body.jacobian(q.data(), k + 1, J);
    body.twist_stiffness(q.data(), v.data(), k + 1, V);
    const Vec3 F(1.3, -0.4, 2.1), torque(0.2, 1.5, -0.7);
    const Vec3T<D> F_b = R.transpose() * F.cast<D>(), T_b = R.transpose() * torque.cast<D>(), T_t = T * T_b;
    const Vec3T<D> turn = T_b + s.cross(F_b);
    std::vector<ForceTorque> wrenches(3);
    wrenches[static_cast<std::size_t>(k) + 1] = {F, torque};
    const Eigen::MatrixXd curvature =
        block({0.0, 0.0, 1.0}, false, wrenches) - block({0.0, 0.0, 1.0}, false, nothing());
    for (int c = 0; c < kSize; ++c) {
      const auto i = static_cast<std::size_t>(c);
      Mat3 turned;  // dR R^T
      for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column) turned(row, column) = pose(row, column).d[i];
      turned *= frames[static_cast<std::size_t>(k) + 1].R.transpose();
      EXPECT_LT((turned - so3::hat(Vec3(J.col(c).tail<3>()))).norm(), kExact);
      for (int row = 0; row < 3; ++row) {
        EXPECT_NEAR(J(row, c), x[row].d[i], kExact);
        EXPECT_NEAR(V(row, c), velocity[row].d[i], kExact);
        EXPECT_NEAR(V(row + 3, c), spin[row].d[i], kExact);
        EXPECT_NEAR(curvature(3 + row, c), turn[row].d[i], kExact);
      }
      for (int m = 0; m < kModes; ++m) {
        const D f = Vec3T<D>(frame.Phi.col(m).cast<D>()).dot(F_b) + Vec3T<D>(frame.Theta.col(m).cast<D>()).dot(T_t);
        EXPECT_NEAR(curvature(6 + m, c), f.d[i], kExact);
      }
    }
    Vector f(kSize);
    body.gather(q.data(), frames.data(), wrenches.data(), f.data());
    Vec6 wrench;
    wrench << F, torque;
    EXPECT_LT((f - J.transpose() * wrench).norm(), kExact);
  }
}

// d/dt (kinetic + potential) = -dissipated power where M a = -f, for every coupling: with a from the equations
// themselves.
TEST_P(FlexibleBodies, EnergyChangesByWhatTheDampersTake) {
  for (const Coupling coupling : {Coupling::constant, Coupling::partial, Coupling::full}) {
    const FlexibleBody here(deformable(coupling, GetParam()));
    Vector f = Vector::Zero(kSize);
    here.add_forces(q.data(), v.data(), kDown, f.data());
    Vector change(kSize);
    ASSERT_TRUE(here.apply_inverse_mass(q.data(), f.data(), change.data()));
    change = -change;
    const auto energy = [&](double t) {
      Vector moved(q.size());
      const Vector d = t * v + 0.5 * t * t * change, rate = v + t * change;
      here.advance(q.data(), d.data(), moved.data());
      std::vector<FrameState> frames(3, standing_frame());
      here.place(moved.data(), frames.data());
      here.turn(moved.data(), rate.data(), frames.data());
      return here.kinetic_energy(moved.data(), rate.data(), frames.data()) +
             here.potential_energy(moved.data(), kDown, frames.data());
    };
    const double h = 1e-4;
    double taken = 0.0;
    for (int k = 0; k < kSize; ++k) taken += here.damping(k) * v[k] * v[k];
    // Central difference: 1e-8 of truncation, times the third derivative of the energy.
    EXPECT_NEAR((energy(h) - energy(-h)) / (2.0 * h), -taken, 1e-4);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, FlexibleBodies, ::testing::Values(1u, 2u, 3u));

}  // namespace
}  // namespace alembert
