// Newton's correction. With cj = dy'/dy and b = -F, let beta be the tangent part of b_q and dtheta that of dq; what is
// left of b_q only changes the length of quaternions.
//
// Index 3. The equations of motion are evaluated at the velocity u of the positions, q' = B u, and at v' + cj (u - v),
// which are v and v' once q' = B v holds. Then dtheta alone moves them, and with y = cj^2 dtheta
//
//   M T^-1 y + D T^-1 y/cj + K y/cj^2 + G^T dlambda = b_v         T of d = u/cj: a turning body's own axes turn with it
//   G y - eps dlambda = cj^2 b_Phi                                the same rows as dae::Weights{1, 1/cj, 1/cj^2}
//   dv = cj T^-1 dtheta - beta
//
// Stabilised. dtheta = (dv + beta - G^T dmu)/cj, so with y = cj dv and e = dtheta - dv/cj
//
//   M y + D y/cj + K y/cj^2 + G^T dlambda = b_v - K e             index-3 matrix
//   G y - eps dlambda = cj b_rate                                 the rate's dependence on q is left out: of order h
//   cj dtheta + G^T dmu = dv + beta                               [I G^T; G -eps]
//   G cj dtheta - eps dmu = cj b_Phi
//
// solved in turn, twice, starting from e = beta/cj. The matrices may be of an older point and cj.
#include "reference/first_order_form.h"

#include <algorithm>
#include <cmath>

