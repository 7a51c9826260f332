#include "system/parts/joints_part.h"

#include "system/pools.h"

namespace alembert {

namespace {

template <class Kernel>
MarkerPair<double> pair_of(const JointElement<Kernel>& e, const Placement& p) {
  return {p.pose(e.marker[0]), p.pose(e.marker[1])};
}

// A joint that holds points and directions only couples rotations of bodies that turn, and translations with nothing.
template <class Kernel>
bool rotations_only(const FrameEntry& frame) {
  return Kernel::kRotationOnly && frame.map == FrameMap::full;
}

// Adds a block between rotations only.
void add_rotation_block(const Mat3& block, const FrameEntry& a, const Mat3& Ra, const FrameEntry& b, const Mat3& Rb,
                        const BlockSlots& slots, double* values) {
  if (a.map == FrameMap::full && b.map == FrameMap::full) {
    const Mat3 k = Ra.transpose() * block * Rb;
    for (int c = 0; c < 3; ++c) {
      double* out = values + slots[static_cast<std::size_t>(c + 3)] + 3;
      for (int r = 0; r < 3; ++r) out[r] += k(r, c);
    }
    return;
  }
  Mat6 full = Mat6::Zero();
  full.bottomRightCorner<3, 3>() = block;
  BlockAdder::add_block(full, a, Ra, b, Rb, slots, values);
}

}  // namespace

void JointsPart::declare(PatternBuilder& builder) const {
  for_each_element(system_.pools().joints, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    const auto frame = [&](std::size_t k) -> const FrameEntry& { return system_.frames()[e.frame[k]]; };
    const int row = builder.row_of(e.first_row);
    for (std::size_t m = 0; m < 2; ++m) {
      const FrameEntry& f = frame(m);
      if (!rotations_only<Kernel>(f)) {
        builder.border(e.first_row, e.rows, e.frame[m]);
        continue;
      }
      if (e.rows == 0) continue;
      builder.add({row, e.rows, f.v + 3, 3});
      builder.add({f.v + 3, 3, row, e.rows});
      for (int k = 0; Kernel::kPoint && k < 3; ++k) {
        builder.add({row + k, 1, f.v + k, 1});
        builder.add({f.v + k, 1, row + k, 1});
      }
    }
    for (std::size_t a = 0; a < 2; ++a)
      for (std::size_t b = 0; b < 2; ++b) {
        if (a != b && !Kernel::kHasStiffness) continue;
        if (rotations_only<Kernel>(frame(a)) && rotations_only<Kernel>(frame(b)))
          builder.add({frame(a).v + 3, 3, frame(b).v + 3, 3});
        else
          builder.couple(e.frame[a], e.frame[b]);
      }
  });
}

void JointsPart::bind(const SlotFinder& finder) {
  slots_.clear();
  many_.clear();
  const linear::Pattern& pattern = finder.pattern();
  for_each_element(system_.pools().joints, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    Slots& slots = slots_.emplace_back();
    const int row = finder.row_of(e.first_row);
    for (std::size_t m = 0; m < 2; ++m) {
      const FrameEntry& f = finder.frame(e.frame[m]);
      if (!f.moves() || e.rows == 0) continue;
      const bool rotations = rotations_only<Kernel>(f);
      for (int r = 0; r < e.rows; ++r)
        slots.gt[m][static_cast<std::size_t>(r)] =
            rotations ? pattern.slot(f.v + 3, row + r) - 3 : pattern.slot(f.v, row + r);
      if (!rotations) {
        finder.row(row, e.frame[m], slots.g[m], many_);
        continue;
      }
      for (int c = 3; c < 6; ++c) slots.g[m][static_cast<std::size_t>(c)] = pattern.slot(row, f.v + c);
      for (int k = 0; Kernel::kPoint && k < 3; ++k) {
        slots.g[m][static_cast<std::size_t>(k)] = pattern.slot(row + k, f.v + k);
        slots.point[m][static_cast<std::size_t>(k)] = pattern.slot(f.v + k, row + k);
      }
    }
    for (std::size_t a = 0; a < 2; ++a)
      for (std::size_t b = 0; b < 2; ++b) {
        if (a != b && !Kernel::kHasStiffness) continue;
        if (rotations_only<Kernel>(finder.frame(e.frame[a])) && rotations_only<Kernel>(finder.frame(e.frame[b])))
          finder.rotations(e.frame[a], e.frame[b], slots.k[a][b]);
        else
          finder.block(e.frame[a], e.frame[b], slots.k[a][b], many_);
      }
  });
}

