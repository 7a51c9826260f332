// nstiff_si2: BDF of order 2 with velocity constraints, stabilised index 2 (003 eqs 9-10). With share and b of nstiff:
//
//   d = share d_prev + b h qdot,   v = v_n + share (v_n - v_{n-1}) + b h a
//   M a + f = 0,   v - qdot + G^T mu = 0,   Phi = 0,   Phi_q v + Phi_t = 0
//
// Here u = qdot, m = -mu. The first step is BDF of order 1.
#pragma once

#include "methods/nstiff.h"
#include "methods/stabilised.h"

namespace alembert {

class NstiffSi2 final : public Stabilised {
 public:
  explicit NstiffSi2(const std::map<std::string, double>& parameters);

  static const MethodDescription& describe();
  const MethodDescription& description() const override { return describe(); }
  std::map<std::string, double> parameters() const override { return {}; }
  void unknowns_of(const dae::State& state, Vector& z) const override;
  void start(dae::Problem& problem, const dae::State& state) override;
  void accept(dae::Problem& problem, const dae::State& accepted) override;
  void exchange(dae::Problem& problem, Archive& archive) override {
    Stabilised::exchange(problem, archive);
    archive(history_);
  }
  double memory_of_errors() const override { return 0.0; }
  double error_constant(ErrorEstimate) const override { return history_.error_constant(); }

 protected:
  Formulas formulas(dae::Problem& problem, const dae::State& from, const Vector& f_n, double h) override;
  void balance(dae::Problem& problem, Eigen::Ref<Vector> e1, Eigen::Ref<Vector> e3) override;

 private:
  Bdf2History history_;
  Vector v_n_;
  double h_ = 0.0;
};

}  // namespace alembert
