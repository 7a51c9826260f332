#include "flexible/reduction.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <cmath>
#include <map>
#include <numbers>

#include "base/error.h"
#include "flexible/invariants.h"
#include "flexible/raw_modes.h"
#include "math/so3.h"

namespace alembert::flexible {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

[[noreturn]] void refuse(const std::string& message) { throw Error(ExitCode::bad_model, message); }

double hertz(double omega) { return omega / (2.0 * std::numbers::pi); }

void check_pieces(const DiscretePart& part) {
  const std::vector<int> piece = connected_pieces(part);
  std::map<int, std::pair<int, int>> pieces;  // how many nodes, and the first of them
  for (std::size_t i = 0; i < piece.size(); ++i) ++pieces.try_emplace(piece[i], 0, part.labels[i]).first->second.first;
  if (pieces.size() == 1) return;
  constexpr std::size_t most_shown = 5;
  std::string list;
  for (const auto& [number, nodes] : pieces)
    if (static_cast<std::size_t>(number) < most_shown)
      list += fmt::format("{}{} nodes with node {}", number == 0 ? "" : ", ", nodes.first, nodes.second);
  refuse(fmt::format("the part is not in one piece, but in {}: {}{}", pieces.size(), list,
                     pieces.size() > most_shown ? " and so on" : ""));
}

// What K does to rigid motions: nothing, if it is that of a free body.
struct RigidCheck {
  double resistance = 0.0;  // largest |K D| over largest |K|, for turns of 1 over the part's size
  double frequency = 0.0;   // highest of six, rad/s
};

RigidCheck check_rigid(const DiscretePart& part, const Sparse& M, const MatrixXd& D) {
  const double largest = part.K.coeffs().cwiseAbs().maxCoeff();
  const double size = std::max(1e-300, D.rightCols(3).cwiseAbs().maxCoeff());
  MatrixXd KD = part.K * D;
  const MatrixXd stiffness = D.transpose() * KD, mass = D.transpose() * (M * D);
  RigidCheck out;
  KD.rightCols(3) /= size;
  out.resistance = KD.cwiseAbs().maxCoeff() / largest;
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(0.5 * (stiffness + stiffness.transpose()), mass);
  if (solver.info() != Eigen::Success)
    refuse("the part has no inertia about one of its axes: its masses lie in a line");
  out.frequency = std::sqrt(solver.eigenvalues().cwiseAbs().maxCoeff());
  return out;
}

// Phi and omega^2 of mean axes, and how many columns were dropped.
struct MeanAxesModes {
  MatrixXd Phi;
  VectorXd omega;
  int dropped = 0;
};

// B^T A B, for a symmetric A.
MatrixXd gram(const MatrixXd& B, const Sparse& A) {
  const MatrixXd AB = A * B;
  MatrixXd out(B.cols(), B.cols());
  out.triangularView<Eigen::Lower>() = B.transpose() * AB;
  out.triangularView<Eigen::StrictlyUpper>() = out.transpose();
  return out;
}

// `stiffness_of` gives B^T K B.
MeanAxesModes mean_axes(const Sparse& M, const MatrixXd& D, MatrixXd B,
                        const std::function<MatrixXd(const MatrixXd&)>& stiffness_of) {
  if (B.cols() == 0) refuse("the part has no modes: give it interfaces, or ask for free modes");
  const MatrixXd MD = M * D;
  const VectorXd before = B.cwiseProduct(M * B).colwise().sum().transpose();
  B.noalias() -= D * (D.transpose() * MD).ldlt().solve(MD.transpose() * B);
  const OrthogonalModes modes = orthogonal_modes(before, gram(B, M), stiffness_of(B));
  return {B * modes.W, modes.omega, static_cast<int>(B.cols() - modes.W.cols())};
}

// Displacements (or rotations, from = 3) of the nodes.
MatrixXd node_rows(const DiscretePart& part, const MatrixXd& Phi, int from) {
  MatrixXd out = MatrixXd::Zero(3 * part.node_count(), Phi.cols());
  for (int i = 0; i < part.node_count(); ++i)
    for (int c = 0; c < 3; ++c)
      if (const int dof = part.dofs(from + c, i); dof >= 0) out.row(3 * i + c) = Phi.row(dof);
  return out;
}

// Largest displacement 1 m, of a node or a point with mass (nodes of a beam stand still where it twists), largest
// component positive.
void scale_modes(const DiscretePart& part, MatrixXd& Phi) {
  const auto largest = [](const MatrixXd& u, Eigen::Index k) {
    return Eigen::Map<const Eigen::Matrix3Xd>(u.col(k).data(), 3, u.rows() / 3).colwise().norm().maxCoeff();
  };
  const MatrixXd nodes = node_rows(part, Phi, 0);
  const MatrixXd points = part.masses.S.size() > 0 ? MatrixXd(part.masses.S * Phi) : nodes;
  for (Eigen::Index k = 0; k < Phi.cols(); ++k) {
    const double at_nodes = largest(nodes, k), at_points = largest(points, k);
    const MatrixXd& u = at_nodes > at_points ? nodes : points;
    // The first of those that are equal but for rounding, as in shapes with a symmetry.
    const double high = (1.0 - 1e-6) * u.col(k).cwiseAbs().maxCoeff();
    Eigen::Index row = 0;
    while (std::abs(u(row, k)) < high) ++row;
    const double length = std::max(at_nodes, at_points);
    Phi.col(k) /= u(row, k) < 0.0 ? -length : length;
  }
}

// Rotations of nodes: their own, or those of their neighbours' mean motion where they have none.
MatrixXd node_rotations(const DiscretePart& part, const MatrixXd& Phi, const MatrixXd& shapes) {
  MatrixXd out = node_rows(part, Phi, 3);
  const std::vector<int> node = nodes_of_coordinates(part);
  std::vector<int> last(static_cast<std::size_t>(part.node_count()), -1);
  for (int i = 0; i < part.node_count(); ++i) {
    if (part.has_rotations(i) || part.dofs(0, i) < 0) continue;
    std::vector<int> around;
    for (Sparse::InnerIterator it(part.K, part.dofs(0, i)); it; ++it) {
      const int j = node[static_cast<std::size_t>(it.row())];
      if (std::exchange(last[static_cast<std::size_t>(j)], i) != i) around.push_back(j);
    }
    out.middleRows<3>(3 * i) = turn_of(part, around, shapes);
  }
  return out;
}

LoadCase load_of(const DiscreteLoad& load, const MatrixXd& Phi, const MatrixXd& D) {
  const VectorXd resultant = D.transpose() * load.F;
  return {load.name, Phi.transpose() * load.F, resultant.head<3>(), resultant.tail<3>()};
}

// The part of modes in mean axes: scaled, with all that follows from them.
Part finish(const DiscretePart& discrete, const std::vector<Interface>& interfaces,
            const std::vector<Interface>& frames, const std::vector<DiscreteLoad>& loads, const MeanAxesModes& modes,
            const Sparse& M, const MatrixXd& D, const Progress& progress) {
  MatrixXd Phi = modes.Phi;
  scale_modes(discrete, Phi);
  Part part;
  part.name = discrete.name;
  part.source = discrete.source;
  part.omega = modes.omega;
  if (progress) progress("masses of modes");
  set_invariants(part, discrete, Phi);
  part.labels = discrete.labels;
  part.nodes = discrete.nodes.colwise() - part.centre;
  part.shapes = node_rows(discrete, Phi, 0);
  part.rotations = node_rotations(discrete, Phi, part.shapes);
  part.lumped = lumped_masses(discrete, M);
  for (const Interface& interface : interfaces) part.frames.push_back(frame_of(discrete, interface, true, Phi, part));
  for (const Interface& frame : frames) part.frames.push_back(frame_of(discrete, frame, false, Phi, part));
  for (const DiscreteLoad& load : loads) part.loads.push_back(load_of(load, Phi, D));
  part.surface = discrete.surface;
  if (discrete.stress) {
    if (progress) progress("stresses of modes");
    part.stress = discrete.stress(Phi);
  }
  part.notes = discrete.notes;
  return part;
}

std::string text_of(const Vec3& v) { return fmt::format("({:.6g}, {:.6g}, {:.6g})", v[0], v[1], v[2]); }

void refuse_supports(const RigidCheck& rigid) {
  if (!(rigid.resistance < 1e-6))
    refuse(
        fmt::format("the stiffness resists rigid motions ({:.1e} of its largest entry): supports and springs to the "
                    "ground do not belong to a part",
                    rigid.resistance));
}

void refuse_mechanism(const RigidCheck& rigid, double omega_1) {
  if (!(rigid.frequency < 1e-3 * omega_1))
    refuse(
        fmt::format("the part can be deformed without effort ({:.3g} Hz, where rigid motions have {:.3g} Hz): it is a "
                    "mechanism, or pieces of it are loose",
                    hertz(omega_1), hertz(rigid.frequency)));
}

// Shapes of mass 1 that are modes already, in order, stay as they are: modes of one frequency would be mixed anew.
bool are_modes(const MatrixXd& mass, const MatrixXd& K) {
  constexpr double rounding = 1e-9;
  for (Eigen::Index k = 0; k < K.cols(); ++k) {
    if (!(K(k, k) > 0.0) || !(mass(k, k) > 0.0) || (k > 0 && K(k, k) < K(k - 1, k - 1))) return false;
    for (Eigen::Index l = 0; l < k; ++l)
      if (!(std::abs(mass(k, l)) < rounding) || !(std::abs(K(k, l)) < rounding * std::sqrt(K(k, k) * K(l, l))))
        return false;
  }
  return true;
}

}  // namespace

