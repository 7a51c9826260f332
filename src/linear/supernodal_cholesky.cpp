#include "linear/supernodal_cholesky.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

#include "linear/index.h"
#include "linear/nested_dissection.h"

namespace alembert::linear {

using Eigen::Index;
using Eigen::MatrixXd;
using Sparse = Eigen::SparseMatrix<double>;

namespace {

// A pivot that is smaller than this, of the entry it came from, is rounding.
constexpr double kLostPivot = 1e-14;
// Columns of a panel that are factored entry by entry.
constexpr Index kColumnsAtOnce = 64;

// The lower triangle of S <- L. Returns the first column whose pivot is bad, -1: none.
int factor_small(Eigen::Ref<MatrixXd> S, const Eigen::Ref<const Eigen::VectorXd>& diagonal) {
  for (Index j = 0; j < S.cols(); ++j) {
    const Index below = S.rows() - j - 1;
    if (!(S(j, j) > kLostPivot * diagonal[j]) || !std::isfinite(S(j, j))) return static_cast<int>(j);
    const double root = S(j, j) = std::sqrt(S(j, j));
    S.col(j).tail(below) /= root;
    for (Index k = j + 1; k < S.cols(); ++k) S.col(k).tail(S.rows() - k) -= S(k, j) * S.col(j).tail(S.rows() - k);
  }
  return -1;
}

}  // namespace

SupernodalCholesky::Panel SupernodalCholesky::panel(int s) const {
  return {values_.get() + parts_.panel[at(s)], parts_.height(s), parts_.columns(s)};
}

std::optional<int> SupernodalCholesky::factor(const Sparse& A, const std::function<void(double)>& progress) {
  values_.reset();
  parts_ = find_supernodes(A, nested_dissection(A));
  values_ = std::make_unique_for_overwrite<double[]>(entries());
  const int count = parts_.count();
  // Panels that change panel s next, as a list: its head, and what follows each. Those before `done` rows have had
  // their turn.
  std::vector<int> head(at(count), -1), following(at(count), -1), done(at(count), 0);
  std::vector<int> place(parts_.order.size());  // of a row in the panel
  const auto enlist = [&](int s) {
    if (done[at(s)] == parts_.height(s)) return;
    const int target = parts_.of_column[at(parts_.rows_of(s)[done[at(s)]])];
    following[at(s)] = std::exchange(head[at(target)], s);
  };
  for (int s = 0; s < count; ++s) {
    const int* const rows = parts_.rows_of(s);
    for (int r = 0; r < parts_.height(s); ++r) place[at(rows[r])] = r;
    gather(A, s, place);
    for (int d = head[at(s)], next = -1; d >= 0; d = next) {
      next = following[at(d)];
      const int begin = done[at(d)], height = parts_.height(d);
      int& end = done[at(d)];
      while (end < height && parts_.rows_of(d)[end] < parts_.first[at(s) + 1]) ++end;
      subtract(d, begin, end, s, place);
      enlist(d);
    }
    if (const int bad = factor_panel(s); bad >= 0) return parts_.order[at(parts_.first[at(s)] + bad)];
    done[at(s)] = parts_.columns(s);
    enlist(s);
    if (progress) progress(static_cast<double>(parts_.panel[at(s) + 1]) / static_cast<double>(entries()));
  }
  product_.resize(0, 0);
  return std::nullopt;
}

// The panel of A.
void SupernodalCholesky::gather(const Sparse& A, int s, const std::vector<int>& place) {
  Panel S = panel(s);
  S.setZero();
  diagonal_.setZero(S.cols());
  for (int c = 0; c < S.cols(); ++c) {
    const int j = parts_.first[at(s)] + c;
    for (Sparse::InnerIterator it(A, parts_.order[at(j)]); it; ++it)
      if (const int i = parts_.rank[at(static_cast<int>(it.row()))]; i >= j) S(place[at(i)], c) = it.value();
    diagonal_[c] = S(c, c);
  }
}

// What columns `from` subtract from panel s, of which rows [begin, end) of theirs are columns.
void SupernodalCholesky::subtract(int from, int begin, int end, int s, const std::vector<int>& place) {
  const Panel L = panel(from);
  Panel S = panel(s);
  const Index height = L.rows() - begin, width = end - begin;
  if (product_.size() < height * width) product_.resize(height * width, 1);
  Panel product(product_.data(), height, width);
  product.noalias() = L.bottomRows(height) * L.middleRows(begin, width).transpose();
  const int* const rows = parts_.rows_of(from) + begin;
  for (Index c = 0; c < width; ++c) {
    double* const target = &S(0, rows[c] - parts_.first[at(s)]);
    const double* const source = &product(0, c);
    for (Index r = c; r < height; ++r) target[place[at(rows[r])]] -= source[r];
  }
}

// S -> L, a few columns at a time. Returns the first column whose pivot is bad, -1: none.
int SupernodalCholesky::factor_panel(int s) {
  Panel S = panel(s);
  for (Index j = 0; j < S.cols(); j += kColumnsAtOnce) {
    const Index now = std::min(kColumnsAtOnce, S.cols() - j), right = S.cols() - j - now, below = S.rows() - j - now;
    auto L1 = S.block(j, j, now, now);
    const int bad = factor_small(L1, diagonal_.segment(j, now));
    if (bad >= 0) return static_cast<int>(j) + bad;
    auto L2 = S.block(j + now, j, below, now);
    L1.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(L2);
    S.block(j + now, j + now, right, right).selfadjointView<Eigen::Lower>().rankUpdate(L2.topRows(right), -1.0);
    S.block(S.cols(), j + now, S.rows() - S.cols(), right).noalias() -=
        L2.bottomRows(S.rows() - S.cols()) * L2.topRows(right).transpose();
  }
  return -1;
}

void SupernodalCholesky::solve_lower(Block& x) const {
  Block product;
  for (int s = 0; s < parts_.count(); ++s) {
    const Panel L = panel(s);
    const int* const rows = parts_.rows_of(s) + L.cols();
    const Index below = L.rows() - L.cols();
    auto own = x.middleRows(parts_.first[at(s)], L.cols());
    L.topRows(L.cols()).triangularView<Eigen::Lower>().solveInPlace(own);
    product.resize(below, x.cols());
    product.noalias() = L.bottomRows(below) * own;
    for (Index r = 0; r < below; ++r) x.row(rows[r]) -= product.row(r);
  }
}

void SupernodalCholesky::solve_upper(Block& x) const {
  Block others;
  for (int s = parts_.count() - 1; s >= 0; --s) {
    const Panel L = panel(s);
    const int* const rows = parts_.rows_of(s) + L.cols();
    const Index below = L.rows() - L.cols();
    auto own = x.middleRows(parts_.first[at(s)], L.cols());
    others.resize(below, x.cols());
    for (Index r = 0; r < below; ++r) others.row(r) = x.row(rows[r]);
    own.noalias() -= L.bottomRows(below).transpose() * others;
    L.topRows(L.cols()).triangularView<Eigen::Lower>().transpose().solveInPlace(own);
  }
}

MatrixXd SupernodalCholesky::solve(const MatrixXd& b) const {
  const Eigen::Map<const Eigen::VectorXi> order(parts_.order.data(), static_cast<Index>(parts_.order.size()));
  Block x = b(order, Eigen::all);
  solve_lower(x);
  solve_upper(x);
  MatrixXd out(b.rows(), b.cols());
  out(order, Eigen::all) = x;
  return out;
}

}  // namespace alembert::linear
