// A rigid body with internal masses against equations written down independently, for each mass a point that moves in
// space, and their derivatives by automatic differentiation.
#include "bodies/rigid_with_masses.h"

#include <gtest/gtest.h>

#include <random>

#include "math/dual.h"

namespace alembert {
namespace {

constexpr int kMasses = 2, n = 6 + kMasses;

Body carrier() {
  Body body;
  body.name = "tank";
  body.mass = 3.0;
  body.inertia << 1.0, 0.1, 0.05, 0.1, 1.3, 0.2, 0.05, 0.2, 1.6;
  body.com = Vec3(0.1, -0.2, 0.3);
  body.internal_masses.push_back(
      {"one", 0.7, Vec3(0.4, 0.1, -0.3), Vec3(2.0, 1.0, -1.0).normalized(), 50.0, 2.0, 0.0, 0.0, {}});
  body.internal_masses.push_back(
      {"two", 1.1, Vec3(-0.3, 0.5, 0.2), Vec3(0.0, 1.0, 3.0).normalized(), 20.0, 0.5, 0.0, 0.0, {}});
  return body;
}

struct Point {
  Vec3 r;
  Quat p;
  Vector s, v, a;

  explicit Point(unsigned seed) : s(kMasses), v(n), a(n) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> u(-1.0, 1.0);
    const auto vec = [&] { return Vec3(u(random), u(random), u(random)); };
    r = vec();
    p = so3::exp<double>(Vec3(3.0 * vec()));
    for (Vector* x : {&s, &v, &a})
      for (double& y : *x) y = u(random);
  }
  Vector q() const {
    Vector out(7 + kMasses);
    out << r, p.w(), p.x(), p.y(), p.z(), s;
    return out;
  }
};

const Vec3 kGravity(0.3, -9.81, 1.2);

// M a + f in the coordinates (r, dtheta, s): Newton's and Euler's equations of the carrier, and for each mass at
// x = r + R c its own m (x'' - g), taken to the coordinates by dx = dr + R (dtheta x c + ds u). `inertia` alone: M a.
template <class S>
Eigen::Matrix<S, n, 1> balance(const Point& at, const Eigen::Matrix<S, n, 1>& d, const Eigen::Matrix<S, n, 1>& v,
                               const Eigen::Matrix<S, n, 1>& a, bool inertia_only) {
  const Body body = carrier();
  const Vec3T<S> dtheta = d.template segment<3>(3);
  const Mat3T<S> R = so3::matrix(at.p).template cast<S>() * so3::matrix(so3::exp<S>(dtheta));
  const Vec3T<S> w = v.template segment<3>(3), dw = a.template segment<3>(3);
  const Vec3T<S> none = Vec3T<S>::Zero();
  const Vec3T<S> g = inertia_only ? none : Vec3T<S>(kGravity.cast<S>());
  const Mat3T<S> J = body.inertia.cast<S>();
  Eigen::Matrix<S, n, 1> out;
  out.template head<3>() = S(body.mass) * (a.template head<3>() - g);
  out.template segment<3>(3) = J * dw;
  if (!inertia_only) out.template segment<3>(3) += w.cross(Vec3T<S>(J * w));
  for (int k = 0; k < kMasses; ++k) {
    const InternalMass& m = body.internal_masses[static_cast<std::size_t>(k)];
    const S s = S(at.s[k]) + d[6 + k];
    const Vec3T<S> u = m.axis.cast<S>(), c = (m.at - body.com).cast<S>() + s * u;
    Vec3T<S> x2 = dw.cross(c) + a[6 + k] * u;
    if (!inertia_only) x2 += w.cross(Vec3T<S>(w.cross(c))) + S(2.0) * v[6 + k] * w.cross(u);
    const Vec3T<S> force = S(m.mass) * (Vec3T<S>(a.template head<3>()) + R * x2 - g);  // ground axes
    const Vec3T<S> inside = R.transpose() * force;
    out.template head<3>() += force;
    out.template segment<3>(3) += c.cross(inside);
    out[6 + k] = u.dot(inside);
    if (!inertia_only) out[6 + k] += S(m.stiffness) * s + S(m.damping) * v[6 + k];
  }
  return out;
}

class InternalMasses : public ::testing::TestWithParam<unsigned> {
 protected:
  const RigidWithMasses body{carrier()};
  const Point at{GetParam()};
  const Vector q = at.q();
  Vector zero = Vector::Zero(n);

