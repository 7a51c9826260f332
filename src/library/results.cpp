// Runs of alembert/results.h: views of results::RunData.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "analysis/run_report.h"
#include "base/error.h"
#include "base/suggest.h"
#include "library/data.h"
#include "results/channels.h"
#include "results/results_reader.h"

namespace alembert::api {

template class Handle<const RunResult>;

namespace {

using results::ArrayView;
using results::Group;

Group group_called(std::string_view name) {
  std::vector<std::string> known;
  for (std::size_t k = 0; k < results::kGroups; ++k) {
    if (results::groups[k].name == name) return static_cast<Group>(k);
    known.emplace_back(results::groups[k].name);
  }
  throw UsageError(fmt::format("results have no group `{}`{}", name, did_you_mean(std::string(name), known)));
}

std::size_t place_of(const std::vector<std::string>& names, std::string_view name, const char* what) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw UsageError(fmt::format("the run has no {} `{}`{}", what, name, did_you_mean(std::string(name), names)));
  return static_cast<std::size_t>(found - names.begin());
}

// Numbers of another type, as doubles.
std::vector<double> as_doubles(const ArrayView& view) {
  std::vector<double> out(view.size());
  for (std::size_t k = 0; k < out.size(); ++k)
    out[k] = view.type == results::NumberType::i32 ? static_cast<const std::int32_t*>(view.data)[k]
                                                   : static_cast<const std::int8_t*>(view.data)[k];
  return out;
}

const results::RunData& data_of(const Run& run) { return *run.result().data; }

}  // namespace

Series::Series(Handle<const RunResult> run, const double* data, std::size_t rows, std::size_t width, std::size_t stride,
               std::string unit)
    : run_(std::move(run)), data_(data), rows_(rows), width_(width), stride_(stride), unit_(std::move(unit)) {}

std::vector<double> Series::values(std::size_t component) const {
  std::vector<double> out(rows_);
  for (std::size_t k = 0; k < rows_; ++k) out[k] = data_[k * stride_ + component];
  return out;
}

Array::Array(const Array& other) { *this = other; }

Array& Array::operator=(const Array& other) {
  const bool own = !other.made.empty();
  shape = other.shape;
  unit = other.unit;
  run = other.run;
  made = other.made;
  values = own ? std::span<const double>(made) : other.values;
  return *this;
}

Run::Run(Handle<const RunResult> result) : result_(std::move(result)) {}

const std::string& Run::status() const { return data_of(*this).status; }
const std::string& Run::message() const { return data_of(*this).message; }
const std::string& Run::analysis() const { return result_->analysis; }
std::span<const double> Run::times() const { return data_of(*this).history.time; }
const std::vector<std::string>& Run::outputs() const { return data_of(*this).names(Group::outputs); }

const std::vector<std::string>& Run::names(std::string_view group) const {
  return data_of(*this).names(group_called(group));
}

std::vector<std::string> Run::channels(std::string_view group) const {
  std::vector<std::string> out;
  for (const std::size_t c : data_of(*this).channels_of(group_called(group)))
    out.emplace_back(results::channels[c].name);
  return out;
}

Series Run::series(std::string_view group, std::string_view name, std::string_view channel) const {
  const results::RunData& data = data_of(*this);
  const Group of = group_called(group);
  const results::GroupInfo& about = results::info(of);
  const std::size_t owner = about.rank == 1 ? 0 : place_of(data.names(of), name, about.owner);
  const std::vector<std::string> known = channels(group);
  const std::size_t place = data.channels_of(of)[place_of(known, channel, "channel")];
  const ArrayView view = data.channel(place, owner);
  const std::size_t width = view.shape.size() > 1 ? view.shape[1] : 1;
  return Series(result_, static_cast<const double*>(view.data), view.shape[0], width, view.strides[0] / sizeof(double),
                view.unit);
}

Series Run::output(std::string_view name) const { return series("outputs", name, "values"); }

Array Run::array(std::string_view path) const {
  const std::optional<ArrayView> view = data_of(*this).array(path);
  if (!view)
    throw UsageError(fmt::format("the run has no array `{}`{}", path, did_you_mean(std::string(path), arrays())));
  Array out;
  out.shape = view->shape;
  out.unit = view->unit;
  out.run = result_;
  if (view->type != results::NumberType::f64)
    out.made = as_doubles(*view);
  else if (view->made)
    out.made = *view->made;
  out.values = out.made.empty() ? std::span(static_cast<const double*>(view->data), view->data ? view->size() : 0)
                                : std::span<const double>(out.made);
  return out;
}

std::vector<std::string> Run::arrays() const {
  std::vector<std::string> out;
  for (const ArrayView& view : data_of(*this).arrays()) out.push_back(view.path);
  return out;
}

std::string Run::summary() const { return data_of(*this).summary ? data_of(*this).summary.text() : std::string("{}"); }

std::vector<std::string> Run::warnings() const {
  const results::RunData& data = data_of(*this);
  if (!data.summary || !data.summary->contains("warnings")) return {};
  return data.summary->at("warnings").get<std::vector<std::string>>();
}

std::vector<Event> Run::events() const {
  std::vector<Event> out;
  const results::RunData& data = data_of(*this);
  if (!data.summary || !data.summary->contains("events")) return out;
  for (const auto& event : data.summary->at("events"))
    out.push_back({event.value("time", 0.0), event.value("sensor", std::string()),
                   event.value("actions", std::vector<std::string>())});
  return out;
}

Statistics Run::statistics() const {
  const results::RunData& data = data_of(*this);
  if (!data.summary) return {};
  const auto count = [&](const char* key) { return data.summary->value(key, 0L); };
  return {count("steps"), count("rejected_steps"), count("newton_iterations"), count("jacobian_evaluations")};
}

std::string Run::text() const { return result_->text; }

void Run::write_report(const std::string& file) const { write_run_report(file, data_of(*this)); }

Run open(const std::string& folder) {
  auto* result = new RunResult;
  const Handle<const RunResult> handle(result);
  result->data = std::make_shared<const results::RunData>(results::read_results(folder));
  result->analysis = result->data->analysis();
  return Run(handle);
}

}  // namespace alembert::api
