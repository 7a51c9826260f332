// What a fixed-step HHT step costs beside one refactorisation plus one solve of its own Newton matrix, measured in
// turns in the same run; and how the cost grows with the length of a chain.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

#include "analysis/dynamics.h"
#include "model/reader.h"

namespace alembert {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Model model_of(const std::string& name, const std::map<std::string, double>& set, double step) {
  const std::string folder = name.find('/') == std::string::npos ? "/models/" : "/";
  Model model = read_model_file(std::string(ALEMBERT_SOURCE_DIR) + folder + name + ".yaml", {set});
  model.simulation.method = {"hht", {{"alpha", -0.05}}, {}};
  model.simulation.tolerance.reset();
  model.simulation.step = step;
  model.simulation.end = model.simulation.output_step.emplace(1e8 * step);  // never reached
  return model;
}

// The middle of many short measurements: robust against the other users of the machine.
double median(std::vector<double>& x) {
  std::nth_element(x.begin(), x.begin() + static_cast<long>(x.size() / 2), x.end());
  return x[x.size() / 2];
}

// A fixed step of hht_si2 beside one of hht on the same model: what enforcing the velocity constraints costs. Once with
// the little damping of the published runs, once with the default.
void velocity_constraints_cost(benchmark::State& state, const std::string& name,
                               const std::map<std::string, double>& set, double step, int steps_at_once) {
  Model plain = model_of(name, set, step);
  plain.simulation.method.parameters["alpha"] = 0.01 * static_cast<double>(state.range(0));
  Model stabilised = plain;
  stabilised.simulation.method.name = "hht_si2";
  // Where their vectors lie in memory moves times by a tenth: several of each, made in turns.
  constexpr int pairs = 4;
  std::vector<std::unique_ptr<DynamicsEngine>> plain_engines, stabilised_engines;
  for (int k = 0; k < pairs; ++k) {
    if (k % 2 == 0) plain_engines.push_back(std::make_unique<DynamicsEngine>(plain));
    stabilised_engines.push_back(std::make_unique<DynamicsEngine>(stabilised));
    if (k % 2 == 1) plain_engines.push_back(std::make_unique<DynamicsEngine>(plain));
  }
  const auto advance = [](std::vector<std::unique_ptr<DynamicsEngine>>& engines, int steps) {
    const auto start = Clock::now();
    for (const auto& engine : engines)
      for (int k = 0; k < steps; ++k) engine->stepper().advance();
    return seconds_since(start) / (steps * pairs);
  };
  advance(plain_engines, 20);
  advance(stabilised_engines, 20);
  std::vector<double> plain_times, stabilised_times, ratios;
  for (auto _ : state) {
    plain_times.push_back(advance(plain_engines, steps_at_once));
    stabilised_times.push_back(advance(stabilised_engines, steps_at_once));
    ratios.push_back(stabilised_times.back() / plain_times.back());
  }
  const double plain_time = median(plain_times), stabilised_time = median(stabilised_times);
  state.counters["hht_us"] = 1e6 * plain_time;
  state.counters["hht_si2_us"] = 1e6 * stabilised_time;
  state.counters["ratio"] = median(ratios);  // of turns taken right behind each other
  const auto newton = [](Stepper& s) {
    return static_cast<double>(s.statistics().newton_iterations) / static_cast<double>(s.statistics().steps);
  };
  const auto jacobians = [](Stepper& s) {
    return static_cast<double>(s.statistics().jacobian_evaluations) / static_cast<double>(s.statistics().steps);
  };
  state.counters["newton_hht"] = newton(plain_engines[0]->stepper());
  state.counters["newton_si2"] = newton(stabilised_engines[0]->stepper());
  state.counters["jacobians_hht"] = jacobians(plain_engines[0]->stepper());
  state.counters["jacobians_si2"] = jacobians(stabilised_engines[0]->stepper());
}

void step_cost(benchmark::State& state, const std::string& name, const std::map<std::string, double>& set, double step,
               int steps_at_once) {
  const Model model = model_of(name, set, step);
  DynamicsEngine engine(model);
  Stepper& stepper = engine.stepper();
  for (int k = 0; k < 20; ++k) stepper.advance();
  // Its Newton matrix: alpha = -0.05, beta = (1 - alpha)^2/4, gamma = 1/2 - alpha.
  const dae::State& now = stepper.state();
  const Vector zero = Vector::Zero(now.v.size());
  linear::SparseMatrix matrix;
  linear::Factorisation reference;
  engine.problem().newton_matrix({1.0 / 0.95, 0.55 * step, 0.275625 * step * step}, {now.t, now.q},
                                 {now.t, now.q, now.v, now.a, now.lambda, zero}, matrix);
  reference.factor(matrix);
  Vector b = Vector::Ones(engine.problem().sizes().unknowns());
  std::vector<double> step_times, linear_times;
  const RunStatistics before = stepper.statistics();
  for (auto _ : state) {
    auto start = Clock::now();
    for (int k = 0; k < steps_at_once; ++k) stepper.advance();
    step_times.push_back(seconds_since(start) / steps_at_once);
    start = Clock::now();
    for (int k = 0; k < steps_at_once; ++k) {
      reference.factor(matrix);
      reference.solve(b);
      b.setOnes();
    }
    linear_times.push_back(seconds_since(start) / steps_at_once);
  }
  const RunStatistics after = stepper.statistics();
  const double steps = static_cast<double>(after.steps - before.steps);
  const double step_time = median(step_times), linear_time = median(linear_times);
  state.counters["step_us"] = 1e6 * step_time;
  state.counters["refactor_solve_us"] = 1e6 * linear_time;
  state.counters["ratio"] = step_time / linear_time;
  state.counters["newton_per_step"] = static_cast<double>(after.newton_iterations - before.newton_iterations) / steps;
  state.counters["jacobians_per_step"] =
      static_cast<double>(after.jacobian_evaluations - before.jacobian_evaluations) / steps;
  state.counters["equations"] = engine.problem().sizes().unknowns();
}

BENCHMARK_CAPTURE(step_cost, double_four_bar, "double_four_bar", {}, 0.0075, 20)
    ->Iterations(100)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(step_cost, slider_crank, "slider_crank", {}, 1e-3, 50)->Iterations(40)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(step_cost, chain_100, "chain", {{"N", 100}}, 1e-3, 5)->Iterations(60)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(step_cost, bushings_100, "bench/large/bushings", {}, 1e-3, 5)
    ->Iterations(60)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(step_cost, chain_300, "chain", {{"N", 300}}, 1e-3, 2)->Iterations(60)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(step_cost, chain_1000, "chain", {{"N", 1000}}, 1e-3, 1)
    ->Iterations(100)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(step_cost, chain_3000, "chain", {{"N", 3000}}, 1e-3, 1)
    ->Iterations(40)
    ->Unit(benchmark::kMillisecond);

// Redundant equations make KLU pivot away from its order of elimination, and the factors fill unless the order is
// chosen by that: 1000 fixed steps of N windows (every revolute whole) beside those of a chain of 1000 bars, and a
// chain of spatial revolutes beside one of ball joints.
void thousand_steps(benchmark::State& state, const std::string& name, double step) {
  const double n = static_cast<double>(state.range(0));
  const Model model = model_of(name, {{"N", n}}, step);
  for (auto _ : state) {
    DynamicsEngine engine(model);
    const auto start = Clock::now();
    for (int k = 0; k < 1000; ++k) engine.stepper().advance();
    const double seconds = seconds_since(start);
    state.counters["seconds"] = seconds;
    state.counters["us_per_step_and_N"] = 1e3 * seconds / n;
  }
}
BENCHMARK_CAPTURE(thousand_steps, windows, "double_four_bar", 1e-2)->Arg(40)->Arg(200)->Iterations(1);
BENCHMARK_CAPTURE(thousand_steps, balls, "chain", 1e-3)->Arg(400)->Arg(1000)->Iterations(1);
BENCHMARK_CAPTURE(thousand_steps, revolutes, "bench/large/revolutes", 1e-3)->Arg(400)->Iterations(1);

BENCHMARK_CAPTURE(velocity_constraints_cost, slider_crank, "slider_crank", {}, 1e-3, 50)
    ->ArgName("alpha_percent")
    ->Arg(-5)
    ->Arg(-30)
    ->Iterations(80)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(velocity_constraints_cost, seven_body, "seven_body", {}, 1e-5, 50)
    ->ArgName("alpha_percent")
    ->Arg(-5)
    ->Arg(-30)
    ->Iterations(80)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(velocity_constraints_cost, chain_1000, "chain", {{"N", 1000}}, 1e-3, 10)
    ->ArgName("alpha_percent")
    ->Arg(-5)
    ->Arg(-30)
    ->Iterations(12)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace alembert

BENCHMARK_MAIN();
