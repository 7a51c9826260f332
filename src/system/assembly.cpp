// Assembly of the Newton matrix: small dense blocks added to precomputed slots.
//
// An element gives, in marker space, G, K and D. To the centre of mass of a body with arm c (ground axes):
//   (dp, dtheta) = S (dr, dtheta),  S = [I, -c^; 0, I];   wrenches transform with S^T
//   K_com = S_m^T K S_n,  and where m = n also  f^ c^  in (torque, rotation), because the arm turns under the force f
// To the body's own tangent: rotations of a rigid body are in body axes, dtheta = R dtheta_body; turning the gathered
// torque T into body axes adds R^T T^ R to the diagonal block.
#include <algorithm>

#include "base/phase_clock.h"
#include "system/blocks.h"
#include "system/multibody_problem.h"

namespace alembert {

namespace {

// Adds a block between rotations only.
void add_rotation_block(const Mat3& block, const BodyEntry& a, const Mat3& Ra, const BodyEntry& b, const Mat3& Rb,
                        const BlockSlots& slots, double* values) {
  if (a.kind == BodyKind::rigid && b.kind == BodyKind::rigid) {
    const Mat3 k = Ra.transpose() * block * Rb;
    for (int c = 0; c < 3; ++c) {
      double* out = values + slots[static_cast<std::size_t>(c + 3)] + 3;
      for (int r = 0; r < 3; ++r) out[r] += k(r, c);
    }
    return;
  }
  Mat6 full = Mat6::Zero();
  full.bottomRightCorner<3, 3>() = block;
  add_block(full, a, Ra, b, Rb, slots, values);
}

}  // namespace

void MultibodyProblem::linearise(const dae::Weights& weights, const dae::MassPoint&, const dae::TrialPoint& at,
                                 double* values) {
  const PhaseClock::In phase(Phase::jacobian);
  std::fill(values, values + pattern()->nonzeros(), 0.0);
  place(at.t, at.q, at.v);
  const Vector& lambda = at.lambda;
  if (!system_.formulas().all.empty()) evaluate_formulas(at.v, lambda, false);
  const Vector& d = at.d;
  clear_wrenches();
  const auto entry = [&](int body) -> const BodyEntry& { return system_.bodies()[static_cast<std::size_t>(body)]; };
  const auto scratch = [&](int body) -> const BodyScratch& { return body_[static_cast<std::size_t>(body)]; };
  const auto gather = [&](int marker, int body, const Vec3& force, const Vec3& torque) {
    BodyScratch& b = body_[static_cast<std::size_t>(body)];
    b.torque += torque + arm_[static_cast<std::size_t>(marker)].cross(force);
  };

  for_each_element(system_.joints(), [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    const MarkerPair<double> pair{marker_[static_cast<std::size_t>(e.marker[0])],
                                  marker_[static_cast<std::size_t>(e.marker[1])]};
    typename Kernel::template Jacobian<double> G;
    Kernel::template jacobian<double>(pair, e.parameters, G);
    for (std::size_t m = 0; m < 2; ++m) {
      const BodyEntry& b = entry(e.body[m]);
      if (b.nv == 0) continue;
      Eigen::Matrix<double, Kernel::kRows, 6> C = G.template middleCols<6>(6 * static_cast<int>(m));
      C.template rightCols<3>() -= C.template leftCols<3>() * so3::hat(arm_[static_cast<std::size_t>(e.marker[m])]);
      if (b.kind == BodyKind::rigid) {
        const Eigen::Matrix<double, Kernel::kRows, 3> rotation = C.template rightCols<3>();
        C.template rightCols<3>() = rotation * scratch(e.body[m]).R;
      }
      if constexpr (Kernel::kRotationOnly) {
        if (b.kind == BodyKind::rigid) {  // it has all rows; of translations only those of a coincident point
          for (int r = 0; r < e.rows; ++r) {
            double* gt = values + e.gt_slots[m][static_cast<std::size_t>(r)];
            for (int c = 3; c < 6; ++c) {
              gt[c] += C(r, c);
              values[e.g_slots[m][static_cast<std::size_t>(c)] + r] += C(r, c);
            }
          }
          if constexpr (Kernel::kPoint) {
            for (int k = 0; e.rows > 0 && k < 3; ++k) {
              values[e.g_slots[m][static_cast<std::size_t>(k)]] += C(k, k);
              values[e.point_slots[m][static_cast<std::size_t>(k)]] += C(k, k);
            }
          }
          continue;
        }
      }
      const auto axes = tangent_axes(b.kind);
      for (int r = 0; r < e.rows; ++r) {
        const int row = e.kernel_row[static_cast<std::size_t>(r)];
        double* gt = values + e.gt_slots[m][static_cast<std::size_t>(r)];
        for (std::size_t c = 0; c < axes.size(); ++c) {
          const double g = C(row, axes[c]);
          gt[c] += g;
          values[e.g_slots[m][c] + r] += g;
        }
      }
    }
    if (weights.stiffness == 0.0) return;

    typename Kernel::template Rows<double> l = Kernel::template Rows<double>::Zero();
    for (int r = 0; r < e.rows; ++r) l[e.kernel_row[static_cast<std::size_t>(r)]] = lambda[e.first_row + r];
    typename Kernel::template Wrench<double> w = Kernel::template Wrench<double>::Zero();
    Kernel::template add_wrench<double>(pair, e.parameters, l, w);
    typename Kernel::template Stiffness<double> K;
    if constexpr (Kernel::kHasStiffness) {
      K.setZero();
      Kernel::template add_stiffness<double>(pair, e.parameters, l, K);
      K *= weights.stiffness;
    }
    for (std::size_t a = 0; a < 2; ++a) {
      gather(e.marker[a], e.body[a], w.template segment<3>(6 * static_cast<int>(a)),
             w.template segment<3>(6 * static_cast<int>(a) + 3));
      const BodyEntry& ba = entry(e.body[a]);
      if (ba.nv == 0) continue;
      const Mat3 ca = so3::hat(arm_[static_cast<std::size_t>(e.marker[a])]);
      const Mat3 turning_arm = weights.stiffness * so3::hat(w.template segment<3>(6 * static_cast<int>(a))) * ca;
      for (std::size_t b = 0; b < 2; ++b) {
        if (a != b && (!Kernel::kHasStiffness || entry(e.body[b]).nv == 0)) continue;
        const Mat3& Ra = scratch(e.body[a]).R;
        const Mat3& Rb = scratch(e.body[b]).R;
        if constexpr (Kernel::kRotationOnly) {
          Mat3 k = Mat3::Zero();
          if constexpr (Kernel::kHasStiffness)
            k = K.template block<3, 3>(6 * static_cast<int>(a) + 3, 6 * static_cast<int>(b) + 3);
          if (a == b) k += turning_arm;
          add_rotation_block(k, ba, Ra, entry(e.body[b]), Rb, e.k_slots[a][b], values);
        } else {
          Mat6 k = to_centre_of_mass(K.template block<6, 6>(6 * static_cast<int>(a), 6 * static_cast<int>(b)), ca,
                                     so3::hat(arm_[static_cast<std::size_t>(e.marker[b])]));
          if (a == b) k.template bottomRightCorner<3, 3>() += turning_arm;
          add_block(k, ba, Ra, entry(e.body[b]), Rb, e.k_slots[a][b], values);
        }
      }
    }
  });

  for_each_element(system_.forces(), [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    constexpr int N = Kernel::kMarkers;
    if ((weights.stiffness == 0.0 && weights.damping == 0.0) || !e.active) return;
    Markers<double, N> m;
    for (std::size_t k = 0; k < m.size(); ++k) m[k] = &marker_[static_cast<std::size_t>(e.marker[k])];
    WrenchOf<double, N> w;
    StiffnessOf<double, N> K, D;
    Kernel::template wrench<double>(m, e.parameters, context(e), w);
    Kernel::derivatives(m, e.parameters, context(e), K, D);
    for (std::size_t a = 0; a < N; ++a) {
      gather(e.marker[a], e.body[a], w.template segment<3>(6 * static_cast<int>(a)),
             w.template segment<3>(6 * static_cast<int>(a) + 3));
      const BodyEntry& ba = entry(e.body[a]);
      if (ba.nv == 0) continue;
      const Mat3 ca = so3::hat(arm_[static_cast<std::size_t>(e.marker[a])]);
      const Mat3& Ra = scratch(e.body[a]).R;
      for (std::size_t b = 0; b < N; ++b) {
        const BodyEntry& bb = entry(e.body[b]);
        if (bb.nv == 0) continue;
        const Mat3& Rb = scratch(e.body[b]).R;
        Mat6 k = block_at_centres<Kernel::kHasDamping>(
            weights, K.template block<6, 6>(6 * static_cast<int>(a), 6 * static_cast<int>(b)),
            D.template block<6, 6>(6 * static_cast<int>(a), 6 * static_cast<int>(b)), ca, bb, Rb, scratch(e.body[b]).w,
            arm_[static_cast<std::size_t>(e.marker[b])], d);
        if (a == b)
          k.template bottomRightCorner<3, 3>() +=
              weights.stiffness * so3::hat(w.template segment<3>(6 * static_cast<int>(a))) * ca;
        add_block(k, ba, Ra, bb, Rb, e.k_slots[a][b], values);
      }
    }
  });

  add_constraint_blocks(weights, at.v, d, lambda, values);
  add_body_blocks(weights, at.v, d, values);
  for (const StateEntry& x : system_.states()) values[x.diagonal] += weights.mass;
  if (!system_.formulas().targets.empty()) add_formula_blocks(weights, at.v, d, lambda, values);
  for (int r = 0; r < sizes().multipliers; ++r)
    values[system_.multiplier_diagonal()[static_cast<std::size_t>(r)]] -= regularisation_[r];
}

void MultibodyProblem::add_body_blocks(const dae::Weights& weights, const Vector& v, const Vector& d,
                                       double* values) const {
  for (std::size_t k = 0; k < body_.size(); ++k) {
    const BodyEntry& b = system_.bodies()[k];
    if (b.nv == 0) continue;
    const int translations = b.kind == BodyKind::planar ? 2 : 3;
    for (int c = 0; c < translations; ++c) values[b.diagonal[static_cast<std::size_t>(c)] + c] += weights.mass * b.mass;
    if (b.kind == BodyKind::planar) values[b.diagonal[2] + 2] += weights.mass * b.inertia(2, 2);
    if (b.kind != BodyKind::rigid) continue;
    const Vec3 w = v.segment<3>(b.v + 3), phi = d.segment<3>(b.v + 3);
    const Vec3 Jw = b.inertia * w;
    // d(w x J w)/dw = w^ J - (J w)^
    const Mat3 velocity = weights.mass * b.inertia + weights.damping * (so3::hat(w) * b.inertia - so3::hat(Jw));
    Mat3 block = velocity * so3::inverse_tangent(phi);
    if (weights.stiffness != 0.0) {
      const Vec3 torque = body_[k].R.transpose() * body_[k].torque;
      block += weights.stiffness * so3::hat(torque);  // R^T T^ R = (R^T T)^
    }
    for (int c = 0; c < 3; ++c) {
      double* out = values + b.diagonal[static_cast<std::size_t>(c + 3)] + 3;
      for (int r = 0; r < 3; ++r) out[r] += block(r, c);
    }
  }
}

void MultibodyProblem::constraint_jacobian(double t, const Vector& q, const Vector& v, std::vector<Entry>& out) {
  out.clear();
  Vector values(pattern()->nonzeros());
  const Vector zero_v = Vector::Zero(sizes().velocities), zero_l = Vector::Zero(sizes().multipliers);
  linearise({1.0, 0.0, 0.0}, {t, q}, {t, q, v, zero_v, zero_l, zero_v}, values.data());
  const auto& starts = pattern()->column_starts();
  for (int c = 0; c < sizes().velocities; ++c)
    for (int k = starts[static_cast<std::size_t>(c)]; k < starts[static_cast<std::size_t>(c) + 1]; ++k) {
      const int row = pattern()->rows()[static_cast<std::size_t>(k)] - sizes().velocities;
      if (row >= 0) out.push_back({row, c, values[k]});
    }
}

// The scale of a row is G M^-1 G^T as a point mass would have it: rotations count with the inertia about the body's
// farthest marker, because a body that is light to spin must not count as the compliance of its joints.
void MultibodyProblem::set_regularisation(double t, const Vector& q, const Vector& v, double relative) {
  std::vector<Entry> G;
  constraint_jacobian(t, q, v, G);
  std::vector<double> arm(system_.bodies().size(), 0.0);
  for (const MarkerEntry& m : system_.markers())
    arm[static_cast<std::size_t>(m.body)] = std::max(arm[static_cast<std::size_t>(m.body)], m.arm.squaredNorm());
  Vector mass = Vector::Ones(sizes().velocities);
  for (std::size_t k = 0; k < system_.bodies().size(); ++k) {
    const BodyEntry& b = system_.bodies()[k];
    if (b.nv == 0) continue;
    const int translations = b.kind == BodyKind::planar ? 2 : 3;
    mass.segment(b.v, translations).setConstant(b.mass);
    const double inertia = b.kind == BodyKind::planar ? b.inertia(2, 2) : b.inertia.diagonal().maxCoeff();
    const double about_marker = inertia + b.mass * arm[k];
    mass.segment(b.v + translations, b.nv - translations).setConstant(about_marker > 0.0 ? about_marker : b.mass);
  }
  Vector scale = Vector::Zero(sizes().multipliers);
  for (const Entry& g : G) scale[g.row] += g.value * g.value / mass[g.column];
  // A row that vanishes in this position must still get a share.
  const double typical = scale.size() > 0 ? scale.mean() : 0.0;
  regularisation_ = relative * scale.cwiseMax(1e-3 * typical);
}

}  // namespace alembert
