// The times at which an expression of time begins, ends, jumps or has a kink: where its formula passes from one branch
// to another. An integrator that ends a step there meets a smooth function in every step.
//
//   step, step5, havsin (x, x0, ..., x1, ...)   x = x0 and x = x1
//   comparisons, sign, abs, min, max, if        both sides equal; x = 0; two of them equal; the condition begins or ends
//   floor, ceil, round, mod                     x passes a whole number, or a whole multiple
//   linear(spline, x)                           points where the slope jumps; of all curves both ends
//   impact, bistop                              x at the stops
//
// Where such an x is linear in time the moment is solved for; otherwise x is looked at in kKinkSamples places and
// halved in on, so that what passes twice between two of them is not seen. An x that depends on measures has no known
// times; whatever else stands beside it in the expression is looked at all the same. The branch need not be the one
// that counts: max(a, b, c) also gives the times at which its two smaller arguments are equal.
#pragma once

#include <string>
#include <vector>

#include "expression/expression.h"

namespace alembert {

inline constexpr int kKinkSamples = 20'000;
inline constexpr std::size_t kMostKinks = 100'000;  // of one function: one with more is left out

// Rising, each once, in [begin, end]. `left_out`, when not null, receives the parts that have too many.
std::vector<double> kink_times(const Expression& expression, double begin, double end,
                               std::vector<std::string>* left_out = nullptr);

// One list of several: rising, times that differ by rounding once.
std::vector<double> merged_times(std::vector<double> times);

}  // namespace alembert
