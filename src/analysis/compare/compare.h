// `alembert compare`: methods side by side on one model, in error, order, energy, drift and cost (docs/compare.md).
// Everything measured is in CompareResult; report.h makes text, tables and a picture of it.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/compare/bench.h"
#include "analysis/compare/observed_order.h"
#include "analysis/compare/recommendation.h"
#include "analysis/compare/reference.h"
#include "base/interruption.h"
#include "model/model.h"

namespace alembert::compare {

// What is going on, for a line on the terminal.
struct CompareProgress {
  const std::string& what;  // "hht, step 0.001"
  int run = 0, runs = 0;    // 0: the reference
  double part = 0.0;        // of the run
};

struct CompareOptions {
  std::vector<MethodChoice> methods;  // none: all there are
  std::vector<double> steps;          // in s; neither these nor tolerances: around what the model says
  std::vector<double> tolerances;
  std::optional<double> accuracy;  // of positions at the end, for the recommendation
  const Interruption* interruption = nullptr;
  std::function<void()> before_runs;                     // all that was asked for can be done
  std::function<void(const CompareProgress&)> progress;  // after every step
};

// One method at one setting.
struct CompareRow {
  std::size_t method = 0;
  double setting = 0.0;  // step in s, or tolerance
  Run run;
  std::optional<RunSizes> error;           // of a run that is done, where there is a reference
  std::array<bool, kQuantities> hidden{};  // below kClear times the reference's uncertainty, or that has not converged
};

// Orders of q, v, a, lambda, and of the energy error behind them.
inline constexpr std::size_t kOrders = kQuantities + 1;
inline constexpr std::array<const char*, kOrders> kOrderNames{"q", "v", "a", "lambda", "energy"};

struct ComparedMethod {
  MethodChoice choice;
  std::string label;                   // as one writes it on the command line
  std::string enforces;                // constraint levels
  std::optional<int> order_in_theory;  // over steps; nothing: variable
  std::array<ObservedOrder, kOrders> orders;
};

struct CompareResult {
  std::string title;
  double end = 0.0;  // s
  Units units;
  bool fixed_step = true;  // settings are steps; else tolerances
  std::vector<ComparedMethod> methods;
  std::vector<CompareRow> rows;  // by method, from coarse to fine
  std::optional<Reference> reference;
  std::string reference_failures;      // what was tried in vain
  bool multipliers_are_unique = true;  // else `lambda` is G^T lambda
  std::optional<Recommendation> recommendation;
  bool interrupted = false;

  bool any_done() const;
  // Of one method.
  bool any_done(std::size_t method) const;
  // The run of a method, among those with an error, whose setting is nearest; null: none.
  const CompareRow* nearest_row(std::size_t method, double setting) const;
};

// Runs the comparison. A run that fails is a row that says so. Throws UsageError for methods and settings that cannot
// be, ModelError and AssemblyError for models.
CompareResult compare_methods(const Model& model, const CompareOptions& options);

// "newmark:gamma=0.75"
std::string method_label(const MethodChoice& method);

}  // namespace alembert::compare
