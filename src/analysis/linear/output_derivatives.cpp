#include "analysis/linear/output_derivatives.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace alembert {

namespace {

constexpr std::array<double, 4> kWeights{4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0};
constexpr double kFarthest = 1e-2;  // of a change of 1 in position or, relative, in velocity
constexpr int kDistances = 5;       // each a tenth of the one before

class OutputsAlong {
 public:
  OutputsAlong(Mechanism& mechanism, const dae::State& state) : mechanism_(mechanism), at_(state), moved_(state) {
    mechanism_.problem().recall(state);
  }

  void evaluate(const Vector& dq, const Vector& dv, const Vector& da, const Vector& dlambda, double share,
                std::vector<double>& out) {
    MultibodyProblem& problem = mechanism_.problem();
    const Vector d = share * dq;
    problem.advance(at_.q, d, moved_.q);
    moved_.v = at_.v + share * dv;
    moved_.a = at_.a + share * da;
    moved_.lambda = at_.lambda + share * dlambda;
    snapshot_.state = &moved_;
    snapshot_.energies = problem.energies(moved_, true);
    problem.reactions(moved_.lambda, snapshot_.joints, snapshot_.forces, snapshot_.constraints);
    mechanism_.outputs().evaluate(problem, snapshot_, out);
  }

 private:
  Mechanism& mechanism_;
  const dae::State& at_;
  dae::State moved_;
  Snapshot snapshot_;
};

double largest(const Vector& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }

}  // namespace

Eigen::MatrixXd output_derivatives(Mechanism& mechanism, const dae::State& state, const Eigen::MatrixXd& dq,
                                   const Eigen::MatrixXd& dv, const Eigen::MatrixXd& da, const Eigen::MatrixXd& dlambda,
                                   const std::vector<int>& outputs) {
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(outputs.size()), dq.cols());
  if (outputs.empty()) return out;
  OutputsAlong along(mechanism, state);
  std::vector<double> ahead, behind;
  const std::size_t all = mechanism.system().model().outputs.size();
  for (Eigen::Index c = 0; c < dq.cols(); ++c) {
    const double size = std::max(largest(dq.col(c)), largest(dv.col(c)) / (1.0 + largest(state.v)));
    std::vector<double> best(all, 0.0), before(all, 0.0), apart(all, INFINITY);
    double distance = kFarthest / (size > 0.0 ? size : 1.0);
    for (int k = 0; k < kDistances; ++k, distance *= 0.1) {
      std::vector<double> slope(all, 0.0);
      for (std::size_t point = 0; point < kWeights.size(); ++point) {
        const double share = static_cast<double>(point + 1) * distance;
        along.evaluate(dq.col(c), dv.col(c), da.col(c), dlambda.col(c), share, ahead);
        along.evaluate(dq.col(c), dv.col(c), da.col(c), dlambda.col(c), -share, behind);
        for (std::size_t o = 0; o < all; ++o) slope[o] += kWeights[point] / distance * (ahead[o] - behind[o]);
      }
      for (std::size_t o = 0; o < all; ++o) {
        const double difference = std::abs(slope[o] - before[o]);
        if (k > 0 && difference < apart[o]) {
          best[o] = before[o];  // the wider of the two that agree: it has less rounding
          apart[o] = difference;
        }
        before[o] = slope[o];
      }
    }
    for (std::size_t o = 0; o < outputs.size(); ++o)
      out(static_cast<Eigen::Index>(o), c) = best[static_cast<std::size_t>(outputs[o])];
  }
  return out;
}

}  // namespace alembert
