// A problem whose pattern changes while it moves: another problem, with structural zeros added to its matrices, others
// from time to time. Its motion is that of the other problem.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "dae/problem.h"

namespace alembert::test {

// A pattern with further entries, and where those of the first stand in it.
class PaddedPattern {
 public:
  PaddedPattern(const linear::Pattern& inner, int further, bool upper_triangle, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<linear::Block> blocks;
    for (int c = 0; c < inner.size(); ++c)
      for (int k = inner.column_starts()[static_cast<std::size_t>(c)];
           k < inner.column_starts()[static_cast<std::size_t>(c) + 1]; ++k)
        blocks.push_back({inner.rows()[static_cast<std::size_t>(k)], 1, c, 1});
    const std::vector<linear::Block> entries = blocks;
    for (int k = 0; k < further; ++k) {
      const int n = inner.size(), near = std::min(n, 20);  // far ones would fill the factors
      const int first = static_cast<int>(random() % static_cast<unsigned>(n - near + 1));
      const auto any = [&] { return first + static_cast<int>(random() % static_cast<unsigned>(near)); };
      int r = any(), c = any();
      if (upper_triangle && r > c) std::swap(r, c);
      blocks.push_back({r, 1, c, 1});
    }
    pattern_ = std::make_shared<const linear::Pattern>(inner.size(), blocks);
    for (const linear::Block& b : entries) slots_.push_back(pattern_->slot(b.row, b.column));
    values_.resize(slots_.size());
  }

  const linear::PatternPtr& pattern() const { return pattern_; }
  double* values() { return values_.data(); }  // of the inner matrix
  void spread(double* out) const {
    std::fill(out, out + pattern_->nonzeros(), 0.0);
    for (std::size_t k = 0; k < slots_.size(); ++k) out[slots_[k]] = values_[k];
  }

 private:
  linear::PatternPtr pattern_;
  std::vector<int> slots_;
  std::vector<double> values_;
};

class PaddedProblem final : public dae::Problem {
 public:
  // `number` says which pattern a state has; it is asked before every step.
  PaddedProblem(dae::Problem& inner, std::function<int(const dae::State&)> number)
      : inner_(inner), number_(std::move(number)) {
    pad(0);
  }
  int changes() const { return changes_; }

  bool update_topology(const dae::State& state) override {
    const int number = number_(state);
    if (number == present_) return false;
    ++changes_;
    pad(number);
    return true;
  }
  const linear::PatternPtr& pattern() const override { return matrix_->pattern(); }
  void linearise(const dae::Weights& w, const dae::MassPoint& m, const dae::TrialPoint& at, double* values) override {
    inner_.linearise(w, m, at, matrix_->values());
    matrix_->spread(values);
  }
  dae::Mobility* mobility() override { return mobility_.get(); }

  dae::Sizes sizes() const override { return inner_.sizes(); }
  void advance(const Vector& q, const Vector& d, Vector& out) const override { inner_.advance(q, d, out); }
  void apply_inverse_tangent(const Vector& d, Vector& x) const override { inner_.apply_inverse_tangent(d, x); }
  void apply_mass(double t, const Vector& q, const Vector& a, Vector& out) const override {
    inner_.apply_mass(t, q, a, out);
  }
  int apply_inverse_mass(double t, const Vector& q, const Vector& x, Vector& out) const override {
    return inner_.apply_inverse_mass(t, q, x, out);
  }
  bool constant_mass() const override { return inner_.constant_mass(); }
  bool linear_in_multipliers() const override { return inner_.linear_in_multipliers(); }
  void rates(const Vector& q, const Vector& v, Vector& q_rate) const override { inner_.rates(q, v, q_rate); }
  void velocity_of_rates(const Vector& q, const Vector& q_rate, Vector& v) const override {
    inner_.velocity_of_rates(q, q_rate, v);
  }
  void evaluate(double t, const Vector& q, const Vector& v, const Vector& lambda, Vector& f, Vector& phi) override {
    inner_.evaluate(t, q, v, lambda, f, phi);
  }
  void evaluate_with_rate(double t, const Vector& q, const Vector& v, const Vector& lambda, Vector& f, Vector& phi,
                          Vector& rate) override {
    inner_.evaluate_with_rate(t, q, v, lambda, f, phi, rate);
  }
  void constraint_forces(const Vector& mu, Vector& out) override { inner_.constraint_forces(mu, out); }
  void velocity_constraints(double t, const Vector& q, const Vector& v, Vector& out) override {
    inner_.velocity_constraints(t, q, v, out);
  }
  void acceleration_constraints(double t, const Vector& q, const Vector& v, const Vector& a, Vector& out) override {
    inner_.acceleration_constraints(t, q, v, a, out);
  }
  const Vector& regularisation() const override { return inner_.regularisation(); }
  void coordinate_magnitudes(const Vector& q, Vector& out) const override { inner_.coordinate_magnitudes(q, out); }
  void state_weights(Vector& out) const override { inner_.state_weights(out); }
  void recall(const dae::State& state) override { inner_.recall(state); }
  void remember(dae::State& state) override { inner_.remember(state); }
  std::string explain_not_finite(const dae::State& state) override { return inner_.explain_not_finite(state); }
  std::string unknown_name(int unknown) const override { return inner_.unknown_name(unknown); }

 private:
  class PaddedMobility final : public dae::Mobility {
   public:
    PaddedMobility(dae::Mobility& inner, unsigned seed)
        : inner_(inner), padded_(*inner.pattern(), inner.pattern()->size() / 2, true, seed) {}
    const linear::PatternPtr& pattern() const override { return padded_.pattern(); }
    void move_to(double t, const Vector& q, const Vector& v, const dae::MassPoint& mass, double share, double* values,
                 Vector& rate) override {
      inner_.move_to(t, q, v, mass, share, padded_.values(), rate);
      padded_.spread(values);
    }
    void response(const Vector& mu, Vector& out) const override { inner_.response(mu, out); }
    void keep() override { inner_.keep(); }
    void kept_response(const Vector& mu, Vector& out) const override { inner_.kept_response(mu, out); }

   private:
    dae::Mobility& inner_;
    PaddedPattern padded_;
  };

  void pad(int number) {
    present_ = number;
    const auto seed = static_cast<unsigned>(number);
    matrix_ = std::make_unique<PaddedPattern>(*inner_.pattern(), inner_.pattern()->size(), false, seed);
    mobility_.reset();
    if (inner_.mobility()) mobility_ = std::make_unique<PaddedMobility>(*inner_.mobility(), seed);
  }

  dae::Problem& inner_;
  std::function<int(const dae::State&)> number_;
  int present_ = 0, changes_ = 0;
  std::unique_ptr<PaddedPattern> matrix_;
  std::unique_ptr<PaddedMobility> mobility_;
};

// Another pattern from every third accepted state on.
inline std::function<int(const dae::State&)> every_third_step() {
  return [last = -1.0, states = 0](const dae::State& state) mutable {
    if (state.t != last) ++states;
    last = state.t;
    return (states - 1) / 3;
  };
}

}  // namespace alembert::test
