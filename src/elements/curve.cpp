#include "elements/curve.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace alembert {

namespace {

// Part of the curve's size by which a planar curve may leave its plane: rounding of the points in the file.
constexpr double kPlanar = 1e-9;

// Part of its length to which a point of a curve must be found; else there is none, and what depends on it is refused.
constexpr double kFound = 1e-10;

// Tridiagonal equations lower x_(k-1) + diagonal x_k + upper x_(k+1) = r_k, in place (Thomas); r has three columns.
void solve_tridiagonal(const std::vector<double>& lower, std::vector<double> diagonal, const std::vector<double>& upper,
                       Eigen::MatrixXd& r) {
  const auto n = static_cast<Eigen::Index>(diagonal.size());
  for (Eigen::Index k = 1; k < n; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const double factor = lower[at] / diagonal[at - 1];
    diagonal[at] -= factor * upper[at - 1];
    r.row(k) -= factor * r.row(k - 1);
  }
  for (Eigen::Index k = n; k-- > 0;) {
    const auto at = static_cast<std::size_t>(k);
    if (k + 1 < n) r.row(k) -= upper[at] * r.row(k + 1);
    r.row(k) /= diagonal[at];
  }
}

}  // namespace

std::string curve_problem(const std::vector<Vec3>& points, bool closed) {
  const std::size_t fewest = closed ? 3 : 2;
  if (points.size() < fewest)
    return closed ? "a closed curve needs three points or more" : "a curve needs two points or more";
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (!points[k].allFinite()) return "point " + std::to_string(k + 1) + " is not finite";
    if (k + 1 == points.size() && !closed) break;
    const std::size_t next = (k + 1) % points.size();
    if ((points[next] - points[k]).norm() == 0.0)
      return next == 0 ? "the last point repeats the first: a closed curve closes itself"
                       : "points " + std::to_string(k + 1) + " and " + std::to_string(k + 2) + " are the same";
  }
  return "";
}

Curve::Curve(std::vector<Vec3> points, bool closed) : closed_(closed) {
  knots_.push_back(0.0);
  for (std::size_t k = 0; k + 1 < points.size() + (closed ? 1 : 0); ++k)
    knots_.push_back(knots_.back() + (points[(k + 1) % points.size()] - points[k]).norm());
  pieces_ = interpolate(points);
  Vec3 centre = Vec3::Zero();
  for (const Vec3& p : points) centre += p / static_cast<double>(points.size());
  Mat3 spread = Mat3::Zero();
  for (const Vec3& p : points) spread += (p - centre) * (p - centre).transpose();
  const Eigen::SelfAdjointEigenSolver<Mat3> directions(spread);
  normal_ = directions.eigenvectors().col(0);
  // A straight line lies in many planes; z is the natural normal wherever it is one.
  double out_of_plane = 0.0, along_z = 0.0;
  for (const Vec3& p : points) {
    out_of_plane = std::max(out_of_plane, std::abs(normal_.dot(p - centre)));
    along_z = std::max(along_z, std::abs(p[2] - centre[2]));
  }
  if (along_z <= kPlanar * length()) {
    normal_ = Vec3::UnitZ();
    out_of_plane = along_z;
  }
  planar_ = out_of_plane <= kPlanar * length();
  if (!planar_) find_sides(points);
}

// Second derivatives m_k at the knots from continuity of the first: with h_k = s_(k+1) - s_k and slopes g_k,
//   h_(k-1) m_(k-1) + 2 (h_(k-1) + h_k) m_k + h_k m_(k+1) = 6 (g_k - g_(k-1))
// open: m = 0 at both ends; closed: periodic, by the rule of Sherman and Morrison.
std::vector<Curve::Piece> Curve::interpolate(const std::vector<Vec3>& values) const {
  const std::size_t pieces = knots_.size() - 1, n = values.size();
  const auto value = [&](std::size_t k) -> const Vec3& { return values[k % n]; };
  std::vector<double> h(pieces);
  std::vector<Vec3> g(pieces);
  for (std::size_t k = 0; k < pieces; ++k) {
    h[k] = knots_[k + 1] - knots_[k];
    g[k] = (value(k + 1) - value(k)) / h[k];
  }
  std::vector<Vec3> m(pieces + 1, Vec3::Zero());
  if (closed_) {
    std::vector<double> lower(n), diagonal(n), upper(n);
    Eigen::MatrixXd r(static_cast<Eigen::Index>(n), 4);
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t before = (k + n - 1) % n;
      lower[k] = h[before];
      upper[k] = h[k];
      diagonal[k] = 2.0 * (h[before] + h[k]);
      r.row(static_cast<Eigen::Index>(k)) << 6.0 * (g[k] - g[before]).transpose(), 0.0;
    }
    // Corners b (first row, last column) and c as a rank-one change u v^T with u = (t, 0, .., c), v = (1, 0, .., b/t).
    const double b = lower[0], c = upper[n - 1], t = -diagonal[0];
    diagonal[0] -= t;
    diagonal[n - 1] -= c * b / t;
    r(0, 3) = t;
    r(static_cast<Eigen::Index>(n) - 1, 3) = c;
    solve_tridiagonal(lower, diagonal, upper, r);
    const auto last = static_cast<Eigen::Index>(n) - 1;
    const double divisor = 1.0 + r(0, 3) + b / t * r(last, 3);
    const Eigen::RowVector3d factor = (r.row(0).head<3>() + b / t * r.row(last).head<3>()) / divisor;
    for (std::size_t k = 0; k <= n; ++k) {
      const auto row = static_cast<Eigen::Index>(k % n);
      m[k] = (r.row(row).head<3>() - r(row, 3) * factor).transpose();
    }
  } else if (pieces > 1) {
    const std::size_t inner = pieces - 1;
    std::vector<double> lower(inner), diagonal(inner), upper(inner);
    Eigen::MatrixXd r(static_cast<Eigen::Index>(inner), 3);
    for (std::size_t k = 0; k < inner; ++k) {
      lower[k] = h[k];
      upper[k] = h[k + 1];
      diagonal[k] = 2.0 * (h[k] + h[k + 1]);
      r.row(static_cast<Eigen::Index>(k)) = 6.0 * (g[k + 1] - g[k]).transpose();
    }
    solve_tridiagonal(lower, diagonal, upper, r);
    for (std::size_t k = 0; k < inner; ++k) m[k + 1] = r.row(static_cast<Eigen::Index>(k)).transpose();
  }
  std::vector<Piece> out(pieces);
  for (std::size_t k = 0; k < pieces; ++k) {
    out[k].col(0) = value(k);
    out[k].col(1) = g[k] - h[k] / 6.0 * (2.0 * m[k] + m[k + 1]);
    out[k].col(2) = 0.5 * m[k];
    out[k].col(3) = (m[k + 1] - m[k]) / (6.0 * h[k]);
  }
  return out;
}

