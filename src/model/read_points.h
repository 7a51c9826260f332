// A curve through points, written out or in a CSV file: of `splines:` and `inputs:`.
#pragma once

#include <memory>
#include <string>

#include "expression/spline.h"
#include "model/context.h"

namespace alembert {

// By the keys x, y, file, columns and extrapolate. Where no columns are given, y is the one called `usual_column`, or
// the second where there is none of that name.
std::shared_ptr<const Spline> read_curve_of_points(const Fields& fields, const std::string& name,
                                                   Extrapolation unless_given, const std::string& usual_column = "");

}  // namespace alembert
