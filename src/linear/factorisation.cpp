#include "linear/factorisation.h"

#include <klu.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include "base/phase_clock.h"

namespace alembert::linear {

namespace {

// Pivot growth (KLU's reciprocal growth, 1 is best) may fall by this factor below that of the last full factorisation
// before the pivots are chosen anew. Measured: refactorisations on healthy models stay within a factor 10.
constexpr double kGrowthLoss = 1e-4;

// Orders of elimination, by KLU's numbers: AMD orders the pattern of A + A^T and is the best there is while pivots stay
// on the diagonal; COLAMD orders that of A^T A and bounds the fill whatever the pivots. Where constraints are redundant
// pivots leave the diagonal: 200 windows have 2.5 million entries in L with AMD, 41 000 with COLAMD; on chains AMD is a
// quarter cheaper.
constexpr int kSymmetricOrder = 0, kColumnOrder = 1;
// L and U may have this much more entries than AMD promised, or than when the order was judged, before the other order
// is tried: below that, trying costs more than it can gain in the few hundred refactorisations of a short run.
constexpr double kFillAllowed = 1.5;

bool finite(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double x : values) sum += x * 0.0;  // NaN for any entry that is not finite
  return sum == 0.0;
}

}  // namespace

struct Factorisation::Implementation {
  PatternPtr pattern;
  std::vector<double> values;        // of the last matrix
  std::vector<double> pivot_values;  // of the last full factorisation, which chose the pivots
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  double full_growth = 1.0;
  long factorizations = 0, full_factorizations = 0;
  int singular_column = -1;
  bool usable = false;
  bool repeated = false;     // the factors at hand were made with the pivots of an earlier matrix
  double judged_fill = 0.0;  // entries of L and U when the order was chosen; 0: it has not been judged

  Implementation() {
    klu_defaults(&common);
    common.halt_if_singular = 1;
    common.scale = 2;  // rows by their largest entry: equations of motion and constraints differ by the masses
  }
  ~Implementation() { forget(); }

  int* starts() const { return const_cast<int*>(pattern->column_starts().data()); }
  int* rows() const { return const_cast<int*>(pattern->rows().data()); }

