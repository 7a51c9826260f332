// point: a mass without extent; q = v' = velocity of the mass, ground axes.
//   M = m I,   f = F - m g
#pragma once

#include <array>

#include "bodies/one_frame_body.h"

namespace alembert {

class PointBody : public OneFrameBody {
 public:
  explicit PointBody(const Body& given) : OneFrameBody(given) {}

  static BodySizes sizes() { return {3, 3, 1}; }
  static FrameShape frame(int) { return {FrameMap::point, 3}; }
  static std::string coordinate_name(int k) { return std::string(1, "xyz"[k]); }
  static Direction direction(int) { return Direction::translation; }

  static void start(const Body& given, double* q, double* v) {
    out3(q) = given.position + given.orientation * given.com;
    out3(v) = given.velocity;
  }
  static void place(const double* q, FrameState* frame) { frame->r = in3(q); }
  static void turn(const double*, const double* v, FrameState* frame) { frame->v = in3(v); }
  static ForceTorque accelerate(const double*, const double*, const double* a, const FrameState*, int) {
    return {in3(a), Vec3::Zero()};
  }
  static void advance(const double* q, const double* d, double* out) { out3(out) = in3(q) + in3(d); }
  static void difference(const double* from, const double* to, double* d) { out3(d) = in3(to) - in3(from); }
  static void apply_inverse_tangent(const double*, double*) {}
  static void rates(const double*, const double* v, double* rate) { out3(rate) = in3(v); }
  static void velocity_of_rates(const double*, const double* rate, double* v) { out3(v) = in3(rate); }
  static void move_origin(const Vec3& shift, const FrameState*, double* q, double*) { out3(q) += shift; }
  static Quat orientation(const double*) { return Quat::Identity(); }
  static void magnitudes(const double* q, double* out) { out3(out) = in3(q).cwiseAbs(); }

  void apply_mass(const double*, const double* a, double* out) const { out3(out) = mass_ * in3(a); }
  bool apply_inverse_mass(const double*, const double* x, double* out) const {
    if (!(mass_ > 0.0)) return false;
    out3(out) = in3(x) / mass_;
    return true;
  }
  double inertia(int) const { return mass_; }
  static double largest_moment() { return 0.0; }
  static Mat3 moment(const double*) { return Mat3::Zero(); }

  static void gather(const double*, const FrameState*, const ForceTorque* w, double* f) { out3(f) = w->force; }
  void add_forces(const double*, const double*, const Vec3& gravity, double* f) const { out3(f) -= mass_ * gravity; }
  static void declare(int v, std::vector<linear::Block>& blocks) { blocks.push_back({v, 3, v, 3}); }
  static void bind(int v, const linear::Pattern& pattern, int* slots) {
    for (int c = 0; c < 3; ++c) slots[c] = pattern.slot(v, v + c);
  }
  void add_matrix(const BodyPoint& at, const int* slots, double* values) const {
    for (int c = 0; c < 3; ++c) values[slots[c] + c] += at.weights.mass * mass_;
  }
  double kinetic_energy(const double*, const double*, const FrameState* frame) const {
    return 0.5 * mass_ * frame->v.squaredNorm();
  }
};
static_assert(BodyKernel<PointBody>);

}  // namespace alembert
