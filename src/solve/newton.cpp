// The corrector: modified Newton with the published stopping rule and reuse of the Jacobian (001 sec. 3.4).
#include <algorithm>
#include <cmath>
#include <limits>

#include "solve/stepper.h"

namespace alembert {

namespace {

constexpr double kStopping = 1e-3;        // c of 001 eq. (45): Newton error over local error
constexpr double kFixedStopping = 5e-5;   // the same with a fixed step, relative to the local error itself
constexpr int kMaxIterations = 10;        // MAXIT of 001 sec. 4
constexpr double kNegligible = 0.1;       // a first correction this far below the goal needs no second
constexpr double kSlowRate = 0.3;         // slower than this: a new Jacobian for the next step
constexpr double kRoundingFloor = 2e-17;  // corrections of positions (weighted) below a tenth of rounding end Newton
constexpr double kStagnation = 1e-13;     // stalled below this: rounding, not divergence
constexpr double kClosure = 1e-9;         // joints open by more than this (m, or 1 for axes) after a converged step ...
constexpr int kClosingIterations = 12;    // ... get further iterations, whatever the tolerance
constexpr double kMultiplierShare = 0.01;  // multipliers that are iterated for have no integral to forget errors in
constexpr double kShareMayGrow = 3.0;      // of what a projection does to the equations of motion, until measured again
constexpr double kLeftByCorrection = 0.1;  // share of a correction taken to be its error
constexpr double kRoundingShare = 1.3;     // rates that stall within this of closed: rounding
constexpr double kRateClosure = 5e-14;     // the same for their rates, relative to the velocities
constexpr double kSlowProjection = 0.15;   // a projection that converges slower shows an old Jacobian
constexpr double kRoundedPosition = 1e-15;  // positions (weighted) that are moved by less: rounding
constexpr double kRoundingRate = 2e-16;     // corrections below: their rates are rounding
constexpr double kContactTolerance = 1e-6;  // at most, for Newton: contacts are stiff, small errors great forces
constexpr int kMaxReleases = 5;             // times that contacts end in one step
constexpr int kMaxProjections = 4;          // of one trial
constexpr double kUnclosed = 1e3;           // openness that is no longer rounding: the run says so
constexpr double kClosureAtWorst = 1e-6;    // a step that stays open by more is not accepted

}  // namespace

bool Stepper::refresh_jacobian(StepRecord& record) {
  ++statistics_.jacobian_evaluations;
  record.new_jacobian = true;
  h_jacobian_ = record.h;
  jacobian_wanted_ = false;
  projection_share_ = 1.0;
  const bool ok = method_.factor(problem_, z_, matrix_, factors_);
  statistics_.factorizations = factors_.factorizations();
  if (!ok) record.worst_row = factors_.singular_column();
  return ok;
}

// Newton's error in positions may be this large (rms, weighted): 001 eq. (45), or with a fixed step a share of the
// local error the step makes anyway; less where the method forgets errors slowly.
double Stepper::newton_goal(double h) const {
  double forgets = std::clamp(2.0 * (1.0 - method_.memory_of_errors()), 0.0, 1.0);
  if (!problem_.linear_in_multipliers()) forgets *= kMultiplierShare;
  if (options_.tolerance) {
    const bool contact = touching_ || problem_.touches();
    const double tolerance = contact ? std::min(*options_.tolerance, kContactTolerance) : *options_.tolerance;
    return forgets * kStopping * tolerance * method_.position_weight() /
           (method_.error_constant(study_.estimate) * h * h);
  }
  const double change = norm_(z_.head(weights_.size()) - method_.starting_acceleration(), newton_weights_);
  return forgets * kFixedStopping * 0.1 * h * h * change;
}

// Rounding of positions comes back in the multipliers, eps/(beta h^2), and where states depend on these in the states,
// times h.
double Stepper::stagnation(double h) const {
  constexpr double rounding = 10.0 * std::numeric_limits<double>::epsilon();
  return states_ > 0 && !problem_.linear_in_multipliers() ? std::max(kStagnation, rounding / h) : kStagnation;
}

// z += dz with dz = -J^-1 e.
void Stepper::newton_correction(StepRecord& record) {
  if (method_.projects()) newton_imbalance_ = e_.head(weights_.size()).lpNorm<Eigen::Infinity>();
  method_.correct(problem_, factors_, e_, dz_);
  z_.head(dz_.size()) += dz_;
  ++record.newton_iterations;
}

// How far the correction moves positions. Where forces are not linear in the multipliers, these are iterated for too,
// and count like accelerations.
double Stepper::correction_size() const {
  const double moved = method_.moved(dz_, newton_weights_, norm_);
  const Eigen::Index nl = phi_trial_.size();
  if (problem_.linear_in_multipliers() || nl == 0) return moved;
  return moved + 10.0 * method_.position_weight() * dz_.segment(weights_.size(), nl).norm() /
                     std::sqrt(static_cast<double>(nl));
}

Stepper::Correction Stepper::correct(double h, StepRecord& record) {
  const Eigen::Index nv = weights_.size();
  bool fresh = false;  // the Jacobian was made in this step
  double previous = 0.0;
  int since_restart = 0;
  const int limit = study_.iterations.value_or(kMaxIterations);
  for (;;) {
    method_.residual(problem_, z_, e_);
    if (!finite(e_)) {
      Eigen::Index k = 0;
      for (k = 0; k + 1 < e_.size() && std::isfinite(e_[k]);) ++k;
      record.worst_row = static_cast<int>(k);
      return Correction::not_finite;
    }
    if (jacobian_wanted_ || study_.iterations) {
      if (!refresh_jacobian(record)) return Correction::singular;
      fresh = true;
    }
    newton_correction(record);
    ++since_restart;
    const double moved = newton_moved_ = correction_size();
    if (!std::isfinite(moved)) return Correction::not_finite;
    if (study_.iterations) {
      if (since_restart >= limit) return Correction::converged;
      continue;
    }
    if (moved <= kRoundingFloor) return Correction::converged;
    const double goal = goal_ = std::max(newton_goal(h), kRoundingFloor);
    if (since_restart == 1) {  // no rate yet: only a correction that is negligible itself may end it
      previous = moved;
      if (moved <= kNegligible * goal) return Correction::converged;
      continue;
    }
    const double rate = moved / previous;
    previous = moved;
    if (rate < 1.0 && rate / (1.0 - rate) * moved <= goal) {
      // The rate of corrections that are rounding says nothing about the Jacobian.
      if (moved > kRoundingRate && (since_restart > 3 || rate > kSlowRate))
        jacobian_wanted_ = !fresh || since_restart > 4;
      return Correction::converged;
    }
    record.worst_row = largest_component(dz_, 0, nv);
    const int left = limit - since_restart;
    const bool slow = rate >= 0.9 || std::pow(rate, left) * moved > goal * (1.0 - std::min(rate, 0.9));
    if (!slow) continue;
    if (moved <= stagnation(h)) return Correction::converged;  // rounding
    if (!fresh) {  // an old Jacobian: a new one, from the predicted point again
      z_ = z_predicted_;
      jacobian_wanted_ = true;
      since_restart = 0;
      continue;
    }
    // Multipliers that act in a nonlinear way may have far to go (BDF's first step leaves them an error of order 1).
    // Anywhere a first correction may happen to be small, and the second larger.
    const int patience = problem_.linear_in_multipliers() ? 2 : 6;
    if (since_restart > patience && (rate >= 2.0 || (rate >= 0.9 && since_restart > 3))) return Correction::diverged;
    if (left <= 0) return Correction::too_many;
    jacobian_wanted_ = true;  // full Newton from here
  }
}

// Where a contact ends within the step, the matrix that still knows it hides an error in small corrections: Newton goes
// on with another.
Stepper::Correction Stepper::correct_and_finish(double h, StepRecord& record) {
  for (int k = 0; k < kMaxReleases; ++k) {
    const Correction result = correct(h, record);
    if (result != Correction::converged) return result;
    finish_trial();
    if (study_.iterations || !problem_.released()) return result;
    jacobian_wanted_ = true;
  }
  return Correction::too_many;
}

void Stepper::finish_trial() {
  method_.finish(problem_, z_, trial_);
  if (!method_.projects()) {
    problem_.evaluate(trial_.t, trial_.q, trial_.v, trial_.lambda, f_trial_, phi_trial_);
    return;
  }
  v_newton_ = trial_.v;
  const double closed = closed_rate();
  double before = std::numeric_limits<double>::infinity();
  for (int pass = 0; pass < kMaxProjections; ++pass) {
    projection_ = method_.project(problem_, factors_, newton_weights_, norm_, closed, z_, trial_);
    problem_.evaluate_with_rate(trial_.t, trial_.q, trial_.v, trial_.lambda, f_trial_, phi_trial_, rate_);
    projection_.open = rate_.size() > 0 ? rate_.lpNorm<Eigen::Infinity>() : 0.0;
    if (!projection_.refines || projection_.open <= closed || !(projection_.open < 0.5 * before)) break;
    before = projection_.open;
  }
  if (projection_.wants_matrix || projection_.contraction > kSlowProjection) jacobian_wanted_ = true;
  const double goal = std::max(goal_, kRoundedPosition);
  if (projection_.moved <= goal || newton_imbalance_ == 0.0 || !problem_.linear_in_multipliers()) return;
  // The projection moved velocities by more than Newton's error could be: does it matter to the equations of motion?
  // The share of it that does is measured once with every Jacobian, and when it may be too much.
  const double moved = projection_.moved;
  projection_.moved = kShareMayGrow * projection_share_ * moved;
  if (projection_.moved <= goal) return;
  // Off by newton_imbalance_, they called for a correction that moved positions by newton_moved_.
  problem_.evaluate(trial_.t, trial_.q, v_newton_, trial_.lambda, x_, rate_);
  x_ -= f_trial_;
  projection_.moved = std::min(moved, newton_moved_ / newton_imbalance_ * x_.lpNorm<Eigen::Infinity>());
  projection_share_ = projection_.moved / moved;
  if (touching_ || problem_.touches())  // the problem is at the trial again, for the test of impacts
    problem_.evaluate(trial_.t, trial_.q, trial_.v, trial_.lambda, f_trial_, phi_trial_);
}

double Stepper::violation() const { return holonomic_ > 0 ? phi_trial_.head(holonomic_).cwiseAbs().maxCoeff() : 0.0; }

double Stepper::closed_rate() const { return kRateClosure * (1.0 + trial_.v.lpNorm<Eigen::Infinity>()); }

// How far the trial is from closed, 1 being just closed enough: joints, and their rates where the method holds them.
double Stepper::openness() {
  const double open = violation() / kClosure;
  if (method_.projects()) {
    const double projected =
        std::max(projection_.open / closed_rate(), projection_.moved / std::max(goal_, kRoundedPosition));
    return std::max({open, projected, projection_.unbalanced});
  }
  if (!method_.enforces_velocity() || rate_.size() == 0) return open;
  problem_.velocity_constraints(trial_.t, trial_.q, trial_.v, rate_);
  double worst = std::max(open, rate_.cwiseAbs().maxCoeff() / closed_rate());
  if (!method_.enforces_acceleration()) return worst;
  worst = std::max(worst, violation() / (kRateClosure * (1.0 + trial_.q.lpNorm<Eigen::Infinity>())));
  problem_.acceleration_constraints(trial_.t, trial_.q, trial_.v, trial_.a, rate_);
  // eps keeps them off by this, which is more than rounding where reactions change much in a step (vibrating bodies).
  rate_ -= problem_.regularisation().cwiseProduct(trial_.lambda - now_.lambda);
  return std::max(worst, rate_.cwiseAbs().maxCoeff() / (kRateClosure * (1.0 + trial_.a.lpNorm<Eigen::Infinity>())));
}

// A loose tolerance ends Newton early; the joints are closed all the same. False: they cannot be.
bool Stepper::close_trial(StepRecord& record) {
  double before = openness();
  unclosed_ = !(before <= 1.0);
  int stood_still = 0;
  for (int k = 0; k < kClosingIterations && before > 1.0; ++k) {
    method_.residual(problem_, z_, e_);
    // Positions that are closed need no new Jacobian that cannot be had, in a singular position.
    if (jacobian_wanted_ && !refresh_jacobian(record)) return violation() <= kClosure;
    newton_correction(record);
    newton_moved_ = correction_size();
    finish_trial();
    double now = openness();
    // The velocities a projection moved can have put the equations of motion off balance: Newton starts again.
    if (method_.projects()) now = std::max(now, kLeftByCorrection * newton_moved_ / std::max(goal_, kRoundedPosition));
    // One level feeds the next, positions rates, rates accelerations: only after that does standing still mean
    // rounding.
    const bool only_rates = violation() <= kClosure;
    if (!(now < 0.9 * before)) ++stood_still;
    if (only_rates && k > 1 && (stood_still > 3 || (stood_still > 0 && now < kRoundingShare))) break;
    if (!(now < (only_rates ? 0.5 : 0.2) * before)) jacobian_wanted_ = true;
    before = now;
  }
  unclosed_ = !(before <= kUnclosed);
  return violation() <= kClosureAtWorst;
}

}  // namespace alembert
