#include "system/blocks.h"

namespace alembert {

void PatternBuilder::couple(FrameId a, FrameId b) {
  const FrameEntry &fa = system_.frames()[a], &fb = system_.frames()[b];
  if (!fa.moves() || !fb.moves()) return;
  // Large blocks of bodies with many coordinates are zero in matrices for accelerations alone, which leave them out.
  const bool large = fa.v != fb.v && (fa.map == FrameMap::general || fb.map == FrameMap::general);
  (large ? optional_ : blocks_).push_back({fa.v, fa.columns, fb.v, fb.columns});
}

void PatternBuilder::couple_at_times(FrameId a, FrameId b) {
  const FrameEntry &fa = system_.frames()[a], &fb = system_.frames()[b];
  if (fa.moves() && fb.moves()) optional_.push_back({fa.v, fa.columns, fb.v, fb.columns});
}

void PatternBuilder::border(int first_row, int rows, FrameId frame) {
  const FrameEntry& f = system_.frames()[frame];
  if (!f.moves() || rows == 0) return;
  blocks_.push_back({row_of(first_row), rows, f.v, f.columns});
  blocks_.push_back({f.v, f.columns, row_of(first_row), rows});
}

void SlotFinder::block(FrameId a, FrameId b, BlockSlots& slots, std::vector<int>& many) const {
  if (frame(a).moves()) row(frame(a).v, b, slots, many);
}

void SlotFinder::row(int row, FrameId id, BlockSlots& slots, std::vector<int>& many) const {
  const FrameEntry& f = frame(id);
  if (f.map == FrameMap::general) {
    slots[0] = static_cast<int>(many.size());
    for (int c = 0; c < f.columns; ++c) many.push_back(pattern_.slot(row, f.v + c));
    return;
  }
  for (int c = 0; c < f.columns; ++c) slots[static_cast<std::size_t>(c)] = pattern_.slot(row, f.v + c);
}

void SlotFinder::rotations(FrameId a, FrameId b, BlockSlots& slots) const {
  for (int c = 3; c < 6; ++c) slots[static_cast<std::size_t>(c)] = pattern_.slot(frame(a).v + 3, frame(b).v + c) - 3;
}

BlockAdder::BlockAdder(const System& system) {
  int most = 0;
  if (system.general_frames() > 0)
    for (const FrameEntry& f : system.frames()) most = std::max(most, f.columns);
  for (Mat6X* m : {&Ja_, &Jb_, &Vb_, &X_}) m->resize(6, most);
}

void BlockAdder::add_general(const MatrixPoint& point, const Mat6& K, const Mat6& D, const Vec3& arm_a, FrameId frame_a,
                             const Vec3& arm_b, FrameId frame_b, const Vec3* force, const BlockSlots& slots) {
  const Placement& p = point.placement;
  const FrameEntry &fa = p.entry(frame_a), &fb = p.entry(frame_b);
  if (!fa.moves() || !fb.moves()) return;
  const dae::Weights& weights = point.weights;
  const Mat3 ca = so3::hat(arm_a), cb = so3::hat(arm_b);
  // The arm turns at a held twist of the frame: dv = w x (dtheta x c).
  Mat6 k = weights.stiffness * K;
  k.rightCols<3>() -= weights.stiffness * (D.leftCols<3>() * (so3::hat(p.frame(frame_b).w) * cb));
  k = to_frames(k, ca, cb);
  if (force) k.bottomRightCorner<3, 3>() += weights.stiffness * so3::hat(*force) * ca;
  const Mat6 d = to_frames(D, ca, cb);
  auto Ja = Ja_.leftCols(fa.columns), Jb = Jb_.leftCols(fb.columns), Vb = Vb_.leftCols(fb.columns),
       X = X_.leftCols(fb.columns);
  p.jacobian(frame_a, Ja);
  p.jacobian(frame_b, Jb);
  p.twist_stiffness(frame_b, Vb);
  const Mat6 turning = weights.stiffness * d, moving = weights.damping * d;
  X.noalias() = k * Jb;
  X.noalias() += turning * Vb;
  if (turns_in_body_axes(fb.map)) {
    const Vec3 phi = point.at.d.segment<3>(fb.v + 3);
    const Eigen::Matrix<double, 6, 3> rotations = Jb.middleCols<3>(3);
    Jb.middleCols<3>(3).noalias() = rotations * so3::inverse_tangent(phi);
  }
  X.noalias() += moving * Jb;
  for (int c = 0; c < fb.columns; ++c) {
    double* out = point.values + column_slot(fb, slots, c);
    for (int r = 0; r < fa.columns; ++r) out[r] += Ja.col(r).dot(X.col(c));
  }
}

void BlockAdder::add_general_block(const MatrixPoint& point, const Mat6& block, FrameId a, FrameId b,
                                   const BlockSlots& slots) {
  const Placement& p = point.placement;
  const FrameEntry &fa = p.entry(a), &fb = p.entry(b);
  if (!fa.moves() || !fb.moves()) return;
  auto Ja = Ja_.leftCols(fa.columns), Jb = Jb_.leftCols(fb.columns), X = X_.leftCols(fb.columns);
  p.jacobian(a, Ja);
  p.jacobian(b, Jb);
  X.noalias() = block * Jb;
  for (int c = 0; c < fb.columns; ++c) {
    double* out = point.values + column_slot(fb, slots, c);
    for (int r = 0; r < fa.columns; ++r) out[r] += Ja.col(r).dot(X.col(c));
  }
}

void BlockAdder::add_border(const Placement& placement, FrameId frame, const Rows& C, int rows,
                            const std::uint8_t* kernel_row, const int* gt_slots, const BlockSlots& g_slots,
                            double* values) {
  const FrameEntry& f = placement.entry(frame);
  auto J = Jb_.leftCols(f.columns);
  placement.jacobian(frame, J);
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < f.columns; ++c) {
      const double g = C.row(kernel_row[r]).dot(J.col(c));
      values[gt_slots[r] + c] += g;
      values[column_slot(f, g_slots, c) + r] += g;
    }
}

