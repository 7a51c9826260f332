// A tuple of types as googletest takes them for typed tests.
#pragma once

#include <gtest/gtest.h>

#include <tuple>

namespace alembert::test {

template <class Tuple>
struct AsTypes;
template <class... T>
struct AsTypes<std::tuple<T...>> {
  using type = ::testing::Types<T...>;
};

}  // namespace alembert::test
