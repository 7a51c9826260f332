#include "analysis/statics/equilibrium.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/assembler.h"
#include "base/error.h"
#include "linear/factorisation.h"

namespace alembert {

namespace {

constexpr double kLargestTurn = 0.3;     // of a body in one step, rad
constexpr double kLargestMove = 0.3;     // of the mechanism's size
constexpr double kArrived = 1e-13;       // a step smaller than this, relative, changes nothing any more
constexpr double kNearlyArrived = 1e-9;  // good enough where rounding forbids more
constexpr double kBalanced = 1e-8;       // of the loads
constexpr double kLost = 1e3;            // of the mechanism's size: what goes so far does not come to rest
constexpr int kMaxSteps = 3000;
constexpr double kHarder = 4.0, kEasierAtMost = 0.05;  // factors of the inertia from step to step
constexpr int kMostLeaps = 5;                          // from unstable equilibria

class Descent {
 public:
  Descent(MultibodyProblem& problem, const Interruption::Watch* watch)
      : problem_(problem),
        watch_(watch),
        n_(problem.sizes()),
        coordinates_(n_.velocities - n_.states),
        size_(model_size(problem)),
        assembler_(problem, 0.0),
        zero_(Vector::Zero(n_.velocities)),
        f_(zero_),
        phi_(Vector::Zero(n_.multipliers)),
        x_(Vector::Zero(n_.unknowns())),
        mass_(Vector::Ones(n_.velocities)) {
    for (Eigen::Index k = 0; k < coordinates_; ++k) {
      const double inertia = problem.system().coordinates()[static_cast<std::size_t>(k)].inertia;
      if (inertia > 0.0) mass_[k] = inertia;
    }
  }

  // Returns the number of steps.
  int run(dae::State& state) {
    state.v.head(coordinates_).setZero();
    state.a.setZero();
    assembler_.set_time(state.t);
    problem_.recall(state);
    problem_.update_topology(state);
    if (n_.multipliers > 0 && !(assembler_.close(state.q, 1e-14 * size_) <= 1e-9 * size_))
      throw AssemblyError(
          fmt::format("at t = {:.9g} s the mechanism cannot be put together: {} stays open", state.t, worst_row()));
    double imbalance = evaluate(state);
    double inertia = first_inertia(state);
    // All loads, as multipliers start at 0; and the rounding of the stiffest spring.
    const double balanced = kBalanced * imbalance + 1e-13 * stiffest_ * size_ * std::sqrt(mass_.sum());
    const Vector began = state.q;
    dae::State trial = state;
    for (int step = 1; step <= kMaxSteps; ++step) {
      if (watch_ != nullptr && watch_->asked()) throw SearchInterrupted();
      if (!solve(state, inertia)) {
        increase_damping(inertia, step, state);
        --step;
        continue;
      }
      const double length = length_of(d_);
      const double turn = largest_turn(problem_.system(), d_), move = largest_move(problem_.system(), d_) / size_;
      const double too_far = std::max(turn / kLargestTurn, move / kLargestMove);
      // Uphill, or too far for what is linear: as if everything were heavier. (States know no hills.)
      const bool uphill = n_.states == 0 && curvature_ < 0.0 && length > kNearlyArrived;
      if (uphill || too_far > 1.0) {
        increase_damping(inertia, step, state);
        continue;
      }
      take(state, trial);
      const double reached = evaluate(trial);
      // A small step alone may be one of great inertia.
      const bool small = length <= kArrived || (length <= kNearlyArrived && reached >= 0.5 * imbalance);
      const bool arrived = small && reached <= balanced;
      if (!arrived && !downhill(state, trial, imbalance, reached)) {
        evaluate(state);
        increase_damping(inertia, step, state);
        continue;
      }
      problem_.remember(trial);
      problem_.recall(trial);
      problem_.update_topology(trial);
      std::swap(state, trial);
      if (arrived) {
        evaluate(state);
        Vector way(n_.velocities);
        problem_.difference(began, state.q, way);
        way.tail(n_.states).setZero();
        moved_ = length_of(way);
        return step;
      }
      hard_ = 0;
      const double factor = imbalance > 0.0 ? reached / imbalance : 0.0;
      inertia *= std::clamp(std::min(factor, 2.0 * too_far), kEasierAtMost, 1.0);
      inertia = std::max(inertia, least_inertia_);
      imbalance = reached;
      Vector moved(n_.velocities);
      problem_.difference(began, state.q, moved);
      if (largest_move(problem_.system(), moved) > kLost * size_) give_up(state, step);
    }
    give_up(state, kMaxSteps);
  }

  // In the last run.
  double moved() const { return moved_; }

 private:
  // f with its balance; returns its size as an acceleration.
  double evaluate(const dae::State& s) {
    problem_.evaluate(s.t, s.q, s.v, s.lambda, f_, phi_);
    return std::sqrt(f_.cwiseAbs2().cwiseQuotient(mass_).sum());
  }

