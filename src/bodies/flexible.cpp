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
  const auto rows = 6 * static_cast<Eigen::Index>(data_->frames.size());
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> maps(rows, modes());
  for (int k = 1; k < sizes().frames; ++k) {
    maps.middleRows<3>(6 * k - 6) = at(k).Phi;
    maps.middleRows<3>(6 * k - 3) = at(k).Theta;
  }
  maps_ = std::make_shared<decltype(maps)>(std::move(maps));
  deformed_.setZero(rows);
  deforming_.setZero(rows);
  xi_.setZero(modes());
  for (FlexibleInertia::Terms& terms : terms_) inertia_of_.prepare(terms);
}

FlexibleInertia::Terms& FlexibleBody::terms_at(const double* xi) const {
  std::size_t k = 0;
  while (k + 1 < recent_.size() && !inertia_of_.is_at(xi, terms_[recent_[k]])) ++k;
  std::rotate(recent_.begin(), recent_.begin() + static_cast<std::ptrdiff_t>(k),
              recent_.begin() + static_cast<std::ptrdiff_t>(k) + 1);
  FlexibleInertia::Terms& terms = terms_[recent_[0]];
  inertia_of_.move_to(xi, terms);
  return terms;
}

void FlexibleBody::deform(const double* xi) const {
  if (std::equal(xi, xi + modes(), xi_.data())) return;
  xi_ = modal(xi);
  deformed_.noalias() = *maps_ * xi_;
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
  deform(q + 7);
  for (int k = 1; k < sizes().frames; ++k) {
    const Vec3 s = place_of(k), theta = turn_of(k);
    frames[k].r = own.r + own.R * s;
    frames[k].R.noalias() = own.R * so3::matrix(so3::exp<double>(theta));
  }
}

void FlexibleBody::turn(const double* q, const double* v, FrameState* frames) const {
  RigidBody::turn(q, v, frames);
  const FrameState& own = frames[0];
  const Vec3 w = in3(v + 3);
  deform(q + 7);
  deforming_.noalias() = *maps_ * modal(v + 6);
  for (int k = 1; k < sizes().frames; ++k) {
    const Vec3 s = place_of(k), theta = turn_of(k);
    const Vec3 moving = deforming_.segment<3>(6 * k - 6), turning = deforming_.segment<3>(6 * k - 3);
    frames[k].v = own.v + own.R * (w.cross(s) + moving);
    frames[k].w = own.R * (w + so3::tangent<double>(theta).transpose() * turning);
  }
}

ForceTorque FlexibleBody::accelerate(const double* q, const double* v, const double* a, const FrameState* frames,
                                     int k) const {
  const ForceTorque own = RigidBody::accelerate(q, v, a, frames, 0);
  if (k == 0) return own;
  const Mat3& R = frames->R;
  const flexible::PartFrame& f = at(k);
  const auto rate = modal(v + 6), change = modal(a + 6);
  deform(q + 7);
  const Vec3 w = in3(v + 3), alpha = in3(a + 3), s = place_of(k), theta = turn_of(k);
  const Vec3 u = f.Phi * rate, turning = f.Theta * rate;
  const Mat3 Tt = so3::tangent<double>(theta).transpose();
  const Vec3 speeding = transposed_slope(theta, turning) * turning + Tt * (f.Theta * change);
  return {own.force + R * (alpha.cross(s) + f.Phi * change + w.cross(w.cross(s)) + 2.0 * w.cross(u)),
          R * (alpha + w.cross(Tt * turning) + speeding)};
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
  Vec3 turn;
  inertia_of_.apply_mass(terms_at(q + 7), in3(a + 3), a + 6, turn, out + 6);
  out3(out) = mass_ * in3(a);
  out3(out + 3) = turn;
}

bool FlexibleBody::apply_inverse_mass(const double* q, const double* x, double* out) const {
  if (!(mass_ > 0.0)) return false;
  Vec3 turn;
  const bool regular = inertia_of_.apply_inverse_mass(terms_at(q + 7), in3(x + 3), x + 6, turn, out + 6);
  out3(out) = in3(x) / mass_;
  out3(out + 3) = turn;
  return regular;
}

Mat3 FlexibleBody::moment(const double* q) const {
  FlexibleInertia::Terms& terms = terms_at(q + 7);
  inertia_of_.make_J(terms);
  return terms.J;
}

