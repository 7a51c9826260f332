#include "solve/stepper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace alembert {

namespace {

constexpr double kStopping = 1e-3;        // c of 001 eq. (45): Newton error over local error
constexpr double kFixedStopping = 5e-5;   // the same with a fixed step, relative to the local error itself
constexpr double kSafety = 0.9;           // s of 001 eq. (37b)
constexpr double kGrowth = 2.0;           // most a step may grow
constexpr double kShrink = 0.2;           // most an error test may shrink it
constexpr double kKeepBelow = 1.2;        // a gain smaller than this is not worth a new Jacobian
constexpr int kMaxIterations = 10;        // MAXIT of 001 sec. 4
constexpr int kMaxRejections = 60;        // 0.25^60 is below any useful step
constexpr double kClosure = 1e-9;         // joints open by more than this (m, or 1 for axes) after a converged step ...
constexpr int kClosingIterations = 6;     // ... get further iterations, whatever the tolerance
constexpr double kRoundingShare = 30.0;   // rates that stall within this of closed: rounding
constexpr double kRateClosure = 1e-13;    // the same for their rates, relative to the velocities
constexpr double kClosureAtWorst = 1e-6;  // a step that stays open by more is not accepted
constexpr double kClosedBetween = 1e-11;  // and so much for interpolated positions
constexpr double kNegligible = 0.1;       // a first correction this far below the goal needs no second
constexpr double kSlowRate = 0.3;         // slower than this: a new Jacobian for the next step
constexpr double kRoundingFloor = 2e-17;  // corrections of positions (weighted) below a tenth of rounding end Newton
constexpr double kStagnation = 1e-13;     // stalled below this: rounding, not divergence

bool finite(const Vector& x) { return std::isfinite(x.squaredNorm()); }

}  // namespace

template <class Expression>
double Stepper::weighted_rms(const Eigen::MatrixBase<Expression>& x) const {
  if (x.size() == 0) return 0.0;
  return std::sqrt(x.cwiseQuotient(weights_).squaredNorm() / static_cast<double>(x.size()));
}

template <class Expression>
int Stepper::largest_component(const Eigen::MatrixBase<Expression>& x) const {
  if (x.size() == 0) return -1;
  Eigen::Index k = 0;
  x.cwiseQuotient(weights_).cwiseAbs().maxCoeff(&k);
  return static_cast<int>(k);
}

Stepper::Stepper(dae::Problem& problem, Method& method, const StepperOptions& options)
    : problem_(problem), method_(method), options_(options), matrix_(problem.pattern()) {
  if (options_.tolerance && method_.error_constant(options_.estimate) == 0.0)
    throw UsageError(fmt::format("method {} with these parameters has no usable error estimate: give a fixed `step`",
                                 method_.description().name));
}

void Stepper::start(const dae::State& state) {
  const dae::Sizes n = problem_.sizes();
  now_ = before_ = trial_ = state;
  start_time_ = state.t;
  for (Vector* x :
       {&f_now_, &f_trial_, &qdd_now_, &qdd_before_, &x_, &magnitudes_, &increment_, &hermite_, &slope_end_})
    x->setZero(n.velocities);
  phi_trial_.setZero(n.multipliers);
  q_scratch_.setZero(n.positions);
  weights_.setOnes(n.velocities);
  const int unknowns = method_.unknowns(n);
  for (Vector* x : {&z_, &z_predicted_, &e_, &dz_}) x->setZero(unknowns);
  y_.setZero(n.unknowns());
  rate_.setZero(n.multipliers);
  problem_.recall(now_);
  problem_.evaluate(now_.t, now_.q, now_.v, now_.lambda, f_now_, phi_trial_);
  qdd_before_ = qdd_now_ = now_.a;
  problem_.coordinate_magnitudes(now_.q, magnitudes_);
  weights_ = weights_.cwiseMax(magnitudes_);
  method_.start(problem_, now_);
  predictor_.start(unknowns, n.velocities, options_.predictor_degree);
  method_.unknowns_of(now_, z_);
  predictor_.accept(now_.t, now_.t, z_, weights_);
  statistics_ = {};
  jacobian_wanted_ = true;
  h_last_ = 0.0;
  fixed_steps_ = 0;
  rejections_in_a_row_ = 0;
  h_next_ = options_.step ? *options_.step : options_.initial_step.value_or(choose_first_step());
  if (options_.max_step) h_next_ = std::min(h_next_, *options_.max_step);
}

