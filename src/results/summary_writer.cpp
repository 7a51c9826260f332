#include "results/summary_writer.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "results/seal.h"

namespace alembert::results {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json number(const std::optional<double>& value) { return value ? number(*value) : Json(nullptr); }

Json not_unique(const ResultsLayout& layout) {
  Json names = Json::array();
  const std::vector<std::string>& joints = layout.names[Group::joints];
  for (std::size_t i = 0; i < joints.size() && i < layout.joint_reaction_unique.size(); ++i)
    if (layout.joint_reaction_unique[i] == 0) names.push_back(joints[i]);
  return names;
}

Json method(const RunSummary& summary) {
  Json parameters = Json::object();
  for (const auto& [name, value] : summary.method_parameters) parameters[name] = number(value);
  return {{"name", summary.method}, {"parameters", parameters}};
}

Json events(const RunSummary& summary) {
  Json out = Json::array();
  for (const EventRecord& event : summary.events) {
    Json impulses = Json::array();
    for (const EventRecord::Impulse& i : event.impulses)
      impulses.push_back({{"element", i.element}, {"force", i.force}, {"torque", i.torque}});
    out.push_back(
        {{"time", number(event.time)}, {"sensor", event.sensor.empty() ? Json(nullptr) : Json(event.sensor)}});
    if (!event.actions.empty()) out.back()["actions"] = event.actions;
    if (!impulses.empty()) out.back()["impulses"] = impulses;
  }
  return out;
}

Json outputs(const RunSummary& summary) {
  Json out = Json::object();
  for (const OutputRange& r : summary.outputs)
    out[r.name] = {{"least", number(r.least)},
                   {"least_at", number(r.least_at)},
                   {"largest", number(r.largest)},
                   {"largest_at", number(r.largest_at)}};
  return out;
}

Json contacts(const RunSummary& summary) {
  Json out = Json::object();
  for (const ContactRecord& contact : summary.contacts) {
    Json impacts = Json::array();
    for (const ImpactRecord& i : contact.impacts)
      impacts.push_back({{"between", i.between},
                         {"begin", number(i.begin)},
                         {"end", number(i.end)},
                         {"duration", number(i.duration())},
                         {"peak_force", number(i.peak)},
                         {"peak_time", number(i.peak_time)},
                         {"penetration", number(i.penetration)},
                         {"impulse", number(i.impulse)},
                         {"approach_speed", number(i.approach)},
                         {"separation_speed", i.touching ? Json(nullptr) : number(i.separation)},
                         {"touching", i.touching}});
    out[contact.name] = {{"count", contact.count},
                         {"peak_force", number(contact.peak)},
                         {"impulse", number(contact.impulse)},
                         {"impacts", impacts}};
  }
  return out;
}

}  // namespace

std::string summary_text(const ResultsLayout& layout, const RunSummary& summary) {
  const RunStatistics& counts = summary.statistics;
  Json json;
  json["title"] = layout.title;
  json["version"] = layout.program_version;
  json["analysis"] = summary.analysis;
  json["status"] = summary.status;
  if (!summary.message.empty()) json["message"] = summary.message;
  json["method"] = method(summary);
  if (summary.tolerance) json["tolerance"] = number(summary.tolerance);
  if (summary.step) json["step"] = number(summary.step);
  json["end_time"] = number(summary.end_time);
  json["steps"] = counts.steps;
  json["rejected_steps"] = counts.rejected_steps;
  json["newton_iterations"] = counts.newton_iterations;
  json["jacobian_evaluations"] = counts.jacobian_evaluations;
  json["factorizations"] = counts.factorizations;
  json["equations"] = summary.equations;
  json["cpu_seconds"] = number(summary.cpu_seconds);
  json["phases"] = Json::object();
  for (const auto& [name, seconds] : summary.phases) json["phases"][name] = number(seconds);
  json["max_energy_drift"] = number(summary.max_energy_drift);
  json["energy"] = {{"start", number(summary.energy_start)},  {"end", number(summary.energy_end)},
                    {"work_in", number(summary.work_in)},     {"dissipated", number(summary.dissipated)},
                    {"numerical", number(summary.numerical)}, {"turned_over", number(summary.turned_over)}};
  for (std::size_t k = 0; k < kShares; ++k)
    if (const Channel& share = channels[kFirstShare + k]; layout.names.has(share)) {
      const std::string name = share.name;  // contact_stored: of `contact`, `stored`
      const std::size_t end = name.find('_');
      json["energy"][name.substr(0, end)][name.substr(end + 1)] = number(summary.energy_shares[k]);
    }
  json["max_violation"] = {{"position", number(counts.max_position_violation)},
                           {"velocity", number(counts.max_velocity_violation)},
                           {"acceleration", number(counts.max_acceleration_violation)}};
  if (!summary.details.empty()) json.update(Json::parse(summary.details));
  if (!summary.contacts.empty()) json["contacts"] = contacts(summary);
  if (!summary.events.empty()) json["events"] = events(summary);
  if (summary.event_count > summary.events.size()) json["event_count"] = summary.event_count;
  if (!summary.corners.empty()) json["corners"] = summary.corners;
  if (!summary.outputs.empty()) json["outputs"] = outputs(summary);
  if (const auto& thinned = summary.thinned_steps)
    json["step_history"] = {{"attempted", thinned->attempted[0] + thinned->attempted[1]},
                            {"recorded", thinned->kept},
                            {"accepted_one_in", thinned->one_in[0]},
                            {"rejected_one_in", thinned->one_in[1]}};
  json["reactions_not_unique"] = not_unique(layout);
  json["warnings"] = summary.warnings;
  return sealed_text(std::move(json), 2);
}

std::function<std::string()> summary_maker(const ResultsLayout& layout, const RunSummary& summary) {
  ResultsLayout used;  // without the scene, the model and the names of all unknowns
  used.title = layout.title;
  used.program_version = layout.program_version;
  for (const Group group : {Group::joints, Group::contacts, Group::modes}) used.names[group] = layout.names[group];
  used.joint_reaction_unique = layout.joint_reaction_unique;
  return [used = std::move(used), summary] { return summary_text(used, summary); };
}

}  // namespace alembert::results
