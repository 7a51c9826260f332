#include "linear/klu_solver.h"

#include <klu.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "base/phase_clock.h"

namespace alembert::linear {

namespace {
// Pivot growth (KLU's reciprocal growth, 1 is best) may fall by this factor below that of the last full factorisation
// before the pivots are chosen anew. Measured: refactorisations on healthy models stay within a factor 10.
constexpr double kGrowthLoss = 1e-4;
}  // namespace

struct KluSolver::Implementation {
  const Pattern& pattern;
  std::vector<double> values;
  std::vector<double> pivot_values;  // of the last full factorisation, which chose the pivots
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  double full_growth = 1.0;
  long factorizations = 0, full_factorizations = 0;
  int singular_column = -1;
  bool usable = false;
  bool repeated = false;  // the factors at hand were made with the pivots of an earlier matrix

  explicit Implementation(const Pattern& p) : pattern(p), values(static_cast<std::size_t>(p.nonzeros()), 0.0) {}
  int* starts() const { return const_cast<int*>(pattern.column_starts().data()); }
  int* rows() const { return const_cast<int*>(pattern.rows().data()); }

  bool finite() const {
    double sum = 0.0;
    for (const double x : values) sum += x * 0.0;  // NaN for any entry that is not finite
    return sum == 0.0;
  }
  double growth() {
    klu_rgrowth(starts(), rows(), values.data(), symbolic, numeric, &common);
    return common.rgrowth;
  }
  bool full() {
    if (numeric) klu_free_numeric(&numeric, &common);
    numeric = klu_factor(starts(), rows(), values.data(), symbolic, &common);
    ++full_factorizations;
    const bool ok = numeric != nullptr && common.status == KLU_OK;
    if (!ok) {
      singular_column = common.singular_col < pattern.size() ? common.singular_col : -1;
      if (numeric) klu_free_numeric(&numeric, &common);
      return false;
    }
    full_growth = growth();
    pivot_values = values;
    repeated = false;
    return true;
  }
  bool again() {
    repeated = true;
    return klu_refactor(starts(), rows(), values.data(), symbolic, numeric, &common) == 1 && common.status == KLU_OK;
  }
};

KluSolver::KluSolver(const Pattern& pattern) : implementation_(std::make_unique<Implementation>(pattern)) {
  Implementation& s = *implementation_;
  klu_defaults(&s.common);
  s.common.halt_if_singular = 1;
  s.common.scale = 2;  // rows by their largest entry: equations of motion and constraints differ by the masses
  s.symbolic = klu_analyze(pattern.size(), s.starts(), s.rows(), &s.common);
  if (!s.symbolic && pattern.size() > 0) throw std::runtime_error("KLU cannot analyse the matrix pattern");
}

KluSolver::~KluSolver() {
  Implementation& s = *implementation_;
  if (s.numeric) klu_free_numeric(&s.numeric, &s.common);
  if (s.symbolic) klu_free_symbolic(&s.symbolic, &s.common);
}

double* KluSolver::values() { return implementation_->values.data(); }
const double* KluSolver::values() const { return implementation_->values.data(); }
const Pattern& KluSolver::pattern() const { return implementation_->pattern; }

bool KluSolver::factor() {
  const PhaseClock::In phase(Phase::factorisation);
  Implementation& s = *implementation_;
  ++s.factorizations;
  s.usable = false;
  s.singular_column = -1;
  if (s.pattern.size() == 0) return s.usable = true;
  if (!s.finite()) return false;
  bool ok = false;
  if (s.numeric) ok = s.again() && s.growth() >= kGrowthLoss * s.full_growth;
  return s.usable = ok || s.full();
}

void KluSolver::solve(Vector& x) const {
  const PhaseClock::In phase(Phase::solution);
  Implementation& s = *implementation_;
  if (s.pattern.size() == 0) return;
  if (!s.usable) throw std::logic_error("solve without a factorisation");
  klu_solve(s.symbolic, s.numeric, s.pattern.size(), 1, x.data(), &s.common);
}

void KluSolver::multiply(const Vector& x, Vector& y) const {
  const Implementation& s = *implementation_;
  y.setZero(s.pattern.size());
  for (int c = 0; c < s.pattern.size(); ++c)
    for (int k = s.starts()[c]; k < s.starts()[c + 1]; ++k)
      y[s.rows()[k]] += s.values[static_cast<std::size_t>(k)] * x[c];
}

bool KluSolver::factored() const { return implementation_->usable; }
long KluSolver::factorizations() const { return implementation_->factorizations; }
long KluSolver::full_factorizations() const { return implementation_->full_factorizations; }
int KluSolver::singular_column() const { return implementation_->singular_column; }

void KluSolver::exchange(Archive& archive) {
  Implementation& s = *implementation_;
  bool pivots = s.numeric != nullptr;
  const std::size_t size = s.values.size();
  archive(s.values, s.factorizations, s.full_factorizations, s.usable, s.repeated, pivots);
  if (pivots) archive(s.pivot_values);
  if (!archive.reads()) return;
  if (s.values.size() != size || (pivots && s.pivot_values.size() != size))
    throw Error(ExitCode::bad_usage, "the stored matrices belong to a different mechanism");
  if (s.numeric) klu_free_numeric(&s.numeric, &s.common);
  if (!pivots) return;
  // The same pivots come from the same matrix, and the same factors from the same operations.
  const std::vector<double> values = s.values;
  const long counted = s.full_factorizations;
  const bool repeat = s.repeated && s.usable;
  s.values = s.pivot_values;
  bool made = s.full();
  s.values = values;
  s.full_factorizations = counted;
  if (made && repeat) made = s.again();
  if (!made) throw Error(ExitCode::bad_usage, "the stored matrices cannot be factored");
}

double KluSolver::condition_estimate() const {
  Implementation& s = *implementation_;
  if (s.pattern.size() == 0) return 1.0;
  klu_condest(s.starts(), s.values.data(), s.symbolic, s.numeric, &s.common);
  return s.common.condest;
}

}  // namespace alembert::linear
