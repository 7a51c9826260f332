#include "linear/dominant_pairs.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "linear/dense.h"

namespace alembert::linear {

namespace {

using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;

constexpr double kSettledPair = 1e-12;    // residual, of its eigenvalue,
constexpr double kRoundedPair = 1e-14;    // or of the largest one
constexpr double kDependentPair = 1e-10;  // of a random vector: what the basis lacks of it is rounding
constexpr int kSpare = 2, kRoom = 60;     // vectors beyond those wanted, in a block and in the basis
constexpr int kMostBlocks = 2000;

class BlockIteration {
 public:
  BlockIteration(const Operator& A, int count)
      : A_(A),
        wanted_(std::min(count, A.size)),
        block_(std::min<Index>(wanted_ + kSpare, A.size)),
        most_(std::min<Index>(3 * block_ + kRoom, A.size)),
        Q_(A.size, most_),
        AQ_(A.size, most_),
        MQ_(A.size, A.mass ? most_ : 0),
        T_(most_, most_) {}

  std::optional<DominantPairs> run() {
    add_random();
    for (int k = 0; k < kMostBlocks; ++k) {
      if (used_ == 0) return DominantPairs{};
      if (!find_pairs()) return std::nullopt;
      const std::vector<Index> open = unsettled();
      if (open.empty() && (enough() || !add_random())) return result();
      if (open.empty()) continue;
      if (used_ + 2 * static_cast<Index>(open.size()) > most_ && most_ < A_.size) cut();
      if (!add_images(open) && (enough() || !add_random())) return result();  // nothing but rounding is left of them
    }
    return std::nullopt;
  }

 private:
  bool enough() const { return used_ >= wanted_; }

  // What remains of these vectors beside the basis, as more vectors of it, but for what is less than `least`. False:
  // nothing remains.
  bool add(MatrixXd X, VectorXd least) {
    const Index old = used_;
    for (int pass = 0; pass < 2; ++pass) {
      X -= Q_.leftCols(old) * (dual(0, old).transpose() * X);
      for (Index k = 0; k < X.cols() && pass == 0; ++k) {
        const double size = length(X.col(k));
        if (!(size > least[k])) continue;
        X.col(k) /= size;  // so that the next pass removes what rounding has left
        least[k] /= size;
      }
    }
    for (Index k = 0; k < X.cols() && used_ < most_; ++k) {
      VectorXd x = X.col(k);
      for (int pass = 0; pass < 2; ++pass) x -= Q_.middleCols(old, used_ - old) * (dual(old, used_).transpose() * x);
      const double size = length(x);
      if (!(size > std::max(least[k], kDependentPair))) continue;
      x /= size;
      if (size < 0.1) x -= Q_.leftCols(used_) * (dual(0, used_).transpose() * x);
      const VectorXd Mx = A_.mass ? A_.mass(x) : x;
      const double norm = std::sqrt(x.dot(Mx));
      Q_.col(used_) = x / norm;
      if (A_.mass) MQ_.col(used_) = Mx / norm;
      AQ_.col(used_) = A_.apply(Q_.col(used_));
      ++used_;
    }
    return used_ > old;
  }
  // M times vectors [first, end) of the basis.
  Eigen::Block<const MatrixXd, Eigen::Dynamic, Eigen::Dynamic, true> dual(Index first, Index end) const {
    return (A_.mass ? MQ_ : Q_).middleCols(first, end - first);
  }
  double length(const VectorXd& x) const {
    return std::sqrt(std::max(A_.mass ? x.dot(A_.mass(x)) : x.squaredNorm(), 0.0));
  }

  bool add_random() {
    std::uniform_real_distribution<double> some(-1.0, 1.0);
    if (used_ + block_ > most_ && most_ < A_.size) cut();
    MatrixXd X(A_.size, block_);
    for (Index k = 0; k < block_; ++k) {
      for (double& each : X.col(k)) each = some(random_);
      X.col(k) = A_.apply(X.col(k));
      largest_random_ = std::max(largest_random_, length(X.col(k)));
    }
    return add(std::move(X), VectorXd::Constant(block_, kDependentPair * largest_random_));
  }

  // A times the vectors of some pairs.
  bool add_images(const std::vector<Index>& pairs) {
    std::vector<double> least;
    MatrixXd S(used_, 2 * static_cast<Index>(pairs.size()));
    for (const Index k : pairs) {
      for (const bool real : {true, false}) {
        if (!real && values_[k].imag() == 0.0) continue;
        S.col(static_cast<Index>(least.size())) =
            real ? VectorXd(vectors_.col(k).real()) : VectorXd(vectors_.col(k).imag());
        least.push_back(kSettledPair * std::abs(values_[k]));
      }
    }
    const auto count = static_cast<Index>(least.size());
    return add(AQ_.leftCols(used_) * S.leftCols(count), Eigen::Map<const VectorXd>(least.data(), count));
  }

