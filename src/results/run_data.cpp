#include "results/run_data.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>

#include "results/seal.h"
#include "results/step_columns.h"

namespace alembert::results {

struct Summary::State {
  std::function<std::string()> make;
  std::string text;
  nlohmann::json object;
  std::once_flag written, parsed;
};

Summary::Summary(std::string text) : state_(std::make_shared<State>()) { state_->text = std::move(text); }
Summary::Summary(std::function<std::string()> make) : state_(std::make_shared<State>()) {
  state_->make = std::move(make);
}
Summary::Summary(const nlohmann::json& object) : Summary(sealed_text(nlohmann::ordered_json(object), 2)) {}

const std::string& Summary::text() const {
  std::call_once(state_->written, [this] {
    if (state_->make) state_->text = state_->make();
  });
  return state_->text;
}

const nlohmann::json& Summary::operator*() const {
  std::call_once(state_->parsed, [this] {
    state_->object = nlohmann::json::parse(text());
    state_->object.erase("checksum");
  });
  return state_->object;
}

namespace {

std::size_t bytes_of(NumberType type) {
  if (type == NumberType::f64) return sizeof(double);
  return type == NumberType::i32 ? sizeof(std::int32_t) : sizeof(std::int8_t);
}

ArrayView view(std::string path, NumberType type, const void* data, std::vector<std::size_t> shape, const char* unit) {
  ArrayView out{std::move(path), type, data, std::move(shape), {}, unit, nullptr};
  if (out.size() == 0) out.data = nullptr;
  out.strides.resize(out.shape.size());
  std::size_t stride = bytes_of(type);
  for (std::size_t k = out.shape.size(); k-- > 0; stride *= out.shape[k]) out.strides[k] = stride;
  return out;
}

ArrayView made(std::string path, std::vector<double> numbers, std::vector<std::size_t> shape, const char* unit) {
  const auto kept = std::make_shared<const std::vector<double>>(std::move(numbers));
  ArrayView out = view(std::move(path), NumberType::f64, kept->data(), std::move(shape), unit);
  out.made = kept;
  return out;
}

std::vector<double> numbers_of(const StepCounts& n) { return {static_cast<double>(n[0]), static_cast<double>(n[1])}; }

// As many a time as there are at most at any; NaN and -1 where there are fewer.
void add_points(const History& history, std::vector<ArrayView>& out) {
  const std::size_t times = history.time.size();
  std::size_t most = 0;
  for (std::size_t row = 0; row < times; ++row)
    most = std::max(most, history.points_at(row).size() / kContactPointWidth);
  std::vector<double> position(times * most * 3, std::numeric_limits<double>::quiet_NaN()), force = position;
  std::vector<double> contact(times * most, -1.0);
  for (std::size_t row = 0; row < times; ++row) {
    const std::span<const double> points = history.points_at(row);
    for (std::size_t k = 0; k < points.size() / kContactPointWidth; ++k) {
      const double* point = points.data() + k * kContactPointWidth;
      const std::size_t place = row * most + k;
      std::copy_n(point, 3, position.begin() + static_cast<std::ptrdiff_t>(3 * place));
      std::copy_n(point + 3, 3, force.begin() + static_cast<std::ptrdiff_t>(3 * place));
      contact[place] = point[6];
    }
  }
  out.push_back(made("/contacts/points/position", std::move(position), {times, most, 3}, "m"));
  out.push_back(made("/contacts/points/force", std::move(force), {times, most, 3}, "N"));
  out.push_back(made("/contacts/points/contact", std::move(contact), {times, most}, "1"));
}

void add_steps(const History& history, std::vector<ArrayView>& out) {
  out.push_back(made("/steps/attempted", numbers_of(history.attempted), {2}, "1"));
  out.push_back(made("/steps/one_in", numbers_of(history.recorded_one_in()), {2}, "1"));
  for_each_step_column([&]<class Number>(const StepColumn<Number>& column) {
    const std::vector<Number>& values = history.*column.values;
    NumberType type = std::is_same_v<Number, double> ? NumberType::f64 : NumberType::i8;
    if (std::is_same_v<Number, std::int32_t>) type = NumberType::i32;
    if (column.kind == StepNumbers::truths) type = NumberType::truth;
    if (column.kind == StepNumbers::outcomes) type = NumberType::outcome;
    std::vector<std::size_t> shape{values.size() / column.width};
    if (column.width > 1) shape.push_back(column.width);
    out.push_back(view(column.path(), type, values.data(), std::move(shape), column.unit));
  });
}

void add_flexible(const RunData& run, std::vector<ArrayView>& out) {
  if (run.layout.flexible.empty()) return;
  const History& history = run.history;
  const std::size_t modes = run.names(Group::modes).size(), steps = history.mode_step_time.size();
  if (steps == 0 || modes == 0) return;
  out.push_back(view("/modes/step_time", NumberType::f64, history.mode_step_time.data(), {steps}, "s"));
  out.push_back(view("/modes/step_value", NumberType::f64, history.mode_step_value.data(), {steps, modes, 1}, "m"));
}

void add_events(const History& history, std::vector<ArrayView>& out) {
  if (history.event_count == 0) return;
  out.push_back(view("/events/time", NumberType::f64, history.event_time.data(), {history.event_time.size()}, "s"));
  out.push_back(made("/events/count", {static_cast<double>(history.event_count)}, {1}, "1"));
}

}  // namespace

std::size_t ArrayView::size() const {
  std::size_t out = 1;
  for (const std::size_t n : shape) out *= n;
  return out;
}

std::string RunData::analysis() const {
  const bool said = summary && summary->contains("analysis") && summary->at("analysis").is_string();
  return said ? summary->at("analysis").get<std::string>() : "dynamics";
}

std::vector<std::size_t> RunData::channels_of(Group group) const {
  std::vector<std::size_t> out;
  for (std::size_t c = 0; c < kChannels; ++c)
    if (channels[c].group == group && recorded(c)) out.push_back(c);
  return out;
}

bool RunData::recorded(std::size_t channel) const {
  const Channel& what = channels[channel];
  const std::size_t width = layout.names.owners(what) * static_cast<std::size_t>(what.width);
  return layout.names.has(what) && history[channel].size() == width * history.time.size();
}

ArrayView RunData::channel(std::size_t channel) const {
  const Channel& what = channels[channel];
  std::vector<std::size_t> shape{history.time.size(), layout.names.owners(what), static_cast<std::size_t>(what.width)};
  shape.resize(static_cast<std::size_t>(info(what.group).rank));
  return view(path_of(what), NumberType::f64, history[channel].data(), std::move(shape), what.unit);
}

ArrayView RunData::channel(std::size_t channel, std::size_t owner) const {
  const Channel& what = channels[channel];
  const auto width = static_cast<std::size_t>(what.width);
  ArrayView out = this->channel(channel);
  const std::size_t row = layout.names.owners(what) * width * sizeof(double);
  if (out.data != nullptr) out.data = static_cast<const double*>(out.data) + owner * width;
  out.shape = {history.time.size()};
  out.strides = {row};
  if (width > 1) {
    out.shape.push_back(width);
    out.strides.push_back(sizeof(double));
  }
  return out;
}

std::vector<ArrayView> RunData::arrays() const {
  std::vector<ArrayView> out;
  const std::size_t times = history.time.size();
  out.push_back(view("/time", NumberType::f64, history.time.data(), {times}, "s"));
  if (!layout.analyses.empty())
    out.push_back(view("/analysis", NumberType::i32, history.analysis.data(), {times}, "1"));
  for (std::size_t c = 0; c < kChannels; ++c)
    if (recorded(c)) out.push_back(channel(c));
  const std::size_t joints = names(Group::joints).size();
  if (layout.joint_reaction_unique.size() == joints)
    out.push_back(view("/joints/unique", NumberType::truth, layout.joint_reaction_unique.data(), {joints}, "1"));
  if (!names(Group::contacts).empty()) add_points(history, out);
  add_flexible(*this, out);
  add_steps(history, out);
  add_events(history, out);
  return out;
}

std::vector<TextsView> RunData::texts() const {
  std::vector<TextsView> out;
  for (std::size_t g = 0; g < kGroups; ++g) {
    const std::vector<std::string>& list = names(static_cast<Group>(g));
    if (groups[g].rank > 1 && (groups[g].always || !list.empty()))
      out.push_back({std::string("/") + groups[g].name + "/names", &list});
  }
  out.push_back({"/row_names", &layout.row_names});
  if (!layout.analyses.empty()) out.push_back({"/analyses/names", &layout.analyses});
  if (history.event_count > 0) {
    out.push_back({"/events/sensor", &history.event_sensor});
    out.push_back({"/events/action", &history.event_action});
  }
  return out;
}

std::optional<ArrayView> RunData::array(std::string_view path) const {
  for (std::size_t c = 0; c < kChannels; ++c)
    if (path_of(channels[c]) == path) return recorded(c) ? std::optional(channel(c)) : std::nullopt;
  for (ArrayView& one : arrays())
    if (one.path == path) return std::move(one);
  return std::nullopt;
}

}  // namespace alembert::results
