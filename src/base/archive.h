// What an object carries on with, written down and read back by one function of it:
//
//   void exchange(Archive& archive) { archive(time_, positions_, fresh_); }
//
// A writing archive appends the members, a reading one replaces them, in the same order and to the last bit.
#pragma once

#include <array>
#include <cstddef>
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
  bool at_end() const { return place_ == data_.size(); }

  template <class... T>
  void operator()(T&... items) {
    (item(items), ...);
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

  // Whole numbers below 2^53 are exact as doubles.
  template <class T>
  void number(T& x) {
    if (!reads_) return data_.push_back(static_cast<double>(x));
    need(1);
    x = static_cast<T>(data_[place_++]);
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
    if (count > data_.size() - place_) throw Error(ExitCode::bad_usage, "the checkpoint is damaged");
  }

  std::vector<double> data_;
  std::size_t place_ = 0;
  bool reads_ = false;
};

}  // namespace alembert
