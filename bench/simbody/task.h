// What both engines are asked for: a mechanism, a time span, and how accurate the motion has to be.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "math/types.h"

namespace alembert::race {

// A point that is compared with a reference.
struct Place {
  double t;
  Vec3 at;
};

struct Task {
  std::string name;
  std::string model;                         // Alembert's model file, from the source folder
  std::map<std::string, double> set;         // its parameters that differ
  std::array<std::string, 3> point_outputs;  // the model's outputs that are the compared point; "": 0
  double end = 1.0;
  std::vector<Place> reference;  // in the order of time
  // What is asked for; all that are given must hold.
  std::optional<double> energy_drift;  // max |E(t) - E(0)| over the steps, J
  std::optional<double> energy_share;  // the same, as a share of the kinetic energy at the end
  std::optional<double> distance;      // max distance of the point from its reference, m

  std::string asked() const;
};

// Gathers what a run is judged by: told of every step, and of the point at the times of the reference.
class Judge {
 public:
  explicit Judge(const Task& task) : task_(task) {}

  void step(double kinetic, double potential);
  // The reference still to be told of, if any.
  const Place* next() const { return told_ < task_.reference.size() ? &task_.reference[told_] : nullptr; }
  void at_next(const Vec3& point);

  double energy_drift() const { return drift_; }
  double energy_share() const { return drift_ / kinetic_; }
  double distance() const { return distance_; }
  // The largest of what is asked for, each divided by what is allowed: at most 1 is good enough.
  double excess() const;
  // Every quantity that is asked for, with its value.
  std::string found() const;

 private:
  const Task& task_;
  std::optional<double> start_;
  double kinetic_ = 0.0, drift_ = 0.0, distance_ = 0.0;
  std::size_t told_ = 0;
};

// A01, A03, A04, A05 of the IFToMM multibody benchmark, and chains of 100 and 1000 bars. A04 twice: with all 30
// equations of its joints, of which one is redundant, and with one left out by hand.
std::vector<Task> all_tasks();

}  // namespace alembert::race