OrthogonalModes orthogonal_modes(const VectorXd& before, MatrixXd mass, const MatrixXd& K) {
  // Of a column that is a rigid motion, as all static shapes of a single interface are, nothing is left but rounding.
  constexpr double rounding = 1e-10;
  VectorXd scale = VectorXd::Zero(mass.cols());
  for (Eigen::Index k = 0; k < mass.cols(); ++k)
    if (mass(k, k) > rounding * before[k] && mass(k, k) > 0.0) scale[k] = 1.0 / std::sqrt(mass(k, k));
  mass = (scale.asDiagonal() * (0.5 * (mass + mass.transpose())) * scale.asDiagonal()).eval();
  if (const MatrixXd scaled = scale.asDiagonal() * K * scale.asDiagonal(); are_modes(mass, scaled))
    return {MatrixXd(scale.asDiagonal()), scaled.diagonal().cwiseSqrt()};
  const Eigen::SelfAdjointEigenSolver<MatrixXd> gram(mass);
  constexpr double dependent = 1e-10;
  Eigen::Index kept = 0;
  while (kept < gram.eigenvalues().size() &&
         gram.eigenvalues().reverse()[kept] > dependent * gram.eigenvalues().reverse()[0])
    ++kept;
  if (kept == 0) refuse("the part has no modes: give it interfaces, or ask for free modes");
  const MatrixXd W = scale.asDiagonal() * gram.eigenvectors().rightCols(kept) *
                     gram.eigenvalues().tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
  MatrixXd stiffness = W.transpose() * K * W;
  stiffness = (0.5 * (stiffness + stiffness.transpose())).eval();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> modes(stiffness);
  if (const VectorXd& squares = modes.eigenvalues(); !(squares[0] > 0.0))
    refuse(
        fmt::format("the stiffness is not positive: a shape of the part has the square {:.3g} 1/s^2 of a frequency, "
                    "where the highest has {:.3g}",
                    squares[0], squares[squares.size() - 1]));
  return {W * modes.eigenvectors(), modes.eigenvalues().cwiseSqrt()};
}

