// What an object carries on with, written down and read back by one function of it:
//
//   void exchange(Archive& archive) { archive(time_, positions_, fresh_); }
//
// A writing archive appends the members, a reading one replaces them, in the same order and to the last bit.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"

namespace alembert {

class Archive {
 public:
  Archive() = default;                                                                  // writes
  explicit Archive(std::vector<double> data) : data_(std::move(data)), reads_(true) {}  // reads

  bool reads() const { return reads_; }
  const std::vector<double>& data() const { return data_; }
  bool at_end() const { return next_ == data_.size(); }

  template <class... T>
  void operator()(T&... items) {
    (item(items), ...);
  }

  // Something that need not exist; `make` makes one to be read into.
  template <class T, class Make>
  void optional(std::unique_ptr<T>& object, Make make) {
    bool exists = object != nullptr;
    item(exists);
    if (!exists) return object.reset();
    if (!object) object = make();
    item(*object);
  }

 private:
  template <class T>
  void item(T& x) {
    if constexpr (requires { x.exchange(*this); })
      x.exchange(*this);
    else if constexpr (std::is_arithmetic_v<T>)
      number(x);
    else
      list(x);
  }
  template <class T, std::size_t N>
  void item(std::array<T, N>& x) {
    for (T& entry : x) item(entry);
  }
  template <class First, class Second>
  void item(std::pair<First, Second>& x) {
    item(x.first);
    item(x.second);
  }

  template <class T>
  void number(T& x) {
    if (!reads_) return data_.push_back(static_cast<double>(x));
    need(1);
    const double stored = data_[next_++];
    if constexpr (std::is_integral_v<T>) {
      using Limits = std::numeric_limits<T>;
      constexpr double exact = 9007199254740992.0;  // 2^53: whole numbers up to here are exact as doubles
      constexpr double least = std::max(-exact, static_cast<double>(Limits::min()));
      constexpr double most = std::min(exact, static_cast<double>(Limits::max()));
      if (!(stored >= least && stored <= most) || stored != std::trunc(stored)) refuse();
    }
    x = static_cast<T>(stored);
  }
  // Texts, and vectors of anything.
  template <class List>
  void list(List& x) {
    auto count = static_cast<std::size_t>(x.size());
    number(count);
    if (reads_) {
      need(count);
      x.resize(static_cast<decltype(x.size())>(count));
    }
    for (std::size_t k = 0; k < count; ++k) item(x.data()[k]);
  }
  void need(std::size_t count) const {
    if (count > data_.size() - next_) refuse();
  }
  [[noreturn]] static void refuse() { throw Error(ExitCode::bad_usage, "the checkpoint is damaged"); }

  std::vector<double> data_;
  std::size_t next_ = 0;  // to be read
  bool reads_ = false;
};

}  // namespace alembert
