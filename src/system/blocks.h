// Small dense blocks on their way from markers to the Newton matrix.
//
// An element gives, in marker space, G, K and D. To the frame of a marker with arm c (ground axes):
//   (dp, dtheta) = S (dr, dtheta),  S = [I, -c^; 0, I];   wrenches transform with S^T
//   K_frame = S_m^T K S_n,  and where m = n also  F^ c^  in (torque, rotation), because the arm turns under the force F
// To the tangent of its body, with J and V of the frame (bodies/frame.h):
//   J_m^T (stiffness (K_frame J_n + D_frame V_n) + damping D_frame J_n T^-1)
// What the turning of J itself adds, d(J^T)/dq (F, T), the body adds once, for all that is gathered at its frames.
// Maps other than general ones have at most six columns and are written out.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "dae/problem.h"
#include "linear/pattern.h"
#include "system/placement.h"

namespace alembert {

// Where the matrix is made.
struct MatrixPoint {
  const Placement& placement;
  const dae::Weights& weights;
  const dae::MassPoint& mass;
  const dae::TrialPoint& at;
  double* values;
};

// Slots of the block of a pair of frames: of the first row in each column. Where a block has no translations, of where
// it would be, three places before the first rotation. For a column frame with a general map the first is where its
// columns begin in a list of slots.
using BlockSlots = std::array<int, 6>;

// Declares the places that blocks will be added to.
class PatternBuilder {
 public:
  explicit PatternBuilder(const System& system) : system_(system), multipliers_(system.sizes().velocities) {}

  int row_of(int multiplier) const { return multipliers_ + multiplier; }
  void add(const linear::Block& block) { blocks_.push_back(block); }
  void couple(FrameId a, FrameId b);
  // The same, and most of the time there is nothing.
  void couple_at_times(FrameId a, FrameId b);
  // Rows of multipliers by a frame, and the transpose.
  void border(int first_row, int rows, FrameId frame);
  std::vector<linear::Block>& blocks() { return blocks_; }
  // Which of the places are zero most of the time.
  std::vector<linear::Block>& optional() { return optional_; }

 private:
  const System& system_;
  int multipliers_;  // their first row
  std::vector<linear::Block> blocks_, optional_;
};

// Slots of blocks in a pattern.
class SlotFinder {
 public:
  SlotFinder(const System& system, const linear::Pattern& pattern) : system_(system), pattern_(pattern) {}

  int row_of(int multiplier) const { return system_.sizes().velocities + multiplier; }
  const linear::Pattern& pattern() const { return pattern_; }
  const FrameEntry& frame(FrameId id) const { return system_.frames()[id]; }
  // `many` takes the slots of columns of general maps.
  void block(FrameId a, FrameId b, BlockSlots& slots, std::vector<int>& many) const;
  void rotations(FrameId a, FrameId b, BlockSlots& slots) const;
  // Of one row in the columns of a frame.
  void row(int row, FrameId frame, BlockSlots& slots, std::vector<int>& many) const;

 private:
  const System& system_;
  const linear::Pattern& pattern_;
};

// S_m^T K S_n for arms cm, cn.
inline Mat6 to_frames(const Mat6& K, const Mat3& cm, const Mat3& cn) {
  Mat6 out = K;
  out.rightCols<3>().noalias() -= K.leftCols<3>() * cn;
  const Eigen::Matrix<double, 3, 6> top = out.topRows<3>();
  out.bottomRows<3>().noalias() += cm * top;
  return out;
}

// Adds `factor` times a gradient by pose and twist of a marker to the 12 numbers of its frame: pose, then twist. At a
// held twist of the frame the arm c turns: dv = w x (dtheta x c).
inline void add_marker_gradient(const Placement& placement, double factor, MarkerId marker, FrameId frame,
                                const Vec3& gp, const Vec3& gtheta, const Vec3& gv, const Vec3& gw, double* out) {
  const Vec3& c = placement.arm(marker);
  const Vec3& w = placement.frame(frame).w;
  Eigen::Map<Vec3>(out) += factor * gp;
  Eigen::Map<Vec3>(out + 3) += factor * (gtheta + c.cross(gp) + c.cross(gv.cross(w)));
  Eigen::Map<Vec3>(out + 6) += factor * gv;
  Eigen::Map<Vec3>(out + 9) += factor * (gw + c.cross(gv));
}

// Adds blocks between pairs of markers.
class BlockAdder {
 public:
  explicit BlockAdder(const System& system);

