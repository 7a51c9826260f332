#include "analysis/compare/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/integrators.h"

namespace alembert::compare {

namespace {

constexpr const char* kVariableOrder = "bdf";
constexpr std::array<double, 2> kTolerances{1e-10, 1e-12};
constexpr std::array<const char*, 2> kOrderTwo{"hht_si2", "hht"};
constexpr double kMostReferenceSteps = 4e6;  // minutes for a small model

bool available(const std::string& method) {
  return std::any_of(all_methods().begin(), all_methods().end(),
                     [&](const MethodDescription& m) { return m.name == method; });
}

void note(std::string& why, const std::string& reason) { why += (why.empty() ? "" : "; ") + reason; }

std::optional<Reference> by_variable_order(Bench& bench, std::string& why) {
  if (!available(kVariableOrder)) return {};
  std::array<Run, 2> runs;
  for (std::size_t k = 0; k < 2; ++k) {
    runs[k] = bench.end_of({kVariableOrder, {}, {}}, {{}, kTolerances[k]});
    if (runs[k].status == Run::Status::done) continue;
    note(why, fmt::format("{} at tolerance {:g}: t = {:.4g} s: {}", kVariableOrder, kTolerances[k], runs[k].end_time,
                          runs[k].reason));
    return {};
  }
  return Reference{runs[1].end, bench.difference(runs[0].end, runs[1].end), bench.sizes(runs[1].end),
                   fmt::format("{} at tolerances {:g} and {:g}", kVariableOrder, kTolerances[0], kTolerances[1])};
}

// Steps h/2, h/4, h/8, made to divide the time so that no last step is shorter: that would disturb the expansion in h
// which extrapolation rests on.
std::optional<Reference> by_extrapolation(Bench& bench, double h, std::string& why) {
  const double end = bench.model().simulation.end;
  const double wanted = std::ceil(2.0 * end / h - 1e-6);
  const double coarsest = std::max(std::min(wanted, std::floor(kMostReferenceSteps / 4.0)), 8.0);
  for (const char* method : kOrderTwo) {
    std::array<Run, 3> runs;
    bool whole = available(method);
    for (std::size_t k = 0; k < runs.size() && whole; ++k) {
      const double step = end / (coarsest * std::pow(2.0, static_cast<double>(k)));
      runs[k] = bench.end_of({method, {}, {}}, {step, {}});
      whole = runs[k].status == Run::Status::done;
      if (!whole)
        note(why, fmt::format("{} at step {:.3g} s: t = {:.4g} s: {}", method, step, runs[k].end_time, runs[k].reason));
    }
    if (bench.interrupted()) return {};
    if (!whole) continue;
    const EndValues before = bench.extrapolated(runs[0].end, runs[1].end);
    const EndValues last = bench.extrapolated(runs[1].end, runs[2].end);
    return Reference{last, bench.difference(before, last), bench.sizes(last),
                     fmt::format("{} extrapolated from steps {:.3g}, {:.3g} and {:.3g} s", method, end / coarsest,
                                 end / coarsest / 2.0, end / coarsest / 4.0)};
  }
  return {};
}

bool all_clear(const Reference& reference, const std::vector<RunSizes>& errors) {
  for (const RunSizes& error : errors)
    for (std::size_t i = 0; i < kQuantities; ++i)
      if (error[i] < kClear * reference.uncertainty[i]) return false;
  return true;
}

// By positions and velocities: accelerations and multipliers follow from them.
bool less_uncertain(const Reference& a, const Reference& b) {
  const auto sum = [](const Reference& r, const Reference& scale) {
    double out = 0.0;
    for (std::size_t i = 0; i < 2; ++i) out += r.uncertainty[i] / std::max(scale.size[i], 1e-300);
    return out;
  };
  return sum(a, b) < sum(b, b);
}

}  // namespace

void improve_reference(Bench& bench, std::optional<double> step, const std::vector<RunSizes>& errors,
                       ReferenceSearch& search) {
  if (!search.variable_order_tried) {
    search.variable_order_tried = true;
    search.best = by_variable_order(bench, search.failures);
  }
  if (search.best && all_clear(*search.best, errors)) return;
  if (search.extrapolation_tried || !step || bench.interrupted()) return;
  search.extrapolation_tried = true;
  const std::optional<Reference> other = by_extrapolation(bench, *step, search.failures);
  if (other && (!search.best || less_uncertain(*other, *search.best))) search.best = other;
}

}  // namespace alembert::compare