void JointsPart::values(const Evaluation& here, Vector& phi) const {
  for_each_element(system_.pools().joints, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    typename Kernel::template Rows<double> value;
    Kernel::template position<double>(pair_of(e, here.placement), e.parameters, value);
    store_rows(e, value, phi);
  });
}

void JointsPart::rates(const Evaluation& here, Vector& out) const {
  for_each_element(system_.pools().joints, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    typename Kernel::template Rows<double> rate;
    Kernel::template rate<double>({here.placement.marker(e.marker[0]), here.placement.marker(e.marker[1])},
                                  e.parameters, rate);
    store_rows(e, rate, out);
  });
}

void JointsPart::accelerations(const Evaluation& here, const Vector& a, Vector& out) const {
  for_each_element(system_.pools().joints, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    const MarkerPair<double> pair{here.placement.marker(e.marker[0]), here.placement.marker(e.marker[1])};
    typename Kernel::template Jacobian<double> G;
    typename Kernel::template Rows<double> convective;
    Kernel::template jacobian<double>(pair, e.parameters, G);
    Kernel::template convective<double>(pair, e.parameters, convective);
    Eigen::Matrix<double, 12, 1> acceleration;
    for (int m = 0; m < 2; ++m) {
      const ForceTorque am = here.placement.acceleration(e.marker[static_cast<std::size_t>(m)], a);
      acceleration.segment<6>(6 * m) << am.force, am.torque;
    }
    for (int r = 0; r < e.rows; ++r) {
      const int row = e.kernel_row[static_cast<std::size_t>(r)];
      out[e.first_row + r] = convective[row] + G.row(row).dot(acceleration);
    }
  });
}

void JointsPart::add_wrenches(const Evaluation& here, Wrenches& out) const {
  for_each_element(system_.pools().joints, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    typename Kernel::template Wrench<double> w = Kernel::template Wrench<double>::Zero();
    Kernel::template add_wrench<double>(pair_of(e, here.placement), e.parameters, kernel_multipliers(e, here.lambda),
                                        w);
    for (std::size_t m = 0; m < 2; ++m)
      out.add(e.frame[m], here.placement.arm(e.marker[m]), w.template segment<3>(6 * static_cast<int>(m)),
              w.template segment<3>(6 * static_cast<int>(m) + 3));
  });
}

void JointsPart::reactions(const Evaluation& here, std::vector<ForceTorque>& out) const {
  for_each_element(system_.pools().joints, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    typename Kernel::template Wrench<double> w = Kernel::template Wrench<double>::Zero();
    Kernel::template add_wrench<double>(pair_of(e, here.placement), e.parameters, kernel_multipliers(e, here.lambda),
                                        w);
    out[static_cast<std::size_t>(e.joint)] = {-w.template segment<3>(0), -w.template segment<3>(3)};
  });
}

void JointsPart::add_matrix(const MatrixAssembly& assembly) const {
  const MatrixPoint& point = assembly.point;
  assembly.blocks.use(many_);
  const Slots* slots = slots_.data();
  for_each_element(system_.pools().joints, [&](const auto& e) {
    const MarkerPair<double> pair = pair_of(e, point.placement);
    add_border(point, e, pair, *slots, assembly.blocks);
    if (point.weights.stiffness != 0.0) add_stiffness(point, e, pair, *slots, assembly.blocks, assembly.wrenches);
    ++slots;
  });
}

