#include "linear/factorisation.h"

#include <klu.h>

#include <algorithm>
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
  // What is factored of a pattern with optional blocks: those that are kept, and all else.
  std::vector<int> kept, filled;  // of optional blocks: is it factored; is something in it
  std::vector<int> first_slots;   // of their columns
  std::vector<int> some_starts, some_rows, some_slots;
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

  bool whole() const { return pattern->optional().empty(); }
  int* starts() const { return const_cast<int*>((whole() ? pattern->column_starts() : some_starts).data()); }
  int* rows() const { return const_cast<int*>((whole() ? pattern->rows() : some_rows).data()); }
  std::size_t entries() const { return whole() ? pattern->rows().size() : some_rows.size(); }

  void forget() {
    if (numeric) klu_free_numeric(&numeric, &common);
    if (symbolic) klu_free_symbolic(&symbolic, &common);
    pattern.reset();
    usable = repeated = false;
  }
  void take(const PatternPtr& given) {
    forget();
    pattern = given;
    first_slots.clear();
    for (const Block& b : given->optional())
      for (int c = b.column; c < b.column + b.columns; ++c) first_slots.push_back(given->slot(b.row, c));
    kept.assign(given->optional().size(), 0);
    filled = kept;
  }
  // Is something in an optional block that is not kept? Then those are kept that have something in them.
  bool keep_more(const double* of) {
    bool more = false;
    const int* slot = first_slots.data();
    for (std::size_t k = 0; k < kept.size(); ++k) {
      const Block& b = pattern->optional()[k];
      filled[k] = 0;
      for (int c = 0; c < b.columns; ++c, ++slot)
        for (int r = 0; r < b.rows && !filled[k]; ++r) filled[k] = of[*slot + r] != 0.0;
      more = more || filled[k] > kept[k];
    }
    if (more) kept = filled;
    return more;
  }
  void leave_out() {
    std::vector<bool> left_out(static_cast<std::size_t>(pattern->nonzeros()));
    const int* slot = first_slots.data();
    for (std::size_t k = 0; k < kept.size(); ++k) {
      const Block& b = pattern->optional()[k];
      for (int c = 0; c < b.columns; ++c, ++slot)
        for (int r = 0; r < b.rows; ++r)
          if (!kept[k]) left_out[static_cast<std::size_t>(*slot + r)] = true;
    }
    some_starts.assign(1, 0);
    some_rows.clear();
    some_slots.clear();
    for (int c = 0; c < pattern->size(); ++c) {
      const auto column = static_cast<std::size_t>(c);
      for (int k = pattern->column_starts()[column]; k < pattern->column_starts()[column + 1]; ++k)
        if (!left_out[static_cast<std::size_t>(k)]) {
          some_rows.push_back(pattern->rows()[static_cast<std::size_t>(k)]);
          some_slots.push_back(k);
        }
      some_starts.push_back(static_cast<int>(some_rows.size()));
    }
  }
  void copy(const double* from) {
    values.resize(entries());
    if (whole())
      std::copy_n(from, values.size(), values.begin());
    else
      for (std::size_t k = 0; k < values.size(); ++k) values[k] = from[some_slots[k]];
  }
  // The pattern that was taken, with the blocks that are kept.
  void analyse(int order = kSymmetricOrder, double judged = 0.0) {
    if (numeric) klu_free_numeric(&numeric, &common);
    if (symbolic) klu_free_symbolic(&symbolic, &common);
    usable = repeated = false;
    common.ordering = order;
    judged_fill = judged;
    if (!whole()) leave_out();
    if (pattern->size() == 0) return;
    symbolic = klu_analyze(pattern->size(), starts(), rows(), &common);
    if (!symbolic) throw std::runtime_error("KLU cannot analyse the matrix pattern");
  }
  double fill() const { return static_cast<double>(numeric->lnz) + numeric->unz; }
  // The other order, if that has less fill for this matrix. A factorisation that fails leaves things as they are.
  bool try_other_order() {
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
    return better;
  }
  // Is the order still the right one? By the fill that the factors really have.
  void judge_order() {
    const double expected = judged_fill > 0.0 ? judged_fill : symbolic->lnz + symbolic->unz;
    if (fill() > kFillAllowed * expected && try_other_order()) full_growth = growth();
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
  const bool other = s.pattern != matrix.pattern();
  if (other) s.take(matrix.pattern());
  if (s.keep_more(matrix.values()) || other) s.analyse();
  ++s.factorizations;
  s.usable = false;
  s.singular_column = -1;
  s.copy(matrix.values());
  if (s.pattern->size() == 0) return s.usable = true;
  if (!finite(s.values)) return false;
  if (s.numeric && s.again() && s.growth() >= kGrowthLoss * s.full_growth) return s.usable = true;
  ++s.full_factorizations;
  if (!s.full()) return false;
  s.judge_order();
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
  std::vector<int> kept = s.kept;
  if (pivots || usable) archive(kept);
  if (pivots) archive(s.pivot_values);
  if (usable) archive(s.values);
  if (!archive.reads()) return;
  s.forget();
  if (pivots || usable) {
    s.take(pattern);
    bool same = kept.size() == s.kept.size();
    if (same) {
      s.kept = kept;
      s.analyse(order, judged);
      same = (!pivots || s.pivot_values.size() == s.entries()) && (!usable || s.values.size() == s.entries());
    }
    if (!same) throw Error(ExitCode::bad_usage, "the stored matrices belong to a different mechanism");
  }
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
