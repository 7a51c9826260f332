#include "report/few_shapes.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace alembert::report {

namespace {

constexpr Eigen::Index kBlock = 64;  // instants at once

// Largest norm of `width` rows that belong together, over all columns of A x - B y; B may be empty.
double largest_norm(const Eigen::MatrixXd& A, const Eigen::MatrixXd& x, const Eigen::MatrixXd& B,
                    const Eigen::MatrixXd& y, Eigen::Index width) {
  double square = 0.0;
  for (Eigen::Index from = 0; from < x.cols() && A.rows() > 0; from += kBlock) {
    const Eigen::Index count = std::min(kBlock, x.cols() - from);
    Eigen::MatrixXd d = A * x.middleCols(from, count);
    if (B.cols() > 0) d -= B * y.middleCols(from, count);
    const Eigen::Map<const Eigen::MatrixXd> points(d.data(), width, d.size() / width);
    square = std::max(square, points.colwise().squaredNorm().maxCoeff());
  }
  return std::sqrt(square);
}

// A^T A over the mean square of A xi.
Eigen::MatrixXd weighed(const Eigen::MatrixXd& A, const Eigen::MatrixXd& C) {
  const Eigen::MatrixXd square = A.transpose() * A;
  const double mean = (square * C).trace();
  return mean > 0.0 ? Eigen::MatrixXd(square / mean) : Eigen::MatrixXd::Zero(A.cols(), A.cols());
}

// Of modes that are about as large as each other.
FewShapes of_equals(const Eigen::MatrixXd& Phi, const Eigen::MatrixXd& V, const Eigen::MatrixXd& xi, double error) {
  FewShapes out;
  const Eigen::Index m = xi.rows();
  const Eigen::MatrixXd none;
  const double moved = largest_norm(Phi, xi, none, none, 3), stressed = largest_norm(V, xi, none, none, 5);
  if (m == 0 || !(moved > 0.0 || stressed > 0.0)) {
    out.basis.resize(m, 0);
    out.amplitudes.resize(0, xi.cols());
    return out;
  }
  const Eigen::MatrixXd C = xi * xi.transpose() / static_cast<double>(xi.cols());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> G(weighed(Phi, C) + weighed(V, C));
  // What neither moves nor stresses anything is nothing; below that only rounding is left.
  const double least = 1e-14 * G.eigenvalues().maxCoeff();
  const Eigen::VectorXd root = G.eigenvalues().cwiseMax(0.0).cwiseSqrt();
  const Eigen::VectorXd inverse =
      G.eigenvalues().unaryExpr([least](double d) { return d > least ? 1.0 / std::sqrt(d) : 0.0; });
  const Eigen::MatrixXd A = root.asDiagonal() * (G.eigenvectors().transpose() * xi);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> squares(A * A.transpose());
  const Eigen::MatrixXd U = squares.eigenvectors().rowwise().reverse();
  const Eigen::VectorXd power = squares.eigenvalues().reverse().cwiseMax(0.0);
  const Eigen::MatrixXd back = G.eigenvectors() * inverse.asDiagonal() * U;
  // The mean says where to begin; the largest error decides.
  Eigen::Index r = 1;
  while (r < m && power.tail(m - r).sum() > 0.25 * error * error * power.sum()) ++r;
  for (;; r = std::min(m, r + 1 + r / 4)) {
    out.basis = back.leftCols(r);
    out.amplitudes = U.leftCols(r).transpose() * A;
    const double u = largest_norm(Phi, xi, rounded(Phi * out.basis).values(), out.amplitudes, 3);
    const double s = largest_norm(V, xi, rounded(V * out.basis).values(), out.amplitudes, 5);
    out.displacement_error = moved > 0.0 ? u / moved : 0.0;
    out.stress_error = stressed > 0.0 ? s / stressed : 0.0;
    if (r == m || (out.displacement_error <= error && out.stress_error <= error)) return out;
  }
}

}  // namespace

RoundedShapes rounded(const Eigen::MatrixXd& shapes) {
  constexpr double most = 32767.0;
  RoundedShapes out;
  out.numbers.reserve(static_cast<std::size_t>(shapes.size()));
  for (Eigen::Index c = 0; c < shapes.cols(); ++c) {
    const double largest = shapes.rows() > 0 ? shapes.col(c).cwiseAbs().maxCoeff() : 0.0;
    const double factor = largest > 0.0 ? largest / most : 1.0;
    out.factors.push_back(factor);
    for (const double x : shapes.col(c)) out.numbers.push_back(static_cast<std::int16_t>(std::lround(x / factor)));
  }
  return out;
}

Eigen::MatrixXd RoundedShapes::values() const {
  const auto columns = static_cast<Eigen::Index>(factors.size());
  const Eigen::Index rows = columns > 0 ? static_cast<Eigen::Index>(numbers.size()) / columns : 0;
  Eigen::MatrixXd out(rows, columns);
  for (Eigen::Index c = 0; c < columns; ++c)
    for (Eigen::Index r = 0; r < rows; ++r)
      out(r, c) = factors[static_cast<std::size_t>(c)] * numbers[static_cast<std::size_t>(c * rows + r)];
  return out;
}

FewShapes few_shapes(const Eigen::MatrixXd& Phi, const Eigen::MatrixXd& V, const Eigen::MatrixXd& xi, double error) {
  if (xi.size() == 0) return {Eigen::MatrixXd(xi.rows(), 0), Eigen::MatrixXd(0, xi.cols())};
  // Coordinates of any size, against shapes of any: all are counted in what occurs.
  const Eigen::VectorXd largest = xi.cwiseAbs().rowwise().maxCoeff();
  FewShapes out =
      of_equals(Phi * largest.asDiagonal(), V * largest.asDiagonal(),
                largest.unaryExpr([](double s) { return s > 0.0 ? 1.0 / s : 0.0; }).asDiagonal() * xi, error);
  out.basis = largest.asDiagonal() * out.basis;
  return out;
}

}  // namespace alembert::report
