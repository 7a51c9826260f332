#include "results/columns.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>
#include <unordered_map>

#include "base/error.h"
#include "base/suggest.h"

namespace alembert::results {
namespace {

struct Energy {
  const char* name;
  std::vector<double> History::*values;
};
constexpr Energy energies[] = {{"kinetic", &History::kinetic},       {"potential", &History::potential},
                               {"total", &History::total},           {"work_in", &History::work_in},
                               {"dissipated", &History::dissipated}, {"numerical", &History::numerical}};

// ".x"; nothing for a single number
const char* component(std::size_t width, std::size_t index) {
  constexpr const char* names[] = {".w", ".x", ".y", ".z"};
  return width == 1 ? "" : names[width == 4 ? index : index + 1];
}

std::string unit_of(const char* units) { return std::string_view(units) == "1" ? "" : units; }

void add_outputs(const StoredRun& run, const std::vector<std::string>& units, std::vector<Column>& out) {
  const std::size_t count = run.outputs.size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = [&run, i, count](std::size_t row) { return run.history.outputs[row * count + i]; };
    out.push_back({run.outputs[i], i < units.size() ? units[i] : "", "", Clock::times, false, value});
  }
}

// The components of one vector or quaternion of one body, joint or force, and the vector's magnitude.
void add_quantity(const StoredRun& run, std::size_t quantity, std::size_t owner, std::vector<Column>& out) {
  const Quantity& what = quantities[quantity];
  if (run.history.values[quantity].empty()) return;  // no times, or not in the file
  const auto width = static_cast<std::size_t>(what.width);
  const std::size_t stride = run.owners(what).size() * width;
  const double* first = run.history.values[quantity].data() + owner * width;
  const std::string name = run.owners(what)[owner] + "." + what.name;
  // A joint without such a coordinate, a sensor that never watches: NaN at all times.
  std::size_t nothing = 0;  // in so many rows
  while (what.width == 1 && nothing < run.history.time.size() && std::isnan(first[nothing * stride])) ++nothing;
  if (nothing > 0 && nothing == run.history.time.size()) return;
  for (std::size_t i = 0; i < width; ++i)
    out.push_back({name + component(width, i), unit_of(what.units), what.name, Clock::times, false,
                   [first, stride, i](std::size_t row) { return first[row * stride + i]; }});
  if (what.width != 3) return;
  out.push_back({name, unit_of(what.units), what.name, Clock::times, true, [first, stride](std::size_t row) {
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

std::vector<Column> columns_of(const StoredRun& run, const std::vector<std::string>& output_units) {
  std::vector<Column> out;
  std::vector<const char*> groups;
  const auto of_group = [&](const char* group) { groups.resize(out.size(), group); };
  add_outputs(run, output_units, out);
  of_group(nullptr);
  const auto add_energy = [&](const std::string& name, const std::vector<double>& values) {
    if (values.size() == run.history.time.size())
      out.push_back(
          {"energy." + name, "J", "energy", Clock::times, false, [&values](std::size_t row) { return values[row]; }});
  };
  for (const Energy& energy : energies) add_energy(energy.name, run.history.*energy.values);
  for (std::size_t k = 0; k < energy_shares.size(); ++k) add_energy(energy_shares[k].path(), run.history.shares[k]);
  of_group("energy");
  for (std::size_t first = 0; first < quantities.size();) {  // all of one body together, then the next body
    std::size_t last = first;
    while (last < quantities.size() && quantities[last].owners == quantities[first].owners) ++last;
    for (std::size_t owner = 0; owner < run.owners(quantities[first]).size(); ++owner)
      for (std::size_t quantity = first; quantity < last; ++quantity) add_quantity(run, quantity, owner, out);
    of_group(quantities[first].group);
    first = last;
  }
  add_steps("h", "s", run.history.step_h, out);
  add_steps("error", "", run.history.step_error_ratio, out);
  add_steps("newton_iterations", "", run.history.step_newton_iterations, out);
  add_steps("predictor_degree", "", run.history.step_predictor_degree, out);
  of_group("steps");
  make_unique(out, groups);
  return out;
}

const std::vector<double>& times_of(const StoredRun& run, Clock clock) {
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
