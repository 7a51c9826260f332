#include "linear/factorisation.h"

#include <klu.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/phase_clock.h"
#include "linear/index.h"
#include "linear/pair_order.h"
#include "linear/reduced_pattern.h"

namespace alembert::linear {

namespace {

// Pivot growth (KLU's reciprocal growth, 1 is best) may fall by this factor below that of the last full factorisation
// before the pivots are chosen anew. Measured: refactorisations on healthy models stay within a factor 10.
constexpr double kGrowthLoss = 1e-4;

// Orders of elimination. AMD orders the pattern of A + A^T, as if pivots stayed on the diagonal; they do not in rows of
// constraints, which does no harm in chains. That of pairs keeps them there (pair_order.h). COLAMD orders the pattern
// of A^T A and bounds the fill whatever the pivots: for redundant constraints, of which 200 windows have 2.5 million
// entries in L with AMD, 41 000 with COLAMD. Which is best is tried out.
constexpr int kMinimumDegree = 0, kColumns = 1, kPairs = 2, kUnknown = -1;
// L and U may have this much more entries than when the order was chosen before it is chosen anew; and than the order
// of pairs promises before COLAMD is tried.
constexpr double kFillAllowed = 1.5;

bool finite(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double x : values) sum += x * 0.0;  // NaN for any entry that is not finite
  return sum == 0.0;
}

// An order that was stored: each number once.
bool is_order(std::vector<int> order, int size, int kind) {
  if (kind == kColumns || kind == kMinimumDegree) return true;
  std::sort(order.begin(), order.end());
  if (kind != kPairs || order.size() != at(size)) return false;
  for (int k = 0; k < size; ++k)
    if (order[at(k)] != k) return false;
  return true;
}

}  // namespace

struct Factorisation::Implementation {
  ReducedPattern reduced;
  std::vector<double> values;        // of the last matrix
  std::vector<double> pivot_values;  // of the last full factorisation, which chose the pivots
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  int order = kUnknown;
  std::vector<int> pairs;  // the order of pairs, if it is that
  double full_growth = 1.0;
  long factorizations = 0, full_factorizations = 0;
  int singular_column = -1;
  bool usable = false;
  bool repeated = false;     // the factors at hand were made with the pivots of an earlier matrix
  double judged_fill = 0.0;  // entries of L and U when the order was chosen

  Implementation() {
    klu_defaults(&common);
    common.halt_if_singular = 1;
    common.scale = 2;  // rows by their largest entry: equations of motion and constraints differ by the masses
  }
  ~Implementation() { forget(); }

  int size() const { return reduced.pattern() ? reduced.pattern()->size() : 0; }
  int* starts() const { return const_cast<int*>(reduced.starts().data()); }
  int* rows() const { return const_cast<int*>(reduced.rows().data()); }

