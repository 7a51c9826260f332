// What carries a problem through time: the Stepper with one of our methods, or the reference solver.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dae/problem.h"
#include "methods/method.h"
#include "solve/step_record.h"

namespace alembert {

struct IntegrationOptions {
  std::optional<double> tolerance;  // variable step
  std::optional<double> step;       // fixed step
  double end = 1.0;
  // Variable step: the first is at most this long; unless given, a thousandth of the way to the end. Given, no step but
  // the last few depends on where the end is.
  std::optional<double> longest_first_step;
  std::optional<double> initial_step, min_step, max_step;
  // Variable step, rising: times at which the forces or drives jump or have a kink. Steps end there, and what is
  // predicted and estimated from the past starts anew.
  std::vector<double> corners;
  // Variable step: share of the energy of an impact that a step may be wrong by (dae::Problem::impact_error).
  double contact_accuracy = 0.01;
};

// A corner is known to rounding, and its formula may belong to either side there: the step that ends at a corner takes
// its forces from just before it, the next one from just behind it.
inline constexpr double kCornerWidth = 1e-15;  // of its time
inline double before_corner(double t) { return t * (1.0 - kCornerWidth); }
inline double behind_corner(double t) { return t > 0.0 ? t * (1.0 + kCornerWidth) : kCornerWidth; }

inline std::string unfollowed_jump(double t, double open) {
  return fmt::format(
      "integration failed at t = {:.9g} s: a drive's velocity jumps there, and the mechanism cannot follow it "
      "(velocities "
      "stay off by {:.3g}); give the drive a smooth start",
      t, open);
}

// Positions that are held to what has jumped cannot follow.
inline constexpr double kOpenByJump = 1e-6;
inline std::string position_jump(double t, double open, const std::string& row) {
  return fmt::format(
      "at t = {:.9g} s an input jumps to which {} holds a position, which would be off by {:.3g}: give the input at "
      "both "
      "ends of the interval, or let it drive a velocity or a force",
      t, row, open);
}

class Integrator {
 public:
  virtual ~Integrator() = default;

  virtual const MethodDescription& description() const = 0;
  virtual std::map<std::string, double> parameters() const = 0;
  // What theory says about the method with these parameters that the user should know; after `start`.
  virtual std::vector<std::string> warnings() = 0;

  // Starts from a consistent state.
  virtual void start(const dae::State& state) = 0;
  // Makes one accepted step, at most to the end time. Throws IntegrationError with time, cause, the worst unknown by
  // name and what to try.
  virtual void advance() = 0;
  virtual bool done() const = 0;

  // For those who step it from outside. The end and the corners on the way there, which are others from here on; not
  // before the present state. Steps end there and go on from there: nothing of the past is forgotten.
  virtual void set_end(double end) = 0;
  virtual void set_corners(std::vector<double> corners) = 0;
  // `change` changes what acts, as inputs do that are others from here on. Where it jumps by that, accelerations, and
  // where drives jump velocities, are found anew, and nothing is predicted from the past; step size and matrix are
  // kept. Throws IntegrationError where positions would have to jump.
  virtual void take_change(const std::function<void()>& change) = 0;

  virtual const dae::State& state() const = 0;
  virtual const dae::State& previous() const = 0;
  // Accelerations at the accepted state, where the method's own belong to another instant: moved there along their
  // slope.
  virtual const Vector& acceleration() const = 0;
  // See Method.
  virtual bool energy_consistent() const { return false; }
  double last_step() const { return state().t - previous().t; }
  // The state at a time within the last step.
  virtual void interpolate(double t, dae::State& out) = 0;

  // The end has a say in the next step already: a run to a later one would go on differently from here.
  virtual bool end_is_near() const = 0;
  // All that the integration carries from one step to the next; when it is read, after `start` from any state of the
  // problem. An integrator that goes on from it as if nothing had happened, to the last bit, `resumes_exactly`.
  virtual void exchange(Archive& archive) = 0;
  virtual bool resumes_exactly() const = 0;

  virtual const RunStatistics& statistics() const = 0;
  // Told of every attempted step.
  virtual void on_attempt(std::function<void(const StepRecord&)> listener) = 0;
};

}  // namespace alembert
