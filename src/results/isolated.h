// Work that may crash, done in a process of its own.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace alembert::results {

// The end of the pipe that the work writes to.
class Sink {
 public:
  explicit Sink(int descriptor) : descriptor_(descriptor) {}
  void bytes(const void* data, std::size_t size);
  void number(std::size_t value) { bytes(&value, sizeof value); }
  void text(const std::string& value);

 private:
  int descriptor_;
};

// The end that the program reads from. What does not arrive throws Interrupted.
class Source {
 public:
  struct Interrupted {};

  explicit Source(int descriptor) : descriptor_(descriptor) {}
  void bytes(void* data, std::size_t size);
  std::size_t number();
  std::string text();

 private:
  int descriptor_;
};

// Runs `work` in a child process, silent and with `cpu_seconds` at most, and `receive` here meanwhile. False if the
// child crashed, took too long, threw, or said less than `receive` wanted to hear.
bool run_isolated(const std::function<void(Sink&)>& work, const std::function<void(Source&)>& receive,
                  std::size_t cpu_seconds);

}  // namespace alembert::results