// G and G^T.
template <class Kernel>
void JointsPart::add_border(const MatrixPoint& point, const JointElement<Kernel>& e, const MarkerPair<double>& pair,
                            const Slots& slots, BlockAdder& blocks) const {
  const Placement& p = point.placement;
  double* const values = point.values;
  typename Kernel::template Jacobian<double> G;
  Kernel::template jacobian<double>(pair, e.parameters, G);
  for (std::size_t m = 0; m < 2; ++m) {
    const FrameEntry& f = p.entry(e.frame[m]);
    if (!f.moves()) continue;
    Eigen::Matrix<double, Kernel::kRows, 6> C = G.template middleCols<6>(6 * static_cast<int>(m));
    C.template rightCols<3>() -= C.template leftCols<3>() * so3::hat(p.arm(e.marker[m]));
    if (f.map == FrameMap::general) {
      blocks.add_border(p, e.frame[m], C, e.rows, e.kernel_row.data(), slots.gt[m].data(), slots.g[m], values);
      continue;
    }
    if (f.map == FrameMap::full) {
      const Eigen::Matrix<double, Kernel::kRows, 3> rotation = C.template rightCols<3>();
      C.template rightCols<3>() = rotation * p.R(e.frame[m]);
    }
    if constexpr (Kernel::kRotationOnly) {
      if (f.map == FrameMap::full) {  // it has all rows; of translations only those of a coincident point
        for (int r = 0; r < e.rows; ++r) {
          double* gt = values + slots.gt[m][static_cast<std::size_t>(r)];
          for (int c = 3; c < 6; ++c) {
            gt[c] += C(r, c);
            values[slots.g[m][static_cast<std::size_t>(c)] + r] += C(r, c);
          }
        }
        if constexpr (Kernel::kPoint) {
          for (int k = 0; e.rows > 0 && k < 3; ++k) {
            values[slots.g[m][static_cast<std::size_t>(k)]] += C(k, k);
            values[slots.point[m][static_cast<std::size_t>(k)]] += C(k, k);
          }
        }
        continue;
      }
    }
    const auto columns = columns_of(f.map);
    for (int r = 0; r < e.rows; ++r) {
      const int row = e.kernel_row[static_cast<std::size_t>(r)];
      double* gt = values + slots.gt[m][static_cast<std::size_t>(r)];
      for (std::size_t c = 0; c < columns.size(); ++c) {
        const double g = C(row, columns[c]);
        gt[c] += g;
        values[slots.g[m][c] + r] += g;
      }
    }
  }
}

template <class Kernel>
void JointsPart::add_stiffness(const MatrixPoint& point, const JointElement<Kernel>& e, const MarkerPair<double>& pair,
                               const Slots& slots, BlockAdder& blocks, Wrenches& wrenches) const {
  const Placement& p = point.placement;
  const double weight = point.weights.stiffness;
  const typename Kernel::template Rows<double> l = kernel_multipliers(e, point.at.lambda);
  typename Kernel::template Wrench<double> w = Kernel::template Wrench<double>::Zero();
  Kernel::template add_wrench<double>(pair, e.parameters, l, w);
  typename Kernel::template Stiffness<double> K;
  if constexpr (Kernel::kHasStiffness) {
    K.setZero();
    Kernel::template add_stiffness<double>(pair, e.parameters, l, K);
    K *= weight;
  }
  for (std::size_t a = 0; a < 2; ++a) {
    const int i = 6 * static_cast<int>(a);
    const Vec3 force = w.template segment<3>(i);
    wrenches.add(e.frame[a], p.arm(e.marker[a]), force, w.template segment<3>(i + 3));
    const FrameEntry& fa = p.entry(e.frame[a]);
    if (!fa.moves()) continue;
    const Mat3 ca = so3::hat(p.arm(e.marker[a]));
    const Mat3 turning_arm = weight * so3::hat(force) * ca;
    for (std::size_t b = 0; b < 2; ++b) {
      const FrameEntry& fb = p.entry(e.frame[b]);
      if (a != b && (!Kernel::kHasStiffness || !fb.moves())) continue;
      const int j = 6 * static_cast<int>(b);
      const bool general = fa.map == FrameMap::general || fb.map == FrameMap::general;
      if (Kernel::kRotationOnly && !general) {
        Mat3 k = Mat3::Zero();
        if constexpr (Kernel::kHasStiffness) k = K.template block<3, 3>(i + 3, j + 3);
        if (a == b) k += turning_arm;
        add_rotation_block(k, fa, p.R(e.frame[a]), fb, p.R(e.frame[b]), slots.k[a][b], point.values);
        continue;
      }
      Mat6 k = Mat6::Zero();
      if constexpr (Kernel::kHasStiffness)
        k = to_frames(K.template block<6, 6>(i, j), ca, so3::hat(p.arm(e.marker[b])));
      if (a == b) k.template bottomRightCorner<3, 3>() += turning_arm;
      if (general)
        blocks.add_general_block(point, k, e.frame[a], e.frame[b], slots.k[a][b]);
      else
        BlockAdder::add_block(k, fa, p.R(e.frame[a]), fb, p.R(e.frame[b]), slots.k[a][b], point.values);
    }
  }
}

}  // namespace alembert
