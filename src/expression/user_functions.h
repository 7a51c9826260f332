// Functions that a program which uses the library adds to those of expressions, by name:
//   Functions functions;
//   functions.add("tire_force", [](auto slip, auto load) { return load * sin(1.9 * atan(10.0 * slip)); });
// alembert/user_function.h says what may be added.
#pragma once

#include <alembert/user_function.h>

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "math/dual.h"
#include "math/taylor.h"

namespace alembert {

// The user's functions by name. Copies share the functions.
class Functions {
 public:
  // Adds a function of 1 to 8 scalars; where it could take several numbers of them, say which: add<2>("f", f). Throws
  // UsageError for a name that is taken (by a function, a measure, `pi` or `time`) or that no expression could write.
  template <int arguments = 0, class F>
  void add(std::string name, F function) {
    insert(std::shared_ptr<const UserFunction>(make_user_function<arguments>(std::move(name), std::move(function))));
  }
  void insert(std::shared_ptr<const UserFunction> function);

  // Null when there is no such function.
  std::shared_ptr<const UserFunction> find(std::string_view name) const;
  std::vector<std::string> names() const;

 private:
  std::map<std::string, std::shared_ptr<const UserFunction>, std::less<>> by_name_;
};

// f of scalars that carry derivatives, by the chain rule:
//   y' = sum_k f_k x_k',   y'' = sum_k f_k x_k'' + sum_k sum_l f_kl x_k' x_l'.
inline double apply_user_function(const UserFunction& f, std::span<const double> x) { return f.value(x); }

template <int N>
Dual<N> apply_user_function(const UserFunction& f, std::span<const Dual<N>> x) {
  std::array<double, most_user_arguments> values, g;
  for (std::size_t k = 0; k < x.size(); ++k) values[k] = x[k].value;
  Dual<N> y(f.gradient({values.data(), x.size()}, {g.data(), x.size()}));
  for (std::size_t k = 0; k < x.size(); ++k)
    for (std::size_t i = 0; i < N; ++i) y.d[i] += times(g[k], x[k].d[i]);
  return y;
}

// The outer derivatives are those of y = f with partial derivatives f_k that vary themselves, by f_kl.
template <int N, int M>
Dual<N, Dual<M>> apply_user_function(const UserFunction& f, std::span<const Dual<N, Dual<M>>> x) {
  constexpr std::size_t most = most_user_arguments;
  const std::size_t n = x.size();
  std::array<double, most> values, g;
  std::array<double, most * most> h;
  for (std::size_t k = 0; k < n; ++k) values[k] = x[k].value.value;
  Dual<N, Dual<M>> y(f.second_derivatives({values.data(), n}, {g.data(), n}, {h.data(), n * n}));
  for (std::size_t k = 0; k < n; ++k) {
    Dual<M> partial(g[k]);
    for (std::size_t j = 0; j < M; ++j) {
      y.value.d[j] += times(g[k], x[k].value.d[j]);
      for (std::size_t l = 0; l < n; ++l) partial.d[j] += times(h[k * n + l], x[l].value.d[j]);
    }
    for (std::size_t i = 0; i < N; ++i) y.d[i] += times(partial, x[k].d[i]);
  }
  return y;
}

inline Taylor apply_user_function(const UserFunction& f, std::span<const Taylor> x) {
  std::array<Taylor::Duals, most_user_arguments> duals;
  for (std::size_t k = 0; k < x.size(); ++k) duals[k] = x[k].as_duals();
  return Taylor::from_duals(apply_user_function(f, std::span<const Taylor::Duals>(duals.data(), x.size())));
}

}  // namespace alembert
