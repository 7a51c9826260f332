// The two engines behind one interface: a task run with a setting, judged, and timed.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "task.h"

namespace alembert::race {

// A method, with its parameters, and a tolerance for its error control or a fixed step.
struct Setting {
  std::string method;
  std::map<std::string, double> parameters;
  std::optional<double> tolerance, step;  // s

  std::string text() const;
};

struct Verdict {
  bool done = false;
  double excess = 0.0;  // error over what is allowed
  std::string found;
  std::string reason;     // of a failure
  bool too_slow = false;  // given up
  long steps = 0;
  bool good() const { return done && excess <= 1.0; }
};

inline Verdict given_up() {
  Verdict verdict;
  verdict.too_slow = true;
  verdict.reason = "takes too long";
  return verdict;
}

class Engine {
 public:
  virtual ~Engine() = default;

  // Runs and judges; gives up when `most_seconds` of processor time are used.
  virtual Verdict judge(const Setting& setting, double most_seconds) = 0;
  // Processor time of one integration from start to end, without looking at it.
  virtual double time(const Setting& setting) = 0;
  // Methods worth trying, without tolerance or step.
  virtual std::vector<Setting> candidates() const = 0;
};

std::unique_ptr<Engine> make_alembert_engine(const Task& task);
std::unique_ptr<Engine> make_simbody_engine(const Task& task);

// What the module of Simbody's side exports.
using MakeEngine = Engine*(const Task& task);
inline constexpr const char* kMakeEngineName = "alembert_make_simbody_engine";

// The processor time of this process, all threads.
double process_cpu_seconds();

}  // namespace alembert::race
