#include "results/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace alembert {

namespace {

constexpr std::chrono::milliseconds kPause(200);  // between two calls of a listener

}  // namespace

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

Progress::Progress(double end, bool quiet, ProgressListener listener)
    : end_(end), line_(quiet), listener_(std::move(listener)), start_(Clock::now()), next_(start_ + kPause) {}

void Progress::update(double time, double h, long rejected_steps) {
  const bool tell = listener_ && Clock::now() >= next_;
  if (!tell && !line_.due()) return;
  const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  const ProgressState state{time, end_, h, rejected_steps, elapsed};
  if (line_.due()) line_.show(progress_line(state, -1));
  if (!tell) return;
  next_ = Clock::now() + kPause;
  listener_(state);
}

}  // namespace alembert
