#include "bodies/flexible.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

namespace alembert {

using so3::hat;

namespace {

// d(T(theta)^T y)/dtheta, with T(theta)^T = T(-theta).
Mat3 transposed_slope(const Vec3& theta, const Vec3& y) { return -so3::tangent_slope(-theta, y); }

}  // namespace

FlexibleBody::FlexibleBody(const Body& given)
    : RigidBody(given),
      data_(std::make_shared<Flexibility>(*given.flexibility)),
      inertia_of_(*data_->part, data_->coupling) {
  const flexible::Part& part = *data_->part;
  stiffness_ = part.mu.cwiseProduct(part.omega.cwiseAbs2());
}

std::string FlexibleBody::coordinate_name(int k) const {
  if (k < 6) return RigidBody::coordinate_name(k);
  return fmt::format("mode {} ({:.4g} Hz)", k - 5, data_->part->omega[k - 6] / (2.0 * std::numbers::pi));
}

void FlexibleBody::start(const Body& given, double* q, double* v) const {
  RigidBody::start(given, q, v);
  Eigen::Map<Vector>(q + 7, modes()) = data_->displacement;
  Eigen::Map<Vector>(v + 6, modes()) = data_->rate;
}

void FlexibleBody::place(const double* q, FrameState* frames) const {
  RigidBody::place(q, frames);
  const FrameState& own = frames[0];
  const auto xi = modal(q + 7);
  for (int k = 1; k < sizes().frames; ++k) {
    const flexible::PartFrame& f = at(k);
    const Vec3 s = f.at + f.Phi * xi, theta = f.Theta * xi;
    frames[k].r = own.r + own.R * s;
    frames[k].R.noalias() = own.R * so3::matrix(so3::exp<double>(theta));
  }
}

void FlexibleBody::turn(const double* q, const double* v, FrameState* frames) const {
  RigidBody::turn(q, v, frames);
  const FrameState& own = frames[0];
  const auto xi = modal(q + 7), rate = modal(v + 6);
  const Vec3 w = in3(v + 3);
  for (int k = 1; k < sizes().frames; ++k) {
    const flexible::PartFrame& f = at(k);
    const Vec3 s = f.at + f.Phi * xi, theta = f.Theta * xi, turning = f.Theta * rate;
    frames[k].v = own.v + own.R * (w.cross(s) + f.Phi * rate);
    frames[k].w = own.R * (w + so3::tangent<double>(theta).transpose() * turning);
  }
}

void FlexibleBody::accelerate(const double* q, const double* v, const double* a, const FrameState* frames,
                              ForceTorque* out) const {
  RigidBody::accelerate(q, v, a, frames, out);
  const Mat3& R = frames[0].R;
  const auto xi = modal(q + 7), rate = modal(v + 6), change = modal(a + 6);
  const Vec3 w = in3(v + 3), alpha = in3(a + 3);
  for (int k = 1; k < sizes().frames; ++k) {
    const flexible::PartFrame& f = at(k);
    const Vec3 s = f.at + f.Phi * xi, theta = f.Theta * xi, u = f.Phi * rate, turning = f.Theta * rate;
    const Mat3 Tt = so3::tangent<double>(theta).transpose();
    const Vec3 speeding = transposed_slope(theta, turning) * turning + Tt * (f.Theta * change);
    out[k].force = out[0].force + R * (alpha.cross(s) + f.Phi * change + w.cross(w.cross(s)) + 2.0 * w.cross(u));
    out[k].torque = R * (alpha + w.cross(Tt * turning) + speeding);
  }
}

void FlexibleBody::advance(const double* q, const double* d, double* out) const {
  RigidBody::advance(q, d, out);
  Eigen::Map<Vector>(out + 7, modes()) = modal(q + 7) + modal(d + 6);
}

void FlexibleBody::difference(const double* from, const double* to, double* d) const {
  RigidBody::difference(from, to, d);
  Eigen::Map<Vector>(d + 6, modes()) = modal(to + 7) - modal(from + 7);
}

void FlexibleBody::rates(const double* q, const double* v, double* rate) const {
  RigidBody::rates(q, v, rate);
  std::copy_n(v + 6, modes(), rate + 7);
}

void FlexibleBody::velocity_of_rates(const double* q, const double* rate, double* v) const {
  RigidBody::velocity_of_rates(q, rate, v);
  std::copy_n(rate + 7, modes(), v + 6);
}

void FlexibleBody::magnitudes(const double* q, double* out) const {
  RigidBody::magnitudes(q, out);
  Eigen::Map<Vector>(out + 6, modes()) = modal(q + 7).cwiseAbs();
}

// J = [1, -R s^, R Phi; 0, R, R T^T Theta]
void FlexibleBody::jacobian(const double* q, int frame, MapRef J) const {
  const Mat3 R = so3::matrix(orientation(q));
  const flexible::PartFrame& f = at(frame);
  const auto xi = modal(q + 7);
  const Vec3 s = f.at + f.Phi * xi, theta = f.Theta * xi;
  J.topLeftCorner<3, 3>().setIdentity();
  J.bottomLeftCorner<3, 3>().setZero();
  J.block<3, 3>(0, 3).noalias() = -R * hat(s);
  J.block<3, 3>(3, 3) = R;
  J.topRightCorner(3, modes()).noalias() = R * f.Phi;
  const Mat3 turns = R * so3::tangent<double>(theta).transpose();
  J.bottomRightCorner(3, modes()).noalias() = turns * f.Theta;
}

// In body axes the twist beyond r' is y = w x s + Phi xi' and z = w + T^T Theta xi':
//   d(R y) = R (dtheta x y + w x Phi dxi),   d(R z) = R (dtheta x z + d(T^T Theta xi')/dtheta Theta dxi)
void FlexibleBody::twist_stiffness(const double* q, const double* v, int frame, MapRef V) const {
  const Mat3 R = so3::matrix(orientation(q));
  const flexible::PartFrame& f = at(frame);
  const auto xi = modal(q + 7), rate = modal(v + 6);
  const Vec3 w = in3(v + 3), s = f.at + f.Phi * xi, theta = f.Theta * xi, turning = f.Theta * rate;
  const Vec3 y = w.cross(s) + f.Phi * rate, z = w + so3::tangent<double>(theta).transpose() * turning;
  V.leftCols<3>().setZero();
  V.block<3, 3>(0, 3).noalias() = -R * hat(y);
  V.block<3, 3>(3, 3).noalias() = -R * hat(z);
  const Mat3 Rw = R * hat(w), slope = R * transposed_slope(theta, turning);
  V.topRightCorner(3, modes()).noalias() = Rw * f.Phi;
  V.bottomRightCorner(3, modes()).noalias() = slope * f.Theta;
}

void FlexibleBody::apply_mass(const double* q, const double* a, double* out) const {
  inertia_of_.update(q + 7, at_mass_);
  Vec3 turn;
  inertia_of_.apply_mass(at_mass_, in3(a + 3), a + 6, turn, out + 6);
  out3(out) = mass_ * in3(a);
  out3(out + 3) = turn;
}

bool FlexibleBody::inverse_mass(const double* q, Eigen::MatrixXd& out) const {
  const int n = 6 + modes();
  if (!(mass_ > 0.0)) return false;
  if (q != nullptr)
    inertia_of_.update(q + 7, at_mass_);
  else  // where it is constant
    inertia_of_.update(data_->displacement.data(), at_mass_);
  out.resize(n, n);
  out.topRows<3>().setZero();
  out.leftCols<3>().setZero();
  for (int k = 0; k < 3; ++k) out(k, k) = 1.0 / mass_;
  return inertia_of_.inverse(at_mass_, out.bottomRightCorner(n - 3, n - 3));
}

Mat3 FlexibleBody::moment(const double* q) const {
  inertia_of_.update(q + 7, at_force_);
  return at_force_.J;
}

void FlexibleBody::gather(const double* q, const FrameState* frames, const ForceTorque* wrenches, double* f) const {
  RigidBody::gather(q, frames, wrenches, f);
  const Mat3& R = frames[0].R;
  const auto xi = modal(q + 7);
  Eigen::Map<Vector> f_xi(f + 6, modes());
  f_xi.setZero();
  for (int k = 1; k < sizes().frames; ++k) {
    const flexible::PartFrame& frame = at(k);
    const ForceTorque& w = wrenches[k];
    const Vec3 F = R.transpose() * w.force, T = R.transpose() * w.torque;
    const Vec3 s = frame.at + frame.Phi * xi;
    out3(f) += w.force;
    out3(f + 3) += T + s.cross(F);
    f_xi.noalias() += frame.Phi.transpose() * F;
    if (T.isZero(0.0)) continue;
    const Vec3 theta = frame.Theta * xi, turning = so3::tangent<double>(theta) * T;
    f_xi.noalias() += frame.Theta.transpose() * turning;
  }
}

void FlexibleBody::add_forces(const double* q, const double* v, const Vec3& gravity, double* f) const {
  inertia_of_.update(q + 7, at_force_);
  out3(f) -= mass_ * gravity;
  Vec3 turn = Vec3::Zero();
  inertia_of_.add_forces(at_force_, in3(v + 3), v + 6, rates_, turn, f + 6);
  out3(f + 3) += turn;
  Eigen::Map<Vector>(f + 6, modes()) +=
      stiffness_.cwiseProduct(modal(q + 7)) + data_->damping.cwiseProduct(modal(v + 6));
}

void FlexibleBody::declare(int v, std::vector<linear::Block>& blocks) const {
  for (int k = 0; k < 3; ++k) blocks.push_back({v + k, 1, v + k, 1});
  blocks.push_back({v + 3, 3 + modes(), v + 3, 3 + modes()});
}

void FlexibleBody::bind(int v, const linear::Pattern& pattern, int* slots) const {
  for (int c = 0; c < 3; ++c) slots[c] = pattern.slot(v + c, v + c);
  for (int c = 3; c < 6 + modes(); ++c) slots[c] = pattern.slot(v + 3, v + c);
}

void FlexibleBody::add_matrix(const BodyPoint& point, const int* slots, double* values) const {
  const int m = modes();
  inertia_of_.update(point.q_mass + 7, at_mass_);
  inertia_of_.update(point.q + 7, at_force_);
  const Vec3 w = in3(point.v + 3), alpha = point.mass_moves ? Vec3(in3(point.a + 3)) : Vec3(Vec3::Zero());
  const FlexibleInertia::Weights weights{point.weights.mass, point.weights.damping, point.weights.stiffness,
                                         point.mass_moves};
  Mat3 ww;
  inertia_of_.derivatives(at_mass_, at_force_, w, point.v + 6, alpha, point.a + 6, weights, rates_, ww, wx_, xw_);
  const Mat3 T = so3::inverse_tangent(Vec3(in3(point.d + 3)));
  // Rows of rotations and modes, which are below those of translations.
  const auto column = [&](int c) { return Eigen::Map<Vector>(values + slots[c], 3 + m); };
  for (int c = 0; c < 3; ++c) values[slots[c]] += weights.mass * mass_;
  const Mat3 turned = ww * T;
  for (int c = 0; c < 3; ++c) {
    auto here = column(3 + c);
    here.head<3>() += turned.col(c);
    here.tail(m).noalias() += xw_.transpose() * T.col(c);
  }
  const FlexibleInertia::Vec9 z = inertia_of_.contraction(w, alpha, weights);
  const bool moves = !z.isZero(0.0);
  for (int l = 0; l < m; ++l) {
    auto here = column(6 + l);
    here.head<3>() += wx_.col(l);
    if (moves) inertia_of_.add_modal_column(z, l, here.tail(m));
    here[3 + l] +=
        weights.mass * inertia_of_.mu()[l] + weights.damping * data_->damping[l] + weights.stiffness * stiffness_[l];
  }
  if (weights.stiffness != 0.0) add_curvature(point, slots, values);
}

// Of J^T (F, T) at the frames:
//   ww  T_b^ + s^ F_b^      wx  -F_b^ Phi      xw  Phi^T F_b^ + Theta^T T(theta) T_b^      xx  Theta^T d(T(theta) T_b) Theta
void FlexibleBody::add_curvature(const BodyPoint& point, const int* slots, double* values) const {
  const int m = modes();
  const double weight = point.weights.stiffness;
  const Mat3& R = point.frames[0].R;
  const auto xi = modal(point.q + 7);
  const auto column = [&](int c) { return Eigen::Map<Vector>(values + slots[c], 3 + m); };
  Mat3 ww = hat(Vec3(weight * (R.transpose() * point.wrenches[0].torque)));
  for (int k = 1; k < sizes().frames; ++k) {
    const flexible::PartFrame& f = at(k);
    const Vec3 F = weight * (R.transpose() * point.wrenches[k].force),
               T = weight * (R.transpose() * point.wrenches[k].torque);
    if (F.isZero(0.0) && T.isZero(0.0)) continue;
    const Vec3 s = f.at + f.Phi * xi, theta = f.Theta * xi;
    const Mat3 Fx = hat(F), Tx = so3::tangent<double>(theta) * hat(T), slope = so3::tangent_slope(theta, T);
    ww += hat(T) + hat(s) * Fx;
    curved_.noalias() = slope * f.Theta;
    const bool turns = !T.isZero(0.0);
    for (int c = 0; c < 3; ++c) {
      auto here = column(3 + c).tail(m);
      here.noalias() += f.Phi.transpose() * Fx.col(c);
      if (turns) here.noalias() += f.Theta.transpose() * Tx.col(c);
    }
    for (int l = 0; l < m; ++l) {
      auto here = column(6 + l);
      here.head<3>() -= F.cross(f.Phi.col(l));
      if (turns) here.tail(m).noalias() += f.Theta.transpose() * curved_.col(l);
    }
  }
  for (int c = 0; c < 3; ++c) column(3 + c).head<3>() += ww.col(c);
}

double FlexibleBody::kinetic_energy(const double* q, const double* v, const FrameState* frames) const {
  inertia_of_.update(q + 7, at_force_);
  return 0.5 * mass_ * frames->v.squaredNorm() + inertia_of_.kinetic_energy(at_force_, in3(v + 3), v + 6);
}

double FlexibleBody::potential_energy(const double* q, const Vec3& gravity, const FrameState* frames) const {
  return RigidBody::potential_energy(q, gravity, frames) + strain_energy(q);
}

}  // namespace alembert
