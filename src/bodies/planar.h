// planar: moves in a plane parallel to x-y; q = (x, y, angle), v = q'.
//   M = diag(m, m, J_zz),   f = (F_x - m g_x, F_y - m g_y, T_z)
#pragma once

#include <cmath>

#include "bodies/one_frame_body.h"

namespace alembert {

class PlanarBody : public OneFrameBody {
 public:
  explicit PlanarBody(const Body& given)
      : OneFrameBody(given),
        moment_(given.inertia(2, 2)),
        inertia_(given.inertia),
        height_((given.position + given.orientation * given.com)[2]) {}

  static BodySizes sizes() { return {3, 3, 1}; }
  static FrameShape frame(int) { return {FrameMap::plane, 3}; }
  static std::string coordinate_name(int k) { return k == 2 ? "angle" : std::string(1, "xy"[k]); }
  static Direction direction(int k) { return k == 2 ? Direction::rotation : Direction::translation; }

  static void start(const Body& given, double* q, double* v) {
    const Vec3 r = given.position + given.orientation * given.com, x = given.orientation * Vec3::UnitX();
    out3(q) << r[0], r[1], std::atan2(x[1], x[0]);
    out3(v) << given.velocity[0], given.velocity[1], given.angular_velocity[2];
  }
  void place(const double* q, FrameState* frame) const {
    const double c = std::cos(q[2]), s = std::sin(q[2]);
    frame->r = Vec3(q[0], q[1], height_);
    frame->R << c, -s, 0, s, c, 0, 0, 0, 1;
  }
  static void turn(const double*, const double* v, FrameState* frame) {
    frame->v = Vec3(v[0], v[1], 0.0);
    frame->w = Vec3(0.0, 0.0, v[2]);
  }
  static ForceTorque accelerate(const double*, const double*, const double* a, const FrameState*, int) {
    return {Vec3(a[0], a[1], 0.0), Vec3(0.0, 0.0, a[2])};
  }
  static void advance(const double* q, const double* d, double* out) { out3(out) = in3(q) + in3(d); }
  static void difference(const double* from, const double* to, double* d) { out3(d) = in3(to) - in3(from); }
  static void apply_inverse_tangent(const double*, double*) {}
  static void rates(const double*, const double* v, double* rate) { out3(rate) = in3(v); }
  static void velocity_of_rates(const double*, const double* rate, double* v) { out3(v) = in3(rate); }
  static void move_origin(const Vec3& shift, const FrameState* frame, double* q, double* v) {
    const Vec3 arm = frame->R * shift;
    out2(q) += arm.head<2>();
    out2(v) += frame->w.cross(arm).head<2>();
  }
  static Quat orientation(const double* q) { return Quat(std::cos(0.5 * q[2]), 0.0, 0.0, std::sin(0.5 * q[2])); }
  static void magnitudes(const double* q, double* out) { out3(out) = in3(q).cwiseAbs(); }

  void apply_mass(const double*, const double* a, double* out) const {
    out2(out) = mass_ * in2(a);
    out[2] = moment_ * a[2];
  }
  bool apply_inverse_mass(const double*, const double* x, double* out) const {
    if (!(mass_ > 0.0 && moment_ > 0.0)) return false;
    out2(out) = in2(x) / mass_;
    out[2] = x[2] / moment_;
    return true;
  }
  double inertia(int k) const { return k == 2 ? moment_ : mass_; }
  double largest_moment() const { return inertia_.diagonal().maxCoeff(); }
  Mat3 moment(const double*) const { return inertia_; }

  static void gather(const double*, const FrameState*, const ForceTorque* w, double* f) {
    out2(f) = w->force.head<2>();
    f[2] = w->torque[2];
  }
  void add_forces(const double*, const double*, const Vec3& gravity, double* f) const {
    out2(f) -= mass_ * gravity.head<2>();
  }
  static void declare(int v, std::vector<linear::Block>& blocks) { blocks.push_back({v, 3, v, 3}); }
  static void bind(int v, const linear::Pattern& pattern, int* slots) {
    for (int c = 0; c < 3; ++c) slots[c] = pattern.slot(v, v + c);
  }
  void add_matrix(const BodyPoint& at, const int* slots, double* values) const {
    for (int c = 0; c < 2; ++c) values[slots[c] + c] += at.weights.mass * mass_;
    values[slots[2] + 2] += at.weights.mass * moment_;
  }
  double kinetic_energy(const double*, const double* v, const FrameState* frame) const {
    return 0.5 * (mass_ * frame->v.squaredNorm() + moment_ * v[2] * v[2]);
  }

 private:
  double moment_;
  Mat3 inertia_;
  double height_;  // of the plane it moves in
};
static_assert(BodyKernel<PlanarBody>);

}  // namespace alembert
