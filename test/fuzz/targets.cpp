#include "fuzz/targets.h"

#include <cmath>
#include <exception>
#include <vector>

#include "base/error.h"
#include "expression/expression.h"
#include "model/reader.h"

namespace alembert::fuzz {
namespace {

// Only errors that are thrown on purpose are refusals; memory may be too little. Anything else goes on, and ends us.
template <class Work>
Outcome outcome_of(Work work) {
  try {
    work();
  } catch (const Error& e) {
    return {static_cast<int>(e.code()), e.what()};
  } catch (const std::bad_alloc&) {
    return {static_cast<int>(ExitCode::internal_error), "not enough memory"};
  }
  return {};
}

}  // namespace

Outcome read_model(const std::string& text, const std::string& name) {
  return outcome_of([&] { read_model_text(text, name); });
}

Outcome read_expression(const std::string& text) {
  return outcome_of([&] {
    const Expression expression = parse_expression(text, {"text", 1, 1}, {{"a", 1.5}, {"b", -2.0}});
    const std::vector<double> leaves(expression.measures().size(), 0.5);
    std::vector<double> slopes(leaves.size());
    double d_time = 0.0;
    const double value = expression.gradient(0.25, leaves, slopes, d_time);
    if (!std::isfinite(value)) expression.domain_problem(0.25, leaves);
  });
}

}  // namespace alembert::fuzz
