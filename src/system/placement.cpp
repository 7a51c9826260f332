#include "system/placement.h"

#include <algorithm>

#include "system/pools.h"

namespace alembert {

Placement::Placement(const System& system)
    : system_(system),
      entries_(system.frames()),
      q_(Vector::Zero(system.sizes().positions)),
      v_(Vector::Zero(system.sizes().velocities)),
      frame_(system.frames().size(), standing_frame()),
      marker_(system.markers().size()),
      arm_(system.markers().size(), Vec3::Zero()) {
  std::size_t most = 1;
  for (const BodyEntry& b : system.bodies()) most = std::max(most, system.frames_of(b));
  moved_.resize(most);
  for (std::size_t k = 0; k < marker_.size(); ++k) {  // markers on ground stay as they are set here
    const MarkerEntry& m = system.markers()[MarkerId(k)];
    marker_[MarkerId(k)] = marker_state(standing_frame(), m);
    arm_[MarkerId(k)] = m.arm;
  }
}

bool Placement::move_to(double t, const Vector& q, const Vector& v) {
  time_ = t;
  level_ = Level::twists;
  if (system_.general_frames() > 0) v_ = v;
  const bool same = known_ && std::equal(q.begin(), q.end(), q_.begin());
  known_ = true;
  if (!same) {
    q_ = q;
    for_each_element(system_.pools().bodies, [&](const auto& b) {
      b.kernel.place(q.data() + b.q, &frame_[b.frame]);
      b.kernel.turn(q.data() + b.q, v.data() + b.v, &frame_[b.frame]);
    });
  } else {
    for_each_element(system_.pools().bodies,
                     [&](const auto& b) { b.kernel.turn(q.data() + b.q, v.data() + b.v, &frame_[b.frame]); });
  }
  const MarkerEntry* m = system_.markers().data();
  for (std::size_t k = 0; k < marker_.size(); ++k, ++m) {
    if (m->frame == System::kGroundFrame) continue;
    const FrameState& b = frame_[m->frame];
    MarkerState<double>& out = marker_.data()[k];
    Vec3& arm = arm_.data()[k];
    if (!same) {
      arm.noalias() = b.R * m->arm;
      out.p = b.r + arm;
      out.R.noalias() = b.R * m->R;
    }
    out.v = b.v + b.w.cross(arm);
    out.w = b.w;
  }
  return !same;
}

bool Placement::move_poses(double t, const Vector& q) {
  time_ = t;
  level_ = Level::poses;
  if (known_ && std::equal(q.begin(), q.end(), q_.begin())) return false;
  known_ = true;
  q_ = q;
  for_each_element(system_.pools().bodies, [&](const auto& b) { b.kernel.place(q.data() + b.q, &frame_[b.frame]); });
  const MarkerEntry* m = system_.markers().data();
  for (std::size_t k = 0; k < marker_.size(); ++k, ++m) {
    if (m->frame == System::kGroundFrame) continue;
    const FrameState& b = frame_[m->frame];
    Vec3& arm = arm_.data()[k];
    arm.noalias() = b.R * m->arm;
    marker_.data()[k].p = b.r + arm;
    marker_.data()[k].R.noalias() = b.R * m->R;
  }
  return true;
}

void Placement::jacobian(FrameId id, MapRef J) const {
  const FrameEntry& f = entries_[id];
  if (f.map == FrameMap::general) {
    system_.pools().with_body(f.body, [&](const auto& b) { b.kernel.jacobian(q_.data() + b.q, f.place, J); });
    return;
  }
  const auto columns = columns_of(f.map);
  J.setZero();
  for (std::size_t c = 0; c < columns.size(); ++c) J(columns[c], static_cast<Eigen::Index>(c)) = 1.0;
  if (f.map == FrameMap::full) J.bottomRightCorner<3, 3>() = frame_[id].R;
}

void Placement::twist_stiffness(FrameId id, MapRef V) const {
  const FrameEntry& f = entries_[id];
  if (f.map == FrameMap::general) {
    system_.pools().with_body(
        f.body, [&](const auto& b) { b.kernel.twist_stiffness(q_.data() + b.q, v_.data() + b.v, f.place, V); });
    return;
  }
  V.setZero();
  if (f.map == FrameMap::full) V.bottomRightCorner<3, 3>() = -so3::hat(frame_[id].w) * frame_[id].R;
}

ForceTorque Placement::motion(MarkerId id, const Vector& direction) const {
  const MarkerEntry& m = system_.markers()[id];
  const FrameEntry& f = entries_[m.frame];
  if (!f.moves()) return {};
  system_.pools().with_body(f.body, [&](const auto& b) {
    std::copy_n(frames_of(b.frame), b.kernel.sizes().frames, moved_.begin());
    for (FrameState& frame : moved_) frame.v = frame.w = Vec3::Zero();
    b.kernel.turn(q_.data() + b.q, direction.data() + b.v, moved_.data());
  });
  const FrameState& frame = moved_[static_cast<std::size_t>(f.place)];
  return {frame.v + frame.w.cross(arm_[id]), frame.w};
}

ForceTorque Placement::acceleration(MarkerId id, const Vector& a) const {
  const MarkerEntry& m = system_.markers()[id];
  const FrameEntry& f = entries_[m.frame];
  ForceTorque out;
  switch (f.place == 0 ? f.map : FrameMap::general) {  // J a where J's structure is known; kernels know the others
    case FrameMap::fixed:
      return out;
    case FrameMap::full:
      out.force = a.segment<3>(f.v);
      out.torque = frame_[m.frame].R * a.segment<3>(f.v + 3);
      break;
    case FrameMap::point:
      out.force = a.segment<3>(f.v);
      break;
    case FrameMap::plane:
      out.force << a[f.v], a[f.v + 1], 0.0;
      out.torque << 0.0, 0.0, a[f.v + 2];
      break;
    case FrameMap::general:
      system_.pools().with_body(f.body, [&](const auto& b) {
        out = b.kernel.accelerate(q_.data() + b.q, v_.data() + b.v, a.data() + b.v, frames_of(b.frame), f.place);
      });
      break;
  }
  const Vec3 &w = frame_[m.frame].w, &arm = arm_[id];
  out.force += out.torque.cross(arm) + w.cross(w.cross(arm));
  return out;
}

}  // namespace alembert
