// Derivatives of formulas, and what they add to the Newton matrix.
#include <algorithm>

#include "elements/marker_measure.h"
#include "system/parts/formula_loop.h"
#include "system/parts/formulas_part.h"
#include "system/pools.h"

namespace alembert {

void FormulasPart::declare(PatternBuilder& builder) const {
  for (const StateEntry& x : system_.states()) builder.add({x.v, 1, x.v, 1});
  for (const FormulaTarget& target : system_.formulas().targets)
    for (const int column : formula(target.formula).columns) {
      if (target.state >= 0) builder.add({system_.states()[static_cast<std::size_t>(target.state)].v, 1, column, 1});
      if (target.state >= 0) continue;
      for (const FrameId frame : target_frames(target)) {
        const FrameEntry& f = system_.frames()[frame];
        if (f.moves()) builder.add({f.v, f.columns, column, 1});
      }
    }
}

void FormulasPart::bind(const SlotFinder& finder) {
  slots_.assign(system_.formulas().targets.size(), {});
  state_diagonal_.clear();
  const linear::Pattern& pattern = finder.pattern();
  for (const StateEntry& x : system_.states()) state_diagonal_.push_back(pattern.slot(x.v, x.v));
  for (std::size_t k = 0; k < slots_.size(); ++k) {
    const FormulaTarget& target = system_.formulas().targets[k];
    for (const int column : formula(target.formula).columns) {
      if (target.state >= 0) {
        const int row = system_.states()[static_cast<std::size_t>(target.state)].v;
        slots_[k].columns[0].push_back(pattern.slot(row, column));
        continue;
      }
      const std::array<FrameId, 2> frames = target_frames(target);
      for (std::size_t m = 0; m < 2; ++m)
        if (const FrameEntry& f = finder.frame(frames[m]); f.moves())
          slots_[k].columns[m].push_back(pattern.slot(f.v, column));
    }
  }
}

void FormulasPart::add_leaf_gradient(const Formula& f, const Formula::Leaf& leaf, double factor, const Vector& v,
                                     const Vector& lambda, double* out) {
  const MeasureRef& m = leaf.measure;
  switch (m.kind) {
    case Kind::of_markers:
    case Kind::turns: {
      MarkerGradient g;
      measure_gradient(m.measure, m.component, placement_.marker(m.i), placement_.marker(m.j), placement_.marker(m.k),
                       g);
      const std::array<MarkerId, 3> markers{m.i, m.j, m.k};
      for (std::size_t k = 0; k < 3; ++k)
        if (leaf.place[k] >= 0)
          add_marker_gradient(placement_, factor, markers[k], system_.markers()[markers[k]].frame, g.p[k], g.theta[k],
                              g.v[k], g.w[k], out + 12 * leaf.place[k]);
      return;
    }
    case Kind::state: {
      const auto found = std::find(f.states.begin(), f.states.end(), m.element);
      out[12 * f.frames.size() + static_cast<std::size_t>(found - f.states.begin())] += factor;
      return;
    }
    case Kind::own_rate:
      return add_own_rate_gradient(f, m, factor, out);
    case Kind::contact:
    case Kind::contact_force:
    case Kind::contact_torque:
      return contacts_.add_gradient(f, m, factor, out);
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
  const Vec3 x = exerted(m, lambda), zero = Vec3::Zero();
  const Vec3 u = direction_of(x, placement_.pose(m.k).R, m.component);
  if (m.component < 3 && leaf.place[2] >= 0)
    add_marker_gradient(placement_, factor, m.k, system_.markers()[m.k].frame, zero, u.cross(x), zero, zero,
                        out + 12 * leaf.place[2]);
  if (is_constraint(m.kind))
    return constraints_.add_reaction_gradient(f, m.element, is_torque(m.kind), u, factor, v, lambda, out);
  if (!is_reaction(m.kind)) return add_force_gradient(f, m, u, factor, out);
  add_joint_gradient(f, m, u, factor, lambda, out);
  for (const int c : system_.constraints_of_joint(m.element))
    constraints_.add_reaction_gradient(f, c, is_torque(m.kind), u, factor, v, lambda, out);
}

// Of u . (force or torque of a joint), u held.
void FormulasPart::add_joint_gradient(const Formula& f, const MeasureRef& m, const Vec3& u, double factor,
                                      const Vector& lambda, double* out) {
  const int first = is_torque(m.kind) ? 3 : 0;
  const Vec3 zero = Vec3::Zero();
  system_.pools().with_joint(m.element, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    const MarkerPair<double> pair{placement_.pose(e.marker[0]), placement_.pose(e.marker[1])};
    typename Kernel::template Stiffness<double> K = Kernel::template Stiffness<double>::Zero();
    Kernel::template add_stiffness<double>(pair, e.parameters, kernel_multipliers(e, lambda), K);
    const Eigen::Matrix<double, 1, 12> row = -u.transpose() * K.template middleRows<3>(first);
    for (std::size_t k = 0; k < 2; ++k)
      if (const int at = f.place_of(e.frame[k]); at >= 0)
        add_marker_gradient(
            placement_, factor, e.marker[k], e.frame[k], row.template segment<3>(6 * static_cast<int>(k)).transpose(),
            row.template segment<3>(6 * static_cast<int>(k) + 3).transpose(), zero, zero, out + 12 * at);
    typename Kernel::template Jacobian<double> G;
    Kernel::template jacobian<double>(pair, e.parameters, G);
    double* multipliers = out + 12 * f.frames.size() + f.states.size();
    for (int r = 0; r < e.rows; ++r) {
      const auto found = std::find(f.multipliers.begin(), f.multipliers.end(), e.first_row + r);
      const int kernel_row = e.kernel_row[static_cast<std::size_t>(r)];
      multipliers[found - f.multipliers.begin()] -=
          factor * G.row(kernel_row).template segment<3>(first).dot(u.transpose());
    }
  });
}

// Of u . (force or torque of a force), u held.
void FormulasPart::add_force_gradient(const Formula& f, const MeasureRef& m, const Vec3& u, double factor,
                                      double* out) {
  const int first = is_torque(m.kind) ? 3 : 0;
  system_.pools().with_force(m.element, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    constexpr int N = Kernel::kMarkers;
    if (!e.active) return;
    StiffnessOf<double, N> K, D;
    Kernel::derivatives(placement_.markers(e.marker), e.parameters, context_of(e), K, D);
    const Eigen::Matrix<double, 1, 6 * N> pose = -u.transpose() * K.template middleRows<3>(first);
    const Eigen::Matrix<double, 1, 6 * N> twist = -u.transpose() * D.template middleRows<3>(first);
    Eigen::RowVector2d states = Eigen::RowVector2d::Zero();
    if constexpr (ForceWithStates<Kernel>) {
      StateDerivatives<N, Kernel::kStates> by;
      Kernel::state_derivatives(placement_.markers(e.marker), e.parameters, context_of(e), by);
      states = -u.transpose() * by.wrench.template middleRows<3>(first);
    }
    add_row_of_force(f, e, factor, pose, twist, states, out);
  });
}

