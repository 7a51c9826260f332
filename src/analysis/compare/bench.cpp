#include "analysis/compare/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/dynamics.h"
#include "analysis/integrators.h"
#include "analysis/work_account.h"
#include "base/cpu_time.h"
#include "base/error.h"

namespace alembert::compare {

namespace {

constexpr double kTimedAtLeast = 0.02;  // s in all: the clock and the scheduler are noise below
constexpr double kTimedEnough = 0.5;    // s in all: a second and third run tell little more
constexpr int kTimedRuns = 3;
// A variable step that shrinks without end (a method that rings does that) is given up after this many.
constexpr long kMostVariableSteps = 1000000;

// The cause alone: time and step have columns of their own, and advice for one run is none for a comparison.
std::string short_reason(std::string message) {
  const std::string prefix = "integration failed at ";
  if (message.rfind(prefix, 0) == 0) {
    const std::size_t colon = message.find(": ");
    if (colon != std::string::npos) message.erase(0, colon + 2);
  }
  return message.substr(0, message.find_first_of(";\n"));
}

// What is measured after every step.
class Meter {
 public:
  explicit Meter(DynamicsEngine& engine)
      : problem_(engine.problem()),
        holonomic_(engine.system().sizes().holonomic()),
        work_(engine.system(), problem_, engine.initial_state(), engine.integrator().energy_consistent()),
        f_(Vector::Zero(engine.system().sizes().velocities)),
        rate_(Vector::Zero(engine.system().sizes().multipliers)) {
    const dae::State& s = engine.initial_state();
    start_ = energy(s);
  }

  void step(Integrator& integrator) {
    const dae::State& s = integrator.state();
    work_.add_step(integrator);
    const double defect = std::abs(energy(s) - start_ - work_.supplied() + work_.dissipated());
    integral_ += 0.5 * integrator.last_step() * (defect + last_);
    last_ = defect;
    if (rate_.size() == 0) return;
    problem_.evaluate(s.t, s.q, s.v, s.lambda, f_, rate_);
    grow(position_, rate_.head(holonomic_));
    problem_.velocity_constraints(s.t, s.q, s.v, rate_);
    grow(velocity_, rate_);
    problem_.acceleration_constraints(s.t, s.q, s.v, integrator.acceleration(), rate_);
    grow(acceleration_, rate_);
  }

  void report(Run& run) const {
    run.energy_error = run.end_time > 0.0 ? integral_ / run.end_time : 0.0;
    run.energy_scale = scale_;
    run.statistics.max_position_violation = position_;
    run.statistics.max_velocity_violation = velocity_;
    run.statistics.max_acceleration_violation = acceleration_;
  }

 private:
  double energy(const dae::State& s) {
    const Energies e = problem_.energies(s);
    scale_ = std::max(scale_, std::abs(e.kinetic) + std::abs(e.potential));
    return e.kinetic + e.potential;
  }
  template <class Expression>
  static void grow(double& largest, const Eigen::MatrixBase<Expression>& x) {
    if (x.size() > 0) largest = std::max(largest, x.cwiseAbs().maxCoeff());
  }

