#include "report/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace alembert::report {

namespace {

using results::RunData;

std::string text_of(const Json& value) {
  if (value.is_number_integer()) return fmt::format("{}", value.get<long>());
  if (value.is_number()) return fmt::format("{:.6g}", value.get<double>());
  return value.is_string() ? value.get<std::string>() : std::string();
}

class Facts {
 public:
  explicit Facts(const RunData& run) : summary_(run.summary ? Json(*run.summary) : Json::object()) {}

  Json at(const char* key) const { return summary_.value(key, Json()); }
  void add(const char* group, const std::string& name, const Json& value, const std::string& unit = "") {
    if (const std::string shown = text_of(value); !shown.empty())
      list_.push_back({{"group", group}, {"name", name}, {"value", unit.empty() ? shown : shown + " " + unit}});
  }
  Json take() { return std::move(list_); }

 private:
  Json summary_;
  Json list_ = Json::array();
};

void add_method(Facts& facts) {
  if (const Json method = facts.at("method"); method.is_object()) {
    facts.add("Method", "method", method.value("name", Json()));
    const Json parameters = method.value("parameters", Json::object());
    for (const auto& [name, value] : parameters.items()) facts.add("Method", name, value);
  }
  facts.add("Method", "tolerance", facts.at("tolerance"));
  facts.add("Method", "step", facts.at("step"), "s");
  facts.add("Method", "equations", facts.at("equations"));
  for (const auto& [key, name] : {std::pair{"steps", "steps"},
                                  {"rejected_steps", "rejected attempts"},
                                  {"newton_iterations", "Newton iterations"},
                                  {"jacobian_evaluations", "Jacobians"},
                                  {"factorizations", "factorisations"}})
    facts.add("Cost", name, facts.at(key));
  facts.add("Cost", "processor time", facts.at("cpu_seconds"), "s");
}

void add_energy(Facts& facts) {
  const Json energy = facts.at("energy"), violation = facts.at("max_violation");
  if (energy.is_object())
    for (const auto& [key, name] : {std::pair{"start", "at the start"},
                                    {"end", "at the end"},
                                    {"work_in", "work of applied forces"},
                                    {"dissipated", "taken by dampers"},
                                    {"numerical", "added by the method"},
                                    {"turned_over", "turned over"}})
      facts.add("Energy", name, energy.value(key, Json()), "J");
  if (const Json contact = energy.is_object() ? energy.value("contact", Json()) : Json(); contact.is_object())
    for (const auto& [key, name] : {std::pair{"stored", "stored in contacts at the end"},
                                    {"damping", "taken by contact damping"},
                                    {"friction", "taken by contact friction"}})
      facts.add("Energy", name, contact.value(key, Json()), "J");
  facts.add("Energy", "largest drift", facts.at("max_energy_drift"), "J");
  if (violation.is_object())
    for (const char* key : {"position", "velocity", "acceleration"})
      facts.add("Constraints, largest residual", key, violation.value(key, Json()), "(SI)");
}

void add_analysis(Facts& facts, const RunData& run) {
  std::string name = run.analysis();
  std::replace(name.begin(), name.end(), '_', ' ');
  facts.add("Analysis", "analysis", name);
  facts.add("Analysis", "states recorded", run.history.time.size());
  facts.add("Analysis", "equations", facts.at("equations"));
  if (const Json time = facts.at("cpu_seconds"); time.is_number() && time.get<double>() > 0.0)
    facts.add("Analysis", "processor time", time, "s");
  if (const Json violation = facts.at("max_violation"); violation.is_object())
    facts.add("Analysis", "joints closed to", violation.value("position", Json()), "(SI)");
}

}  // namespace

Json facts_of(const RunData& run) {
  Facts facts(run);
  if (run.integrated()) {
    add_method(facts);
    add_energy(facts);
  } else {
    add_analysis(facts, run);
  }
  return facts.take();
}

Json freedom_of(const Json& scene) {
  Json sets = Json::array();
  for (const Json& set : scene.at("dependent_sets")) {
    const auto rows = set.at("rows").get<std::vector<std::string>>();
    const int redundant = set.at("redundant").get<int>();
    sets.push_back(fmt::format(
        "{} of these {} equations {} redundant, {}: {}", redundant, rows.size(), redundant == 1 ? "is" : "are",
        set.at("always").get<bool>() ? "always" : "only in the starting position", fmt::join(rows, "; ")));
  }
  return {{"degrees", scene.at("degrees_of_freedom")}, {"redundant", sets}};
}

Json impacts_of(const RunData& run, const ModelUnits& units) {
  Json out = Json::array();
  const Json contacts = Facts(run).at("contacts");
  if (!contacts.is_object()) return out;
  const auto scaled = [](const Json& of, const char* key, double unit) {
    const Json value = of.value(key, Json());
    return value.is_number() ? Json(value.get<double>() / unit) : Json(nullptr);
  };
  const double impulse = units.force * units.time, speed = units.length / units.time;
  for (const auto& [name, contact] : contacts.items()) {
    Json list = Json::array();
    for (const Json& i : contact.value("impacts", Json::array()))
      list.push_back({{"between", i.value("between", Json::array())},
                      {"begin", scaled(i, "begin", units.time)},
                      {"duration", scaled(i, "duration", units.time)},
                      {"peak", scaled(i, "peak_force", units.force)},
                      {"penetration", scaled(i, "penetration", units.length)},
                      {"impulse", scaled(i, "impulse", impulse)},
                      {"approach", scaled(i, "approach_speed", speed)},
                      {"separation", scaled(i, "separation_speed", speed)},
                      {"touching", i.value("touching", false)}});
    out.push_back({{"name", name},
                   {"count", contact.value("count", 0L)},
                   {"peak", scaled(contact, "peak_force", units.force)},
                   {"impulse", scaled(contact, "impulse", impulse)},
                   {"list", list}});
  }
  return out;
}

Json phases_of(const RunData& run) {
  Json out = Json::array();
  if (const Json phases = Facts(run).at("phases"); phases.is_object())
    for (const auto& [name, seconds] : phases.items())
      if (seconds.is_number()) out.push_back({{"name", name}, {"seconds", seconds}});
  return out;
}

}  // namespace alembert::report