  bool find_pairs() {
    const auto basis = dual(0, used_);
    const Index added = used_ - known_;
    // Only what the last block has added.
    T_.block(0, known_, used_, added) = basis.transpose() * AQ_.middleCols(known_, added);
    T_.block(known_, 0, added, known_) = basis.rightCols(added).transpose() * AQ_.leftCols(known_);
    known_ = used_;
    const MatrixXd T = T_.topLeftCorner(used_, used_);
    VectorXcd values;
    MatrixXcd vectors;
    if (A_.mass) {
      const RealEigenpairs pairs = symmetric_eigenpairs(0.5 * (T + T.transpose()), MatrixXd::Identity(used_, used_));
      values = pairs.values.cast<std::complex<double>>();
      vectors = pairs.vectors.cast<std::complex<double>>();
    } else {
      const auto pairs = eigenpairs(T);
      if (!pairs) return false;
      values = pairs->values;
      vectors = pairs->vectors;
    }
    std::vector<Index> order(static_cast<std::size_t>(used_));
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return std::abs(values[a]) > std::abs(values[b]); });
    values_.resize(used_);
    vectors_.resize(used_, used_);
    for (Index k = 0; k < used_; ++k) {
      values_[k] = values[order[static_cast<std::size_t>(k)]];
      vectors_.col(k) = vectors.col(order[static_cast<std::size_t>(k)]).normalized();
    }
    return true;
  }

  // Of the first so many pairs, none is half of a conjugate pair.
  Index whole(Index pairs) const {
    pairs = std::min(pairs, used_);
    const bool cut_in_two = pairs > 0 && pairs < used_ && values_[pairs - 1].imag() != 0.0 &&
                            values_[pairs] == std::conj(values_[pairs - 1]);
    return cut_in_two ? pairs + 1 : pairs;
  }

  // Pairs whose A x differs from nu x; of conjugate ones, the upper.
  std::vector<Index> unsettled() const {
    const Index pairs = whole(wanted_);
    const MatrixXcd S = vectors_.leftCols(pairs), lambda_S = S * values_.head(pairs).asDiagonal();
    // In real parts: products of real and complex matrices are slow.
    const MatrixXd R = AQ_.leftCols(used_) * MatrixXd(S.real()) - Q_.leftCols(used_) * MatrixXd(lambda_S.real());
    MatrixXd I;
    if (!A_.mass) I = AQ_.leftCols(used_) * MatrixXd(S.imag()) - Q_.leftCols(used_) * MatrixXd(lambda_S.imag());
    std::vector<Index> out;
    for (Index k = 0; k < pairs; ++k) {
      if (values_[k].imag() < 0.0) continue;
      const double left = A_.mass ? length(R.col(k)) : std::hypot(R.col(k).norm(), I.col(k).norm());
      if (left > kSettledPair * std::abs(values_[k]) && left > kRoundedPair * std::abs(values_[0])) out.push_back(k);
    }
    return out;
  }

  // Keeps the space of the best pairs.
  void cut() {
    const Index keep = whole(std::min<Index>(used_ / 2, block_ + kRoom / 3));
    MatrixXd S(used_, 0);
    for (Index k = 0; k < keep; ++k) {
      if (values_[k].imag() < 0.0) continue;
      for (VectorXd s : {VectorXd(vectors_.col(k).real()), VectorXd(vectors_.col(k).imag())}) {
        const double size = s.norm();
        for (int pass = 0; pass < 2; ++pass) s -= S * (S.transpose() * s);
        if (!(s.norm() > 1e-12 * size)) continue;
        s.normalize();
        s -= S * (S.transpose() * s);
        S.conservativeResize(used_, S.cols() + 1);
        S.rightCols(1) = s.normalized();
      }
    }
    // A large combination of small images loses digits in none of these: S is orthonormal.
    for (MatrixXd* each : {&Q_, &AQ_, &MQ_})
      if (each->cols() > 0) each->leftCols(S.cols()) = (each->leftCols(used_) * S).eval();
    // From here on the pairs are those of the basis that was kept.
    vectors_ = (S.transpose() * vectors_.leftCols(keep)).eval();
    values_.conservativeResize(keep);
    T_.topLeftCorner(S.cols(), S.cols()) = (S.transpose() * T_.topLeftCorner(used_, used_) * S).eval();
    used_ = known_ = S.cols();
  }

  DominantPairs result() const {
    const Index pairs = whole(wanted_);
    MatrixXcd vectors(A_.size, pairs);
    vectors.real() = Q_.leftCols(used_) * MatrixXd(vectors_.leftCols(pairs).real());
    vectors.imag() = Q_.leftCols(used_) * MatrixXd(vectors_.leftCols(pairs).imag());
    return {values_.head(pairs), std::move(vectors)};
  }

  const Operator& A_;
  Index wanted_, block_, most_;
  MatrixXd Q_, AQ_, MQ_, T_;    // the basis, A times it, M times it; Q^T M A Q
  Index used_ = 0, known_ = 0;  // vectors of the basis; of which T is known
  VectorXcd values_;
  MatrixXcd vectors_;
  double largest_random_ = 0.0;
  std::mt19937 random_{1};
};

}  // namespace

std::optional<DominantPairs> dominant_pairs(const Operator& A, int count) { return BlockIteration(A, count).run(); }

}  // namespace alembert::linear
