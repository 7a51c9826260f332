// Seeded states of markers for derivative checks, nasty ones included: aligned axes, zero distance, angle near pi.
#pragma once

#include <random>
#include <vector>

#include "elements/marker.h"
#include "math/dual.h"

namespace alembert::test {

struct PlainMarker {
  Vec3 p, v, w;
  Quat R;
};

// `count` markers a state; the first few states are the nasty ones.
inline std::vector<std::vector<PlainMarker>> marker_states(int count, int random_states, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> u(-1.0, 1.0);
  const auto vec = [&] { return Vec3(u(random), u(random), u(random)); };
  const auto rot = [&] { return so3::exp<double>(Vec3(3.0 * vec())); };
  const auto one = [&] { return PlainMarker{vec(), vec(), vec(), rot()}; };
  std::vector<std::vector<PlainMarker>> out;
  for (int s = 0; s < random_states; ++s) {
    std::vector<PlainMarker> state;
    for (int k = 0; k < count; ++k) state.push_back(one());
    out.push_back(state);
  }
  std::vector<PlainMarker> aligned(static_cast<std::size_t>(count), one());  // all frames coincide but for a point
  for (PlainMarker& m : aligned) m.p = vec();
  out.push_back(aligned);
  std::vector<PlainMarker> near_pi(static_cast<std::size_t>(count), one());  // turned by almost pi about z
  near_pi.back().R = near_pi.front().R * so3::exp<double>(Vec3(0.0, 0.0, 3.1415926));
  near_pi.back().p = vec();
  out.push_back(near_pi);
  return out;
}

// The markers displaced along 6 * count tangent directions, as dual numbers: derivative k is along tangent k.
// With `twists` the derivatives are with respect to the twists instead.
template <int N>
std::vector<MarkerState<Dual<N>>> dual_markers(const std::vector<PlainMarker>& plain, bool twists) {
  using D = Dual<N>;
  std::vector<MarkerState<D>> out;
  for (std::size_t k = 0; k < plain.size(); ++k) {
    const PlainMarker& m = plain[k];
    MarkerState<D> s;
    const int first = 6 * static_cast<int>(k);
    Vec3T<D> dp, dtheta;
    for (int c = 0; c < 3; ++c) {
      dp[c] = D::variable(0.0, first + c);
      dtheta[c] = D::variable(0.0, first + 3 + c);
    }
    const Mat3T<D> R = so3::matrix(m.R).template cast<D>();
    s.p = m.p.cast<D>();
    s.R = R;
    s.v = m.v.cast<D>();
    s.w = m.w.cast<D>();
    if (twists) {
      s.v += dp;
      s.w += dtheta;
    } else {
      s.p += dp;
      s.R = R + so3::hat(dtheta) * R;
    }
    out.push_back(s);
  }
  return out;
}

inline std::vector<MarkerState<double>> plain_markers(const std::vector<PlainMarker>& plain) {
  std::vector<MarkerState<double>> out;
  for (const PlainMarker& m : plain) out.push_back({m.p, so3::matrix(m.R), m.v, m.w});
  return out;
}

}  // namespace alembert::test
