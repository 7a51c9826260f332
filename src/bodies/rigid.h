// rigid: q = (centre of mass, quaternion), v = (velocity in ground axes, angular velocity w in body axes).
//   M = diag(m I, J),   f = (F - m g, R^T T + w x J w)
//   advance    r + d_r,  p exp(d_theta)                             p: quaternion
//   K of f     d(R^T T)/dtheta = (R^T T)^
//   D of f     d(w x J w)/dw = w^ J - (J w)^
#pragma once

#include "bodies/one_frame_body.h"

namespace alembert {

class RigidBody : public OneFrameBody {
 public:
  explicit RigidBody(const Body& given);

  static BodySizes sizes() { return {7, 6, 1}; }
  static FrameShape frame(int) { return {FrameMap::full, 6}; }
  static std::string coordinate_name(int k) { return (k < 3 ? "" : "rotation ") + std::string(1, "xyz"[k % 3]); }
  static Direction direction(int k) { return k < 3 ? Direction::translation : Direction::rotation; }

  static void start(const Body& given, double* q, double* v) {
    const Quat o = given.orientation.normalized();
    out3(q) = given.position + given.orientation * given.com;
    put(o, q + 3);
    out3(v) = given.velocity;
    out3(v + 3) = o.conjugate() * given.angular_velocity;
  }
  static void place(const double* q, FrameState* frame) {
    frame->r = in3(q);
    frame->R = so3::matrix(orientation(q));
  }
  static void turn(const double*, const double* v, FrameState* frame) {
    frame->v = in3(v);
    frame->w.noalias() = frame->R * in3(v + 3);
  }
  static ForceTorque accelerate(const double*, const double*, const double* a, const FrameState* frame, int) {
    return {in3(a), frame->R * in3(a + 3)};
  }
  static void advance(const double* q, const double* d, double* out) {
    out3(out) = in3(q) + in3(d);
    const Vec3 phi = in3(d + 3);
    put((orientation(q) * so3::exp<double>(phi)).normalized(), out + 3);
  }
  static void difference(const double* from, const double* to, double* d) {
    out3(d) = in3(to) - in3(from);
    out3(d + 3) = so3::log(orientation(from).conjugate() * orientation(to));
  }
  static void apply_inverse_tangent(const double* d, double* x) {
    const Vec3 phi = in3(d + 3), y = in3(x + 3);
    out3(x + 3) = so3::inverse_tangent(phi) * y;
  }
  // A unit quaternion turns as p' = p (0, w) / 2.
  static void rates(const double* q, const double* v, double* rate) {
    out3(rate) = in3(v);
    put(orientation(q) * Quat(0.0, 0.5 * v[3], 0.5 * v[4], 0.5 * v[5]), rate + 3);
  }
  static void velocity_of_rates(const double* q, const double* rate, double* v) {
    const Quat p = orientation(q), w = p.conjugate() * orientation(rate);
    out3(v) = in3(rate);
    out3(v + 3) = 2.0 / p.squaredNorm() * w.vec();
  }
  static void move_origin(const Vec3& shift, const FrameState* frame, double* q, double* v) {
    const Vec3 arm = frame->R * shift;
    out3(q) += arm;
    out3(v) += frame->w.cross(arm);
  }
  static Quat orientation(const double* q) { return Quat(q[3], q[4], q[5], q[6]); }
  static void magnitudes(const double* q, double* out) {
    out3(out) = in3(q).cwiseAbs();
    out3(out + 3).setZero();
  }

  void apply_mass(const double*, const double* a, double* out) const {
    out3(out) = mass_ * in3(a);
    out3(out + 3).noalias() = inertia_ * in3(a + 3);
  }
  bool apply_inverse_mass(const double*, const double* x, double* out) const {
    if (!regular_) return false;
    out3(out) = in3(x) / mass_;
    out3(out + 3).noalias() = inverse_inertia_ * in3(x + 3);
    return true;
  }
  double inertia(int k) const { return k < 3 ? mass_ : inertia_(k - 3, k - 3); }
  double largest_moment() const { return inertia_.diagonal().maxCoeff(); }
  Mat3 moment(const double*) const { return inertia_; }

  static void gather(const double*, const FrameState* frame, const ForceTorque* w, double* f) {
    out3(f) = w->force;
    out3(f + 3).noalias() = frame->R.transpose() * w->torque;
  }
  void add_forces(const double*, const double* v, const Vec3& gravity, double* f) const {
    out3(f) -= mass_ * gravity;
    const Vec3 w = in3(v + 3);
    const Vec3 Jw = inertia_ * w;
    out3(f + 3) += w.cross(Jw);
  }
  // Rotations and translations meet only in elements.
  static void declare(int v, std::vector<linear::Block>& blocks) {
    for (int k = 0; k < 3; ++k) blocks.push_back({v + k, 1, v + k, 1});
    blocks.push_back({v + 3, 3, v + 3, 3});
  }
  static void bind(int v, const linear::Pattern& pattern, int* slots) {
    for (int c = 0; c < 3; ++c) slots[c] = pattern.slot(v + c, v + c);
    for (int c = 3; c < 6; ++c) slots[c] = pattern.slot(v + 3, v + c);
  }
  void add_matrix(const BodyPoint& at, const int* slots, double* values) const {
    for (int c = 0; c < 3; ++c) values[slots[c]] += at.weights.mass * mass_;
    const Mat3 block = rotation_block(at);
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < 3; ++r) values[slots[c + 3] + r] += block(r, c);
  }
  // Of what a rigid body is by itself: inertia, gyroscopic moments, the gathered torque that turns into body axes.
  Mat3 rotation_block(const BodyPoint& at) const {
    const Vec3 w = in3(at.v + 3), phi = in3(at.d + 3);
    const Vec3 Jw = inertia_ * w;
    const Mat3 velocity = at.weights.mass * inertia_ + at.weights.damping * (so3::hat(w) * inertia_ - so3::hat(Jw));
    Mat3 block = velocity * so3::inverse_tangent(phi);
    if (at.weights.stiffness != 0.0) {
      const Vec3 torque = at.frames->R.transpose() * at.wrenches->torque;
      block += at.weights.stiffness * so3::hat(torque);
    }
    return block;
  }
  double kinetic_energy(const double*, const double* v, const FrameState* frame) const {
    const Vec3 w = in3(v + 3);
    return 0.5 * (mass_ * frame->v.squaredNorm() + w.dot(inertia_ * w));
  }

 protected:
  static void put(const Quat& p, double* out) {
    out[0] = p.w();
    out[1] = p.x();
    out[2] = p.y();
    out[3] = p.z();
  }

  Mat3 inertia_, inverse_inertia_;  // about the centre of mass, body axes
  bool regular_ = false;            // it has a mass and moments of inertia
};
static_assert(BodyKernel<RigidBody>);

}  // namespace alembert
