#include "analysis/kinematics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/assembler.h"
#include "analysis/conflicting_motions.h"
#include "analysis/dead_position.h"
#include "analysis/dynamics.h"
#include "analysis/inputs.h"
#include "analysis/linear/free_motions.h"
#include "analysis/output_clock.h"
#include "base/cpu_time.h"
#include "base/error.h"
#include "base/files.h"
#include "linear/dense.h"
#include "linear/factorisation.h"
#include "results/progress.h"
#include "solve/acceleration_solver.h"

namespace alembert {

namespace {

constexpr double kOnConstraints = 1e-11;  // of the mechanism's size
constexpr double kNearPredicted = 0.05;   // rad, or of the size: closing may move by this, else the time step is halved
constexpr double kSoon = 0.01;            // of the time: what stops a motion must show by then
constexpr double kSmallestShare = 1e-6;   // of the time between two rows: nearer than this to a dead centre is at it

[[noreturn]] void refuse_freedoms(const Model& model, Mechanism& mechanism) {
  const int count = mechanism.start_report().degrees_of_freedom;
  std::vector<std::string> free;
  const int coordinates = mechanism.system().sizes().velocities - mechanism.system().sizes().states;
  if (coordinates <= 1500) free = describe_free_motions(mechanism.problem(), mechanism.initial_state());
  constexpr std::size_t kMost = 8;
  std::string named;
  for (std::size_t k = 0; k < std::min(kMost, free.size()); ++k) named += (k > 0 ? "; " : ": ") + free[k];
  if (free.size() > kMost) named += fmt::format("; and {} more", free.size() - kMost);
  throw ModelError(
      model.simulation.where,
      fmt::format("{} degree{} of freedom {} left, so that kinematics does not determine the motion; free{}. Drive "
                  "them by motions, or use `analysis: dynamics`",
                  count, count == 1 ? "" : "s", count == 1 ? "is" : "are", named));
}

void require_no_freedom(const Model& model, Mechanism& mechanism) {
  const StartReport& start = mechanism.start_report();
  if (start.degrees_of_freedom > 0) refuse_freedoms(model, mechanism);
  if (start.unknown_rows > 0)
    throw AssemblyError(fmt::format(
        "whether degrees of freedom are left is not known: {} constraint equations were not analysed, which "
        "takes more work than is allowed. Use `analysis: dynamics`",
        start.unknown_rows));
}

// Goes from one driven position to the next.
class DrivenMotion {
 public:
  explicit DrivenMotion(Mechanism& mechanism)
      : mechanism_(mechanism),
        problem_(mechanism.problem()),
        state_(mechanism.initial_state()),
        size_(model_size(problem_)),
        assembler_(problem_, state_.t),
        accelerations_(problem_) {}

  const dae::State& state() const { return state_; }
  dae::State& state() { return state_; }

  void go_to(double t) {
    double h = t - state_.t;
    const double smallest = kSmallestShare * h;
    while (state_.t < t) {
      h = std::min(h, t - state_.t);
      const bool last = state_.t + h >= t * (1.0 - 1e-15);
      if (step(last ? t : state_.t + h)) {
        h *= 2.0;
      } else {
        h *= 0.5;
        if (h < smallest) fail();
      }
    }
  }

 private:
  bool step(double t) {
    const double h = t - state_.t;
    dae::State next = state_;
    next.t = t;
    Vector d = h * state_.v + 0.5 * h * h * state_.a, moved(d.size());
    problem_.advance(state_.q, d, next.q);
    const Vector predicted = next.q;
    assembler_.set_time(t);
    open_ = assembler_.close(next.q, 1e-15 * size_);
    worst_ = assembler_.phi();
    if (!(open_ <= kOnConstraints * size_)) return false;
    problem_.difference(predicted, next.q, moved);
    const double off = std::max(largest_turn(problem_.system(), moved), moved.cwiseAbs().maxCoeff() / size_);
    const double turned = largest_turn(problem_.system(), d);
    if (!(off <= kNearPredicted) || turned > 1.5) return false;
    next.v = state_.v + h * state_.a;
    try {
      assembler_.project_velocity(next.q, next.v);
      problem_.remember(next);
      problem_.recall(next);
      problem_.update_topology(next);
      if (accelerations_.solve(next) > AccelerationSolver::kSolved) throw AssemblyError("a singular position");
    } catch (const AssemblyError& e) {
      problem_.recall(state_);
      reason_ = e.what();
      return false;
    }
    reason_.clear();
    state_ = std::move(next);
    return true;
  }

