#include "task.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace alembert::race {

namespace {

// The rows of a file of test/data whose columns begin with t, x, y (and z).
std::vector<Place> read_reference(const std::string& file, int coordinates) {
  std::ifstream in(std::string(ALEMBERT_SOURCE_DIR) + "/test/data/" + file);
  if (!in) throw std::runtime_error("cannot read test/data/" + file);
  std::vector<Place> places;
  std::string line;
  while (std::getline(in, line)) {
    if (line.empty() || line[0] == '#' || line[0] == 't') continue;
    std::istringstream row(line);
    Place place{0.0, Vec3::Zero()};
    char comma;
    row >> place.t;
    for (int k = 0; k < coordinates; ++k) row >> comma >> place.at[k];
    if (!row) throw std::runtime_error("cannot read a row of test/data/" + file);
    places.push_back(place);
  }
  return places;
}

void add(std::string& text, const std::string& part) { text += text.empty() ? part : ", " + part; }

}  // namespace

std::string Task::asked() const {
  std::string text;
  if (energy_drift) add(text, fmt::format("energy {:.0e} J", *energy_drift));
  if (energy_share) add(text, fmt::format("energy {:.0e} of kinetic", *energy_share));
  if (distance) add(text, fmt::format("path {:.0e} m", *distance));
  return text;
}

void Judge::step(double kinetic, double potential) {
  const double energy = kinetic + potential;
  if (!start_) start_ = energy;
  kinetic_ = kinetic;
  drift_ = std::max(drift_, std::abs(energy - *start_));
}

void Judge::at_next(const Vec3& point) {
  distance_ = std::max(distance_, (point - task_.reference[told_].at).norm());
  ++told_;
}

double Judge::excess() const {
  double worst = 0.0;
  if (task_.energy_drift) worst = std::max(worst, energy_drift() / *task_.energy_drift);
  if (task_.energy_share) worst = std::max(worst, energy_share() / *task_.energy_share);
  if (task_.distance) worst = std::max(worst, distance() / *task_.distance);
  return worst;
}

std::string Judge::found() const {
  std::string text;
  if (task_.energy_drift) add(text, fmt::format("{:.1e} J", energy_drift()));
  if (task_.energy_share) add(text, fmt::format("{:.1e}", energy_share()));
  if (task_.distance) add(text, fmt::format("{:.1e} m", distance()));
  return text;
}

std::vector<Task> all_tasks() {
  Task a01{"A01", "models/single_pendulum.yaml", {{"theta", -0.5 * M_PI}}, {"x", "y", ""}, 10.0, {}, {}, {}, {}};
  a01.reference = read_reference("p7_A01_simple_pendulum.csv", 2);
  a01.energy_drift = 5e-5;

  Task a03{"A03", "models/seven_body.yaml", {}, {"xF", "yF", ""}, 0.05, {}, {}, {}, {}};
  a03.reference = read_reference("p5_andrews_F_trajectory.csv", 2);
  a03.distance = 1e-5;

  Task a04{"A04", "models/bricard.yaml", {}, {"P3x", "P3y", "P3z"}, 10.0, {}, {}, {}, {}};
  a04.reference = read_reference("p7_A04_bricard_P3.csv", 3);
  a04.energy_drift = 1e-3;
  a04.distance = 1e-2;

  Task a05{"A05", "models/governor.yaml", {}, {"", "", "s"}, 10.0, {{10.0, {0.0, 0.0, 0.619623}}}, {}, {}, {}};
  a05.distance = 1e-5;

  Task a04_independent = a04;
  a04_independent.name = "A04 29";
  a04_independent.model = "bench/simbody/bricard_29.yaml";

  std::vector<Task> tasks{a01, a03, a04, a04_independent, a05};
  for (const double n : {100.0, 1000.0}) {
    Task chain{fmt::format("chain {:.0f}", n), "models/chain.yaml", {{"N", n}}, {"", "", ""}, 1.0, {}, {}, {}, {}};
    chain.energy_share = 1e-3;
    tasks.push_back(chain);
  }
  return tasks;
}

}  // namespace alembert::race
