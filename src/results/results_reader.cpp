#include "results/results_reader.h"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <system_error>

#include "base/error.h"
#include "results/hdf5_contents.h"
#include "results/hdf5_writer.h"
#include "results/part_file.h"
#include "results/seal.h"
#include "results/step_columns.h"
#include "solve/step_record.h"

namespace alembert::results {
namespace {

namespace fs = std::filesystem;

constexpr const char* point_arrays[] = {"/contacts/points/position", "/contacts/points/force",
                                        "/contacts/points/contact"};

const std::vector<std::string> header = {"format", "format_version", "program_version", "title", "status", "message"};

std::string names_path(Group group) { return fmt::format("/{}/names", info(group).name); }

// Whatever the file may hold.
std::vector<std::string> wanted_arrays() {
  std::vector<std::string> out = {
      "/row_names",      "/steps/attempted",     "/steps/one_in",    "/events/time",     "/events/sensor",
      "/events/action",  "/events/count",        "/model/text",      "/model/scene",     "/time",
      "/joints/unique",  "/restart/run",         "/restart/state",   "/restart/end",     "/analysis",
      "/analyses/names", "/flexible/names",      "/flexible/data",   "/flexible/file",   "/flexible/hash",
      "/flexible/modes", "/flexible/mode_count", "/modes/step_time", "/modes/step_value"};
  for (std::size_t g = 0; g < kGroups; ++g) out.push_back(names_path(static_cast<Group>(g)));
  for (const Channel& channel : channels) out.push_back(path_of(channel));
  for_each_step_column([&](const auto& column) { out.push_back(column.path()); });
  for (const char* path : point_arrays) out.emplace_back(path);
  return out;
}

std::string shape_text(std::span<const std::size_t> shape) { return fmt::format("({})", fmt::join(shape, ", ")); }

// Takes arrays out of the file's contents, checked.
class Taker {
 public:
  Taker(fs::path file, Hdf5Contents contents) : file_(std::move(file)), contents_(std::move(contents)) {}

  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ExitCode::bad_usage, fmt::format("cannot read {}: {}", file_.string(), what));
  }

  std::string attribute(const char* name) {
    const Hdf5Array& found = get(contents_.attributes, name);
    if (!found.is_text || found.texts.size() != 1) refuse(fmt::format("attribute {} is not a text", name));
    return found.texts[0];
  }
  double number_attribute(const char* name) {
    const Hdf5Array& found = get(contents_.attributes, name);
    if (found.numbers.size() != 1) refuse(fmt::format("attribute {} is not a number", name));
    return found.numbers[0];
  }
  bool sealed() const { return contents_.sealed; }
  bool has(const char* path) const { return contents_.arrays.contains(path); }
  bool has_attribute(const char* name) const { return contents_.attributes.contains(name); }

  bool has(const std::string& path) const { return contents_.arrays.contains(path); }
  std::string text(const char* path) {
    const Hdf5Array& found = get(contents_.arrays, path);
    if (!found.is_text || found.texts.size() != 1) refuse(fmt::format("{} is not a text", path));
    return found.texts[0];
  }
  std::vector<std::string> texts(const std::string& path) {
    Hdf5Array& found = get(contents_.arrays, path);
    if (!found.is_text || found.shape.size() != 1) refuse(fmt::format("{} is not a list of texts", path));
    return std::move(found.texts);
  }

  // An array whose length nothing else says.
  std::vector<double> numbers(const char* path) {
    Hdf5Array& found = get(contents_.arrays, path);
    if (found.is_text || found.shape.size() != 1) refuse(fmt::format("{} is not a list of numbers", path));
    return std::move(found.numbers);
  }
  std::vector<double> numbers(const std::string& path, const std::vector<std::size_t>& shape) {
    Hdf5Array& found = get(contents_.arrays, path);
    if (found.is_text) refuse(fmt::format("{} holds texts, not numbers", path));
    if (found.shape != shape)
      refuse(fmt::format("{} has the shape {}, not {}", path, shape_text(found.shape), shape_text(shape)));
    return std::move(found.numbers);
  }
  // Whole numbers between `least` and `most`.
  template <class Integer>
  std::vector<Integer> integers(const std::string& path, std::size_t count, double least, double most) {
    std::vector<Integer> out;
    out.reserve(count);
    for (const double value : numbers(path, {count})) {
      if (!(value >= least && value <= most) || value != std::floor(value))
        refuse(fmt::format("{} holds {}, which is not a whole number from {} to {}", path, value, least, most));
      out.push_back(static_cast<Integer>(value));
    }
    return out;
  }

