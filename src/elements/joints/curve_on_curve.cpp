#include "elements/joints/curve_on_curve.h"

#include <algorithm>
#include <limits>

namespace alembert {

std::array<double, 2> CurveOnCurve::search(const Curve& A, const Curve& B, const MarkerState<double>& i,
                                           const MarkerState<double>& j) {
  const auto points = [](const Curve& curve, const MarkerState<double>& m) {
    std::vector<std::pair<double, Vec3>> out;
    Vec3 c, d1, d2;
    const std::vector<double> samples = curve.samples(4);
    constexpr std::size_t most = 3000;  // of each curve: all pairs are looked at
    for (std::size_t k = 0; k < samples.size(); k += 1 + samples.size() / most) {
      curve.at<double>(samples[k], c, d1, d2);
      out.emplace_back(samples[k], m.p + m.R * c);
    }
    return out;
  };
  std::array<double, 2> best{};
  double least = std::numeric_limits<double>::infinity();
  const auto of_b = points(B, j);
  for (const auto& [s, a] : points(A, i))
    for (const auto& [u, b] : of_b)
      if (const double distance = (b - a).squaredNorm(); distance < least) {
        least = distance;
        best = {s, u};
      }
  return track(A, B, i, j, best);
}

std::array<double, 2> CurveOnCurve::track(const Curve& A, const Curve& B, const MarkerState<double>& i,
                                          const MarkerState<double>& j, std::array<double, 2> at) {
  double ds = 0.0, du = 0.0;
  for (int k = 0; k < 60; ++k) {
    std::array<double, 2> next = at;
    improve<double>(A, B, i, j, next[0], next[1]);
    ds = std::clamp(next[0] - at[0], -0.1 * A.length(), 0.1 * A.length());
    du = std::clamp(next[1] - at[1], -0.1 * B.length(), 0.1 * B.length());
    at = {at[0] + ds, at[1] + du};
    if (!(std::abs(ds) > 1e-15 * (A.length() + std::abs(at[0])) ||
          std::abs(du) > 1e-15 * (B.length() + std::abs(at[1]))))
      break;
  }
  // Not found: no number, so that whatever depends on it is refused.
  constexpr double found = 1e-10, none = std::numeric_limits<double>::quiet_NaN();
  if (!(std::abs(ds) <= found * A.length() && std::abs(du) <= found * B.length())) return {none, none};
  return at;
}

}  // namespace alembert
