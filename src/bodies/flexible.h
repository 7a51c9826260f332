// flexible: a body that deforms, q = (centre of mass, quaternion, xi_1, xi_2, ...), v = (velocity in ground axes,
// angular velocity w of its mean axes in these, xi_1', ...). Its inertia is that of flexible_inertia.h, and each mode
// has a spring and a damper:
//
//   f_r = F - m g,   f_w = R^T T + (inertia),   f_k = (wrenches at its frames)_k + (inertia)_k + d_k xi'_k + mu_k omega_k^2 xi_k
//
// A frame on a node or patch, X from the centre of mass, with s = X + Phi xi, theta = Theta xi, T(theta) as in
// math/so3.h:
//
//   r_m = r + R s       R_m = R exp(theta)       v_m = r' + R (w x s + Phi xi')       w_m = R (w + T^T Theta xi')
//   f = (F, R^T T + s x F_b, Phi^T F_b + Theta^T T(theta) T_b),     F_b = R^T F, T_b = R^T T
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "bodies/flexible_inertia.h"
#include "bodies/rigid.h"

namespace alembert {

class FlexibleBody : public RigidBody {
 public:
  explicit FlexibleBody(const Body& given);

  BodySizes sizes() const { return {7 + modes(), 6 + modes(), 1 + static_cast<int>(data_->frames.size())}; }
  FrameShape frame(int k) const { return k == 0 ? RigidBody::frame(k) : FrameShape{FrameMap::general, 6 + modes()}; }
  Vec3 frame_origin(int k) const { return k == 0 ? centre_ : Vec3(centre_ + at(k).at); }
  std::string coordinate_name(int k) const;
  static Direction direction(int k) { return k < 6 ? RigidBody::direction(k) : Direction::own; }

  void start(const Body& given, double* q, double* v) const;
  void place(const double* q, FrameState* frames) const;
  void turn(const double* q, const double* v, FrameState* frames) const;
  ForceTorque accelerate(const double* q, const double* v, const double* a, const FrameState* frames, int k) const;
  void advance(const double* q, const double* d, double* out) const;
  void difference(const double* from, const double* to, double* d) const;
  void rates(const double* q, const double* v, double* rate) const;
  void velocity_of_rates(const double* q, const double* rate, double* v) const;
  void magnitudes(const double* q, double* out) const;
  void jacobian(const double* q, int frame, MapRef J) const;
  void twist_stiffness(const double* q, const double* v, int frame, MapRef V) const;

  bool constant_mass() const { return inertia_of_.constant(); }
  void apply_mass(const double* q, const double* a, double* out) const;
  bool apply_inverse_mass(const double* q, const double* x, double* out) const;
  double inertia(int k) const { return k < 6 ? RigidBody::inertia(k) : inertia_of_.mu()[k - 6]; }
  double stiffness(int k) const { return k < 6 ? 0.0 : stiffness_[k - 6]; }
  double damping(int k) const { return k < 6 ? 0.0 : data_->damping[k - 6]; }
  Mat3 moment(const double* q) const;

  void gather(const double* q, const FrameState* frames, const ForceTorque* wrenches, double* f) const;
  void add_forces(const double* q, const double* v, const Vec3& gravity, double* f) const;
  void declare(int v, std::vector<linear::Block>& blocks) const;
  // What of the places that forces at its frames couple is zero in the mass matrix: each mode by the others and by
  // translations. Matrices for accelerations alone are then nearly diagonal here.
  void declare_seldom(int v, std::vector<linear::Block>& blocks) const;
  void bind(int v, const linear::Pattern& pattern, int* slots) const;
  void add_matrix(const BodyPoint& at, const int* slots, double* values) const;
  double kinetic_energy(const double* q, const double* v, const FrameState* frames) const;
  double potential_energy(const double* q, const Vec3& gravity, const FrameState* frames) const;
  double strain_energy(const double* q) const { return 0.5 * modal(q + 7).cwiseAbs2().dot(stiffness_); }

 private:
  int modes() const { return inertia_of_.modes(); }
  const flexible::PartFrame& at(int frame) const { return data_->frames[static_cast<std::size_t>(frame) - 1]; }
  Eigen::Map<const Vector> modal(const double* x) const { return Eigen::Map<const Vector>(x, modes()); }
  void add_curvature(const BodyPoint& at, const int* slots, double* values) const;
  // X + Phi xi and Theta xi of a frame, after `deform`.
  void deform(const double* xi) const;
  Vec3 place_of(int frame) const { return at(frame).at + deformed_.segment<3>(6 * frame - 6); }
  Vec3 turn_of(int frame) const { return deformed_.segment<3>(6 * frame - 3); }

  std::shared_ptr<const Flexibility> data_;
  FlexibleInertia inertia_of_;
  Vector stiffness_;  // mu omega^2
  // Phi and Theta of all frames, six rows each.
  std::shared_ptr<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> maps_;
  // What follows from the last positions asked for, the latest first: M is wanted at others than forces.
  FlexibleInertia::Terms& terms_at(const double* xi) const;
  mutable std::array<FlexibleInertia::Terms, 3> terms_;
  mutable std::array<std::size_t, 3> recent_ = {0, 1, 2};
  // Scratch.
  mutable FlexibleInertia::Scratch rates_;
  mutable FlexibleInertia::Axials wx_, xw_;
  mutable Eigen::Matrix3Xd curved_;
  mutable Vector xi_, deformed_, deforming_;  // of all frames, at xi_
};
static_assert(BodyKernel<FlexibleBody>);

}  // namespace alembert