void FormulasPart::add_own_rate_gradient(const Formula& f, const MeasureRef& m, double factor, double* out) {
  system_.pools().with_force(m.element, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    if constexpr (ForceWithStates<Kernel>) {
      constexpr int N = Kernel::kMarkers;
      using Row = Eigen::Matrix<double, 1, 6 * N>;
      const ForceContext context = context_of(e);
      if (!e.active) {  // of its own state alone
        const Eigen::Vector2d unit = Eigen::Vector2d::Unit(m.component);
        const Eigen::RowVector2d states = Kernel::idle_rates(e.parameters, unit).cwiseProduct(unit).transpose();
        return add_row_of_force(f, e, factor, Row(Row::Zero()), Row(Row::Zero()), states, out);
      }
      StateDerivatives<N, Kernel::kStates> by;
      Kernel::state_derivatives(placement_.markers(e.marker), e.parameters, context, by);
      add_row_of_force(f, e, factor, Row(by.by_tangent.row(m.component)), Row(by.by_twist.row(m.component)),
                       Eigen::RowVector2d(by.by_state.row(m.component)), out);
    }
  });
}

template <class Element, class Row, class States>
void FormulasPart::add_row_of_force(const Formula& f, const Element& e, double factor, const Row& by_tangent,
                                    const Row& by_twist, const States& by_state, double* out) {
  for (std::size_t k = 0; k < e.frame.size(); ++k)
    if (const int at = f.place_of(e.frame[k]); at >= 0) {
      const int c = 6 * static_cast<int>(k);
      add_marker_gradient(placement_, factor, e.marker[k], e.frame[k], by_tangent.template segment<3>(c).transpose(),
                          by_tangent.template segment<3>(c + 3).transpose(),
                          by_twist.template segment<3>(c).transpose(), by_twist.template segment<3>(c + 3).transpose(),
                          out + 12 * at);
    }
  for (std::size_t x = 0; x < e.state.size(); ++x) {
    if (e.state[x] < 0) continue;
    const auto found = std::find(f.states.begin(), f.states.end(), e.state[x]);
    out[12 * f.frames.size() + static_cast<std::size_t>(found - f.states.begin())] +=
        factor * by_state[static_cast<Eigen::Index>(x)];
  }
}

