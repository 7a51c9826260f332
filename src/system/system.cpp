#include "system/system.h"

#include <fmt/format.h>

#include "system/system_compiler.h"

namespace alembert {

System::System(Model model) : model_(std::move(model)) { SystemCompiler(*this).run(); }

int System::track_angle(const AngleTracker& tracker) {
  for (std::size_t k = 0; k < trackers_.size(); ++k)
    if (trackers_[k].kind == tracker.kind && trackers_[k].marker_i == tracker.marker_i &&
        trackers_[k].marker_j == tracker.marker_j)
      return static_cast<int>(k);
  trackers_.push_back(tracker);
  sizes_.memory += 2;  // angle and rate
  return static_cast<int>(trackers_.size()) - 1;
}

dae::State System::given_state() const {
  dae::State state(sizes_);
  for (std::size_t k = 0; k < bodies_.size(); ++k) {
    const BodyEntry& b = bodies_[k];
    const Body& body = model_.bodies[k];
    const Vec3 r = body.position + body.orientation * body.com;
    switch (b.kind) {
      case BodyKind::ground:
        break;
      case BodyKind::rigid: {
        const Quat o = body.orientation.normalized();
        state.q.segment<3>(b.q) = r;
        state.q.segment<4>(b.q + 3) << o.w(), o.x(), o.y(), o.z();
        state.v.segment<3>(b.v) = body.velocity;
        state.v.segment<3>(b.v + 3) = o.conjugate() * body.angular_velocity;
        break;
      }
      case BodyKind::point: {
        state.q.segment<3>(b.q) = r;
        state.v.segment<3>(b.v) = body.velocity;
        break;
      }
      case BodyKind::planar: {
        const Vec3 x = body.orientation * Vec3::UnitX();
        state.q.segment<3>(b.q) << r[0], r[1], std::atan2(x[1], x[0]);
        state.v.segment<3>(b.v) << body.velocity[0], body.velocity[1], body.angular_velocity[2];
        break;
      }
    }
  }
  for (std::size_t k = 0; k < states_.size(); ++k) state.v[states_[k].v] = model_.states[k].initial;
  for (std::size_t k = 0; k < trackers_.size(); ++k)
    state.memory[static_cast<Eigen::Index>(2 * k)] = trackers_[k].start;
  for (std::size_t k = 0; k < contacts_.size(); ++k)
    for (std::size_t p = 0; p < 2; ++p)
      state.memory[static_cast<Eigen::Index>(2 * (trackers_.size() + k) + p)] = contacts_[k].start[p];
  return state;
}

std::string System::unknown_name(int unknown) const {
  static constexpr const char* kRigid[] = {"x", "y", "z", "rotation x", "rotation y", "rotation z"};
  static constexpr const char* kPlanar[] = {"x", "y", "angle"};
  if (unknown < 0 || unknown >= sizes_.unknowns()) return "unknown";
  if (unknown >= sizes_.velocities) return row_name(unknown - sizes_.velocities);
  for (const BodyEntry& b : bodies_) {
    if (unknown < b.v || unknown >= b.v + b.nv) continue;
    const int k = unknown - b.v;
    return fmt::format("body {}: {}", b.name, b.kind == BodyKind::planar ? kPlanar[k] : kRigid[k]);
  }
  for (const StateEntry& x : states_)
    if (x.v == unknown) return fmt::format("state {}", x.name);
  return "unknown";
}

}  // namespace alembert