// Small enough that the start moves positions by about tolerance^(2/3); the error test does the rest.
double Stepper::choose_first_step() const {
  const double span = options_.end - now_.t;
  const double tolerance = options_.tolerance.value_or(1e-5);
  const double change = std::pow(tolerance, 2.0 / 3.0);
  double h = 1e-3 * span;
  const double a = weighted_rms(now_.a);
  const double v = weighted_rms(now_.v);
  if (a > 0.0) h = std::min(h, std::sqrt(change / a));
  if (v > 0.0) h = std::min(h, change / v * 10.0);
  return h;
}

// The step that lands on the end exactly, without leaving a sliver.
double Stepper::next_step_to_end(double h) const {
  if (options_.step) {
    // Times are start + n h, never a sum of rounded steps.
    const double next = start_time_ + static_cast<double>(fixed_steps_ + 1) * *options_.step;
    const double target = next > options_.end - 1e-6 * *options_.step ? options_.end : next;
    return target - now_.t;
  }
  const double left = options_.end - now_.t;
  if (h >= left * (1.0 - 1e-10)) return left;
  return h > 0.5 * left ? 0.5 * left : h;
}

void Stepper::advance() {
  problem_.recall(now_);
  rejections_in_a_row_ = 0;
  const double smallest = options_.min_step.value_or(1e-13 * std::max(options_.end - start_time_, std::abs(now_.t)));
  for (;;) {
    StepRecord record;
    const double h = next_step_to_end(h_next_);
    record.time = now_.t;
    record.h = h;
    attempt(h, record);
    if (listener_) listener_(record);
    statistics_.newton_iterations += record.newton_iterations;
    if (record.outcome == StepOutcome::accepted) {
      accept();
      return;
    }
    ++statistics_.rejected_steps;
    if (options_.step || options_.fixed_iterations) fail(record, h);  // a fixed step has no second try
    reject(h, record);
    if (h_next_ < smallest || ++rejections_in_a_row_ > kMaxRejections) fail(record, h);
  }
}