  [[noreturn]] void fail() {
    std::string why = reason_;
    if (why.empty()) {
      Eigen::Index worst = 0;
      worst_.cwiseAbs().maxCoeff(&worst);
      why = fmt::format("{} cannot be closed", problem_.system().row_name(static_cast<int>(worst)));
    }
    const double soon = kSoon * problem_.system().model().simulation.end;
    if (const auto conflict = find_conflicting_motions(mechanism_, state_, state_.t + soon); conflict.set >= 0)
      throw IntegrationError(fmt::format("{} ({})", conflict.text(), why));
    const DeadPosition dead = find_dead_position(mechanism_, state_, soon);
    if (!dead.rows.empty()) throw IntegrationError(fmt::format("{} ({})", dead.text(), why));
    throw IntegrationError(
        fmt::format("the motion cannot be followed beyond t = {:.9g} s: {}; the mechanism locks there, or passes a "
                    "dead centre where it may go on in two ways",
                    state_.t, why));
  }

  Mechanism& mechanism_;
  MultibodyProblem& problem_;
  dae::State state_;
  double size_;
  Assembler assembler_;
  AccelerationSolver accelerations_;
  double open_ = 0.0;
  Vector worst_;
  std::string reason_;
};

using Visit = std::function<void(dae::State&)>;

StatesResult follow(const Model& model, Mechanism& mechanism, AnalysisKind kind, const AnalysisOptions& options,
                    const Visit& visit) {
  const Interruption::Watch watch(options.interruption);
  StateRecorder recorder(mechanism, options, kind);
  if (options.warn)
    for (const std::string& w : recorder.summary().warnings) options.warn(w);
  OutputClock clock(model.simulation.end, output_step_of(model.simulation), mechanism.initial_state().t);
  Progress progress(model.simulation.end, !options.show_progress, options.progress);
  const double began = cpu_seconds();
  const auto finish = [&](const char* status, const std::string& message) {
    recorder.summary().cpu_seconds = cpu_seconds() - began;
    return recorder.finish(status, message);
  };
  try {
    DrivenMotion motion(mechanism);
    for (long row = 0; !clock.done(); ++row, clock.advance()) {
      if (row > 0) motion.go_to(clock.next());
      dae::State state = motion.state();
      visit(state);
      recorder.take(state);
      progress.update(state.t, model.simulation.output_step.value_or(0.0), 0);
      if (watch.asked()) {
        progress.clear();
        return finish("interrupted", fmt::format("interrupted at t = {:.9g} s", state.t));
      }
    }
  } catch (const IntegrationError& e) {
    finish("failed", e.what());
    throw;
  } catch (const AssemblyError& e) {
    finish("failed", e.what());
    throw IntegrationError(e.what());
  }
  return finish("done", "");
}

StatesResult integrated(const Model& model, const AnalysisOptions& options, const std::string& what) {
  DynamicsOptions run;
  static_cast<AnalysisOptions&>(run) = options;
  if (options.warn) options.warn(fmt::format("{}: they are integrated over time, with the model's method", what));
  DynamicsResult done = run_dynamics(model, run);
  return {done.summary, done.data, done.columns, done.times, done.outputs, done.end};
}

// The multipliers that drives exert, brought to 0 by the actuators.
class Actuators {
 public:
  Actuators(Mechanism& mechanism, std::size_t count)
      : problem_(mechanism.problem()),
        accelerations_(problem_),
        first_(problem_.sizes().velocities - static_cast<int>(count)),
        count_(static_cast<Eigen::Index>(count)) {
    for (std::size_t k = 0; k < mechanism.system().model().motions.size(); ++k)
      if (const int row = mechanism.system().constraints()[k].row; row >= 0) rows_.push_back(row);
  }

