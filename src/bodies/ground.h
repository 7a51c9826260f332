// ground: stands still at the origin; no coordinates.
#pragma once

#include <string>

#include "bodies/one_frame_body.h"

namespace alembert {

class GroundBody : public OneFrameBody {
 public:
  explicit GroundBody(const Body& given) : OneFrameBody(given) {
    centre_.setZero();
    mass_ = 0.0;
  }

  static BodySizes sizes() { return {0, 0, 1}; }
  static FrameShape frame(int) { return {FrameMap::fixed, 0}; }
  static std::string coordinate_name(int) { return ""; }
  static Direction direction(int) { return Direction::own; }

  static void start(const Body&, double*, double*) {}
  static void place(const double*, FrameState* frame) { *frame = standing_frame(); }
  static void turn(const double*, const double*, FrameState*) {}
  static ForceTorque accelerate(const double*, const double*, const double*, const FrameState*, int) { return {}; }
  static void advance(const double*, const double*, double*) {}
  static void difference(const double*, const double*, double*) {}
  static void apply_inverse_tangent(const double*, double*) {}
  static void rates(const double*, const double*, double*) {}
  static void velocity_of_rates(const double*, const double*, double*) {}
  static void move_origin(const Vec3&, const FrameState*, double*, double*) {}
  static Quat orientation(const double*) { return Quat::Identity(); }
  static void magnitudes(const double*, double*) {}

  static void apply_mass(const double*, const double*, double*) {}
  static bool apply_inverse_mass(const double*, const double*, double*) { return false; }
  static double inertia(int) { return 0.0; }
  static double largest_moment() { return 0.0; }
  static Mat3 moment(const double*) { return Mat3::Zero(); }

  static void gather(const double*, const FrameState*, const ForceTorque*, double*) {}
  static void add_forces(const double*, const double*, const Vec3&, double*) {}
  static void declare(int, std::vector<linear::Block>&) {}
  static void bind(int, const linear::Pattern&, int*) {}
  static void add_matrix(const BodyPoint&, const int*, double*) {}
  static double kinetic_energy(const double*, const double*, const FrameState*) { return 0.0; }
};
static_assert(BodyKernel<GroundBody>);

}  // namespace alembert
