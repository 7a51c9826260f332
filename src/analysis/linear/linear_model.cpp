#include "analysis/linear/linear_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/assembler.h"
#include "analysis/linear/output_derivatives.h"
#include "base/error.h"
#include "linear/factorisation.h"
#include "solve/acceleration_solver.h"

namespace alembert {

namespace {

using Eigen::MatrixXd;

// Rates of change along the motion: central differences of eighth order of the exact derivatives of the constraints, at
// points so far apart that the motion turns by kPathStep. Their error is below 1e-11 of the rate.
constexpr double kPathStep = 0.02;
constexpr std::array<double, 4> kFirst{4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0};
constexpr std::array<double, 4> kSecond{8.0 / 5.0, -1.0 / 5.0, 8.0 / 315.0, -1.0 / 560.0};
constexpr double kSecondMiddle = -205.0 / 72.0;
constexpr double kNoChange = 1e-9;  // what changes by less, relative, does not change

// Derivatives of the constraints as the observer sees them: G of positions; of velocities by zeta' and zeta; by states.
struct Rows {
  MatrixXd G, by_rate, by_position, by_state;

  Rows& operator+=(const Rows& o) {
    G += o.G;
    by_rate += o.by_rate;
    by_position += o.by_position;
    by_state += o.by_state;
    return *this;
  }
};
Rows operator*(double c, const Rows& r) { return {c * r.G, c * r.by_rate, c * r.by_position, c * r.by_state}; }

class Linearisation {
 public:
  Linearisation(MultibodyProblem& problem, const dae::State& state, const Observer& observer)
      : problem_(problem),
        n_(problem.sizes()),
        coordinates_(n_.velocities - n_.states),
        state_(state),
        observer_(observer),
        bodies_(problem.system(), state, observer),
        values_(static_cast<std::size_t>(problem.pattern()->nonzeros())) {
    problem_.recall(state_);
    here_ = rows_at(0.0);
    rates_along_motion();
  }

  void fill(LinearModel& out) {
    const FreeMotions free(here_.G, coordinate_weights(problem_));
    const MatrixXd& N = free.N();
    const Eigen::Index nz = N.cols();
    MatrixXd N1 = MatrixXd::Zero(coordinates_, nz), N2 = N1;
    if (changes_) {
      N1 = free.particular(-first_.G * N);
      N2 = free.particular(-2.0 * first_.G * N1 - second_.G * N);
      // Rows may turn into each other and leave free what they left free before.
      const double most = N.size() > 0 ? kNoChange * N.cwiseAbs().maxCoeff() : 0.0;
      if (N.size() == 0 ||
          (N1.cwiseAbs().maxCoeff() <= most * rate_ && N2.cwiseAbs().maxCoeff() <= most * rate_ * rate_)) {
        N1.setZero();
        N2.setZero();
      } else {
        free_motions_change_ = true;
      }
    }
    // Constraints of velocities: by_rate (N z' + N' z) + by_position N z + by_state s = 0.
    Vector weights(nz);
    const Vector all = coordinate_weights(problem_);
    for (Eigen::Index k = 0; k < nz; ++k) weights[k] = all[free.independent()[static_cast<std::size_t>(k)]];
    const FreeMotions of_rates(here_.by_rate * N, weights);
    const Eigen::Index nu = of_rates.N().cols(), ns = n_.states, nx = nz + nu + ns;
    MatrixXd V = MatrixXd::Zero(nz, nx);
    V.leftCols(nz) = of_rates.particular(-(here_.by_rate * N1 + here_.by_position * N));
    V.middleCols(nz, nu) = of_rates.N();
    V.rightCols(ns) = of_rates.particular(-here_.by_state);

    MatrixXd zeta = MatrixXd::Zero(n_.velocities, nx), rate = zeta, second = zeta;
    zeta.topLeftCorner(coordinates_, nz) = N;
    rate.topRows(coordinates_) = N * V;
    rate.topLeftCorner(coordinates_, nz) += N1;
    rate.bottomRightCorner(ns, ns).setIdentity();
    second.topRows(coordinates_) = 2.0 * N1 * V;
    second.topLeftCorner(coordinates_, nz) += N2;
    solve(zeta, rate, second, out);

    const MatrixXd z2 = bodies_.seen(free_acceleration_);
    MatrixXd A(nx, nx);
    A.topRows(nz) = V;
    for (Eigen::Index k = 0; k < nu; ++k)
      A.row(nz + k) =
          z2.row(free.independent()[static_cast<std::size_t>(of_rates.independent()[static_cast<std::size_t>(k)])]);
    A.bottomRows(ns) = free_acceleration_.bottomRows(ns);
    out.A = A;
    out.positions = static_cast<int>(nz);
    out.velocities = static_cast<int>(nu);
    out.states = n_.states;
    for (const int k : free.independent()) out.state_names.push_back(problem_.unknown_name(k));
    for (const int k : of_rates.independent())
      out.state_names.push_back("rate of " + problem_.unknown_name(free.independent()[static_cast<std::size_t>(k)]));
    for (const StateVariable& x : problem_.system().model().states) out.state_names.push_back(x.name);
    out.at_rest = at_rest_;
    out.steady = !free_motions_change_ && !rolling_changes_ && motion_is_steady();
  }

