#include "flexible/stress.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <set>

namespace alembert::flexible {
namespace {

// Points and instants of a block: 5 x 64 x 256 single precision numbers are 0.3 MB, within the second cache.
constexpr Eigen::Index kBlockPoints = 64, kBlockInstants = 256;
constexpr double kHalfRoot3 = 0.5 * std::numbers::sqrt3;

template <class Row>
auto five_rows(const Row& S) {
  constexpr auto a = static_cast<float>(kHalfRoot3), b = static_cast<float>(std::numbers::sqrt3);
  Eigen::MatrixXf out(5, S.cols());
  out.row(0) = a * (S.row(0) - S.row(1));
  out.row(1) = 0.5F * (S.row(0) + S.row(1) - 2.0F * S.row(2));
  for (Eigen::Index k = 2; k < 5; ++k) out.row(k) = b * S.row(k + 1);
  return out;
}

// V of some points, its five parts one below the other: then squares are sums of blocks. Modes are scaled, as twisting
// ones of a straight beam may have stresses of any size for a displacement of 1 m, and as small coordinates.
Eigen::MatrixXf parts_of(const StressShapes& stress, Eigen::Index first, Eigen::Index count,
                         const Eigen::VectorXd& scale) {
  Eigen::MatrixXf out(5 * count, stress.shapes.cols());
  for (Eigen::Index p = 0; p < count; ++p) {
    const Eigen::MatrixXf six =
        (stress.shapes.middleRows<6>(6 * (first + p)).cast<double>() * scale.asDiagonal()).cast<float>();
    const Eigen::MatrixXf rows = five_rows(six);
    for (Eigen::Index k = 0; k < 5; ++k) out.row(k * count + p) = rows.row(k);
  }
  return out;
}

double von_mises_of(const StressShapes& stress, int point, const Eigen::Ref<const Eigen::VectorXd>& xi) {
  const Eigen::Matrix<double, 6, 1> sigma = stress.shapes.middleRows<6>(6 * point).cast<double>() * xi;
  return von_mises(std::span<const double, 6>(sigma.data(), 6));
}

}  // namespace

double von_mises(std::span<const double, 6> s) {
  const double p = s[0] - s[1], q = s[0] + s[1] - 2.0 * s[2];
  return std::sqrt(0.75 * p * p + 0.25 * q * q + 3.0 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
}

Eigen::MatrixXf von_mises_rows(const StressShapes& stress) {
  const auto points = static_cast<Eigen::Index>(stress.node.size());
  Eigen::MatrixXf out(5 * points, stress.shapes.cols());
  for (Eigen::Index p = 0; p < points; ++p) out.middleRows<5>(5 * p) = five_rows(stress.shapes.middleRows<6>(6 * p));
  return out;
}

std::vector<Peak> peaks_of(const StressShapes& stress, const Coordinates& xi) {
  const auto points = static_cast<Eigen::Index>(stress.node.size());
  std::vector<Peak> out(stress.node.size());
  if (xi.size() == 0) return out;
  const Eigen::VectorXd scale = xi.rowwise().lpNorm<Eigen::Infinity>();
  const Eigen::VectorXd inverse = scale.unaryExpr([](double s) { return s > 0.0 ? 1.0 / s : 0.0; });
  const Eigen::MatrixXf x = (inverse.asDiagonal() * xi).cast<float>();
  Eigen::MatrixXf product;
  Eigen::ArrayXf square;
  std::vector<float> largest(stress.node.size(), -1.0F);  // squares
  for (Eigen::Index first = 0; first < points; first += kBlockPoints) {
    const Eigen::Index count = std::min(kBlockPoints, points - first);
    const Eigen::MatrixXf V = parts_of(stress, first, count, scale);
    for (Eigen::Index from = 0; from < x.cols(); from += kBlockInstants) {
      const Eigen::Index instants = std::min(kBlockInstants, x.cols() - from);
      product.resize(5 * count, instants);
      product.noalias() = V * x.middleCols(from, instants);
      for (Eigen::Index t = 0; t < instants; ++t) {
        const auto column = product.col(t).array();
        square = column.head(count).square();
        for (Eigen::Index k = 1; k < 5; ++k) square += column.segment(k * count, count).square();
        for (Eigen::Index p = 0; p < count; ++p) {
          const auto at = static_cast<std::size_t>(first + p);
          if (!(square[p] > largest[at])) continue;
          largest[at] = square[p];
          out[at].instant = static_cast<int>(from + t);
        }
      }
    }
  }
  for (std::size_t p = 0; p < out.size(); ++p) out[p].von_mises = std::sqrt(std::max(largest[p], 0.0F));
  return out;
}

Eigen::Matrix<double, 7, Eigen::Dynamic> history_of(const StressShapes& stress, int point, const Coordinates& xi) {
  Eigen::Matrix<double, 7, Eigen::Dynamic> out(7, xi.cols());
  out.topRows<6>() = stress.shapes.middleRows<6>(6 * point).cast<double>() * xi;
  for (Eigen::Index t = 0; t < xi.cols(); ++t) out(6, t) = von_mises(std::span<const double, 6>(&out(0, t), 6));
  return out;
}

std::vector<HotSpot> hot_spots(const Part& part, const std::vector<Peak>& peaks, const Coordinates& xi,
                               std::size_t count, double separation) {
  std::vector<int> order(peaks.size());
  std::iota(order.begin(), order.end(), 0);
  const auto peak = [&](int p) { return peaks[static_cast<std::size_t>(p)]; };
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return peak(a).von_mises > peak(b).von_mises; });
  std::vector<HotSpot> out;
  std::vector<Vec3> chosen;
  std::set<int> named;
  for (const int p : order) {
    if (out.size() >= count) break;
    const int node = part.stress.node[static_cast<std::size_t>(p)];
    const Vec3 at = part.nodes.col(node);
    const auto near = [&](const Vec3& other) { return (other - at).norm() < separation; };
    if (named.count(node) > 0 || std::any_of(chosen.begin(), chosen.end(), near)) continue;
    named.insert(node);
    chosen.push_back(at);
    out.push_back({p, von_mises_of(part.stress, p, xi.col(peak(p).instant)), peak(p).instant});
  }
  return out;
}

std::vector<int> points_of(const StressShapes& stress, int node) {
  std::vector<int> out;
  for (std::size_t p = 0; p < stress.node.size(); ++p)
    if (stress.node[p] == node) out.push_back(static_cast<int>(p));
  return out;
}

int worst_point(const StressShapes& stress, int node, const std::vector<Peak>& peaks) {
  int out = -1;
  for (const int p : points_of(stress, node))
    if (out < 0 || peaks[static_cast<std::size_t>(p)].von_mises > peaks[static_cast<std::size_t>(out)].von_mises)
      out = p;
  return out;
}

std::string place_of(const StressShapes& stress, int point) {
  return stress.place.empty() ? "" : stress.place[static_cast<std::size_t>(point)];
}

}  // namespace alembert::flexible
