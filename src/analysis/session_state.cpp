// A model that is stepped from outside: its state, kept and restored.
#include <cstring>

#include "analysis/session_stretch.h"
#include "base/error.h"
#include "model/model_kinks.h"
#include "results/seal.h"

namespace alembert {

namespace {

constexpr double kStateFormat = 1.0;  // of what is exchanged; raised when anything in it changes

template <class... T>
std::vector<double> numbers_of(T... items) {
  Archive archive;
  archive(items...);
  return archive.data();
}

struct Line {
  double value = 0.0, rate = 0.0, since = 0.0;
  void exchange(Archive& archive) { archive(value, rate, since); }
};

std::vector<Line> lines_of(const InputSignals& signals) {
  std::vector<Line> out;
  for (const InputSignal& s : signals) out.push_back({s.value, s.rate, s.since});
  return out;
}

}  // namespace

std::string mark_of(const Model& model) {
  std::string all = model.text;
  const auto add = [&](const auto& list) {
    for (const auto& element : list) all += "\n" + element.name;
  };
  add(model.bodies);
  add(model.joints);
  add(model.forces);
  add(model.contacts);
  add(model.states);
  add(model.inputs);
  all += "\n" + model.simulation.method.name;
  for (const auto& [name, value] : model.parameters) all += "\n" + name + "=" + std::to_string(value);
  return results::checksum(all);
}

std::string SessionState::bytes() const {
  std::vector<unsigned char> out(8 * numbers_.size());
  std::memcpy(out.data(), numbers_.data(), out.size());
  results::seal(out);
  return {out.begin(), out.end()};
}

SessionState SessionState::from_bytes(std::string_view bytes) {
  std::vector<unsigned char> all(bytes.begin(), bytes.end());
  if (!results::unseal(all, "the state of a session") || all.size() % 8 != 0)
    throw UsageError("the state of a session is damaged");
  SessionState out;
  out.numbers_.resize(all.size() / 8);
  std::memcpy(out.numbers_.data(), all.data(), all.size());
  return out;
}

SessionState Session::state() {
  take_inputs();
  Archive archive;
  exchange(archive);
  SessionState out;
  out.numbers_ = archive.data();
  return out;
}

void Session::restore(const SessionState& state) {
  Archive archive(state.numbers_);
  exchange(archive);
  if (!archive.at_end()) throw UsageError("the state of a session is damaged, or belongs to a different model");
}

// The engine itself is another where sensors have changed the model in between.
void Session::exchange_engine(Archive& archive) {
  ModelChanges changes = changes_of(stretch_->engine->system().model());
  std::vector<linear::RankComponent> ranks = stretch_->engine->ranks();
  const std::vector<double> here = numbers_of(changes, ranks);
  dae::State state = stretch_->integrator().state();
  archive(changes, ranks, state);
  if (!archive.reads() || numbers_of(changes, ranks) == here) return;
  Model model = with_changes(model_, changes);
  model.simulation.end = end_behind(state.t);
  for (std::size_t k = 0; k < wanted_.size(); ++k)
    if (live_[k] != 0) model.inputs[k].signal = wanted_[k];
  stretch_ = std::make_unique<Stretch>(std::make_unique<DynamicsEngine>(model, state, std::move(ranks)));
  for (const std::string& text : texts_) stretch_->probe.add(read(text), state);
  horizon_ = model.simulation.end;
}

// Those of a file that nobody has set are the model's own.
void Session::exchange_inputs(Archive& archive) {
  std::vector<Line> lines = lines_of(wanted_);
  archive(live_, lines);
  if (!archive.reads()) return;
  for (std::size_t k = 0; k < wanted_.size(); ++k)
    wanted_[k] = live_[k] != 0 ? InputSignal{nullptr, SplineKind::linear, lines[k].value, lines[k].rate, lines[k].since}
                               : model_.inputs[k].signal;
  changed_ = false;
}

void Session::exchange(Archive& archive) {
  std::string mark = mark_;
  double format = kStateFormat, horizon = horizon_;
  archive(format, mark);
  if (format != kStateFormat || mark != mark_) throw UsageError("this state belongs to a different model");
  exchange_inputs(archive);
  exchange_engine(archive);
  stretch_->engine->system().inputs() = wanted_;
  archive(*stretch_, before_, events_, event_times_, stopped_by_, end_state_, horizon);
  if (!archive.reads()) return;
  seen_ = false;
  if (horizon != horizon_ && !model_.simulation.step)
    stretch_->integrator().set_corners(kink_times(stretch_->engine->system().model(), 0.0, horizon));
  horizon_ = horizon;
}

}  // namespace alembert
