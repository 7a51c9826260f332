#include "bodies/rigid_with_masses.h"

#include <algorithm>
#include <cmath>

namespace alembert {

using so3::hat;

RigidWithMasses::RigidWithMasses(const Body& given) : RigidBody(given) {
  for (const InternalMass& m : given.internal_masses)
    masses_.push_back({m.name, m.mass, m.stiffness, m.damping, m.at - given.com, m.axis, m.displacement, m.rate});
  for (int c = 0; c < 6 + count(); ++c) dense_slots_.push_back((6 + count()) * c);
  factored_.compute(
      Eigen::MatrixXd::Identity(1, 1));  // a copy of one that was never computed reads what nobody has set
}

std::string RigidWithMasses::coordinate_name(int k) const {
  return k < 6 ? RigidBody::coordinate_name(k) : "displacement of " + at(k - 6).name;
}

void RigidWithMasses::start(const Body& given, double* q, double* v) const {
  RigidBody::start(given, q, v);
  for (int k = 0; k < count(); ++k) {
    q[7 + k] = at(k).displacement;
    v[6 + k] = at(k).rate;
  }
}

void RigidWithMasses::place(const double* q, FrameState* frames) const {
  RigidBody::place(q, frames);
  for (int k = 0; k < count(); ++k) {
    frames[k + 1].R = frames[0].R;
    frames[k + 1].r = frames[0].r + frames[0].R * centre_of(at(k), q[7 + k]);
  }
}

// x' = r' + w x R c + s' R u
void RigidWithMasses::turn(const double* q, const double* v, FrameState* frames) const {
  RigidBody::turn(q, v, frames);
  const FrameState& carrier = frames[0];
  for (int k = 0; k < count(); ++k) {
    frames[k + 1].w = carrier.w;
    frames[k + 1].v =
        carrier.v + carrier.w.cross(carrier.R * centre_of(at(k), q[7 + k])) + v[6 + k] * (carrier.R * at(k).axis);
  }
}

ForceTorque RigidWithMasses::accelerate(const double* q, const double* v, const double* a, const FrameState* frames,
                                        int k) const {
  const ForceTorque own = RigidBody::accelerate(q, v, a, frames, 0);
  if (k == 0) return own;
  const Vec3 c = frames->R * centre_of(at(k - 1), q[6 + k]), u = frames->R * at(k - 1).axis, &w = frames->w;
  return {own.force + own.torque.cross(c) + w.cross(w.cross(c)) + 2.0 * v[5 + k] * w.cross(u) + a[5 + k] * u,
          own.torque};
}

void RigidWithMasses::advance(const double* q, const double* d, double* out) const {
  RigidBody::advance(q, d, out);
  for (int k = 0; k < count(); ++k) out[7 + k] = q[7 + k] + d[6 + k];
}

void RigidWithMasses::difference(const double* from, const double* to, double* d) const {
  RigidBody::difference(from, to, d);
  for (int k = 0; k < count(); ++k) d[6 + k] = to[7 + k] - from[7 + k];
}

void RigidWithMasses::rates(const double* q, const double* v, double* rate) const {
  RigidBody::rates(q, v, rate);
  for (int k = 0; k < count(); ++k) rate[7 + k] = v[6 + k];
}

void RigidWithMasses::velocity_of_rates(const double* q, const double* rate, double* v) const {
  RigidBody::velocity_of_rates(q, rate, v);
  for (int k = 0; k < count(); ++k) v[6 + k] = rate[7 + k];
}

void RigidWithMasses::magnitudes(const double* q, double* out) const {
  RigidBody::magnitudes(q, out);
  for (int k = 0; k < count(); ++k) out[6 + k] = std::abs(q[7 + k]);
}

// J = [I, -(R c)^ R, R u; 0, R, 0]
void RigidWithMasses::jacobian(const double* q, int frame, MapRef J) const {
  const Mat3 R = so3::matrix(orientation(q));
  const Mass& m = at(frame - 1);
  J.setZero();
  J.topLeftCorner<3, 3>().setIdentity();
  J.block<3, 3>(0, 3) = -R * hat(centre_of(m, q[6 + frame]));
  J.block<3, 3>(3, 3) = R;
  J.col(5 + frame).head<3>() = R * m.axis;
}

// In body axes the velocity beyond the carrier's is y = w x c + s' u:  d(R y) = R (dtheta x y + ds w x u),
// and d(R w) = R (dtheta x w).
void RigidWithMasses::twist_stiffness(const double* q, const double* v, int frame, MapRef V) const {
  const Mat3 R = so3::matrix(orientation(q));
  const Mass& m = at(frame - 1);
  const Vec3 w = in3(v + 3);
  const Vec3 y = w.cross(centre_of(m, q[6 + frame])) + v[5 + frame] * m.axis;
  V.setZero();
  V.block<3, 3>(0, 3) = -R * hat(y);
  V.block<3, 3>(3, 3) = -R * hat(w);
  V.col(5 + frame).head<3>() = R * w.cross(m.axis);
}

void RigidWithMasses::apply_mass(const double* q, const double* a, double* out) const {
  RigidBody::apply_mass(q, a, out);
  const Mat3 R = so3::matrix(orientation(q));
  const Vec3 a_b = R.transpose() * in3(a), dw = in3(a + 3);
  for (int k = 0; k < count(); ++k) {
    const Mass& m = at(k);
    const Vec3 c = centre_of(m, q[7 + k]);
    const Vec3 A = m.mass * (a_b + dw.cross(c) + a[6 + k] * m.axis);
    out3(out) += R * A;
    out3(out + 3) += c.cross(A);
    out[6 + k] = m.axis.dot(A);
  }
}

double RigidWithMasses::total_mass() const {
  double sum = mass_;
  for (const Mass& m : masses_) sum += m.mass;
  return sum;
}

double RigidWithMasses::inertia(int k) const {
  if (k < 3) return total_mass();
  if (k >= 6) return at(k - 6).mass;
  double sum = inertia_(k - 3, k - 3);
  for (const Mass& m : masses_) {
    const Vec3 c = centre_of(m, m.displacement);
    sum += m.mass * (c.squaredNorm() - c[k - 3] * c[k - 3]);
  }
  return sum;
}

double RigidWithMasses::largest_moment() const { return std::max({inertia(3), inertia(4), inertia(5)}); }

Mat3 RigidWithMasses::moment(const double* q) const {
  Mat3 J = inertia_;
  for (int k = 0; k < count(); ++k) {
    const Mat3 c = hat(centre_of(at(k), q[7 + k]));
    J -= at(k).mass * c * c;
  }
  return J;
}

Vec3 RigidWithMasses::offset(const double* q) const {
  Vec3 sum = Vec3::Zero();
  for (int k = 0; k < count(); ++k) sum += at(k).mass * centre_of(at(k), q[7 + k]);
  return sum;
}

void RigidWithMasses::gather(const double* q, const FrameState* frames, const ForceTorque* wrenches, double* f) const {
  RigidBody::gather(q, frames, wrenches, f);
  const Mat3& R = frames[0].R;
  for (int k = 0; k < count(); ++k) {
    const ForceTorque& w = wrenches[k + 1];
    const Vec3 F = R.transpose() * w.force;
    out3(f) += w.force;
    out3(f + 3) += R.transpose() * w.torque + centre_of(at(k), q[7 + k]).cross(F);
    f[6 + k] = at(k).axis.dot(F);
  }
}

void RigidWithMasses::add_forces(const double* q, const double* v, const Vec3& gravity, double* f) const {
  RigidBody::add_forces(q, v, gravity, f);
  const Mat3 R = so3::matrix(orientation(q));
  const Vec3 w = in3(v + 3), weight = R.transpose() * gravity;
  for (int k = 0; k < count(); ++k) {
    const Mass& m = at(k);
    const Vec3 c = centre_of(m, q[7 + k]);
    const Vec3 A = m.mass * (w.cross(w.cross(c)) + 2.0 * v[6 + k] * w.cross(m.axis) - weight);
    out3(f) += R * A;
    out3(f + 3) += c.cross(A);
    f[6 + k] += m.axis.dot(A) + m.stiffness * q[7 + k] + m.damping * v[6 + k];
  }
}

void RigidWithMasses::declare(int v, std::vector<linear::Block>& blocks) const {
  blocks.push_back({v, 6 + count(), v, 6 + count()});
}

void RigidWithMasses::bind(int v, const linear::Pattern& pattern, int* slots) const {
  for (int c = 0; c < 6 + count(); ++c) slots[c] = pattern.slot(v, v + c);
}

class RigidWithMasses::Block {
 public:
  Block(const int* slots, double* values) : slots_(slots), values_(values) {}
  template <class Matrix>
  void add(int row, int column, const Matrix& m) {
    for (Eigen::Index c = 0; c < m.cols(); ++c)
      for (Eigen::Index r = 0; r < m.rows(); ++r) values_[slots_[column + c] + row + r] += m(r, c);
  }
  void add(int row, int column, double x) { values_[slots_[column] + row] += x; }

