#include "flexible/given_inertia.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <cmath>

#include "base/error.h"
#include "math/so3.h"

namespace alembert::flexible {
namespace {

using Eigen::MatrixXd;
using so3::hat;

[[noreturn]] void refuse_inertia(const std::string& message) { throw Error(ExitCode::bad_model, message); }

// sum m X x Phi, from P1 = sum m Phi X^T.
Vec3 moment_of(const Mat3& P1) { return {P1(2, 1) - P1(1, 2), P1(0, 2) - P1(2, 0), P1(1, 0) - P1(0, 1)}; }

struct Invariants {
  Eigen::Matrix3Xd I3, N_rotary;
  std::vector<Mat3> P1, P2;
  MatrixXd M;
};

Invariants about_centre(const GivenInertia& given) {
  const auto m = static_cast<std::size_t>(given.M.cols());
  Invariants out{given.I3, Eigen::Matrix3Xd(3, given.M.cols()), {}, {}, given.M};
  for (std::size_t k = 0; k < m; ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    const Vec3 I3 = given.I3.col(column);
    const Mat3 A = given.I8[k] + hat(given.centre) * hat(I3);
    out.P1.push_back(0.5 * A.trace() * Mat3::Identity() - A);
    out.N_rotary.col(column) = given.I4.col(column) - given.centre.cross(I3) - moment_of(out.P1.back());
  }
  for (const Mat3& I9 : given.I9) out.P2.push_back((I9 - 0.5 * I9.trace() * Mat3::Identity()).transpose());
  return out;
}

// The modal masses contain the traces of P2, and what rotary inertia adds.
void check_masses(const Invariants& inv) {
  const Eigen::Index m = inv.M.cols();
  constexpr double accuracy = 1e-6;
  if (!((inv.M - inv.M.transpose()).norm() <= accuracy * inv.M.norm()))
    refuse_inertia("the modal mass matrix is not symmetric");
  for (Eigen::Index k = 0; k < m; ++k) {
    const double trace = inv.P2[static_cast<std::size_t>(k * m + k)].trace();
    if (!(inv.M(k, k) > 0.0) || !(trace >= -accuracy * inv.M(k, k)) || !(trace <= (1.0 + accuracy) * inv.M(k, k)))
      refuse_inertia(
          fmt::format("the mass of mode {} is {:g} kg, and invariant 9 says {:g} kg", k + 1, inv.M(k, k), trace));
  }
}

// Into mean axes; returns t and r of each shape, six rows.
Eigen::Matrix<double, 6, Eigen::Dynamic> take_out_rigid_motions(const GivenInertia& given, Invariants& inv) {
  const Eigen::Index m = inv.M.cols();
  Eigen::Matrix<double, 6, Eigen::Dynamic> motion(6, m);
  const Eigen::LLT<Mat3> J0(given.J0);
  for (Eigen::Index k = 0; k < m; ++k) {
    const Vec3 I4 = inv.N_rotary.col(k) + moment_of(inv.P1[static_cast<std::size_t>(k)]);
    motion.col(k) << inv.I3.col(k) / given.mass, J0.solve(I4);
  }
  const double size = std::sqrt(given.J0.trace() / given.mass);
  const double spin = size * motion.bottomRows<3>().norm(), rotary = inv.N_rotary.norm();
  if (spin > 1e-9 * std::sqrt(inv.M.trace() / given.mass) &&
      rotary > 1e-6 * size * std::sqrt(given.mass * inv.M.trace()))
    refuse_inertia(
        "the nodes have rotary inertia, and the shapes turn the part as a whole: that takes the masses of nodes "
        "(RECORD "
        "GROUP 11)");
  const Mat3 P0 = 0.5 * given.J0.trace() * Mat3::Identity() - given.J0;
  const Invariants was = inv;
  for (Eigen::Index k = 0; k < m; ++k) {
    const Vec3 t = motion.col(k).head<3>(), r = motion.col(k).tail<3>();
    const auto at = static_cast<std::size_t>(k);
    inv.P1[at] -= hat(r) * P0;
    for (Eigen::Index l = 0; l < m; ++l) {
      const Vec3 t_l = motion.col(l).head<3>(), r_l = motion.col(l).tail<3>();
      const auto of_l = static_cast<std::size_t>(l);
      inv.P2[at * static_cast<std::size_t>(m) + of_l] +=
          given.mass * t * t_l.transpose() - was.I3.col(k) * t_l.transpose() - t * was.I3.col(l).transpose() +
          was.P1[at] * hat(r_l) - hat(r) * was.P1[of_l].transpose() - hat(r) * P0 * hat(r_l);
      inv.M(k, l) -= given.mass * t.dot(t_l) + r.dot(given.J0 * r_l);
    }
  }
  return motion;
}

Invariants combined(const Invariants& inv, const MatrixXd& W) {
  const Eigen::Index m = W.rows(), count = W.cols();
  Invariants out{inv.I3 * W, inv.N_rotary * W, std::vector<Mat3>(static_cast<std::size_t>(count), Mat3::Zero()),
                 std::vector<Mat3>(static_cast<std::size_t>(count * count)), W.transpose() * inv.M * W};
  for (Eigen::Index j = 0; j < count; ++j)
    for (Eigen::Index k = 0; k < m; ++k)
      out.P1[static_cast<std::size_t>(j)] += W(k, j) * inv.P1[static_cast<std::size_t>(k)];
  MatrixXd entry(m, m);
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) {
      for (Eigen::Index k = 0; k < m; ++k)
        for (Eigen::Index l = 0; l < m; ++l) entry(k, l) = inv.P2[static_cast<std::size_t>(k * m + l)](a, b);
      const MatrixXd both = W.transpose() * entry * W;
      for (Eigen::Index k = 0; k < count; ++k)
        for (Eigen::Index l = 0; l < count; ++l) out.P2[static_cast<std::size_t>(k * count + l)](a, b) = both(k, l);
    }
  return out;
}

// The largest displacement of a node becomes 1 m; where nodes hardly move (a beam that twists), the root of its mean
// square, which is mu / mass.
void scale_columns(const MatrixXd& Phi, double mass, const MatrixXd& M, MatrixXd& W) {
  for (Eigen::Index k = 0; k < Phi.cols(); ++k) {
    double largest = std::sqrt(M(k, k) / mass), component = 0.0;
    for (Eigen::Index i = 0; i < Phi.rows(); i += 6) {
      const Vec3 u = Phi.col(k).segment<3>(i);
      largest = std::max(largest, u.norm());
      for (int c = 0; c < 3; ++c)  // the first of those that are equal but for rounding
        if (std::abs(u[c]) > (1.0 + 1e-6) * std::abs(component)) component = u[c];
    }
    W.col(k) /= component < 0.0 ? -largest : largest;
  }
}

void check_whole(const GivenInertia& given, const MatrixXd& stiffness) {
  if (!(given.mass > 0.0)) refuse_inertia("the part has no mass");
  if (!((given.J0 - given.J0.transpose()).norm() <= 1e-6 * given.J0.norm()))
    refuse_inertia("the moments of inertia of the whole are not symmetric");
  if (!(Eigen::SelfAdjointEigenSolver<Mat3>(given.J0).eigenvalues()[0] > 0.0))
    refuse_inertia("the moments of inertia of the whole are not positive");
  if (!((stiffness - stiffness.transpose()).norm() <= 1e-6 * stiffness.norm()))
    refuse_inertia("the stiffness between the shapes is not symmetric");
}

}  // namespace

