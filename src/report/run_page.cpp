#include "report/run_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <span>

#include "base/error.h"
#include "report/analysis_story.h"
#include "report/events_page.h"
#include "report/facts.h"
#include "report/mechanism_page.h"
#include "report/mode_shapes.h"
#include "report/model_units.h"
#include "report/page.h"
#include "report/steps_page.h"
#include "report/story.h"
#include "report/thinning.h"

namespace alembert::report {

namespace {

using results::channel;
using results::Group;
using results::History;
using results::RunData;

class RunPage {
 public:
  RunPage(const RunData& run, const DeformingBodies& flexible, const PageLimits& limits, Arrays& arrays)
      : run_(run),
        flexible_(flexible),
        limits_(limits),
        scene_(parse(run)),
        units_(scene_.at("units")),
        arrays_(arrays) {}

  Json build() {
    Json& out = page_;
    const std::string status = run_.status;
    out["status"] = status;
    out["analysis"] = run_.analysis();
    out["integrated"] = run_.integrated();
    out["message"] = run_.message;
    out["planned_end"] = scene_.at("end").get<double>() / units_.time;
    out["end_time"] = end_time();
    out["units"] = {
        {"length", units_.L}, {"mass", units_.M}, {"time", units_.T}, {"angle", units_.A}, {"force", units_.F}};
    out["gravity"] = divided(scene_.at("gravity"), units_.length / (units_.time * units_.time));
    add_mechanism(run_, scene_, units_, out, arrays_, notes_);
    add_frames();
    add_contacts();
    add_happenings();
    add_columns();
    add_tables();
    out["steps"] = steps_of(run_, units_, limits_.steps, arrays_, notes_);
    add_modes();
    add_flexible();
    out["story"] = run_.integrated() ? story_of(run_) : analysis_story(run_, stored_modes_);
    out["warnings"] = summary("warnings").is_array() ? summary("warnings") : Json::array();
    out["facts"] = facts_of(run_);
    for (Json& fact : stress_facts(flexible_, units_)) out["facts"].push_back(std::move(fact));
    out["phases"] = phases_of(run_);
    out["model"] = {
        {"file", scene_.at("file")}, {"text", run_.layout.model_text}, {"parameters", scene_.at("parameters")}};
    out["freedom"] = freedom_of(scene_);
    out["notes"] = notes_;
    return std::move(page_);
  }

 private:
  static Json parse(const RunData& run) {
    if (run.layout.scene.empty())
      throw Error(ExitCode::bad_usage, fmt::format("{} was written by an older program and holds no picture of the "
                                                   "model: run it again",
                                                   run.file.string()));
    return Json::parse(run.layout.scene);
  }
  Json summary(const char* key) const {
    return run_.summary && run_.summary->contains(key) ? Json(run_.summary->at(key)) : Json(nullptr);
  }
  double end_time() const {
    if (summary("end_time").is_number()) return summary("end_time").get<double>() / units_.time;
    return run_.history.time.empty() ? 0.0 : run_.history.time.back() / units_.time;
  }

  std::vector<std::string> output_units() const {
    std::vector<std::string> out = run_.layout.output_units;
    out.resize(run_.names(Group::outputs).size());
    return out;
  }

  void add_frames();
  void add_contacts();
  void add_happenings();
  void add_columns();
  void add_found_columns();
  Json columns(const char* group, const std::vector<std::string>& names, const std::vector<std::string>& units,
               std::size_t width, const std::function<double(std::size_t, std::size_t)>& value);
  void add_tables();
  void add_modes();
  void add_flexible();
  // Rows of one channel at the kept frames, in the model's units.
  std::vector<float> rows(std::size_t channel, double unit) const;
  std::size_t owners_of(std::size_t channel) const { return run_.layout.names.owners(results::channels[channel]); }

