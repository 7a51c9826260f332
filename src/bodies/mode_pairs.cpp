#include "bodies/mode_pairs.h"

#include <algorithm>
#include <cstring>

// Elsewhere there is the plain version alone.
#if defined(__x86_64__) && defined(__GNUC__)
#define ALEMBERT_WIDE(features) __attribute__((target(features)))
#endif

namespace alembert {

namespace {

using Two = double __attribute__((vector_size(16)));
using Four = double __attribute__((vector_size(32)));
using Eight = double __attribute__((vector_size(64)));

// A function is compiled for a processor by what calls it.
#define ALEMBERT_INLINE [[gnu::always_inline]] inline

template <class V>
ALEMBERT_INLINE void get(const double* from, V& to) {
  std::memcpy(&to, from, sizeof(V));
}

// Four rows of a tile.
template <class V>
struct Rows {
  V r0, r1, r2, r3;
};
template <class V>
ALEMBERT_INLINE void get(const double* from, Rows<V>& to) {
  constexpr int lanes = sizeof(V) / sizeof(double);
  get(from, to.r0);
  get(from + lanes, to.r1);
  get(from + 2 * lanes, to.r2);
  get(from + 3 * lanes, to.r3);
}
template <class V>
ALEMBERT_INLINE void add_product(const Rows<V>& tile, const V& x, Rows<V>& sum) {
  sum.r0 += tile.r0 * x;
  sum.r1 += tile.r1 * x;
  sum.r2 += tile.r2 * x;
  sum.r3 += tile.r3 * x;
}
template <class V>
ALEMBERT_INLINE void add_combination(const Rows<V>& tile, const double* by, double sign, V& sum) {
  sum += (tile.r0 * (sign * by[0]) + tile.r1 * (sign * by[1])) + (tile.r2 * (sign * by[2]) + tile.r3 * (sign * by[3]));
}
template <class V>
ALEMBERT_INLINE double total(const V& x) {
  double sum = 0.0;
  for (std::size_t i = 0; i < sizeof(V) / sizeof(double); ++i) sum += x[i];
  return sum;
}

// The tiles of four rows are those of the block on the diagonal, in which both halves are kept, and those to its right.
template <class V>
ALEMBERT_INLINE void add_sums(const double* tile, int n, double sign, const double* x, double* y) {
  constexpr int lanes = sizeof(V) / sizeof(double), block = std::max(lanes, 4);
  for (int k = 0; k < n; k += 4) {
    Rows<V> B, sum{};
    V x_l, y_l;
    int l = k / block * block;
    for (const int behind = l + block; l < behind; l += lanes, tile += 4 * lanes) {
      get(x + l, x_l);
      get(tile, B);
      add_product(B, x_l, sum);
    }
    for (; l < n; l += lanes, tile += 4 * lanes) {
      get(x + l, x_l);
      get(y + l, y_l);
      get(tile, B);
      add_product(B, x_l, sum);
      add_combination(B, x + k, sign, y_l);
      std::memcpy(y + l, &y_l, sizeof(V));
    }
    y[k] += total(sum.r0);
    y[k + 1] += total(sum.r1);
    y[k + 2] += total(sum.r2);
    y[k + 3] += total(sum.r3);
  }
}

template <class V>
ALEMBERT_INLINE double form(const double* tile, int n, const double* x) {
  constexpr int lanes = sizeof(V) / sizeof(double), block = std::max(lanes, 4);
  double out = 0.0;
  for (int k = 0; k < n; k += 4) {
    Rows<V> B, sum{}, once{};
    V x_l, products{};
    int l = k / block * block;
    for (const int behind = l + block; l < behind; l += lanes, tile += 4 * lanes) {
      get(x + l, x_l);
      get(tile, B);
      add_product(B, x_l, once);
    }
    for (; l < n; l += lanes, tile += 4 * lanes) {
      get(x + l, x_l);
      get(tile, B);
      add_product(B, x_l, sum);
    }
    add_combination(once, x + k, 1.0, products);
    add_combination(sum, x + k, 2.0, products);
    out += total(products);
  }
  return out;
}

void sums_of_two(const double* tile, int n, double sign, const double* x, double* y) {
  add_sums<Two>(tile, n, sign, x, y);
}
double form_of_two(const double* tile, int n, const double* x) { return form<Two>(tile, n, x); }

#ifdef ALEMBERT_WIDE
ALEMBERT_WIDE("avx2,fma") void sums_of_four(const double* tile, int n, double sign, const double* x, double* y) {
  add_sums<Four>(tile, n, sign, x, y);
}
ALEMBERT_WIDE("avx512f,fma") void sums_of_eight(const double* tile, int n, double sign, const double* x, double* y) {
  add_sums<Eight>(tile, n, sign, x, y);
}
ALEMBERT_WIDE("avx2,fma") double form_of_four(const double* tile, int n, const double* x) {
  return form<Four>(tile, n, x);
}
ALEMBERT_WIDE("avx512f,fma") double form_of_eight(const double* tile, int n, const double* x) {
  return form<Eight>(tile, n, x);
}
#endif

}  // namespace

int ModePairs::widest() {
#ifdef ALEMBERT_WIDE
  if (__builtin_cpu_supports("avx512f")) return 8;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return 4;
#endif
  return 2;
}

ModePairs::ModePairs(int modes, int matrices, Symmetry symmetry, int lanes)
    : n_(padded(modes)),
      matrices_(matrices),
      lanes_(lanes),
      block_(std::max(lanes, 4)),
      sign_(symmetry == Symmetry::even ? 1.0 : -1.0) {
  sums_ = sums_of_two;
  form_ = form_of_two;
#ifdef ALEMBERT_WIDE
  if (lanes > 2) {
    sums_ = lanes == 4 ? sums_of_four : sums_of_eight;
    form_ = lanes == 4 ? form_of_four : form_of_eight;
  }
#endif
  for (int k = 0; k < n_; k += 4) {
    first_.push_back(size_);
    size_ += 4 * (n_ - k / block_ * block_);
  }
  numbers_.resize(static_cast<std::size_t>((matrices * size_ + 7) / 8));
}

Eigen::Index ModePairs::place(int k, int l) const {
  const int column = l - k / 4 * 4 / block_ * block_;
  return first_[static_cast<std::size_t>(k / 4)] + column / lanes_ * 4 * lanes_ + k % 4 * lanes_ + column % lanes_;
}

void ModePairs::set(int matrix, int k, int l, double value) {
  double* const numbers = numbers_.data()->x.data() + matrix * size_;
  if (kept(k, l)) numbers[place(k, l)] = value;
  if (kept(l, k)) numbers[place(l, k)] = k == l ? value : sign_ * value;
}

void ModePairs::sums(const double* x, double* out) const {
  std::fill_n(out, matrices_ * n_, 0.0);
  for (int c = 0; c < matrices_; ++c) sums_(matrix(c), n_, sign_, x, out + c * n_);
}

void ModePairs::forms(const double* x, double* out) const {
  for (int c = 0; c < matrices_; ++c) out[c] = form_(matrix(c), n_, x);
}

void ModePairs::combine(const double* z, Vector& out) const {
  out.setZero(size_);
  for (int c = 0; c < matrices_; ++c)
    if (z[c] != 0.0) out += z[c] * Eigen::Map<const Vector>(matrix(c), size_);
}

}  // namespace alembert
