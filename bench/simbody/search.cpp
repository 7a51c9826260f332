#include "search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>
#include <string>

namespace alembert::race {

namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
constexpr double kTimedEnough = 2.0;  // s in all
constexpr int kLeastRuns = 3, kMostRuns = 20;
constexpr int kDecades = 9;
constexpr int kBisections = 3;  // of the decade in which a result becomes good enough
// Judging a setting may take so many times the time of the best so far, which looking at it makes longer, or so long.
constexpr double kPatience = 3.0, kAllowance = 1.0, kAtFirst = 20.0;

// The number that Setting::text prints: what is read there is what was tried.
double rounded(double x) { return std::stod(fmt::format("{:.1e}", x)); }

class Ladder {
 public:
  Ladder(Engine& engine, Setting candidate, bool fixed_step, double loosest, double most_seconds)
      : engine_(engine),
        setting_(std::move(candidate)),
        fixed_step_(fixed_step),
        loosest_(loosest),
        most_seconds_(most_seconds) {}

  // The loosest good setting found.
  std::optional<Setting> climb() {
    for (int k = 0; k <= kDecades; ++k) {
      if (!good(-k)) {
        if (hopeless_) return {};
        continue;
      }
      double tight = -k, loose = -k + 1;
      for (int i = 0; i < kBisections && k > 0; ++i) {
        const double middle = 0.5 * (tight + loose);
        (good(middle) ? tight : loose) = middle;
      }
      return at(tight);
    }
    return {};
  }

 private:
  Setting at(double exponent) const {
    Setting setting = setting_;
    (fixed_step_ ? setting.step : setting.tolerance) = rounded(loosest_ * std::pow(10.0, exponent));
    return setting;
  }

  bool good(double exponent) {
    const Verdict verdict = engine_.judge(at(exponent), most_seconds_);
    hopeless_ = verdict.too_slow;
    return verdict.good();
  }

  Engine& engine_;
  Setting setting_;
  bool fixed_step_;
  double loosest_, most_seconds_;
  bool hopeless_ = false;  // tighter ones only take longer
};

}  // namespace

void judge_and_time(const std::vector<Engine*>& engines, const std::vector<Timed*>& runs) {
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i]->verdict = engines[i]->judge(runs[i]->setting, kNoLimit);
    runs[i]->seconds = kNoLimit;
    if (!runs[i]->verdict.good()) return;
  }
  double total = 0.0;
  for (int k = 0; k < kMostRuns && (k < kLeastRuns || total < kTimedEnough); ++k)
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const double seconds = engines[i]->time(runs[i]->setting);
      runs[i]->seconds = std::min(runs[i]->seconds, seconds);
      total += seconds;
    }
}

std::optional<Timed> cheapest(Engine& engine, double end) {
  std::optional<Timed> best;
  for (const Setting& candidate : engine.candidates())
    for (const bool fixed_step : {false, true}) {
      const double most_seconds = best ? std::max(kAllowance, kPatience * best->seconds) : kAtFirst;
      const auto setting = Ladder(engine, candidate, fixed_step, fixed_step ? 0.1 * end : 0.5, most_seconds).climb();
      if (!setting) continue;
      Timed timed{*setting, {}, kNoLimit};
      try {
        judge_and_time({&engine}, {&timed});
      } catch (const std::exception& e) {  // fails only when it is not looked at
        fmt::print(stderr, "  {:45} {}\n", setting->text(), e.what());
        continue;
      }
      fmt::print(stderr, "  {:45} {:>22} {:>8} steps {:10.3f} ms\n", setting->text(), timed.verdict.found,
                 timed.verdict.steps, 1e3 * timed.seconds);
      if (timed.verdict.good() && (!best || timed.seconds < best->seconds)) best = timed;
    }
  return best;
}

}  // namespace alembert::race