  // The body's own block with given weights and no forces at its frames.
  Eigen::MatrixXd block(const dae::Weights& weights, bool moves, const std::vector<ForceTorque>& wrenches) const {
    std::vector<linear::Block> blocks;
    body.declare(0, blocks);
    const linear::Pattern pattern(n, blocks);
    std::vector<int> slots(n);
    body.bind(0, pattern, slots.data());
    std::vector<FrameState> frames(1 + kMasses, standing_frame());
    body.place(q.data(), frames.data());
    body.turn(q.data(), at.v.data(), frames.data());
    Eigen::MatrixXd out = Eigen::MatrixXd::Zero(n, n);
    const BodyPoint point{weights,  q.data(), at.v.data(), at.a.data(),   zero.data(),
                          q.data(), moves,    kGravity,    frames.data(), wrenches.data()};
    body.add_matrix(point, slots.data(), out.data());  // the pattern is full
    return out;
  }
  static std::vector<ForceTorque> nothing() { return std::vector<ForceTorque>(1 + kMasses); }
};

// The same formulas by two ways: what is left is rounding of numbers of order 100.
constexpr double kRounding = 1e-11;

TEST_P(InternalMasses, ForcesAndMassMatchTheEquationsOfSeparatePoints) {
  using V = Eigen::Matrix<double, n, 1>;
  Vector f = Vector::Zero(n), Ma(n);
  body.add_forces(q.data(), at.v.data(), kGravity, f.data());
  body.apply_mass(q.data(), at.a.data(), Ma.data());
  const V all = balance<double>(at, V::Zero(), at.v, at.a, false),
          inertia = balance<double>(at, V::Zero(), at.v, at.a, true);
  EXPECT_LT((Ma - inertia).norm(), kRounding);
  EXPECT_LT((f + Ma - all).norm(), kRounding);
  EXPECT_LT((block({1.0, 0.0, 0.0}, false, nothing()) * at.a - inertia).norm(), kRounding);
}

TEST_P(InternalMasses, DerivativesMatchAutomaticDifferentiation) {
  using D = Dual<n>;
  using V = Eigen::Matrix<D, n, 1>;
  V d, v, a, dv;
  for (int k = 0; k < n; ++k) {
    d[k] = D::variable(0.0, k);
    v[k] = D(at.v[k]);
    dv[k] = D::variable(at.v[k], k);
    a[k] = D(at.a[k]);
  }
  const V none = V::Zero();
  const V f_by_q = balance<D>(at, d, v, none, false), f_by_v = balance<D>(at, none, dv, none, false),
          Ma_by_q = balance<D>(at, d, v, a, true);
  const Eigen::MatrixXd K = block({0.0, 0.0, 1.0}, false, nothing()), C = block({0.0, 1.0, 0.0}, false, nothing()),
                        M = block({1.0, 0.0, 0.0}, false, nothing()), all = block({1.0, 0.0, 1.0}, true, nothing());
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const auto k = static_cast<std::size_t>(c);
      EXPECT_NEAR(K(r, c), f_by_q[r].d[k], kRounding) << r << " " << c;
      EXPECT_NEAR(C(r, c), f_by_v[r].d[k], kRounding) << r << " " << c;
      EXPECT_NEAR(all(r, c) - K(r, c) - M(r, c), Ma_by_q[r].d[k], kRounding) << r << " " << c;
    }
}

