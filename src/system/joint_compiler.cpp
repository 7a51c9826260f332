// Joints of a system: their markers, turned into the plane where they move in it, and the rows they have.
#include <fmt/format.h>

#include <cmath>

#include "system/pools.h"
#include "system/system_compiler.h"

namespace alembert {

namespace {

// A row whose Jacobian stays below this in all sampled positions (rows are of order 1) holds by construction; frames
// come from normalised directions, exact to a few 1e-16.
constexpr double kZeroRow = 1e-12;

}  // namespace

bool SystemCompiler::planar_pair(FrameId a, FrameId b) const {
  const auto in_plane = [&](FrameId id) {
    const FrameMap map = s_.frames_[id].map;
    return map == FrameMap::fixed || map == FrameMap::plane;
  };
  return in_plane(a) && in_plane(b);
}

void SystemCompiler::align_with_plane(JointKind kind, std::array<MarkerId, 2>& markers) {
  MarkerEntry i = s_.markers_[markers[0]];
  MarkerEntry j = s_.markers_[markers[1]];
  const Body& body = model_.body(s_.frames_[i.frame].body);
  const Mat3 R = so3::matrix(body.orientation) * i.R;  // first marker at the start, ground axes
  Mat3 turn = Mat3::Identity();
  if (kind->in_plane == InPlane::as_they_are) return;
  if (kind->in_plane == InPlane::all_axes) {
    turn = R.transpose();
  } else {
    const Vec3 z = R.col(2);
    if (std::abs(z[2]) > 1e-9) return;  // the axis is not in the plane: the rows are as they should be
    Mat3 wanted;
    wanted.col(2) = z;
    wanted.col(1) = Vec3::UnitZ();
    wanted.col(0) = wanted.col(1).cross(z).normalized();
    turn = R.transpose() * wanted;
  }
  i.R = i.R * turn;
  j.R = j.R * turn;
  markers = {s_.markers_.add(i), s_.markers_.add(j)};
}

template <class Kernel>
void SystemCompiler::choose_rows(JointElement<Kernel>& element) const {
  const FrameEntry& a = s_.frames_[element.frame[0]];
  const FrameEntry& b = s_.frames_[element.frame[1]];
  element.rows = 0;
  if (turns_in_body_axes(a.map) || turns_in_body_axes(b.map)) {
    for (int r = 0; r < Kernel::kRows; ++r)
      element.kernel_row[static_cast<std::size_t>(element.rows++)] = static_cast<std::uint8_t>(r);
    return;
  }
  // Largest Jacobian entry and value of each row over a few positions in the plane; no two alike.
  Eigen::Matrix<double, Kernel::kRows, 1> jacobian, value, phi;
  jacobian.setZero();
  value.setZero();
  for (int sample = 0; sample < 5; ++sample) {
    const double s = 1.0 + sample;
    const auto pose = [&](const FrameEntry& frame, double shift) {
      FrameState out = standing_frame();
      const double third = frame.map == FrameMap::plane ? 0.9 * s + shift : std::sin(0.7 * s + 2 * shift);
      Vector q = Vector::Zero(s_.bodies_[frame.body].nq);
      if (frame.moves()) q << std::sin(1.3 * s + shift), std::cos(2.1 * s + shift), third;
      s_.pools().with_body(frame.body, [&](const auto& body) { body.kernel.place(q.data(), &out); });
      return out;
    };
    const FrameState pa = pose(a, 0.0), pb = pose(b, 0.5);
    const MarkerState<double> i = marker_state(pa, s_.markers_[element.marker[0]]),
                              j = marker_state(pb, s_.markers_[element.marker[1]]);
    typename Kernel::template Jacobian<double> G;
    Kernel::template jacobian<double>({i, j}, element.parameters, G);
    Kernel::template position<double>({i, j}, element.parameters, phi);
    const auto add = [&](const FrameEntry& frame, const Vec3& arm, int column) {
      Eigen::Matrix<double, Kernel::kRows, 6> C = G.template middleCols<6>(column);
      C.template rightCols<3>() -= C.template leftCols<3>() * so3::hat(arm);
      for (int k : columns_of(frame.map)) jacobian = jacobian.cwiseMax(C.col(k).cwiseAbs());
    };
    add(a, i.p - pa.r, 0);
    add(b, j.p - pb.r, 6);
    value = value.cwiseMax(phi.cwiseAbs());
  }
  const std::string& name = model_.joints[static_cast<std::size_t>(element.joint)].name;
  for (int r = 0; r < Kernel::kRows; ++r) {
    if (jacobian[r] > kZeroRow) {
      element.kernel_row[static_cast<std::size_t>(element.rows++)] = static_cast<std::uint8_t>(r);
    } else if (value[r] > 1e-9) {
      throw AssemblyError(
          fmt::format("joint {}: {} cannot be closed: the bodies move only in the x-y plane and miss it by {:.3g}; "
                      "move the markers "
                      "into one plane, turn their axes, or use rigid bodies",
                      name, Kernel::kRowNames[static_cast<std::size_t>(r)], value[r]));
    }
  }
}

template <class Kernel>
void SystemCompiler::add_joint(int index) {
  const Joint& joint = model_.joints[static_cast<std::size_t>(index)];
  if (!joint.kind.is<Kernel>()) return;
  JointElement<Kernel> element;
  element.joint = index;
  if (const auto length = joint.numbers.find("length"); length != joint.numbers.end())
    element.parameters.length = length->second;
  element.marker = joint.markers;
  for (std::size_t k = 0; k < 2; ++k) element.frame[k] = s_.markers_[joint.markers[k]].frame;
  if (planar_pair(element.frame[0], element.frame[1])) align_with_plane(joint.kind, element.marker);
  choose_rows(element);
  if (!joint.active) element.rows = 0;
  element.first_row = s_.sizes_.multipliers;
  s_.sizes_.multipliers += element.rows;
  for (int r = 0; r < element.rows; ++r) {
    s_.row_names_.push_back(
        fmt::format("joint {}: {}", joint.name, Kernel::kRowNames[element.kernel_row[static_cast<std::size_t>(r)]]));
    s_.row_joint_.push_back(index);
  }
  s_.pools_->joint_places[static_cast<std::size_t>(index)] = add_element(s_.pools_->joints, element);
}

void SystemCompiler::add_joints() {
  s_.pools_->joint_places.resize(model_.joints.size());
  for (int k = 0; k < static_cast<int>(model_.joints.size()); ++k)
    std::apply([&](auto... kernel) { (add_joint<decltype(kernel)>(k), ...); }, ComposedJoints{});
}

}  // namespace alembert
