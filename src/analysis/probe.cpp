#include "analysis/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace alembert {

Probe::Probe(Mechanism& mechanism)
    : system_(mechanism.system()), problem_(mechanism.problem()), outputs_(mechanism.outputs()) {
  for (const ResolvedExpression& output : system_.outputs())
    outputs_need_reactions_ = outputs_need_reactions_ || output.needs_reactions;
}

void Probe::move_to(const dae::State& state) {
  state_ = state;
  level_ = Level::none;
  outputs_known_ = false;
}

void Probe::reach(Level level) {
  if (level_ >= level) return;
  problem_.recall(state_);
  if (level == Level::reactions && state_.v.size() > 0) {
    if (!accelerations_) accelerations_ = std::make_unique<AccelerationSolver>(problem_);
    accelerations_->solve(state_);  // in a singular position as well as it goes, as in the results of a run
  }
  snapshot_.state = &state_;
  snapshot_.energies = problem_.energies(state_);
  if (level == Level::reactions)
    problem_.reactions(state_.lambda, snapshot_.joints, snapshot_.forces, snapshot_.constraints);
  if (angles_) angles_->recall(counted_at_, turns_.data());
  level_ = level;
}

void Probe::accept(const dae::State& state) {
  if (!angles_) return;
  problem_.place(state.t, state.q, state.v);
  angles_->recall(counted_at_, turns_.data());
  angles_->remember(turns_.data());
  counted_at_ = state.t;
}

std::span<const double> Probe::outputs() {
  if (!outputs_known_) {
    reach(outputs_need_reactions_ ? Level::reactions : Level::motion);
    outputs_.evaluate(problem_, snapshot_, values_);
    outputs_known_ = true;
  }
  return values_;
}

void Probe::add(const Expression& expression, const dae::State& state) {
  const std::size_t known = trackers_.size();
  expressions_.push_back(MeasureResolver(system_, trackers_).resolve(expression));
  leaves_.resize(std::max(leaves_.size(), expressions_.back().measures.size()));
  if (trackers_.size() == known) return;
  angles_ = std::make_unique<Angles>(problem_.placement(), trackers_);
  turns_.resize(2 * trackers_.size(), 0.0);
  counted_at_ = state.t;
  level_ = Level::none;
  accept(state);
}

double Probe::leaf(const MeasureRef& measure) const {
  const int counted = static_cast<int>(system_.trackers().size());
  if (measure.kind == MeasureRef::Kind::turns && measure.element >= counted)
    return (*angles_)[measure.element - counted];
  return measured(problem_, snapshot_, measure);
}

double Probe::value(std::size_t index) {
  const ResolvedExpression& e = expressions_[index];
  reach(e.needs_reactions ? Level::reactions : Level::motion);
  for (std::size_t k = 0; k < e.measures.size(); ++k) leaves_[k] = leaf(e.measures[k]) / e.measures[k].unit;
  const double time = state_.t / system_.model().units.time;
  const std::span<const double> leaves{leaves_.data(), e.measures.size()};
  const double value = e.expression.evaluate(time, leaves);
  if (!std::isfinite(value))
    throw IntegrationError(fmt::format("`{}` is not finite at t = {:.9g}: {}", e.expression.text(), time,
                                       e.expression.domain_problem(time, leaves)));
  return value;
}

const MarkerState<double>& Probe::marker(MarkerId marker) {
  reach(Level::motion);
  return problem_.marker(marker);
}

void Probe::continue_from(const Probe& other) {
  turns_ = other.turns_;
  counted_at_ = other.counted_at_;
}

// By what they are, since others may have been asked for meanwhile.
void Probe::exchange(Archive& archive) {
  std::vector<std::array<double, 5>> turns;
  for (std::size_t k = 0; k < trackers_.size(); ++k)
    turns.push_back({static_cast<double>(trackers_[k].kind), static_cast<double>(trackers_[k].marker_i.value),
                     static_cast<double>(trackers_[k].marker_j.value), turns_[2 * k], turns_[2 * k + 1]});
  archive(turns, counted_at_);
  archive.optional(accelerations_, [&] { return std::make_unique<AccelerationSolver>(problem_); });
  if (!archive.reads()) return;
  level_ = Level::none;
  for (std::size_t k = 0; k < trackers_.size(); ++k) {
    const auto found = std::find_if(turns.begin(), turns.end(), [&](const auto& t) {
      return t[0] == static_cast<double>(trackers_[k].kind) && t[1] == trackers_[k].marker_i.value &&
             t[2] == trackers_[k].marker_j.value;
    });
    turns_[2 * k] = found == turns.end() ? 0.0 : (*found)[3];
    turns_[2 * k + 1] = found == turns.end() ? 0.0 : (*found)[4];
  }
}

}  // namespace alembert
