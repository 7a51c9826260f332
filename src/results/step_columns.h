// What is recorded of every attempted step, each array listed once; `History::add` of a step fills them.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "results/history.h"

namespace alembert::results {

enum class StepNumbers { plain, truths, outcomes };

template <class Number>
struct StepColumn {
  const char* name;
  std::vector<Number> History::*values;
  const char* unit;
  std::size_t width = 1;
  bool always = true;  // in every file, also in those of older programs
  StepNumbers kind = StepNumbers::plain;

  std::string path() const { return std::string("/steps/") + name; }
};

// `f` of every column.
template <class F>
void for_each_step_column(F f) {
  constexpr std::tuple columns{
      StepColumn<double>{"time", &History::step_time, "s"},
      StepColumn<double>{"h", &History::step_h, "s"},
      StepColumn<double>{"number", &History::step_number, "1", 1, false},
      StepColumn<double>{"error_ratio", &History::step_error_ratio, "1"},
      StepColumn<double>{"violation", &History::step_violation, "SI", 3, false},
      StepColumn<std::int8_t>{"predictor_degree", &History::step_predictor_degree, "1"},
      StepColumn<std::int32_t>{"newton_iterations", &History::step_newton_iterations, "1"},
      StepColumn<std::int32_t>{"worst_row", &History::step_worst_row, "1"},
      StepColumn<std::int8_t>{"new_jacobian", &History::step_new_jacobian, "1", 1, true, StepNumbers::truths},
      StepColumn<std::int8_t>{"outcome", &History::step_outcome, "1", 1, true, StepNumbers::outcomes},
  };
  std::apply([&](const auto&... column) { (f(column), ...); }, columns);
}

}  // namespace alembert::results
