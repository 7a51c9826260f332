#include "analysis/statics/statics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "analysis/dynamics.h"
#include "analysis/output_clock.h"
#include "base/cpu_time.h"
#include "base/error.h"
#include "results/progress.h"

namespace alembert {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kJump = 0.2;  // rad, or of the mechanism's size, beyond twice the change before: not a small change

const char* stability_name(Equilibrium::Stability stability) {
  switch (stability) {
    case Equilibrium::Stability::stable:
      return "stable";
    case Equilibrium::Stability::neutral:
      return "neutral";
    case Equilibrium::Stability::unstable:
      return "unstable";
    case Equilibrium::Stability::no_freedom:
      return "no freedom";
  }
  return "";
}

Json described(const Equilibrium& e) {
  Json out = {{"iterations", e.iterations}, {"stability", stability_name(e.stability)}};
  out["smallest_eigenvalue"] = e.smallest_eigenvalue ? Json(*e.smallest_eigenvalue) : Json(nullptr);
  if (!e.neutral.empty()) out["neutral"] = e.neutral;
  if (e.left_unstable > 0) out["unstable_equilibria_left"] = e.left_unstable;
  return out;
}

class Sweep {
 public:
  Sweep(const Model& model, const AnalysisOptions& options, AnalysisKind kind)
      : model_(model),
        options_(options),
        mechanism_(model, options.restart()),
        watch_(options.interruption),
        recorder_(mechanism_, options, kind) {
    if (options.warn)
      for (const std::string& w : recorder_.summary().warnings) options.warn(w);
  }

  double begin() const { return mechanism_.initial_state().t; }

  StaticsResult run(double end, double step) {
    const double began = cpu_seconds();
    std::string status = "done", message;
    StaticsResult out;
    Json told = Json::array();
    const auto finish = [&] {
      recorder_.summary().cpu_seconds = cpu_seconds() - began;
      recorder_.summary().details = Json{{"equilibria", told}}.dump();
      static_cast<StatesResult&>(out) = recorder_.finish(status, message);
    };
    try {
      OutputClock clock(end, step, begin());
      Progress progress(end, !options_.show_progress, options_.progress);
      dae::State state = mechanism_.initial_state();
      double began_at = begin();
      for (long row = 0; !clock.done(); ++row, clock.advance()) {
        state.t = clock.next();
        Equilibrium found = equilibrium_at(state, began_at);
        state = found.state;
        began_at = state.t;
        if (row > 0) look_for_jump(found);
        recorder_.take(state);
        for (const std::string& w : found.warnings) warn(at_time(state.t) + w);
        Json one = {{"time", state.t / model_.units.time}};
        one.update(described(found));
        told.push_back(one);
        out.equilibria.push_back(std::move(found));
        progress.update(state.t, step, 0);
        if (watch_.asked()) throw SearchInterrupted();
      }
    } catch (const SearchInterrupted&) {
      status = "interrupted";
      message = out.equilibria.empty() ? "interrupted before an equilibrium was found"
                                       : fmt::format("interrupted at t = {:.9g} s", out.equilibria.back().state.t);
    } catch (const IntegrationError& e) {
      status = "failed";
      message = e.what();
      finish();
      throw;
    }
    finish();
    return out;
  }

 private:
  // Where drives move far between two rows, the way is gone in parts.
  Equilibrium equilibrium_at(const dae::State& goal, double from) {
    constexpr int kMostParts = 1 << 12;
    for (int parts = 1;; parts *= 4) {
      try {
        dae::State state = goal;
        Equilibrium found;
        for (int k = 1; k <= parts; ++k) {
          state.t = k == parts ? goal.t : from + (goal.t - from) * k / parts;
          found = find_equilibrium(mechanism_, state, &watch_);
          state = found.state;
        }
        return found;
      } catch (const AssemblyError& e) {
        if (parts >= kMostParts || goal.t == from) throw IntegrationError(e.what());
      }
    }
  }

  std::string at_time(double t) const {
    return t > 0.0 ? fmt::format("at t = {:g} {}: ", t / model_.units.time, model_.units.time_name) : "";
  }
  void warn(const std::string& text) {
    recorder_.summary().warnings.push_back(text);
    if (options_.warn) options_.warn(text);
  }
  void look_for_jump(const Equilibrium& found) {
    if (found.moved > kJump && found.moved > 2.0 * last_)
      warn(at_time(found.state.t) +
           "the mechanism jumps: its last equilibrium has vanished, and another was found downhill");
    last_ = found.moved;
  }

  const Model& model_;
  const AnalysisOptions& options_;
  Mechanism mechanism_;
  Interruption::Watch watch_;
  StateRecorder recorder_;
  double last_ = 0.0;  // how far the row before moved
};

}  // namespace

StaticsResult run_statics(const Model& model, const AnalysisOptions& options) {
  Sweep sweep(model, options, AnalysisKind::statics);
  return sweep.run(sweep.begin(), 1.0);
}

StaticsResult run_quasi_statics(const Model& model, const AnalysisOptions& options) {
  return Sweep(model, options, AnalysisKind::quasi_statics).run(model.simulation.end, output_step_of(model.simulation));
}

}  // namespace alembert
