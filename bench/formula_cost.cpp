// What forces written as formulas cost: the residual and the Jacobian of N masses, held by springs with dampers,
//   f = -(k (l - l0) + c l') d/l,     d = p_i - p_j, l = |d|,
// once as the built-in spring_damper and once as a general_force; per force, and beside each other. Point masses hang
// on ground, rigid bodies on the body before them, with a reaction (which a point cannot take).
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "analysis/dynamics.h"
#include "model/reader.h"

namespace alembert {
namespace {

using Clock = std::chrono::steady_clock;

enum class Springs { none, built_in, formula, formula_with_variable };

// The marker at the other end of spring i.
std::string holder(int i, bool rigid) { return !rigid || i == 0 ? "ground" : fmt::format("b{}.m", i - 1); }

std::string spring_text(Springs springs, int i, bool rigid) {
  const std::string a = fmt::format("b{}.m", i), b = holder(i, rigid);
  if (springs == Springs::built_in)
    return fmt::format("  s{}: {{type: spring_damper, between: [{}, {}], stiffness: 300, damping: 2, length: 1}}\n", i,
                       a, b);
  std::vector<std::string> components;
  for (const char axis : {'x', 'y', 'z'})
    components.push_back(
        springs == Springs::formula_with_variable
            ? fmt::format("\"-var(t{})*d{}({}, {})\"", i, axis, a, b)
            : fmt::format("\"-(300*(dm({0}, {1}) - 1) + 2*vr({0}, {1}))/dm({0}, {1})*d{2}({0}, {1})\"", a, b, axis));
  return fmt::format("  s{}: {{type: general_force, on: {}, force: [{}]{}}}\n", i, a, fmt::join(components, ", "),
                     rigid ? ", reaction: " + b : "");
}

Model masses(Springs springs, int n, bool rigid) {
  std::string text = "alembert: 1\nbodies:\n", variables = "variables:\n", forces = "forces:\n";
  for (int i = 0; i < n; ++i) {
    text += fmt::format(
        "  b{}: {{type: {}, mass: 1, position: [{}, {}, 0.1], velocity: [{}, 0.2, -0.1], "
        "markers: {{m: {{at: [{}, 0, 0]}}}}}}\n",
        i, rigid ? "rigid, inertia: [1, 2, 3]" : "point", 1.1 * (i + 1), i % 3 * 0.2, 0.1 * (i % 7), rigid ? 0.2 : 0.0);
    if (springs == Springs::none) continue;
    forces += spring_text(springs, i, rigid);
    const std::string a = fmt::format("b{}.m", i), b = holder(i, rigid);
    variables += fmt::format("  t{2}: \"(300*(dm({0}, {1}) - 1) + 2*vr({0}, {1}))/dm({0}, {1})\"\n", a, b, i);
  }
  if (springs == Springs::formula_with_variable) text += variables;
  if (springs != Springs::none) text += forces;
  return read_model_text(text + "simulation: {end: 1}\n", "masses");
}

// One mechanism, with what its evaluations need.
class Case {
 public:
  Case(Springs springs, int n, bool rigid) : engine_(masses(springs, n, rigid)), state_(engine_.initial_state()) {
    const dae::Sizes sizes = engine_.problem().sizes();
    f_.resize(sizes.velocities);
    phi_.resize(sizes.multipliers);
    d_ = Vector::Constant(sizes.velocities, 1e-3);
    values_.resize(static_cast<std::size_t>(engine_.problem().pattern()->nonzeros()));
  }
  double residual() {
    const auto start = Clock::now();
    engine_.problem().evaluate(0.0, state_.q, state_.v, state_.lambda, f_, phi_);
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  double jacobian() {
    const auto start = Clock::now();
    engine_.problem().linearise({1.0, 1e-3, 1e-6}, {0.0, state_.q},
                                {0.0, state_.q, state_.v, state_.a, state_.lambda, d_}, values_.data());
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

 private:
  DynamicsEngine engine_;
  dae::State state_;
  Vector f_, phi_, d_;
  std::vector<double> values_;
};

// The middle of many short measurements: robust against the other users of the machine.
double median(std::vector<double>& x) {
  std::nth_element(x.begin(), x.begin() + static_cast<long>(x.size() / 2), x.end());
  return x[x.size() / 2];
}

// Linear in N: the cost per force, three formulas each, stays.
void per_force(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  Case c(Springs::formula, n, false);
  std::vector<double> residual, jacobian;
  for (auto _ : state) {
    residual.push_back(c.residual());
    jacobian.push_back(c.jacobian());
  }
  state.counters["residual_ns_per_force"] = 1e9 * median(residual) / n;
  state.counters["jacobian_ns_per_force"] = 1e9 * median(jacobian) / n;
}
BENCHMARK(per_force)->Arg(250)->Arg(500)->Arg(1000)->Arg(2000)->Iterations(200)->Unit(benchmark::kMillisecond);

// Formulas beside the built-in element, measured in turns; what the masses cost without forces is taken off both.
void beside_built_in(benchmark::State& state, Springs springs, bool rigid) {
  constexpr int n = 300;
  Case bare(Springs::none, n, rigid), built_in(Springs::built_in, n, rigid), formula(springs, n, rigid);
  std::vector<double> residual[3], jacobian[3];
  for (auto _ : state)
    for (int k = 0; k < 3; ++k) {
      Case& c = k == 0 ? bare : k == 1 ? built_in : formula;
      residual[k].push_back(c.residual());
      jacobian[k].push_back(c.jacobian());
    }
  const auto report = [&](const std::string& what, std::vector<double>* times) {
    const double base = median(times[0]), element = median(times[1]), formulas = median(times[2]);
    state.counters[what + "_built_in_ns"] = 1e9 * (element - base) / n;
    state.counters[what + "_formula_ns"] = 1e9 * (formulas - base) / n;
    state.counters[what + "_ratio"] = (formulas - base) / (element - base);
    state.counters[what + "_whole_ratio"] = formulas / element;
  };
  report("residual", residual);
  report("jacobian", jacobian);
}
BENCHMARK_CAPTURE(beside_built_in, points, Springs::formula, false)->Iterations(500)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(beside_built_in, points_with_variable, Springs::formula_with_variable, false)
    ->Iterations(500)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(beside_built_in, rigid, Springs::formula, true)->Iterations(500)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(beside_built_in, rigid_with_variable, Springs::formula_with_variable, true)
    ->Iterations(500)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace alembert
