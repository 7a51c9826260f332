// Between an analysis, which runs while the interpreter is free, and Python: Ctrl-C, warnings, progress.
#pragma once

#include <pybind11/pybind11.h>

#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "analysis/analysis_options.h"
#include "base/interruption.h"

namespace alembert::python {

// While it exists Ctrl-C asks the analysis to end in order. Where nothing comes of that, or when asked again, Python is
// told, and raises KeyboardInterrupt as soon as it can. Only in the main thread, and only where Python has its own
// handler: whoever has set another one keeps it.
class ControlC {
 public:
  explicit ControlC(Interruption& interruption);
  ~ControlC();
  ControlC(const ControlC&) = delete;
  ControlC& operator=(const ControlC&) = delete;

 private:
  struct Before;
  std::unique_ptr<Before> before_;  // null: nothing was changed
};

class Conduct {
 public:
  // `warn` is called with a text; `progress`, if it is not None, with the time
  // reached, the end, both in s, and a line to show.
  Conduct(pybind11::object warn, pybind11::object progress) : warn_(std::move(warn)), progress_(std::move(progress)) {}

  Interruption& interruption() { return interruption_; }
  void warn(const std::string& text);
  void into(AnalysisOptions& options);

  // Does `work` while the interpreter is free. Throws what the callbacks have raised.
  template <class Work>
  auto perform(Work work) {
    const ControlC watch(interruption_);
    auto result = [&] {
      const pybind11::gil_scoped_release free;
      return work();
    }();
    rethrow();
    return result;
  }
  void rethrow() const {
    if (raised_) std::rethrow_exception(raised_);
  }

 private:
  // What a callback raises ends the analysis, in order.
  void call(const std::function<void()>& callback);

  pybind11::object warn_, progress_;
  Interruption interruption_;
  std::exception_ptr raised_;
};

}  // namespace alembert::python
