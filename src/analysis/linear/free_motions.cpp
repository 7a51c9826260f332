#include "analysis/linear/free_motions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/assembler.h"
#include "system/pools.h"

namespace alembert {

namespace {

constexpr double kRotationWeight = 0.1;  // translations are expressed by rotations rather than the other way round
constexpr double kDependent = 1e-9;      // of rows of length 1

}  // namespace

// With R the body's orientation, w its angular velocity and O the observer's, both in body axes, and dtheta in body
// axes: E = R^T axes, E' = (O - w)^ E, dtheta' = dw - w x dtheta, so
//   change of w = E zeta' + O^ E zeta
//   change of w' = E zeta'' + (E' + O^ E) zeta' + (O^ E)' zeta,   (O^ E)' = (-w x O)^ E + O^ E'.
ObservedBodies::ObservedBodies(const System& system, const dae::State& state, const Observer& observer)
    : velocities_(system.sizes().velocities) {
  const Mat3& axes = observer.axes;
  const Mat3 O = so3::hat(observer.turning);
  const auto alone = [&](int k) {
    blocks_.push_back({k, 1, Mat3::Identity(), Mat3::Zero(), Mat3::Zero(), Mat3::Zero()});
  };
  for (const BodyEntry& b : system.bodies()) {
    const FrameMap map = system.frames()[b.frame].map;
    if (b.nv == 0) continue;
    const bool in_plane = map == FrameMap::plane;
    blocks_.push_back({b.v, in_plane ? 2 : 3, axes, O * axes, 2.0 * O * axes, O * O * axes});
    if (in_plane) alone(b.v + 2);
    if (map != FrameMap::full) continue;
    Mat3 R;
    system.pools().with_body(system.frames()[b.frame].body, [&](const auto& body) {
      R = so3::matrix(body.kernel.orientation(state.q.data() + body.q));
    });
    const Vec3 w = state.v.segment<3>(b.v + 3), o = R.transpose() * observer.turning;
    const Mat3 E = R.transpose() * axes, o_hat = so3::hat(o);
    const Mat3 E_rate = (o_hat - so3::hat(w)) * E;
    const Vec3 o_rate = -w.cross(o);
    blocks_.push_back({b.v + 3, 3, E, o_hat * E, E_rate + o_hat * E, so3::hat(o_rate) * E + o_hat * E_rate});
    for (int k = 6; k < b.nv; ++k) alone(b.v + k);  // coordinates of the body's own
  }
  for (int k = 0; k < system.sizes().states; ++k) alone(system.sizes().velocities - system.sizes().states + k);
}

template <Mat3 ObservedBodies::Block::*M>
void ObservedBodies::add(const Eigen::MatrixXd& x, Eigen::MatrixXd& out) const {
  for (const Block& b : blocks_)
    out.middleRows(b.first, b.size).noalias() += (b.*M).topLeftCorner(b.size, b.size) * x.middleRows(b.first, b.size);
}

Eigen::MatrixXd ObservedBodies::positions(const Eigen::MatrixXd& zeta) const {
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(zeta.rows(), zeta.cols());
  add<&Block::E>(zeta, out);
  return out;
}

Eigen::MatrixXd ObservedBodies::velocities(const Eigen::MatrixXd& zeta, const Eigen::MatrixXd& rate) const {
  Eigen::MatrixXd out = positions(rate);
  add<&Block::S1>(zeta, out);
  return out;
}

Eigen::MatrixXd ObservedBodies::accelerations(const Eigen::MatrixXd& zeta, const Eigen::MatrixXd& rate,
                                              const Eigen::MatrixXd& second) const {
  Eigen::MatrixXd out = positions(second);
  add<&Block::S2>(rate, out);
  add<&Block::S3>(zeta, out);
  return out;
}

Eigen::MatrixXd ObservedBodies::rows(const Eigen::MatrixXd& X) const {
  Eigen::MatrixXd out(X.rows(), X.cols());
  for (const Block& b : blocks_)
    out.middleCols(b.first, b.size).noalias() = X.middleCols(b.first, b.size) * b.E.topLeftCorner(b.size, b.size);
  return out;
}

Eigen::MatrixXd ObservedBodies::seen(const Eigen::MatrixXd& d) const {
  Eigen::MatrixXd out(d.rows(), d.cols());
  for (const Block& b : blocks_)
    out.middleRows(b.first, b.size).noalias() =
        b.E.topLeftCorner(b.size, b.size).transpose() * d.middleRows(b.first, b.size);
  return out;
}

Vector coordinate_weights(const MultibodyProblem& problem) {
  const System& system = problem.system();
  const double length = model_size(problem);
  Vector out = Vector::Ones(system.sizes().velocities - system.sizes().states);
  for (std::size_t k = 0; k < system.coordinates().size(); ++k)
    if (system.coordinates()[k].direction == Direction::rotation)
      out[static_cast<Eigen::Index>(k)] = kRotationWeight / length;
  return out;
}

FreeMotions::FreeMotions(const Eigen::MatrixXd& G, const Vector& weights) : column_scale_(weights) {
  const Eigen::Index n = G.cols(), m = G.rows();
  Eigen::MatrixXd scaled = G * column_scale_.asDiagonal();
  row_scale_.setOnes(m);
  for (Eigen::Index r = 0; r < m; ++r)
    if (const double size = scaled.row(r).norm(); size > 0.0) row_scale_[r] = 1.0 / size;
  scaled = (row_scale_.asDiagonal() * scaled).eval();
  if (m > 0) qr_.emplace(scaled, kDependent);
  for (Eigen::Index k = qr_ ? qr_->rank() : 0; k < n; ++k)
    independent_.push_back(static_cast<int>(qr_ ? qr_->column(k) : k));
  std::sort(independent_.begin(), independent_.end());
  const auto free = static_cast<Eigen::Index>(independent_.size());
  Eigen::MatrixXd at_independent = Eigen::MatrixXd::Zero(n, free);
  for (Eigen::Index k = 0; k < free; ++k) at_independent(independent_[static_cast<std::size_t>(k)], k) = 1.0;
  N_ = at_independent;
  if (m > 0) N_ += particular(-G * at_independent);
}

Eigen::MatrixXd FreeMotions::particular(const Eigen::MatrixXd& R) const {
  if (!qr_) return Eigen::MatrixXd::Zero(column_scale_.size(), R.cols());
  return column_scale_.asDiagonal() * qr_->solve(row_scale_.asDiagonal() * R);
}

std::vector<std::string> describe_free_motions(MultibodyProblem& problem, const dae::State& state) {
  const System& system = problem.system();
  const dae::Sizes& n = system.sizes();
  std::vector<MultibodyProblem::Entry> entries;
  problem.recall(state);
  problem.constraint_jacobian(state.t, state.q, state.v, entries);
  const int coordinates = n.velocities - n.states;
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(n.multipliers, coordinates);
  for (const auto& e : entries)
    if (e.column < coordinates) G(e.row, e.column) += e.value;
  const FreeMotions free(G, coordinate_weights(problem));
  std::vector<std::string> out;
  for (std::size_t k = 0; k < free.independent().size(); ++k) {
    const auto motion = free.N().col(static_cast<Eigen::Index>(k));
    std::vector<std::string> others;
    for (const BodyEntry& b : system.bodies()) {
      const int own = free.independent()[k];
      if (b.nv == 0 || (own >= b.v && own < b.v + b.nv)) continue;
      if (motion.segment(b.v, b.nv).cwiseAbs().maxCoeff() > 1e-9) others.push_back(b.name);
    }
    std::string text = problem.unknown_name(free.independent()[k]);
    if (others.size() > 6) {
      text += fmt::format(", with {} other bodies", others.size());
    } else if (!others.empty()) {
      text += fmt::format(", with {}", fmt::join(others, ", "));
    }
    out.push_back(text);
  }
  return out;
}

}  // namespace alembert