  MultibodyProblem& problem_;
  int holonomic_;
  WorkAccount work_;
  Vector f_, rate_;
  double start_ = 0.0, scale_ = 0.0, last_ = 0.0, integral_ = 0.0;
  double position_ = 0.0, velocity_ = 0.0, acceleration_ = 0.0;
};

}  // namespace

const char* status_name(Run::Status status) {
  constexpr const char* names[] = {"done", "failed", "refused", "interrupted"};
  return names[static_cast<int>(status)];
}

Bench::Bench(const Model& model, const Interruption* interruption)
    : model_(model), interruption_(interruption), mechanism_(model) {
  model_.outputs.clear();
  const std::vector<DependentSet>& sets = start_report().dependent_sets;
  unique_ = std::none_of(sets.begin(), sets.end(), [](const DependentSet& set) { return set.always; });
}

Model Bench::model_with(const MethodChoice& method, const Setting& setting) const {
  Model model = model_;
  model.simulation.method = {method.name, method.parameters, {}};
  model.simulation.step = setting.step;
  model.simulation.tolerance = setting.tolerance;
  model.simulation.output_step.reset();
  // Nothing is written: the tolerance alone sets the steps.
  if (!model.simulation.max_step) model.simulation.max_step = model.simulation.end;
  return model;
}

std::optional<std::string> Bench::refusal(const MethodChoice& method, const Setting& setting) {
  const auto reason = [&](const std::optional<double>& step, const std::optional<double>& tolerance) {
    IntegrationOptions options;
    options.end = model_.simulation.end;
    options.step = step;
    options.tolerance = tolerance;
    try {
      make_integrator(mechanism_.problem(), method.name, method.parameters, options);
    } catch (const UsageError& e) {
      return std::optional<std::string>(e.what());
    }
    return std::optional<std::string>();
  };
  const std::optional<std::string> refused = reason(setting.step, setting.tolerance);
  if (!refused) return {};
  const std::optional<std::string> otherwise =
      setting.step ? reason({}, kDefaultTolerance) : reason(1e-3 * model_.simulation.end, {});
  if (otherwise) throw UsageError(*refused);
  return short_reason(*refused);
}

Run Bench::integrate(const Model& model, bool measuring) {
  Run run;
  double reached = 0.0;
  try {
    DynamicsEngine engine(model);
    Integrator& integrator = engine.integrator();
    Meter meter(engine);
    while (!integrator.done()) {
      if (interrupted()) {
        run.status = Run::Status::interrupted;
        run.reason = "interrupted";
        break;
      }
      if (!model.simulation.step && integrator.statistics().steps >= kMostVariableSteps)
        throw IntegrationError(fmt::format("given up after {} steps", kMostVariableSteps));
      integrator.advance();
      run.end_time = reached = integrator.state().t;
      if (measuring) meter.step(integrator);
      if (on_step) on_step(reached);
    }
    const dae::State& s = integrator.state();
    run.statistics = integrator.statistics();
    if (measuring) meter.report(run);
    run.end = {s.q, s.v, integrator.acceleration(), s.lambda};
    if (!unique_) {
      Vector f = Vector::Zero(s.v.size()), phi = Vector::Zero(s.lambda.size()), force = Vector::Zero(s.v.size());
      engine.problem().evaluate(s.t, s.q, s.v, s.lambda, f, phi);
      engine.problem().constraint_forces(s.lambda, force);
      run.end.lambda = force;
    }
  } catch (const IntegrationError& e) {
    run.status = Run::Status::failed;
    run.reason = short_reason(e.what());
    run.end_time = reached;
  } catch (const UsageError& e) {
    run.status = Run::Status::refused;
    run.reason = short_reason(e.what());
  }
  return run;
}

// Takes the least of several runs: whatever disturbs a run makes it slower.
void Bench::time(const Model& model, Run& run) {
  double total = 0.0, best = std::numeric_limits<double>::infinity();
  while (total < kTimedAtLeast || (run.repeats < kTimedRuns && total < kTimedEnough)) {
    DynamicsEngine engine(model);
    Integrator& integrator = engine.integrator();
    const double before = cpu_seconds();
    while (!integrator.done() && !interrupted()) integrator.advance();
    const double spent = cpu_seconds() - before;
    if (!integrator.done()) break;
    best = std::min(best, spent);
    total += spent;
    ++run.repeats;
  }
  if (run.repeats == 0) {
    run.status = Run::Status::interrupted;
    run.reason = "interrupted";
    return;
  }
  run.cpu_seconds = best;
}

Run Bench::measure(const MethodChoice& method, const Setting& setting) {
  const Model model = model_with(method, setting);
  Run run = integrate(model, true);
  if (run.status == Run::Status::done) time(model, run);
  return run;
}

Run Bench::end_of(const MethodChoice& method, const Setting& setting) {
  Model model = model_with(method, setting);
  Simulation& s = model.simulation;
  s.initial_step.reset();
  s.min_step.reset();
  s.max_step = s.end;
  return integrate(model, false);
}

RunSizes Bench::difference(const EndValues& x, const EndValues& y) const {
  Vector d = Vector::Zero(y.v.size());
  mechanism_.problem().difference(y.q, x.q, d);
  return {d.norm(), (x.v - y.v).norm(), (x.a - y.a).norm(), (x.lambda - y.lambda).norm()};
}

RunSizes Bench::sizes(const EndValues& x) const {
  Vector d = Vector::Zero(x.v.size());
  mechanism_.problem().difference(mechanism_.initial_state().q, x.q, d);
  return {d.norm(), x.v.norm(), x.a.norm(), x.lambda.norm()};
}

EndValues Bench::extrapolated(const EndValues& coarse, const EndValues& fine) const {
  EndValues out = fine;
  Vector d = Vector::Zero(fine.v.size());
  mechanism_.problem().difference(coarse.q, fine.q, d);
  mechanism_.problem().advance(fine.q, d / 3.0, out.q);
  out.v += (fine.v - coarse.v) / 3.0;
  out.a += (fine.a - coarse.a) / 3.0;
  out.lambda += (fine.lambda - coarse.lambda) / 3.0;
  return out;
}

}  // namespace alembert::compare