 private:
  const int* slots_;
  double* values_;
};

// Columns of velocities are those of y, with T^-1 of the rotation.
void RigidWithMasses::add_mass_block(const double* q, const Mat3& T, double weight, Block& out) const {
  const Mat3 R = so3::matrix(orientation(q));
  for (int k = 0; k < count(); ++k) {
    const Mass& m = at(k);
    const double mu = weight * m.mass;
    const Vec3 c = centre_of(m, q[7 + k]), Ru = mu * (R * m.axis), cu = mu * c.cross(m.axis);
    const Mat3 Rc = mu * R * hat(c), cc = mu * hat(c) * hat(c);
    for (int r = 0; r < 3; ++r) out.add(r, r, mu);
    out.add(0, 3, -Rc * T);
    out.add(3, 0, -Rc.transpose().eval());
    out.add(3, 3, -cc * T);
    out.add(0, 6 + k, Ru);
    out.add(6 + k, 0, Ru.transpose().eval());
    out.add(3, 6 + k, cu);
    out.add(6 + k, 3, (cu.transpose() * T).eval());
    out.add(6 + k, 6 + k, mu);
  }
}

// dA/dw = -(w x c)^ - w^ c^ - 2 s' u^,  dA/ds' = 2 w x u
void RigidWithMasses::add_velocity_block(const BodyPoint& at_point, Block& out) const {
  const double* q = at_point.q;
  const Mat3& R = at_point.frames[0].R;
  const Vec3 w = in3(at_point.v + 3), phi = in3(at_point.d + 3);
  const Mat3 T = so3::inverse_tangent(phi);
  for (int k = 0; k < count(); ++k) {
    const Mass& m = at(k);
    const double mu = at_point.weights.damping * m.mass;
    const Vec3 c = centre_of(m, q[7 + k]);
    const Mat3 by_w = -mu * (hat(w.cross(c)) + hat(w) * hat(c) + 2.0 * at_point.v[6 + k] * hat(m.axis)) * T;
    const Vec3 by_s = 2.0 * mu * w.cross(m.axis);
    out.add(0, 3, R * by_w);
    out.add(3, 3, hat(c) * by_w);
    out.add(6 + k, 3, (m.axis.transpose() * by_w).eval());
    out.add(0, 6 + k, R * by_s);
    out.add(3, 6 + k, c.cross(by_s));
    out.add(6 + k, 6 + k, m.axis.dot(by_s) + at_point.weights.damping * m.damping);
  }
}

// Of M a where `a` is given, else of f. With a_b = R^T r'' or -R^T g:
//   dA/dtheta = a_b^,   dA/ds = w' x u  or  w x (w x u),   d(R A) = R (dA - A^ dtheta)
void RigidWithMasses::add_position_block(const BodyPoint& at_point, const double* a, double weight, Block& out) const {
  const double* q = at_point.q;
  const Mat3& R = at_point.frames[0].R;
  const Vec3 w = in3(at_point.v + 3);
  const Vec3 a_b = a ? Vec3(R.transpose() * in3(a)) : Vec3(-(R.transpose() * at_point.gravity));
  for (int k = 0; k < count(); ++k) {
    const Mass& m = at(k);
    const double mu = weight * m.mass;
    const Vec3 c = centre_of(m, q[7 + k]);
    Vec3 A = a_b, by_s;
    if (a) {
      const Vec3 dw = in3(a + 3);
      A += dw.cross(c) + a[6 + k] * m.axis;
      by_s = dw.cross(m.axis);
    } else {
      A += w.cross(w.cross(c)) + 2.0 * at_point.v[6 + k] * w.cross(m.axis);
      by_s = w.cross(w.cross(m.axis));
      out.add(6 + k, 6 + k, weight * m.stiffness);
    }
    const Mat3 by_theta = mu * hat(a_b);
    out.add(0, 3, R * (by_theta - mu * hat(A)));
    out.add(3, 3, hat(c) * by_theta);
    out.add(6 + k, 3, (m.axis.transpose() * by_theta).eval());
    out.add(0, 6 + k, mu * (R * by_s));
    out.add(3, 6 + k, mu * (m.axis.cross(A) + c.cross(by_s)));
    out.add(6 + k, 6 + k, mu * m.axis.dot(by_s));
  }
}

// Of J^T (F, T) at the frames of the masses.
void RigidWithMasses::add_curvature(const BodyPoint& at_point, Block& out) const {
  const double weight = at_point.weights.stiffness;
  const Mat3& R = at_point.frames[0].R;
  for (int k = 0; k < count(); ++k) {
    const Mass& m = at(k);
    const Vec3 F = weight * (R.transpose() * at_point.wrenches[k + 1].force);
    const Vec3 T = weight * (R.transpose() * at_point.wrenches[k + 1].torque);
    const Vec3 c = centre_of(m, at_point.q[7 + k]);
    out.add(3, 3, hat(T) + hat(c) * hat(F));
    out.add(6 + k, 3, (m.axis.transpose() * hat(F)).eval());
    out.add(3, 6 + k, m.axis.cross(F));
  }
}

void RigidWithMasses::add_matrix(const BodyPoint& at_point, const int* slots, double* values) const {
  Block out(slots, values);
  const Vec3 phi = in3(at_point.d + 3);
  for (int k = 0; k < 3; ++k) out.add(k, k, at_point.weights.mass * mass_);
  out.add(3, 3, rotation_block(at_point));
  add_mass_block(at_point.q_mass, so3::inverse_tangent(phi), at_point.weights.mass, out);
  if (at_point.weights.damping != 0.0) add_velocity_block(at_point, out);
  if (at_point.weights.stiffness == 0.0) return;
  add_position_block(at_point, nullptr, at_point.weights.stiffness, out);
  if (at_point.mass_moves)
    add_position_block(at_point, at_point.a, at_point.weights.mass * at_point.weights.stiffness, out);
  add_curvature(at_point, out);
}

bool RigidWithMasses::apply_inverse_mass(const double* q, const double* x, double* out) const {
  const int n = 6 + count();
  if (!regular_) return false;
  if (q_factored_.size() == 0 || !std::equal(q, q + 7 + count(), q_factored_.data())) {
    q_factored_ = Eigen::Map<const Vector>(q, 7 + count());
    mass_block_.setZero(n, n);
    for (int k = 0; k < 3; ++k) mass_block_(k, k) = mass_;
    mass_block_.block<3, 3>(3, 3) = inertia_;
    Block block(dense_slots_.data(), mass_block_.data());
    add_mass_block(q, Mat3::Identity(), 1.0, block);
    factored_.compute(mass_block_);
  }
  Eigen::Map<Vector> y(out, n);
  y = Eigen::Map<const Vector>(x, n);
  factored_.solveInPlace(y);
  return factored_.info() == Eigen::Success && y.allFinite();
}

double RigidWithMasses::kinetic_energy(const double* q, const double* v, const FrameState* frames) const {
  double sum = RigidBody::kinetic_energy(q, v, frames);
  for (int k = 0; k < count(); ++k) sum += 0.5 * at(k).mass * frames[k + 1].v.squaredNorm();
  return sum;
}

double RigidWithMasses::potential_energy(const double* q, const Vec3& gravity, const FrameState* frames) const {
  double sum = RigidBody::potential_energy(q, gravity, frames);
  for (int k = 0; k < count(); ++k)
    sum += 0.5 * at(k).stiffness * q[7 + k] * q[7 + k] - at(k).mass * gravity.dot(frames[k + 1].r);
  return sum;
}

}  // namespace alembert
