#include "system/angles.h"

#include <cmath>

#include "elements/angle.h"

namespace alembert {

Angles::Angles(const Placement& placement) : Angles(placement, placement.system().trackers()) {}

Angles::Angles(const Placement& placement, const std::vector<AngleTracker>& trackers)
    : placement_(placement), trackers_(trackers), angle_(trackers.size(), 0.0), rate_(trackers.size(), 0.0) {}

const AngleTracker& Angles::tracker(int index) const { return trackers_[static_cast<std::size_t>(index)]; }

double Angles::angle(const AngleTracker& tracker) const {
  const MarkerState<double>&i = placement_.pose(tracker.marker_i), &j = placement_.pose(tracker.marker_j);
  const Mat3 C = j.R.transpose() * i.R;  // axes of i in j
  switch (tracker.kind) {
    case AngleTracker::Kind::about_z_of_first:
      return angle_about_z(i, j);
    case AngleTracker::Kind::ax:
      return std::atan2(-C(1, 2), C(2, 2));
    case AngleTracker::Kind::ay:
      return std::atan2(C(0, 2), C(2, 2));
    case AngleTracker::Kind::az:
      return std::atan2(-C(0, 1), C(1, 1));
  }
  return 0.0;
}

double Angles::rate(const AngleTracker& tracker) const {
  const MarkerState<double>&i = placement_.marker(tracker.marker_i), &j = placement_.marker(tracker.marker_j);
  switch (tracker.kind) {
    case AngleTracker::Kind::about_z_of_first:
      return i.axis(Axis::z).dot(j.w - i.w);
    case AngleTracker::Kind::ax:
      return j.axis(Axis::x).dot(i.w - j.w);
    case AngleTracker::Kind::ay:
      return j.axis(Axis::y).dot(i.w - j.w);
    case AngleTracker::Kind::az:
      return j.axis(Axis::z).dot(i.w - j.w);
  }
  return 0.0;
}

// With the mean of the rates then and now: exact where it changes evenly, however long the step.
double Angles::reference_angle(int index) const {
  const auto k = static_cast<std::size_t>(index);
  return angle_[k] + 0.5 * (rate_[k] + rate(tracker(index))) * (placement_.time() - time_);
}

double Angles::operator[](int index) const { return unwrap(angle(tracker(index)), reference_angle(index)); }

void Angles::recall(double t, const double* memory) {
  time_ = t;
  for (std::size_t k = 0; k < angle_.size(); ++k) {
    angle_[k] = memory[2 * k];
    rate_[k] = memory[2 * k + 1];
  }
}

void Angles::remember(double* memory) const {
  for (int k = 0; k < static_cast<int>(angle_.size()); ++k) {
    memory[2 * k] = (*this)[k];
    memory[2 * k + 1] = rate(tracker(k));
  }
}

}  // namespace alembert
