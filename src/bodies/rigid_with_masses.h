// rigid with internal_masses: a rigid body (rigid.h) that carries point masses mu, each on a spring and damper along an
// axis of its own. q = (those of the rigid body, s_1, s_2, ...), v = (those of the rigid body, s_1', ...).
//
// A mass is at c = c_0 + s u from the carrier's centre of mass, body axes, with u a unit vector. In body axes
//   A = R^T (r'' - g) + w' x c + s'' u + w x (w x c) + 2 s' w x u          its acceleration less gravity
// and the equations of the body have besides those of a rigid one
//   translation  mu R A          rotation  mu c x A          s  mu u . A + k s + d s'
// so that M changes with the position. Of these mu (..) the terms in r'', w', s'' are M a, the rest belongs to f.
//
// A force F and a torque T at the frame of a mass, whose origin is the mass and whose axes are the body's, F_b = R^T F:
//   f = (F, R^T T + c x F_b, u . F_b)
#pragma once

#include <Eigen/Cholesky>
#include <string>
#include <vector>

#include "bodies/rigid.h"

namespace alembert {

class RigidWithMasses : public RigidBody {
 public:
  explicit RigidWithMasses(const Body& given);

  BodySizes sizes() const { return {7 + count(), 6 + count(), 1 + count()}; }
  FrameShape frame(int k) const { return k == 0 ? RigidBody::frame(k) : FrameShape{FrameMap::general, 6 + count()}; }
  Vec3 frame_origin(int k) const { return k == 0 ? centre_ : Vec3(centre_ + at(k - 1).centre); }
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

  static constexpr bool constant_mass() { return false; }
  void apply_mass(const double* q, const double* a, double* out) const;
  bool apply_inverse_mass(const double* q, const double* x, double* out) const;
  double total_mass() const;
  double inertia(int k) const;
  double stiffness(int k) const { return k < 6 ? 0.0 : at(k - 6).stiffness; }
  double damping(int k) const { return k < 6 ? 0.0 : at(k - 6).damping; }
  double largest_moment() const;
  Mat3 moment(const double* q) const;
  Vec3 offset(const double* q) const;

  void gather(const double* q, const FrameState* frames, const ForceTorque* wrenches, double* f) const;
  void add_forces(const double* q, const double* v, const Vec3& gravity, double* f) const;
  void declare(int v, std::vector<linear::Block>& blocks) const;
  void bind(int v, const linear::Pattern& pattern, int* slots) const;
  void add_matrix(const BodyPoint& at, const int* slots, double* values) const;
  double kinetic_energy(const double* q, const double* v, const FrameState* frames) const;
  double potential_energy(const double* q, const Vec3& gravity, const FrameState* frames) const;

 private:
  struct Mass {
    std::string name;
    double mass = 0.0, stiffness = 0.0, damping = 0.0;
    Vec3 centre, axis;                      // c_0 and u
    double displacement = 0.0, rate = 0.0;  // at the start
  };
  int count() const { return static_cast<int>(masses_.size()); }
  const Mass& at(int k) const { return masses_[static_cast<std::size_t>(k)]; }
  static Vec3 centre_of(const Mass& m, double s) { return m.centre + s * m.axis; }
  // Adds `weight` times a block of derivatives; rows and columns 0 translation, 3 rotation, 6 + k the masses.
  class Block;
  void add_mass_block(const double* q, const Mat3& R, double weight, Block& out) const;
  void add_velocity_block(const BodyPoint& at, Block& out) const;
  void add_position_block(const BodyPoint& at, const double* a, double weight, Block& out) const;
  void add_curvature(const BodyPoint& at, Block& out) const;

  std::vector<Mass> masses_;
  std::vector<int> dense_slots_;  // of a full matrix
  // M and its factors at the last position that the inverse was asked for; the second time allocates nothing.
  mutable Eigen::MatrixXd mass_block_;
  mutable Eigen::LLT<Eigen::MatrixXd> factored_;
  mutable Vector q_factored_;
};
static_assert(BodyKernel<RigidWithMasses>);

}  // namespace alembert
