#include "report/analysis_story.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/model_units.h"

namespace alembert::report {

namespace {

using results::RunData;
using Texts = std::vector<std::string>;

constexpr std::size_t kNamed = 6;   // directions
constexpr double kNoGrowth = 1e-8;  // of the fastest: growth that is rounding

double number(const nlohmann::json& object, const char* key) {
  return object.contains(key) && object.at(key).is_number() ? object.at(key).get<double>() : std::nan("");
}

std::string hertz(double omega_squared) {
  return fmt::format("{:.4g} Hz undamped", std::sqrt(omega_squared) / (2.0 * M_PI));
}

// "It is stable: ..."
std::string stability(const nlohmann::json& equilibrium) {
  const std::string kind = equilibrium.value("stability", "");
  const double eigenvalue = number(equilibrium, "smallest_eigenvalue");
  if (kind == "stable")
    return fmt::format(
        "It is stable: the smallest eigenvalue of the stiffness against the masses is {:.6g} 1/s^2 ({}).", eigenvalue,
        hertz(eigenvalue));
  if (kind == "unstable")
    return fmt::format("It is unstable: the smallest eigenvalue of the stiffness against the masses is {:.6g} 1/s^2.",
                       eigenvalue);
  if (kind == "no freedom") return "Nothing is free to move.";
  Texts named = equilibrium.value("neutral", Texts());
  const std::size_t count = named.size();
  if (count == 0) return "It is neutral.";
  named.resize(std::min(count, kNamed));
  return fmt::format("It is neutral in {} direction{}, which no force holds: {}{}.", count, count == 1 ? "" : "s",
                     fmt::join(named, "; "), count > kNamed ? fmt::format("; and {} more", count - kNamed) : "");
}

Texts statics(const nlohmann::json& equilibria) {
  if (equilibria.empty()) return {};
  const nlohmann::json& one = equilibria.front();
  Texts out = {fmt::format("An equilibrium was found in {} steps. {}", one.value("iterations", 0), stability(one))};
  if (const int left = one.value("unstable_equilibria_left", 0); left > 0)
    out.push_back(
        fmt::format("{} unstable equilibri{} met and left on the way.", left, left == 1 ? "um was" : "a were"));
  return out;
}

Texts quasi_statics(const nlohmann::json& equilibria, const std::string& unit) {
  if (equilibria.empty()) return {};
  Texts kinds;
  double least = INFINITY, at = 0.0;
  for (const char* kind : {"stable", "no freedom", "neutral", "unstable"}) {
    const auto n = std::count_if(equilibria.begin(), equilibria.end(),
                                 [&](const nlohmann::json& e) { return e.value("stability", "") == kind; });
    if (n > 0)
      kinds.push_back(fmt::format("{} {}", n, n > 0 && kind == std::string("no freedom") ? "without freedom" : kind));
  }
  for (const nlohmann::json& e : equilibria)
    if (const double x = number(e, "smallest_eigenvalue"); x < least) {
      least = x;
      at = number(e, "time");
    }
  Texts out = {fmt::format("{} equilibria from time {:.6g} to {:.6g} {}: {}.", equilibria.size(),
                           number(equilibria.front(), "time"), number(equilibria.back(), "time"), unit,
                           fmt::join(kinds, ", "))};
  if (std::isfinite(least))
    out.push_back(
        fmt::format("The smallest eigenvalue of the stiffness against the masses is {:.6g} 1/s^2, at time "
                    "{:.6g} {}; an equilibrium is stable while it is positive.",
                    least, at, unit));
  return out;
}

Texts small_motions(const nlohmann::json& modes, bool linear) {
  std::size_t free = 0, growing = 0, swinging = 0;
  double fastest = 0.0, lowest = INFINITY, highest = 0.0;
  const nlohmann::json& list = modes.at("modes");
  const auto eigenvalue = [](const nlohmann::json& mode) { return mode.at("eigenvalue").get<std::array<double, 2>>(); };
  for (const nlohmann::json& mode : list)
    fastest = std::max(fastest, std::hypot(eigenvalue(mode)[0], eigenvalue(mode)[1]));
  for (const nlohmann::json& mode : list) {
    const auto [re, im] = eigenvalue(mode);
    free += re == 0.0 && im == 0.0 ? 1 : 0;
    growing += re > kNoGrowth * fastest ? 1 : 0;
    if (im == 0.0) continue;
    ++swinging;
    lowest = std::min(lowest, im / (2.0 * M_PI));
    highest = std::max(highest, im / (2.0 * M_PI));
  }
  const auto are = [](std::size_t n, const char* one, const char* many) {
    return fmt::format("{} {}", n, n == 1 ? one : many);
  };
  std::string text =
      fmt::format("{} about {}. ", are(list.size(), "mode", "modes"), modes.at("about").get<std::string>());
  if (swinging == 0) text += "None oscillates.";
  const std::string from = fmt::format("{:.4g}", lowest), to = fmt::format("{:.4g}", highest);
  if (swinging > 0)
    text += fmt::format("{}, with {} Hz (damped).", are(swinging, "oscillates", "oscillate"),
                        from == to ? from : from + " to " + to);
  if (free > 0)
    text += fmt::format(" {}: no force holds such a motion, and it neither grows nor dies down.",
                        are(free, "is free", "are free"));
  text += growing == 0 ? " No mode grows." : fmt::format(" {}: the state is unstable.", are(growing, "grows", "grow"));
  Texts out = {text};
  if (linear)
    out.emplace_back("The matrices A, B, C, D of the linear model are in linear.json, linear.m and linear.mat.");
  return out;
}

Texts rows(const RunData& run, const ModelUnits& units) {
  const std::vector<double>& time = run.history.time;
  if (time.empty()) return {};
  const std::string span = fmt::format("{} times from {:.6g} to {:.6g} {}", time.size(), time.front() / units.time,
                                       time.back() / units.time, units.T);
  if (run.analysis() == "inverse_dynamics")
    return {
        fmt::format("The actuators that bring about the prescribed motion were found at {}; they are in "
                    "actuators.csv.",
                    span)};
  return {
      fmt::format("The positions, velocities, accelerations and reactions of the driven mechanism were found at {}, "
                  "each by itself: nothing is integrated.",
                  span)};
}

}  // namespace

Texts analysis_story(const RunData& run, const std::optional<nlohmann::json>& modes) {
  const ModelUnits units(Json::parse(run.layout.scene).at("units"));
  const std::string analysis = run.analysis();
  const nlohmann::json equilibria = run.summary->value("equilibria", nlohmann::json::array());
  if (analysis == "statics") return statics(equilibria);
  if (analysis == "quasi_statics") return quasi_statics(equilibria, units.T);
  if (modes) return small_motions(*modes, analysis == "linearise");
  return rows(run, units);
}

}  // namespace alembert::report
