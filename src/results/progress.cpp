#include "results/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace alembert {

std::string duration_text(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0.0) return "?";
  if (seconds >= 1e9) return "years";
  const auto whole = static_cast<long>(std::lround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string progress_line(const ProgressState& state, int width) {
  const double part = state.end > 0.0 ? std::clamp(state.time / state.end, 0.0, 1.0) : 0.0;
  const std::string left = part > 0.0 ? duration_text(state.elapsed_seconds * (1.0 - part) / part) : "?";
  std::string line = fmt::format("{:3.0f} %  time {:.4g} of {:.4g} s  step {:.2e} s  {} rejected  {} left",
                                 std::floor(100.0 * part), state.time, state.end, state.h, state.rejected_steps, left);
  if (width >= 0 && line.size() > static_cast<std::size_t>(width)) line.resize(static_cast<std::size_t>(width));
  return line;
}

Progress::Progress(double end, bool quiet) : end_(end), line_(quiet), start_(Clock::now()) {}

void Progress::update(double time, double h, long rejected_steps) {
  if (!line_.due()) return;
  const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  line_.show(progress_line({time, end_, h, rejected_steps, elapsed}, -1));
}

}  // namespace alembert
