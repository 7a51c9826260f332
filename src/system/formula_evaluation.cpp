// Values and derivatives of formulas at the state the markers are placed at (formulas.h).
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "elements/marker_measure.h"
#include "system/body_kinematics.h"
#include "system/element_access.h"
#include "system/problem_scratch.h"

namespace alembert {

namespace {

using Kind = MeasureRef::Kind;
constexpr int kLoopIterations = 50;
constexpr double kLoopTolerance = 1e-14;
constexpr double kLoopRounding = 1e-10;

// The direction in which a vector counts: an axis, or its own.
Vec3 direction_of(const Vec3& x, const Mat3& axes, int component) {
  if (component < 3) return axes.col(component);
  const double size = x.norm();
  return size > 0.0 ? Vec3(x / size) : Vec3(Vec3::Zero());
}

double pick(const Vec3& x, const Mat3& axes, int component) {
  return component < 3 ? axes.col(component).dot(x) : x.norm();
}

bool is_torque(Kind kind) {
  return kind == Kind::joint_torque || kind == Kind::force_torque || kind == Kind::constraint_torque;
}
bool is_constraint(Kind kind) { return kind == Kind::constraint_force || kind == Kind::constraint_torque; }
bool is_reaction(Kind kind) { return kind == Kind::joint_force || kind == Kind::joint_torque; }

}  // namespace

void MultibodyProblem::prepare_formulas() {
  const Formulas& formulas = system_.formulas();
  y_.setZero(static_cast<Eigen::Index>(formulas.all.size()));
  std::size_t leaves = 0;
  for (const Formula& f : formulas.all) {
    gradient_.emplace_back(Vector::Zero(f.size()));
    leaves = std::max(leaves, f.leaves.size());
  }
  leaf_.resize(leaves);
  d_leaf_.resize(leaves);
  for (std::size_t g = 0; g < formulas.groups.size(); ++g) {
    const auto n = static_cast<Eigen::Index>(formulas.loop[g] ? formulas.groups[g].size() : 0);
    const Eigen::Index size = n > 0 ? formulas.all[static_cast<std::size_t>(formulas.groups[g][0])].size() : 0;
    scratch_->loops.push_back({Eigen::MatrixXd::Zero(n, n), Eigen::MatrixXd::Zero(n, size),
                               Eigen::MatrixXd::Zero(n, size), Vector::Zero(n), Vector::Zero(n),
                               Eigen::PartialPivLU<Eigen::MatrixXd>(n)});
  }
}

// What an element exerts on the body of its first marker, force and torque, of which a measure takes one.
Vec3 MultibodyProblem::exerted(const MeasureRef& m, const Vector& lambda) const {
  Vec3 out = Vec3::Zero();
  const int first = is_torque(m.kind) ? 3 : 0;
  if (is_constraint(m.kind)) {
    const ForceTorque all = constraint_reaction(static_cast<std::size_t>(m.element), lambda);
    return is_torque(m.kind) ? all.torque : all.force;
  }
  if (is_reaction(m.kind)) {
    system_.with_joint(m.element, [&](const auto& e) {
      using Kernel = decltype(kernel_of(e));
      const MarkerPair<double> pair{marker(e.marker[0]), marker(e.marker[1])};
      typename Kernel::template Wrench<double> w = Kernel::template Wrench<double>::Zero();
      Kernel::template add_wrench<double>(pair, e.parameters, kernel_multipliers(e, lambda), w);
      out = -w.template segment<3>(first);
    });
    for (const int c : system_.constraints_of_joint(m.element)) {
      const ForceTorque all = constraint_reaction(static_cast<std::size_t>(c), lambda);
      out += is_torque(m.kind) ? all.torque : all.force;
    }
  } else {
    system_.with_force(m.element, [&](const auto& e) {
      using Kernel = decltype(kernel_of(e));
      if (!e.active) return;
      WrenchOf<double, Kernel::kMarkers> w;
      Kernel::template wrench<double>(force_markers(e, marker_), e.parameters, context(e), w);
      out = -w.template segment<3>(first);
    });
  }
  return out;
}

double MultibodyProblem::leaf_value(const MeasureRef& m, const Vector& v, const Vector& lambda) const {
  switch (m.kind) {
    case Kind::of_markers:
      return measure_value(m.measure, m.component, marker(m.i), marker(m.j), marker(m.k));
    case Kind::turns:
      return tracked_angle(m.element);
    case Kind::variable:
      return y_[system_.formulas().variables[static_cast<std::size_t>(m.element)]];
    case Kind::state:
      return v[system_.states()[static_cast<std::size_t>(m.element)].v];
    case Kind::rate:
      return y_[system_.states()[static_cast<std::size_t>(m.element)].formula];
    case Kind::joint_force:
    case Kind::joint_torque:
    case Kind::force_force:
    case Kind::force_torque:
    case Kind::constraint_force:
    case Kind::constraint_torque:
      return pick(exerted(m, lambda), marker(m.k).R, m.component);
    default:
      return std::numeric_limits<double>::quiet_NaN();  // accelerations and energies: refused when compiled
  }
}

void MultibodyProblem::take_leaves(const Formula& f, const Vector& v, const Vector& lambda) {
  for (std::size_t k = 0; k < f.leaves.size(); ++k)
    leaf_[k] = leaf_value(f.leaves[k].measure, v, lambda) / f.leaves[k].measure.unit;
}

void MultibodyProblem::evaluate_formulas(const Vector& v, const Vector& lambda, bool all) {
  const Formulas& formulas = system_.formulas();
  const double t = time_ / system_.model().units.time;
  if (&v != &formula_v_) formula_v_ = v;
  if (&lambda != &formula_lambda_) formula_lambda_ = lambda;
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
void MultibodyProblem::solve_loop(std::size_t group, const Vector& v, const Vector& lambda) {
  const std::vector<int>& members = system_.formulas().groups[group];
  Scratch::Loop& loop = scratch_->loops[group];
  const auto n = static_cast<Eigen::Index>(members.size());
  for (const int k : members) y_[k] = guess_[static_cast<std::size_t>(k)];
  double before = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < kLoopIterations; ++iteration) {
    loop.A.setIdentity();
    for (Eigen::Index r = 0; r < n; ++r) {
      const Formula& f = system_.formulas().all[static_cast<std::size_t>(members[static_cast<std::size_t>(r)])];
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
double MultibodyProblem::differentiate_expression(const Formula& f, const Vector& v, const Vector& lambda) {
  take_leaves(f, v, lambda);
  double d_time = 0.0;
  const double value = f.expression.gradient(time_ / system_.model().units.time, {leaf_.data(), f.leaves.size()},
                                             {d_leaf_.data(), f.leaves.size()}, d_time);
  for (std::size_t k = 0; k < f.leaves.size(); ++k) d_leaf_[k] *= f.unit / f.leaves[k].measure.unit;
  return f.unit * value;
}

// How a leaf changes with the k-th formula it is made of.
double MultibodyProblem::leaf_by_formula(const Formula::Leaf& leaf, std::size_t k, const Vector& lambda) const {
  if (leaf.measure.kind == Kind::variable || leaf.measure.kind == Kind::rate) return 1.0;
  double out = 0.0;
  system_.with_force(leaf.measure.element, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    if constexpr (std::is_same_v<Kernel, AppliedForceKernel>) {
      const bool torque = is_torque(leaf.measure.kind);
      const Vec3 u = direction_of(exerted(leaf.measure, lambda), marker(leaf.measure.k).R, leaf.measure.component);
      for (int c = 0; c < 6; ++c)
        if (e.parameters.formulas[static_cast<std::size_t>(c)] == leaf.formulas[k] && (c >= 3) == torque)
          out += u.dot(marker(e.marker[2]).R.col(c % 3));
    }
  });
  return out;
}

void MultibodyProblem::subtract_members(const Formula& f, const std::vector<int>& members, const Vector& lambda,
                                        Eigen::Ref<Eigen::RowVectorXd, 0, Eigen::InnerStride<>> row) const {
  for (std::size_t k = 0; k < f.leaves.size(); ++k)
    for (std::size_t o = 0; o < f.leaves[k].formulas.size(); ++o) {
      const auto found = std::find(members.begin(), members.end(), f.leaves[k].formulas[o]);
      if (found != members.end()) row[found - members.begin()] -= d_leaf_[k] * leaf_by_formula(f.leaves[k], o, lambda);
    }
}

// Adds `factor` times a gradient by the pose and twist of a marker to the 12 numbers of its body. At fixed body
// velocities the twist turns with the body: dw = dtheta x w, dv = dtheta x (w x c).
void MultibodyProblem::add_marker_gradient(double factor, int index, const Vec3& gp, const Vec3& gtheta, const Vec3& gv,
                                           const Vec3& gw, double* out) const {
  const int body = system_.markers()[static_cast<std::size_t>(index)].body;
  const BodyScratch& b = body_[static_cast<std::size_t>(body)];
  const BodyKind kind = system_.bodies()[static_cast<std::size_t>(body)].kind;
  if (kind == BodyKind::point) {  // does not turn
    for (int k = 0; k < 3; ++k) {
      out[k] += factor * gp[k];
      out[6 + k] += factor * gv[k];
    }
    return;
  }
  const Vec3& c = arm_[static_cast<std::size_t>(index)];
  Vec3 theta = factor * (gtheta + c.cross(gp) + b.w.cross(gw) + b.w.cross(c).cross(gv));
  Vec3 omega = factor * (gw + c.cross(gv));
  if (kind == BodyKind::rigid) {
    theta = (b.R.transpose() * theta).eval();
    omega = (b.R.transpose() * omega).eval();
  }
  for (int k = 0; k < 3; ++k) {
    out[k] += factor * gp[k];
    out[3 + k] += theta[k];
    out[6 + k] += factor * gv[k];
    out[9 + k] += omega[k];
  }
}

void MultibodyProblem::add_leaf_gradient(const Formula& f, const Formula::Leaf& leaf, double factor,
                                         const Vector& lambda, double* out) {
  const MeasureRef& m = leaf.measure;
  const Vec3 zero = Vec3::Zero();
  const auto place = [&](int body) {
    const auto found = std::find(f.bodies.begin(), f.bodies.end(), body);
    return found == f.bodies.end() ? -1 : static_cast<int>(found - f.bodies.begin());
  };
  switch (m.kind) {
    case Kind::of_markers:
    case Kind::turns: {
      MarkerGradient g;
      measure_gradient(m.measure, m.component, marker(m.i), marker(m.j), marker(m.k), g);
      const std::array<int, 3> index{m.i, m.j, m.k};
      for (std::size_t k = 0; k < 3; ++k)
        if (leaf.place[k] >= 0)
          add_marker_gradient(factor, index[k], g.p[k], g.theta[k], g.v[k], g.w[k], out + 12 * leaf.place[k]);
      return;
    }
    case Kind::state: {
      const auto found = std::find(f.states.begin(), f.states.end(), m.element);
      out[12 * f.bodies.size() + static_cast<std::size_t>(found - f.states.begin())] += factor;
      return;
    }
    case Kind::joint_force:
    case Kind::joint_torque:
    case Kind::force_force:
    case Kind::force_torque:
    case Kind::constraint_force:
    case Kind::constraint_torque:
      break;
    default:
      return;
  }
  const Vec3 x = exerted(m, lambda);
  const Vec3 u = direction_of(x, marker(m.k).R, m.component);
  if (m.component < 3 && leaf.place[2] >= 0)
    add_marker_gradient(factor, m.k, zero, u.cross(x), zero, zero, out + 12 * leaf.place[2]);
  const int first = is_torque(m.kind) ? 3 : 0;
  if (is_constraint(m.kind)) {
    add_reaction_gradient(f, static_cast<std::size_t>(m.element), is_torque(m.kind), u, factor, lambda, out);
    return;
  }
  if (is_reaction(m.kind)) {
    system_.with_joint(m.element, [&](const auto& e) {
      using Kernel = decltype(kernel_of(e));
      const MarkerPair<double> pair{marker(e.marker[0]), marker(e.marker[1])};
      typename Kernel::template Stiffness<double> K = Kernel::template Stiffness<double>::Zero();
      Kernel::template add_stiffness<double>(pair, e.parameters, kernel_multipliers(e, lambda), K);
      const Eigen::Matrix<double, 1, 12> row = -u.transpose() * K.template middleRows<3>(first);
      for (std::size_t k = 0; k < 2; ++k)
        if (const int at = place(e.body[k]); at >= 0)
          add_marker_gradient(factor, e.marker[k], row.template segment<3>(6 * static_cast<int>(k)).transpose(),
                              row.template segment<3>(6 * static_cast<int>(k) + 3).transpose(), zero, zero,
                              out + 12 * at);
      typename Kernel::template Jacobian<double> G;
      Kernel::template jacobian<double>(pair, e.parameters, G);
      double* multipliers = out + 12 * f.bodies.size() + f.states.size();
      for (int r = 0; r < e.rows; ++r) {
        const auto found = std::find(f.multipliers.begin(), f.multipliers.end(), e.first_row + r);
        const int kernel_row = e.kernel_row[static_cast<std::size_t>(r)];
        multipliers[found - f.multipliers.begin()] -=
            factor * G.row(kernel_row).template segment<3>(first).dot(u.transpose());
      }
    });
    for (const int c : system_.constraints_of_joint(m.element))
      add_reaction_gradient(f, static_cast<std::size_t>(c), is_torque(m.kind), u, factor, lambda, out);
    return;
  }
  system_.with_force(m.element, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    constexpr int N = Kernel::kMarkers;
    if (!e.active) return;
    StiffnessOf<double, N> K, D;
    Kernel::derivatives(force_markers(e, marker_), e.parameters, context(e), K, D);
    const Eigen::Matrix<double, 1, 6 * N> pose = -u.transpose() * K.template middleRows<3>(first);
    const Eigen::Matrix<double, 1, 6 * N> twist = -u.transpose() * D.template middleRows<3>(first);
    for (std::size_t k = 0; k < N; ++k)
      if (const int at = place(e.body[k]); at >= 0) {
        const int c = 6 * static_cast<int>(k);
        add_marker_gradient(factor, e.marker[k], pose.template segment<3>(c).transpose(),
                            pose.template segment<3>(c + 3).transpose(), twist.template segment<3>(c).transpose(),
                            twist.template segment<3>(c + 3).transpose(), out + 12 * at);
      }
  });
}

void MultibodyProblem::differentiate_formulas(const Vector& v, const Vector& lambda) {
  const Formulas& formulas = system_.formulas();
  for (std::size_t g = 0; g < formulas.groups.size(); ++g) {
    const std::vector<int>& members = formulas.groups[g];
    if (!formulas.all[static_cast<std::size_t>(members[0])].acts) continue;
    Scratch::Loop& loop = scratch_->loops[g];
    if (formulas.loop[g]) loop.A.setIdentity();
    for (std::size_t r = 0; r < members.size(); ++r) {
      const Formula& f = formulas.all[static_cast<std::size_t>(members[r])];
      Vector& gradient = gradient_[static_cast<std::size_t>(members[r])];
      gradient.setZero();
      differentiate_expression(f, v, lambda);
      for (std::size_t k = 0; k < f.leaves.size(); ++k) {
        if (d_leaf_[k] == 0.0) continue;
        add_leaf_gradient(f, f.leaves[k], d_leaf_[k], lambda, gradient.data());
        for (std::size_t o = 0; o < f.leaves[k].formulas.size(); ++o) {
          const int other = f.leaves[k].formulas[o];
          if (formulas.loop[g] && std::find(members.begin(), members.end(), other) != members.end()) continue;
          const double by = d_leaf_[k] * leaf_by_formula(f.leaves[k], o, lambda);
          const Vector& inner = gradient_[static_cast<std::size_t>(other)];
          const std::vector<int>& places = f.leaves[k].places[o];
          for (Eigen::Index p = 0; p < inner.size(); ++p)
            gradient[places[static_cast<std::size_t>(p)]] += by * inner[p];
        }
      }
      if (f.implicit) loop.A(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(r)) = 0.0;
      if (formulas.loop[g]) subtract_members(f, members, lambda, loop.A.row(static_cast<Eigen::Index>(r)));
    }
    if (!formulas.loop[g]) continue;
    for (std::size_t r = 0; r < members.size(); ++r)
      loop.B.row(static_cast<Eigen::Index>(r)) = gradient_[static_cast<std::size_t>(members[r])].transpose();
    loop.lu.compute(loop.A);
    loop.X = loop.lu.solve(loop.B);
    for (std::size_t r = 0; r < members.size(); ++r)
      gradient_[static_cast<std::size_t>(members[r])] = loop.X.row(static_cast<Eigen::Index>(r)).transpose();
  }
}

// The unit of a target in the tangents of the bodies it acts on: what one unit of its formula exerts.
void MultibodyProblem::target_directions(const FormulaTarget& target, std::array<Eigen::Matrix<double, 6, 1>, 2>& out,
                                         std::array<int, 2>& bodies) const {
  const auto& e =
      std::get<std::vector<ForceElement<AppliedForceKernel>>>(system_.forces())[static_cast<std::size_t>(target.force)];
  const Vec3 axis = marker(e.marker[2]).R.col(target.component % 3);
  const bool torque = target.component >= 3;
  const Vec3 force = torque ? Vec3(Vec3::Zero()) : axis;
  for (std::size_t k = 0; k < 2; ++k) {
    const bool acts = k == 0 || e.parameters.has_reaction;
    bodies[k] = acts ? e.body[k] : 0;
    if (system_.bodies()[static_cast<std::size_t>(bodies[k])].nv == 0) continue;
    const double sign = k == 0 ? 1.0 : -1.0;
    // The reaction acts at the point of the first marker.
    const Vec3 arm = arm_[static_cast<std::size_t>(e.marker[k])] +
                     (k == 0 ? Vec3(Vec3::Zero()) : Vec3(marker(e.marker[0]).p - marker(e.marker[1]).p));
    Vec3 moment = torque ? axis : Vec3(arm.cross(axis));
    if (system_.bodies()[static_cast<std::size_t>(bodies[k])].kind == BodyKind::rigid)
      moment = (body_[static_cast<std::size_t>(bodies[k])].R.transpose() * moment).eval();
    out[k] << sign * force, sign * moment;
  }
}

void MultibodyProblem::add_formula_blocks(const dae::Weights& weights, const Vector& v, const Vector& d,
                                          const Vector& lambda, double* values) {
  differentiate_formulas(v, lambda);
  std::array<Eigen::Matrix<double, 6, 1>, 2> directions;
  std::array<int, 2> bodies{};
  for (const FormulaTarget& target : system_.formulas().targets) {
    const Formula& f = system_.formulas().all[static_cast<std::size_t>(target.formula)];
    const Vector& g = gradient_[static_cast<std::size_t>(target.formula)];
    if (target.state < 0) target_directions(target, directions, bodies);
    const auto add = [&](std::size_t column, double by) {
      if (by == 0.0) return;
      if (target.state >= 0) {
        values[target.slots[0][column]] -= by;
        return;
      }
      for (std::size_t k = 0; k < 2; ++k) {
        if (target.slots[k].empty()) continue;
        const auto rows = tangent_axes(system_.bodies()[static_cast<std::size_t>(bodies[k])].kind);
        double* out = values + target.slots[k][column];
        for (std::size_t r = 0; r < rows.size(); ++r) out[r] -= directions[k][rows[r]] * by;
      }
    };
    std::size_t column = 0;
    for (std::size_t b = 0; b < f.bodies.size(); ++b) {
      const BodyEntry& body = system_.bodies()[static_cast<std::size_t>(f.bodies[b])];
      Eigen::Matrix<double, 6, 1> pose = g.segment<6>(12 * static_cast<Eigen::Index>(b));
      Eigen::Matrix<double, 6, 1> twist = g.segment<6>(12 * static_cast<Eigen::Index>(b) + 6);
      if (body.kind == BodyKind::rigid)
        twist.tail<3>() = (so3::inverse_tangent(Vec3(d.segment<3>(body.v + 3))).transpose() * twist.tail<3>()).eval();
      for (const int axis : tangent_axes(body.kind))
        add(column++, weights.stiffness * pose[axis] + weights.damping * twist[axis]);
    }
    const auto rest = static_cast<Eigen::Index>(12 * f.bodies.size());
    for (std::size_t x = 0; x < f.states.size(); ++x)
      add(column++, weights.damping * g[rest + static_cast<Eigen::Index>(x)]);
    for (std::size_t r = 0; r < f.multipliers.size(); ++r)
      add(column++, g[rest + static_cast<Eigen::Index>(f.states.size() + r)]);
  }
}

// df/dlambda mu, beyond G^T mu.
void MultibodyProblem::add_formula_forces(const Vector& mu, Vector& out) {
  differentiate_formulas(formula_v_, formula_lambda_);
  std::array<Eigen::Matrix<double, 6, 1>, 2> directions;
  std::array<int, 2> bodies{};
  for (const FormulaTarget& target : system_.formulas().targets) {
    const Formula& f = system_.formulas().all[static_cast<std::size_t>(target.formula)];
    const Vector& g = gradient_[static_cast<std::size_t>(target.formula)];
    double change = 0.0;
    for (std::size_t r = 0; r < f.multipliers.size(); ++r)
      change += g[static_cast<Eigen::Index>(12 * f.bodies.size() + f.states.size() + r)] * mu[f.multipliers[r]];
    if (change == 0.0) continue;
    if (target.state >= 0) {
      out[system_.states()[static_cast<std::size_t>(target.state)].v] -= change;
      continue;
    }
    target_directions(target, directions, bodies);
    for (std::size_t k = 0; k < 2; ++k) {
      const BodyEntry& b = system_.bodies()[static_cast<std::size_t>(bodies[k])];
      const auto rows = tangent_axes(b.kind);
      for (std::size_t r = 0; r < rows.size(); ++r) out[b.v + static_cast<int>(r)] -= directions[k][rows[r]] * change;
    }
  }
}

// Which formula is not finite, and what in it.
std::string MultibodyProblem::formula_problem(const dae::State& state) {
  const Formulas& formulas = system_.formulas();
  evaluate_formulas(state.v, state.lambda, false);
  for (std::size_t g = 0; g < formulas.groups.size(); ++g) {
    const std::vector<int>& members = formulas.groups[g];
    if (!formulas.all[static_cast<std::size_t>(members[0])].acts || std::isfinite(y_[members[0]])) continue;
    if (formulas.loop[g]) {
      std::string names;
      for (const int k : members) names += (names.empty() ? "" : ", ") + formulas.all[static_cast<std::size_t>(k)].name;
      return fmt::format("the loop of {} has no solution that Newton's iteration finds", names);
    }
    const Formula& f = formulas.all[static_cast<std::size_t>(members[0])];
    take_leaves(f, state.v, state.lambda);
    const std::string why =
        f.expression.domain_problem(time_ / system_.model().units.time, {leaf_.data(), f.leaves.size()});
    return fmt::format("{} = `{}` is not finite ({}){}", f.name, f.expression.text(), f.where.text(),
                       why.empty() ? "" : ": " + why);
  }
  return "";
}

}  // namespace alembert
