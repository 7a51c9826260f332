// Alembert on a task: a model of models/ integrated by one of its methods.
#include <algorithm>

#include "analysis/dynamics.h"
#include "base/error.h"
#include "engine.h"
#include "model/reader.h"

namespace alembert::race {

namespace {

class AlembertEngine final : public Engine {
 public:
  explicit AlembertEngine(const Task& task)
      : task_(task), model_(read_model_file(std::string(ALEMBERT_SOURCE_DIR) + "/" + task.model, {task.set})) {
    std::erase_if(model_.outputs, [&](const Output& output) { return coordinate(output.name) < 0; });
    model_.simulation.end = task.end;
    model_.simulation.output_step.reset();
  }

  Verdict judge(const Setting& setting, double most_seconds) override {
    Verdict verdict;
    const double begun = process_cpu_seconds();
    try {
      DynamicsEngine engine(model_with(setting));
      Integrator& integrator = engine.integrator();
      Judge judge(task_);
      look(engine, judge);
      while (!integrator.done()) {
        integrator.advance();
        look(engine, judge);
        if (process_cpu_seconds() - begun > most_seconds) return given_up();
      }
      verdict = {true, judge.excess(), judge.found(), {}, false, integrator.statistics().steps};
    } catch (const Error& e) {
      verdict.reason = e.what();
    }
    return verdict;
  }

  double time(const Setting& setting) override {
    DynamicsEngine engine(model_with(setting));
    Integrator& integrator = engine.integrator();
    const double begun = process_cpu_seconds();
    while (!integrator.done()) integrator.advance();
    return process_cpu_seconds() - begun;
  }

  std::vector<Setting> candidates() const override {
    const auto named = [](const char* name, std::map<std::string, double> parameters = {}) {
      return Setting{name, std::move(parameters), {}, {}};
    };
    std::vector<Setting> all{named("nstiff"),
                             named("nstiff_si2"),
                             named("newmark", {{"gamma", 0.5}}),
                             named("tangent"),
                             named("central_difference"),
                             named("bdf"),
                             named("bdf", {{"stabilised", 0.0}})};
    for (const double alpha : {-0.3, -0.05, 0.0})
      for (const char* name : {"hht", "hht_si2", "hht_add"}) all.push_back(named(name, {{"alpha", alpha}}));
    for (const double rho : {0.5, 0.9}) all.push_back(named("gen_alpha_soi2", {{"rho", rho}}));
    all.push_back(named("tangent", {{"beta", 1.0 / 12.0}}));
    return all;
  }

 private:
  // Which coordinate of the compared point an output is; -1: none.
  int coordinate(const std::string& name) const {
    const auto found = std::find(task_.point_outputs.begin(), task_.point_outputs.end(), name);
    return found == task_.point_outputs.end() ? -1 : static_cast<int>(found - task_.point_outputs.begin());
  }

  Model model_with(const Setting& setting) const {
    Model model = model_;
    model.simulation.method = {setting.method, setting.parameters, {}};
    model.simulation.tolerance = setting.tolerance;
    model.simulation.step = setting.step;
    return model;
  }

  // What the judge wants to know of the last step.
  void look(DynamicsEngine& engine, Judge& judge) {
    Integrator& integrator = engine.integrator();
    const dae::State& now = integrator.state();
    const Energies energies = engine.problem().energies(now);
    judge.step(energies.kinetic, energies.potential);
    while (const Place* place = judge.next()) {
      if (place->t > now.t) break;
      if (place->t == now.t)
        between_ = now;
      else
        integrator.interpolate(place->t, between_);
      snapshot_.state = &between_;
      snapshot_.energies = engine.problem().energies(between_);
      engine.outputs().evaluate(engine.problem(), snapshot_, values_);
      Vec3 point = Vec3::Zero();
      for (std::size_t k = 0; k < values_.size(); ++k) point[coordinate(model_.outputs[k].name)] = values_[k];
      judge.at_next(point);
    }
  }

  const Task task_;
  Model model_;
  dae::State between_;
  Snapshot snapshot_;
  std::vector<double> values_;
};

}  // namespace

std::unique_ptr<Engine> make_alembert_engine(const Task& task) { return std::make_unique<AlembertEngine>(task); }

}  // namespace alembert::race
