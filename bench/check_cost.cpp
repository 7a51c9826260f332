// What `alembert check` of large models costs, reading them included, and how that grows: chains of ball joints,
// windows with all their redundant equations, a star about one body, a ring of revolutes, a flat net of rods. The table
// of docs/benchmarks.md is made of this.
#include <benchmark/benchmark.h>

#include <string>

#include "analysis/check.h"
#include "model/reader.h"

namespace alembert {
namespace {

void check_cost(benchmark::State& state, const std::string& file) {
  for (auto _ : state) {
    const Model model = read_model_file(std::string(ALEMBERT_SOURCE_DIR) + "/" + file + ".yaml",
                                        {{{"N", static_cast<double>(state.range(0))}}, {}});
    const CheckReport report = check_model_report(model);
    if (!report.problem.empty()) return state.SkipWithError(report.problem.c_str());
    if (report.start.unknown_rows > 0) return state.SkipWithError("not all equations were analysed");
    int redundant = 0;
    for (const DependentSet& set : report.start.dependent_sets) redundant += set.redundant;
    state.counters["bodies"] = static_cast<double>(model.bodies.size() - 1);
    state.counters["rank"] = report.start.rank;
    state.counters["redundant"] = redundant;
    state.counters["freedoms"] = report.start.degrees_of_freedom;
  }
}

// Once each: they differ by far more than the noise of the machine.
void once(benchmark::internal::Benchmark* b, std::initializer_list<int> sizes) {
  for (const int n : sizes) b->Arg(n);
  b->Iterations(1)->Unit(benchmark::kMillisecond);
}

BENCHMARK_CAPTURE(check_cost, chain, "models/chain")->Apply([](auto* b) { once(b, {1000, 8000, 30000}); });
BENCHMARK_CAPTURE(check_cost, windows, "models/double_four_bar")->Apply([](auto* b) { once(b, {40, 200, 1000}); });
BENCHMARK_CAPTURE(check_cost, star, "bench/large/star")->Apply([](auto* b) { once(b, {1000, 5000}); });
BENCHMARK_CAPTURE(check_cost, ring, "bench/large/ring")->Apply([](auto* b) { once(b, {100, 500}); });
BENCHMARK_CAPTURE(check_cost, net, "bench/large/net")->Apply([](auto* b) { once(b, {10, 50}); });

}  // namespace
}  // namespace alembert
