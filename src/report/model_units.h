// From the SI units of results.h5 to those of the model, with their names.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "report/page.h"

namespace alembert::report {

// Divides SI values into those of the model and names the units of what is shown.
struct ModelUnits {
  double length = 1, mass = 1, time = 1, angle = 1, force = 1;
  std::string L = "m", M = "kg", T = "s", A = "rad", F = "N";

  explicit ModelUnits(const Json& units) {
    const auto read = [&](const char* key, double& factor, std::string& name) {
      factor = units.at(key).at("factor").get<double>();
      name = units.at(key).at("name").get<std::string>();
      if (!(factor > 0.0)) throw std::out_of_range("a unit without a size");
    };
    read("length", length, L);
    read("mass", mass, M);
    read("time", time, T);
    read("angle", angle, A);
    read("force", force, F);
  }
  double energy() const { return force * length; }
  std::string energy_name() const { return F == "N" && L == "m" ? "J" : F + "*" + L; }

  double stress() const { return force / (length * length); }
  std::string stress_name() const { return F == "N" && L == "m" ? "Pa" : F + "/" + L + "^2"; }

  // The factor and name for a unit of results.h5.
  std::pair<double, std::string> of(const std::string& si) const {
    if (si == "m") return {length, L};
    if (si == "m/s") return {length / time, L + "/" + T};
    if (si == "m/s^2") return {length / (time * time), L + "/" + T + "^2"};
    if (si == "rad") return {angle, A};
    if (si == "rad/s") return {angle / time, A + "/" + T};
    if (si == "rad/s^2") return {angle / (time * time), A + "/" + T + "^2"};
    if (si == "N") return {force, F};
    if (si == "N*m") return {energy(), F + "*" + L};
    return {1.0, si == "1" ? "" : si};
  }
};

}  // namespace alembert::report
