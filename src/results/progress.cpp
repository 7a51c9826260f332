#include "results/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace alembert {
namespace {

int terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

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

Progress::Progress(double end, bool quiet)
    : end_(end),
      active_(!quiet && ::isatty(STDERR_FILENO) == 1),
      start_(Clock::now()),
      next_(start_ + std::chrono::milliseconds(500)) {}  // a run shorter than this needs no line

Progress::~Progress() { clear(); }

void Progress::update(double time, double h, long rejected_steps) {
  if (!active_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(200);
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  // One column stays free: a full line would make some terminals wrap.
  const std::string line = progress_line({time, end_, h, rejected_steps, elapsed}, terminal_width() - 1);
  fmt::print(stderr, "\r{}\x1b[K", line);
  std::fflush(stderr);
  visible_ = true;
}

void Progress::clear() {
  if (!visible_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  visible_ = false;
}

}  // namespace alembert
