// Simbody on a task: a mechanism integrated by one of its integrators.
//
// Parameters of a setting, beside the integrator's name and accuracy or fixed step:
//   euler       1: Euler angles, else quaternions
//   closing     constraint tolerance as a share of the accuracy; Simbody's own is 0.1
#include <limits>
#include <stdexcept>

#include "engine.h"
#include "mechanisms/mechanism.h"

namespace alembert::race {

namespace {

constexpr int kMostForNewton = 1000;  // states: CPodes takes a dense Jacobian by differences

std::unique_ptr<Mechanism> make_mechanism(const Task& task) {
  if (task.name == "A01") return make_pendulum();
  if (task.name == "A03") return make_seven_body();
  if (task.name == "A04") return make_bricard(true);
  if (task.name == "A04 29") return make_bricard(false);
  if (task.name == "A05") return make_governor();
  if (const auto bars = task.set.find("N"); bars != task.set.end()) return make_chain(static_cast<int>(bars->second));
  throw std::invalid_argument("Simbody has no model of " + task.name);
}

std::unique_ptr<SimTK::Integrator> make_integrator(const std::string& name, const SimTK::MultibodySystem& system) {
  using SimTK::CPodes;
  if (name == "RungeKuttaMerson") return std::make_unique<SimTK::RungeKuttaMersonIntegrator>(system);
  if (name == "RungeKuttaFeldberg") return std::make_unique<SimTK::RungeKuttaFeldbergIntegrator>(system);
  if (name == "RungeKutta3") return std::make_unique<SimTK::RungeKutta3Integrator>(system);
  if (name == "RungeKutta2") return std::make_unique<SimTK::RungeKutta2Integrator>(system);
  if (name == "Verlet") return std::make_unique<SimTK::VerletIntegrator>(system);
  if (name == "SemiExplicitEuler2") return std::make_unique<SimTK::SemiExplicitEuler2Integrator>(system);
  if (name == "CPodes BDF") return std::make_unique<SimTK::CPodesIntegrator>(system, CPodes::BDF, CPodes::Newton);
  if (name == "CPodes Adams")
    return std::make_unique<SimTK::CPodesIntegrator>(system, CPodes::Adams, CPodes::Functional);
  throw std::invalid_argument("Simbody has no integrator " + name);
}

class SimbodyEngine final : public Engine {
 public:
  explicit SimbodyEngine(const Task& task) : task_(task), mechanism_(make_mechanism(task)) {}

  Verdict judge(const Setting& setting, double most_seconds) override {
    Verdict verdict;
    const double begun = process_cpu_seconds();
    try {
      const auto integrator = started(setting);
      integrator->setReturnEveryInternalStep(true);
      Judge judge(task_);
      look(*integrator, judge);
      while (integrator->getTime() < task_.end) {
        const Place* place = judge.next();
        integrator->stepTo(place ? place->t : task_.end);
        look(*integrator, judge);
        if (process_cpu_seconds() - begun > most_seconds) return given_up();
      }
      verdict = {true, judge.excess(), judge.found(), {}, false, integrator->getNumStepsTaken()};
    } catch (const std::exception& e) {
      verdict.reason = e.what();
    }
    return verdict;
  }

  double time(const Setting& setting) override {
    const auto integrator = started(setting);
    const double begun = process_cpu_seconds();
    while (integrator->getTime() < task_.end) integrator->stepTo(task_.end);
    return process_cpu_seconds() - begun;
  }

  std::vector<Setting> candidates() const override {
    const SimTK::State state = mechanism_->start(false);
    const bool balls = state.getNQ() > state.getNU();
    const bool loops = state.getNMultipliers() > 0;
    std::vector<Setting> all;
    for (const char* name : {"RungeKuttaMerson", "CPodes BDF", "CPodes Adams", "RungeKuttaFeldberg", "RungeKutta3",
                             "RungeKutta2", "Verlet", "SemiExplicitEuler2"}) {
      if (state.getNY() > kMostForNewton && std::string(name) == "CPodes BDF") continue;
      all.push_back({name, {}, {}, {}});
      if (balls) all.push_back({name, {{"euler", 1}}, {}, {}});
      if (loops)
        for (const double closing : {1e-2, 10.0}) all.push_back({name, {{"closing", closing}}, {}, {}});
    }
    return all;
  }

 private:
  static double parameter(const Setting& setting, const std::string& name, double otherwise) {
    const auto found = setting.parameters.find(name);
    return found == setting.parameters.end() ? otherwise : found->second;
  }

  std::unique_ptr<SimTK::Integrator> started(const Setting& setting) {
    auto integrator = make_integrator(setting.method, mechanism_->system());
    const double accuracy = setting.tolerance.value_or(1e-3);  // Simbody's own
    if (setting.step) integrator->setFixedStepSize(*setting.step);
    integrator->setAccuracy(accuracy);
    integrator->setInternalStepLimit(std::numeric_limits<int>::max());
    integrator->setConstraintTolerance(parameter(setting, "closing", 0.1) * accuracy);
    integrator->initialize(mechanism_->start(parameter(setting, "euler", 0.0) != 0.0));
    return integrator;
  }

  // What the judge wants to know of where the integrator is.
  void look(SimTK::Integrator& integrator, Judge& judge) {
    const SimTK::State& now = integrator.getState();
    const SimTK::MultibodySystem& system = mechanism_->system();
    system.realize(now, SimTK::Stage::Dynamics);
    if (!integrator.isStateInterpolated()) judge.step(system.calcKineticEnergy(now), system.calcPotentialEnergy(now));
    while (judge.next() && judge.next()->t <= now.getTime()) {
      const SimTK::Vec3 p = mechanism_->point(now);
      judge.at_next({p[0], p[1], p[2]});
    }
  }

  const Task task_;
  std::unique_ptr<Mechanism> mechanism_;
};

}  // namespace

}  // namespace alembert::race

extern "C" alembert::race::Engine* alembert_make_simbody_engine(const alembert::race::Task& task) {
  return new alembert::race::SimbodyEngine(task);
}