  void forget() {
    if (numeric) klu_free_numeric(&numeric, &common);
    if (symbolic) klu_free_symbolic(&symbolic, &common);
    pattern.reset();
    usable = repeated = false;
  }
  void analyse(const PatternPtr& given, int order = kSymmetricOrder, double judged = 0.0) {
    forget();
    pattern = given;
    common.ordering = order;
    judged_fill = judged;
    if (given->size() == 0) return;
    symbolic = klu_analyze(given->size(), starts(), rows(), &common);
    if (!symbolic) throw std::runtime_error("KLU cannot analyse the matrix pattern");
  }
  double fill() const { return static_cast<double>(numeric->lnz) + numeric->unz; }
  // The other order, if that has less fill for this matrix. A factorisation that fails leaves things as they are.
  void try_other_order() {
    klu_common other = common;
    other.ordering = common.ordering == kSymmetricOrder ? kColumnOrder : kSymmetricOrder;
    klu_symbolic* analysed = klu_analyze(pattern->size(), starts(), rows(), &other);
    klu_numeric* factors = analysed ? klu_factor(starts(), rows(), values.data(), analysed, &other) : nullptr;
    const bool better = factors && other.status == KLU_OK && static_cast<double>(factors->lnz) + factors->unz < fill();
    if (better) {
      std::swap(symbolic, analysed);
      std::swap(numeric, factors);
      common.ordering = other.ordering;
    }
    if (factors) klu_free_numeric(&factors, &other);
    if (analysed) klu_free_symbolic(&analysed, &other);
  }
  // Is the order still the right one? By the fill that the factors really have.
  void judge_order() {
    const double expected = judged_fill > 0.0 ? judged_fill : symbolic->lnz + symbolic->unz;
    if (fill() > kFillAllowed * expected) try_other_order();
    if (judged_fill == 0.0 || fill() > kFillAllowed * judged_fill) judged_fill = fill();
  }
  double growth() {
    klu_rgrowth(starts(), rows(), values.data(), symbolic, numeric, &common);
    return common.rgrowth;
  }
  bool full() {
    if (numeric) klu_free_numeric(&numeric, &common);
    numeric = klu_factor(starts(), rows(), values.data(), symbolic, &common);
    const bool ok = numeric != nullptr && common.status == KLU_OK;
    if (!ok) {
      singular_column = common.singular_col < pattern->size() ? common.singular_col : -1;
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

Factorisation::Factorisation() : implementation_(std::make_unique<Implementation>()) {}
Factorisation::~Factorisation() = default;

bool Factorisation::factor(const SparseMatrix& matrix) {
  const PhaseClock::In phase(Phase::factorisation);
  Implementation& s = *implementation_;
  if (s.pattern != matrix.pattern()) s.analyse(matrix.pattern());
  ++s.factorizations;
  s.usable = false;
  s.singular_column = -1;
  s.values.assign(matrix.values(), matrix.values() + s.pattern->nonzeros());
  if (s.pattern->size() == 0) return s.usable = true;
  if (!finite(s.values)) return false;
  if (s.numeric && s.again() && s.growth() >= kGrowthLoss * s.full_growth) return s.usable = true;
  ++s.full_factorizations;
  if (!s.full()) return false;
  s.judge_order();
  s.full_growth = s.growth();
  return s.usable = true;
}

void Factorisation::solve(Vector& x) const {
  const PhaseClock::In phase(Phase::solution);
  Implementation& s = *implementation_;
  if (x.size() == 0) return;
  if (!s.usable) throw std::logic_error("solve without a factorisation");
  klu_solve(s.symbolic, s.numeric, s.pattern->size(), 1, x.data(), &s.common);
}

double Factorisation::fill() const { return implementation_->numeric ? implementation_->fill() : 0.0; }
bool Factorisation::factored() const { return implementation_->usable; }
const PatternPtr& Factorisation::pattern() const { return implementation_->pattern; }
long Factorisation::factorizations() const { return implementation_->factorizations; }
long Factorisation::full_factorizations() const { return implementation_->full_factorizations; }
int Factorisation::singular_column() const { return implementation_->singular_column; }

void Factorisation::exchange(Archive& archive, const PatternPtr& pattern) {
  Implementation& s = *implementation_;
  const bool present = s.pattern == pattern;
  bool usable = present && s.usable, repeated = present && s.repeated, pivots = present && s.numeric != nullptr;
  int order = s.common.ordering;
  double judged = s.judged_fill;
  archive(s.factorizations, s.full_factorizations, usable, repeated, pivots, order, judged);
  if (pivots) archive(s.pivot_values);
  if (usable) archive(s.values);
  if (!archive.reads()) return;
  const auto size = static_cast<std::size_t>(pattern->nonzeros());
  if ((pivots && s.pivot_values.size() != size) || (usable && s.values.size() != size))
    throw Error(ExitCode::bad_usage, "the stored matrices belong to a different mechanism");
  s.forget();
  if (pivots || usable) s.analyse(pattern, order, judged);
  s.usable = usable;
  if (!pivots) return;
  // The same pivots come from the same matrix, and the same factors from the same operations.
  std::swap(s.values, s.pivot_values);
  const std::vector<double> last = s.pivot_values;
  bool made = s.full();
  if (made && repeated && usable) {
    s.values = last;
    made = s.again();
  }
  s.repeated = repeated;
  if (!made) throw Error(ExitCode::bad_usage, "the stored matrices cannot be factored");
}

double Factorisation::condition_estimate() const {
  Implementation& s = *implementation_;
  if (s.pattern->size() == 0) return 1.0;
  klu_condest(s.starts(), s.values.data(), s.symbolic, s.numeric, &s.common);
  return s.common.condest;
}

}  // namespace alembert::linear
