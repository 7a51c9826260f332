// What it costs to reduce a block of C3D10 with ten interfaces to 60 static shapes and 100 modes, assembly included:
// processor time and the peak of memory. Figures of docs/benchmarks.md are made of this. Blocks nearly as thick as
// long are the worst case: the factor fills most.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <cmath>
#include <string>
#include <vector>

#include "flexible/reduction.h"
#include "support/box_mesh.h"

namespace alembert::flexible {
namespace {

constexpr double kCell = 0.02;  // m

// Patches of 5 nodes across on two sides of the block, five along each.
std::vector<Interface> interfaces_of(const Mesh& mesh, int nx, int ny, int nz) {
  std::vector<Interface> out;
  for (const double x : {0.0, kCell * nx})
    for (int k = 0; k < 5; ++k) {
      const double y = kCell * (ny / 2), z = kCell * std::round(k * nz / 4.0);
      out.push_back({"i" + std::to_string(out.size()), nodes_where(mesh, [&](const Vec3& at) {
                       return std::abs(at[0] - x) < 0.1 * kCell && std::abs(at[1] - y) < 1.2 * kCell &&
                              std::abs(at[2] - z) < 0.7 * kCell;
                     })});
    }
  return out;
}

void reduce_block(benchmark::State& state) {
  const auto cells = [&](int k) { return static_cast<int>(state.range(k)); };
  const Mesh mesh = box_mesh(SolidKind::C3D10, cells(0), cells(1), cells(2),
                             [](const Vec3& x) -> Vec3 { return kCell * x; }, {"steel", 2.1e11, 0.3, 7850.0});
  ReductionOptions options;
  options.fixed = 100;
  for (auto _ : state) {
    const DiscretePart discrete = assemble(mesh);
    const Part part = reduce(discrete, interfaces_of(mesh, cells(0), cells(1), cells(2)), {}, {}, options);
    state.counters["coordinates"] = discrete.coordinates();
    state.counters["modes"] = part.modes();
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["MB"] = static_cast<double>(usage.ru_maxrss) / 1024.0;
}

BENCHMARK(reduce_block)
    ->Args({10, 11, 15})
    ->Args({11, 11, 15})
    ->Args({14, 14, 19})
    ->Iterations(1)
    ->Unit(benchmark::kSecond);

}  // namespace
}  // namespace alembert::flexible
