#include "engine.h"

#include <fmt/format.h>

#include <ctime>

namespace alembert::race {

double process_cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

std::string Setting::text() const {
  std::string text = method;
  for (const auto& [name, value] : parameters) text += fmt::format(" {}={:g}", name, value);
  if (tolerance) text += fmt::format(", tol {:.1e}", *tolerance);
  if (step) text += fmt::format(", step {:.1e}", *step);
  return text;
}

}  // namespace alembert::race