  // What a pair of markers adds: K and D of the element, the force at the first where both are the same.
  template <bool damped>
  void add(const MatrixPoint& point, const Mat6& K, const Mat6& D, MarkerId a, FrameId frame_a, MarkerId b,
           FrameId frame_b, const Vec3* force, const BlockSlots& slots) {
    const Placement& p = point.placement;
    const FrameEntry &fa = p.entry(frame_a), &fb = p.entry(frame_b);
    if (fa.map == FrameMap::general || fb.map == FrameMap::general)
      return add_general(point, K, D, p.arm(a), frame_a, p.arm(b), frame_b, force, slots);
    const Mat3 ca = so3::hat(p.arm(a));
    Mat6 k = block_at_frames<damped>(point, K, D, ca, fb, frame_b, p.arm(b));
    if (force) k.bottomRightCorner<3, 3>() += point.weights.stiffness * so3::hat(*force) * ca;
    add_block(k, fa, p.R(frame_a), fb, p.R(frame_b), slots, point.values);
  }
  // The same with K and D at the frames' origins; `turned` of the second.
  void add_at_frames(const MatrixPoint& point, const Mat6& K, const Mat6& D, FrameId frame_a, FrameId frame_b,
                     const Mat3& turned, const BlockSlots& slots) {
    const Placement& p = point.placement;
    const FrameEntry &fa = p.entry(frame_a), &fb = p.entry(frame_b);
    if (fa.map == FrameMap::general || fb.map == FrameMap::general)
      return add_general(point, K, D, Vec3::Zero(), frame_a, Vec3::Zero(), frame_b, nullptr, slots);
    Mat6 k = point.weights.stiffness * K;
    k.leftCols<3>() += point.weights.damping * D.leftCols<3>();
    k.rightCols<3>().noalias() += D.rightCols<3>() * turned;
    add_block(k, fa, p.R(frame_a), fb, p.R(frame_b), slots, point.values);
  }
  // What a rotation of a frame does to its angular velocity, in ground axes: damping R T^-1 R^T - stiffness w^.
  static Mat3 turned(const MatrixPoint& point, FrameId id) {
    const FrameState& frame = point.placement.frame(id);
    const FrameEntry& entry = point.placement.entry(id);
    Mat3 out = -point.weights.stiffness * so3::hat(frame.w);
    if (entry.map == FrameMap::full)
      out.noalias() += point.weights.damping * frame.R *
                       so3::inverse_tangent(Vec3(point.at.d.segment<3>(entry.v + 3))) * frame.R.transpose();
    else
      out.diagonal().array() += point.weights.damping;
    return out;
  }
  // A block that is given in (dr, dtheta) of the frames, ground axes; maps are not general.
  static void add_block(Mat6& block, const FrameEntry& a, const Mat3& Ra, const FrameEntry& b, const Mat3& Rb,
                        const BlockSlots& slots, double* values) {
    if (!a.moves() || !b.moves()) return;
    if (a.map == FrameMap::full) {
      const Eigen::Matrix<double, 3, 6> rows = block.bottomRows<3>();
      block.bottomRows<3>().noalias() = Ra.transpose() * rows;
    }
    if (b.map == FrameMap::full) {
      const Eigen::Matrix<double, 6, 3> columns = block.rightCols<3>();
      block.rightCols<3>().noalias() = columns * Rb;
    }
    const auto rows = columns_of(a.map), columns = columns_of(b.map);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      double* out = values + slots[c];
      for (std::size_t r = 0; r < rows.size(); ++r) out[r] += block(rows[r], columns[c]);
    }
  }

  // The same for any map.
  void add_general_block(const MatrixPoint& point, const Mat6& block, FrameId a, FrameId b, const BlockSlots& slots);
  // Rows of constraints by (dr, dtheta) of a frame with a general map: G, and G^T.
  using Rows = Eigen::Ref<const Eigen::Matrix<double, Eigen::Dynamic, 6>>;
  void add_border(const Placement& placement, FrameId frame, const Rows& C, int rows, const std::uint8_t* kernel_row,
                  const int* gt_slots, const BlockSlots& g_slots, double* values);

  // A gradient by pose and twist of a frame (ground axes) as one by the tangent (J^T pose + V^T twist) and by the
  // velocities (J^T twist) of its body.
  void pull_back(const Placement& placement, FrameId frame, const Vec6& pose, const Vec6& twist, double* by_tangent,
                 double* by_velocity);
  // x <- x T(d)^-1 for a row by the velocities of a frame's body.
  static void turn_columns(const FrameEntry& frame, const Vector& d, double* by_velocity);
  // The slots of columns of general maps; parts give theirs before they add.
  void use(const std::vector<int>& many) { many_ = many.data(); }
  int column_slot(const FrameEntry& frame, const BlockSlots& slots, int column) const {
    return frame.map == FrameMap::general ? many_[slots[0] + column] : slots[static_cast<std::size_t>(column)];
  }

 private:
  // stiffness K + damping D T^-1, at the frames and in ground axes. At fixed velocities of a body that turns, its twist
  // turns with it: dw = dtheta x w, dv = dtheta x (w x c).
  template <bool damped>
  static Mat6 block_at_frames(const MatrixPoint& point, const Mat6& K, const Mat6& D, const Mat3& ca,
                              const FrameEntry& b, FrameId frame_b, const Vec3& arm) {
    const dae::Weights& weights = point.weights;
    const Mat3 cb = so3::hat(arm);
    Mat6 k = weights.stiffness * K;
    if constexpr (!damped) return to_frames(k, ca, cb);
    const FrameState& frame = point.placement.frame(frame_b);
    k.template rightCols<3>() -= weights.stiffness * (D.template leftCols<3>() * so3::hat(frame.w.cross(arm)) +
                                                      D.template rightCols<3>() * so3::hat(frame.w));
    k = to_frames(k, ca, cb);
    Mat6 c = to_frames(weights.damping * D, ca, cb);
    if (b.map == FrameMap::full) {
      // Columns of velocities: y -> T^-1 y in body axes; written as R T^-1 R^T so that add_block's R finishes it.
      const Vec3 phi = point.at.d.segment<3>(b.v + 3);
      const Eigen::Matrix<double, 6, 3> columns = c.template rightCols<3>();
      c.template rightCols<3>() = columns * (frame.R * so3::inverse_tangent(phi) * frame.R.transpose());
    }
    return k + c;
  }
  void add_general(const MatrixPoint& point, const Mat6& K, const Mat6& D, const Vec3& arm_a, FrameId frame_a,
                   const Vec3& arm_b, FrameId frame_b, const Vec3* force, const BlockSlots& slots);

  const int* many_ = nullptr;
  Mat6X Ja_, Jb_, Vb_, X_;  // scratch, as wide as the widest map
};

}  // namespace alembert
