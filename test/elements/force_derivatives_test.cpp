// Every K and D of every force against automatic differentiation, and the power they take and store.
#include <gtest/gtest.h>

#include "elements/forces/all_forces.h"
#include "support/as_types.h"
#include "support/random_poses.h"

namespace alembert {
namespace {

template <class Kernel>
typename Kernel::Parameters some_parameters();
template <>
SpringDamperForce::Parameters some_parameters<SpringDamperForce>() {
  return {2.0, 0.7, 0.4, 0.3};
}
template <>
TorsionSpringDamperForce::Parameters some_parameters<TorsionSpringDamperForce>() {
  return {2.0, 0.7, 0.4, 0.3};
}
template <>
AppliedForceKernel::Parameters some_parameters<AppliedForceKernel>() {
  AppliedForceKernel::Parameters out;
  out.has_reaction = true;
  return out;
}

template <>
NonlinearSpringDamperForce::Parameters some_parameters<NonlinearSpringDamperForce>() {
  NonlinearSpringDamperForce::Parameters out;
  out.stiffness = 2.0;
  out.length = 0.4;
  out.tension = ForceCurve(std::make_shared<const Spline>("t", std::vector<double>{-1, 0, 0.5, 1, 2},
                                                          std::vector<double>{-3, 0, 0.4, 2, 7}));
  out.resistance = ForceCurve(
      std::make_shared<const Spline>("r", std::vector<double>{-2, 0, 1, 2}, std::vector<double>{-1, 0, 0.4, 0.5}));
  out.shortest = 0.5;
  out.longest = 1.0;
  out.stop_stiffness = 3.0;
  out.stop_damping = 0.2;
  return out;
}
template <>
FieldForce::Parameters some_parameters<FieldForce>() {
  FieldForce::Parameters out;
  for (int r = 0; r < 6; ++r)
    for (int c = 0; c < 6; ++c) {
      out.stiffness(r, c) = r == c ? 2.0 + 0.3 * r : 0.05 * (r + c);
      out.damping(r, c) = r == c ? 0.7 - 0.1 * r : 0.02;
    }
  out.preload << 0.1, -0.2, 0.3, 0.2, 0.1, -0.3;
  out.free << 0.2, 0.1, 0.0, -0.1, 0.2, 0.1;
  return out;
}
template <>
TireForce::Parameters some_parameters<TireForce>() {
  TireForce::Parameters out;
  out.radius = 3.0;
  out.stiffness = 2.0;
  out.damping = 0.3;
  out.curve = ForceCurve(
      std::make_shared<const Spline>("l", std::vector<double>{0, 1, 2, 3, 5}, std::vector<double>{0, 0.4, 1, 2, 5}));
  out.slip_stiffness << 4.0, 5.0;
  out.relaxation << 0.4, 0.7;
  out.camber_stiffness = 0.9;
  out.patch_damping = 0.2;
  out.friction = 0.8;
  out.patch = 0.2;
  out.rolling_resistance = 0.1;
  out.low_speed = 0.5;
  return out;
}

template <class Kernel, class S>
Markers<S, Kernel::kMarkers> pointers(const std::vector<MarkerState<S>>& states) {
  Markers<S, Kernel::kMarkers> out;
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = &states[k];
  return out;
}

// A wheel on its road, more or less: lying flat it has no contact point.
void stand(std::vector<test::PlainMarker>& state) {
  state[1].R = state[0].R * so3::exp<double>(Vec3(1.4, 0.1, 0.2));
  state[1].p = state[0].p + state[0].R * Vec3(0.1, 0.2, 2.5);
}

bool lies_flat(const std::vector<test::PlainMarker>& state) {
  return (state[0].R * Vec3::UnitZ()).cross(state[1].R * Vec3::UnitZ()).norm() < 0.05;
}

template <class Kernel>
class ForceDerivatives : public ::testing::Test {
 public:
  // Between one and two turns away; the components of an applied force; states, some beyond what friction holds.
  ForceContext context{9.0, Vec3(0.3, -1.2, 0.8), Vec3(0.4, 0.2, -0.6), Eigen::Vector2d(0.9, -1.4)};
};
TYPED_TEST_SUITE(ForceDerivatives, test::AsTypes<AllForces>::type);

// Spring forces divide by the distance, torsion by the projection of an axis: in the seeded states both stay above
// 0.05, which costs up to three digits of 1e-15.
constexpr double kForceTolerance = 1e-12;

TYPED_TEST(ForceDerivatives, StiffnessAndDampingAreTheDerivativesOfTheWrench) {
  constexpr int N = 6 * TypeParam::kMarkers;
  const auto parameters = some_parameters<TypeParam>();
  for (auto state : test::marker_states(TypeParam::kMarkers, 20, 5)) {
    if (std::is_same_v<TypeParam, TireForce> && lies_flat(state)) stand(state);
    const auto plain = test::plain_markers(state);
    StiffnessOf<double, TypeParam::kMarkers> K, D;
    TypeParam::derivatives(pointers<TypeParam>(plain), parameters, this->context, K, D);
    const double scale = std::max(1.0, K.cwiseAbs().maxCoeff());
    for (const bool twists : {false, true}) {
      const auto dual = test::dual_markers<N>(state, twists);
      WrenchOf<Dual<N>, TypeParam::kMarkers> w;
      TypeParam::template wrench<Dual<N>>(pointers<TypeParam>(dual), parameters, this->context, w);
      const auto& matrix = twists ? D : K;
      for (int r = 0; r < N; ++r)
        for (int c = 0; c < N; ++c)
          EXPECT_NEAR(matrix(r, c), w[r].d[static_cast<std::size_t>(c)], kForceTolerance * scale)
              << (twists ? "D " : "K ") << r << " " << c;
    }
  }
}

TYPED_TEST(ForceDerivatives, StatesAreDifferentiatedExactly) {
  if constexpr (ForceWithStates<TypeParam>) {
    constexpr int N = 6 * TypeParam::kMarkers, X = TypeParam::kStates;
    const auto parameters = some_parameters<TypeParam>();
    int sliding = 0;
    for (auto state : test::marker_states(TypeParam::kMarkers, 20, 5)) {
      stand(state);
      for (const double size : {0.1, 1.0, 4.0}) {
        ForceContext scaled = this->context;
        scaled.states *= size;
        const auto plain = test::plain_markers(state);
        const auto m = pointers<TypeParam>(plain);
        StateDerivatives<TypeParam::kMarkers, X> by;
        TypeParam::state_derivatives(m, parameters, scaled, by);
        const double scale = std::max({1.0, by.by_tangent.cwiseAbs().maxCoeff(), by.by_twist.cwiseAbs().maxCoeff()});
        for (const bool twists : {false, true}) {
          const auto dual = test::dual_markers<N>(state, twists);
          WrenchOf<Dual<N>, TypeParam::kMarkers> w;
          const auto rates = TypeParam::template wrench_of_slips<Dual<N>>(pointers<TypeParam>(dual), parameters,
                                                                          scaled.states.template cast<Dual<N>>(), w);
          for (int r = 0; r < X; ++r)
            for (int c = 0; c < N; ++c)
              EXPECT_NEAR((twists ? by.by_twist : by.by_tangent)(r, c), rates[r].d[static_cast<std::size_t>(c)],
                          kForceTolerance * scale);
        }
        for (int c = 0; c < X; ++c) {  // central differences: error h^2, rounding 1e-16/h
          const double h = 1e-5;
          std::array<WrenchOf<double, TypeParam::kMarkers>, 2> w;
          std::array<Eigen::Vector2d, 2> rates;
          for (const std::size_t side : {0u, 1u}) {
            ForceContext moved = scaled;
            moved.states[c] += side == 0 ? -h : h;
            TypeParam::template wrench<double>(m, parameters, moved, w[side]);
            rates[side] = TypeParam::rates(m, parameters, moved);
          }
          const double w_scale = std::max(1.0, by.wrench.cwiseAbs().maxCoeff());
          const double x_scale = std::max(1.0, by.by_state.cwiseAbs().maxCoeff());
          EXPECT_LT(((w[1] - w[0]) / (2.0 * h) - by.wrench.col(c)).cwiseAbs().maxCoeff(), 1e-7 * w_scale);
          EXPECT_LT(((rates[1] - rates[0]) / (2.0 * h) - by.by_state.col(c)).cwiseAbs().maxCoeff(), 1e-7 * x_scale);
        }
        sliding += by.by_state(0, 1) != 0.0 ? 1 : 0;
      }
    }
    EXPECT_GT(sliding, 0);
  }
}

// Turned against each other by hardly anything, where the angle's functions have their series and where these end
// (0.02 rad), by right angles and by almost a half turn, about any axis. Beyond 0.02 rad (1 - g)/q.q loses the digits
// of q.q, twice in its derivative, times q q^T: 1e-15/0.02.
TEST(FieldForce, DerivativesHoldAtEveryAngle) {
  const auto parameters = some_parameters<FieldForce>();
  auto undamped = parameters;
  undamped.damping.setZero();
  for (const double angle :
       {0.0, 1e-12, 1e-6, 1e-3, 0.0199, 0.0201, 0.1, 1.0, 1.5707963267, 2.0, 3.0, 3.14159, 3.1415926})
    for (auto state : test::marker_states(2, 10, 7)) {
      const Vec3 axis = state[1].v.normalized();
      state[1].R = state[0].R * so3::exp<double>(Vec3(angle * axis));
      const auto plain = test::plain_markers(state);
      for (const auto& par : {parameters, undamped}) {
        StiffnessOf<double, 2> K, D;
        FieldForce::derivatives(pointers<FieldForce>(plain), par, {}, K, D);
        for (const bool twists : {false, true}) {
          const auto dual = test::dual_markers<12>(state, twists);
          WrenchOf<Dual<12>, 2> w;
          FieldForce::wrench<Dual<12>>(pointers<FieldForce>(dual), par, {}, w);
          const auto& matrix = twists ? D : K;
          const double scale = std::max(1.0, matrix.cwiseAbs().maxCoeff());
          for (int r = 0; r < 12; ++r)
            for (int c = 0; c < 12; ++c)
              EXPECT_NEAR(matrix(r, c), w[r].d[static_cast<std::size_t>(c)], 5e-14 * scale)
                  << (twists ? "D " : "K ") << r << " " << c << " at " << angle;
        }
      }
    }
}

// What the force does on the moving markers is what it supplies, dissipates, or takes from its potential.
TYPED_TEST(ForceDerivatives, PowerBalances) {
  const auto parameters = some_parameters<TypeParam>();
  for (auto state : test::marker_states(TypeParam::kMarkers, 20, 6)) {
    // The torsion spring belongs between parallel axes, as its joint holds them: only then is its torque exact.
    if (TypeParam::kTracksAngle) {
      state[1].R = state[0].R * so3::exp<double>(Vec3(0.0, 0.0, 0.8));
      state[1].w = state[0].w + state[0].R * Vec3(0.0, 0.0, 1.7);
    }
    if (std::is_same_v<TypeParam, TireForce>) stand(state);
    const auto plain = test::plain_markers(state);
    const auto m = pointers<TypeParam>(plain);
    WrenchOf<double, TypeParam::kMarkers> w;
    TypeParam::template wrench<double>(m, parameters, this->context, w);
    double power = 0.0;  // done on the bodies
    for (int k = 0; k < TypeParam::kMarkers; ++k)
      power -= w.template segment<3>(6 * k).dot(plain[static_cast<std::size_t>(k)].v) +
               w.template segment<3>(6 * k + 3).dot(plain[static_cast<std::size_t>(k)].w);
    const double h = 1e-6;  // central difference: error h^2, rounding 1e-16/h
    const auto potential_at = [&](double s) {
      auto moved = state;
      for (auto& p : moved) {
        p.p += s * p.v;
        p.R = so3::exp<double>(Vec3(s * p.w)) * p.R;
      }
      const auto states = test::plain_markers(moved);
      ForceContext later = this->context;
      if constexpr (ForceWithStates<TypeParam>) later.states += s * TypeParam::rates(m, parameters, later);
      return TypeParam::potential(pointers<TypeParam>(states), parameters, later);
    };
    const double stored = (potential_at(h) - potential_at(-h)) / (2.0 * h);
    const double expected = TypeParam::power_supplied(m, parameters, this->context) -
                            TypeParam::power_dissipated(m, parameters, this->context) - stored;
    EXPECT_NEAR(power, expected, 1e-8);
  }
}

TEST(SpringDamperForce, OfZeroFreeLengthIsSmoothThroughZero) {
  MarkerState<double> i{Vec3::Zero(), Mat3::Identity(), Vec3::Zero(), Vec3::Zero()};
  MarkerState<double> j = i;
  WrenchOf<double, 2> w;
  SpringDamperForce::wrench<double>({&i, &j}, {5.0, 0.0, 0.0, 0.0}, {}, w);
  EXPECT_EQ(w.norm(), 0.0);
  SpringDamperForce::wrench<double>({&i, &j}, {5.0, 0.0, 0.3, 0.0}, {}, w);
  EXPECT_FALSE(std::isfinite(w.norm()));  // no direction: stops the run instead of guessing
}

}  // namespace
}  // namespace alembert
