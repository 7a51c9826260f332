#include "flexible/raw_modes.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/error.h"
#include "math/so3.h"

namespace alembert::flexible {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Sparse rows_beneath(const Sparse& upper, const Sparse& lower) {
  std::vector<Eigen::Triplet<double>> entries;
  for (const Sparse* block : {&upper, &lower})
    for (int j = 0; j < block->outerSize(); ++j)
      for (Sparse::InnerIterator it(*block, j); it; ++it)
        entries.emplace_back(it.row() + (block == &lower ? upper.rows() : 0), j, it.value());
  Sparse out(upper.rows() + lower.rows(), std::max(upper.cols(), lower.cols()));
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

// The six rigid shapes, about the centre, in the coordinates z of q = T z.
MatrixXd rigid_shapes_of_patches(const DiscretePart& part, const RigidPatches& patches) {
  const MatrixXd D = rigid_shapes(part, mass_properties(part).centre);
  // Columns of T of inner coordinates hold a single 1. Those of patches follow from least squares, since D = T D_z.
  MatrixXd Dz(patches.T.cols(), 6);
  for (int j = 0; j < patches.inner; ++j) Dz.row(j) = D.row(Sparse::InnerIterator(patches.T, j).row());
  const Eigen::Index boundary = patches.T.cols() - patches.inner;
  if (boundary > 0) {
    const Sparse Tb = patches.T.rightCols(boundary);
    const MatrixXd square = MatrixXd(Sparse(Tb.transpose() * Tb));
    Dz.bottomRows(boundary) = square.completeOrthogonalDecomposition().solve(MatrixXd(Tb.transpose() * D));
  }
  return Dz;
}

int rank_of(const MatrixXd& matrix) {
  if (matrix.rows() == 0) return 0;
  Eigen::ColPivHouseholderQR<MatrixXd> qr(matrix);
  qr.setThreshold(1e-8);  // of what is held: positions of nodes are good to far more
  return static_cast<int>(qr.rank());
}

std::string range_of(const VectorXd& squares) {
  if (squares.size() == 0) return "none";
  const auto hertz = [](double square) { return std::sqrt(std::max(square, 0.0)) / (2.0 * std::numbers::pi); };
  return fmt::format("{} ({:.6g} to {:.6g} Hz)", squares.size(), hertz(squares[0]), hertz(squares[squares.size() - 1]));
}

// The wanted number of modes above the `rigid` first, or all up to a frequency.
Modes wanted_modes(const ShiftedStiffness& A, int count, double up_to, int rigid, const Progress& progress) {
  Modes modes;
  if (up_to <= 0.0) {
    modes = A.lowest(count + (count > 0 ? rigid : 0), progress);
  } else {
    const double limit = std::pow(2.0 * std::numbers::pi * up_to, 2);
    for (int tried = 20;; tried *= 2) {
      const int enough = std::min(tried + rigid, A.freedoms());
      modes = A.lowest(enough, progress);
      if (enough == A.freedoms() || modes.squares[enough - 1] > limit) break;
    }
    Eigen::Index below = 0;
    while (below < modes.squares.size() && modes.squares[below] <= limit) ++below;
    modes.squares.conservativeResize(below);
    modes.shapes.conservativeResize(Eigen::NoChange, below);
  }
  const Eigen::Index kept = std::max<Eigen::Index>(0, modes.squares.size() - rigid);
  return {modes.squares.tail(kept).eval(), modes.shapes.rightCols(kept).eval()};
}

// Part of the mass in each direction that moves with the modes: sum (phi^T M D)^2 over D^T M D.
std::string effective_masses(const Modes& modes, const Sparse& M, const MatrixXd& D) {
  if (modes.squares.size() == 0) return "";
  const MatrixXd MD = M * D.leftCols(3);
  const MatrixXd participation = modes.shapes.transpose() * MD;
  std::string out = ", which hold";
  for (int c = 0; c < 3; ++c)
    out += fmt::format("{} {:.1f} % ({})", c > 0 ? "," : "",
                       100.0 * participation.col(c).squaredNorm() / D.col(c).dot(MD.col(c)), "xyz"[c]);
  return out + " of the mass between interfaces";
}

Sparse averaging_rows(const DiscretePart& part, const std::vector<Interface>& interfaces) {
  Sparse C(0, part.coordinates());
  for (const Interface& interface : interfaces)
    if (interface.kind == Interface::Kind::average) C = rows_beneath(C, frame_motion(part, interface));
  return C;
}

MatrixXd loads_with_modes(const std::vector<DiscreteLoad>& loads, Eigen::Index coordinates) {
  MatrixXd F(coordinates, 0);
  for (const DiscreteLoad& load : loads)
    if (load.with_mode) {
      F.conservativeResize(Eigen::NoChange, F.cols() + 1);
      F.rightCols(1) = load.F;
    }
  return F;
}

// z = (inner, patches): K and M split accordingly, and what averaging interfaces say of them.
struct Split {
  Sparse K_ii, K_ib, M_ii, C_i, C_b;
  MatrixXd D_i, D_b;
};

Split split(const DiscretePart& part, const Sparse& M, const RigidPatches& patches, const Sparse& C) {
  const int inner = patches.inner;
  const auto held = static_cast<int>(patches.T.cols()) - inner;
  const Sparse Ti = patches.T.leftCols(inner), Tb = patches.T.rightCols(held), Tit = Ti.transpose();
  const MatrixXd Dz = rigid_shapes_of_patches(part, patches);
  return {Tit * Sparse(part.K * Ti), Tit * Sparse(part.K * Tb), Tit * Sparse(M * Ti), C * Ti, C * Tb,
          Dz.topRows(inner),         Dz.bottomRows(held)};
}

// Which node a coordinate z belongs to: of a patch, one of its nodes.
Reports reports_of(const DiscretePart& part, const RigidPatches& patches, const Progress& progress) {
  return {progress, [&](int coordinate) {
            const auto row = static_cast<std::size_t>(Sparse::InnerIterator(patches.T, coordinate).row());
            return fmt::format("node {}", part.labels[static_cast<std::size_t>(nodes_of_coordinates(part)[row])]);
          }};
}

MatrixXd together(const MatrixXd& inner, const MatrixXd& held, const RigidPatches& patches) {
  MatrixXd z(inner.rows() + held.rows(), inner.cols());
  z << inner, held;
  return patches.T * z;
}

MatrixXd beside(const MatrixXd& left, const MatrixXd& right) {
  MatrixXd out(left.rows(), left.cols() + right.cols());
  out << left, right;
  return out;
}

}  // namespace

RawModes craig_bampton(const DiscretePart& part, const Sparse& M, const std::vector<Interface>& interfaces,
                       const std::vector<DiscreteLoad>& loads, const ReductionOptions& options,
                       const Progress& progress) {
  const RigidPatches patches = rigid_patches(part, interfaces);
  Split s = split(part, M, patches, averaging_rows(part, interfaces));
  const Eigen::Index inner = patches.inner, held = s.D_b.rows(), averaged = s.C_i.rows(), count = held + averaged;
  RawModes out;
  if (inner == 0) {
    out.B = MatrixXd(patches.T);
    out.notes.push_back(fmt::format("Craig-Bampton: {} motions of interfaces, which leave nothing else to move", held));
    return out;
  }
  const bool grounded = rank_of(s.D_b) == 6;
  const int loose = 6 - rank_of((MatrixXd(held + averaged, 6) << s.D_b, s.C_i * s.D_i + s.C_b * s.D_b).finished());
  if (progress) progress(fmt::format("order of {} coordinates", inner));
  const Reports reports = reports_of(part, patches, progress);
  const ShiftedStiffness A = grounded ? ShiftedStiffness(std::move(s.K_ii), s.M_ii, 0.0, s.C_i, reports)
                                      : suitably_shifted(s.K_ii, s.M_ii, s.C_i, loose, reports);
  if (progress) progress(fmt::format("{} static shapes", count));
  // Unit motions of patches, then of averages: K_ii u + K_ib u_b = C_i^T lambda, C_i u + C_b u_b = g
  MatrixXd f = MatrixXd::Zero(inner, count), g = MatrixXd::Zero(averaged, count);
  f.leftCols(held) = -MatrixXd(s.K_ib);
  g.leftCols(held) = -MatrixXd(s.C_b);
  g.rightCols(averaged).setIdentity();
  MatrixXd moved = MatrixXd::Zero(held, count);
  moved.leftCols(held).setIdentity();
  MatrixXd shapes = A.answers(f, g);
  const MatrixXd F = patches.T.leftCols(inner).transpose() * loads_with_modes(loads, part.coordinates());
  shapes = beside(shapes, A.answers(F, MatrixXd::Zero(averaged, F.cols())));
  const Modes modes = wanted_modes(A, options.fixed, options.up_to, loose, progress);
  out.B = together(beside(shapes, modes.shapes), beside(moved, MatrixXd::Zero(held, F.cols() + modes.squares.size())),
                   patches);
  out.notes.push_back(fmt::format("Craig-Bampton: {} static shapes of {} interfaces{}, {} modes with interfaces held{}",
                                  count, interfaces.size(), F.cols() > 0 ? fmt::format(", {} of loads", F.cols()) : "",
                                  range_of(modes.squares), effective_masses(modes, s.M_ii, s.D_i)));
  return out;
}

RawModes free_modes(const DiscretePart& part, const Sparse& M, const std::vector<Interface>& interfaces,
                    const std::vector<DiscreteLoad>& loads, const ReductionOptions& options, const Progress& progress) {
  const RigidPatches patches = rigid_patches(part, interfaces);
  const Sparse Tt = patches.T.transpose(), K = Tt * Sparse(part.K * patches.T), Mz = Tt * Sparse(M * patches.T);
  if (progress) progress(fmt::format("order of {} coordinates", K.rows()));
  const ShiftedStiffness A = suitably_shifted(K, Mz, Sparse(0, K.cols()), 6, reports_of(part, patches, progress));
  const Modes modes = wanted_modes(A, options.free, options.up_to, 6, progress);
  // Unit loads at interfaces, less what accelerates the whole part: F - M D (D^T M D)^-1 D^T F
  const MatrixXd D = rigid_shapes_of_patches(part, patches);
  const MatrixXd MD = Mz * D;
  const Eigen::LDLT<MatrixXd> rigid_mass(D.transpose() * MD);
  MatrixXd F = loads_with_modes(loads, part.coordinates());
  for (const Interface& interface : interfaces) {
    const MatrixXd unit = MatrixXd(frame_motion(part, interface).transpose());
    for (int c = 0; c < 6; ++c)
      if (unit.col(c).norm() > 0.0) F = beside(F, unit.col(c));
  }
  F = (Tt * F).eval();
  F -= (MD * rigid_mass.solve(D.transpose() * F)).eval();
  if (progress) progress(fmt::format("{} static shapes", F.cols()));
  const auto clean = [&](MatrixXd& u) { u -= (D * rigid_mass.solve(MD.transpose() * u)).eval(); };
  const MatrixXd shapes = A.answers(F, MatrixXd::Zero(0, F.cols()), clean);
  RawModes out;
  out.B = patches.T * beside(shapes, modes.shapes);
  out.notes.push_back(fmt::format("free modes: {}; {} static shapes of loads on {} interfaces", range_of(modes.squares),
                                  F.cols(), interfaces.size()));
  return out;
}

}  // namespace alembert::flexible