  // How many there are for each of so many times.
  std::size_t second_size(const char* path, std::size_t times) {
    const Hdf5Array& found = get(contents_.arrays, path);
    if (found.shape.size() < 2 || found.shape[0] != times)
      refuse(fmt::format("{} has the shape {}, which is not one for {} times", path, shape_text(found.shape), times));
    return found.shape[1];
  }

  template <class Number>
  void take(const StepColumn<Number>& column, std::size_t count, History& history) {
    const std::string path = column.path();
    if (!column.always && !has(path)) return;  // of an older program
    if constexpr (std::is_same_v<Number, double>) {
      std::vector<std::size_t> shape{count};
      if (column.width > 1) shape.push_back(column.width);
      history.*column.values = numbers(path, shape);
    } else {
      history.*column.values =
          integers<Number>(path, count, std::numeric_limits<Number>::min(), std::numeric_limits<Number>::max());
    }
  }

 private:
  Hdf5Array& get(std::map<std::string, Hdf5Array>& items, const std::string& name) const {
    const auto found = items.find(name);
    if (found == items.end()) refuse(fmt::format("it holds no {}", name));
    if (!found->second.problem.empty()) refuse(fmt::format("{} {}", name, found->second.problem));
    return found->second;
  }

  fs::path file_;
  Hdf5Contents contents_;
};

void check_format(Taker& file) {
  if (!file.has_attribute("format") || file.attribute("format") != results_format)
    file.refuse("it is an HDF5 file, but not one with results of this program");
  const double version = file.number_attribute("format_version");
  if (version > results_format_version)
    file.refuse(
        fmt::format("its format {} is newer than {}, the newest that this program knows; it was written by "
                    "alembert {}",
                    version, results_format_version,
                    file.has_attribute("program_version") ? file.attribute("program_version") : "?"));
  if (!(version >= 1.0)) file.refuse(fmt::format("its format {} is unknown", version));
  if (version >= first_sealed_format && !file.sealed())
    file.refuse("its checksum is missing: it is damaged, or was changed by another program");
}

// What of the scene belongs to names; of an older program, or damaged, it says nothing.
void take_scene(ResultsLayout& layout) {
  const auto scene = nlohmann::json::parse(layout.scene, nullptr, false);
  if (!scene.is_object()) return;
  if (const auto units = scene.find("output_units"); units != scene.end() && units->is_array())
    for (const auto& unit : *units) layout.output_units.push_back(unit.is_string() ? unit.get<std::string>() : "");
  const auto factor = nlohmann::json::json_pointer("/units/time/factor");
  if (scene.contains(factor) && scene.at(factor).is_number()) layout.time_unit = scene.at(factor).get<double>();
}

void take_names(Taker& file, ResultsLayout& layout) {
  for (std::size_t g = 0; g < kGroups; ++g) {
    const std::string path = names_path(static_cast<Group>(g));
    if (groups[g].rank > 1 && (groups[g].always || file.has(path)))
      layout.names[static_cast<Group>(g)] = file.texts(path);
  }
  layout.row_names = file.texts("/row_names");
  if (file.has("/analyses/names")) layout.analyses = file.texts("/analyses/names");
  take_scene(layout);
}

void take_points(Taker& file, RunData& run) {
  if (run.names(Group::contacts).empty() || !file.has(point_arrays[2])) return;
  History& history = run.history;
  const std::size_t times = history.time.size(), most = file.second_size(point_arrays[2], times);
  const std::vector<double> position = file.numbers(point_arrays[0], {times, most, 3}),
                            force = file.numbers(point_arrays[1], {times, most, 3}),
                            contact = file.numbers(point_arrays[2], {times, most});
  for (std::size_t place = 0; place < times * most; ++place) {
    const double of = contact[place];
    if (of >= 0.0 && of < static_cast<double>(run.names(Group::contacts).size()) && of == std::floor(of)) {
      history.points.insert(history.points.end(), &position[3 * place], &position[3 * place] + 3);
      history.points.insert(history.points.end(), &force[3 * place], &force[3 * place] + 3);
      history.points.push_back(of);
    } else if (of != -1.0) {
      file.refuse(fmt::format("{} holds {}, and there are {} contacts", point_arrays[2], of,
                              run.names(Group::contacts).size()));
    }
    if ((place + 1) % most == 0) history.point_ends.push_back(history.points.size() / kContactPointWidth);
  }
  history.point_ends.resize(times);
}