// Carries a side vector from knot to knot by the smallest rotation of the tangent; a closed curve spreads what is
// missing after one round evenly along it.
void Curve::find_sides(const std::vector<Vec3>& points) {
  const std::size_t n = points.size();
  const auto tangent = [&](double s) {
    Vec3 c, d1, d2;
    at<double>(s, c, d1, d2);
    return Vec3(d1.normalized());
  };
  Vec3 t = tangent(0.0);
  Vec3 b = (normal_ - normal_.dot(t) * t);
  if (b.norm() < 0.1) b = t.unitOrthogonal();
  b.normalize();
  const Vec3 first = b;
  std::vector<Vec3> sides{b};
  const auto carry = [&](double from, double to) {
    constexpr int parts = 8;  // the tangent turns little in an eighth of a piece
    for (int k = 1; k <= parts; ++k) {
      const Vec3 next = tangent(from + (to - from) * k / parts);
      b = Quat::FromTwoVectors(t, next) * b;
      b = (b - b.dot(next) * next).normalized();
      t = next;
    }
  };
  for (std::size_t k = 0; k + 1 < knots_.size(); ++k) {
    carry(knots_[k], knots_[k + 1]);
    if (sides.size() < n) sides.push_back(b);
  }
  if (closed_) {
    const double missing = std::atan2(t.dot(b.cross(first)), b.dot(first));
    for (std::size_t k = 0; k < n; ++k)
      sides[k] = Eigen::AngleAxisd(missing * knots_[k] / length(), tangent(knots_[k])) * sides[k];
  }
  sides_ = interpolate(sides);
}

Curve::Place Curve::place(double s) const {
  double inside = s, rounds = 0.0;
  if (closed_) {
    rounds = std::floor(s / length());
    inside = s - rounds * length();
    if (inside >= length()) {  // rounding
      rounds += 1.0;
      inside = 0.0;
    }
  }
  const auto after = std::upper_bound(knots_.begin() + 1, knots_.end() - 1, inside);
  const auto piece = static_cast<std::size_t>(after - knots_.begin()) - 1;
  const bool straight = !closed_ && (s < knots_.front() || s > knots_.back());
  return {piece, knots_[piece] + rounds * length(), straight};
}

std::vector<double> Curve::samples(int per_piece) const {
  std::vector<double> out;
  for (std::size_t k = 0; k + 1 < knots_.size(); ++k)
    for (int p = 0; p < per_piece; ++p) out.push_back(knots_[k] + (knots_[k + 1] - knots_[k]) * p / per_piece);
  if (!closed_) out.push_back(knots_.back());
  return out;
}

double Curve::nearest(const Vec3& p) const {
  double best = 0.0, least = std::numeric_limits<double>::infinity();
  Vec3 c, d1, d2;
  for (const double s : samples(8)) {
    at<double>(s, c, d1, d2);
    if (const double distance = (c - p).squaredNorm(); distance < least) {
      least = distance;
      best = s;
    }
  }
  return nearest(p, best);
}

double Curve::nearest(const Vec3& p, double s) const {
  Vec3 c, d1, d2;
  const double longest = 0.1 * length();
  double step = 0.0;
  for (int k = 0; k < 200; ++k) {
    at<double>(s, c, d1, d2);
    const Vec3 e = c - p;
    const double square = d1.squaredNorm();
    // Beyond the centre of curvature Newton would go to where the distance is largest: always downhill.
    const double slope = std::max(std::abs(square + e.dot(d2)), 0.1 * square);
    step = std::clamp(-e.dot(d1) / slope, -longest, longest);
    s += step;
    if (!(std::abs(step) > 1e-15 * (length() + std::abs(s)))) break;
  }
  return std::abs(step) <= kFound * length() ? s : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace alembert
