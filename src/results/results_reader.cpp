#include "results/results_reader.h"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <system_error>

#include "base/error.h"
#include "results/hdf5_contents.h"
#include "results/hdf5_writer.h"
#include "results/part_file.h"
#include "results/seal.h"
#include "solve/step_record.h"

namespace alembert::results {
namespace {

namespace fs = std::filesystem;

// The arrays besides `quantities`, each with its place. A new one of a later program is `optional`: older files lack
// it, and it stays empty.
enum class Need { required, optional };

struct Text {
  const char* path;
  std::vector<std::string> StoredRun::*values;
  Need need = Need::required;
};
constexpr Text name_lists[] = {{"/bodies/names", &StoredRun::bodies},
                               {"/joints/names", &StoredRun::joints},
                               {"/forces/names", &StoredRun::forces},
                               {"/motions/names", &StoredRun::motions, Need::optional},
                               {"/constraints/names", &StoredRun::constraints, Need::optional},
                               {"/contacts/names", &StoredRun::contacts, Need::optional},
                               {"/variables/names", &StoredRun::variables, Need::optional},
                               {"/states/names", &StoredRun::states, Need::optional},
                               {"/sensors/names", &StoredRun::sensors, Need::optional},
                               {"/modes/names", &StoredRun::modes, Need::optional},
                               {"/analyses/names", &StoredRun::analyses, Need::optional},
                               {"/outputs/names", &StoredRun::outputs},
                               {"/row_names", &StoredRun::row_names}};

template <class Number>
struct Series {
  const char* path;
  std::vector<Number> History::*values;
  Need need;
};
constexpr Series<double> series_of_time[] = {{"/energy/kinetic", &History::kinetic, Need::required},
                                             {"/energy/potential", &History::potential, Need::required},
                                             {"/energy/total", &History::total, Need::required},
                                             {"/energy/work_in", &History::work_in, Need::optional},
                                             {"/energy/dissipated", &History::dissipated, Need::optional},
                                             {"/energy/numerical", &History::numerical, Need::optional}};
constexpr Series<double> series_of_steps[] = {{"/steps/h", &History::step_h, Need::required},
                                              {"/steps/error_ratio", &History::step_error_ratio, Need::required}};
constexpr Series<std::int32_t> counts_of_steps[] = {
    {"/steps/newton_iterations", &History::step_newton_iterations, Need::required},
    {"/steps/worst_row", &History::step_worst_row, Need::required}};
constexpr Series<std::int8_t> marks_of_steps[] = {
    {"/steps/predictor_degree", &History::step_predictor_degree, Need::required},
    {"/steps/outcome", &History::step_outcome, Need::required},
    {"/steps/new_jacobian", &History::step_new_jacobian, Need::required}};

constexpr const char* point_arrays[] = {"/contacts/points/position", "/contacts/points/force",
                                        "/contacts/points/contact"};

constexpr const char* flexible_arrays[] = {"/flexible/names",  "/flexible/data",       "/flexible/file",
                                           "/flexible/hash",   "/flexible/mode_count", "/flexible/modes",
                                           "/modes/step_time", "/modes/step_value"};

const std::vector<std::string> header = {"format", "format_version", "program_version", "title", "status", "message"};

std::string path_of(const Quantity& quantity) { return fmt::format("/{}/{}", quantity.group, quantity.name); }

std::vector<std::string> wanted_arrays() {
  std::vector<std::string> out = {
      "/steps/number",  "/steps/attempted", "/steps/one_in", "/events/time",     "/events/sensor", "/events/action",
      "/events/count",  "/model/text",      "/model/scene",  "/steps/violation", "/time",          "/steps/time",
      "/joints/unique", "/outputs/values",  "/restart/run",  "/restart/state",   "/restart/end",   "/analysis"};
  const auto add = [&](const auto& table) {
    for (const auto& entry : table) out.emplace_back(entry.path);
  };
  add(name_lists);
  add(series_of_time);
  add(series_of_steps);
  add(counts_of_steps);
  add(marks_of_steps);
  for (const Quantity& quantity : quantities) out.push_back(path_of(quantity));
  for (const EnergyShare& share : energy_shares) out.push_back("/energy/" + share.path());
  for (const char* path : point_arrays) out.emplace_back(path);
  for (const char* path : flexible_arrays) out.emplace_back(path);
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
  std::vector<std::string> texts(const char* path) {
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
  void take(const Series<Number>& series, std::size_t count, History& history) {
    if (series.need == Need::optional && !has(series.path)) return;
    if constexpr (std::is_same_v<Number, double>)
      history.*series.values = numbers(series.path, {count});
    else
      history.*series.values =
          integers<Number>(series.path, count, std::numeric_limits<Number>::min(), std::numeric_limits<Number>::max());
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

void take_points(Taker& file, StoredRun& run) {
  if (run.contacts.empty() || !file.has(point_arrays[2])) return;
  History& history = run.history;
  const std::size_t times = history.time.size(), most = file.second_size(point_arrays[2], times);
  const std::vector<double> position = file.numbers(point_arrays[0], {times, most, 3}),
                            force = file.numbers(point_arrays[1], {times, most, 3}),
                            contact = file.numbers(point_arrays[2], {times, most});
  for (std::size_t place = 0; place < times * most; ++place) {
    const double of = contact[place];
    if (of >= 0.0 && of < static_cast<double>(run.contacts.size()) && of == std::floor(of)) {
      history.points.insert(history.points.end(), &position[3 * place], &position[3 * place] + 3);
      history.points.insert(history.points.end(), &force[3 * place], &force[3 * place] + 3);
      history.points.push_back(of);
    } else if (of != -1.0) {
      file.refuse(fmt::format("{} holds {}, and there are {} contacts", point_arrays[2], of, run.contacts.size()));
    }
    if ((place + 1) % most == 0) history.point_ends.push_back(history.points.size() / kContactPointWidth);
  }
  history.point_ends.resize(times);
}

void take_series(Taker& file, StoredRun& run) {
  History& history = run.history;
  history.time = file.numbers("/time");
  const std::size_t times = history.time.size();
  if (!run.analyses.empty())
    history.analysis = file.integers<std::int32_t>("/analysis", times, 0.0, static_cast<double>(run.analyses.size()));
  for (std::size_t i = 0; i < quantities.size(); ++i) {
    if (quantities[i].optional && !file.has(path_of(quantities[i]))) continue;
    const auto width = static_cast<std::size_t>(quantities[i].width);
    history.values[i] = file.numbers(path_of(quantities[i]), {times, run.owners(quantities[i]).size(), width});
  }
  for (const auto& series : series_of_time) file.take(series, times, history);
  for (std::size_t k = 0; k < energy_shares.size(); ++k)
    if (const std::string path = "/energy/" + energy_shares[k].path(); file.has(path))
      history.shares[k] = file.numbers(path, {times});
  take_points(file, run);
  history.outputs = file.numbers("/outputs/values", {times, run.outputs.size()});
  for (const std::int8_t unique : file.integers<std::int8_t>("/joints/unique", run.joints.size(), 0.0, 1.0))
    run.joint_reaction_unique.push_back(unique != 0);
}

void take_flexible(Taker& file, StoredRun& run) {
  if (!file.has("/flexible/names")) return;
  const std::vector<std::string> names = file.texts("/flexible/names"), data = file.texts("/flexible/data"),
                                 files = file.texts("/flexible/file"), hashes = file.texts("/flexible/hash");
  if (data.size() != names.size() || files.size() != names.size() || hashes.size() != names.size())
    file.refuse("/flexible/data, file and hash do not fit /flexible/names");
  constexpr double most = std::numeric_limits<std::int32_t>::max();
  const std::vector<int> counts = file.integers<int>("/flexible/mode_count", names.size(), 0.0, most),
                         numbers = file.integers<int>("/flexible/modes", run.modes.size(), 1.0, most);
  std::size_t next = 0;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const auto count = static_cast<std::size_t>(counts[k]);
    if (count > numbers.size() - next) file.refuse("/flexible/mode_count does not fit /flexible/modes");
    const auto first = numbers.begin() + static_cast<std::ptrdiff_t>(next);
    run.flexible.push_back(
        {names[k], data[k], files[k], hashes[k], {first, first + static_cast<std::ptrdiff_t>(count)}});
    next += count;
  }
  if (next != numbers.size()) file.refuse("/flexible/mode_count does not fit /flexible/modes");
  if (!file.has("/modes/step_time")) return;
  run.history.mode_step_time = file.numbers("/modes/step_time");
  run.history.mode_step_value =
      file.numbers("/modes/step_value", {run.history.mode_step_time.size(), run.modes.size(), 1});
}

void take_steps(Taker& file, StoredRun& run) {
  History& history = run.history;
  history.step_time = file.numbers("/steps/time");
  const std::size_t steps = history.step_time.size();
  for (const auto& series : series_of_steps) file.take(series, steps, history);
  if (file.has("/steps/violation")) history.step_violation = file.numbers("/steps/violation", {steps, 3});
  for (const auto& series : counts_of_steps) file.take(series, steps, history);
  for (const auto& series : marks_of_steps) file.take(series, steps, history);
  const auto rows = static_cast<std::int32_t>(run.row_names.size());
  for (const std::int32_t row : history.step_worst_row)
    if (row < -1 || row >= rows) file.refuse(fmt::format("/steps/worst_row holds {} of {} rows", row, rows));
  for (const std::int8_t outcome : history.step_outcome)
    if (outcome < 0 || outcome >= kStepOutcomes)
      file.refuse(fmt::format("/steps/outcome holds the unknown {}", int{outcome}));
}

// How many of which kind there were; a file of an older program has all of them.
void take_step_counts(Taker& file, StoredRun& run) {
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
    h.step_number = file.numbers("/steps/number", {kept});
    const auto all = static_cast<double>(h.attempted[0] + h.attempted[1]);
    for (std::size_t k = 0; k < kept; ++k)
      if (!(h.step_number[k] >= 0.0 && h.step_number[k] < all) || (k > 0 && h.step_number[k] <= h.step_number[k - 1]))
        file.refuse("/steps/number does not rise up to /steps/attempted");
  }
}

void take_events(Taker& file, StoredRun& run) {
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

}  // namespace

const std::vector<std::string>& StoredRun::owners(const Quantity& quantity) const {
  if (quantity.owners == &ResultsLayout::bodies) return bodies;
  if (quantity.owners == &ResultsLayout::joints) return joints;
  if (quantity.owners == &ResultsLayout::motions) return motions;
  if (quantity.owners == &ResultsLayout::constraints) return constraints;
  if (quantity.owners == &ResultsLayout::contacts) return contacts;
  if (quantity.owners == &ResultsLayout::variables) return variables;
  if (quantity.owners == &ResultsLayout::states) return states;
  if (quantity.owners == &ResultsLayout::sensors) return sensors;
  if (quantity.owners == &ResultsLayout::modes) return modes;
  return forces;
}

std::optional<nlohmann::json> read_summary(const fs::path& folder) {
  const fs::path whole = folder / "summary.json";
  std::error_code error;
  const bool final = fs::exists(whole, error);
  const fs::path path = final ? whole : part_name(whole);
  if (!fs::exists(path, error)) return std::nullopt;
  if (final) return json_object(path);
  std::string ignored;  // half a file is no surprise after a killed run, and says nothing yet
  return read_sealed_json(path, ignored);
}

std::optional<nlohmann::json> read_modes(const fs::path& folder) {
  const fs::path path = folder / "modes.json";
  std::error_code error;
  if (!fs::exists(path, error)) return std::nullopt;
  return json_object(path);
}

std::string StoredRun::analysis() const {
  const bool said = summary && summary->contains("analysis") && summary->at("analysis").is_string();
  return said ? summary->at("analysis").get<std::string>() : "dynamics";
}

StoredRun read_results(const fs::path& folder) {
  StoredRun run;
  run.file = find_file(folder);
  Taker file(run.file, read_hdf5(run.file, header, wanted_arrays()));
  check_format(file);
  run.title = file.attribute("title");
  run.program_version = file.attribute("program_version");
  run.status = file.attribute("status");
  run.message = file.attribute("message");
  run.model_text = file.text("/model/text");
  if (file.has("/model/scene")) run.scene = file.text("/model/scene");
  for (const Text& list : name_lists)
    if (list.need == Need::required || file.has(list.path)) run.*list.values = file.texts(list.path);
  take_series(file, run);
  take_flexible(file, run);
  take_steps(file, run);
  take_step_counts(file, run);
  take_events(file, run);
  if (file.has("/restart/run") && file.has("/restart/state"))
    run.checkpoint = {file.text("/restart/run"), file.numbers("/restart/state"), {}};
  if (file.has("/restart/end")) run.checkpoint.end = file.numbers("/restart/end");
  if (auto summary = read_summary(folder)) run.summary = std::make_shared<const nlohmann::json>(std::move(*summary));
  return run;
}

}  // namespace alembert::results