void FlexibleBody::gather(const double* q, const FrameState* frames, const ForceTorque* wrenches, double* f) const {
  RigidBody::gather(q, frames, wrenches, f);
  const Mat3& R = frames[0].R;
  Eigen::Map<Vector> f_xi(f + 6, modes());
  f_xi.setZero();
  deform(q + 7);
  for (int k = 1; k < sizes().frames; ++k) {
    const flexible::PartFrame& frame = at(k);
    const ForceTorque& w = wrenches[k];
    if (w.force.isZero(0.0) && w.torque.isZero(0.0)) continue;
    const Vec3 F = R.transpose() * w.force, T = R.transpose() * w.torque, s = place_of(k);
    out3(f) += w.force;
    out3(f + 3) += T + s.cross(F);
    f_xi.noalias() += frame.Phi.transpose() * F;
    if (T.isZero(0.0)) continue;
    const Vec3 turning = so3::tangent<double>(turn_of(k)) * T;
    f_xi.noalias() += frame.Theta.transpose() * turning;
  }
}

void FlexibleBody::add_forces(const double* q, const double* v, const Vec3& gravity, double* f) const {
  out3(f) -= mass_ * gravity;
  Vec3 turn = Vec3::Zero();
  inertia_of_.add_forces(terms_at(q + 7), in3(v + 3), v + 6, rates_, turn, f + 6);
  out3(f + 3) += turn;
  Eigen::Map<Vector>(f + 6, modes()) +=
      stiffness_.cwiseProduct(modal(q + 7)) + data_->damping.cwiseProduct(modal(v + 6));
}

void FlexibleBody::declare(int v, std::vector<linear::Block>& blocks) const {
  for (int k = 0; k < 3; ++k) blocks.push_back({v + k, 1, v + k, 1});
  blocks.push_back({v + 3, 3 + modes(), v + 3, 3 + modes()});
}

void FlexibleBody::declare_seldom(int v, std::vector<linear::Block>& blocks) const {
  // All but the diagonal: two quarters of a square, and the same of the two others.
  const auto besides_diagonal = [&](auto&& self, int first, int count) -> void {
    if (count < 2) return;
    const int half = count / 2, rest = count - half;
    blocks.push_back({first, half, first + half, rest});
    blocks.push_back({first + half, rest, first, half});
    self(self, first, half);
    self(self, first + half, rest);
  };
  besides_diagonal(besides_diagonal, v + 6, modes());
  blocks.push_back({v, 3, v + 6, modes()});
  blocks.push_back({v + 6, modes(), v, 3});
}

void FlexibleBody::bind(int v, const linear::Pattern& pattern, int* slots) const {
  for (int c = 0; c < 3; ++c) slots[c] = pattern.slot(v + c, v + c);
  for (int c = 3; c < 6 + modes(); ++c) slots[c] = pattern.slot(v + 3, v + c);
}

void FlexibleBody::add_matrix(const BodyPoint& point, const int* slots, double* values) const {
  const int m = modes();
  FlexibleInertia::Terms &at_mass = terms_at(point.q_mass + 7), &at_force = terms_at(point.q + 7);
  const Vec3 w = in3(point.v + 3), alpha = point.mass_moves ? Vec3(in3(point.a + 3)) : Vec3(Vec3::Zero());
  const FlexibleInertia::Weights weights{point.weights.mass, point.weights.damping, point.weights.stiffness,
                                         point.mass_moves};
  Mat3 ww;
  inertia_of_.derivatives(at_mass, at_force, w, point.v + 6, alpha, point.a + 6, weights, rates_, ww, wx_, xw_);
  const Mat3 T = so3::inverse_tangent(Vec3(in3(point.d + 3)));
  // Rows of rotations and modes, which are below those of translations.
  const auto column = [&](int c) { return Eigen::Map<Vector>(values + slots[c], 3 + m); };
  for (int c = 0; c < 3; ++c) values[slots[c]] += weights.mass * mass_;
  const Mat3 turned = ww * T;
  for (int c = 0; c < 3; ++c) {
    auto here = column(3 + c);
    here.head<3>() += turned.col(c);
    here.tail(m).noalias() += xw_.topRows(m) * T.col(c);
  }
  const bool coupled = inertia_of_.make_modal_block(w, alpha, weights, rates_);
  for (int l = 0; l < m; ++l) {
    auto here = column(6 + l);
    here.head<3>() += wx_.row(l);
    if (coupled)
      for (int k = 0; k < m; ++k) here[3 + k] += inertia_of_.modal_derivative(rates_, k, l);
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
  return 0.5 * mass_ * frames->v.squaredNorm() + inertia_of_.kinetic_energy(terms_at(q + 7), in3(v + 3), v + 6);
}

double FlexibleBody::potential_energy(const double* q, const Vec3& gravity, const FrameState* frames) const {
  return RigidBody::potential_energy(q, gravity, frames) + strain_energy(q);
}

}  // namespace alembert
