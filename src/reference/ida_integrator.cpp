#include "reference/ida_integrator.h"

#include <fmt/format.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

#include "base/error.h"
#include "dae/projection.h"
#include "methods/parameters.h"
#include "reference/first_order_form.h"
#include "solve/acceleration_solver.h"
#include "solve/progress_watch.h"
#include "solve/step_failure.h"

namespace alembert {

namespace {

constexpr long kMostSteps = 100'000'000;  // a day of computing for the smallest model
constexpr int kMostFailuresOfAStep = 20;  // twice IDA's

// Newton. What it leaves is rough, and high orders take it for error: a hundredth of the tolerance, where IDA is
// content with a third, still costs Bricard's loop at 1e-8 three to five times the steps of a ten-thousandth
// (measured).
constexpr double kStopping = 1e-4;        // Newton error over tolerance
constexpr double kSmallestGoal = 1e-15;   // rounding of positions of size 1
constexpr int kMostIterations = 10;       // for that goal; IDA's own is 4
constexpr double kUnknownShare = 100.0;   // of the error in a first correction: what IDA assumes after a change of cj
constexpr double kDiverging = 0.9;        // IDA's: corrections that shrink less are given up
constexpr double kRoundingFloor = 2e-17;  // corrections below a tenth of rounding end Newton
constexpr double kStagnation = 1e-13;     // stalled below this: rounding, not divergence
constexpr double kStalled = 0.33;         // so it is, with a new matrix, below the share IDA is content with

constexpr double kClosed = 1e-11;         // m, or 1 for axes: as between the steps of the other methods
constexpr double kRateClosed = 1e-13;     // relative to the velocities
constexpr double kFirstOfPiece = 0.1;     // of the way between two corners, as in the Stepper
constexpr double kClosureAtWorst = 1e-6;  // a state whose joints stay open by more is not handed out

using Numbers = Eigen::Map<Vector>;
Numbers numbers(N_Vector x) { return {N_VGetArrayPointer(x), static_cast<Eigen::Index>(N_VGetLength(x))}; }

struct Free {
  void operator()(SUNContext x) const { SUNContext_Free(&x); }
  void operator()(N_Vector x) const { N_VDestroy(x); }
  void operator()(SUNLinearSolver x) const { SUNLinSolFreeEmpty(x); }
  void operator()(SUNMatrix x) const { SUNMatFreeEmpty(x); }
  void operator()(SUNNonlinearSolver x) const { SUNNonlinSolFree(x); }
  void operator()(void* x) const { IDAFree(&x); }
};
template <class Handle>
using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, Free>;

}  // namespace

class IdaIntegrator::Implementation {
 public:
  Implementation(dae::Problem& problem, bool stabilised, int max_order, const IntegrationOptions& options)
      : stabilised_(stabilised),
        max_order_(max_order),
        problem_(problem),
        options_(options),
        form_(problem, stabilised),
        projection_(problem),
        now_(problem.sizes()),
        before_(problem.sizes()),
        trial_(problem.sizes()) {}

  void start(const dae::State& state);
  void advance();
  void interpolate(double t, dae::State& out);
  double next_step() const;
  void take_change(const std::function<void()>& change);

  const bool stabilised_;
  const int max_order_;
  dae::Problem& problem_;
  IntegrationOptions options_;
  FirstOrderForm form_;
  dae::Projection projection_;
  dae::State now_, before_, trial_;
  RunStatistics statistics_;
  std::function<void(const StepRecord&)> listener_;

 private:
  enum class Trouble { none, not_finite, singular };

  void create();
  void measure_errors_locally();
  double next_stop() const;
  void turn_corner();
  void follow_jump();
  void attach_linear_solver();
  void require(int flag, const char* what);
  double choose_first_step() const;
  double stop_time() const;
  void close(dae::State& state);
  void accept(double t);
  void begin_piece(double first_step);
  void count_work();
  void tell(double h);
  [[noreturn]] void fail(int flag);

