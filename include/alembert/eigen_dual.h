// Dual numbers as numbers of Eigen's matrices.
#pragma once

#include <alembert/dual.h>

#include <Eigen/Core>

namespace Eigen {
template <int N, class T>
struct NumTraits<alembert::Dual<N, T>> : NumTraits<double> {
  using Real = alembert::Dual<N, T>;
  using NonInteger = alembert::Dual<N, T>;
  using Nested = alembert::Dual<N, T>;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 1,
    AddCost = N,
    MulCost = 2 * N
  };
};
template <int N, class T, class Op>
struct ScalarBinaryOpTraits<alembert::Dual<N, T>, double, Op> {
  using ReturnType = alembert::Dual<N, T>;
};
template <int N, class T, class Op>
struct ScalarBinaryOpTraits<double, alembert::Dual<N, T>, Op> {
  using ReturnType = alembert::Dual<N, T>;
};
}  // namespace Eigen
