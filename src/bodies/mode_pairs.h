// Numbers of pairs of modes: matrices B with B_kl = B_lk or B_kl = -B_lk, of which one half is kept, and what follows
// from them and modal coordinates x:
//
//   sums    y_k = sum_l B_kl x_l          forms    x^T B x          combine    C = sum_c z_c B_c
//
// These are most of what a body with many modes costs. Numbers are kept in tiles of four modes by as many as the
// processor multiplies at once, which are read one after another, each for B_kl and B_lk together.
#pragma once

#include <array>
#include <vector>

#include "math/types.h"

namespace alembert {

class ModePairs {
 public:
  enum class Symmetry { even, odd };  // B_kl = B_lk, B_kl = -B_lk

  // How many numbers this processor multiplies at once: 2, 4 or 8.
  static int widest();
  // Vectors of modes have so many numbers here, zeros behind the last mode.
  static int padded(int modes) { return (modes + 7) / 8 * 8; }

  ModePairs(int modes, int matrices, Symmetry symmetry, int lanes = widest());

  // B_kl, and B_lk with it.
  void set(int matrix, int k, int l, double value);
  // Column c of out: y of the matrix c. x and the columns are padded.
  void sums(const double* x, double* out) const;
  // x^T B_c x, of even ones.
  void forms(const double* x, double* out) const;
  // C; `entry` gives its numbers.
  void combine(const double* z, Vector& out) const;
  double entry(const Vector& combined, int k, int l) const {
    return kept(k, l) ? combined[place(k, l)] : sign_ * combined[place(l, k)];
  }

 private:
  struct alignas(64) Line {
    std::array<double, 8> x{};
  };

  bool kept(int k, int l) const { return k / block_ <= l / block_; }
  Eigen::Index place(int k, int l) const;
  const double* matrix(int c) const { return numbers_.data()->x.data() + c * size_; }

  int n_;  // padded modes
  int matrices_, lanes_, block_;
  double sign_;
  void (*sums_)(const double* tile, int n, double sign, const double* x, double* y);  // for the width at hand
  double (*form_)(const double* tile, int n, const double* x);
  Eigen::Index size_ = 0;            // of a matrix
  std::vector<Eigen::Index> first_;  // by four modes: where their rows begin
  std::vector<Line> numbers_;
};

}  // namespace alembert
