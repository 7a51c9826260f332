#include "methods/nstiff.h"

#include "methods/parameters.h"

namespace alembert {

void Bdf2History::start(const Vector& v) {
  v_previous_ = v;
  d_previous_.setZero(v.size());
  h_previous_ = 0.0;
}

Bdf2History::Coefficients Bdf2History::coefficients(double h) const {
  if (h_previous_ == 0.0) return {0.0, 1.0};
  const double w = h / h_previous_;
  return {w * w / (1.0 + 2.0 * w), (1.0 + w) / (1.0 + 2.0 * w)};
}

void Bdf2History::accept(const Vector& v_n, const Vector& d, double h) {
  v_previous_ = v_n;
  d_previous_ = d;
  h_previous_ = h;
}

const MethodDescription& Nstiff::describe() {
  static const MethodDescription description{"nstiff",
                                             "BDF of order 2 in second-order form, index 3: strong damping",
                                             "position",
                                             "Negrut, Jay, Khude 2009",
                                             {}};
  return description;
}

Nstiff::Nstiff(const std::map<std::string, double>& p) { check_parameter_names(describe(), p); }

void Nstiff::start(dae::Problem& problem, const dae::State& state) {
  OneStage::start(problem, state);
  history_.start(state.v);
  v_n_ = state.v;
}

OneStage::Formulas Nstiff::formulas(const dae::State& from, double h) {
  h_ = h;
  v_n_ = from.v;
  a_n_ = from.a;
  if (history_.first()) a_n_.setZero();
  const auto [share, b] = history_.coefficients(h);
  v_free_ = from.v + share * (from.v - history_.previous_velocity());
  d_free_ = share * history_.previous_increment() + b * h * v_free_;
  return {b * b * h * h, b * h, 1.0, 0.0, from.t + h, true};
}

void Nstiff::accept(dae::Problem&, const dae::State&) { history_.accept(v_n_, increment(), h_); }

}  // namespace alembert