  // What IDA calls; nothing may be thrown through it.
  template <class F>
  int guarded(F&& f);
  int converged(int iteration);
  bool factor(double t, double cj);
  static Implementation& self(void* data) { return *static_cast<Implementation*>(data); }
  static int on_residual(double t, N_Vector y, N_Vector y_rate, N_Vector r, void* data);
  static int on_matrix(double t, double cj, N_Vector y, N_Vector y_rate, N_Vector r, SUNMatrix J, void* data, N_Vector,
                       N_Vector, N_Vector);
  static int on_solve(SUNLinearSolver solver, SUNMatrix J, N_Vector x, N_Vector b, double tolerance);
  static int on_convergence_test(SUNNonlinearSolver newton, N_Vector, N_Vector, double, N_Vector, void* data);
  static int on_weights(N_Vector y, N_Vector weights, void* data);
  static void on_message(int code, const char* module, const char* function, char* message, void* data);

  Owned<SUNContext> context_;
  Owned<N_Vector> y_, y_rate_, work_, weights_, id_;
  Owned<SUNMatrix> matrix_;  // a handle: the matrices are in form_
  Owned<SUNLinearSolver> linear_;
  Owned<SUNNonlinearSolver> newton_;
  Owned<void*> ida_;

  double start_time_ = 0.0, first_step_ = 0.0;
  bool begun_ = false;        // a step has been made since IDA was created
  RunStatistics before_ida_;  // of the stretches before this one
  ProgressWatch watch_;
  std::unique_ptr<AccelerationSolver> accelerations_;  // made at the first corner
  double moved_first_ = 0.0, moved_last_ = 0.0, share_ = kUnknownShare, cj_last_ = 0.0;
  bool new_matrix_ = false, fresh_ = false;  // made since the last correction; made for this iteration
  Trouble trouble_ = Trouble::none;
  std::exception_ptr thrown_;
  std::string message_;
};

// ---- what IDA calls

template <class F>
int IdaIntegrator::Implementation::guarded(F&& f) {
  try {
    return f();
  } catch (...) {
    thrown_ = std::current_exception();
    return -1;
  }
}

int IdaIntegrator::Implementation::on_residual(double t, N_Vector y, N_Vector y_rate, N_Vector r, void* data) {
  Implementation& me = self(data);
  return me.guarded([&] {
    double cj = 0.0;
    IDAGetCurrentCj(me.ida_.get(), &cj);
    if (me.form_.residual(t, cj, numbers(y), numbers(y_rate), numbers(r))) return 0;
    me.trouble_ = Trouble::not_finite;
    me.form_.read(numbers(y), numbers(y_rate), me.trial_);
    me.trial_.t = t;
    return 1;  // a smaller step may help
  });
}

int IdaIntegrator::Implementation::on_matrix(double t, double cj, N_Vector, N_Vector, N_Vector, SUNMatrix, void* data,
                                             N_Vector, N_Vector, N_Vector) {
  Implementation& me = self(data);
  return me.guarded([&] { return me.factor(t, cj) ? 0 : 1; });
}

bool IdaIntegrator::Implementation::factor(double t, double cj) {
  ++statistics_.jacobian_evaluations;
  share_ = kUnknownShare;
  new_matrix_ = true;
  if (form_.factor(t, cj)) return true;
  trouble_ = Trouble::singular;
  return false;
}

int IdaIntegrator::Implementation::on_solve(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, double) {
  Implementation& me = self(solver->content);
  return me.guarded([&] {
    double t = 0.0, cj = 0.0;
    IDAGetCurrentTime(me.ida_.get(), &t);
    IDAGetCurrentCj(me.ida_.get(), &cj);
    if (cj != me.cj_last_) me.share_ = kUnknownShare;
    me.cj_last_ = cj;
    // IDA does not know of patterns, and would go on with the old matrix.
    if (me.form_.outdated() && !me.factor(t, cj)) return SUNLS_PACKAGE_FAIL_REC;
    const bool solved = me.form_.correct(t, cj, numbers(b), numbers(x));
    me.trouble_ = solved ? Trouble::none : Trouble::singular;
    return solved ? SUNLS_SUCCESS : SUNLS_PACKAGE_FAIL_REC;
  });
}

int IdaIntegrator::Implementation::on_convergence_test(SUNNonlinearSolver newton, N_Vector, N_Vector, double, N_Vector,
                                                       void* data) {
  int iteration = 0;
  SUNNonlinSolGetCurIter(newton, &iteration);
  return self(data).converged(iteration);
}

// As IDA's own test, by what FirstOrderForm::moved says.
int IdaIntegrator::Implementation::converged(int iteration) {
  const double moved = form_.moved();
  if (moved <= kRoundingFloor) return SUN_NLS_SUCCESS;
  if (iteration == 0) {
    moved_first_ = moved;
    fresh_ = std::exchange(new_matrix_, false);
  } else {
    const double rate = std::pow(moved / moved_first_, 1.0 / iteration);
    const bool stalls = moved > kDiverging * moved_last_ || iteration + 1 == kMostIterations;
    if (stalls && moved <= std::max(kStagnation, fresh_ ? kStalled * *options_.tolerance : 0.0)) return SUN_NLS_SUCCESS;
    if (rate > kDiverging) return SUN_NLS_CONV_RECVR;
    share_ = rate / (1.0 - rate);
  }
  moved_last_ = moved;
  return share_ * moved <= std::max(kStopping * *options_.tolerance, kSmallestGoal) ? SUN_NLS_SUCCESS
                                                                                    : SUN_NLS_CONTINUE;
}

int IdaIntegrator::Implementation::on_weights(N_Vector, N_Vector weights, void* data) {
  Implementation& me = self(data);
  me.form_.error_weights(*me.options_.tolerance, numbers(weights));
  return 0;
}

void IdaIntegrator::Implementation::on_message(int, const char*, const char*, char* message, void* data) {
  self(data).message_ = message;
}

// ---- setting IDA up

// IDA's vectors measure errors by the root mean square over all their numbers; ours by the largest over the groups.
// They have no room for a word of the user's, so that is said before every call of IDA.
thread_local const FirstOrderForm* measuring_form = nullptr;

void IdaIntegrator::Implementation::measure_errors_locally() {
  const auto size = [](N_Vector x, N_Vector w) {
    return measuring_form->error_size(N_VGetArrayPointer(x), N_VGetArrayPointer(w));
  };
  y_->ops->nvwrmsnorm = size;
  y_->ops->nvwrmsnormmask = [](N_Vector x, N_Vector w, N_Vector) {
    return measuring_form->error_size(N_VGetArrayPointer(x), N_VGetArrayPointer(w));
  };
}

void IdaIntegrator::Implementation::require(int flag, const char* what) {
  if (flag < 0) throw IntegrationError(fmt::format("IDA refuses {}: {}", what, message_));
}

void IdaIntegrator::Implementation::create() {
  ida_.reset();
  SUNContext context = nullptr;
  SUNContext_Create(nullptr, &context);
  for (Owned<N_Vector>* x : {&y_, &y_rate_, &work_, &weights_, &id_}) x->reset();
  newton_.reset();
  linear_.reset();
  matrix_.reset();
  context_.reset(context);
  for (Owned<N_Vector>* x : {&y_, &y_rate_, &work_, &weights_, &id_}) x->reset(N_VNew_Serial(form_.size(), context));
  measure_errors_locally();
  measuring_form = &form_;
  ida_.reset(IDACreate(context));
  void* const ida = ida_.get();
  IDASetErrHandlerFn(ida, on_message, this);
  IDASetUserData(ida, this);
  form_.write(now_, numbers(y_.get()), numbers(y_rate_.get()));
  form_.tested(numbers(id_.get()));
  require(IDAInit(ida, on_residual, now_.t, y_.get(), y_rate_.get()), "the start");
  require(IDAWFtolerances(ida, on_weights), "the tolerance");
  IDASetId(ida, id_.get());
  IDASetSuppressAlg(ida, SUNTRUE);
  newton_.reset(SUNNonlinSol_Newton(y_.get(), context));
  require(IDASetNonlinearSolver(ida, newton_.get()), "Newton's method");
  SUNNonlinSolSetConvTestFn(newton_.get(), on_convergence_test, this);
  attach_linear_solver();
  require(IDASetMaxOrd(ida, max_order_), "the highest order");
  IDASetMaxNonlinIters(ida, kMostIterations);
  IDASetMaxConvFails(ida, kMostFailuresOfAStep);
  IDASetMaxErrTestFails(ida, kMostFailuresOfAStep);
  require(IDASetInitStep(ida, first_step_), "the initial step");
  const double smallest = 1e-13 * std::max(options_.end - start_time_, std::abs(now_.t));
  if (options_.max_step) require(IDASetMaxStep(ida, *options_.max_step), "the largest step");
  require(IDASetMinStep(ida, options_.min_step.value_or(smallest)), "the smallest step");
}

void IdaIntegrator::Implementation::attach_linear_solver() {
  void* const ida = ida_.get();
  matrix_.reset(SUNMatNewEmpty(context_.get()));
  matrix_->ops->getid = [](SUNMatrix) { return SUNMATRIX_CUSTOM; };
  matrix_->ops->zero = [](SUNMatrix) { return SUNMAT_SUCCESS; };
  linear_.reset(SUNLinSolNewEmpty(context_.get()));
  linear_->content = this;
  linear_->ops->gettype = [](SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; };
  linear_->ops->getid = [](SUNLinearSolver) { return SUNLINEARSOLVER_CUSTOM; };
  linear_->ops->solve = on_solve;
  require(IDASetLinearSolver(ida, linear_.get(), matrix_.get()), "the linear solver");
  require(IDASetJacFn(ida, on_matrix), "the Newton matrix");
  IDASetLinearSolutionScaling(ida, SUNFALSE);  // corrections are made with the present cj anyway
}

void IdaIntegrator::Implementation::start(const dae::State& state) {
  now_ = before_ = trial_ = state;
  start_time_ = state.t;
  statistics_ = before_ida_ = {};
  problem_.recall(now_);
  problem_.update_topology(now_);
  form_.start(now_);
  watch_.start(now_.t, options_.end - now_.t);
  begin_piece(options_.initial_step.value_or(choose_first_step()));
}

void IdaIntegrator::Implementation::begin_piece(double first_step) {
  share_ = kUnknownShare;
  cj_last_ = 0.0;
  begun_ = false;
  first_step_ = first_step;
  if (options_.max_step) first_step_ = std::min(first_step_, *options_.max_step);
  if (next_stop() < options_.end) first_step_ = std::min(first_step_, kFirstOfPiece * (next_stop() - now_.t));
  create();
}

// As in the Stepper.
double IdaIntegrator::Implementation::next_stop() const {
  const auto& corners = options_.corners;
  const auto next = std::upper_bound(corners.begin(), corners.end(), now_.t);
  return next == corners.end() ? options_.end : std::min(*next, options_.end);
}

void IdaIntegrator::Implementation::turn_corner() {
  const auto& corners = options_.corners;
  if (!std::binary_search(corners.begin(), corners.end(), now_.t)) return;
  now_.t = behind_corner(now_.t);
  follow_jump();
}

void IdaIntegrator::Implementation::take_change(const std::function<void()>& change) {
  change();
  measuring_form = &form_;
  problem_.recall(now_);
  Vector f(problem_.sizes().velocities), phi(problem_.sizes().multipliers);
  problem_.evaluate(now_.t, now_.q, now_.v, now_.lambda, f, phi);
  Eigen::Index worst = 0;
  const int rows = problem_.sizes().holonomic();
  if (rows > 0 && phi.head(rows).cwiseAbs().maxCoeff(&worst) > kOpenByJump) {
    const std::string row = problem_.unknown_name(static_cast<int>(now_.v.size() + worst));
    throw StepFailure(position_jump(now_.t, std::abs(phi[worst]), row), now_.t, row);
  }
  follow_jump();
}

void IdaIntegrator::Implementation::follow_jump() {
  projection_.forget();  // an impulse has the directions of this very moment
  const double size = now_.v.size() > 0 ? now_.v.lpNorm<Eigen::Infinity>() : 0.0;
  const dae::Projection::Result result = projection_.close_velocities(now_, kRateClosed * (1.0 + size));
  if (!(result.open <= kClosureAtWorst * (1.0 + size))) throw IntegrationError(unfollowed_jump(now_.t, result.open));
  trial_ = now_;
  if (!accelerations_) accelerations_ = std::make_unique<AccelerationSolver>(problem_);
  if (accelerations_->solve(trial_) <= AccelerationSolver::kSolved) now_ = trial_;
  before_ida_ = statistics_;
  begin_piece(choose_first_step());
}

// The first step is of order 1 and errs by about a h^2/2; where nothing accelerates, positions move by little.
double IdaIntegrator::Implementation::choose_first_step() const {
  const double tolerance = *options_.tolerance;
  double h = 1e-3 * (options_.end - now_.t);
  const auto largest = [&](const Vector& x) {
    return x.size() > 0 ? x.cwiseQuotient(form_.position_weights()).lpNorm<Eigen::Infinity>() : 0.0;
  };
  const double a = largest(now_.a), v = largest(now_.v);
  if (a > 0.0) h = std::min(h, std::sqrt(tolerance / a));
  if (v > 0.0) h = std::min(h, 10.0 * std::sqrt(tolerance) / v);
  return h;
}

// ---- the steps

double IdaIntegrator::Implementation::next_step() const {
  double h = first_step_;
  if (begun_) IDAGetCurrentStep(ida_.get(), &h);
  return h;
}

// The end or a corner; or halfway to it, if the next step would leave a sliver; or as far as bodies may go
// before they could be through each other. (IDA's largest step would hold from the step after the next on, and a stop
// that is not reached shortens the next step.)
double IdaIntegrator::Implementation::stop_time() const {
  const double h = next_step();
  const double corner = next_stop();
  const double stop = corner < options_.end ? before_corner(corner) : corner, left = stop - now_.t;
  if (const double longest = problem_.longest_step(now_); longest < std::min(h, left)) return now_.t + longest;
  return h > 0.5 * left && h < left * (1.0 - 1e-10) ? now_.t + 0.5 * left : stop;
}

void IdaIntegrator::Implementation::advance() {
  problem_.recall(now_);
  problem_.update_topology(now_);
  measuring_form = &form_;
  turn_corner();
  form_.begin_step(now_);
  trouble_ = Trouble::none;
  if (statistics_.steps >= kMostSteps)
    throw IntegrationError(fmt::format("integration stopped at t = {:.9g} s after {} steps: loosen `tolerance`", now_.t,
                                       statistics_.steps));
  const double stop = stop_time();
  require(IDASetStopTime(ida_.get(), stop), "the end time");
  double t = now_.t;
  const int flag = IDASolve(ida_.get(), options_.end, &t, y_.get(), y_rate_.get(), IDA_ONE_STEP);
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  if (flag < 0) fail(flag);
  begun_ = true;
  accept(t);
  if (watch_.stands_still(now_.t))
    throw IntegrationError(
        fmt::format("integration failed at t = {:.9g} s: {} steps have moved time by {:.3g} s only; look for a locked "
                    "or impossible "
                    "position, or something that changes ever faster there; loosen `tolerance`",
                    now_.t, ProgressWatch::kAttempts, watch_.moved()));
}

void IdaIntegrator::Implementation::accept(double t) {
  form_.read(numbers(y_.get()), numbers(y_rate_.get()), trial_);
  trial_.t = t;
  close(trial_);
  if (const double corner = next_stop(); corner < options_.end && t >= before_corner(corner)) trial_.t = corner;
  trial_.memory = now_.memory;
  problem_.remember(trial_);
  std::swap(before_, now_);
  std::swap(now_, trial_);
  ++statistics_.steps;
  tell(now_.t - before_.t);
}

void IdaIntegrator::Implementation::count_work() {
  long tests = 0, failures = 0;
  IDAGetNumErrTestFails(ida_.get(), &tests);
  IDAGetNumStepSolveFails(ida_.get(), &failures);
  IDAGetNumNonlinSolvIters(ida_.get(), &statistics_.newton_iterations);
  statistics_.newton_iterations += before_ida_.newton_iterations;
  statistics_.rejected_steps = before_ida_.rejected_steps + tests + failures;
  statistics_.factorizations = form_.factorizations();
}

void IdaIntegrator::Implementation::tell(double h) {
  const long iterations = statistics_.newton_iterations, factorizations = statistics_.factorizations;
  count_work();
  if (!listener_) return;
  StepRecord record;
  record.time = before_.t;
  record.h = h;
  IDAGetLastOrder(ida_.get(), &record.predictor_degree);
  record.newton_iterations = static_cast<int>(statistics_.newton_iterations - iterations);
  record.new_jacobian = statistics_.factorizations > factorizations;
  IDAGetEstLocalErrors(ida_.get(), work_.get());
  IDAGetErrWeights(ida_.get(), weights_.get());
  record.error_ratio = N_VWrmsNormMask(work_.get(), weights_.get(), id_.get());
  record.worst_row = form_.worst_error(numbers(y_.get()), numbers(work_.get()));
  listener_(record);
}

void IdaIntegrator::Implementation::close(dae::State& state) {
  const double open = projection_.close_positions(state, kClosed).open;
  if (!(open <= kClosureAtWorst))
    throw IntegrationError(fmt::format(
        "integration failed at t = {:.9g} s: joints stay open by {:.3g}; tighten `tolerance`", state.t, open));
  statistics_.max_position_violation = std::max(statistics_.max_position_violation, open);
  if (stabilised_ && state.v.size() > 0)
    projection_.close_velocities(state, kRateClosed * (1.0 + state.v.lpNorm<Eigen::Infinity>()));
}

void IdaIntegrator::Implementation::interpolate(double t, dae::State& out) {
  if (t == now_.t) {
    out = now_;
    return;
  }
  require(IDAGetDky(ida_.get(), t, 0, work_.get()), "a time outside its last step");
  require(IDAGetDky(ida_.get(), t, 1, weights_.get()), "a time outside its last step");
  form_.read(numbers(work_.get()), numbers(weights_.get()), out);
  out.t = t;
  problem_.recall(before_);
  close(out);
  out.memory = before_.memory;
  problem_.remember(out);
  problem_.recall(now_);
}

void IdaIntegrator::Implementation::fail(int flag) {
  count_work();
  double h = 0.0;
  IDAGetCurrentStep(ida_.get(), &h);
  std::string cause = fmt::format("IDA reports: {}", message_);
  const char* advice = "loosen `tolerance`";
  int worst = form_.worst_unknown();
  if (trouble_ == Trouble::not_finite) {
    cause = problem_.explain_not_finite(trial_);
    advice = "look for something of zero length or outside its domain there";
  } else if (trouble_ == Trouble::singular) {
    cause = "the Newton matrix is singular";
    advice = "`alembert check` names dependent constraints and bodies that nothing holds";
    worst = form_.singular_unknown();
  } else if (flag == IDA_ERR_FAIL) {
    cause = "the local error stays above the tolerance";
    advice = "a sudden change (stop, switch, very stiff spring) acts there: loosen `tolerance` or soften it";
    IDAGetEstLocalErrors(ida_.get(), work_.get());
    worst = form_.worst_error(numbers(y_.get()), numbers(work_.get()));
  } else if (flag == IDA_CONV_FAIL) {
    cause = "Newton's iteration does not converge";
    advice = stabilised_
                 ? "look for a locked or impossible position of the mechanism; in a singular one velocities are "
                   "known less well than tight tolerances ask for: loosen `tolerance`, or set stabilised to 0"
                 : "look for a locked, impossible or singular position of the mechanism; loosen `tolerance`";
  } else if (flag == IDA_TOO_MUCH_ACC) {
    cause = "the tolerance is below rounding";
  }
  const std::string where = worst >= 0 ? problem_.unknown_name(worst) : "unknown";
  throw StepFailure(fmt::format("integration failed at t = {:.9g} s with step {:.3g} s: {} (worst: {}); {}", now_.t, h,
                                cause, where, advice),
                    now_.t, where);
}

// ---- the interface

const MethodDescription& IdaIntegrator::describe() {
  static const MethodDescription description{
      "bdf",
      "BDF of order 1 to 5 with variable step, by SUNDIALS IDA: the reference",
      "position, velocity (stabilised = 0: position)",
      "Gear, Gupta, Leimkuhler 1985; Hindmarsh et al. 2005",
      {{"stabilised", "0 or 1", "1: stabilised index 2, velocity constraints held too; 0: index 3", 1.0},
       {"max_order", "1, 2, 3, 4 or 5", "highest order", 5.0}}};
  return description;
}

IdaIntegrator::IdaIntegrator(dae::Problem& problem, const std::map<std::string, double>& p,
                             const IntegrationOptions& options) {
  check_parameter_names(describe(), p);
  const double stabilised = parameter_or(p, "stabilised", describe().parameters[0].default_value);
  require_range(describe(), "stabilised", stabilised, stabilised == 0.0 || stabilised == 1.0);
  const double max_order = parameter_or(p, "max_order", describe().parameters[1].default_value);
  require_range(describe(), "max_order", max_order,
                max_order >= 1.0 && max_order <= 5.0 && max_order == std::floor(max_order));
  if (options.step || !options.tolerance)
    throw UsageError("method bdf chooses its own step: give a `tolerance` instead of a `step`");
  implementation_ = std::make_unique<Implementation>(problem, stabilised == 1.0, static_cast<int>(max_order), options);
}

IdaIntegrator::~IdaIntegrator() = default;

std::map<std::string, double> IdaIntegrator::parameters() const {
  return {{"stabilised", implementation_->stabilised_ ? 1.0 : 0.0},
          {"max_order", static_cast<double>(implementation_->max_order_)}};
}
void IdaIntegrator::start(const dae::State& state) { implementation_->start(state); }
void IdaIntegrator::advance() { implementation_->advance(); }
bool IdaIntegrator::done() const { return implementation_->now_.t >= implementation_->options_.end; }
void IdaIntegrator::set_end(double end) { implementation_->options_.end = end; }
void IdaIntegrator::set_corners(std::vector<double> corners) { implementation_->options_.corners = std::move(corners); }
void IdaIntegrator::take_change(const std::function<void()>& change) { implementation_->take_change(change); }
const dae::State& IdaIntegrator::state() const { return implementation_->now_; }
const dae::State& IdaIntegrator::previous() const { return implementation_->before_; }
const Vector& IdaIntegrator::acceleration() const { return implementation_->now_.a; }
void IdaIntegrator::interpolate(double t, dae::State& out) { implementation_->interpolate(t, out); }
bool IdaIntegrator::end_is_near() const {
  return implementation_->next_step() > 0.5 * (implementation_->options_.end - implementation_->now_.t);
}
void IdaIntegrator::exchange(Archive& archive) {
  dae::State state = implementation_->now_;
  archive(state);
  if (archive.reads()) implementation_->start(state);
}
const RunStatistics& IdaIntegrator::statistics() const { return implementation_->statistics_; }
void IdaIntegrator::on_attempt(std::function<void(const StepRecord&)> listener) {
  implementation_->listener_ = std::move(listener);
}

}  // namespace alembert
