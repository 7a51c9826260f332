// The coordinates of joints: the angle about and the displacement along the first marker's z axis of the second marker
// relative to the first, zero where the two frames coincide. Angles count whole turns, from step to step.
#pragma once

#include <limits>
#include <vector>

#include "elements/angle.h"
#include "system/multibody_problem.h"
#include "system/system.h"

namespace alembert {

class JointCoordinates {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

 public:
  JointCoordinates(const System& system, const MultibodyProblem& problem);

  // The problem is placed at the state of an accepted step (or of the start).
  void accept(double t);
  void exchange(Archive& archive) { archive(coordinates_, t_); }
  // Goes on counting turns where another left off.
  void continue_from(const JointCoordinates& other);
  // What a joint does not have is NaN.
  struct Reading {
    std::size_t joint = 0;
    double angle = kNone, angle_rate = kNone, displacement = kNone, displacement_rate = kNone;
  };
  // `f` of the readings of all joints that turn or slide; the problem is placed at a state of the last step.
  template <class F>
  void read(double t, F f) const {
    for (const Coordinate& c : coordinates_) f(reading(c, t));
  }

 private:
  struct Coordinate {
    std::size_t joint = 0;
    MarkerId marker_i, marker_j;
    bool turns = false, slides = false;
    double angle = 0.0, rate = 0.0;  // at the last accepted step
    void exchange(Archive& archive) { archive(angle, rate); }
  };
  double angle(const Coordinate& c, double t) const;
  Reading reading(const Coordinate& c, double t) const;

  const MultibodyProblem& problem_;
  std::vector<Coordinate> coordinates_;
  double t_ = 0.0;
};

}  // namespace alembert
