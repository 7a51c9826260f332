// Where the runs of one comparison are made: a model integrated with any method and setting, measured step by step, and
// what differs between two ends.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>

#include "analysis/mechanism.h"
#include "base/interruption.h"
#include "model/model.h"
#include "solve/step_record.h"

namespace alembert::compare {

// What is compared at the end of a run: q, v, a, lambda.
inline constexpr std::size_t kQuantities = 4;
inline constexpr std::array<const char*, kQuantities> kQuantityNames{"q", "v", "a", "lambda"};

// The end of a run. Where constraints are redundant `lambda` holds the generalised constraint forces G^T lambda, which
// are unique where lambda is not.
struct EndValues {
  Vector q, v, a, lambda;
};

// A fixed step (in s) or a tolerance.
struct Setting {
  std::optional<double> step, tolerance;
};

struct Run {
  enum class Status { done, failed, refused, interrupted };
  Status status = Status::done;
  std::string reason;     // of a failure or refusal, short
  double end_time = 0.0;  // reached, in s
  EndValues end;          // of a run that is done
  // (1/T) int |E(t) - E(0) - work_in + dissipated| dt by the trapezoidal rule over the steps (003 eq. 14).
  double energy_error = 0.0;
  double energy_scale = 0.0;  // the largest energies met, for judging rounding
  RunStatistics statistics;   // the violations over all accepted steps
  double cpu_seconds = 0.0;   // of the integration alone, the best of `repeats`
  int repeats = 0;
};

// "done", "failed", "refused", "interrupted"
const char* status_name(Run::Status status);

using RunSizes = std::array<double, kQuantities>;

class Bench {
 public:
  // Throws AssemblyError if the mechanism cannot be put together.
  Bench(const Model& model, const Interruption* interruption);

  const Model& model() const { return model_; }
  const StartReport& start_report() const { return mechanism_.start_report(); }
  bool multipliers_are_unique() const { return unique_; }
  bool interrupted() const { return interruption_ && interruption_->asked(); }
  // Told of the time reached after each step of `measure` and `end_of`.
  std::function<void(double time)> on_step;

  // Can the method be made with this setting? The reason it cannot; nothing: it can. Throws UsageError if it can be
  // made with no setting at all: the name or a parameter is wrong.
  std::optional<std::string> refusal(const MethodChoice& method, const Setting& setting);

  // Integrates to the end, measuring after every step, and then again without measuring, for the time it takes.
  Run measure(const MethodChoice& method, const Setting& setting);
  // Integrates to the end, with none of the model's own limits on the step.
  Run end_of(const MethodChoice& method, const Setting& setting);

  // 2-norms of the differences of q (on the tangent), v, a, lambda.
  RunSizes difference(const EndValues& x, const EndValues& y) const;
  // How far the mechanism moved since the start, and the norms of v, a, lambda.
  RunSizes sizes(const EndValues& x) const;
  // (4 fine - coarse) / 3: what order 2 converges to, from steps h and h/2.
  EndValues extrapolated(const EndValues& coarse, const EndValues& fine) const;

 private:
  Model model_with(const MethodChoice& method, const Setting& setting) const;
  Run integrate(const Model& model, bool measuring);
  void time(const Model& model, Run& run);

  Model model_;
  const Interruption* interruption_;
  Mechanism mechanism_;
  bool unique_ = true;
};

}  // namespace alembert::compare
