// One line on the terminal that says what goes on, over and over in the same place.
#pragma once

#include <chrono>
#include <string>

namespace alembert {

// Shows lines on standard error while it lives, if that is a terminal and the user did not ask for quiet.
class StatusLine {
 public:
  explicit StatusLine(bool quiet);
  // Clears the line.
  ~StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  // Is it time to draw? At most five times a second, and cheap enough to ask after every step.
  bool due() const { return active_ && Clock::now() >= next_; }
  // Draws the text, cut to the terminal's width.
  void show(const std::string& text);
  // Removes the line, for instance before something else is printed.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  bool active_;
  bool visible_ = false;
  Clock::time_point next_;
};

}  // namespace alembert
