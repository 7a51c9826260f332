#include "solve/predictor.h"

#include <algorithm>
#include <utility>

namespace alembert {

void Predictor::start(Eigen::Index unknowns, Eigen::Index split, int highest_degree) {
  split_ = split;
  highest_ = highest_degree;
  degree_ = 0;
  points_ = 0;
  predicted_ = false;
  for (Vector& z : z_) z.setZero(unknowns);
  for (Vector& t : term_) t.setZero(unknowns);
  miss_.setZero(unknowns);
}

void Predictor::restart() {
  points_ = std::min(points_, 1);
  degree_ = 0;
  predicted_ = false;
}

void Predictor::predict(double t_acceleration, double t_multiplier, Vector& z) {
  const Eigen::Index nl = z.size() - split_;
  terms_ = std::min(points_, highest_ + 1);
  // Divided differences in place: term_[k] starts as z_k and becomes [z_0, ..., z_k].
  for (int k = 0; k < terms_; ++k) term_[static_cast<std::size_t>(k)] = z_[static_cast<std::size_t>(k)];
  for (int order = 1; order < terms_; ++order)
    for (int k = terms_ - 1; k >= order; --k) {
      const std::size_t i = static_cast<std::size_t>(k), j = static_cast<std::size_t>(k - order);
      const double da = 1.0 / (ta_[i] - ta_[j]), dl = 1.0 / (tl_[i] - tl_[j]);
      term_[i].head(split_) = (term_[i].head(split_) - term_[i - 1].head(split_)) * da;
      term_[i].tail(nl) = (term_[i].tail(nl) - term_[i - 1].tail(nl)) * dl;
    }
  double pa = 1.0, pl = 1.0;
  z = term_[0];
  const int used = degree();
  for (int k = 1; k < terms_; ++k) {
    const std::size_t i = static_cast<std::size_t>(k);
    pa *= t_acceleration - ta_[i - 1];
    pl *= t_multiplier - tl_[i - 1];
    term_[i].head(split_) *= pa;
    term_[i].tail(nl) *= pl;
    if (k <= used) z += term_[i];
  }
  predicted_ = true;
}

void Predictor::accept(double t_acceleration, double t_multiplier, const Vector& z, const Vector& weights) {
  if (predicted_) {
    miss_ = z;
    int best = 0;
    double smallest = 0.0;
    for (int k = 0; k < terms_; ++k) {
      miss_ -= term_[static_cast<std::size_t>(k)];
      const double size = miss_.head(split_).cwiseQuotient(weights).squaredNorm();
      if (k == 0 || size < smallest) {
        best = k;
        smallest = size;
      }
    }
    // One more point is available next time: a smooth solution may try the next degree.
    degree_ = std::min(highest_, best == terms_ - 1 ? best + 1 : best);
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