void Stepper::attempt(double h, StepRecord& record) {
  const double t = now_.t + h;
  if (h_jacobian_ > 0.0 && (h > 2.0 * h_jacobian_ || h < 0.5 * h_jacobian_)) jacobian_wanted_ = true;
  method_.begin(problem_, now_, f_now_, h);
  record.predictor_degree = predictor_.degree();
  predictor_.predict(t + method_.acceleration_shift() * h, t, z_);
  z_predicted_ = z_;
  switch (correct(h, record)) {
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
  finish_trial();
  if (!options_.fixed_iterations && !close_trial(record)) {
    record.outcome = StepOutcome::newton_diverged;
    return;
  }
  if (!finite(f_trial_) || !finite(phi_trial_)) {
    record.outcome = StepOutcome::not_finite;
    return;
  }
  error_test(h, record);
}

// A loose tolerance ends Newton early; the joints are closed all the same. False: they cannot be.
bool Stepper::close_trial(StepRecord& record) {
  double before = openness();
  for (int k = 0; k < kClosingIterations && before > 1.0; ++k) {
    method_.residual(problem_, z_, e_);
    if (jacobian_wanted_ && !refresh_jacobian(record)) return false;
    newton_correction(record);
    finish_trial();
    const double now = openness();
    if (!(now < 0.2 * before)) {
      if (now < kRoundingShare && violation() <= kClosure) break;
      jacobian_wanted_ = true;
    }
    before = now;
  }
  return violation() <= kClosureAtWorst;
}

void Stepper::finish_trial() {
  method_.finish(problem_, z_, trial_);
  problem_.evaluate(trial_.t, trial_.q, trial_.v, trial_.lambda, f_trial_, phi_trial_);
}

double Stepper::violation() const { return phi_trial_.size() > 0 ? phi_trial_.cwiseAbs().maxCoeff() : 0.0; }

// How far the trial is from closed, 1 being just closed enough: joints, and their rates where the method holds them.
double Stepper::openness() {
  double open = violation() / kClosure;
  if (method_.enforces_velocity() && rate_.size() > 0) {
    problem_.velocity_constraints(trial_.t, trial_.q, trial_.v, rate_);
    open = std::max(open, rate_.cwiseAbs().maxCoeff() / (kRateClosure * (1.0 + trial_.v.lpNorm<Eigen::Infinity>())));
  }
  return open;
}

// z += dz with dz = -J^-1 e.
void Stepper::newton_correction(StepRecord& record) {
  method_.correct(problem_, matrix_, e_, dz_);
  z_ += dz_;
  ++record.newton_iterations;
}

bool Stepper::refresh_jacobian(StepRecord& record) {
  ++statistics_.jacobian_evaluations;
  record.new_jacobian = true;
  h_jacobian_ = record.h;
  jacobian_wanted_ = false;
  const bool ok = method_.factor(problem_, z_, matrix_);
  statistics_.factorizations = matrix_.factorizations();
  if (!ok) record.worst_row = matrix_.singular_column();
  return ok;
}

// Newton's error in positions may be this large (rms, weighted): 001 eq. (45), or with a fixed step a share of the
// local error the step makes anyway; less where the method forgets errors slowly.
double Stepper::newton_goal(double h) const {
  const double forgets = std::clamp(2.0 * (1.0 - method_.memory_of_errors()), 0.0, 1.0);
  if (options_.tolerance)
    return forgets * kStopping * *options_.tolerance * method_.position_weight() /
           (method_.error_constant(options_.estimate) * h * h);
  const Eigen::Index nv = weights_.size();
  const double change = weighted_rms(z_.head(nv) - method_.starting_acceleration());
  return forgets * kFixedStopping * 0.1 * h * h * change;
}

Stepper::Correction Stepper::correct(double h, StepRecord& record) {
  const Eigen::Index nv = weights_.size();
  bool fresh = false;  // the Jacobian was made in this step
  double previous = 0.0;
  int since_restart = 0;
  const int limit = options_.fixed_iterations.value_or(kMaxIterations);
  for (;;) {
    method_.residual(problem_, z_, e_);
    if (!finite(e_)) {
      Eigen::Index k = 0;
      for (k = 0; k + 1 < e_.size() && std::isfinite(e_[k]);) ++k;
      record.worst_row = static_cast<int>(k);
      return Correction::not_finite;
    }
    if (jacobian_wanted_ || options_.fixed_iterations) {
      if (!refresh_jacobian(record)) return Correction::singular;
      fresh = true;
    }
    newton_correction(record);
    ++since_restart;
    const double moved = method_.moved(dz_, weights_);
    if (!std::isfinite(moved)) return Correction::not_finite;
    if (options_.fixed_iterations) {
      if (since_restart >= limit) return Correction::converged;
      continue;
    }
    if (moved <= kRoundingFloor) return Correction::converged;
    const double goal = std::max(newton_goal(h), kRoundingFloor);
    if (since_restart == 1) {  // no rate yet: only a correction that is negligible itself may end it
      previous = moved;
      if (moved <= kNegligible * goal) return Correction::converged;
      continue;
    }
    const double rate = moved / previous;
    previous = moved;
    if (rate < 1.0 && rate / (1.0 - rate) * moved <= goal) {
      if (since_restart > 3 || rate > kSlowRate) jacobian_wanted_ = !fresh || since_restart > 4;
      return Correction::converged;
    }
    record.worst_row = largest_component(dz_.head(nv));
    const int left = limit - since_restart;
    const bool slow = rate >= 0.9 || std::pow(rate, left) * moved > goal * (1.0 - std::min(rate, 0.9));
    if (!slow) continue;
    if (moved <= kStagnation && rate < 2.0) return Correction::converged;  // rounding
    if (!fresh) {  // an old Jacobian: a new one, from the predicted point again
      z_ = z_predicted_;
      jacobian_wanted_ = true;
      since_restart = 0;
      continue;
    }
    if (rate >= 2.0 || (rate >= 0.9 && since_restart > 3)) return Correction::diverged;
    if (left <= 0) return Correction::too_many;
    jacobian_wanted_ = true;  // full Newton from here
  }
}

void Stepper::error_test(double h, StepRecord& record) {
  if (!options_.tolerance) return;
  const Eigen::Index nv = weights_.size();
  x_ = z_.head(nv) - method_.starting_acceleration();
  const double error = method_.error_constant(options_.estimate) * h * h * weighted_rms(x_);
  record.error_ratio = error / *options_.tolerance;
  record.worst_row = largest_component(x_);
  if (!(record.error_ratio <= 1.0)) {
    record.outcome = StepOutcome::error_test;
    return;
  }
  double factor = kSafety / std::cbrt(std::max(record.error_ratio, 1e-12));
  factor = std::min(factor, rejections_in_a_row_ > 0 ? 1.0 : kGrowth);
  if (factor < 1.0 || factor > kKeepBelow)
    h_next_ = factor * h;
  else
    h_next_ = h;
  if (options_.max_step) h_next_ = std::min(h_next_, *options_.max_step);
}

void Stepper::accept() {
  increment_ = method_.increment();
  method_.accept(z_);
  h_last_ = trial_.t - now_.t;
  if (options_.step) {
    ++fixed_steps_;
    const double exact = start_time_ + static_cast<double>(fixed_steps_) * *options_.step;
    trial_.t = exact > options_.end - 1e-6 * *options_.step ? options_.end : exact;
  } else if (options_.end - trial_.t < 1e-12 * (options_.end - start_time_)) {
    trial_.t = options_.end;
  }
  trial_.memory = now_.memory;
  problem_.remember(trial_);
  std::swap(before_, now_);
  std::swap(now_, trial_);
  std::swap(f_now_, f_trial_);
  std::swap(qdd_before_, qdd_now_);
  qdd_now_ = now_.a - method_.acceleration_shift() * (now_.a - method_.starting_acceleration());
  predictor_.accept(now_.t + method_.acceleration_shift() * h_last_, now_.t, z_, weights_);
  problem_.coordinate_magnitudes(now_.q, magnitudes_);
  weights_ = weights_.cwiseMax(magnitudes_);
  statistics_.max_position_violation = std::max(statistics_.max_position_violation, violation());
  ++statistics_.steps;
}

void Stepper::reject(double h, StepRecord& record) {
  if (record.outcome == StepOutcome::error_test) {
    const double factor = kSafety / std::cbrt(record.error_ratio);
    h_next_ = h * std::clamp(factor, kShrink, rejections_in_a_row_ > 0 ? 0.5 : 0.9);
    if (rejections_in_a_row_ > 1) predictor_.restart();
    return;
  }
  h_next_ = 0.25 * h;
  jacobian_wanted_ = true;
  predictor_.restart();
}

void Stepper::interpolate(double t, dae::State& out) {
  const double h = now_.t - before_.t;
  if (t == now_.t || h <= 0.0) {
    out = now_;
    out.a = qdd_now_;
    return;
  }
  const double s = (t - before_.t) / h, s2 = s * s, s3 = s2 * s;
  const double h10 = s3 - 2 * s2 + s, h01 = 3 * s2 - 2 * s3, h11 = s3 - s2;
  slope_end_ = now_.v;
  problem_.apply_inverse_tangent(increment_, slope_end_);
  hermite_ = h10 * h * before_.v + h01 * increment_ + h11 * h * slope_end_;
  problem_.advance(before_.q, hermite_, out.q);
  out.t = t;
  out.v = (1.0 - h01) * before_.v + h01 * now_.v + h * (h10 * qdd_before_ + h11 * qdd_now_);
  predictor_.interpolate_multipliers(t, out.lambda);
  problem_.recall(before_);
  close_joints(out);
  out.a = (1.0 - s) * qdd_before_ + s * qdd_now_;
  out.memory = before_.memory;
  problem_.remember(out);
  problem_.recall(now_);
}

// Between steps the polynomial leaves the constraints by O(h^4): put the position back with the Newton matrix at hand,
// or, where that is too old to help (near a singular position), with a new one in the metric of the masses.
void Stepper::close_joints(dae::State& out) {
  if (project(matrix_, out)) {
    if (method_.enforces_velocity()) project_velocity(matrix_, out);
    return;
  }
  if (!projection_) projection_ = std::make_unique<linear::KluSolver>(problem_.pattern());
  for (int k = 0; k < kClosingIterations; ++k) {
    slope_end_.setZero();
    problem_.linearise({1.0, 0.0, 0.0}, {out.t, out.q}, {out.t, out.q, out.v, out.v, out.lambda, slope_end_},
                       projection_->values());
    if (!projection_->factor()) return;
    if (!project(*projection_, out)) continue;
    if (method_.enforces_velocity()) project_velocity(*projection_, out);
    return;
  }
}

// v += the smallest change (in the metric of the matrix) that satisfies the velocity constraints.
void Stepper::project_velocity(const linear::KluSolver& matrix, dae::State& out) {
  const Eigen::Index nv = weights_.size();
  if (rate_.size() == 0) return;
  for (int k = 0; k < kClosingIterations; ++k) {
    problem_.velocity_constraints(out.t, out.q, out.v, rate_);
    if (rate_.cwiseAbs().maxCoeff() <= kRateClosure) return;
    y_.head(nv).setZero();
    y_.tail(rate_.size()) = -rate_;
    matrix.solve(y_);
    out.v += y_.head(nv);
  }
}

// Moves onto the constraints by repeated solves, as long as they help. True: closed. f_trial_ is of the position kept.
bool Stepper::project(const linear::KluSolver& matrix, dae::State& out) {
  const Eigen::Index nv = weights_.size();
  problem_.evaluate(out.t, out.q, out.v, out.lambda, f_trial_, phi_trial_);
  double before = violation();
  for (int k = 0; k < kClosingIterations && before > kClosedBetween; ++k) {
    y_.head(nv).setZero();
    y_.tail(phi_trial_.size()) = -phi_trial_;
    matrix.solve(y_);
    hermite_ = y_.head(nv);
    problem_.advance(out.q, hermite_, q_scratch_);
    problem_.evaluate(out.t, q_scratch_, out.v, out.lambda, f_trial_, phi_trial_);
    if (!(violation() < 0.5 * before)) break;
    out.q = q_scratch_;
    before = violation();
  }
  if (before <= kClosedBetween) return true;
  problem_.evaluate(out.t, out.q, out.v, out.lambda, f_trial_, phi_trial_);
  return false;
}

void Stepper::fail(const StepRecord& record, double h) {
  std::string cause;
  const char* advice = "";
  switch (record.outcome) {
    case StepOutcome::accepted:
      break;
    case StepOutcome::error_test:
      cause = "the local error stays above the tolerance";
      advice = "a sudden change (stop, switch, very stiff spring) acts there: loosen `tolerance` or soften it";
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
      cause = problem_.culprit(trial_);
      advice = "look for something of zero length or outside its domain there; try a smaller step";
      break;
  }
  const std::string where = record.worst_row >= 0 ? problem_.unknown_name(record.worst_row) : "unknown";
  throw IntegrationError(fmt::format("integration failed at t = {:.9g} s with step {:.3g} s: {} (worst: {}); {}",
                                     now_.t, h, cause, where, advice));
}

}  // namespace alembert