Part part_of_inertia(const DiscretePart& discrete, const MatrixXd& shapes, const MatrixXd& stiffness,
                     const GivenInertia& given, const std::vector<Interface>& frames) {
  check_whole(given, stiffness);
  Invariants inv = about_centre(given);
  check_masses(inv);
  MatrixXd Phi = shapes;
  Part part;
  int dropped = 0;
  if (given.in_modes) {
    part.omega = stiffness.diagonal().cwiseQuotient(given.M.diagonal()).cwiseSqrt();
  } else {
    const Eigen::VectorXd before = inv.M.diagonal();
    Phi -= rigid_shapes(discrete, given.centre) * take_out_rigid_motions(given, inv);
    OrthogonalModes modes = orthogonal_modes(before, inv.M, stiffness);
    scale_columns(Phi * modes.W, given.mass, modes.W.transpose() * inv.M * modes.W, modes.W);
    inv = combined(inv, modes.W);
    Phi = (Phi * modes.W).eval();
    part.omega = modes.omega;
    dropped = static_cast<int>(shapes.cols() - Phi.cols());
  }
  if (!(part.omega.size() > 0 && part.omega[0] > 1e-6 * part.omega[part.omega.size() - 1]))
    refuse_inertia("a shape that deforms the part has no stiffness");
  part.name = discrete.name;
  part.source = discrete.source;
  part.mass = given.mass;
  part.centre = given.centre;
  part.J0 = 0.5 * (given.J0 + given.J0.transpose());
  part.P0 = 0.5 * part.J0.trace() * Mat3::Identity() - part.J0;
  part.mu = inv.M.diagonal();
  part.P1 = std::move(inv.P1);
  part.P2 = std::move(inv.P2);
  part.N_rotary = inv.N_rotary;
  part.labels = discrete.labels;
  part.nodes = discrete.nodes.colwise() - part.centre;
  part.shapes.resize(3 * part.nodes.cols(), Phi.cols());
  part.rotations.resize(3 * part.nodes.cols(), Phi.cols());
  for (Eigen::Index i = 0; i < part.nodes.cols(); ++i) {
    part.shapes.middleRows<3>(3 * i) = Phi.middleRows<3>(6 * i);
    part.rotations.middleRows<3>(3 * i) = Phi.middleRows<3>(6 * i + 3);
  }
  for (const Interface& frame : frames) part.frames.push_back(frame_of(discrete, frame, false, Phi, part));
  part.notes = discrete.notes;
  note_masses(part);
  note_modes(part, dropped);
  return part;
}

GivenInertia inertia_of(const Part& part) {
  GivenInertia out;
  out.mass = part.mass;
  out.centre = part.centre;
  out.J0 = part.J0;
  out.M = part.mu.asDiagonal();
  out.I3.setZero(3, part.modes());
  out.I4 = part.N_rotary;
  for (std::size_t k = 0; k < part.P1.size(); ++k) {
    const Mat3& P1 = part.P1[k];
    out.I4.col(static_cast<Eigen::Index>(k)) += moment_of(P1);
    out.I8.push_back(P1.trace() * Mat3::Identity() - P1);
  }
  for (const Mat3& P2 : part.P2) out.I9.push_back(P2.transpose() - P2.trace() * Mat3::Identity());
  out.in_modes = true;
  return out;
}

}  // namespace alembert::flexible
