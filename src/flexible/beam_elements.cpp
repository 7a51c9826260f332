#include "flexible/beam_elements.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>

#include "base/error.h"
#include "math/so3.h"

namespace alembert::flexible {
namespace {

using Entries = std::vector<Eigen::Triplet<double>>;

struct Station {
  double xi, weight;
};

// Gauss-Legendre on (0, 1): exact to degree 7.
std::array<Station, 4> stations() {
  const double root = std::sqrt(6.0 / 5.0), inner = std::sqrt((3.0 - 2.0 * root) / 7.0) / 2.0,
               outer = std::sqrt((3.0 + 2.0 * root) / 7.0) / 2.0;
  const double w_inner = (18.0 + std::sqrt(30.0)) / 72.0, w_outer = (18.0 - std::sqrt(30.0)) / 72.0;
  return {{{0.5 - outer, w_outer}, {0.5 - inner, w_inner}, {0.5 + inner, w_inner}, {0.5 + outer, w_outer}}};
}

double shear_factor(double E, double I, double G, double area, double length) {
  return area > 0.0 ? 12.0 * E * I / (G * area * length * length) : 0.0;
}

// Bending in one plane: rows v and theta over (v_1, theta_1, v_2, theta_2), with theta = v' + shear.
Eigen::Matrix<double, 2, 4> bending_shapes(double length, double Phi, double xi) {
  const double L = length, x2 = xi * xi, x3 = x2 * xi;
  Eigen::Matrix<double, 2, 4> out;
  out << 1.0 - 3.0 * x2 + 2.0 * x3 + Phi * (1.0 - xi), L * (xi - 2.0 * x2 + x3 + Phi / 2.0 * (xi - x2)),
      3.0 * x2 - 2.0 * x3 + Phi * xi, L * (-x2 + x3 - Phi / 2.0 * (xi - x2)),  //
      6.0 / L * (x2 - xi), 1.0 - 4.0 * xi + 3.0 * x2 + Phi * (1.0 - xi), 6.0 / L * (xi - x2),
      3.0 * x2 - 2.0 * xi + Phi * xi;
  return out / (1.0 + Phi);
}

Eigen::Matrix4d bending_stiffness(double EI, double length, double Phi) {
  const double L = length;
  Eigen::Matrix4d k;
  k << 12.0, 6.0 * L, -12.0, 6.0 * L,                               //
      6.0 * L, (4.0 + Phi) * L * L, -6.0 * L, (2.0 - Phi) * L * L,  //
      -12.0, -6.0 * L, 12.0, -6.0 * L,                              //
      6.0 * L, (2.0 - Phi) * L * L, -6.0 * L, (4.0 + Phi) * L * L;
  return EI / (L * L * L * (1.0 + Phi)) * k;
}

// Where (v, theta) of both planes stand among the twelve, and the sign of theta: theta_y = -w'.
constexpr std::array<int, 4> in_y = {1, 5, 7, 11}, in_z = {2, 4, 8, 10};
constexpr std::array<double, 4> sign_z = {1, -1, 1, -1};

double length_of(const BeamFrame& frame, const BeamElement& e) {
  return (frame.nodes.col(e.b) - frame.nodes.col(e.a)).norm();
}

// From the coordinates of the part to those of an element.
Matrix12 to_element(const Mat3& axes) {
  Matrix12 out = Matrix12::Zero();
  for (int k = 0; k < 4; ++k) out.block<3, 3>(3 * k, 3 * k) = axes;
  return out;
}

int coordinate(const BeamElement& e, int k) { return k < 6 ? 6 * e.a + k : 6 * e.b + k - 6; }

void add_stiffness(const BeamFrame& frame, const BeamElement& e, Entries& entries) {
  const Matrix12 R = to_element(beam_axes(frame, e));
  const Matrix12 k =
      R.transpose() *
      beam_stiffness(frame.sections[static_cast<std::size_t>(e.section)], e.E, e.G, length_of(frame, e)) * R;
  for (int r = 0; r < 12; ++r)
    for (int c = 0; c < 12; ++c) entries.emplace_back(coordinate(e, r), coordinate(e, c), r <= c ? k(r, c) : k(c, r));
}

struct Point {
  Vec3 at;
  double mass;
};

void add_masses(const BeamFrame& frame, const BeamElement& e, std::vector<Point>& points, Entries& S) {
  const BeamSection& section = frame.sections[static_cast<std::size_t>(e.section)];
  const Mat3 axes = beam_axes(frame, e);
  const Matrix12 R = to_element(axes);
  const double L = length_of(frame, e);
  const double y = std::sqrt(2.0 * section.Iz / section.A), z = std::sqrt(2.0 * section.Iy / section.A);
  for (const Station& station : stations()) {
    const Eigen::Matrix<double, 6, 12> shapes = beam_shapes(section, e.E, e.G, L, station.xi) * R;
    const double mass = e.density * section.A * L * station.weight / 4.0;
    for (const Vec3& d : {Vec3(0, y, 0), Vec3(0, -y, 0), Vec3(0, 0, z), Vec3(0, 0, -z)}) {
      const Eigen::Matrix<double, 3, 12> u =
          axes.transpose() * (shapes.topRows<3>() - so3::hat(d) * shapes.bottomRows<3>());
      const auto row = static_cast<int>(3 * points.size());
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 12; ++c)
          if (u(r, c) != 0.0) S.emplace_back(row + r, coordinate(e, c), u(r, c));
      const Vec3 on_axis = (1.0 - station.xi) * frame.nodes.col(e.a) + station.xi * frame.nodes.col(e.b);
      points.push_back({on_axis + axes.transpose() * d, mass});
    }
  }
}

void add_masses(const BeamFrame& frame, DiscretePart& part) {
  std::vector<Point> points;
  Entries S, mu;
  for (const BeamElement& e : frame.elements) add_masses(frame, e, points, S);
  for (const PointMass& p : frame.masses) {
    for (int c = 0; c < 3; ++c) S.emplace_back(static_cast<int>(3 * points.size()) + c, 6 * p.node + c, 1.0);
    points.push_back({frame.nodes.col(p.node), p.mass});
  }
  const auto count = static_cast<int>(points.size());
  part.masses.points.resize(3, count);
  for (int i = 0; i < count; ++i) {
    part.masses.points.col(i) = points[static_cast<std::size_t>(i)].at;
    mu.emplace_back(i, i, points[static_cast<std::size_t>(i)].mass);
  }
  part.masses.mu.resize(count, count);
  part.masses.mu.setFromTriplets(mu.begin(), mu.end());
  part.masses.S.resize(3 * count, part.coordinates());
  part.masses.S.setFromTriplets(S.begin(), S.end());
}

// Six components in the part's axes of sigma_xx, tau_xy, tau_xz in those of an element.
Eigen::Matrix<double, 6, 3> stress_in_part(const Mat3& axes) {
  Eigen::Matrix<double, 6, 3> out;
  for (int k = 0; k < 3; ++k) {
    Mat3 local = Mat3::Zero();
    local(0, k) = local(k, 0) = 1.0;
    const Mat3 s = axes.transpose() * local * axes;
    out.col(k) << s(0, 0), s(1, 1), s(2, 2), s(0, 1), s(1, 2), s(2, 0);
  }
  return out;
}

// Forces of the elements on their ends are k u: what is inside is these at the end b, and their opposite at a.
StressShapes beam_stress(const BeamFrame& frame, const Eigen::MatrixXd& q) {
  StressShapes out;
  std::size_t count = 0;
  for (const BeamElement& e : frame.elements)
    count += 2 * frame.sections[static_cast<std::size_t>(e.section)].points.size();
  out.shapes.resize(static_cast<Eigen::Index>(6 * count), q.cols());
  Eigen::Index row = 0;
  for (const BeamElement& e : frame.elements) {
    const BeamSection& s = frame.sections[static_cast<std::size_t>(e.section)];
    const Mat3 axes = beam_axes(frame, e);
    Eigen::MatrixXd u(12, q.cols());
    u << q.middleRows<6>(6 * e.a), q.middleRows<6>(6 * e.b);
    const Eigen::MatrixXd f = beam_stiffness(s, e.E, e.G, length_of(frame, e)) * (to_element(axes) * u);
    for (int end = 0; end < 2; ++end)
      for (const SectionPoint& p : s.points) {
        const double sign = end == 0 ? -1.0 : 1.0;
        const auto force = [&](int k) { return sign * f.row(6 * end + k); };
        Eigen::MatrixXd local(3, q.cols());
        local << force(0) / s.A + force(4) * p.z / s.Iy - force(5) * p.y / s.Iz, force(3) * p.tau_y, force(3) * p.tau_z;
        out.shapes.middleRows<6>(row) = (stress_in_part(axes) * local).cast<float>();
        out.node.push_back(end == 0 ? e.a : e.b);
        out.place.push_back(fmt::format("{}, {}", e.name, p.place));
        row += 6;
      }
  }
  return out;
}

}  // namespace

