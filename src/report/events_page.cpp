#include "report/events_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace alembert::report {

namespace {

using results::History;
using results::RunData;

struct Event {
  double time = 0.0;  // s
  const char* kind = "";
  std::string name, text;
};

// The summaries of all analyses that were recorded together: of a list each, else the one there is.
std::vector<Json> summaries_of(const RunData& run) {
  if (!run.summary) return {};
  const Json summary = *run.summary;
  if (!summary.contains("analyses") || !summary.at("analyses").is_array()) return {summary};
  std::vector<Json> out;
  for (const Json& one : summary.at("analyses"))
    if (one.is_object() && one.value("analysis", Json()) == "dynamics") out.push_back(one);
  return out;
}

std::string number_of(const Json& of, const char* key, double factor, const std::string& unit) {
  const Json value = of.value(key, Json());
  return value.is_number() ? fmt::format("{:.4g} {}", value.get<double>() / factor, unit) : "";
}

void add_impacts(const Json& summary, const ModelUnits& units, std::vector<Event>& out, std::size_t& count) {
  if (!summary.contains("contacts") || !summary.at("contacts").is_object()) return;
  for (const auto& [name, contact] : summary.at("contacts").items()) {
    count += contact.value("count", std::size_t{0});
    for (const Json& i : contact.value("impacts", Json::array())) {
      if (!i.contains("begin") || !i.at("begin").is_number()) continue;
      const auto between = i.value("between", std::vector<std::string>());
      out.push_back({i.at("begin").get<double>(), "contact", name,
                     fmt::format("{} touch at {}, largest force {}", fmt::join(between, " and "),
                                 number_of(i, "approach_speed", units.length / units.time, units.L + "/" + units.T),
                                 number_of(i, "peak_force", units.force, units.F))});
    }
  }
}

}  // namespace

PageEvents events_of(const RunData& run, const ModelUnits& units, std::size_t most) {
  const History& h = run.history;
  std::vector<Event> all;
  PageEvents out;
  out.count = h.event_count;
  for (std::size_t k = 0; k < h.event_time.size(); ++k) {
    const bool sensor = !h.event_sensor[k].empty();
    all.push_back({h.event_time[k], sensor ? "sensor" : "analysis", h.event_sensor[k],
                   h.event_action[k].empty() ? "acts" : h.event_action[k]});
  }
  for (const Json& summary : summaries_of(run)) {
    add_impacts(summary, units, all, out.count);
    for (const Json& t : summary.value("corners", Json::array())) {
      if (!t.is_number()) continue;
      all.push_back({t.get<double>(), "corner", "", "the integration begins anew"});
      ++out.count;
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Event& a, const Event& b) { return a.time < b.time; });
  out.count = std::max(out.count, all.size());
  all.resize(std::min(all.size(), most));
  for (const Event& e : all)
    out.list.push_back({{"time", e.time / units.time}, {"kind", e.kind}, {"name", e.name}, {"text", e.text}});
  return out;
}

Json ranges_of(const RunData& run, const ModelUnits& units, const std::vector<std::string>& output_units) {
  const History& h = run.history;
  Json out = Json::array();
  const std::vector<std::string>& outputs = run.names(results::Group::outputs);
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    std::size_t least = h.time.size(), largest = least;
    const auto value = [&](std::size_t row) { return h.outputs_at(row)[k]; };
    for (std::size_t row = 0; row < h.time.size(); ++row) {
      if (!std::isfinite(value(row))) continue;
      if (least == h.time.size() || value(row) < value(least)) least = row;
      if (largest == h.time.size() || value(row) > value(largest)) largest = row;
    }
    if (least == h.time.size()) continue;
    out.push_back({{"name", outputs[k]},
                   {"unit", k < output_units.size() ? output_units[k] : ""},
                   {"least", value(least)},
                   {"least_at", h.time[least] / units.time},
                   {"largest", value(largest)},
                   {"largest_at", h.time[largest] / units.time}});
  }
  return out;
}

}  // namespace alembert::report