  void forget() {
    if (numeric) klu_free_numeric(&numeric, &common);
    if (symbolic) klu_free_symbolic(&symbolic, &common);
    usable = repeated = false;
  }
  // In the order that has served before; null: there is none yet.
  klu_symbolic* analysed() {
    if (order == kUnknown) return nullptr;
    common.ordering = order;
    klu_symbolic* out = order == kPairs
                            ? klu_analyze_given(size(), starts(), rows(), pairs.data(), pairs.data(), &common)
                            : klu_analyze(size(), starts(), rows(), &common);
    if (!out) throw std::runtime_error("KLU cannot analyse the matrix pattern");
    return out;
  }
  // The order of pairs belongs to the entries that are held.
  void analyse() {
    forget();
    if (order == kPairs) pairs = pair_order(reduced.starts(), reduced.rows(), values).order;
    symbolic = analysed();
  }
  double fill() const { return static_cast<double>(numeric->lnz) + numeric->unz; }
  // The order with the least fill for this matrix. False: it is singular in all.
  bool choose_order() {
    PairOrder found = pair_order(reduced.starts(), reduced.rows(), values);
    pairs = std::move(found.order);
    klu_symbolic* best_symbolic = nullptr;
    klu_numeric* best = nullptr;
    int best_order = kUnknown;
    double least = 0.0;
    forget();
    for (const int tried : {kMinimumDegree, kPairs, kColumns}) {
      if (tried == kColumns && best && least <= kFillAllowed * found.fill) break;
      order = tried;
      symbolic = analysed();
      if (make_factors() && (!best || fill() < least)) {
        least = fill();
        best_order = tried;
        std::swap(best, numeric);
        std::swap(best_symbolic, symbolic);
      }
      if (numeric) klu_free_numeric(&numeric, &common);
      if (symbolic) klu_free_symbolic(&symbolic, &common);
    }
    order = best_order;
    numeric = best;
    symbolic = best_symbolic;
    judged_fill = least;
    if (order != kPairs) pairs.clear();
    return numeric != nullptr;
  }
  double growth() {
    klu_rgrowth(starts(), rows(), values.data(), symbolic, numeric, &common);
    return common.rgrowth;
  }
  bool make_factors() {
    numeric = klu_factor(starts(), rows(), values.data(), symbolic, &common);
    if (numeric != nullptr && common.status == KLU_OK) return true;
    singular_column = common.singular_col < size() ? common.singular_col : -1;
    if (numeric) klu_free_numeric(&numeric, &common);
    return false;
  }
  bool full() {
    if (numeric) klu_free_numeric(&numeric, &common);
    bool made = symbolic && make_factors();
    if (!symbolic || (made && fill() > kFillAllowed * judged_fill)) made = choose_order();
    if (!made) return false;
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
  const bool other = s.reduced.update(matrix.pattern(), matrix.values());
  ++s.factorizations;
  s.usable = false;
  s.singular_column = -1;
  s.reduced.gather(matrix.values(), s.values);
  if (other) s.forget();
  if (s.size() == 0) return s.usable = true;
  if (!finite(s.values)) return false;
  if (!s.symbolic) s.analyse();
  if (s.numeric && s.again() && s.growth() >= kGrowthLoss * s.full_growth) return s.usable = true;
  ++s.full_factorizations;
  return s.usable = s.full();
}

void Factorisation::solve(Vector& x) const {
  const PhaseClock::In phase(Phase::solution);
  Implementation& s = *implementation_;
  if (x.size() == 0) return;
  if (!s.usable) throw std::logic_error("solve without a factorisation");
  klu_solve(s.symbolic, s.numeric, s.size(), 1, x.data(), &s.common);
}

double Factorisation::fill() const { return implementation_->numeric ? implementation_->fill() : 0.0; }
bool Factorisation::factored() const { return implementation_->usable; }
const PatternPtr& Factorisation::pattern() const { return implementation_->reduced.pattern(); }
long Factorisation::factorizations() const { return implementation_->factorizations; }
long Factorisation::full_factorizations() const { return implementation_->full_factorizations; }
int Factorisation::singular_column() const { return implementation_->singular_column; }

void Factorisation::exchange(Archive& archive, const PatternPtr& pattern) {
  Implementation& s = *implementation_;
  const bool present = s.reduced.pattern() == pattern;
  bool usable = present && s.usable, repeated = present && s.repeated, pivots = present && s.numeric != nullptr;
  archive(s.factorizations, s.full_factorizations, usable, repeated, pivots, s.order, s.judged_fill);
  bool fits = true;
  if (pivots || usable) fits = s.reduced.exchange(archive, pattern);
  if (pivots) archive(s.pairs, s.pivot_values);
  if (usable) archive(s.values);
  if (!archive.reads()) return;
  s.forget();
  const std::size_t entries = s.reduced.rows().size();
  if (pivots) fits = fits && s.pivot_values.size() == entries && is_order(s.pairs, s.size(), s.order);
  if (usable) fits = fits && s.values.size() == entries;
  if (!fits) throw Error(ExitCode::bad_usage, "the stored matrices belong to a different mechanism");
  s.usable = usable;
  if (!pivots) return;
  s.symbolic = s.analysed();
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
  if (s.size() == 0) return 1.0;
  klu_condest(s.starts(), s.values.data(), s.symbolic, s.numeric, &s.common);
  return s.common.condest;
}

}  // namespace alembert::linear