void BlockAdder::pull_back(const Placement& placement, FrameId frame, const Vec6& pose, const Vec6& twist,
                           double* by_tangent, double* by_velocity) {
  const FrameEntry& f = placement.entry(frame);
  Eigen::Map<Vector> tangent(by_tangent, f.columns), velocity(by_velocity, f.columns);
  if (f.map == FrameMap::general) {
    auto J = Jb_.leftCols(f.columns), V = Vb_.leftCols(f.columns);
    placement.jacobian(frame, J);
    placement.twist_stiffness(frame, V);
    tangent.noalias() = J.transpose() * pose;
    tangent.noalias() += V.transpose() * twist;
    velocity.noalias() = J.transpose() * twist;
  } else {
    const FrameState& s = placement.frame(frame);
    Vec6 p = pose, t = twist;
    p.tail<3>() += s.w.cross(Vec3(twist.tail<3>()));
    if (f.map == FrameMap::full) {
      p.tail<3>() = (s.R.transpose() * p.tail<3>()).eval();
      t.tail<3>() = (s.R.transpose() * t.tail<3>()).eval();
    }
    const auto columns = columns_of(f.map);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      by_tangent[c] = p[columns[c]];
      by_velocity[c] = t[columns[c]];
    }
  }
}

void BlockAdder::turn_columns(const FrameEntry& frame, const Vector& d, double* by_velocity) {
  if (!turns_in_body_axes(frame.map)) return;
  Eigen::Map<Vec3> by_rotation(by_velocity + 3);
  const Vec3 phi = d.segment<3>(frame.v + 3), given = by_rotation;
  by_rotation.noalias() = so3::inverse_tangent(phi).transpose() * given;
}

}  // namespace alembert
