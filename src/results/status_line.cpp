#include "results/status_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace alembert {
namespace {

int terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

}  // namespace

StatusLine::StatusLine(bool quiet)
    : active_(!quiet && ::isatty(STDERR_FILENO) == 1),
      next_(Clock::now() + std::chrono::milliseconds(500)) {}  // what is done sooner needs no line

StatusLine::~StatusLine() { clear(); }

void StatusLine::show(const std::string& text) {
  if (!active_) return;
  next_ = Clock::now() + std::chrono::milliseconds(200);
  // One column stays free: a full line would make some terminals wrap.
  const auto width = static_cast<std::size_t>(std::max(terminal_width() - 1, 0));
  fmt::print(stderr, "\r{}\x1b[K", text.substr(0, width));
  std::fflush(stderr);
  visible_ = true;
}

void StatusLine::clear() {
  if (!visible_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  visible_ = false;
}

}  // namespace alembert