// A force and a torque at a mass: J^T w, V and the curvature of J^T w, by automatic differentiation of the mass's pose.
TEST_P(InternalMasses, MapsOfTheMassesMatchAutomaticDifferentiation) {
  using D = Dual<n>;
  const Body given = carrier();
  Eigen::Matrix<D, n, 1> d;
  for (int k = 0; k < n; ++k) d[k] = D::variable(0.0, k);
  const Vec3T<D> dtheta = d.segment<3>(3);
  const Mat3T<D> R = so3::matrix(at.p).cast<D>() * so3::matrix(so3::exp<D>(dtheta));
  const Vec3T<D> w = at.v.segment<3>(3).cast<D>();
  for (int k = 0; k < kMasses; ++k) {
    const InternalMass& m = given.internal_masses[static_cast<std::size_t>(k)];
    const Vec3T<D> u = m.axis.cast<D>(), c = (m.at - given.com).cast<D>() + (D(at.s[k]) + d[6 + k]) * u;
    const Vec3T<D> x = at.r.cast<D>() + Vec3T<D>(d.head<3>()) + R * c;
    const Vec3T<D> velocity = at.v.head<3>().cast<D>() + R * Vec3T<D>(w.cross(c) + D(at.v[6 + k]) * u);
    const Vec3T<D> turning = R * w;
    Mat6X J(6, n), V(6, n);
    body.jacobian(q.data(), k + 1, J);
    body.twist_stiffness(q.data(), at.v.data(), k + 1, V);
    for (int r = 0; r < 3; ++r)
      for (int col = 0; col < n; ++col) {
        const auto i = static_cast<std::size_t>(col);
        EXPECT_NEAR(J(r, col), x[r].d[i], kRounding);
        EXPECT_NEAR(V(r, col), velocity[r].d[i], kRounding);
        EXPECT_NEAR(V(r + 3, col), turning[r].d[i], kRounding);
      }
    // J^T (F, T) with F, T held: f_theta = R^T T + c x R^T F, f_s = u . R^T F.
    const Vec3 F(1.3, -0.4, 2.1), T(0.2, 1.5, -0.7);
    const Vec3T<D> inside = R.transpose() * F.cast<D>();
    const Vec3T<D> torque = R.transpose() * T.cast<D>() + c.cross(inside);
    const D along = u.dot(inside);
    std::vector<ForceTorque> wrenches(1 + kMasses);
    wrenches[static_cast<std::size_t>(k) + 1] = {F, T};
    const Eigen::MatrixXd curvature =
        block({0.0, 0.0, 1.0}, false, wrenches) - block({0.0, 0.0, 1.0}, false, nothing());
    for (int col = 0; col < n; ++col) {
      const auto i = static_cast<std::size_t>(col);
      for (int r = 0; r < 3; ++r) EXPECT_NEAR(curvature(3 + r, col), torque[r].d[i], kRounding);
      EXPECT_NEAR(curvature(6 + k, col), along.d[i], kRounding);
    }
    Vector f(n);
    std::vector<FrameState> frames(1 + kMasses, standing_frame());
    body.place(q.data(), frames.data());
    body.gather(q.data(), frames.data(), wrenches.data(), f.data());
    Vec6 wrench;
    wrench << F, T;
    EXPECT_LT((f - J.transpose() * wrench).norm(), kRounding);
  }
}

TEST_P(InternalMasses, InverseMassInvertsTheMassMatrix) {
  const Eigen::MatrixXd mass = block({1.0, 0.0, 0.0}, false, nothing());
  Eigen::MatrixXd product(n, n);
  for (int k = 0; k < n; ++k) ASSERT_TRUE(body.apply_inverse_mass(q.data(), mass.col(k).data(), product.col(k).data()));
  EXPECT_LT((product - Eigen::MatrixXd::Identity(n, n)).norm(), 1e-12);
}

// d/dt (kinetic + potential) = -dissipated power where M a = -f: with a from the equations themselves.
TEST_P(InternalMasses, EnergyChangesByWhatTheDampersTake) {
  Vector f = Vector::Zero(n), a(n), rate(q.size());
  body.add_forces(q.data(), at.v.data(), kGravity, f.data());
  ASSERT_TRUE(body.apply_inverse_mass(q.data(), f.data(), a.data()));
  a = -a;
  const auto energy = [&](double t) {
    Vector moved(q.size());
    const Vector d = t * at.v + 0.5 * t * t * a, v = at.v + t * a;
    body.advance(q.data(), d.data(), moved.data());
    std::vector<FrameState> frames(1 + kMasses, standing_frame());
    body.place(moved.data(), frames.data());
    body.turn(moved.data(), v.data(), frames.data());
    return body.kinetic_energy(moved.data(), v.data(), frames.data()) +
           body.potential_energy(moved.data(), kGravity, frames.data());
  };
  const double h = 1e-4;
  double taken = 0.0;
  for (int k = 0; k < n; ++k) taken += body.damping(k) * at.v[k] * at.v[k];
  // Central difference: 1e-8 of truncation, times the third derivative of the energy.
  EXPECT_NEAR((energy(h) - energy(-h)) / (2.0 * h), -taken, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Seeds, InternalMasses, ::testing::Values(1u, 2u, 3u, 4u));

}  // namespace
}  // namespace alembert