void take_series(Taker& file, RunData& run) {
  History& history = run.history;
  history.time = file.numbers("/time");
  const std::size_t times = history.time.size(), analyses = run.layout.analyses.size();
  if (analyses > 0)
    history.analysis = file.integers<std::int32_t>("/analysis", times, 0.0, static_cast<double>(analyses));
  for (std::size_t c = 0; c < kChannels; ++c) {
    const std::string path = path_of(channels[c]);
    if (!channels[c].always && !file.has(path)) continue;  // of an older program, or of no owners
    history.values[c] = file.numbers(path, run.channel(c).shape);
  }
  take_points(file, run);
  run.layout.joint_reaction_unique =
      file.integers<std::int8_t>("/joints/unique", run.names(Group::joints).size(), 0.0, 1.0);
}

void take_flexible(Taker& file, RunData& run) {
  if (!file.has("/flexible/names")) return;
  const std::vector<std::string> names = file.texts("/flexible/names"), data = file.texts("/flexible/data"),
                                 files = file.texts("/flexible/file"), hashes = file.texts("/flexible/hash");
  if (data.size() != names.size() || files.size() != names.size() || hashes.size() != names.size())
    file.refuse("/flexible/data, file and hash do not fit /flexible/names");
  constexpr double most = std::numeric_limits<std::int32_t>::max();
  const std::vector<int> counts = file.integers<int>("/flexible/mode_count", names.size(), 0.0, most),
                         numbers = file.integers<int>("/flexible/modes", run.names(Group::modes).size(), 1.0, most);
  std::size_t next = 0;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto count = static_cast<std::size_t>(counts[k]);
    if (count > numbers.size() - next) file.refuse("/flexible/mode_count does not fit /flexible/modes");
    const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(next);
    run.layout.flexible.push_back(
        {names[k], data[k], files[k], hashes[k], {first, first + static_cast<std::ptrdiff_t>(count)}});
    next += count;
  }
  if (next != numbers.size()) file.refuse("/flexible/mode_count does not fit /flexible/modes");
  if (!file.has("/modes/step_time")) return;
  run.history.mode_step_time = file.numbers("/modes/step_time");
  run.history.mode_step_value =
      file.numbers("/modes/step_value", {run.history.mode_step_time.size(), run.names(Group::modes).size(), 1});
}

void take_steps(Taker& file, RunData& run) {
  History& history = run.history;
  history.step_time = file.numbers("/steps/time");
  const std::size_t steps = history.step_time.size();
  for_each_step_column([&](const auto& column) {
    if (column.path() != "/steps/time") file.take(column, steps, history);
  });
  const auto rows = static_cast<std::int32_t>(run.layout.row_names.size());
  for (const std::int32_t row : history.step_worst_row)
    if (row < -1 || row >= rows) file.refuse(fmt::format("/steps/worst_row holds {} of {} rows", row, rows));
  for (const std::int8_t outcome : history.step_outcome)
    if (outcome < 0 || outcome >= kStepOutcomes)
      file.refuse(fmt::format("/steps/outcome holds the unknown {}", int{outcome}));
}

// How many of which kind there were; a file of an older program has all of them.
void take_step_counts(Taker& file, RunData& run) {
  History& h = run.history;
  const std::size_t kept = h.step_time.size();
  constexpr double most = 1e15;  // every whole number up to here is a double
  if (!file.has("/steps/number")) {
    for (std::size_t k = 0; k < kept; ++k) h.step_number.push_back(static_cast<double>(k));
    for (const std::int8_t outcome : h.step_outcome) ++h.attempted[outcome == 0 ? 0 : 1];
  } else {
    const auto counts = [&](const char* path, double least) {
      const std::vector<std::int64_t> n = file.integers<std::int64_t>(path, 2, least, most);
      return StepCounts{static_cast<std::size_t>(n[0]), static_cast<std::size_t>(n[1])};
    };
    h.attempted = counts("/steps/attempted", 0.0);
    h.one_in = counts("/steps/one_in", 0.0);
    for (std::size_t& n : h.one_in) n = std::max<std::size_t>(n, 1);
    const auto all = static_cast<double>(h.attempted[0] + h.attempted[1]);
    for (std::size_t k = 0; k < kept; ++k)
      if (!(h.step_number[k] >= 0.0 && h.step_number[k] < all) || (k > 0 && h.step_number[k] <= h.step_number[k - 1]))
        file.refuse("/steps/number does not rise up to /steps/attempted");
  }
}

