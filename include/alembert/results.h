// What a run gives: times, outputs, motions of bodies, forces of joints and more, under the names that results.h5 has
// (docs/results.md), as numbers where the library keeps them.
//
//   run.times();  run.output("slider_x").back();  run.series("bodies", "rod", "velocity").at(k)[2];
//   run.array("/bodies/position").values;         // (times, bodies, 3), one number after the other
#pragma once

#include <alembert/api.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace alembert::ALEMBERT_INLINE api {
struct RunResult;

// A number or a vector at each output time. It refers to the run, which it keeps alive.
class Series {
 public:
  std::size_t size() const { return rows_; }    // how many times
  std::size_t width() const { return width_; }  // 1, 3: a vector in ground axes, 4: a quaternion, w first
  std::span<const double> at(std::size_t row) const { return {data_ + row * stride_, width_}; }
  double operator[](std::size_t row) const { return data_[row * stride_]; }
  double front() const { return (*this)[0]; }
  double back() const { return (*this)[rows_ - 1]; }
  // One of its numbers at all times, in a row.
  std::vector<double> values(std::size_t component = 0) const;
  const std::string& unit() const { return unit_; }  // "1": none

  Series(Handle<const RunResult> run, const double* data, std::size_t rows, std::size_t width, std::size_t stride,
         std::string unit);

 private:
  Handle<const RunResult> run_;
  const double* data_;
  std::size_t rows_, width_, stride_;
  std::string unit_;
};

// Numbers of a run, row by row, one after the other. The last index is the fastest.
struct Array {
  std::span<const double> values;
  std::vector<std::size_t> shape;
  std::string unit;  // "1": none

  Handle<const RunResult> run;  // what keeps them alive
  std::vector<double> made;     // where `values` were made for the asking: they are here

  Array() = default;
  Array(const Array& other);
  Array& operator=(const Array& other);
  Array(Array&&) = default;
  Array& operator=(Array&&) = default;
};

// What a sensor did.
struct Event {
  double time = 0.0;                 // s
  std::string sensor;                // empty: the begin of an analysis
  std::vector<std::string> actions;  // "stops the run", "deactivates floor"
};

struct Statistics {
  long steps = 0, rejected_steps = 0, newton_iterations = 0, jacobians = 0;
};

class Run {
 public:
  const std::string& status() const;   // done, failed, interrupted
  const std::string& message() const;  // why; or which sensor has stopped it
  bool done() const { return status() == "done"; }
  const std::string& analysis() const;  // dynamics, statics, kinematics, ...

  std::span<const double> times() const;  // s
  // Of the model, in its units. Throws UsageError with the nearest name.
  const std::vector<std::string>& outputs() const;
  Series output(std::string_view name) const;
  // What has channels, as results.h5 has it: bodies, joints, forces, contacts, motions, energy, ...; who; and what of
  // them.
  const std::vector<std::string>& names(std::string_view group) const;
  std::vector<std::string> channels(std::string_view group) const;
  Series series(std::string_view group, std::string_view name, std::string_view channel) const;
  Series energy(std::string_view channel) const { return series("energy", "", channel); }
  // By the path in results.h5; and all paths.
  Array array(std::string_view path) const;
  std::vector<std::string> arrays() const;

  std::vector<Event> events() const;  // the first 10000
  std::vector<std::string> warnings() const;
  Statistics statistics() const;
  std::string summary() const;  // as summary.json
  std::string text() const;     // what the command prints of a run
  // One page for a browser: the mechanism moving, every curve, what the integrator did.
  void write_report(const std::string& file) const;

  explicit Run(Handle<const RunResult> result);
  const RunResult& result() const { return *result_; }  // for the library itself

 private:
  Handle<const RunResult> result_;
};

// Results from a folder that a run has written. Throws UsageError.
Run open(const std::string& folder);
}  // namespace alembert::ALEMBERT_INLINEapi