void FormulasPart::differentiate(const Vector& v, const Vector& lambda) {
  const Formulas& formulas = system_.formulas();
  for (std::size_t g = 0; g < formulas.groups.size(); ++g) {
    const std::vector<int>& members = formulas.groups[g];
    if (!formulas.all[static_cast<std::size_t>(members[0])].acts) continue;
    Loop& loop = loops_[g];
    if (formulas.loop[g]) loop.A.setIdentity();
    for (std::size_t r = 0; r < members.size(); ++r) {
      const Formula& f = formulas.all[static_cast<std::size_t>(members[r])];
      Vector& gradient = gradient_[static_cast<std::size_t>(members[r])];
      gradient.setZero();
      differentiate_expression(f, v, lambda);
      for (std::size_t k = 0; k < f.leaves.size(); ++k) {
        if (d_leaf_[k] == 0.0) continue;
        add_leaf_gradient(f, f.leaves[k], d_leaf_[k], v, lambda, gradient.data());
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

// A target acts on the frame of its first marker, and where there is a reaction on that of the second.
std::array<FrameId, 2> FormulasPart::target_frames(const FormulaTarget& target) const {
  const auto& e = std::get<std::vector<ForceElement<AppliedForceKernel>>>(
      system_.pools().forces)[static_cast<std::size_t>(target.force)];
  return {e.frame[0], e.parameters.has_reaction ? e.frame[1] : System::kGroundFrame};
}

void FormulasPart::target_directions(const FormulaTarget& target, std::array<Direction, 2>& out) const {
  const auto& e = std::get<std::vector<ForceElement<AppliedForceKernel>>>(
      system_.pools().forces)[static_cast<std::size_t>(target.force)];
  const Vec3 axis = placement_.pose(e.marker[2]).R.col(target.component % 3);
  const bool torque = target.component >= 3;
  const Vec3 force = torque ? Vec3(Vec3::Zero()) : axis;
  const std::array<FrameId, 2> frames = target_frames(target);
  for (std::size_t k = 0; k < 2; ++k) {
    out[k].frame = frames[k];
    if (!placement_.entry(frames[k]).moves()) continue;
    const double sign = k == 0 ? 1.0 : -1.0;
    // The reaction acts at the point of the first marker.
    const Vec3 arm =
        placement_.arm(e.marker[k]) +
        (k == 0 ? Vec3(Vec3::Zero()) : Vec3(placement_.pose(e.marker[0]).p - placement_.pose(e.marker[1]).p));
    const Vec3 moment = torque ? axis : Vec3(arm.cross(axis));
    out[k].wrench << sign * force, sign * moment;
  }
}

void FormulasPart::add_matrix(const MatrixAssembly& assembly) {
  const MatrixPoint& point = assembly.point;
  for (const int slot : state_diagonal_) point.values[slot] += point.weights.mass;
  if (slots_.empty()) return;
  differentiate(point.at.v, point.at.lambda);
  for (std::size_t k = 0; k < slots_.size(); ++k) add_target(point, k, assembly.blocks);
}

void FormulasPart::add_target(const MatrixPoint& point, std::size_t index, BlockAdder& blocks) {
  const FormulaTarget& target = system_.formulas().targets[index];
  const Formula& f = formula(target.formula);
  const Vector& g = gradient_[static_cast<std::size_t>(target.formula)];
  const Slots& slots = slots_[index];
  const dae::Weights& weights = point.weights;
  std::array<Direction, 2> directions;
  if (target.state < 0) {
    target_directions(target, directions);
    for (std::size_t k = 0; k < 2; ++k)
      if (!slots.columns[k].empty())
        blocks.pull_back(placement_, directions[k].frame, directions[k].wrench, Vec6::Zero(), generalised_[k].data(),
                         by_velocity_.data());
  }
  const auto add = [&](std::size_t column, double by) {
    if (by == 0.0) return;
    if (target.state >= 0) {
      point.values[slots.columns[0][column]] -= by;
      return;
    }
    for (std::size_t k = 0; k < 2; ++k) {
      if (slots.columns[k].empty()) continue;
      double* out = point.values + slots.columns[k][column];
      const int rows = placement_.entry(directions[k].frame).columns;
      for (int r = 0; r < rows; ++r) out[r] -= generalised_[k][static_cast<std::size_t>(r)] * by;
    }
  };
  std::size_t column = 0;
  for (std::size_t b = 0; b < f.frames.size(); ++b) {
    const FrameEntry& frame = placement_.entry(f.frames[b]);
    const auto first = 12 * static_cast<Eigen::Index>(b);
    blocks.pull_back(placement_, f.frames[b], g.segment<6>(first), g.segment<6>(first + 6), by_tangent_.data(),
                     by_velocity_.data());
    BlockAdder::turn_columns(frame, point.at.d, by_velocity_.data());
    for (int c = 0; c < frame.columns; ++c)
      add(column++, weights.stiffness * by_tangent_[static_cast<std::size_t>(c)] +
                        weights.damping * by_velocity_[static_cast<std::size_t>(c)]);
  }
  const auto rest = static_cast<Eigen::Index>(12 * f.frames.size());
  for (std::size_t x = 0; x < f.states.size(); ++x)
    add(column++, weights.damping * g[rest + static_cast<Eigen::Index>(x)]);
  for (std::size_t r = 0; r < f.multipliers.size(); ++r)
    add(column++, g[rest + static_cast<Eigen::Index>(f.states.size() + r)]);
}

void FormulasPart::add_forces_of_multipliers(const Vector& mu, BlockAdder& blocks, Vector& out) {
  differentiate(v_, lambda_);
  std::array<Direction, 2> directions;
  for (const FormulaTarget& target : system_.formulas().targets) {
    const Formula& f = formula(target.formula);
    const Vector& g = gradient_[static_cast<std::size_t>(target.formula)];
    double change = 0.0;
    for (std::size_t r = 0; r < f.multipliers.size(); ++r)
      change += g[static_cast<Eigen::Index>(12 * f.frames.size() + f.states.size() + r)] * mu[f.multipliers[r]];
    if (change == 0.0) continue;
    if (target.state >= 0) {
      out[system_.states()[static_cast<std::size_t>(target.state)].v] -= change;
      continue;
    }
    target_directions(target, directions);
    for (const Direction& direction : directions) {
      const FrameEntry& frame = placement_.entry(direction.frame);
      if (!frame.moves()) continue;
      blocks.pull_back(placement_, direction.frame, direction.wrench, Vec6::Zero(), by_tangent_.data(),
                       by_velocity_.data());
      for (int r = 0; r < frame.columns; ++r) out[frame.v + r] -= by_tangent_[static_cast<std::size_t>(r)] * change;
    }
  }
}

}  // namespace alembert