void take_events(Taker& file, RunData& run) {
  History& h = run.history;
  if (!file.has("/events/time")) return;
  h.event_time = file.numbers("/events/time");
  h.event_sensor = file.texts("/events/sensor");
  h.event_action = file.texts("/events/action");
  if (h.event_sensor.size() != h.event_time.size() || h.event_action.size() != h.event_time.size())
    file.refuse("/events/sensor and action do not fit /events/time");
  h.event_count = static_cast<std::size_t>(
      file.integers<std::int64_t>("/events/count", 1, static_cast<double>(h.event_time.size()), 1e15).front());
}

fs::path find_file(const fs::path& folder) {
  std::error_code error;
  const fs::file_status status = fs::status(folder, error);
  if (!fs::exists(status)) fail("read", folder, error ? error.value() : ENOENT);
  if (!fs::is_directory(status)) fail("read", folder, ENOTDIR);
  const fs::path whole = folder / "results.h5", part = part_name(whole);
  if (fs::exists(whole, error)) return whole;
  if (fs::exists(part, error)) return part;
  throw Error(ExitCode::bad_usage, fmt::format("{} holds no results.h5: it is not the folder of a run, or of one that "
                                               "was killed within its first second",
                                               folder.string()));
}

nlohmann::json json_object(const fs::path& path) {
  std::string problem;
  if (std::optional<nlohmann::json> value = read_sealed_json(path, problem)) return std::move(*value);
  throw Error(ExitCode::bad_usage, fmt::format("cannot read {}: {}", path.string(), problem));
}

// summary.json, or what stands for it while the run goes on.
fs::path summary_file(const fs::path& folder) {
  const fs::path whole = folder / "summary.json";
  std::error_code error;
  return fs::exists(whole, error) ? whole : part_name(whole);
}

Summary stored_summary(const fs::path& folder) {
  if (!read_summary(folder)) return {};
  std::ifstream stream(summary_file(folder), std::ios::binary);
  return Summary(std::string{std::istreambuf_iterator<char>(stream), {}});
}

}  // namespace

std::optional<nlohmann::json> read_summary(const fs::path& folder) {
  const fs::path path = summary_file(folder);
  std::error_code error;
  if (!fs::exists(path, error)) return std::nullopt;
  if (path.filename() == "summary.json") return json_object(path);
  std::string ignored;  // half a file is no surprise after a killed run, and says nothing yet
  return read_sealed_json(path, ignored);
}

std::optional<nlohmann::json> read_modes(const fs::path& folder) {
  const fs::path path = folder / "modes.json";
  std::error_code error;
  if (!fs::exists(path, error)) return std::nullopt;
  return json_object(path);
}

RunData read_results(const fs::path& folder) {
  RunData run;
  run.file = find_file(folder);
  Taker file(run.file, read_hdf5(run.file, header, wanted_arrays()));
  check_format(file);
  ResultsLayout& layout = run.layout;
  layout.title = file.attribute("title");
  layout.program_version = file.attribute("program_version");
  run.status = file.attribute("status");
  run.message = file.attribute("message");
  layout.model_text = file.text("/model/text");
  if (file.has("/model/scene")) layout.scene = file.text("/model/scene");
  take_names(file, layout);
  take_series(file, run);
  take_flexible(file, run);
  take_steps(file, run);
  take_step_counts(file, run);
  take_events(file, run);
  if (file.has("/restart/run") && file.has("/restart/state"))
    run.checkpoint = {file.text("/restart/run"), file.numbers("/restart/state"), {}};
  if (file.has("/restart/end")) run.checkpoint.end = file.numbers("/restart/end");
  run.summary = stored_summary(folder);
  return run;
}

}  // namespace alembert::results
