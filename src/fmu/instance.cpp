#include "fmu/instance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "analysis/given_inputs.h"
#include "base/error.h"
#include "model/inputs.h"
#include "model/reader.h"

namespace alembert::fmu {

namespace {

constexpr double kSameTime = 1e-9;  // of the step: a master's times are sums of rounded numbers

}  // namespace

std::string Manifest::text() const {
  nlohmann::ordered_json out;
  out["guid"] = guid;
  out["version"] = ALEMBERT_VERSION;
  out["model"] = model;
  out["set"] = set;
  out["inputs"] = nlohmann::ordered_json::parse(inputs);
  return out.dump(2) + "\n";
}

Manifest Manifest::read(const std::filesystem::path& resources) {
  std::ifstream stream(resources / kName);
  const nlohmann::ordered_json in = nlohmann::ordered_json::parse(stream, nullptr, false);
  try {
    Manifest out;
    in.at("guid").get_to(out.guid);
    in.at("model").get_to(out.model);
    in.at("set").get_to(out.set);
    out.inputs = in.at("inputs").dump();
    return out;
  } catch (const nlohmann::json::exception&) {
    throw UsageError(fmt::format("{} is not there, or damaged: these are not the resources of this FMU",
                                 (resources / kName).string()));
  }
}

Instance::Instance(const std::filesystem::path& resources, const std::string& guid)
    : manifest_(Manifest::read(resources)) {
  if (guid != manifest_.guid)
    throw UsageError(fmt::format("the guid {} is not that of the resources, {}", guid, manifest_.guid));
  model_ = read_model_file(resources / manifest_.model, {.set = manifest_.set});
  give_inputs(manifest_.inputs, model_);
  variables_ = variables_of(model_);
  for (const Variable& v : variables_) values_.push_back(v.start);
  rates_.assign(model_.inputs.size(), 0.0);
}

const Variable& Instance::variable(std::size_t reference) const {
  if (reference < variables_.size()) return variables_[reference];
  throw UsageError(fmt::format("there is no variable with the value reference {}", reference));
}

// Parameters that follow from others do so, unless they are set to something else.
Session& Instance::session() {
  if (session_) return *session_;
  std::map<std::string, double> set;
  for (std::size_t k = 0; k < variables_.size(); ++k)
    if (variables_[k].kind == Variable::Kind::parameter && values_[k] != variables_[k].start)
      set[variables_[k].key] = values_[k];
  Model model = set.empty() ? model_ : with_parameters(model_, set);
  if (!set.empty()) give_inputs(manifest_.inputs, model);
  for (const std::size_t k : given_) give_input(model, model_.inputs[variables_[k].index].name, values_[k]);
  if (tolerance_ && !model.simulation.step)
    model.simulation.tolerance = std::min(*tolerance_, model.simulation.tolerance.value_or(kDefaultTolerance));
  session_ = std::make_unique<Session>(std::move(model));
  for (const std::string& warning : session_->warnings()) warnings_.push_back(warning);
  return *session_;
}

double Instance::time() { return stage_ == Stage::instantiated ? 0.0 : session().time() * model_.units.time; }

double Instance::get(std::size_t reference) {
  const Variable& v = variable(reference);
  switch (v.kind) {
    case Variable::Kind::time:
      return time();
    case Variable::Kind::output:
      return session().output(v.index);
    case Variable::Kind::input:
      return session_ ? session_->input(v.index) : values_[reference];
    case Variable::Kind::parameter:
      return session_ ? session_->model().parameters.at(v.key) : values_[reference];
  }
  return 0.0;
}

void Instance::set(std::size_t reference, double value) {
  const Variable& v = variable(reference);
  if (!std::isfinite(value)) throw UsageError(fmt::format("`{}` cannot be {}", v.name, value));
  if (v.kind == Variable::Kind::time || v.kind == Variable::Kind::output)
    throw UsageError(
        fmt::format("`{}` cannot be set: it is {}", v.name, v.kind == Variable::Kind::time ? "the time" : "an output"));
  if (stage_ == Stage::stepping) {
    if (v.kind == Variable::Kind::parameter)
      throw UsageError(fmt::format("parameter `{}` cannot be set: it is fixed from the initialisation on", v.name));
    session().set_input(v.index, value);
    return;
  }
  const bool first = v.kind == Variable::Kind::input && given_.insert(reference).second;
  if (!first && values_[reference] == value) return;
  values_[reference] = value;
  session_.reset();
}

void Instance::set_input_rate(std::size_t reference, double rate) {
  const Variable& v = variable(reference);
  if (v.kind != Variable::Kind::input)
    throw UsageError(fmt::format("`{}` is no input: it has no rate to be set", v.name));
  if (!std::isfinite(rate)) throw UsageError(fmt::format("the rate of `{}` cannot be {}", v.name, rate));
  rates_[v.index] = rate;
}

void Instance::enter_initialization() { stage_ = Stage::initialising; }

void Instance::exit_initialization() {
  session();
  stage_ = Stage::stepping;
}

bool Instance::step(double time, double duration) {
  if (stage_ != Stage::stepping) throw UsageError("steps begin behind the initialisation");
  const double unit = model_.units.time, here = session().time() * unit;
  if (!(duration >= 0.0)) throw UsageError(fmt::format("a step of {} s cannot be made", duration));
  if (std::abs(time - here) > kSameTime * std::max(duration, std::abs(here)))
    throw UsageError(fmt::format("a step is to begin at {:.9g} s, and the model is at {:.9g} s", time, here));
  const double end = (time + duration) / unit, left = end - session().time();
  if (std::all_of(rates_.begin(), rates_.end(), [](double r) { return r == 0.0; }) || !(left > 0.0))
    return session().advance_to(end);
  std::vector<double> from, to;
  for (std::size_t k = 0; k < rates_.size(); ++k) {
    from.push_back(session().input(k));
    to.push_back(from[k] + rates_[k] * unit * left);
  }
  std::fill(rates_.begin(), rates_.end(), 0.0);
  return session().advance(left, from, to);
}

void Instance::reset() {
  stage_ = Stage::instantiated;
  for (std::size_t k = 0; k < variables_.size(); ++k) values_[k] = variables_[k].start;
  given_.clear();
  std::fill(rates_.begin(), rates_.end(), 0.0);
  tolerance_.reset();
  session_.reset();
}

std::vector<std::string> Instance::take_warnings() { return std::exchange(warnings_, {}); }

std::string Instance::state() {
  Archive archive;
  int stage = static_cast<int>(stage_);
  std::vector<std::size_t> given(given_.begin(), given_.end());
  bool toleranced = tolerance_.has_value(), begun = session_ != nullptr;
  double tolerance = tolerance_.value_or(0.0);
  std::string motion = begun ? session_->state().bytes() : "";
  archive(stage, values_, given, rates_, toleranced, tolerance, begun);
  std::string out(8 * archive.data().size(), '\0');
  std::memcpy(out.data(), archive.data().data(), out.size());
  std::uint64_t size = out.size();
  std::string head(8, '\0');
  std::memcpy(head.data(), &size, 8);
  return head + out + motion;
}

void Instance::restore(std::string_view bytes) {
  const auto refuse = [] { throw UsageError("the state of the FMU is damaged, or of another one"); };
  std::uint64_t size = 0;
  if (bytes.size() < 8) refuse();
  std::memcpy(&size, bytes.data(), 8);
  if (size % 8 != 0 || size > bytes.size() - 8) refuse();
  std::vector<double> numbers(size / 8);
  std::memcpy(numbers.data(), bytes.data() + 8, size);
  Archive archive(std::move(numbers));
  int stage = 0;
  std::vector<double> values, rates;
  std::vector<std::size_t> given;
  bool toleranced = false, begun = false;
  double tolerance = 0.0;
  archive(stage, values, given, rates, toleranced, tolerance, begun);
  if (!archive.at_end() || values.size() != values_.size() || rates.size() != rates_.size() || stage < 0 || stage > 2)
    refuse();
  for (const std::size_t k : given)
    if (k >= variables_.size() || variables_[k].kind != Variable::Kind::input) refuse();
  const std::optional<double> wanted = toleranced ? std::optional(tolerance) : std::nullopt;
  const std::set<std::size_t> inputs(given.begin(), given.end());
  if (values != values_ || inputs != given_ || wanted != tolerance_ || !begun) session_.reset();
  stage_ = static_cast<Stage>(stage);
  values_ = std::move(values);
  given_ = inputs;
  rates_ = std::move(rates);
  tolerance_ = wanted;
  if (begun) session().restore(SessionState::from_bytes(bytes.substr(8 + size)));
}

}  // namespace alembert::fmu