 private:
  const MatrixXd block(const dae::State& s, const dae::Weights& weights) {
    const linear::Pattern& pattern = *problem_.pattern();
    const Vector zero = Vector::Zero(n_.velocities);
    problem_.linearise(weights, {s.t, s.q}, {s.t, s.q, s.v, s.a, s.lambda, zero}, values_.data());
    MatrixXd out = MatrixXd::Zero(n_.multipliers, n_.velocities);
    for (int c = 0; c < n_.velocities; ++c)
      for (int k = pattern.column_starts()[static_cast<std::size_t>(c)];
           k < pattern.column_starts()[static_cast<std::size_t>(c) + 1]; ++k)
        if (const int row = pattern.rows()[static_cast<std::size_t>(k)]; row >= n_.velocities)
          out(row - n_.velocities, c) = values_[static_cast<std::size_t>(k)];
    return out;
  }

  // At the point the motion reaches after tau.
  Rows rows_at(double tau) {
    dae::State s = state_;
    s.t += tau;
    const Vector d = tau * state_.v + 0.5 * tau * tau * state_.a;
    problem_.advance(state_.q, d, s.q);
    s.v += tau * state_.a;
    Observer observer = observer_;
    const Vec3 turn = tau * observer.turning;
    observer.axes = so3::exp(turn) * observer_.axes;
    const ObservedBodies bodies(problem_.system(), s, observer);
    const int holonomic = n_.holonomic(), rest = n_.nonholonomic;
    const MatrixXd by_velocity = block(s, {0.0, 0.0, 0.0});
    Rows out;
    out.G = bodies.rows(by_velocity.topRows(holonomic)).leftCols(coordinates_);
    const MatrixXd k_v = by_velocity.bottomRows(rest);
    MatrixXd k_q = MatrixXd::Zero(rest, n_.velocities);
    if (rest > 0) k_q = block(s, {0.0, 1.0, 1.0}).bottomRows(rest) - k_v;
    out.by_rate = bodies.rows(k_v).leftCols(coordinates_);
    out.by_position = bodies.rows(k_q).leftCols(coordinates_);
    if (rest > 0) {
      const MatrixXd identity = MatrixXd::Identity(n_.velocities, n_.velocities);
      const MatrixXd turning = bodies.velocities(identity, MatrixXd::Zero(n_.velocities, n_.velocities));
      out.by_position += (k_v * turning).leftCols(coordinates_);
    }
    out.by_state = k_v.rightCols(n_.states);
    return out;
  }

  // How fast the motion turns, or moves by its own size.
  double motion_rate() const {
    const double size = model_size(problem_);
    double rate = observer_.turning.norm();
    for (const BodyEntry& b : problem_.system().bodies()) {
      const int translations = b.kind == BodyKind::planar ? 2 : std::min(3, b.nv);
      if (b.nv == 0) continue;
      rate = std::max({rate, state_.v.segment(b.v, translations).norm() / size,
                       std::sqrt(state_.a.segment(b.v, translations).norm() / size)});
      if (b.nv == translations) continue;
      rate = std::max({rate, state_.v.segment(b.v + translations, b.nv - translations).norm(),
                       std::sqrt(state_.a.segment(b.v + translations, b.nv - translations).norm())});
    }
    return rate;
  }

