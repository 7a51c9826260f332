#include "dae/dense_problem.h"

#include <Eigen/LU>
#include <algorithm>
#include <memory>
#include <vector>

namespace alembert::api::dae {

std::string Problem::unknown_name(int unknown) const {
  const int n = coordinates();
  if (unknown < n) return "coordinate " + std::to_string(unknown + 1);
  return "multiplier " + std::to_string(unknown - n + 1);
}

}  // namespace alembert::api::dae

namespace alembert::dae {

DenseProblem::DenseProblem(const api::dae::Problem& equations)
    : equations_(&equations),
      n_(equations.coordinates()),
      m_(equations.position_constraints()),
      p_(equations.velocity_constraints()),
      l_(m_ + p_),
      pattern_(std::make_shared<const linear::Pattern>(n_ + l_, std::vector<linear::Block>{{0, n_ + l_, 0, n_ + l_}})),
      regularisation_(Vector::Zero(l_)),
      last_{0.0, Vector::Zero(n_), Vector::Zero(n_), Vector::Zero(l_)},
      M_(n_, n_),
      F_(Eigen::MatrixXd::Zero(n_, l_)),
      K_(n_, n_),
      H_(std::max(m_, p_), n_),
      J_(n_ + l_, n_ + l_) {}

void DenseProblem::apply_mass(double t, const Vector& q, const Vector& a, Vector& out) const {
  equations_->mass(t, q.data(), M_.data());
  out.noalias() = M_ * a;
}

int DenseProblem::apply_inverse_mass(double t, const Vector& q, const Vector& x, Vector& out) const {
  equations_->mass(t, q.data(), M_.data());
  const Eigen::PartialPivLU<Eigen::MatrixXd> lu(M_);
  Eigen::Index smallest = 0;
  if (!(lu.matrixLU().diagonal().cwiseAbs().minCoeff(&smallest) > 0.0)) return static_cast<int>(smallest);
  out = lu.solve(x);
  return -1;
}

void DenseProblem::evaluate(double t, const Vector& q, const Vector& v, const Vector& lambda, Vector& f, Vector& phi) {
  last_.t = t;
  last_.q = q;
  last_.v = v;
  last_.lambda = lambda;
  equations_->force(t, q.data(), v.data(), lambda.data(), f.data());
  f = -f;
  equations_->position(t, q.data(), phi.data());
  equations_->velocity(t, q.data(), v.data(), phi.data() + m_);
}

void DenseProblem::constraint_forces(const Vector& mu, Vector& out) {
  differentiate_multipliers(last_.t, last_.q, last_.v, last_.lambda);
  out.noalias() = F_ * mu;
}

void DenseProblem::velocity_constraints(double t, const Vector& q, const Vector& v, Vector& out) {
  last_.t = t;
  last_.q = q;
  last_.v = v;
  equations_->position_rate(t, q.data(), v.data(), out.data());
  equations_->velocity(t, q.data(), v.data(), out.data() + m_);
}

void DenseProblem::acceleration_constraints(double t, const Vector& q, const Vector& v, const Vector& a, Vector& out) {
  equations_->position_second(t, q.data(), v.data(), a.data(), out.data());
  equations_->velocity_rate(t, q.data(), v.data(), a.data(), out.data() + m_);
}

void DenseProblem::differentiate_multipliers(double t, const Vector& q, const Vector& v, const Vector& lambda) {
  if (l_ == 0) return;
  equations_->force_by_lambda(t, q.data(), v.data(), lambda.data(), F_.data());
  F_ = -F_;
}

void DenseProblem::linearise(const Weights& w, const MassPoint& mass, const TrialPoint& at, double* values) {
  const double *q = at.q.data(), *v = at.v.data(), *lambda = at.lambda.data();
  J_.setZero();
  equations_->mass(mass.t, mass.q.data(), M_.data());
  J_.topLeftCorner(n_, n_) = w.mass * M_;
  if (w.stiffness != 0.0) {
    equations_->force_by_q(at.t, q, v, lambda, K_.data());
    J_.topLeftCorner(n_, n_) -= w.stiffness * K_;
    if (mass.moves) {
      equations_->inertia_by_q(mass.t, mass.q.data(), at.a.data(), K_.data());
      J_.topLeftCorner(n_, n_) += w.mass * w.stiffness * K_;
    }
  }
  if (w.damping != 0.0) {
    equations_->force_by_v(at.t, q, v, lambda, K_.data());
    J_.topLeftCorner(n_, n_) -= w.damping * K_;
  }
  differentiate_multipliers(at.t, at.q, at.v, at.lambda);
  J_.topRightCorner(n_, l_) = F_;
  add_rates_of_constraints(w, at);
  J_.bottomRightCorner(l_, l_).diagonal() -= regularisation_;
  std::copy(J_.data(), J_.data() + J_.size(), values);
}

void DenseProblem::add_rates_of_constraints(const Weights& w, const TrialPoint& at) {
  const auto rows = [this](int count) { return Eigen::Map<Eigen::MatrixXd>(H_.data(), count, n_); };
  if (m_ > 0) {
    equations_->position_by_q(at.t, at.q.data(), H_.data());
    J_.block(n_, 0, m_, n_) = rows(m_);
  }
  if (p_ == 0) return;
  equations_->velocity_by_v(at.t, at.q.data(), at.v.data(), H_.data());
  J_.block(n_ + m_, 0, p_, n_) = rows(p_);
  if (w.damping == 0.0 || w.stiffness == 0.0) return;
  equations_->velocity_by_q(at.t, at.q.data(), at.v.data(), H_.data());
  J_.block(n_ + m_, 0, p_, n_) += w.stiffness / w.damping * rows(p_);
}

}  // namespace alembert::dae