namespace alembert {

namespace {

constexpr int kTurns = 2;  // of the two solves in the stabilised form: the second sees e of the first

int numbers_of(const dae::Sizes& n, bool stabilised) {
  return std::max(1, n.positions + n.velocities + (stabilised ? 2 : 1) * n.multipliers);
}

}  // namespace

FirstOrderForm::FirstOrderForm(dae::Problem& problem, bool stabilised)
    : problem_(problem),
      n_(problem.sizes()),
      stabilised_(stabilised),
      size_(numbers_of(n_, stabilised)),
      groups_(problem.groups()),
      norm_(groups_) {
  for (Vector* x : {&weights_, &velocity_weights_, &magnitudes_, &zero_, &v_, &a_, &u_, &f_, &forces_, &product_,
                    &beta_, &d_, &dtheta_, &dv_, &off_, &turned_})
    x->setZero(n_.velocities);
  for (Vector* x : {&q_raw_, &q_, &q_rate_, &numbers_rate_, &b_q_, &q_moved_}) x->setZero(n_.positions);
  for (Vector* x : {&lambda_, &mu_, &lambda_n_, &phi_, &rate_, &held_, &moved_rate_, &dlambda_, &lambda_weights_})
    x->setZero(n_.multipliers);
  for (Vector* x : {&x_, &z_, &Kx_}) x->setZero(n_.unknowns());
  b_.setZero(size_);
}

void FirstOrderForm::start(const dae::State& state) {
  weights_.setOnes();
  velocity_weights_.setOnes();
  find_directions(state.q);
  begin_step(state);
}

void FirstOrderForm::begin_step(const dae::State& state) {
  lambda_n_ = state.lambda;
  problem_.coordinate_magnitudes(state.q, magnitudes_);
  weights_ = weights_.cwiseMax(magnitudes_);
  velocity_weights_ = velocity_weights_.cwiseMax(state.v.cwiseAbs());
}

// Which direction moves which number, from the columns of B; those of all groups at once, for they are apart. A number
// that none moves here is that of a quaternion at its largest.
void FirstOrderForm::find_directions(const Vector& q) {
  numbers_.assign(static_cast<std::size_t>(n_.positions), {});
  bool more = true;
  for (int k = 0; more; ++k) {  // the k-th direction of every group
    more = false;
    v_.setZero();
    for (int first = 0; const dae::Group& group : groups_) {
      if (first + k < group.velocities_end) {
        v_[first + k] = 1.0;
        more = true;
      }
      first = group.velocities_end;
    }
    if (!more) return;
    problem_.rates(q, v_, numbers_rate_);
    for (int first = 0, begin = 0; const dae::Group& group : groups_) {
      const double length = numbers_rate_.segment(begin, group.positions_end - begin).norm();
      for (int i = begin; i < group.positions_end; ++i)
        if (numbers_rate_[i] != 0.0) numbers_[static_cast<std::size_t>(i)] = {first + k, length};
      first = group.velocities_end;
      begin = group.positions_end;
    }
  }
}

void FirstOrderForm::write(const dae::State& state, MutableNumbers y, MutableNumbers y_rate) {
  y.setZero();
  y_rate.setZero();
  problem_.rates(state.q, state.v, numbers_rate_);
  y.head(n_.positions) = state.q;
  y_rate.head(n_.positions) = numbers_rate_;
  y.segment(n_.positions, n_.velocities) = state.v;
  y_rate.segment(n_.positions, n_.velocities) = state.a;
  y.segment(n_.positions + n_.velocities, n_.multipliers) = state.lambda;
}

void FirstOrderForm::read(const Numbers& y, const Numbers& y_rate, dae::State& out) {
  q_raw_ = y.head(n_.positions);
  problem_.advance(q_raw_, zero_, out.q);
  out.v = y.segment(n_.positions, n_.velocities);
  out.a = y_rate.segment(n_.positions, n_.velocities);
  out.lambda = y.segment(n_.positions + n_.velocities, n_.multipliers);
}

bool FirstOrderForm::residual(double t, double cj, const Numbers& y, const Numbers& y_rate, MutableNumbers out) {
  const int nq = n_.positions, nv = n_.velocities, nl = n_.multipliers;
  q_raw_ = y.head(nq);
  q_rate_ = y_rate.head(nq);
  v_ = y.segment(nq, nv);
  a_ = y_rate.segment(nq, nv);
  lambda_ = y.segment(nq + nv, nl);
  problem_.advance(q_raw_, zero_, q_);
  out.setZero();
  held_ = problem_.regularisation().cwiseProduct(lambda_ - lambda_n_) / cj;
  if (stabilised_) {
    mu_ = y.segment(nq + nv + nl, nl);
    u_ = v_;
    problem_.evaluate_with_rate(t, q_, u_, lambda_, f_, phi_, rate_);
    problem_.constraint_forces(mu_, forces_);
    out.segment(nq + nv, nl) = rate_ - held_;
    out.segment(nq + nv + nl, nl) = phi_ - problem_.regularisation().cwiseProduct(mu_) / cj;
    out.segment(nq + nv + nl + n_.holonomic(), n_.nonholonomic) = mu_.tail(n_.nonholonomic);
    v_ -= forces_;
  } else {
    problem_.velocity_of_rates(q_raw_, q_rate_, u_);
    a_ += cj * (u_ - v_);
    problem_.evaluate(t, q_, u_, lambda_, f_, phi_);
    held_.head(n_.holonomic()) /= cj;
    out.segment(nq + nv, nl) = phi_ - held_;
  }
  problem_.apply_mass(t, q_, a_, product_);
  problem_.rates(q_raw_, v_, numbers_rate_);
  out.head(nq) = q_rate_ - numbers_rate_;
  out.segment(nq, nv) = product_ + f_;
  return std::isfinite(out.squaredNorm());
}

bool FirstOrderForm::factor(double t, double cj) {
  const dae::MassPoint mass{t, q_, !problem_.constant_mass()};
  if (stabilised_)
    d_.setZero();
  else
    d_ = u_ / cj;
  problem_.newton_matrix({1.0, 1.0 / cj, 1.0 / (cj * cj)}, mass, {t, q_, u_, a_, lambda_, d_}, matrix_);
  if (!factors_.factor(matrix_)) return false;
  if (!stabilised_) return true;
  problem_.newton_matrix({0.0, 0.0, 1.0}, mass, {t, q_, u_, a_, lambda_, zero_}, stiffness_);
  problem_.newton_matrix({0.0, 0.0, 0.0}, mass, {t, q_, u_, a_, lambda_, zero_}, matrix_);
  for (int k = 0; k < n_.velocities; ++k) matrix_.diagonal(k) += 1.0;
  if (n_.nonholonomic > 0) matrix_.cut_off(n_.velocities + n_.holonomic());
  return auxiliary_.factor(matrix_);
}

bool FirstOrderForm::correct(double t, double cj, const Numbers& b, MutableNumbers dy) {
  b_ = b;
  b_q_ = b_.head(n_.positions);
  problem_.velocity_of_rates(q_raw_, b_q_, beta_);
  dy = b_ / cj;  // all there is to correct where there is no motion at all
  if (stabilised_)
    correct_stabilised(t, cj, dy);
  else
    correct_index_3(cj, dy);
  problem_.rates(q_raw_, beta_, numbers_rate_);
  b_q_ -= numbers_rate_;  // changes lengths of quaternions only
  problem_.rates(q_raw_, dtheta_, numbers_rate_);
  dy.head(n_.positions) = numbers_rate_ + b_q_ / cj;
  dy.segment(n_.positions, n_.velocities) = dv_;
  if (!std::isfinite(dy.squaredNorm())) return false;
  const double v = stabilised_ ? norm_(dv_, velocity_weights_) : norm_(dv_, weights_) / cj;
  moved_ = std::max(norm_(dtheta_, weights_), v);
  if (!problem_.linear_in_multipliers()) {  // else multipliers converge with the motion
    lambda_weights_ = lambda_.cwiseAbs().cwiseMax(1.0);
    dlambda_ = dy.segment(n_.positions + n_.velocities, n_.multipliers);
    const double size = dlambda_.cwiseQuotient(lambda_weights_).norm() / std::sqrt(static_cast<double>(n_.multipliers));
    if (n_.multipliers > 0) moved_ = std::max(moved_, size / (cj * cj));
  }
  worst_ = -1;
  if (n_.velocities > 0) dtheta_.cwiseQuotient(weights_).cwiseAbs().maxCoeff(&worst_);
  return true;
}

void FirstOrderForm::correct_index_3(double cj, MutableNumbers dy) {
  const int nv = n_.velocities, nl = n_.multipliers, at = n_.positions + nv;
  x_.head(nv) = b_.segment(n_.positions, nv);
  x_.tail(nl) = cj * b_.segment(at, nl);
  x_.segment(nv, n_.holonomic()) *= cj;
  factors_.solve(x_);
  dy.segment(at, nl) = x_.tail(nl);
  dtheta_ = x_.head(nv) / (cj * cj);
  dv_ = x_.head(nv) / cj;
  d_ = u_ / cj;
  problem_.apply_inverse_tangent(d_, dv_);
  dv_ -= beta_;
}

void FirstOrderForm::correct_stabilised(double t, double cj, MutableNumbers dy) {
  const int nv = n_.velocities, nl = n_.multipliers, at = n_.positions + nv;
  d_ = v_ / cj;
  off_ = beta_ / cj;
  turned_.setZero();
  moved_rate_ = rate_;
  for (int turn = 0; turn < kTurns; ++turn) {
    if (turn > 0) {  // what the first turn left out
      problem_.advance(q_, dtheta_, q_moved_);
      problem_.velocity_constraints(t, q_moved_, u_, moved_rate_);
      moved_rate_.tail(n_.nonholonomic) = rate_.tail(n_.nonholonomic);  // in the matrix
      turned_ = dtheta_;
      problem_.apply_inverse_tangent(d_, turned_);
      turned_ -= dtheta_;
      off_ -= turned_;
    }
    z_.setZero();
    z_.head(nv) = off_;
    stiffness_.multiply(z_, Kx_);
    x_.head(nv) = b_.segment(n_.positions, nv) - Kx_.head(nv);
    x_.tail(nl) = cj * (b_.segment(at, nl) - moved_rate_ + rate_);
    factors_.solve(x_);
    dv_ = x_.head(nv) / cj;
    z_.head(nv) = dv_ + beta_ - cj * turned_;
    z_.tail(nl) = cj * b_.segment(at + nl, nl);
    z_.tail(n_.nonholonomic) = b_.segment(at + nl + n_.holonomic(), n_.nonholonomic);
    auxiliary_.solve(z_);
    dtheta_ = z_.head(nv) / cj;
    off_ = dtheta_ - dv_ / cj;
  }
  dy.segment(at, nl) = x_.tail(nl);
  dy.segment(at + nl, nl) = z_.tail(nl);
}

int FirstOrderForm::singular_unknown() const {
  const int k = factors_.singular_column();
  return k < 0 ? auxiliary_.singular_column() : k;
}

long FirstOrderForm::factorizations() const { return factors_.factorizations() + auxiliary_.factorizations(); }

void FirstOrderForm::tested(MutableNumbers out) const {
  out.setZero();
  out.head(n_.positions).setOnes();
  if (stabilised_) out.segment(n_.positions, n_.velocities).setOnes();
}

void FirstOrderForm::error_weights(double tolerance, MutableNumbers out) const {
  out.setOnes();
  const double scale = 1.0 / tolerance;
  for (int i = 0; i < n_.positions; ++i) {
    const NumberOfDirection& number = numbers_[static_cast<std::size_t>(i)];
    out[i] = scale / (number.share * (number.direction < 0 ? 1.0 : weights_[number.direction]));
  }
  if (stabilised_) out.segment(n_.positions, n_.velocities) = scale * velocity_weights_.cwiseInverse();
}

int FirstOrderForm::worst_error(const Numbers& y, const Numbers& error) {
  if (n_.velocities == 0) return -1;
  q_raw_ = y.head(n_.positions);
  numbers_rate_ = error.head(n_.positions);
  problem_.velocity_of_rates(q_raw_, numbers_rate_, dtheta_);
  dtheta_ = dtheta_.cwiseQuotient(weights_).cwiseAbs();
  if (stabilised_)
    dtheta_ = dtheta_.cwiseMax(error.segment(n_.positions, n_.velocities).cwiseQuotient(velocity_weights_).cwiseAbs());
  int worst = -1;
  dtheta_.maxCoeff(&worst);
  return worst;
}

double FirstOrderForm::error_size(const double* error, const double* weights) const {
  const auto square = [&](int k) { return error[k] * weights[k] * (error[k] * weights[k]); };
  double largest = 0.0;
  for (int first = 0, begin = 0; const dae::Group& group : groups_) {
    double sum = 0.0;
    for (int k = begin; k < group.positions_end; ++k) sum += square(k);
    if (stabilised_)
      for (int k = first; k < group.velocities_end; ++k) sum += square(n_.positions + k);
    sum /= std::max(1, group.velocities_end - first);
    if (std::isnan(sum)) return sum;
    largest = std::max(largest, sum);
    first = group.velocities_end;
    begin = group.positions_end;
  }
  return std::sqrt(largest);
}

}  // namespace alembert
