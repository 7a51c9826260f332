#include "solve/predictor.h"

#include <algorithm>
#include <utility>

namespace alembert {

namespace {

using Times = std::array<double, Predictor::kMaxDegree + 1>;
using Points = std::array<Vector, Predictor::kMaxDegree + 1>;

// w_0 ... w_degree, to weigh the newest points with at time t.
Times weights_of(int degree, const Times& times, double t) {
  Times w{};
  for (int j = 0; j <= degree; ++j) {
    const auto at = static_cast<std::size_t>(j);
    w[at] = 1.0;
    for (int i = 0; i <= degree; ++i)
      if (const auto other = static_cast<std::size_t>(i); i != j)
        w[at] *= (t - times[other]) / (times[at] - times[other]);
  }
  return w;
}

// Calls f(sum_j w_j z_j) with these entries of the points: the sum is formed entry by entry, in one pass.
template <class F>
auto with_sum(int degree, const Times& w, const Points& z, Eigen::Index first, Eigen::Index count, F&& f) {
  const auto part = [&](std::size_t j) { return w[j] * z[j].segment(first, count); };
  switch (degree) {
    case 0:
      return f(part(0));
    case 1:
      return f(part(0) + part(1));
    case 2:
      return f(part(0) + part(1) + part(2));
    default:
      return f(part(0) + part(1) + part(2) + part(3));
  }
}

}  // namespace

void Predictor::start(Eigen::Index unknowns, Eigen::Index split, int highest_degree) {
  split_ = split;
  highest_ = highest_degree;
  degree_ = 0;
  limit_ = kMaxDegree;
  points_ = 0;
  predicted_ = false;
  for (Vector& z : z_) z.setZero(unknowns);
}

void Predictor::restart() {
  points_ = std::min(points_, 1);
  degree_ = 0;
  predicted_ = false;
}

void Predictor::predict(double t_acceleration, double t_multiplier, Vector& z) {
  const Eigen::Index nl = z.size() - split_;
  const int k = degree();
  with_sum(k, weights_of(k, ta_, t_acceleration), z_, 0, split_, [&](const auto& sum) { z.head(split_) = sum; });
  with_sum(k, weights_of(k, tl_, t_multiplier), z_, split_, nl, [&](const auto& sum) { z.tail(nl) = sum; });
  predicted_ = true;
  predicted_at_ = t_acceleration;
}

void Predictor::accept(double t_acceleration, double t_multiplier, const Vector& z, const Vector& weights) {
  if (predicted_) {
    const int terms = std::min(points_, highest_ + 1);
    int best = 0;
    double smallest = 0.0;
    for (int k = 0; k < terms; ++k) {
      const double size = with_sum(k, weights_of(k, ta_, predicted_at_), z_, 0, split_, [&](const auto& sum) {
        return (z.head(split_) - sum).cwiseQuotient(weights).squaredNorm();
      });
      if (k == 0 || size < smallest) {
        best = k;
        smallest = size;
      }
    }
    // One more point is available next time: a smooth solution may try the next degree.
    degree_ = std::min(highest_, best == terms - 1 ? best + 1 : best);
  }
  const int last = kMaxDegree;
  std::rotate(z_.begin(), z_.begin() + last, z_.end());
  std::rotate(ta_.begin(), ta_.begin() + last, ta_.end());
  std::rotate(tl_.begin(), tl_.begin() + last, tl_.end());
  z_[0] = z;
  ta_[0] = t_acceleration;
  tl_[0] = t_multiplier;
  points_ = std::min(points_ + 1, kMaxDegree + 1);
  predicted_ = false;
}

void Predictor::interpolate_multipliers(double t, Vector& lambda) const {
  const Eigen::Index nl = lambda.size();
  if (points_ < 2) {
    lambda = z_[0].segment(split_, nl);
    return;
  }
  const double s = (t - tl_[0]) / (tl_[1] - tl_[0]);
  lambda = (1.0 - s) * z_[0].segment(split_, nl) + s * z_[1].segment(split_, nl);
  if (points_ < 3 || degree_ < 2) return;
  const double w = (t - tl_[0]) * (t - tl_[1]) / (tl_[2] - tl_[0]);
  lambda += w * ((z_[2].segment(split_, nl) - z_[1].segment(split_, nl)) / (tl_[2] - tl_[1]) -
                 (z_[1].segment(split_, nl) - z_[0].segment(split_, nl)) / (tl_[1] - tl_[0]));
}

}  // namespace alembert
