// The tire's forces and slips at given motions, against Fiala's law written out.
#include "elements/forces/tire.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace alembert {
namespace {

using Pair = Eigen::Vector2d;

TireForce::Parameters some_tire() {
  TireForce::Parameters out;
  out.radius = 0.3;
  out.stiffness = 2e5;
  out.slip_stiffness << 5000.0, 4000.0;
  out.relaxation << 0.15, 0.3;
  out.patch_damping = 0.005;
  out.friction = 0.9;
  out.patch = 0.12;
  return out;
}

// A wheel about the y axis at height h, rolling along x at v, drifting sideways, leaning to the left by `lean`.
struct Rig {
  MarkerState<double> road{Vec3::Zero(), Mat3::Identity(), Vec3::Zero(), Vec3::Zero()}, wheel = road;
  Rig(double v, double h, double sideways, double slip, double lean = 0.0) {
    wheel.p = Vec3(1.0, 2.0, h);
    wheel.R.col(1) = -Vec3::UnitZ();
    wheel.R.col(2) = Vec3::UnitY();
    wheel.R = Eigen::AngleAxisd(-lean, Vec3::UnitX()).toRotationMatrix() * wheel.R;
    wheel.v = Vec3(v, sideways, 0.0);
    wheel.w = (1.0 + slip) * v / (h / std::cos(lean)) * wheel.R.col(2);
  }
  TireForce::Place<double> place() const { return TireForce::place<double>({&road, &wheel}); }
  TireForce::Contact<double> contact(const TireForce::Parameters& par) const {
    return TireForce::contact<double>(place().motion, par);
  }
  TireForce::Forces<double> forces(const TireForce::Parameters& par, const Pair& slips) const {
    return TireForce::forces<double>(contact(par), par, slips);
  }
  // The slips it comes to if it goes on like this for a long time: backward Euler with steps that grow, at fixed
  // markers.
  Pair settled(const TireForce::Parameters& par) const {
    const TireForce::Contact<double> c = contact(par);
    Pair e = Pair::Zero();
    for (double h = 1e-3; h < 1e6; h *= 1.5) {
      Pair next = e;
      for (int k = 0; k < 12; ++k) {
        StateDerivatives<2, 2> by;
        ForceContext context;
        context.states = next;
        TireForce::state_derivatives({&road, &wheel}, par, context, by);
        const Pair residual = next - e - h * TireForce::rates<double>(c, par, next);
        next -= (Eigen::Matrix2d::Identity() - h * by.by_state).inverse() * residual;
      }
      e = next;
    }
    return e;
  }
};

// Fiala's law in the combined slip, as a function of the steady slips.
Vec3 fiala(const TireForce::Parameters& par, double load, double slip_x, double slip_y) {
  const double sx = par.slip_stiffness[0] * slip_x, sy = par.slip_stiffness[1] * slip_y, S = std::hypot(sx, sy);
  const double a = std::min(1.0, S / (3.0 * par.friction * load)), rest = (1.0 - a) * (1.0 - a) * (1.0 - a);
  const double F = par.friction * load * (1.0 - rest), fy = F * sy / S;
  return {F * sx / S, fy, -par.patch / 6.0 * fy * rest / (1.0 - a + a * a / 3.0)};  // F_x, F_y, M_z
}

TEST(Tire, SteadyForcesAreFialas) {
  const TireForce::Parameters par = some_tire();
  for (const double v : {10.0, -10.0, 0.5})
    for (const double slip : {0.0, 0.02, -0.05, -0.5, 1.0})
      for (const double sideways : {0.1, 0.5, 1.0, 2.0, 5.0, -1.0}) {
        const Rig rig(v, 0.298, sideways * std::abs(v) / 10.0, slip);
        const auto f = rig.forces(par, rig.settled(par));
        EXPECT_NEAR(rig.contact(par).load, 400.0, 1e-9);
        const Vec3 exact = fiala(par, 400.0, v > 0.0 ? slip : -slip, -sideways / 10.0);
        EXPECT_NEAR(f.force[0], exact[0], 1e-6) << v << " " << slip << " " << sideways;
        EXPECT_NEAR(f.force[1], exact[1], 1e-6) << v << " " << slip << " " << sideways;
        EXPECT_NEAR(f.aligning, exact[2], 1e-6);
        EXPECT_LT(f.force[1] * sideways, 0.0);  // against the drift
      }
}

TEST(Tire, ForcesStayInTheFrictionCircle) {
  const TireForce::Parameters par = some_tire();
  std::mt19937 random(3);
  std::uniform_real_distribution<double> u(-1.0, 1.0);
  for (int k = 0; k < 2000; ++k) {
    const Rig rig(k % 3 == 0 ? 0.0 : 20.0 * u(random), 0.299 + 0.001 * u(random), 5.0 * u(random), u(random),
                  0.3 * u(random));
    const auto f = rig.forces(par, 0.5 * Pair(u(random), u(random)));
    EXPECT_LE(std::hypot(f.force[0], f.force[1]), 0.9 * rig.contact(par).load * (1.0 + 1e-12));
    EXPECT_GE(f.force[2], 0.0);
  }
}

TEST(Tire, StandingIsASpringThatDoesNotCreepAndDoesNotWindUp) {
  const TireForce::Parameters par = some_tire();
  const Rig still(0.0, 0.298, 0.0, 0.0);
  EXPECT_EQ(still.forces(par, Pair(0.01, -0.02)).rates.norm(), 0.0);
  // Pushed sideways by d the slip is d/sigma: stiffness C/sigma, damping T C/sigma.
  const Rig pushed(0.0, 0.298, -0.001, 0.0);
  EXPECT_NEAR(pushed.forces(par, Pair::Zero()).rates[1], 0.001 / 0.3, 1e-15);
  const double force = 4000.0 * 0.005 * 0.001 / 0.3;
  EXPECT_NEAR(pushed.forces(par, Pair::Zero()).force[1], force, 1e-3 * force);
  // Dragged on, the patch slides: its deflection stays near what friction holds, 3 mu N sigma/C.
  for (const double speed : {0.01, 1.0, 100.0}) {
    const Rig dragged(0.0, 0.298, -speed, 0.0);
    const double e = dragged.settled(par)[1], most = 3.0 * 0.9 * 400.0 / 4000.0;
    EXPECT_GT(e, most);
    EXPECT_LT(e, (most + 0.05 + std::sqrt(0.1 * most + 0.0025)) * (1.0 + 1e-9));
    EXPECT_NEAR(dragged.forces(par, Pair(0.0, e)).force[1], 0.9 * 400.0, 1e-9);
  }
}

TEST(Tire, IsSmoothThroughStandstill) {
  const TireForce::Parameters par = some_tire();
  const Pair slips(0.01, -0.02);
  const auto at = [&](double v) { return Rig(v, 0.298, 0.01, -1.0).forces(par, slips); };
  for (const double v : {0.0, 0.1, -0.1, 1.0, -1.0}) {  // where pieces meet
    const double h = 1e-6;
    EXPECT_NEAR((at(v + h).force - at(v - h).force).norm(), 0.0, 1e-2);
    const Vec3 before = (at(v).force - at(v - h).force) / h, after = (at(v + h).force - at(v).force) / h;
    EXPECT_NEAR((after - before).norm(), 0.0, 1e-2 * (1.0 + before.norm())) << v;
  }
}

TEST(Tire, InTheAirCarriesNothingAndItsSlipsFade) {
  const TireForce::Parameters par = some_tire();
  for (const double v : {0.0, 10.0}) {
    const Rig rig(v, 0.31, 1.0, 0.1);
    const auto f = rig.forces(par, Pair(0.2, -0.1));
    EXPECT_EQ(f.force.norm(), 0.0);
    EXPECT_EQ(f.aligning, 0.0);
    EXPECT_EQ(f.rolled, 0.0);
    EXPECT_LE(f.rates[0], -0.2 * 1.0 / 0.15 * (1.0 - 1e-12));
    EXPECT_GE(f.rates[1], 0.1 * 1.0 / 0.3 * (1.0 - 1e-12));
    EXPECT_NEAR(rig.settled(par).norm(), 0.0, 1e-12);
  }
}

TEST(Tire, LeaningIsPushedToTheSideItLeansTo) {
  TireForce::Parameters par = some_tire();
  par.camber_stiffness = 600.0;
  for (const double lean : {0.05, -0.1, 0.4}) {
    const Rig rig(10.0, 0.298 * std::cos(lean), 0.0, 0.0, lean);  // to +y
    const auto c = rig.contact(par);
    const Vec3 P = rig.wheel.p + rig.place().arm();
    EXPECT_NEAR(c.deflection, 0.002, 1e-12);
    EXPECT_NEAR(P[2], 0.0, 1e-12);                                       // on the road,
    EXPECT_NEAR((P - rig.wheel.p).dot(rig.wheel.R.col(2)), 0.0, 1e-12);  // in the plane of the wheel,
    EXPECT_NEAR(P[1], 2.0 - 0.298 * std::sin(lean), 1e-12);              // on the other side than its top
    EXPECT_NEAR(c.load, 400.0 / std::cos(lean), 1e-9);
    const Vec3 exact = fiala(par, c.load, 0.0, 600.0 * lean / 4000.0);
    const auto f = rig.forces(par, rig.settled(par));
    EXPECT_NEAR(f.force[1], exact[1], 1e-6);
    EXPECT_GT(f.force[1] * lean, 0.0);
    if (std::abs(lean) < 0.06) {
      EXPECT_NEAR(f.force[1], 600.0 * lean, 0.03 * 600.0 * lean);
    }
  }
  par.camber_stiffness = 1e5;  // no more than friction allows
  const Rig rig(10.0, 0.298, 0.0, 0.0, 0.3);
  EXPECT_NEAR(rig.forces(par, rig.settled(par)).force[1], 0.9 * rig.contact(par).load, 1e-6);
}

TEST(Tire, LoadFollowsItsCurveAndNeverPulls) {
  TireForce::Parameters par = some_tire();
  par.stiffness = 0.0;
  par.damping = 1000.0;
  par.curve = ForceCurve(std::make_shared<const Spline>("load", std::vector<double>{0, 0.01, 0.02, 0.03, 0.04},
                                                        std::vector<double>{0, 1500, 3200, 5400, 8600}));
  const auto load = [&](double deflection, double sinking) {
    Rig rig(10.0, 0.3 - deflection, 0.0, 0.0);
    rig.wheel.v[2] = -sinking;
    return rig.contact(par).load;
  };
  EXPECT_NEAR(load(0.01, 0.0), 1500.0, 1e-9);
  EXPECT_NEAR(load(0.03, 0.0), 5400.0, 1e-9);
  EXPECT_NEAR(load(0.03, 0.2), 5600.0, 1e-9);
  EXPECT_EQ(load(0.03, -6.0), 0.0);
  EXPECT_EQ(load(-0.01, 1.0), 0.0);
  // Stored: the area below the curve.
  double area = 0.0;
  const int n = 30000;
  for (int k = 0; k < n; ++k) area += load(0.03 * (k + 0.5) / n, 0.0) * 0.03 / n;
  Rig rig(10.0, 0.27, 0.0, 0.0);
  EXPECT_NEAR(TireForce::potential({&rig.road, &rig.wheel}, par, {}), area, 1e-6);
}

}  // namespace
}  // namespace alembert
