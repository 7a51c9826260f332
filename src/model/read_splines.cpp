// Section `splines:` of the model file.
#include <fmt/format.h>

#include "model/draft.h"
#include "model/read_points.h"

namespace alembert {

SplineMap read_splines(const Context& context, const Node& node, Positions* positions) {
  SplineMap out;
  require_map(context, node, "splines");
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const std::string name = context.new_name(node.keys[i], "spline");
    const Fields fields(context, node.items[i], key_table("spline"), fmt::format("spline `{}`", name),
                        "splines." + name, positions);
    out[name] = read_curve_of_points(fields, name, Extrapolation::linear);
  }
  return out;
}

}  // namespace alembert
