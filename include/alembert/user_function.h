// A function that a program adds to those of expressions, as expressions need it.
//
// y = f(x_0, ..., x_(n-1)), f anything that can be called, as a constant, with n scalars of one type S, and gives one
// scalar. S is never `double`, but a number that carries derivatives (dual.h): Dual<0> for the value, Dual<n> for the
// gradient, Dual<n, Dual<n>> for the second derivatives. So these are exact, and the names sin, sqrt, abs, pow, ...
// always mean the ones for S.
#pragma once

#include <alembert/dual.h>
#include <alembert/error.h>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace alembert {

inline constexpr int most_user_arguments = 8;

// A function of the user's threw something, which is nested in this (std::rethrow_if_nested).
class FunctionError : public Error {
 public:
  explicit FunctionError(const std::string& message) : Error(ExitCode::integration_failed, message) {}
};

// What expressions need of such a function. Nothing here allocates.
class UserFunction {
 public:
  UserFunction(std::string name, int arguments) : name_(std::move(name)), arguments_(arguments) {}
  UserFunction(const UserFunction&) = delete;
  UserFunction& operator=(const UserFunction&) = delete;
  virtual ~UserFunction() = default;

  const std::string& name() const { return name_; }
  int arguments() const { return arguments_; }

  virtual double value(std::span<const double> x) const = 0;
  // The value, and the derivative by each argument.
  virtual double gradient(std::span<const double> x, std::span<double> g) const = 0;
  // The second derivatives too, row by row.
  virtual double second_derivatives(std::span<const double> x, std::span<double> g, std::span<double> h) const = 0;

 protected:
  // Throws the exception being handled again, inside a FunctionError that names the function.
  [[noreturn]] void rethrow() const;

 private:
  std::string name_;
  int arguments_;
};

namespace user_function_detail {

template <class S, std::size_t>
using Repeated = const S&;

template <class F, class S, std::size_t... k>
constexpr bool takes(std::index_sequence<k...>) {
  return std::is_invocable_v<const F&, Repeated<S, k>...>;
}
template <class F, int n>
inline constexpr bool takes_arguments = takes<F, Dual<0>>(std::make_index_sequence<static_cast<std::size_t>(n)>());

// How many arguments F takes: 0 if none of 1..most_user_arguments, -1 if it could be several.
template <class F, int n = most_user_arguments>
constexpr int count_arguments() {
  if constexpr (n == 0) {
    return 0;
  } else {
    constexpr int fewer = count_arguments<F, n - 1>();
    if constexpr (!takes_arguments<F, n>) return fewer;
    return fewer == 0 ? n : -1;
  }
}

template <class F, int n>
class UserFunctionOf final : public UserFunction {
 public:
  UserFunctionOf(std::string name, F function) : UserFunction(std::move(name), n), function_(std::move(function)) {}

  double value(std::span<const double> x) const override {
    return call<Dual<0>>(x, [](auto&, int) {}).value;
  }

  double gradient(std::span<const double> x, std::span<double> g) const override {
    const auto y = call<Dual<n>>(x, [](Dual<n>& s, int k) { s.d[static_cast<std::size_t>(k)] = 1.0; });
    for (std::size_t k = 0; k < n; ++k) g[k] = y.d[k];
    return y.value;
  }

  double second_derivatives(std::span<const double> x, std::span<double> g, std::span<double> h) const override {
    using Second = Dual<n, Dual<n>>;
    const Second y = call<Second>(x, [](Second& s, int k) {
      s.d[static_cast<std::size_t>(k)] = 1.0;
      s.value.d[static_cast<std::size_t>(k)] = 1.0;
    });
    for (std::size_t k = 0; k < n; ++k) {
      g[k] = y.d[k].value;
      for (std::size_t l = 0; l < n; ++l) h[k * n + l] = y.d[k].d[l];
    }
    return y.value.value;
  }

 private:
  template <class S, class Seed>
  S call(std::span<const double> x, const Seed& seed) const {
    std::array<S, n> scalars;
    for (int k = 0; k < n; ++k) {
      scalars[static_cast<std::size_t>(k)] = S(x[static_cast<std::size_t>(k)]);
      seed(scalars[static_cast<std::size_t>(k)], k);
    }
    try {
      return std::apply([this](const auto&... each) { return S(function_(each...)); }, scalars);
    } catch (...) {
      rethrow();
    }
  }

  F function_;
};

}  // namespace user_function_detail

// The function as an object, to be deleted by whoever takes it; where it could take several numbers of arguments, say
// which: make_user_function<2>("f", f).
template <int arguments = 0, class F>
const UserFunction* make_user_function(std::string name, F function) {
  constexpr int found = arguments > 0 ? arguments : user_function_detail::count_arguments<F>();
  static_assert(found != 0, "a function must take 1 to 8 scalars of any type, as [](auto x, auto y) {...} does");
  static_assert(found >= 0, "say how many arguments the function takes: add<2>(name, function)");
  static_assert(found <= most_user_arguments, "a function takes 8 arguments at most");
  if constexpr (found > 0 && found <= most_user_arguments) {
    static_assert(user_function_detail::takes_arguments<F, found>,
                  "the function cannot be called with that many scalars of any type");
    return new user_function_detail::UserFunctionOf<F, found>(std::move(name), std::move(function));
  } else {
    return nullptr;
  }
}

}  // namespace alembert