PartFrame frame_of(const DiscretePart& discrete, const Interface& interface, bool is_interface, const MatrixXd& Phi,
                   const Part& part) {
  PartFrame out{interface.name, place_of(discrete, interface) - part.centre, {}, {}, is_interface, {}};
  const MatrixXd motion = frame_motion(discrete, interface) * Phi;
  out.Phi = motion.topRows<3>();
  out.Theta = motion.bottomRows<3>();
  if (interface.nodes.size() == 1 && !discrete.has_rotations(interface.nodes[0])) {
    out.Theta = part.rotations.middleRows<3>(3 * interface.nodes[0]);
    out.Phi -= so3::hat(out.at - part.nodes.col(interface.nodes[0])) * out.Theta;
  }
  return out;
}

void note_masses(Part& part) {
  const Vec3 moments = Eigen::SelfAdjointEigenSolver<Mat3>(part.J0).eigenvalues();
  part.notes.push_back(fmt::format("mass {:.6g} kg, centre of mass {} m, principal moments of inertia {} kg m^2",
                                   part.mass, text_of(part.centre), text_of(moments)));
}

void note_modes(Part& part, int dropped) {
  part.notes.push_back(
      fmt::format("{} modes kept, {:.6g} to {:.6g} Hz, {} dropped: rigid motions and what others make up", part.modes(),
                  hertz(part.omega[0]), hertz(part.omega[part.modes() - 1]), dropped));
  if (part.rotary.norm() == 0.0)
    part.notes.push_back(fmt::format("mean axes: P1 is symmetric to {:.1e}", asymmetry_of_P1(part)));
}

