// nstiff: BDF of order 2 in second-order form, index 3 (003 eqs 3-4). With w = h/h_prev, b = (1 + w)/(1 + 2 w):
//
//   v = v_n + w^2/(1 + 2 w) (v_n - v_{n-1}) + b h a     (w = 1: 4/3 v_n - 1/3 v_{n-1} + 2/3 h a)
//   d = w^2/(1 + 2 w) d_prev + b h v                    (w = 1: d_prev/3 + h (8/9 v_n - 2/9 v_{n-1}) + 4/9 h^2 a)
//   e1 = M a + f
//   e2 = Phi / (b h)^2
//
// The first step is BDF of order 1: v = v_n + h a, d = h v.
#pragma once

#include "methods/one_stage.h"

namespace alembert {

// The past that BDF2 needs, and its coefficients for the next step.
class Bdf2History {
 public:
  void start(const Vector& v);
  // y_{n+1} = y_n + share (y_n - y_{n-1}) + b h ydot_{n+1}
  struct Coefficients {
    double share = 0.0, b = 1.0;
  };
  Coefficients coefficients(double h) const;
  void accept(const Vector& v_n, const Vector& d, double h);
  // The next step is the first, of order 1: its local error is h^2/2 a, not of the third order.
  bool first() const { return h_previous_ == 0.0; }
  // |c| of the local error c h^2 (a - a_n): (7/18 - 1/6) with BDF2, 1/2 and a_n = 0 in the first step.
  double error_constant() const { return first() ? 0.5 : 2.0 / 9.0; }
  const Vector& previous_velocity() const { return v_previous_; }
  const Vector& previous_increment() const { return d_previous_; }
  void exchange(Archive& archive) { archive(v_previous_, d_previous_, h_previous_); }

 private:
  Vector v_previous_, d_previous_;
  double h_previous_ = 0.0;
};

class Nstiff final : public OneStage {
 public:
  explicit Nstiff(const std::map<std::string, double>& parameters);

  static const MethodDescription& describe();
  const MethodDescription& description() const override { return describe(); }
  std::map<std::string, double> parameters() const override { return {}; }
  void start(dae::Problem& problem, const dae::State& state) override;
  void accept(dae::Problem& problem, const dae::State& accepted) override;
  void exchange(dae::Problem&, Archive& archive) override { archive(history_); }
  // Positions prescribed, velocities follow from them alone: nothing is handed on.
  double memory_of_errors() const override { return 0.0; }
  double error_constant(ErrorEstimate) const override { return history_.error_constant(); }
  StateError state_error() const override { return {0.0, 2.0 / 9.0}; }

 protected:
  Formulas formulas(const dae::State& from, double h) override;

 private:
  Bdf2History history_;
  Vector v_n_;
  double h_ = 0.0;
};

}  // namespace alembert
