#include "analysis/joint_coordinates.h"

#include <limits>

#include "system/pools.h"

namespace alembert {

JointCoordinates::JointCoordinates(const System& system, const MultibodyProblem& problem)
    : problem_(problem), joints_(system.model().joints.size()) {
  for_each_element(system.pools().joints, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    if constexpr (Kernel::kTurns || Kernel::kSlides)
      coordinates_.push_back(
          {static_cast<std::size_t>(e.joint), e.marker[0], e.marker[1], Kernel::kTurns, Kernel::kSlides});
  });
}

double JointCoordinates::angle(const Coordinate& c, double t) const {
  const MarkerState<double>&i = problem_.marker(c.marker_i), &j = problem_.marker(c.marker_j);
  const double rate = i.axis(Axis::z).dot(j.w - i.w);
  return unwrap(angle_about_z(i, j), c.angle + 0.5 * (c.rate + rate) * (t - t_));
}

void JointCoordinates::accept(double t) {
  for (Coordinate& c : coordinates_) {
    if (!c.turns) continue;
    const MarkerState<double>&i = problem_.marker(c.marker_i), &j = problem_.marker(c.marker_j);
    c.angle = angle(c, t);
    c.rate = i.axis(Axis::z).dot(j.w - i.w);
  }
  t_ = t;
}

void JointCoordinates::continue_from(const JointCoordinates& other) {
  for (std::size_t k = 0; k < coordinates_.size(); ++k) {
    coordinates_[k].angle = other.coordinates_[k].angle;
    coordinates_[k].rate = other.coordinates_[k].rate;
  }
  t_ = other.t_;
}

void JointCoordinates::sample(double t, Sample& out) const {
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (auto* list :
       {&out.joint_angles, &out.joint_angle_rates, &out.joint_displacements, &out.joint_displacement_rates})
    list->assign(joints_, none);
  for (const Coordinate& c : coordinates_) {
    const MarkerState<double>&i = problem_.marker(c.marker_i), &j = problem_.marker(c.marker_j);
    const Vec3 z = i.axis(Axis::z);
    if (c.turns) {
      out.joint_angles[c.joint] = angle(c, t);
      out.joint_angle_rates[c.joint] = z.dot(j.w - i.w);
    }
    if (c.slides) {
      out.joint_displacements[c.joint] = z.dot(j.p - i.p);
      out.joint_displacement_rates[c.joint] = z.dot(j.v - i.v) + i.w.cross(z).dot(j.p - i.p);
    }
  }
}

}  // namespace alembert
