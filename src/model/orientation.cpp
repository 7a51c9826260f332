#include "model/orientation.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <Eigen/SVD>
#include <cmath>
#include <limits>
#include <vector>

namespace alembert {
namespace {

// Below this sine two directions count as parallel: the third axis would be mostly rounding error.
constexpr double smallest_sine = 1e-6;

Quat from_axes(const Vec3& x, const Vec3& y, const Vec3& z) {
  Mat3 rotation;
  rotation << x, y, z;
  return Quat(rotation).normalized();
}

Quat read_quaternion(const Context& context, const Node& node) {
  const std::vector<double> values = context.numbers(node, 4, Quantity::none);
  Eigen::Vector4d wxyz(values[0], values[1], values[2], values[3]);
  const double largest = wxyz.cwiseAbs().maxCoeff();
  if (largest == 0.0) context.fail(node, "a quaternion of zeros is no orientation");
  // One that is normalised to rounding error stays as it is, so that what was written reads back the same.
  if (std::abs(wxyz.squaredNorm() - 1.0) > 8 * std::numeric_limits<double>::epsilon()) {
    wxyz /= largest;
    wxyz.normalize();
  }
  return {wxyz[0], wxyz[1], wxyz[2], wxyz[3]};
}

Vec3 read_direction(const Context& context, const Node& node, std::string_view what) {
  const std::optional<Vec3> out = direction(context.vector(node, Quantity::none));
  if (!out) context.fail(node, fmt::format("the direction of `{}` is zero", what));
  return *out;
}

Quat read_euler(const Context& context, const Fields& fields) {
  const std::string sequence = *fields.optional_choice("euler");
  const Vec3 angles = context.vector(fields.need("angles"), Quantity::angle);
  Quat out = Quat::Identity();
  for (int i = 0; i < 3; ++i) {
    const int axis = sequence[static_cast<std::size_t>(i)] - 'x';
    out = out * Quat(Eigen::AngleAxisd(angles[i], Vec3::Unit(axis)));
  }
  return out.normalized();
}

Quat read_matrix(const Context& context, const Node& node, const std::string& owner) {
  const Mat3 given = context.matrix(node, Quantity::none);
  constexpr double allowed = 1e-4;   // numbers rounded to four digits
  constexpr double rounding = 1e-6;  // of numbers with seven: nothing to speak of
  const double error = (given.transpose() * given - Mat3::Identity()).cwiseAbs().maxCoeff();
  if (!(error <= allowed)) {
    context.fail(node, fmt::format("the matrix is not a rotation: its columns are not perpendicular unit vectors "
                                   "(error {:.3g}, allowed {:g})",
                                   error, allowed));
  }
  if (given.determinant() < 0.0) context.fail(node, "the matrix is a reflection, not a rotation (determinant -1)");
  if (error > rounding)
    context.note(node,
                 fmt::format("{}: the matrix of the orientation is not quite a rotation (its columns are off from "
                             "perpendicular unit vectors by {:.2g}); the nearest rotation is used",
                             owner, error));
  // The nearest rotation: the orthogonal factor of the polar decomposition.
  const Eigen::JacobiSVD<Mat3> svd(given, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return Quat(Mat3(svd.matrixU() * svd.matrixV().transpose())).normalized();
}

}  // namespace

std::optional<Vec3> direction(const Vec3& v) {
  const double largest = v.cwiseAbs().maxCoeff();
  if (!(largest > 0.0) || !std::isfinite(largest)) return std::nullopt;
  return (v / largest).normalized();
}

std::optional<Quat> frame_from_x_z(const Vec3& x, const Vec3& z) {
  const std::optional<Vec3> unit_x = direction(x);
  const std::optional<Vec3> unit_z = direction(z);
  if (!unit_x || !unit_z) return std::nullopt;
  const Vec3 y = unit_z->cross(*unit_x);
  if (y.norm() < smallest_sine) return std::nullopt;
  const Vec3 unit_y = y.normalized();
  return from_axes(unit_y.cross(*unit_z), unit_y, *unit_z);
}

Quat frame_from_z(const Vec3& z) {
  const Vec3 x = std::abs(z.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitY();
  return *frame_from_x_z(x, z);
}

Quat read_orientation(const Context& context, const Node& node, const std::string& owner) {
  constexpr const char* known_forms =
      "an orientation is one of {quaternion}, {axis, angle}, {euler, angles}, {x, z} or a 3x3 matrix";
  if (node.is(Node::Kind::list)) {
    if (!node.items.empty() && !node.items[0].is(Node::Kind::list))
      context.fail(node, fmt::format("{}, not a list of {}", known_forms, node.items.size()));
    return read_matrix(context, node, owner);
  }
  const KeyTable& table = key_table("orientation");
  const Fields fields(context, node, table, "an orientation", "", nullptr);
  struct Form {
    std::string_view first, second;
  };
  constexpr Form forms[] = {{"quaternion", ""}, {"axis", "angle"}, {"euler", "angles"}, {"x", "z"}};
  const Form* form = nullptr;
  std::size_t wanted = 0;
  for (const Form& candidate : forms) {
    if (!fields.has(candidate.first) && (candidate.second.empty() || !fields.has(candidate.second))) continue;
    form = &candidate;
    wanted = candidate.second.empty() ? 1 : 2;
    break;
  }
  if (form == nullptr) {
    context.fail(node, known_forms);
  }
  fields.need(form->first);
  if (!form->second.empty()) fields.need(form->second);
  if (node.keys.size() != wanted) {
    context.fail(node, fmt::format("an orientation is given in one form only, not `{}` and more", form->first));
  }
  if (form->first == "quaternion") return read_quaternion(context, fields.need("quaternion"));
  if (form->first == "euler") return read_euler(context, fields);
  if (form->first == "axis") {
    const Vec3 axis = read_direction(context, fields.need("axis"), "axis");
    return Quat(Eigen::AngleAxisd(context.number(fields.need("angle"), Quantity::angle), axis)).normalized();
  }
  const Vec3 x = read_direction(context, fields.need("x"), "x");
  const Vec3 z = read_direction(context, fields.need("z"), "z");
  const std::optional<Quat> frame = frame_from_x_z(x, z);
  if (!frame) context.fail(node, "the directions `x` and `z` are parallel");
  return *frame;
}

}  // namespace alembert
