// The Newton matrix: its pattern, its values.
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

}  // namespace alembert
