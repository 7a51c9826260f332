// The Newton matrix: its pattern, its values, eps.
#include <algorithm>

#include "base/phase_clock.h"
#include "system/parts/all_parts.h"

namespace alembert {

void MultibodyProblem::rebuild_pattern(const std::vector<linear::Block>& besides) {
  PatternBuilder builder(system_);
  parts_->each([&](const auto& part) { part.declare(builder); });
  for (int r = 0; r < sizes().multipliers; ++r) builder.add({builder.row_of(r), 1, builder.row_of(r), 1});
  for (const linear::Block& block : besides) builder.add(block);
  pattern_ = std::make_shared<const linear::Pattern>(sizes().unknowns(), builder.blocks(), builder.optional());
  const SlotFinder finder(system_, *pattern_);
  parts_->each([&](auto& part) { part.bind(finder); });
  multiplier_diagonal_.clear();
  for (int r = 0; r < sizes().multipliers; ++r)
    multiplier_diagonal_.push_back(pattern_->slot(builder.row_of(r), builder.row_of(r)));
}

void MultibodyProblem::linearise(const dae::Weights& weights, const dae::MassPoint& mass, const dae::TrialPoint& at,
                                 double* values) {
  const PhaseClock::In phase(Phase::jacobian);
  std::fill(values, values + pattern_->nonzeros(), 0.0);
  place(at.t, at.q, at.v);
  if (!parts_->formulas.empty()) parts_->formulas.evaluate(at.v, at.lambda, false);
  parts_->wrenches.clear();
  const MatrixPoint point{placement_, weights, mass, at, values};
  const Evaluation evaluation = parts_->here(at.q, at.v, at.lambda);
  const MatrixAssembly assembly{point, evaluation, parts_->blocks, parts_->wrenches};
  parts_->each([&](auto& part) { part.add_matrix(assembly); });
  for (int r = 0; r < sizes().multipliers; ++r)
    values[multiplier_diagonal_[static_cast<std::size_t>(r)]] -= regularisation_[r];
}

void MultibodyProblem::constraint_jacobian(double t, const Vector& q, const Vector& v, std::vector<Entry>& out) {
  out.clear();
  Vector values(pattern_->nonzeros());
  const Vector zero_v = Vector::Zero(sizes().velocities), zero_l = Vector::Zero(sizes().multipliers);
  linearise({1.0, 0.0, 0.0}, {t, q}, {t, q, v, zero_v, zero_l, zero_v}, values.data());
  const auto& starts = pattern_->column_starts();
  for (int c = 0; c < sizes().velocities; ++c)
    for (int k = starts[static_cast<std::size_t>(c)]; k < starts[static_cast<std::size_t>(c) + 1]; ++k) {
      const int row = pattern_->rows()[static_cast<std::size_t>(k)] - sizes().velocities;
      if (row >= 0) out.push_back({row, c, values[k]});
    }
}

// The scale of a row is G M^-1 G^T as a point mass would have it: rotations count with the inertia about the body's
// farthest marker, because a body that is light to spin must not count as the compliance of its joints.
void MultibodyProblem::set_regularisation(double t, const Vector& q, const Vector& v, double relative) {
  std::vector<Entry> G;
  constraint_jacobian(t, q, v, G);
  IdVector<BodyId, double> arm(system_.bodies().size(), 0.0);  // squared
  for (const MarkerEntry& m : system_.markers()) {
    const FrameEntry& f = system_.frames()[m.frame];
    const Vec3 from_own = m.arm + f.origin - system_.frames()[system_.bodies()[f.body].frame].origin;
    arm[f.body] = std::max(arm[f.body], from_own.squaredNorm());
  }
  Vector mass = Vector::Ones(sizes().velocities);
  for (std::size_t k = 0; k < system_.bodies().size(); ++k) {
    const BodyEntry& b = system_.bodies()[BodyId(k)];
    const double about_marker = b.largest_moment + b.mass * arm[BodyId(k)];
    for (int c = b.v; c < b.v + b.nv; ++c) {
      const Coordinate& coordinate = system_.coordinates()[static_cast<std::size_t>(c)];
      mass[c] = coordinate.direction != Direction::rotation ? coordinate.inertia
                : about_marker > 0.0                        ? about_marker
                                                            : b.mass;
    }
  }
  Vector scale = Vector::Zero(sizes().multipliers);
  for (const Entry& g : G) scale[g.row] += g.value * g.value / mass[g.column];
  // A row that vanishes in this position must still get a share.
  const double typical = scale.size() > 0 ? scale.mean() : 0.0;
  regularisation_ = relative * scale.cwiseMax(1e-3 * typical);
}

}  // namespace alembert
