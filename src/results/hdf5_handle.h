// The library's identifiers and failures, as the files that call HDF5 treat them.
#pragma once

#include <fmt/format.h>
#include <hdf5.h>

#include <utility>

#include "base/error.h"

namespace alembert::results {

// Keeps the library from printing its own error stack while we call it.
class QuietErrors {
 public:
  QuietErrors() {
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~QuietErrors() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

// The result of a call, which must not be negative.
template <class Result>
Result check(Result result, const char* what) {
  if (result < 0) throw Error(ExitCode::internal_error, fmt::format("HDF5 failed: {}", what));
  return result;
}

// An identifier of the library and the function that closes it.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t), const char* what) : id_(check(id, what)), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

}  // namespace alembert::results