  void solve(dae::State& state) {
    const dae::Sizes& n = problem_.sizes();
    state.v.tail(count_) = last_.size() > 0 ? last_ : Vector::Zero(count_);
    const Vector zero = Vector::Zero(n.velocities);
    const auto drives = static_cast<Eigen::Index>(rows_.size());
    Vector open(drives), column(n.unknowns()), product(n.unknowns());
    Eigen::MatrixXd J(drives, count_);
    double scale = 0.0, before = INFINITY;
    for (int pass = 0; pass < 20; ++pass) {
      if (accelerations_.solve(state) > AccelerationSolver::kSolved) fail(state, "the mechanism is singular");
      for (Eigen::Index k = 0; k < drives; ++k) open[k] = state.lambda[rows_[static_cast<std::size_t>(k)]];
      scale = std::max(scale, state.lambda.cwiseAbs().maxCoeff());
      const double size = open.cwiseAbs().maxCoeff();
      if (size <= 1e-14 * scale || (pass > 1 && size <= 1e-10 * scale && size >= 0.5 * before)) break;
      if (pass == 19) fail(state, "their forces do not settle");
      before = size;
      const dae::TrialPoint at{state.t, state.q, state.v, state.a, state.lambda, zero};
      problem_.newton_matrix({1.0, 0.0, 0.0}, {state.t, state.q}, at, matrix_);
      problem_.newton_matrix({0.0, 1.0, 0.0}, {state.t, state.q}, at, damping_);
      if (!mass_.factor(matrix_)) fail(state, "the mechanism is singular");
      for (Eigen::Index c = 0; c < count_; ++c) {
        column.setZero();
        column[first_ + c] = 1.0;
        damping_.multiply(column, product);
        product.tail(n.multipliers).setZero();
        product = -product;
        mass_.solve(product);
        for (Eigen::Index k = 0; k < drives; ++k) J(k, c) = product[n.velocities + rows_[static_cast<std::size_t>(k)]];
      }
      const linear::PivotedQr qr(J, 1e-10);
      if (qr.rank() < count_) fail(state, "they cannot bring about this motion here");
      state.v.tail(count_) -= qr.solve(open);
    }
    last_ = state.v.tail(count_);
  }
  const Vector& values() const { return last_; }

 private:
  [[noreturn]] static void fail(const dae::State& state, const char* why) {
    throw IntegrationError(fmt::format("the actuators cannot be found at t = {:.9g} s: {}", state.t, why));
  }

  MultibodyProblem& problem_;
  AccelerationSolver accelerations_;
  linear::SparseMatrix matrix_, damping_;
  linear::Factorisation mass_;
  Eigen::Index first_, count_;
  std::vector<int> rows_;
  Vector last_;
};

}  // namespace

StatesResult run_kinematics(const Model& model, const AnalysisOptions& options) {
  {
    Mechanism mechanism(model, options.restart());
    require_no_freedom(model, mechanism);
    const dae::Sizes& n = mechanism.system().sizes();
    if (n.states == 0 && n.nonholonomic == 0)
      return follow(model, mechanism, AnalysisKind::kinematics, options, [](dae::State&) {});
  }
  return integrated(
      model, options,
      "states, and drives that are given as velocities or accelerations, cannot be evaluated at a single moment");
}

StatesResult run_inverse_dynamics(const Model& model, const AnalysisOptions& options) {
  const std::vector<std::string>& actuators = model.simulation.actuators;
  if (actuators.empty())
    throw ModelError(model.simulation.where,
                     "inverse dynamics needs `actuators`: the variables, in forces or torques, that are to be found");
  Mechanism mechanism(with_inputs(model, actuators));
  std::size_t drives = 0;
  for (const Motion& m : model.motions) drives += m.active ? 1 : 0;
  require_no_freedom(model, mechanism);
  if (drives != actuators.size())
    throw ModelError(model.simulation.where,
                     fmt::format("{} motion{} cannot be brought about by {} actuator{}: there must be as many", drives,
                                 drives == 1 ? "" : "s", actuators.size(), actuators.size() == 1 ? "" : "s"));
  if (!model.states.empty() || mechanism.system().sizes().nonholonomic > 0)
    throw ModelError(model.simulation.where,
                     "inverse dynamics needs motions given as displacements or angles, and no states: velocities, "
                     "accelerations and states cannot be evaluated at a single moment");
  Actuators solver(mechanism, actuators.size());
  std::vector<std::vector<double>> rows;
  StatesResult out = follow(model, mechanism, AnalysisKind::inverse_dynamics, options, [&](dae::State& state) {
    solver.solve(state);
    // What the variable itself says is part of the actuator.
    mechanism.problem().energies(state);
    std::vector<double> row{state.t / model.units.time};
    for (const std::string& name : actuators)
      for (std::size_t k = 0; k < model.variables.size(); ++k)
        if (model.variables[k].name == name) row.push_back(mechanism.problem().variable(static_cast<int>(k)));
    rows.push_back(std::move(row));
  });
  if (options.folder) {
    std::string text = "time";
    for (const std::string& name : actuators) text += "," + name;
    text += "\n";
    for (const auto& row : rows) text += fmt::format("{}\n", fmt::join(row, ","));
    files::write_file(*options.folder / "actuators.csv", text);
  }
  return out;
}

}  // namespace alembert
