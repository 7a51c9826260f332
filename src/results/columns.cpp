#include "results/columns.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <unordered_map>

#include "base/error.h"
#include "base/suggest.h"

namespace alembert::results {
namespace {

// ".x"; nothing for a single number
const char* component(std::size_t width, std::size_t index) {
  constexpr const char* names[] = {".w", ".x", ".y", ".z"};
  return width == 1 ? "" : names[width == 4 ? index : index + 1];
}

std::string unit_of(const RunData& run, const Channel& what, std::size_t owner) {
  if (what.group != Group::outputs) return std::string_view(what.unit) == "1" ? "" : what.unit;
  return owner < run.layout.output_units.size() ? run.layout.output_units[owner] : "";
}

// NAME, energy.total, BODY.velocity
std::string name_of(const RunData& run, const Channel& what, std::size_t owner) {
  if (what.group == Group::outputs) return run.names(what.group)[owner];
  const std::string of = info(what.group).rank == 1 ? info(what.group).name : run.names(what.group)[owner];
  return of + "." + what.name;
}

// "velocity"; energies are one, and outputs none.
std::string quantity_of(const Channel& what) {
  if (what.group == Group::outputs) return "";
  return info(what.group).rank == 1 ? info(what.group).name : what.name;
}

// The components of one vector or quaternion of one body, joint or force, and the vector's magnitude.
void add_channel(const RunData& run, std::size_t channel, std::size_t owner, std::vector<Column>& out) {
  const Channel& what = channels[channel];
  if (owner >= run.layout.names.owners(what)) return;
  if (run.history[channel].empty() && what.group != Group::outputs) return;  // no times, or not in the file
  const auto width = static_cast<std::size_t>(what.width);
  const std::size_t stride = run.layout.names.owners(what) * width;
  const double* first = run.history[channel].data() + owner * width;
  const std::string name = name_of(run, what, owner), unit = unit_of(run, what, owner), quantity = quantity_of(what);
  // A joint without such a coordinate, a sensor that never watches: NaN at all times. An output stays.
  std::size_t nothing = 0;  // in so many rows
  if (width == 1 && what.group != Group::outputs)
    while (nothing < run.history.time.size() && std::isnan(first[nothing * stride])) ++nothing;
  if (nothing > 0 && nothing == run.history.time.size()) return;
  for (std::size_t i = 0; i < width; ++i)
    out.push_back({name + component(width, i), unit, quantity, Clock::times, false,
                   [first, stride, i](std::size_t row) { return first[row * stride + i]; }});
  if (width != 3) return;
  out.push_back({name, unit, quantity, Clock::times, true, [first, stride](std::size_t row) {
                   const double* vector = first + row * stride;
                   return std::hypot(vector[0], vector[1], vector[2]);
                 }});
}

template <class Number>
void add_steps(const char* name, const char* unit, const std::vector<Number>& values, std::vector<Column>& out) {
  out.push_back({std::string("steps.") + name, unit, name, Clock::steps, false,
                 [&values](std::size_t row) { return static_cast<double>(values[row]); }});
}

// Puts the group before every name that is not the only one; outputs keep theirs.
void make_unique(std::vector<Column>& columns, const std::vector<const char*>& groups) {
  std::unordered_map<std::string, int> count;
  for (const Column& column : columns) ++count[column.name];
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (groups[i] && count[columns[i].name] > 1) columns[i].name = fmt::format("{}/{}", groups[i], columns[i].name);
}

// Does `pattern`, with * for any letters, match the whole of `text`?
bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, after = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      after = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {  // the last * takes one letter more
      p = star + 1;
      t = ++after;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

}  // namespace

std::vector<Column> columns_of(const RunData& run) {
  std::vector<Column> out;
  std::vector<const char*> prefixes;
  // All of one body together, then the next body.
  const auto add_group = [&](std::size_t g) {
    const auto group = static_cast<Group>(g);
    const std::size_t owners = groups[g].rank == 1 ? 1 : run.names(group).size();
    for (std::size_t owner = 0; owner < owners; ++owner)
      for (std::size_t c = 0; c < kChannels; ++c)
        if (channels[c].group == group) add_channel(run, c, owner, out);
    prefixes.resize(out.size(), group == Group::outputs ? nullptr : groups[g].name);
  };
  constexpr auto outputs = static_cast<std::size_t>(Group::outputs), energy = static_cast<std::size_t>(Group::energy);
  add_group(outputs);
  add_group(energy);
  for (std::size_t g = 0; g < kGroups; ++g)
    if (g != outputs && g != energy) add_group(g);
  add_steps("h", "s", run.history.step_h, out);
  add_steps("error", "", run.history.step_error_ratio, out);
  add_steps("newton_iterations", "", run.history.step_newton_iterations, out);
  add_steps("predictor_degree", "", run.history.step_predictor_degree, out);
  prefixes.resize(out.size(), "steps");
  make_unique(out, prefixes);
  return out;
}

const std::vector<double>& times_of(const RunData& run, Clock clock) {
  return clock == Clock::times ? run.history.time : run.history.step_time;
}

std::vector<const Column*> find_columns(const std::vector<Column>& columns, const std::string& name) {
  std::vector<const Column*> found;
  for (const Column& column : columns)
    if (matches(name, column.name)) found.push_back(&column);
  if (!found.empty()) return found;
  if (name.find('*') != std::string::npos) throw UsageError(fmt::format("nothing in the results matches `{}`", name));
  std::vector<std::string> names;
  for (const Column& column : columns) names.push_back(column.name);
  throw UsageError(fmt::format("the results hold no `{}`{}", name, did_you_mean(name, names)));
}

std::string heading(const Column& column) {
  return column.unit.empty() ? column.name : fmt::format("{} [{}]", column.name, column.unit);
}

}  // namespace alembert::results
