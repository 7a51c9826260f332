// What bodies with one frame, at the centre of mass, and a constant mass matrix have in common.
#pragma once

#include "bodies/body_kernel.h"

namespace alembert {

class OneFrameBody {
 public:
  explicit OneFrameBody(const Body& given) : mass_(given.mass), centre_(given.com) {}

  Vec3 frame_origin(int) const { return centre_; }
  static constexpr bool constant_mass() { return true; }
  double total_mass() const { return mass_; }
  static Vec3 offset(const double*) { return Vec3::Zero(); }
  // Its map is none of the general ones.
  static void jacobian(const double*, int, MapRef) {}
  static void twist_stiffness(const double*, const double*, int, MapRef) {}
  double potential_energy(const double*, const Vec3& gravity, const FrameState* frames) const {
    return -mass_ * gravity.dot(frames->r);
  }
  // There is nothing inside them.
  static double stiffness(int) { return 0.0; }
  static double damping(int) { return 0.0; }

 protected:
  static Eigen::Map<const Eigen::Vector2d> in2(const double* x) { return Eigen::Map<const Eigen::Vector2d>(x); }
  static Eigen::Map<const Vec3> in3(const double* x) { return Eigen::Map<const Vec3>(x); }
  static Eigen::Map<Eigen::Vector2d> out2(double* x) { return Eigen::Map<Eigen::Vector2d>(x); }
  static Eigen::Map<Vec3> out3(double* x) { return Eigen::Map<Vec3>(x); }

  double mass_;
  Vec3 centre_;  // of mass, in the body frame
};

}  // namespace alembert
