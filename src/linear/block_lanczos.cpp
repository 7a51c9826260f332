#include "linear/block_lanczos.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <random>

namespace alembert::linear {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kSettledResidual = 1e-11, kRoundedResidual = 1e-15;
constexpr double kNothingLeft = 1e-14;  // of a product, when the basis has been taken out of it: rounding
constexpr Index kVectors = 8;           // of a block
constexpr int kMostRestarts = 1000;

class BlockLanczos {
 public:
  BlockLanczos(const BlockOperator& A, int count)
      : A_(A), count_(count), room_(lanczos_room(count) - kVectors), Q_(A.size, room_ + kVectors), T_(room_, room_) {}

  std::optional<LargestPairs> run() {
    // Of products, rather than of random vectors themselves, nothing lies where A is 0.
    next() = A_.apply(random_block());
    orthonormalise_next();
    for (int restart = 0; restart < kMostRestarts; ++restart) {
      while (used_ + kVectors <= room_) {
        add_block();
        if (used_ >= count_ + kVectors && settled()) return result();
      }
      cut();
    }
    return std::nullopt;
  }

 private:
  // Q_k+1.
  Eigen::Block<MatrixXd, Eigen::Dynamic, Eigen::Dynamic, true> next() { return Q_.middleCols(used_, kVectors); }

  MatrixXd random_block() {
    std::uniform_real_distribution<double> some(-1.0, 1.0);
    MatrixXd out(A_.size, kVectors);
    for (Index k = 0; k < kVectors; ++k)
      for (double& each : out.col(k)) each = some(random_);
    return out;
  }

  // Q_k+1 joins the basis, and what A makes of it, less the basis, becomes the next one. What A Q_k+1 has of the basis
  // before it is known, but for rounding: the column of T.
  void add_block() {
    const Index before = used_;
    MatrixXd W = A_.apply(next());
    used_ += kVectors;
    const auto Q = Q_.leftCols(used_), last = Q_.middleCols(before, kVectors);
    const MatrixXd H = last.transpose() * W;
    W.noalias() -= last * H;
    W.noalias() -= Q_.middleCols(coupled_, before - coupled_) * T_.block(coupled_, before, before - coupled_, kVectors);
    T_.block(before, before, kVectors, kVectors) = 0.5 * (H + H.transpose());
    T_.block(before, 0, kVectors, before) = T_.block(0, before, before, kVectors).transpose();
    largest_ = std::max(largest_, H.cwiseAbs().maxCoeff());
    for (bool again = true; again;) {  // where little is left of W, rounding has a part of it
      const VectorXd sizes = W.colwise().norm();
      const MatrixXd rest = Q.transpose() * W;
      W.noalias() -= Q * rest;
      again = (W.colwise().norm().transpose().array() < 0.5 * sizes.array()).any() &&
              sizes.maxCoeff() > kNothingLeft * largest_;
    }
    next() = W;
    orthonormalise_next();
    coupled_ = before;
    if (used_ + kVectors > room_) return;
    T_.block(0, used_, used_, kVectors).setZero();
    T_.block(before, used_, kVectors, kVectors) = R_.transpose();
  }

  // Q_k+1 R = what is there, orthogonal to the basis. Where nothing is left a random vector goes on, with a row of R
  // that is 0.
  void orthonormalise_next() {
    std::uniform_real_distribution<double> some(-1.0, 1.0);
    R_.setZero(kVectors, kVectors);
    auto X = next();
    for (Index k = 0; k < kVectors; ++k) {
      for (int pass = 0; pass < 2; ++pass) {
        const VectorXd r = X.leftCols(k).transpose() * X.col(k);
        X.col(k) -= X.leftCols(k) * r;
        R_.col(k).head(k) += r;
      }
      const double size = X.col(k).norm();
      if (size > kNothingLeft * largest_) {
        R_(k, k) = size;
      } else {
        for (double& each : X.col(k)) each = some(random_);
        for (int pass = 0; pass < 3; ++pass) {
          const VectorXd h = Q_.leftCols(used_ + k).transpose() * X.col(k);
          X.col(k) -= Q_.leftCols(used_ + k) * h;
          X.col(k).normalize();
        }
      }
      X.col(k).normalize();
    }
  }

  bool settled() {
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(T_.topLeftCorner(used_, used_));
    values_ = solver.eigenvalues().reverse();
    S_ = solver.eigenvectors().rowwise().reverse();
    const VectorXd residuals = (R_ * S_.bottomRows(kVectors)).colwise().norm().transpose();
    for (Index k = 0; k < count_; ++k)
      if (residuals[k] > std::max(kSettledResidual * values_[k], kRoundedResidual * values_[0])) return false;
    return true;
  }

  // Q <- Q S for the best `keep`, some rows at a time.
  void combine(Index keep) {
    constexpr Index rows = 512;
    for (Index i = 0; i < A_.size; i += rows) {
      const Index now = std::min(rows, A_.size - i);
      const MatrixXd those = Q_.block(i, 0, now, used_) * S_.leftCols(keep);
      Q_.block(i, 0, now, keep) = those;
    }
  }

  void cut() {
    const Index keep = count_ + (room_ - count_) / 2;
    combine(keep);
    Q_.middleCols(keep, kVectors) = next().eval();
    T_.topLeftCorner(keep, keep) = values_.head(keep).asDiagonal();
    T_.block(0, keep, keep, kVectors) = (R_ * S_.bottomLeftCorner(kVectors, keep)).transpose();
    used_ = keep;
    coupled_ = 0;
  }

  LargestPairs result() {
    combine(count_);
    Q_.conservativeResize(Eigen::NoChange, count_);
    return {values_.head(count_), std::move(Q_)};
  }

  const BlockOperator& A_;
  Index count_, room_;
  MatrixXd Q_, T_, R_;  // Q_: the basis and Q_k+1
  Index used_ = 0;      // vectors of the basis
  Index coupled_ = 0;   // A Q_k+1 has nothing of those before
  double largest_ = 0.0;
  VectorXd values_;
  MatrixXd S_;
  std::mt19937 random_{1};
};

}  // namespace

Eigen::Index lanczos_room(int count) { return 2 * static_cast<Index>(count) + 8 * kVectors; }

std::optional<LargestPairs> largest_pairs(const BlockOperator& A, int count) { return BlockLanczos(A, count).run(); }

}  // namespace alembert::linear
