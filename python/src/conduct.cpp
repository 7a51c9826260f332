#include "conduct.h"

#include <atomic>
#include <csignal>

#include "python_error.h"

namespace alembert::python {

namespace py = pybind11;

namespace {

std::atomic<Interruption*> current{nullptr};

void on_interrupt(int) {
  Interruption* interruption = current.load();
  if (interruption == nullptr || !interruption->ask()) PyErr_SetInterrupt();
}

bool python_handles_it() {
  const py::module_ threading = py::module_::import("threading");
  if (!threading.attr("current_thread")().is(threading.attr("main_thread")())) return false;
  const py::module_ signal = py::module_::import("signal");
  return signal.attr("getsignal")(SIGINT).is(signal.attr("default_int_handler"));
}

}  // namespace

struct ControlC::Before {
  struct sigaction action {};
  Interruption* interruption = nullptr;
};

ControlC::ControlC(Interruption& interruption) {
  if (!python_handles_it()) return;
  before_ = std::make_unique<Before>();
  before_->interruption = current.exchange(&interruption);
  struct sigaction ours {};
  ours.sa_handler = on_interrupt;
  sigemptyset(&ours.sa_mask);
  sigaction(SIGINT, &ours, &before_->action);
}

ControlC::~ControlC() {
  if (!before_) return;
  sigaction(SIGINT, &before_->action, nullptr);
  current = before_->interruption;
}

void Conduct::call(const std::function<void()>& callback) {
  if (raised_) return;
  const py::gil_scoped_acquire lock;
  try {
    callback();
  } catch (const py::error_already_set& e) {
    raised_ = std::make_exception_ptr(PythonError(e));
    interruption_.ask();
  }
}

void Conduct::warn(const std::string& text) {
  call([&] { warn_(text); });
}

void Conduct::into(AnalysisOptions& options) {
  options.interruption = &interruption_;
  if (!warn_.is_none()) options.warn = [this](const std::string& text) { warn(text); };
  if (!progress_.is_none())
    options.progress = [this](const ProgressState& s) {
      call([&] { progress_(s.time, s.end, progress_line(s, -1)); });
    };
}

}  // namespace alembert::python