  // Such that the first step moves a tenth of what one may.
  double first_inertia(const dae::State& s) {
    linearise(s, 1.0);
    const double stiff = largest_stiffness();
    least_inertia_ = 1e-13 * stiff;
    stiffest_ = stiff;
    dae::State moved = s;
    if (factors_.factor(matrix_)) {
      load(s);
      factors_.solve(x_);
      const Vector a = x_.head(n_.velocities);
      const double far = std::max(largest_turn(problem_.system(), a) / kLargestTurn,
                                  largest_move(problem_.system(), a) / (kLargestMove * size_));
      if (std::isfinite(far)) return std::max(10.0 * far, least_inertia_);
    }
    return std::max(stiff, 1.0);
  }

  double largest_stiffness() const {  // diagonal entries over masses
    double out = 0.0;
    for (int k = 0; k < coordinates_; ++k) out = std::max(out, std::abs(matrix_.diagonal(k)) / mass_[k]);
    return out;
  }

  // [K + inertia M, F; G, -eps]; columns of states: their D.
  void linearise(const dae::State& s, double inertia) {
    const dae::TrialPoint at{s.t, s.q, s.v, zero_, s.lambda, zero_};
    problem_.newton_matrix({inertia, 0.0, 1.0}, {s.t, s.q}, at, matrix_);
    if (n_.states == 0) return;
    problem_.newton_matrix({0.0, 1.0, 0.0}, {s.t, s.q}, at, of_states_);
    const linear::Pattern& p = *matrix_.pattern();
    for (int c = static_cast<int>(coordinates_); c < n_.velocities; ++c) {
      for (int k = p.column_starts()[static_cast<std::size_t>(c)];
           k < p.column_starts()[static_cast<std::size_t>(c) + 1]; ++k)
        if (p.rows()[static_cast<std::size_t>(k)] < n_.velocities) matrix_.values()[k] = of_states_.values()[k];
      matrix_.diagonal(c) += std::sqrt(inertia);
    }
    follow(matrix_);
  }

  // Rows of states that follow displacements: dx + (df_x/dv) dq = 0.
  void follow(linear::SparseMatrix& matrix) {
    const std::vector<int> rows = following_states(problem_, of_states_);
    if (rows.empty()) return;
    const linear::Pattern& p = *matrix.pattern();
    for (int c = 0; c < n_.unknowns(); ++c)
      for (int k = p.column_starts()[static_cast<std::size_t>(c)];
           k < p.column_starts()[static_cast<std::size_t>(c) + 1]; ++k) {
        const int row = p.rows()[static_cast<std::size_t>(k)];
        if (!std::binary_search(rows.begin(), rows.end(), row)) continue;
        matrix.values()[k] = c == row ? 1.0 : c < coordinates_ ? of_states_.values()[k] : 0.0;
      }
  }

  void load(const dae::State& s) {
    evaluate(s);
    x_.head(n_.velocities) = -f_;
    x_.tail(n_.multipliers) = -phi_;
    x_.tail(n_.nonholonomic).setZero();
  }

  bool solve(const dae::State& s, double inertia) {
    linearise(s, inertia);
    if (!factors_.factor(matrix_)) return false;
    load(s);
    const Vector right = x_;
    factors_.solve(x_);
    // eps acts on the change of lambda: what it leaves open is closed by a second pass.
    Vector left(x_.size());
    matrix_.multiply(x_, left);
    left.tail(n_.multipliers) += problem_.regularisation().cwiseProduct(x_.tail(n_.multipliers));
    left = right - left;
    factors_.solve(left);
    x_ += left;
    d_ = x_.head(n_.velocities);
    if (!std::isfinite(x_.squaredNorm())) return false;
    problem_.evaluate(s.t, s.q, s.v, s.lambda, f_, phi_);
    problem_.constraint_forces(x_.tail(n_.multipliers), forces_);
    curvature_ = -d_.head(coordinates_).dot((f_ + forces_).head(coordinates_));
    return true;
  }

  void take(const dae::State& from, dae::State& to) {
    to = from;
    Vector d = d_;
    d.tail(n_.states).setZero();
    problem_.advance(from.q, d, to.q);
    if (n_.holonomic() > 0) assembler_.close(to.q, 1e-14 * size_);
    to.v.tail(n_.states) += d_.tail(n_.states);
    to.lambda += x_.tail(n_.multipliers);
  }

  // Forces are nearer to balance, or the potential energy is lower.
  bool downhill(const dae::State& from, const dae::State& to, double imbalance, double reached) {
    if (!std::isfinite(reached)) return false;
    if (reached <= imbalance) return true;
    const Energies before = problem_.energies(from), after = problem_.energies(to);
    const double change = after.potential - before.potential;
    const bool lower = change < 0.0;
    problem_.evaluate(to.t, to.q, to.v, to.lambda, f_, phi_);
    return lower ? reached <= 100.0 * imbalance : reached <= 2.0 * imbalance;
  }

  double length_of(const Vector& d) const {
    double out = std::max(largest_turn(problem_.system(), d), largest_move(problem_.system(), d) / size_);
    for (Eigen::Index k = coordinates_; k < d.size(); ++k) out = std::max(out, std::abs(d[k]));
    return out;
  }

