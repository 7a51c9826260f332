// A joint as a list of primitives: values, Jacobian, wrench, stiffness and convective term follow from the list.
#pragma once

#include <tuple>
#include <type_traits>

#include "elements/joints/joint_kind.h"
#include "elements/primitives.h"

namespace alembert {

template <class... Primitives>
struct ComposedJoint : JointDefaults {
  static constexpr int kRows = (Primitives::kRows + ...);
  static constexpr bool kHasStiffness = (Primitives::kHasStiffness || ...);
  static constexpr bool kRotationOnly = (Primitives::kRotationOnly && ...);
  // Its first three rows are those of a coincident point.
  static constexpr bool kPoint = std::is_same_v<std::tuple_element_t<0, std::tuple<Primitives...>>, CoincidentPoint>;

  template <class S>
  using Rows = Eigen::Matrix<S, kRows, 1>;
  template <class S>
  using Jacobian = Eigen::Matrix<S, kRows, 12>;
  template <class S>
  using Wrench = Eigen::Matrix<S, 12, 1>;
  template <class S>
  using Stiffness = Eigen::Matrix<S, 12, 12>;

  template <class S>
  static void position(const MarkerPair<S>& m, const JointParameters& par, Rows<S>& phi) {
    int row = 0;
    (step<Primitives>(
         row, [&](auto p, int r) { decltype(p)::position(m, par, phi.template segment<decltype(p)::kRows>(r)); }),
     ...);
  }
  // G twist
  template <class S>
  static void rate(const MarkerPair<S>& m, const JointParameters& par, Rows<S>& out) {
    int row = 0;
    (step<Primitives>(row,
                      [&](auto p, int r) { decltype(p)::rate(m, par, out.template segment<decltype(p)::kRows>(r)); }),
     ...);
  }
  template <class S>
  static void jacobian(const MarkerPair<S>& m, const JointParameters& par, Jacobian<S>& G) {
    int row = 0;
    (step<Primitives>(
         row, [&](auto p, int r) { decltype(p)::jacobian(m, par, G.template middleRows<decltype(p)::kRows>(r)); }),
     ...);
  }
  // w += G^T lambda
  template <class S>
  static void add_wrench(const MarkerPair<S>& m, const JointParameters& par, const Rows<S>& lambda, Wrench<S>& w) {
    int row = 0;
    (step<Primitives>(
         row,
         [&](auto p, int r) { decltype(p)::add_wrench(m, par, lambda.template segment<decltype(p)::kRows>(r), w); }),
     ...);
  }
  // K += d(G^T lambda)/d(tangent)
  template <class S>
  static void add_stiffness(const MarkerPair<S>& m, const JointParameters& par, const Rows<S>& lambda,
                            Stiffness<S>& K) {
    int row = 0;
    (step<Primitives>(
         row,
         [&](auto p, int r) { decltype(p)::add_stiffness(m, par, lambda.template segment<decltype(p)::kRows>(r), K); }),
     ...);
  }
  // Gdot twist
  template <class S>
  static void convective(const MarkerPair<S>& m, const JointParameters& par, Rows<S>& out) {
    int row = 0;
    (step<Primitives>(
         row, [&](auto p, int r) { decltype(p)::convective(m, par, out.template segment<decltype(p)::kRows>(r)); }),
     ...);
  }

 private:
  template <class Primitive, class F>
  static void step(int& row, F&& f) {
    f(Primitive{}, row);
    row += Primitive::kRows;
  }
};

}  // namespace alembert
