// Values of formulas at the state the markers are placed at.
#include "system/parts/formulas_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "elements/marker_measure.h"
#include "system/parts/formula_loop.h"
#include "system/pools.h"

namespace alembert {

namespace {

constexpr int kLoopIterations = 50;
constexpr double kLoopTolerance = 1e-14;
constexpr double kLoopRounding = 1e-10;

}  // namespace

FormulasPart::FormulasPart(const Placement& placement, const Angles& angles, ConstraintsPart& constraints,
                           const ContactsPart& contacts)
    : system_(placement.system()),
      placement_(placement),
      angles_(angles),
      constraints_(constraints),
      contacts_(contacts) {
  const Formulas& formulas = system_.formulas();
  y_.setZero(static_cast<Eigen::Index>(formulas.all.size()));
  v_.setZero(system_.sizes().velocities);
  lambda_.setZero(system_.sizes().multipliers);
  std::size_t leaves = 0;
  for (const Formula& f : formulas.all) {
    gradient_.emplace_back(Vector::Zero(f.size()));
    leaves = std::max(leaves, f.leaves.size());
  }
  leaf_.resize(leaves);
  d_leaf_.resize(leaves);
  for (std::size_t g = 0; g < formulas.groups.size(); ++g) {
    const auto n = static_cast<Eigen::Index>(formulas.loop[g] ? formulas.groups[g].size() : 0);
    const Eigen::Index size = n > 0 ? formula(formulas.groups[g][0]).size() : 0;
    loops_.emplace_back(n, size);
  }
  if (std::find(formulas.loop.begin(), formulas.loop.end(), true) != formulas.loop.end())
    guess_.assign(formulas.all.size(), 0.0);
  int columns = 0;
  for (const FrameEntry& f : system_.frames()) columns = std::max(columns, f.columns);
  by_tangent_.assign(static_cast<std::size_t>(columns), 0.0);
  by_velocity_ = generalised_[0] = generalised_[1] = by_tangent_;
}

FormulasPart::~FormulasPart() = default;

void FormulasPart::recall(const double* memory) { std::copy_n(memory, guess_.size(), guess_.begin()); }

void FormulasPart::remember(const dae::State& state, double* memory) {
  if (guess_.empty()) return;
  evaluate(state.v, state.lambda, true);
  std::copy_n(y_.data(), guess_.size(), memory);
}

// What an element exerts on the body of its first marker, force and torque, of which a measure takes one.
Vec3 FormulasPart::exerted(const MeasureRef& m, const Vector& lambda) const {
  Vec3 out = Vec3::Zero();
  const int first = is_torque(m.kind) ? 3 : 0;
  if (is_constraint(m.kind)) {
    const ForceTorque all = constraints_.reaction(m.element, lambda);
    return is_torque(m.kind) ? all.torque : all.force;
  }
  if (is_reaction(m.kind)) {
    system_.pools().with_joint(m.element, [&](const auto& e) {
      using Kernel = decltype(kernel_of(e));
      const MarkerPair<double> pair{placement_.pose(e.marker[0]), placement_.pose(e.marker[1])};
      typename Kernel::template Wrench<double> w = Kernel::template Wrench<double>::Zero();
      Kernel::template add_wrench<double>(pair, e.parameters, kernel_multipliers(e, lambda), w);
      out = -w.template segment<3>(first);
    });
    for (const int c : system_.constraints_of_joint(m.element)) {
      const ForceTorque all = constraints_.reaction(c, lambda);
      out += is_torque(m.kind) ? all.torque : all.force;
    }
  } else {
    system_.pools().with_force(m.element, [&](const auto& e) {
      using Kernel = decltype(kernel_of(e));
      if (!e.active) return;
      WrenchOf<double, Kernel::kMarkers> w;
      Kernel::template wrench<double>(placement_.markers(e.marker), e.parameters, context_of(e), w);
      out = -w.template segment<3>(first);
    });
  }
  return out;
}

double FormulasPart::own_rate(const MeasureRef& m) const {
  double out = 0.0;
  system_.pools().with_force(m.element, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    if constexpr (ForceWithStates<Kernel>) {
      const ForceContext context = context_of(e);
      out = (e.active ? Kernel::rates(placement_.markers(e.marker), e.parameters, context)
                      : Kernel::idle_rates(e.parameters, context.states))[m.component];
    }
  });
  return out;
}