Mat3 beam_axes(const BeamFrame& frame, const BeamElement& element) {
  const Vec3 along = frame.nodes.col(element.b) - frame.nodes.col(element.a);
  const double length = along.norm(), size = frame.nodes.cwiseAbs().maxCoeff();
  if (!(length > 1e-12 * size)) throw Error(ExitCode::bad_model, fmt::format("element {} has no length", element.name));
  const Vec3 x = along / length, across = element.up.cross(x);
  constexpr double parallel = 1e-6;
  if (!(across.norm() > parallel * element.up.norm()))
    throw Error(ExitCode::bad_model, fmt::format("element {} points along its `up`", element.name));
  const Vec3 y = across.normalized();
  Mat3 axes;
  axes << x.transpose(), y.transpose(), x.cross(y).transpose();
  return axes;
}

Matrix12 beam_stiffness(const BeamSection& s, double E, double G, double length) {
  Matrix12 k = Matrix12::Zero();
  const auto spring = [&](int i, double stiffness) {
    k(i, i) = k(i + 6, i + 6) = stiffness;
    k(i, i + 6) = k(i + 6, i) = -stiffness;
  };
  spring(0, E * s.A / length);
  spring(3, G * s.J / length);
  const Eigen::Matrix4d y = bending_stiffness(E * s.Iz, length, shear_factor(E, s.Iz, G, s.Ay, length));
  const Eigen::Matrix4d z = bending_stiffness(E * s.Iy, length, shear_factor(E, s.Iy, G, s.Az, length));
  for (std::size_t r = 0; r < 4; ++r)
    for (std::size_t c = 0; c < 4; ++c) {
      const auto i = static_cast<Eigen::Index>(r), j = static_cast<Eigen::Index>(c);
      k(in_y[r], in_y[c]) = y(i, j);
      k(in_z[r], in_z[c]) = sign_z[r] * sign_z[c] * z(i, j);
    }
  return k;
}

