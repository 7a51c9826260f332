#include "solve/stepper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "solve/stability.h"
#include "solve/step_failure.h"

namespace alembert {

namespace {

constexpr double kSafety = 0.9;           // s of 001 eq. (37b)
constexpr double kGrowth = 2.0;           // most a step may grow
constexpr double kShrink = 0.2;           // most an error test may shrink it
constexpr double kShrinkInContact = 0.5;  // after a Newton failure: 12 to 21 % fewer steps than with 0.25 (discs, belt)
constexpr int kLongestWait = 32;       // steps before one tries again to grow where growing has failed again and again
constexpr double kKeepBelow = 1.2;     // a gain smaller than this is not worth a new Jacobian
constexpr int kMaxRejections = 60;     // 0.25^60 is below any useful step
constexpr double kSameForces = 1e-6;   // contacts and loops are found anew, to less than this
constexpr double kSameActing = 1e-13;  // relative: forces that differ by less have not jumped
constexpr double kSameTime = 1e-12;    // of the way: a step that comes this close to the end has reached it
constexpr double kSameFixedTime = 1e-6;  // the same of a fixed step
constexpr double kUndamped = 0.999;      // of an error in a constrained direction, that a step hands on
constexpr double kFirstOfPiece = 0.1;    // of the way between two corners: whatever happens there is seen
constexpr int kRoughSteps = 20;          // that follow a Newton failure in contact (measured: a belt of many plates)
constexpr double kJump = 1e-9;           // drives whose velocities change by less, relative to velocities, do not jump

}  // namespace

Stepper::Stepper(dae::Problem& problem, std::unique_ptr<Method> method, const IntegrationOptions& options,
                 const StudyOptions& study)
    : problem_(problem),
      owned_method_(std::move(method)),
      method_(*owned_method_),
      options_(options),
      study_(study),
      closing_(problem) {
  if (study_.iterations && !options_.step)
    throw UsageError("a given number of iterations needs a fixed step: without convergence there is no error estimate");
  if (options_.tolerance && method_.error_constant(study_.estimate) == 0.0)
    throw UsageError(fmt::format("method {} with these parameters has no usable error estimate: give a fixed `step`",
                                 method_.description().name));
  // Its reactions ring from step to step, the estimate takes that for error, and the step shrinks without end.
  if (options_.tolerance && problem.sizes().multipliers > 0 && method_.memory_of_errors() > kUndamped)
    throw UsageError(
        fmt::format("method {} without damping does not choose its step where joints hold bodies: its reactions ring; "
                    "give it damping (such as hht with alpha: -0.05), or a fixed `step`",
                    method_.description().name));
}

// A conditionally stable method's limit, from the frequencies at the start.
std::vector<std::string> Stepper::warnings() {
  std::vector<std::string> out = method_.warnings();
  const double limit = method_.stability_limit();
  if (!options_.step || !std::isfinite(limit)) return out;
  const LargestFrequency fastest = largest_frequency(problem_, now_);
  if (fastest.omega <= 0.0) return out;
  const double longest = limit / fastest.omega;
  const char* about = fastest.settled ? "is" : "is at least";
  out.push_back(fmt::format(
      "{} is stable for steps below {:.3g} s: the largest frequency at the start {} {:.4g} rad/s, carried by {}{}",
      method_.description().name, longest, about, fastest.omega, fastest.carried_by,
      *options_.step > longest
          ? fmt::format("; the step of {:g} s is above it: expect the motion to grow", *options_.step)
          : ""));
  return out;
}

void Stepper::start(const dae::State& state) {
  const dae::Sizes n = problem_.sizes();
  now_ = before_ = trial_ = state;
  start_time_ = state.t;
  holonomic_ = n.holonomic();
  std::vector<dae::Group> groups = problem_.groups();
  if (study_.published_control) {
    groups = {{n.positions - n.states, n.velocities - n.states}};
    if (n.states > 0) groups.push_back({n.positions, n.velocities});
  }
  norm_ = dae::LocalNorm(groups);
  for (Vector* x : {&f_now_, &f_trial_, &qdd_now_, &qdd_before_, &x_, &magnitudes_, &increment_, &hermite_, &slope_end_,
                    &v_newton_})
    x->setZero(n.velocities);
  phi_trial_.setZero(n.multipliers);
  states_ = n.states;
  weights_.setOnes(n.velocities);
  if (states_ > 0) {
    rate_before_.setZero(states_);
    problem_.state_weights(rate_before_);
    weights_.tail(states_) = rate_before_;
  }
  rate_before_.setZero(states_);
  newton_weights_ = weights_;
  h_last_ = 0.0;
  const int unknowns = method_.unknowns(n);
  for (Vector* x : {&z_, &z_predicted_}) x->setZero(unknowns);
  for (Vector* x : {&e_, &dz_}) x->setZero(method_.equations(n));
  rate_.setZero(n.multipliers);
  problem_.recall(now_);
  problem_.update_topology(now_);
  qdd_before_ = now_.a;
  problem_.coordinate_magnitudes(now_.q, magnitudes_);
  magnitudes_.tail(states_) = now_.v.tail(states_).cwiseAbs();
  weights_ = weights_.cwiseMax(magnitudes_);
  statistics_ = {};
  fixed_steps_ = 0;
  watch_.start(now_.t, time_scale());
  begin_piece();
  h_next_ = options_.step ? *options_.step : options_.initial_step.value_or(choose_first_step());
  shorten_first_step();
}

// Nothing of the past is known: at the start, and at corners.
void Stepper::begin_piece() {
  const int unknowns = method_.unknowns(problem_.sizes());
  problem_.evaluate(now_.t, now_.q, now_.v, now_.lambda, f_now_, phi_trial_);
  touching_ = problem_.touches();
  rough_steps_ = 0;
  qdd_now_ = now_.a;
  method_.start(problem_, now_);
  predictor_.start(unknowns, now_.v.size(), study_.predictor_degree);
  method_.unknowns_of(now_, z_);
  predictor_.accept(now_.t, now_.t, z_, weights_);
  jacobian_wanted_ = true;
  h_before_ = 0.0;
  rejections_in_a_row_ = 0;
  ratio_before_ = 0.0;
  grown_ = false;
  wait_ = left_to_wait_ = 0;
}

void Stepper::shorten_first_step() {
  if (options_.max_step) h_next_ = std::min(h_next_, *options_.max_step);
  if (!options_.step && next_stop() < options_.end) h_next_ = std::min(h_next_, kFirstOfPiece * (next_stop() - now_.t));
}

// Where steps must end: the next corner, or the end.
double Stepper::next_stop() const {
  if (options_.step) return options_.end;
  const auto& corners = options_.corners;
  const auto next =
      std::upper_bound(corners.begin(), corners.end(), now_.t + kSameTime * std::max(time_scale(), now_.t));
  return next == corners.end() ? options_.end : std::min(*next, options_.end);
}

// Forces and drives go on differently from here: from just behind the corner, with accelerations of its own, and with
// velocities too where drives jump.
void Stepper::turn_corner() {
  const auto& corners = options_.corners;
  if (options_.step || !std::binary_search(corners.begin(), corners.end(), now_.t)) return;
  problem_.velocity_constraints(before_corner(now_.t), now_.q, now_.v, rate_);
  phi_trial_ = rate_;
  now_.t = behind_corner(now_.t);
  problem_.velocity_constraints(now_.t, now_.q, now_.v, rate_);
  const double size = now_.v.size() > 0 ? now_.v.lpNorm<Eigen::Infinity>() : 0.0;
  rate_ -= phi_trial_;
  follow_jump(size);
  begin_piece();
  h_next_ = std::min(h_next_, choose_first_step());
  shorten_first_step();
}

// By how much velocity constraints have jumped is in rate_; `size`: of the velocities.
void Stepper::follow_jump(double size) {
  if (rate_.size() > 0 && rate_.lpNorm<Eigen::Infinity>() > kJump * (1.0 + size)) {
    closing_.forget();  // an impulse has the directions of this very moment
    const dae::Projection::Result result = closing_.close_velocities(now_, kJump * (1.0 + size));
    if (!result.closed) throw IntegrationError(unfollowed_jump(now_.t, result.open));
  }
  trial_ = now_;
  if (!accelerations_) accelerations_ = std::make_unique<AccelerationSolver>(problem_);
  // In a singular position they are not known: then those of the method go on, and the error test sees to it.
  if (accelerations_->solve(trial_) <= AccelerationSolver::kSolved) now_ = trial_;
}

// With a fixed step, times are counted from here on where the last step was cut.
void Stepper::set_end(double end) {
  options_.end = end;
  goes_on_ = true;
  if (!options_.step || std::abs(fixed_time(fixed_steps_) - now_.t) <= kSameFixedTime * *options_.step) return;
  start_time_ = now_.t;
  fixed_steps_ = 0;
}

void Stepper::take_change(const std::function<void()>& change) {
  const auto look = [&](Acting& out) {
    out.f.resize(now_.v.size());
    for (Vector* x : {&out.rate, &out.acceleration}) x->resize(rate_.size());
    problem_.evaluate(now_.t, now_.q, now_.v, now_.lambda, out.f, phi_trial_);
    problem_.velocity_constraints(now_.t, now_.q, now_.v, out.rate);
    problem_.acceleration_constraints(now_.t, now_.q, now_.v, now_.a, out.acceleration);
  };
  const auto jumps = [](const Vector& from, const Vector& to, double size) {
    return from.size() > 0 && (to - from).lpNorm<Eigen::Infinity>() > kJump * (1.0 + size);
  };
  problem_.recall(now_);
  look(acting_before_);
  change();
  look(acting_);
  Eigen::Index worst = 0;
  const double open = holonomic_ > 0 ? phi_trial_.head(holonomic_).cwiseAbs().maxCoeff(&worst) : 0.0;
  if (open > kOpenByJump) {
    const std::string row = problem_.unknown_name(static_cast<int>(now_.v.size() + worst));
    throw StepFailure(position_jump(now_.t, open, row), now_.t, row);
  }
  const double v = now_.v.size() > 0 ? now_.v.lpNorm<Eigen::Infinity>() : 0.0;
  const double a = now_.a.size() > 0 ? now_.a.lpNorm<Eigen::Infinity>() : 0.0;
  const bool drives =
      jumps(acting_before_.rate, acting_.rate, v) || jumps(acting_before_.acceleration, acting_.acceleration, a);
  if (!drives && (acting_.f - acting_before_.f).norm() <= kSameActing * acting_before_.f.norm()) return;
  rate_ = acting_.rate - acting_before_.rate;
  follow_jump(v);
  const bool wanted = jacobian_wanted_;
  begin_piece();
  jacobian_wanted_ = wanted;  // what acts is another, hardly how it changes with the motion
}

// A time the motion is long compared with: what is a rounding error of times, where they start from 0.
double Stepper::time_scale() const {
  return options_.longest_first_step ? 1e3 * *options_.longest_first_step : options_.end - start_time_;
}

// Small enough that the start moves positions by about tolerance^(2/3); the error test does the rest.
double Stepper::choose_first_step() const {
  const double tolerance = options_.tolerance.value_or(1e-5);
  const double change = std::pow(tolerance, 2.0 / 3.0);
  double h = options_.longest_first_step.value_or(1e-3 * (options_.end - now_.t));
  const Eigen::Index nq = weights_.size() - states_;
  const double a = norm_(now_.a, weights_, 0, nq);
  const double v = norm_(now_.v, weights_, 0, nq);
  const double x = norm_(now_.a, weights_, nq, nq + states_);
  if (a > 0.0) h = std::min(h, std::sqrt(change / a));
  if (v > 0.0) h = std::min(h, change / v * 10.0);
  if (x > 0.0) h = std::min(h, change / x * 10.0);
  return h;
}

// Where the n-th fixed step ends: start + n h, never a sum of rounded steps; the end exactly.
double Stepper::fixed_time(long steps) const {
  const double h = *options_.step;
  double t = start_time_ + static_cast<double>(steps) * h;
  if (!study_.parts_of_step.empty()) {
    const long cycle = static_cast<long>(study_.parts_of_step.size()), rest = steps % cycle;
    t = start_time_ + static_cast<double>(steps / cycle) * h;
    for (long k = 0; k < rest; ++k) t += study_.parts_of_step[static_cast<std::size_t>(k)] * h;
  }
  return t > options_.end - kSameFixedTime * h ? options_.end : t;
}

// The step that lands on the end, or a corner, exactly, without leaving a sliver.
double Stepper::step_to_stop(double h) const {
  if (options_.step) {
    return fixed_time(fixed_steps_ + 1) - now_.t;
  }
  const double stop = next_stop();
  const auto& corners = options_.corners;
  const bool corner = stop < options_.end || (goes_on_ && std::binary_search(corners.begin(), corners.end(), stop));
  const double left = (corner ? before_corner(stop) : stop) - now_.t;
  if (h >= left * (1.0 - 1e-10)) return left;
  return h > 0.5 * left ? 0.5 * left : h;
}

bool Stepper::end_is_near() const {
  if (options_.step) return fixed_time(fixed_steps_ + 1) >= options_.end;
  if (next_stop() < options_.end) return false;
  const double left = options_.end - now_.t;
  return step_to_stop(h_next_) != h_next_ || 0.25 * left < kSameTime * (options_.end - start_time_);
}

void Stepper::exchange(Archive& archive) {
  archive(now_, before_, f_now_, qdd_now_, qdd_before_, rate_before_, weights_, increment_, goal_, projection_share_);
  archive(h_next_, h_last_, h_before_, h_jacobian_, jacobian_wanted_, fixed_steps_, start_time_, statistics_);
  archive(predictor_, watch_, ratio_before_, h_ratio_, grown_, wait_, left_to_wait_, touching_, rough_steps_);
  if (archive.reads()) problem_.update_topology(before_);  // as in the last step
  factors_.exchange(archive, problem_.pattern());
  archive(closing_);
  method_.exchange(problem_, archive);
  if (!archive.reads()) return;
  // The same state feels the same forces, unless the equations have changed meanwhile.
  problem_.recall(now_);
  problem_.evaluate(now_.t, now_.q, now_.v, now_.lambda, f_trial_, phi_trial_);
  if (!((f_trial_ - f_now_).norm() <= kSameForces * (1.0 + f_now_.norm())))
    throw UsageError(
        "the forces are not those of the stored run: a file that the model reads, such as a table, has changed");
}

void Stepper::advance() {
  problem_.recall(now_);
  if (problem_.update_topology(now_)) jacobian_wanted_ = true;
  turn_corner();
  limit_step();
  rejections_in_a_row_ = 0;
  const double smallest = options_.min_step.value_or(1e-13 * std::max(time_scale(), std::abs(now_.t)));
  for (;;) {
    StepRecord record;
    const double h = step_to_stop(h_next_);
    record.time = now_.t;
    record.h = h;
    attempt(h, record);
    if (listener_) listener_(record);
    statistics_.newton_iterations += record.newton_iterations;
    if (record.outcome == StepOutcome::accepted) {
      accept();
      if (options_.min_step && h_next_ < smallest) h_next_ = smallest;
      if (!options_.step && h_next_ < smallest && !done()) fail(record, h_next_);
      if (!options_.step && watch_.stands_still(now_.t)) fail(record, h);
      return;
    }
    ++statistics_.rejected_steps;
    if (options_.step) fail(record, h);  // a fixed step has no second try
    reject(h, record);
    if (options_.min_step && h_next_ < smallest && h > smallest) h_next_ = smallest;
    if (h_next_ < smallest || ++rejections_in_a_row_ > kMaxRejections || watch_.stands_still(now_.t)) fail(record, h);
  }
}

void Stepper::attempt(double h, StepRecord& record) {
  const double t = now_.t + h;
  if (h_jacobian_ > 0.0 && (h > 2.0 * h_jacobian_ || h < 0.5 * h_jacobian_)) jacobian_wanted_ = true;
  method_.begin(problem_, now_, f_now_, h);
  weigh_states(h);
  limit_prediction();
  record.predictor_degree = predictor_.degree();
  predictor_.predict(t + method_.acceleration_shift() * h, t, z_);
  z_predicted_ = z_;
  switch (correct_and_finish(h, record)) {
    case Correction::converged:
      break;
    case Correction::diverged:
      record.outcome = StepOutcome::newton_diverged;
      return;
    case Correction::too_many:
      record.outcome = StepOutcome::newton_iterations;
      return;
    case Correction::singular:
      record.outcome = StepOutcome::singular;
      return;
    case Correction::not_finite:
      record.outcome = StepOutcome::not_finite;
      return;
  }
  if (!study_.iterations && !close_trial(record)) {
    record.outcome = StepOutcome::newton_diverged;
    return;
  }
  if (!finite(f_trial_) || !finite(phi_trial_) || !finite(trial_.q) || !finite(trial_.v) || !finite(trial_.a) ||
      !finite(trial_.lambda)) {
    record.outcome = StepOutcome::not_finite;
    return;
  }
  error_test(h, record);
}

void Stepper::error_test(double h, StepRecord& record) {
  if (options_.tolerance) estimate_error(h, record);
  test_impacts(record);
  if (record.outcome != StepOutcome::accepted || !options_.tolerance) return;
  if (!(record.error_ratio <= 1.0)) {
    record.outcome = StepOutcome::error_test;
    return;
  }
  choose_next_step(h, record.error_ratio);
}

void Stepper::estimate_error(double h, StepRecord& record) {
  x_ = trial_.a - method_.starting_acceleration();
  const Eigen::Index nq = weights_.size() - states_;
  const double error = method_.error_constant(study_.estimate) * h * h * norm_(x_, weights_, 0, nq);
  const double of_states = state_error(h);
  record.error_ratio = std::max(error, of_states) / *options_.tolerance;
  if (of_states > error)
    record.worst_row = static_cast<int>(nq) + largest_component(x_, nq, states_);
  else
    record.worst_row = largest_component(x_, 0, nq);
}

// By the larger of the last two errors, so that an estimate that alternates does not drive the steps up and down; and
// where a longer step has failed, the next try waits, each time twice as long.
void Stepper::choose_next_step(double h, double ratio) {
  double seen = std::max(ratio, 1e-12);
  if (!study_.published_control && ratio_before_ > 0.0) {
    const double keeps = kSafety * kSafety * kSafety;  // the error with which the step stays as it is
    seen = std::max(seen, std::min(keeps, ratio_before_ * std::pow(h / h_ratio_, 3)));
  }
  ratio_before_ = ratio;
  h_ratio_ = h;
  double factor = kSafety / std::cbrt(seen);
  factor = std::min(factor, rejections_in_a_row_ > 0 ? 1.0 : kGrowth);
  if (grown_ && rejections_in_a_row_ == 0) wait_ = 0;  // it went well
  if (factor > kKeepBelow && left_to_wait_ > 0 && !study_.published_control) {
    --left_to_wait_;
    factor = 1.0;
  }
  h_next_ = factor < 1.0 || factor > kKeepBelow ? factor * h : h;
  if (options_.max_step) h_next_ = std::min(h_next_, *options_.max_step);
  grown_ = h_next_ > h;
}

// A state x is the velocity of a fictitious coordinate. The formulas integrate its derivative with a local error
// c_2 h^2 x'' + c_3 h^3 x''', from first and second differences of the derivatives (in the place of 001 eq. 33, whose
// formula is of first order). The first step has no second difference: the first, which is larger, stands for it.
double Stepper::state_error(double h) {
  if (states_ == 0) return 0.0;
  const Eigen::Index nq = weights_.size() - states_;
  x_.tail(states_) = f_now_.tail(states_) - f_trial_.tail(states_);  // x' = -f, of unit mass
  const double first = norm_(x_, weights_, nq, nq + states_);
  if (h_before_ > 0.0)
    x_.tail(states_) =
        (x_.tail(states_) - h / h_before_ * (rate_before_ - f_now_.tail(states_))) * (2.0 * h / (h + h_before_));
  const StateError c = method_.state_error();
  return h * (c.second * first + c.third * norm_(x_, weights_, nq, nq + states_));
}

// Newton's error in a state counts as one in a position by the error estimates of the two (001 eqs 45, 46): c h^2 da
// against c_3 h da.
void Stepper::weigh_states(double h) {
  newton_weights_ = weights_;
  if (states_ == 0) return;
  double share = method_.error_constant(study_.estimate) / method_.state_error().third;
  if (!(share > 0.0)) share = 1.0;
  newton_weights_.tail(states_) *= share * h;
}

void Stepper::accept() {
  note_touching();
  increment_ = method_.increment();
  method_.accept(problem_, trial_);
  h_last_ = trial_.t - now_.t;
  if (options_.step) {
    trial_.t = fixed_time(++fixed_steps_);
  } else if (const double stop = next_stop(); stop - trial_.t < kSameTime * std::max(time_scale(), stop)) {
    trial_.t = stop;
  }
  trial_.memory = now_.memory;
  problem_.remember(trial_);
  rate_before_ = f_now_.tail(states_);
  h_before_ = h_last_;
  std::swap(before_, now_);
  std::swap(now_, trial_);
  std::swap(f_now_, f_trial_);
  std::swap(qdd_before_, qdd_now_);
  qdd_now_ = now_.a - method_.acceleration_shift() * (now_.a - method_.starting_acceleration());
  predictor_.accept(now_.t + method_.acceleration_shift() * h_last_, now_.t, z_, weights_);
  problem_.coordinate_magnitudes(now_.q, magnitudes_);
  magnitudes_.tail(states_) = now_.v.tail(states_).cwiseAbs();
  weights_ = weights_.cwiseMax(magnitudes_);
  statistics_.max_position_violation = std::max(statistics_.max_position_violation, violation());
  if (unclosed_ && statistics_.unclosed_steps++ == 0) statistics_.first_unclosed = now_.t;
  ++statistics_.steps;
}

void Stepper::reject(double h, StepRecord& record) {
  if (grown_ && rejections_in_a_row_ == 0 && record.worst_contact < 0) {  // an impact is soon over
    wait_ = std::clamp(2 * wait_, 2, kLongestWait);
    left_to_wait_ = wait_;
  }
  if (record.outcome == StepOutcome::error_test) {
    const double factor = kSafety / std::cbrt(record.error_ratio);
    h_next_ = h * std::clamp(factor, kShrink, rejections_in_a_row_ > 0 ? 0.5 : 0.9);
    if (rejections_in_a_row_ > 1) predictor_.restart();
    return;
  }
  const bool newton_failed =
      record.outcome == StepOutcome::newton_diverged || record.outcome == StepOutcome::newton_iterations;
  const bool in_contact = newton_failed && (touching_ || problem_.touches());
  if (in_contact) rough_steps_ = kRoughSteps;
  h_next_ = (in_contact ? kShrinkInContact : 0.25) * h;
  jacobian_wanted_ = true;
  predictor_.restart();
}

void Stepper::fail(const StepRecord& record, double h) {
  std::string cause;
  const char* advice = "";
  switch (record.outcome) {
    case StepOutcome::accepted:
      cause = "the error asks for ever smaller steps";
      advice = method_.memory_of_errors() > kUndamped
                   ? "the method has no damping and rings: give it some (such as hht with alpha: -0.05)"
                   : "something there changes suddenly or rings: loosen `tolerance`, take a method with more damping, "
                     "or soften it";
      break;
    case StepOutcome::error_test:
      cause = "the local error stays above the tolerance";
      advice = record.worst_contact >= 0
                   ? "an impact there is harder than the smallest step can follow: give a smaller `stiffness` or "
                     "`min_step`, or a larger `contact_accuracy`"
                   : "a sudden change (stop, switch, very stiff spring) acts there: loosen `tolerance` or soften it";
      break;
    case StepOutcome::newton_diverged:
      cause = "Newton's iteration diverges";
      advice = options_.step ? "use a smaller `step`, or give a `tolerance` instead"
                             : "look for a locked or impossible position of the mechanism, or an undamped method";
      break;
    case StepOutcome::newton_iterations:
      cause = "Newton's iteration does not converge";
      advice = options_.step ? "use a smaller `step`, or give a `tolerance` instead"
                             : "look for a locked or impossible position of the mechanism";
      break;
    case StepOutcome::singular:
      cause = "the Newton matrix is singular";
      advice = "`alembert check` names dependent constraints and bodies that nothing holds";
      break;
    case StepOutcome::not_finite:
      method_.finish(problem_, z_, trial_);
      cause = problem_.explain_not_finite(trial_);
      advice = "look for something of zero length or outside its domain there; try a smaller step";
      break;
    case StepOutcome::passed_through:
      cause = "bodies are deeper in each other than their rounding";
      advice = options_.step ? "give a larger `rounding` or `stiffness`, a smaller `step`, or a `tolerance` instead"
                             : "give a larger `rounding` or `stiffness`";
      break;
  }
  std::string where = record.worst_row >= 0 ? problem_.unknown_name(record.worst_row) : "unknown";
  if (record.worst_contact >= 0) where = fmt::format("contact {}", problem_.contact_name(record.worst_contact));
  throw StepFailure(fmt::format("integration failed at t = {:.9g} s with step {:.3g} s: {} (worst: {}); {}", now_.t, h,
                                cause, where, advice),
                    now_.t, where);
}

}  // namespace alembert