  void increase_damping(double& inertia, int step, const dae::State& state) {
    inertia = std::max(kHarder * inertia, 1e-12 * std::max(1.0, least_inertia_ * 1e13));
    if (++hard_ > 200) give_up(state, step);
  }

  std::string worst_row() const {
    Eigen::Index worst = 0;
    assembler_.phi().cwiseAbs().maxCoeff(&worst);
    return problem_.system().row_name(static_cast<int>(worst));
  }

  [[noreturn]] void give_up(const dae::State& state, int steps) {
    Eigen::Index worst = 0;
    std::string where = "the mechanism";
    if (d_.size() > 0 && std::isfinite(d_.squaredNorm()) && d_.cwiseAbs().maxCoeff(&worst) > 0.0)
      where = problem_.unknown_name(static_cast<int>(worst));
    const double imbalance = evaluate(state);
    if (!std::isfinite(imbalance))
      throw IntegrationError("no equilibrium was found: " + problem_.explain_not_finite(state));
    throw IntegrationError(
        fmt::format("no equilibrium was found at t = {:.9g} s: after {} steps {} still moves; does anything hold it? "
                    "Look for a direction without spring, stop or joint, or start nearer to the equilibrium",
                    state.t, steps, where));
  }

  MultibodyProblem& problem_;
  const Interruption::Watch* watch_;
  dae::Sizes n_;
  Eigen::Index coordinates_;
  double size_;
  linear::SparseMatrix matrix_, of_states_;
  linear::Factorisation factors_;
  Assembler assembler_;
  Vector zero_, f_, phi_, x_, d_, forces_ = Vector::Zero(zero_.size()), mass_;
  double curvature_ = 0.0, least_inertia_ = 0.0, stiffest_ = 0.0, moved_ = 0.0;
  int hard_ = 0;  // steps in a row that were not taken
};

}  // namespace

std::vector<int> following_states(const MultibodyProblem& problem, const linear::SparseMatrix& by_velocity) {
  std::vector<int> out;
  const System& system = problem.system();
  for (std::size_t k = 0; k < system.states().size(); ++k)
    if (const int row = system.states()[k].v; system.model().states[k].owner >= 0 && by_velocity.diagonal(row) == 0.0)
      out.push_back(row);
  return out;
}

std::string Equilibrium::stability_text() const {
  switch (stability) {
    case Stability::no_freedom:
      return "nothing is free to move";
    case Stability::stable:
      return fmt::format("stable: the smallest eigenvalue is {:.6g} 1/s^2 ({:.4g} Hz undamped)", *smallest_eigenvalue,
                         std::sqrt(*smallest_eigenvalue) / (2.0 * M_PI));
    case Stability::neutral: {
      constexpr std::size_t kMost = 6;
      std::vector<std::string> named(neutral.begin(),
                                     neutral.begin() + static_cast<long>(std::min(kMost, neutral.size())));
      if (neutral.size() > kMost) named.push_back(fmt::format("and {} more", neutral.size() - kMost));
      return fmt::format("neutral in {} direction{}, which no force holds: {}{}", neutral.size(),
                         neutral.size() == 1 ? "" : "s", fmt::join(named, "; "),
                         smallest_positive
                             ? fmt::format("; stable otherwise (smallest eigenvalue {:.6g} 1/s^2, {:.4g} Hz undamped)",
                                           *smallest_positive, std::sqrt(*smallest_positive) / (2.0 * M_PI))
                             : "");
    }
    case Stability::unstable:
      return fmt::format("unstable: the smallest eigenvalue is {:.6g} 1/s^2", *smallest_eigenvalue);
  }
  return "";
}

Equilibrium find_equilibrium(Mechanism& mechanism, const dae::State& from, const Interruption::Watch* watch) {
  MultibodyProblem& problem = mechanism.problem();
  Equilibrium out;
  out.state = from;
  if (problem.sizes().velocities == 0) {
    out.stability = Equilibrium::Stability::no_freedom;
    return out;
  }
  out.state.lambda.setZero();
  Descent descent(problem, watch);
  for (int leap = 0;; ++leap) {
    out.iterations += descent.run(out.state);
    out.moved = std::max(out.moved, descent.moved());
    Vector direction;
    find_stability(problem, out, direction);
    if (out.stability != Equilibrium::Stability::unstable || leap == kMostLeaps) break;
    // Off the hill: a hundredth of the mechanism's size, or of a radian.
    const double most = std::max(largest_turn(problem.system(), direction), 1e-300);
    const double far = direction.cwiseAbs().maxCoeff();
    const Vector push = 0.01 / std::max(most, far / model_size(problem)) * direction;
    const Vector q = out.state.q;
    problem.advance(q, push, out.state.q);
    ++out.left_unstable;
  }
  if (out.left_unstable > 0)
    out.warnings.push_back(
        fmt::format("{} unstable equilibri{} met and left downhill: the other side may lead to another equilibrium",
                    out.left_unstable, out.left_unstable == 1 ? "um was" : "a were"));
  return out;
}

}  // namespace alembert
