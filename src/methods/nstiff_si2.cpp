#include "methods/nstiff_si2.h"

#include "methods/parameters.h"

namespace alembert {

const MethodDescription& NstiffSi2::describe() {
  static const MethodDescription description{"nstiff_si2",
                                             "BDF of order 2 with velocity constraints, stabilised index 2",
                                             "position, velocity",
                                             "Negrut, Jay, Khude 2009",
                                             {}};
  return description;
}

NstiffSi2::NstiffSi2(const std::map<std::string, double>& p) { check_parameter_names(describe(), p); }

void NstiffSi2::unknowns_of(const dae::State& state, Vector& z) const {
  Method::unknowns_of(state, z);
  z.segment(state.a.size() + state.lambda.size(), state.v.size()) = state.v;  // qdot
}

void NstiffSi2::start(dae::Problem& problem, const dae::State& state) {
  Stabilised::start(problem, state);
  history_.start(state.v);
  v_n_ = state.v;
}

Stabilised::Formulas NstiffSi2::formulas(dae::Problem&, const dae::State& from, const Vector&, double h) {
  h_ = h;
  v_n_ = from.v;
  a_n_ = from.a;
  if (history_.first()) a_n_.setZero();
  const auto [share, b] = history_.coefficients(h);
  v_free_ = from.v + share * (from.v - history_.previous_velocity());
  d_free_ = share * history_.previous_increment();
  Formulas f;
  f.c_q = b * b * h * h;  // a moves v, v moves qdot, qdot moves q
  f.c_a = 0.0;
  f.c_u = f.c_v = b * h;
  f.t_mass = from.t + h;
  f.mass_moves = true;
  f.w_auxiliary = 0.0;
  return f;
}

void NstiffSi2::balance(dae::Problem& problem, Eigen::Ref<Vector> e1, Eigen::Ref<Vector> e3) {
  apply_mass(problem, a_, product_);
  e1 = product_ + f_;
  problem.constraint_forces(m_, forces_);
  e3 = u_ - v_ + forces_;
}

void NstiffSi2::accept(dae::Problem&, const dae::State&) { history_.accept(v_n_, increment(), h_); }

}  // namespace alembert
