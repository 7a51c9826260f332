#include "analysis/flexible_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "base/files.h"
#include "base/suggest.h"
#include "flexible/part_file.h"

namespace alembert {
namespace {

namespace fs = std::filesystem;

using results::Group;
using results::RunData;

constexpr double kSeparation = 0.05;  // of the part's size
constexpr std::size_t kShownSpots = 10;

// Where the part may be now.
std::vector<fs::path> places_of(const RunData& run, const FlexibleRecord& record) {
  std::error_code ignored;
  const fs::path folder = fs::absolute(run.file, ignored).parent_path(), name = fs::path(record.file).filename();
  if (fs::path(record.file).is_relative()) return {folder / record.file};
  std::vector<fs::path> out = {record.file};
  for (const fs::path& base : {folder, folder.parent_path()})
    for (const fs::path& file : {fs::path(record.data), name})
      if (!file.empty()) out.push_back(base / file);
  return out;
}

std::size_t first_mode(const RunData& run, std::size_t body) {
  std::size_t out = 0;
  for (std::size_t k = 0; k < body; ++k) out += run.layout.flexible[k].modes.size();
  return out;
}

// Columns of some rows of (rows, all modes).
flexible::Coordinates columns_of(const RunData& run, std::size_t body, const std::vector<double>& values,
                                 std::size_t first_row, std::size_t rows) {
  const std::size_t all = run.names(Group::modes).size(), first = first_mode(run, body),
                    own = run.layout.flexible[body].modes.size();
  flexible::Coordinates out(static_cast<Eigen::Index>(own), static_cast<Eigen::Index>(rows));
  for (std::size_t row = 0; row < rows; ++row)
    std::copy_n(values.data() + (first_row + row) * all + first, own, out.data() + row * own);
  return out;
}

}  // namespace

flexible::Part part_of(const RunData& run, const FlexibleRecord& record) {
  if (record.file.empty())
    throw UsageError(
        fmt::format("the part of body {} was not kept with the results: run the model again", record.body));
  std::optional<fs::path> changed;
  for (const fs::path& file : places_of(run, record)) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) continue;
    if (files::content_hash(file) != record.hash) {
      if (!changed) changed = file;
      continue;
    }
    const flexible::Part whole = flexible::read_part_file(file);
    std::vector<int> modes;
    if (fs::path(record.file).is_relative()) return whole;  // kept with the results: the modes that were used
    for (const int k : record.modes) {
      if (k > whole.modes())
        throw UsageError(fmt::format("{} has {} modes, and the run used number {}", file.string(), whole.modes(), k));
      modes.push_back(k - 1);
    }
    return flexible::with_modes(whole, modes);
  }
  if (changed)
    throw UsageError(
        fmt::format("the part of body {}, {}, has changed since the run: what it says now does not belong to these "
                    "results; run the model again, or put the older file back",
                    record.body, changed->string()));
  throw UsageError(
      fmt::format("the part of body {}, {}, is not there: put the file back there, or next to the results folder",
                  record.body, record.file));
}

std::size_t flexible_body(const RunData& run, const std::string& name) {
  const std::string source = run.file.parent_path().string();
  std::vector<std::string> names;
  for (const FlexibleRecord& f : run.layout.flexible) names.push_back(f.body);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  if (names.empty()) throw UsageError(fmt::format("the run in {} has no flexible body, and so no stress", source));
  const std::vector<std::string>& bodies = run.names(Group::bodies);
  if (std::find(bodies.begin(), bodies.end(), name) != bodies.end())
    throw UsageError(fmt::format("body `{}` is not flexible, and so has no stress; flexible bodies: {}", name,
                                 fmt::join(names, ", ")));
  throw UsageError(fmt::format("there is no body `{}` in {}; flexible bodies: {}{}", name, source,
                               fmt::join(names, ", "), did_you_mean(name, names)));
}

flexible::Coordinates modal_outputs(const RunData& run, std::size_t body) {
  return columns_of(run, body, run.history[results::channel(Group::modes, "value")], 0, run.history.time.size());
}

ModalHistory modal_history(const RunData& run, std::size_t body, const TimeRange& range) {
  ModalHistory out;
  out.every_step = !run.history.mode_step_time.empty();
  const std::vector<double>& time = out.every_step ? run.history.mode_step_time : run.history.time;
  const auto begin = std::lower_bound(time.begin(), time.end(), range.from),
             end = std::upper_bound(time.begin(), time.end(), range.to);
  if (begin >= end)
    throw UsageError(time.empty() ? std::string("the results hold no instant")
                                  : fmt::format("no instant is between these times: the results go from {:g} s to {:g} "
                                                "s",
                                                time.front(), time.back()));
  out.time.assign(begin, end);
  out.xi = columns_of(
      run, body, out.every_step ? run.history.mode_step_value : run.history[results::channel(Group::modes, "value")],
      static_cast<std::size_t>(begin - time.begin()), out.time.size());
  return out;
}

double usual_separation(const flexible::Part& part) {
  if (part.nodes.cols() == 0) return 0.0;
  return kSeparation * (part.nodes.rowwise().maxCoeff() - part.nodes.rowwise().minCoeff()).norm();
}

report::DeformingBodies deforming_bodies(const RunData& run) {
  report::DeformingBodies out;
  for (std::size_t k = 0; k < run.layout.flexible.size(); ++k) {
    const FlexibleRecord& record = run.layout.flexible[k];
    try {
      report::DeformingBody body;
      body.name = record.body;
      body.file = record.data;
      body.part = part_of(run, record);
      body.xi = modal_outputs(run, k);
      if (!body.part.stress.node.empty() && !record.modes.empty() && !run.history.time.empty()) {
        const ModalHistory history = modal_history(run, k);
        const flexible::StressShapes& stress = body.part.stress;
        body.every_step = history.every_step;
        body.stress_time = history.time;
        body.peaks = flexible::peaks_of(stress, history.xi);
        for (const flexible::HotSpot& spot :
             flexible::hot_spots(body.part, body.peaks, history.xi, kShownSpots, usual_separation(body.part))) {
          const Eigen::VectorXd values = flexible::history_of(stress, spot.point, history.xi).row(6);
          body.spots.push_back({stress.node[static_cast<std::size_t>(spot.point)],
                                flexible::place_of(stress, spot.point),
                                spot.von_mises,
                                history.time[static_cast<std::size_t>(spot.instant)],
                                {values.begin(), values.end()}});
        }
      }
      out.bodies.push_back(std::move(body));
    } catch (const Error& e) {
      out.notes.push_back(fmt::format("Body {} is shown as it was before it deformed: {}.", record.body, e.what()));
    }
  }
  return out;
}

}  // namespace alembert