  void rates_along_motion() {
    const double rate = rate_ = motion_rate();
    at_rest_ = state_.v.head(coordinates_).cwiseAbs().sum() == 0.0 && observer_.turning.norm() == 0.0;
    if (!(rate > 0.0)) return;
    const double h = kPathStep / rate;
    first_ = 0.0 * here_;
    second_ = (kSecondMiddle / (h * h)) * here_;
    for (std::size_t k = 0; k < kFirst.size(); ++k) {
      const double tau = static_cast<double>(k + 1) * h;
      const Rows ahead = rows_at(tau), behind = rows_at(-tau);
      first_ += (kFirst[k] / h) * ahead;
      first_ += (-kFirst[k] / h) * behind;
      second_ += (kSecond[k] / (h * h)) * ahead;
      second_ += (kSecond[k] / (h * h)) * behind;
    }
    const auto changes = [&](const MatrixXd& slope, const MatrixXd& curve, const MatrixXd& value) {
      if (value.size() == 0) return false;
      const double most = kNoChange * value.cwiseAbs().maxCoeff();
      return slope.cwiseAbs().maxCoeff() > most * rate || curve.cwiseAbs().maxCoeff() > most * rate * rate;
    };
    rolling_changes_ = changes(first_.by_rate, 0.0 * first_.by_rate, here_.by_rate) ||
                       changes(first_.by_position, 0.0 * first_.by_position, here_.by_position) ||
                       changes(first_.by_state, 0.0 * first_.by_state, here_.by_state);
    changes_ = rolling_changes_ || changes(first_.G, second_.G, here_.G);
  }

  // Whether velocities and inertias, as the observer sees them, stay what they are.
  bool motion_is_steady() const {
    double off = 0.0;
    for (const BodyEntry& b : problem_.system().bodies()) {
      if (b.nv == 0) continue;
      const auto in_space = [&](const Vector& x) {
        return b.kind == BodyKind::planar ? Vec3(x[b.v], x[b.v + 1], 0.0) : Vec3(x.segment<3>(b.v));
      };
      const Vec3 v = in_space(state_.v), a = in_space(state_.a);
      off = std::max(off, (a - observer_.turning.cross(v)).norm() / (1.0 + observer_.turning.cross(v).norm()));
      if (b.kind == BodyKind::planar) off = std::max(off, std::abs(state_.a[b.v + 2]));
      if (b.kind != BodyKind::rigid) continue;
      const Mat3 R = so3::matrix(Quat(state_.q[b.q + 3], state_.q[b.q + 4], state_.q[b.q + 5], state_.q[b.q + 6]));
      const Vec3 w = state_.v.segment<3>(b.v + 3), o = R.transpose() * observer_.turning;
      off = std::max(off, (state_.a.segment<3>(b.v + 3) - o.cross(w)).norm() / (1.0 + o.cross(w).norm()));
      const Mat3 turning = so3::hat(Vec3(w - o));
      const double scale = b.inertia.norm() * (1.0 + w.norm());
      if (scale > 0.0) off = std::max(off, (turning * b.inertia - b.inertia * turning).norm() / scale);
    }
    return off < 1e-6;
  }

