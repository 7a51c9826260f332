// What the value, the gradient and the second derivatives of expressions cost.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "expression/expression.h"

namespace alembert {
namespace {

const char* const texts[] = {
    "-200*(dx(a) - 0.3) - 5*vx(a)",
    "impact(dx(a), vx(a), 0.2, 1e5, 2.2, 100, 1e-3)",
    "step(time, 0, 0, 1, 5)*sin(2*pi*time) + sqrt(dx(a)^2 + dy(a)^2)*exp(-vx(a))",
    "akima(s, dx(a))*tanh(vx(a)/0.01)*abs(dy(a)) + hypot(dx(a), dz(a))/(1 + time^2)",
};

struct Case {
  explicit Case(const benchmark::State& state)
      : expression(
            parse_expression(texts[state.range(0)], {}, {},
                             {{"s", std::make_shared<const Spline>("s", std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7},
                                                                   std::vector<double>{0, 1, 0, 2, 1, 3, 2, 4})}})),
        leaves(expression.measures().size(), 0.17),
        gradient(leaves.size() + 1),
        hessian(gradient.size() * gradient.size()) {}
  Expression expression;
  std::vector<double> leaves, gradient, hessian;
  double d_time = 0.0;
};

void value(benchmark::State& state) {
  Case c(state);
  for (auto _ : state) benchmark::DoNotOptimize(c.expression.evaluate(0.4, c.leaves));
  state.SetLabel(c.expression.text());
}
BENCHMARK(value)->DenseRange(0, 3);

void gradient(benchmark::State& state) {
  Case c(state);
  for (auto _ : state) {
    benchmark::DoNotOptimize(c.expression.gradient(0.4, c.leaves, {c.gradient.data(), c.leaves.size()}, c.d_time));
  }
}
BENCHMARK(gradient)->DenseRange(0, 3);

// min, max and poly take any number of arguments: the gradient is linear in it.
void gradient_of_many(benchmark::State& state, const std::string& function) {
  std::string text = function + "(dx(a0), dx(a1)";
  for (int k = 2; k < state.range(0); ++k) text += ", dx(a" + std::to_string(k) + ")";
  const Expression e = parse_expression(text + ")", {}, {});
  const std::vector<double> leaves(e.measures().size(), 0.3);
  std::vector<double> d(leaves.size());
  double d_time = 0.0;
  for (auto _ : state) benchmark::DoNotOptimize(e.gradient(0.4, leaves, d, d_time));
  state.SetComplexityN(state.range(0));
}
BENCHMARK_CAPTURE(gradient_of_many, max, "max")->RangeMultiplier(2)->Range(8, 256)->Complexity(benchmark::oN);
BENCHMARK_CAPTURE(gradient_of_many, poly, "poly")->RangeMultiplier(2)->Range(8, 256)->Complexity(benchmark::oN);

void second_derivatives(benchmark::State& state) {
  Case c(state);
  for (auto _ : state) {
    c.expression.second_derivatives(0.4, c.leaves, c.gradient, c.hessian);
    benchmark::DoNotOptimize(c.hessian.data());
  }
}
BENCHMARK(second_derivatives)->DenseRange(0, 3);

}  // namespace
}  // namespace alembert
