#include "results/history.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace alembert::results {
namespace {

void check_size(const char* group, const char* name, std::size_t size, std::size_t expected) {
  if (size == expected) return;
  throw Error(ExitCode::internal_error,
              fmt::format("a sample holds {} numbers of {}/{}, {} were expected", size, group, name, expected));
}

}  // namespace

void History::add(const Sample& sample, const ResultsLayout& layout) {
  for (std::size_t c = 0; c < kChannels; ++c)
    check_size(info(channels[c].group).name, channels[c].name, sample[c].size(),
               layout.names.owners(channels[c]) * static_cast<std::size_t>(channels[c].width));
  check_size("contacts", "points", sample.contact_points.size() % kContactPointWidth, 0);

  time.push_back(sample.time);
  if (!layout.analyses.empty()) analysis.push_back(current_analysis);
  for (std::size_t c = 0; c < kChannels; ++c) values[c].insert(values[c].end(), sample[c].begin(), sample[c].end());
  if (layout.names[Group::contacts].empty()) return;
  points.insert(points.end(), sample.contact_points.begin(), sample.contact_points.end());
  point_ends.push_back(points.size() / kContactPointWidth);
}

void History::add_modes(double at, std::span<const double> xi, const ResultsLayout& layout) {
  check_size("modes", "step_value", xi.size(), layout.names[Group::modes].size());
  mode_step_time.push_back(at);
  mode_step_value.insert(mode_step_value.end(), xi.begin(), xi.end());
}

std::span<const double> History::outputs_at(std::size_t row) const {
  const std::vector<double>& outputs = values[channel(Group::outputs, "values")];
  const std::size_t width = outputs.size() / time.size();
  return std::span(outputs).subspan(row * width, width);
}

std::span<const double> History::points_at(std::size_t row) const {
  if (row >= point_ends.size()) return {};
  const std::size_t begin = row == 0 ? 0 : point_ends[row - 1];
  return std::span(points).subspan(kContactPointWidth * begin, kContactPointWidth * (point_ends[row] - begin));
}

void History::add(const EventRecord& event) {
  if (event_count++ >= kMostKeptEvents) return;
  event_time.push_back(event.time);
  event_sensor.push_back(event.sensor);
  event_action.push_back(fmt::format("{}", fmt::join(event.actions, ", ")));
}

void History::cut(const RecordMark& mark) {
  const std::size_t had = time.size(), samples = mark.samples;
  const auto shorten = [](auto& list, std::size_t from, std::size_t to) {
    if (from > 0) list.resize(list.size() / from * to);
  };
  for (auto& list : values) shorten(list, had, samples);
  shorten(time, had, samples);
  shorten(point_ends, had, samples);
  shorten(analysis, had, samples);
  points.resize(kContactPointWidth * (point_ends.empty() ? 0 : point_ends.back()));
  std::vector<std::size_t> kept_steps;
  const auto tried = static_cast<double>(mark.steps[0] + mark.steps[1]);
  for (std::size_t k = 0; k < step_number.size() && step_number[k] < tried; ++k) kept_steps.push_back(k);
  keep_steps(kept_steps);
  attempted = mark.steps;
  steps_until = mark.until;
  event_count = mark.events;
  const std::size_t events = std::min(event_count, event_time.size());
  event_time.resize(events);
  event_sensor.resize(events);
  event_action.resize(events);
  // Modal coordinates are of the start and of ends of steps, which are known up to rounding.
  const std::size_t had_modes = mode_step_time.size();
  std::size_t kept = had_modes;
  while (kept > 0 && mode_step_time[kept - 1] > steps_until) --kept;
  shorten(mode_step_value, had_modes, kept);
  mode_step_time.resize(kept);
}

}  // namespace alembert::results
