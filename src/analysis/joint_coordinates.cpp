#include "analysis/joint_coordinates.h"

#include "system/pools.h"

namespace alembert {

JointCoordinates::JointCoordinates(const System& system, const MultibodyProblem& problem) : problem_(problem) {
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

JointCoordinates::Reading JointCoordinates::reading(const Coordinate& c, double t) const {
  const MarkerState<double>&i = problem_.marker(c.marker_i), &j = problem_.marker(c.marker_j);
  const Vec3 z = i.axis(Axis::z);
  Reading out{c.joint};
  if (c.turns) {
    out.angle = angle(c, t);
    out.angle_rate = z.dot(j.w - i.w);
  }
  if (c.slides) {
    out.displacement = z.dot(j.p - i.p);
    out.displacement_rate = z.dot(j.v - i.v) + i.w.cross(z).dot(j.p - i.p);
  }
  return out;
}

}  // namespace alembert