double FormulasPart::leaf_value(const MeasureRef& m, const Vector& v, const Vector& lambda) const {
  switch (m.kind) {
    case Kind::of_markers:
      return measure_value(m.measure, m.component, placement_.marker(m.i), placement_.marker(m.j),
                           placement_.marker(m.k));
    case Kind::turns:
      return angles_[m.element];
    case Kind::variable:
      return y_[system_.formulas().variables[static_cast<std::size_t>(m.element)]];
    case Kind::state:
      return v[system_.states()[static_cast<std::size_t>(m.element)].v];
    case Kind::rate:
      return y_[system_.states()[static_cast<std::size_t>(m.element)].formula];
    case Kind::own_rate:
      return own_rate(m);
    case Kind::contact:
    case Kind::contact_force:
    case Kind::contact_torque:
      return contacts_.measured(m);
    case Kind::joint_force:
    case Kind::joint_torque:
    case Kind::force_force:
    case Kind::force_torque:
    case Kind::constraint_force:
    case Kind::constraint_torque:
      return pick(exerted(m, lambda), placement_.pose(m.k).R, m.component);
    default:
      return std::numeric_limits<double>::quiet_NaN();  // accelerations and energies: refused when compiled
  }
}

void FormulasPart::take_leaves(const Formula& f, const Vector& v, const Vector& lambda) {
  for (std::size_t k = 0; k < f.leaves.size(); ++k)
    leaf_[k] = leaf_value(f.leaves[k].measure, v, lambda) / f.leaves[k].measure.unit;
}

void FormulasPart::evaluate(const Vector& v, const Vector& lambda, bool all) {
  const Formulas& formulas = system_.formulas();
  const double t = placement_.time() / system_.model().units.time;
  if (&v != &v_) v_ = v;
  if (&lambda != &lambda_) lambda_ = lambda;
  for (std::size_t g = 0; g < formulas.groups.size(); ++g) {
    if (!all && !formulas.all[static_cast<std::size_t>(formulas.groups[g][0])].acts) continue;
    if (formulas.loop[g]) {
      solve_loop(g, v, lambda);
      continue;
    }
    const int k = formulas.groups[g][0];
    const Formula& f = formulas.all[static_cast<std::size_t>(k)];
    take_leaves(f, v, lambda);
    y_[k] = f.unit * f.expression.evaluate(t, {leaf_.data(), f.leaves.size()});
  }
}

// Newton's iteration on y = E(y), from the values of the last accepted step.
void FormulasPart::solve_loop(std::size_t group, const Vector& v, const Vector& lambda) {
  const std::vector<int>& members = system_.formulas().groups[group];
  Loop& loop = loops_[group];
  const auto n = static_cast<Eigen::Index>(members.size());
  for (const int k : members) y_[k] = guess_[static_cast<std::size_t>(k)];
  double before = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < kLoopIterations; ++iteration) {
    loop.A.setIdentity();
    for (Eigen::Index r = 0; r < n; ++r) {
      const Formula& f = formula(members[static_cast<std::size_t>(r)]);
      loop.r[r] = differentiate_expression(f, v, lambda);
      if (f.implicit)
        loop.A(r, r) = 0.0;
      else
        loop.r[r] -= y_[members[static_cast<std::size_t>(r)]];
      subtract_members(f, members, lambda, loop.A.row(r));
    }
    loop.lu.compute(loop.A);
    loop.x = loop.lu.solve(loop.r);
    double change = 0.0, size = 0.0;
    for (Eigen::Index r = 0; r < n; ++r) {
      double& y = y_[members[static_cast<std::size_t>(r)]];
      y += loop.x[r];
      change = std::max(change, std::abs(loop.x[r]));
      size = std::max(size, std::abs(y));
    }
    if (!std::isfinite(change)) break;
    if (change <= kLoopTolerance * (1.0 + size)) return;
    if (change <= kLoopRounding * (1.0 + size) && change >= 0.5 * before) return;  // as far as it goes
    before = change;
  }
  for (const int k : members) y_[k] = std::numeric_limits<double>::quiet_NaN();  // `explain_not_finite` says which loop
}

