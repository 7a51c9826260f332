// From the SI units of results.h5 to those of the model, with their names.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
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

  // The factor and name for a unit of results.h5, a product of these: "N*m/s^2". Others stay as they are.
  std::pair<double, std::string> of(std::string_view si) const;

 private:
  struct Base {
    std::string_view si;
    double factor;
    std::string name;
  };
};

}  // namespace alembert::report
