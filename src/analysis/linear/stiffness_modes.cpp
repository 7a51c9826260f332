#include "analysis/linear/stiffness_modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "linear/dominant_pairs.h"

namespace alembert {

std::vector<StiffnessMode> stiffness_modes(Pencil& pencil, double shift, double largest, int count) {
  const bool symmetric = pencil.symmetric();
  pencil.factor({-shift, 0.0, 1.0});
  linear::Operator inverse;
  inverse.size = pencil.size();
  inverse.apply = [&](const Vector& x) { return pencil.solve(pencil.mass(x)); };
  if (symmetric) inverse.mass = [&](const Vector& x) { return pencil.mass(x); };
  const auto pairs = linear::dominant_pairs(inverse, count);
  if (!pairs)
    throw Error(ExitCode::integration_failed,
                fmt::format("the {} lowest modes were not found: iteration does not converge", count));
  std::vector<StiffnessMode> out;
  for (Eigen::Index k = 0; k < pairs->values.size(); ++k) {
    StiffnessMode mode{(shift + 1.0 / pairs->values[k]).real(), pairs->vectors.col(k).real()};
    // Directions that constraints forbid: rounding has left them a little.
    if (!(std::abs(mode.square - shift) <= 1e3 * (largest + std::abs(shift)))) continue;
    // Rayleigh's quotient squares the error that iteration left in the vector.
    if (symmetric) mode.square = mode.x.dot(pencil.stiffness(mode.x)) / mode.x.dot(pencil.mass(mode.x));
    out.push_back(std::move(mode));
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.square < b.square; });
  return out;
}

}  // namespace alembert