Part reduce(const DiscretePart& discrete, std::vector<Interface> interfaces, const std::vector<Interface>& frames,
            const std::vector<DiscreteLoad>& loads, const ReductionOptions& options, const Progress& progress) {
  for (Interface& interface : interfaces)
    if (interface.nodes.size() == 1) interface.kind = Interface::Kind::rigid;  // the same, and simpler
  check_pieces(discrete);
  const Sparse M = mass_matrix(discrete);
  const MassProperties whole = mass_properties(discrete);
  if (!(whole.mass > 0.0)) refuse("the part has no mass: give its material a density");
  const double asymmetry =
      Sparse(discrete.K - Sparse(discrete.K.transpose())).norm() / std::max(1e-300, discrete.K.norm());
  if (!(asymmetry < 1e-8)) refuse(fmt::format("the stiffness of the part is not symmetric ({:.1e})", asymmetry));
  const MatrixXd D = rigid_shapes(discrete, whole.centre);
  const RigidCheck rigid = check_rigid(discrete, M, D);
  refuse_supports(rigid);
  RawModes raw = (options.of_free ? free_modes : craig_bampton)(discrete, M, interfaces, loads, options, progress);
  if (progress) progress(fmt::format("mean axes of {} shapes", raw.B.cols()));
  const MeanAxesModes modes = mean_axes(M, D, std::move(raw.B), [&](const MatrixXd& B) { return gram(B, discrete.K); });
  Part part = finish(discrete, interfaces, frames, loads, modes, M, D, progress);
  refuse_mechanism(rigid, part.omega[0]);
  note_masses(part);
  part.notes.push_back(
      fmt::format("stiffness: symmetric to {:.1e}; rigid motions meet {:.1e} of it, their six frequencies are {:.1e} "
                  "of the seventh",
                  asymmetry, rigid.resistance, rigid.frequency / part.omega[0]));
  for (const std::string& note : raw.notes) part.notes.push_back(note);
  note_modes(part, modes.dropped);
  return part;
}

Part part_of_shapes(const DiscretePart& discrete, const MatrixXd& shapes, const MatrixXd& stiffness,
                    const std::vector<Interface>& frames) {
  const Sparse M = mass_matrix(discrete);
  const MassProperties whole = mass_properties(discrete);
  if (!(whole.mass > 0.0)) refuse("the part has no mass");
  const MatrixXd D = rigid_shapes(discrete, whole.centre);
  if (!((stiffness - stiffness.transpose()).norm() < 1e-6 * stiffness.norm()))
    refuse("the stiffness between the shapes is not symmetric");
  // Rigid motions work on nothing: taking them out of the shapes leaves the stiffness between these.
  const MeanAxesModes modes = mean_axes(M, D, shapes, [&](const MatrixXd&) { return stiffness; });
  if (!(modes.omega[0] > 1e-6 * modes.omega[modes.omega.size() - 1]))
    refuse("a shape that deforms the part has no stiffness");
  Part part = finish(discrete, {}, frames, {}, modes, M, D, {});
  note_masses(part);
  note_modes(part, modes.dropped);
  return part;
}

}  // namespace alembert::flexible
