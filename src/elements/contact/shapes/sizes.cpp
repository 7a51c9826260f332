#include "elements/contact/shapes/sizes.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace alembert::contact {

void refuse_shape(const std::string& sentence) { throw Error(ExitCode::bad_model, sentence); }

void require_size(double size, std::string_view what) {
  if (!std::isfinite(size) || size <= 0.0)
    refuse_shape(fmt::format("{} must be a positive number, not {}", what, size));
}

double rounding_in_use(std::optional<double> given, double smallest_extent, std::string_view shape) {
  if (!given) return 0.01 * smallest_extent;
  require_size(*given, fmt::format("the rounding of a {}", shape));
  if (*given >= 0.5 * smallest_extent)
    refuse_shape(fmt::format("the rounding of this {} must be less than {}, half of its smallest extent, not {}", shape,
                             0.5 * smallest_extent, *given));
  return *given;
}

}  // namespace alembert::contact