  // Solves [M F; G -eps] (y, dlambda) = ... for all columns: y is what z'' and s' add to the accelerations.
  void solve(const MatrixXd& zeta, const MatrixXd& rate, const MatrixXd& second, LinearModel& out) {
    const Eigen::Index nx = zeta.cols(), nv = n_.velocities, nl = n_.multipliers, rest = n_.nonholonomic;
    out.dq = bodies_.positions(zeta);
    out.dv = bodies_.velocities(zeta, rate);
    const MatrixXd known = bodies_.accelerations(zeta, rate, second);
    MatrixXd turning = MatrixXd::Zero(rest, nx);
    if (rest > 0) {
      turning = here_.by_rate * second.topRows(coordinates_) + here_.by_position * rate.topRows(coordinates_);
      if (changes_)
        turning += first_.by_rate * rate.topRows(coordinates_) + first_.by_position * zeta.topRows(coordinates_) +
                   first_.by_state * rate.bottomRows(n_.states);
    }
    linear::SparseMatrix mass, damping, stiffness;
    linear::Factorisation factors;
    const Vector zero = Vector::Zero(nv);
    const dae::TrialPoint at{state_.t, state_.q, state_.v, state_.a, state_.lambda, zero};
    problem_.newton_matrix({1.0, 0.0, 0.0}, {state_.t, state_.q}, at, mass);
    problem_.newton_matrix({0.0, 1.0, 0.0}, {state_.t, state_.q}, at, damping);
    problem_.newton_matrix({0.0, 0.0, 1.0}, {state_.t, state_.q}, at, stiffness);
    if (!factors.factor(mass))
      throw AssemblyError(fmt::format("there is no linear model: {} is free and has no inertia",
                                      problem_.unknown_name(factors.singular_column())));
    free_acceleration_.resize(nv, nx);
    out.dlambda.resize(nl, nx);
    Vector x(nv + nl), y(nv + nl), right(nv + nl), unknown(nv + nl), left(nv + nl);
    for (Eigen::Index c = 0; c < nx; ++c) {
      right.setZero();
      const auto subtract = [&](const linear::SparseMatrix& matrix, const MatrixXd& numbers) {
        x << numbers.col(c), Vector::Zero(nl);
        matrix.multiply(x, y);
        right.head(nv) -= y.head(nv);
      };
      subtract(damping, out.dv);
      subtract(stiffness, out.dq);
      subtract(mass, known);
      right.tail(rest) = -turning.col(c);
      unknown.setZero();
      for (int pass = 0; pass < 3; ++pass) {  // eps leaves a share of 1e-9 and less each time
        mass.multiply(unknown, left);
        left.tail(nl) += problem_.regularisation().cwiseProduct(unknown.tail(nl));
        left = right - left;
        factors.solve(left);
        unknown += left;
      }
      free_acceleration_.col(c) = unknown.head(nv);
      out.dlambda.col(c) = unknown.tail(nl);
    }
    out.da = known + free_acceleration_;
    if (!out.da.allFinite())
      throw AssemblyError(fmt::format("there is no linear model: {}", problem_.explain_not_finite(state_)));
  }

  MultibodyProblem& problem_;
  dae::Sizes n_;
  Eigen::Index coordinates_;
  dae::State state_;
  Observer observer_;
  ObservedBodies bodies_;
  std::vector<double> values_;
  Rows here_, first_, second_;
  MatrixXd free_acceleration_;
  double rate_ = 0.0;  // of the motion
  bool changes_ = false, rolling_changes_ = false, free_motions_change_ = false, at_rest_ = true;
};

}  // namespace

LinearModel linear_model(Mechanism& mechanism, const dae::State& state, const Observer& observer, int inputs,
                         const std::vector<int>& outputs) {
  LinearModel out;
  out.state = state;
  Linearisation(mechanism.problem(), state, observer).fill(out);
  const MatrixXd by_all = output_derivatives(mechanism, state, out.dq, out.dv, out.da, out.dlambda, outputs);
  const Eigen::Index nx = out.A.rows() - inputs;
  out.B = out.A.topRightCorner(nx, inputs);
  out.A = out.A.topLeftCorner(nx, nx).eval();
  out.C = by_all.leftCols(nx);
  out.D = by_all.rightCols(inputs);
  out.states -= inputs;
  for (Eigen::Index k = 0; k < inputs; ++k) out.state_names.pop_back();
  for (const int k : outputs)
    out.output_names.push_back(mechanism.system().model().outputs[static_cast<std::size_t>(k)].name);
  return out;
}

Observer observer_at(MultibodyProblem& problem, const dae::State& state, MarkerId marker) {
  Observer out;
  if (!marker.valid()) return out;
  problem.recall(state);
  problem.place(state.t, state.q, state.v);
  const MarkerState<double>& m = problem.marker(problem.system().marker_of(marker));
  out.axes = m.R;
  out.turning = m.w;
  return out;
}

}  // namespace alembert