// Value (SI) of a formula; leaves its derivatives by the leaves (SI) in d_leaf_.
double FormulasPart::differentiate_expression(const Formula& f, const Vector& v, const Vector& lambda) {
  take_leaves(f, v, lambda);
  double d_time = 0.0;
  const double value =
      f.expression.gradient(placement_.time() / system_.model().units.time, {leaf_.data(), f.leaves.size()},
                            {d_leaf_.data(), f.leaves.size()}, d_time);
  for (std::size_t k = 0; k < f.leaves.size(); ++k) d_leaf_[k] *= f.unit / f.leaves[k].measure.unit;
  return f.unit * value;
}

// How a leaf changes with the k-th formula it is made of.
double FormulasPart::leaf_by_formula(const Formula::Leaf& leaf, std::size_t k, const Vector& lambda) const {
  if (leaf.measure.kind == Kind::variable || leaf.measure.kind == Kind::rate) return 1.0;
  double out = 0.0;
  system_.pools().with_force(leaf.measure.element, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    if constexpr (std::is_same_v<Kernel, AppliedForceKernel>) {
      const bool torque = is_torque(leaf.measure.kind);
      const Vec3 u =
          direction_of(exerted(leaf.measure, lambda), placement_.pose(leaf.measure.k).R, leaf.measure.component);
      for (int c = 0; c < 6; ++c)
        if (e.parameters.formulas[static_cast<std::size_t>(c)] == leaf.formulas[k] && (c >= 3) == torque)
          out += u.dot(placement_.pose(e.marker[2]).R.col(c % 3));
    }
  });
  return out;
}

void FormulasPart::subtract_members(const Formula& f, const std::vector<int>& members, const Vector& lambda,
                                    Eigen::Ref<Eigen::RowVectorXd, 0, Eigen::InnerStride<>> row) const {
  for (std::size_t k = 0; k < f.leaves.size(); ++k)
    for (std::size_t o = 0; o < f.leaves[k].formulas.size(); ++o) {
      const auto found = std::find(members.begin(), members.end(), f.leaves[k].formulas[o]);
      if (found != members.end()) row[found - members.begin()] -= d_leaf_[k] * leaf_by_formula(f.leaves[k], o, lambda);
    }
}

// Which formula is not finite, and what in it.
std::string FormulasPart::explain_not_finite(const Vector& v, const Vector& lambda) {
  const Formulas& formulas = system_.formulas();
  evaluate(v, lambda, false);
  for (std::size_t g = 0; g < formulas.groups.size(); ++g) {
    const std::vector<int>& members = formulas.groups[g];
    if (!formulas.all[static_cast<std::size_t>(members[0])].acts || std::isfinite(y_[members[0]])) continue;
    if (formulas.loop[g]) {
      std::string names;
      for (const int k : members) names += (names.empty() ? "" : ", ") + formulas.all[static_cast<std::size_t>(k)].name;
      return fmt::format("the loop of {} has no solution that Newton's iteration finds", names);
    }
    const Formula& f = formulas.all[static_cast<std::size_t>(members[0])];
    take_leaves(f, v, lambda);
    const std::string why =
        f.expression.domain_problem(placement_.time() / system_.model().units.time, {leaf_.data(), f.leaves.size()});
    return fmt::format("{} = `{}` is not finite ({}){}", f.name, f.expression.text(), f.where.text(),
                       why.empty() ? "" : ": " + why);
  }
  return "";
}

}  // namespace alembert
