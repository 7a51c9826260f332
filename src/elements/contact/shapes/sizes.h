// What sizes of shapes must be, and the numbers that all shapes share.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace alembert::contact {

constexpr double kEndless = std::numeric_limits<double>::infinity();

// Throws Error with a sentence.
[[noreturn]] void refuse_shape(const std::string& sentence);

// `what`: "the radius of a sphere". Refused unless positive and finite.
void require_size(double size, std::string_view what);

// The rounding in use: what is given, which must be less than half of the smallest extent; else 1 % of that, small
// enough not to be seen, and deeper than anything is expected to get.
double rounding_in_use(std::optional<double> given, double smallest_extent, std::string_view shape);

}  // namespace alembert::contact
