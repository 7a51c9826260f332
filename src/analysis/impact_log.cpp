#include "analysis/impact_log.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "base/error.h"

namespace alembert {

ImpactLog::ImpactLog(const System& system) {
  for (const ContactEntry& contact : system.contacts().contacts) names_.push_back(contact.name);
  totals_.resize(names_.size());
}

void ImpactLog::Total::add(const ImpactRecord& impact) {
  ++count;
  peak = std::max(peak, impact.peak);
  impulse += impact.impulse;
}

ImpactRecord ImpactLog::begun(const Contacts& contacts, const TouchingPair& pair, double t) const {
  const ContactPair& shapes = contacts.pairs[static_cast<std::size_t>(pair.pair)];
  ImpactRecord out;
  out.contact = pair.contact;
  out.pair = pair.pair;
  out.between = {contacts.shapes[static_cast<std::size_t>(shapes.a)].name,
                 contacts.shapes[static_cast<std::size_t>(shapes.b)].name};
  out.begin = out.end = t;
  out.approach = pair.closing;
  return out;
}

void ImpactLog::see(Open& open, const TouchingPair& pair, double t) {
  ImpactRecord& impact = open.impact;
  impact.impulse += 0.5 * (t - impact.end) * (open.force + pair.normal);
  impact.end = t;
  if (pair.normal > impact.peak) {
    impact.peak = pair.normal;
    impact.peak_time = t;
  }
  impact.penetration = std::max(impact.penetration, pair.depth);
  open.force = pair.normal;
  open.depth = pair.depth;
  open.closing = pair.closing;
  open.at = pair.at;
  open.n = pair.n;
}

void ImpactLog::start(MultibodyProblem& problem, const dae::State& first) {
  if (names_.empty()) return;
  time_ = first.t;
  problem.place(first.t, first.q, first.v);
  problem.touching_pairs(touching_);
  for (const TouchingPair& pair : touching_) {
    open_.emplace_back().impact = begun(problem.system().contacts(), pair, first.t);
    see(open_.back(), pair, first.t);
  }
}

// Its shapes came apart in the step.
void ImpactLog::leave(Open&& open, double end) {
  const double before = open.impact.end;
  double t = open.closing < 0.0 ? before - open.depth / open.closing : end;
  t = std::clamp(t, before, end);
  asked_.push_back({t, false, leaving_.size()});
  open.impact.impulse += 0.5 * (t - before) * open.force;
  open.impact.end = t;
  open.impact.touching = false;
  leaving_.push_back(std::move(open));
}

// Each state that is interpolated costs as much as an evaluation: there are no more of them than kMoments.
void ImpactLog::find_speeds(MultibodyProblem& problem, Integrator& integrator, double end) {
  std::stable_sort(asked_.begin(), asked_.end(), [](const Asked& a, const Asked& b) { return a.t < b.t; });
  const double part = (end - time_) / kMoments;
  double placed = std::numeric_limits<double>::quiet_NaN();
  for (const Asked& asked : asked_) {
    double t = asked.t;
    if (asked_.size() > kMoments && part > 0.0)
      t = time_ + part * (std::min(std::floor((t - time_) / part), kMoments - 1.0) + 0.5);
    if (t != placed) {
      integrator.interpolate(t, between_);
      problem.place(between_.t, between_.q, between_.v);
      placed = t;
    }
    Open& open = (asked.begins ? still_ : leaving_)[asked.place];
    const double closing = problem.closing_speed(open.impact.pair, open.at, open.n);
    (asked.begins ? open.impact.approach : open.impact.separation) = asked.begins ? closing : -closing;
  }
}

void ImpactLog::add_step(MultibodyProblem& problem, Integrator& integrator, const dae::State& end) {
  if (names_.empty()) return;
  if (between_.q.size() != end.q.size()) between_ = end;
  problem.place(end.t, end.q, end.v);
  problem.touching_pairs(touching_);
  still_.clear();
  leaving_.clear();
  asked_.clear();
  auto old = open_.begin();
  for (const TouchingPair& pair : touching_) {
    for (; old != open_.end() && old->impact.pair < pair.pair; ++old) leave(std::move(*old), end.t);
    if (old != open_.end() && old->impact.pair == pair.pair) {
      still_.push_back(std::move(*old++));
    } else {
      double t = pair.closing > 0.0 ? end.t - pair.depth / pair.closing : time_;
      t = std::clamp(t, time_, end.t);
      asked_.push_back({t, true, still_.size()});
      still_.emplace_back().impact = begun(problem.system().contacts(), pair, t);
    }
    see(still_.back(), pair, end.t);
  }
  for (; old != open_.end(); ++old) leave(std::move(*old), end.t);
  find_speeds(problem, integrator, end.t);
  for (const Open& open : leaving_) {
    totals_[static_cast<std::size_t>(open.impact.contact)].add(open.impact);
    closed_.push_back(open.impact);
  }
  open_.swap(still_);
  time_ = end.t;
  if (closed_.size() > 2 * kMostImpacts) keep_hardest(closed_);
}

void ImpactLog::keep_hardest(std::vector<ImpactRecord>& impacts) {
  if (impacts.size() <= kMostImpacts) return;
  std::sort(impacts.begin(), impacts.end(), [](const ImpactRecord& a, const ImpactRecord& b) {
    return std::tie(b.peak, a.begin, a.pair) < std::tie(a.peak, b.begin, b.pair);
  });
  impacts.resize(kMostImpacts);
}

std::vector<ContactRecord> ImpactLog::records() const {
  std::vector<Total> totals = totals_;
  std::vector<ImpactRecord> all = closed_;
  for (const Open& open : open_) {
    totals[static_cast<std::size_t>(open.impact.contact)].add(open.impact);
    all.push_back(open.impact);
  }
  keep_hardest(all);
  std::sort(all.begin(), all.end(), [](const ImpactRecord& a, const ImpactRecord& b) {
    return std::tie(a.begin, a.pair) < std::tie(b.begin, b.pair);
  });
  std::vector<ContactRecord> out;
  for (std::size_t k = 0; k < names_.size(); ++k)
    out.push_back({names_[k], totals[k].count, totals[k].peak, totals[k].impulse, {}});
  for (const ImpactRecord& impact : all) out[static_cast<std::size_t>(impact.contact)].impacts.push_back(impact);
  return out;
}

void ImpactLog::exchange(Archive& archive) {
  archive(open_, closed_, totals_, time_);
  if (totals_.size() != names_.size())
    throw Error(ExitCode::bad_usage, "the checkpoint belongs to a different model, or is damaged");
}

}  // namespace alembert