Eigen::Matrix<double, 6, 12> beam_shapes(const BeamSection& s, double E, double G, double length, double xi) {
  Eigen::Matrix<double, 6, 12> out = Eigen::Matrix<double, 6, 12>::Zero();
  for (const int i : {0, 3}) {
    out(i, i) = 1.0 - xi;
    out(i, i + 6) = xi;
  }
  const auto y = bending_shapes(length, shear_factor(E, s.Iz, G, s.Ay, length), xi);
  const auto z = bending_shapes(length, shear_factor(E, s.Iy, G, s.Az, length), xi);
  for (std::size_t c = 0; c < 4; ++c) {
    const auto j = static_cast<Eigen::Index>(c);
    out(1, in_y[c]) = y(0, j);
    out(5, in_y[c]) = y(1, j);
    out(2, in_z[c]) = sign_z[c] * z(0, j);
    out(4, in_z[c]) = -sign_z[c] * z(1, j);
  }
  return out;
}

DiscretePart assemble(BeamFrame frame) {
  DiscretePart part;
  part.name = frame.name;
  part.source = frame.source;
  part.labels = frame.labels;
  part.nodes = frame.nodes;
  number_dofs(part, 6);
  Entries entries;
  for (const BeamElement& e : frame.elements) add_stiffness(frame, e, entries);
  part.K.resize(6 * part.node_count(), 6 * part.node_count());
  part.K.setFromTriplets(entries.begin(), entries.end());
  add_masses(frame, part);
  for (const BeamElement& e : frame.elements) {
    part.surface.lines.push_back({e.a, e.b});
    part.surface.radii.push_back(frame.sections[static_cast<std::size_t>(e.section)].radius);
  }
  const auto shared = std::make_shared<const BeamFrame>(std::move(frame));
  part.stress = [shared](const Eigen::MatrixXd& q) { return beam_stress(*shared, q); };
  return part;
}

}  // namespace alembert::flexible