  const RunData& run_;
  const DeformingBodies& flexible_;
  PageLimits limits_;
  Json scene_;
  ModelUnits units_;
  std::optional<nlohmann::json> stored_modes_;  // of modes.json
  Json page_;
  Arrays& arrays_;
  std::vector<std::size_t> frames_;  // kept
  std::vector<std::string> notes_;
};

std::vector<float> RunPage::rows(std::size_t channel, double unit) const {
  const std::size_t width = owners_of(channel) * static_cast<std::size_t>(results::channels[channel].width);
  const std::vector<double>& values = run_.history[channel];
  std::vector<float> out;
  out.reserve(frames_.size() * width);
  for (const std::size_t frame : frames_)
    for (std::size_t k = 0; k < width; ++k) out.push_back(static_cast<float>(values[frame * width + k] / unit));
  return out;
}

void RunPage::add_frames() {
  const std::size_t times = run_.history.time.size(), bodies = run_.names(Group::bodies).size();
  const std::size_t most = limits_.poses / (std::max<std::size_t>(bodies, 1) * 7 * sizeof(float));
  frames_ = evenly(times, most);
  if (frames_.size() < times)
    notes_.push_back(
        fmt::format("The animation, and the curves of bodies, joints and forces, use {} of {} output times.",
                    frames_.size(), times));
  std::vector<double> time;
  for (const std::size_t frame : frames_) time.push_back(run_.history.time[frame] / units_.time);
  page_["frames"] = {
      {"time", arrays_.f64(time, {time.size()})},
      {"position", arrays_.f32(rows(channel(Group::bodies, "position"), units_.length), {time.size(), bodies, 3})},
      {"quaternion", arrays_.f32(rows(channel(Group::bodies, "quaternion"), 1.0), {time.size(), bodies, 4})},
      {"of", times}};
}

// Touches at the kept frames, as many a frame as there are at most in any; what summary.json says of impacts.
void RunPage::add_contacts() {
  const std::vector<std::string>& names = run_.names(Group::contacts);
  if (names.empty()) return;
  constexpr std::size_t width = kContactPointWidth;
  Json out = {{"names", names}};
  std::size_t most = 0;
  for (const std::size_t frame : frames_) most = std::max(most, run_.history.points_at(frame).size() / width);
  const std::size_t size = frames_.size() * most * width * sizeof(float);
  if (size > limits_.poses) {
    notes_.push_back("To keep the page small it leaves out where bodies touch. That is in results.h5.");
    most = 0;
  }
  std::vector<float> position(frames_.size() * most * 3, std::numeric_limits<float>::quiet_NaN()), force = position;
  std::vector<std::int32_t> contact(frames_.size() * most, -1);
  for (std::size_t row = 0; row < frames_.size() && most > 0; ++row) {
    const std::span<const double> points = run_.history.points_at(frames_[row]);
    for (std::size_t k = 0; k < points.size() / width; ++k) {
      const std::size_t place = row * most + k;
      for (std::size_t i = 0; i < 3; ++i) {
        position[3 * place + i] = static_cast<float>(points[width * k + i] / units_.length);
        force[3 * place + i] = static_cast<float>(points[width * k + 3 + i] / units_.force);
      }
      contact[place] = static_cast<std::int32_t>(points[width * k + 6]);
    }
  }
  out["position"] = arrays_.f32(position, {frames_.size(), most, 3});
  out["force"] = arrays_.f32(force, {frames_.size(), most, 3});
  out["contact"] = arrays_.i32(contact, {frames_.size(), most});
  out["impacts"] = impacts_of(run_, units_);
  page_["contacts"] = std::move(out);
}

// Events, ranges of the outputs, and the names of what has curves and is not drawn.
void RunPage::add_happenings() {
  PageEvents events = events_of(run_, units_, limits_.events);
  page_["events"] = std::move(events.list);
  page_["event_count"] = events.count;
  if (run_.history.time.size() > 1) page_["ranges"] = ranges_of(run_, units_, output_units());
  for (std::size_t g = 0; g < results::kGroups; ++g)
    if (!results::groups[g].drawn) page_["names"][results::groups[g].owner] = run_.names(static_cast<Group>(g));
}

Json RunPage::columns(const char* group, const std::vector<std::string>& names, const std::vector<std::string>& units,
                      std::size_t width, const std::function<double(std::size_t, std::size_t)>& value) {
  const std::size_t times = run_.history.time.size();
  const std::vector<std::size_t> kept = evenly(times, limits_.columns / (sizeof(double) * (width + 1)));
  if (kept.size() < times)
    notes_.push_back(fmt::format("The curves of the {} use {} of {} output times.", group, kept.size(), times));
  std::vector<double> time, values;
  for (const std::size_t row : kept) {
    time.push_back(run_.history.time[row] / units_.time);
    for (std::size_t k = 0; k < width; ++k) values.push_back(value(row, k));
  }
  return {{"group", group},
          {"time", arrays_.f64(time, {time.size()})},
          {"names", names},
          {"units", units},
          {"values", arrays_.f64(values, {time.size(), width})},
          {"of", times}};
}

void RunPage::add_columns() {
  const History& h = run_.history;
  const std::vector<std::string>& outputs = run_.names(Group::outputs);
  page_["columns"] = Json::array();
  if (!outputs.empty())
    page_["columns"].push_back(columns("outputs", outputs, output_units(), outputs.size(),
                                       [&](std::size_t row, std::size_t k) { return h.outputs_at(row)[k]; }));
  std::vector<std::string> names;
  std::vector<const std::vector<double>*> values;
  for (const std::size_t c : run_.channels_of(Group::energy))
    if (run_.integrated() || !results::channels[c].summed) {
      names.push_back(words_of(results::channels[c]));
      values.push_back(&h[c]);
    }
  page_["columns"].push_back(
      columns("energy", names, std::vector<std::string>(names.size(), units_.energy_name()), names.size(),
              [&](std::size_t row, std::size_t k) { return (*values[k])[row] / units_.energy(); }));
  add_found_columns();
}

// What the analysis itself found: actuators, which are variables; stability.
void RunPage::add_found_columns() {
  const History& h = run_.history;
  const std::vector<std::string>& variables = run_.names(Group::variables);
  if (run_.analysis() == "inverse_dynamics" && !variables.empty())
    page_["columns"].push_back(columns("variables", variables, std::vector<std::string>(variables.size()),
                                       variables.size(), [&](std::size_t row, std::size_t k) {
                                         return h[channel(Group::variables, "value")][row * variables.size() + k];
                                       }));
  const Json equilibria = summary("equilibria");
  if (run_.analysis() != "quasi_statics" || equilibria.size() != h.time.size()) return;
  page_["columns"].push_back(
      columns("stability", {"smallest eigenvalue"}, {"1/s^2"}, 1, [&](std::size_t row, std::size_t) {
        const Json value = equilibria.at(row).value("smallest_eigenvalue", Json());
        return value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
      }));
}

void RunPage::add_tables() {
  page_["tables"] = Json::array();
  std::size_t left = limits_.tables;
  std::vector<std::string> left_out;
  std::vector<std::size_t> order;
  for (std::size_t c = 0; c < results::kChannels; ++c)
    if (results::channels[c].place != results::kNoTable && results::info(results::channels[c].group).rank == 3 &&
        owners_of(c) > 0 && run_.recorded(c))
      order.push_back(c);
  // What people look at first comes first, in case not everything fits.
  std::stable_sort(order.begin(), order.end(), [](std::size_t a, std::size_t b) {
    return results::channels[a].place < results::channels[b].place;
  });
  for (const std::size_t c : order) {
    const results::Channel& what = results::channels[c];
    const results::GroupInfo& group = results::info(what.group);
    if (what.group == Group::variables && run_.analysis() == "inverse_dynamics") continue;  // found columns
    const auto width = static_cast<std::size_t>(what.width);
    const std::size_t owners = owners_of(c), size = frames_.size() * owners * width * sizeof(float);
    const auto [factor, unit] = units_.of(what.unit);
    std::vector<float> values = rows(c, factor);
    if (std::all_of(values.begin(), values.end(), [](float x) { return std::isnan(x); })) continue;
    if (size > left) {
      left_out.push_back(fmt::format("{} of {}", what.name, group.name));
      continue;
    }
    left -= size;
    page_["tables"].push_back({{"owner", group.owner},
                               {"name", words_of(what)},
                               {"unit", unit},
                               {"components", width == 3 ? Json{"x", "y", "z"} : Json{""}},
                               {"values", arrays_.f32(values, {frames_.size(), owners, width})}});
  }
  if (!left_out.empty())
    notes_.push_back(
        fmt::format("To keep the page small it leaves out: {}. They are in results.h5, and `alembert plot` "
                    "draws them.",
                    fmt::join(left_out, ", ")));
}

void RunPage::add_modes() {
  if (run_.analysis() != "modes" && run_.analysis() != "linearise") return;
  const std::filesystem::path folder = run_.file.parent_path();
  stored_modes_ = results::read_modes(folder);
  if (!stored_modes_) return;
  try {
    page_["modes"] = modes_of(*stored_modes_, run_.names(Group::bodies), units_, limits_.poses, arrays_, notes_);
  } catch (const Json::exception& e) {
    throw Error(ExitCode::bad_usage, fmt::format("cannot read {}: {}", (folder / "modes.json").string(), e.what()));
  }
}

void RunPage::add_flexible() {
  notes_.insert(notes_.end(), flexible_.notes.begin(), flexible_.notes.end());
  if (flexible_.bodies.empty()) return;
  std::vector<Eigen::MatrixXd> swings;
  if (stored_modes_) swings = swings_of(*stored_modes_, flexible_);
  page_["flexible"] =
      flexible_of(flexible_, run_.names(Group::bodies), frames_, swings, units_, limits_.flexible, arrays_, notes_);
  for (Json& columns : stress_columns(flexible_, units_, limits_.flexible, arrays_, notes_))
    page_["columns"].push_back(std::move(columns));
}

Json page_of(const RunData& run, const DeformingBodies& flexible, const PageLimits& limits, Arrays& arrays) {
  try {
    return RunPage(run, flexible, limits, arrays).build();
  } catch (const Json::exception& e) {
    throw Error(ExitCode::bad_usage, fmt::format("cannot read {}: /model/scene: {}", run.file.string(), e.what()));
  } catch (const std::out_of_range&) {
    throw Error(ExitCode::bad_usage,
                fmt::format("cannot read {}: /model/scene does not fit the results", run.file.string()));
  }
}

std::string title_of(const RunData& run) {
  return run.layout.title.empty() ? run.file.parent_path().filename().string() : run.layout.title;
}

// "2 dynamics"
std::string words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace

void write_run_page(const std::filesystem::path& file, const RunData& run, const DeformingBodies& flexible,
                    const PageLimits& limits) {
  Arrays arrays;
  Json header = {{"run", page_of(run, flexible, limits, arrays)}};
  write_page(file, title_of(run), std::move(header), arrays);
}

void write_list_page(const std::filesystem::path& file, const RunData& run, const DeformingBodies& flexible,
                     const std::vector<AnalysisOfList>& others, const PageLimits& limits) {
  Arrays arrays;
  Json header = {{"run", page_of(run, flexible, limits, arrays)}, {"analyses", Json::array()}};
  Json& list = header["analyses"];
  std::optional<std::size_t> together;
  for (const std::string& name : run.layout.analyses) {
    const auto found =
        std::find_if(others.begin(), others.end(), [&](const AnalysisOfList& one) { return one.name == name; });
    if (found != others.end()) {
      list.push_back({{"title", words(name)}, {"run", page_of(*found->run, found->flexible, limits, arrays)}});
    } else if (together) {
      list[*together]["title"] = list[*together]["title"].get<std::string>() + ", " + words(name);
    } else {
      together = list.size();
      list.push_back({{"title", words(name)}});
    }
  }
  write_page(file, title_of(run), std::move(header), arrays);
}

}  // namespace alembert::report
