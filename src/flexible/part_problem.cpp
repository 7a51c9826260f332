#include <fmt/format.h>

#include <cmath>
#include <set>

#include "flexible/part_file.h"

namespace alembert::flexible {
namespace {

using Size = Eigen::Index;

std::string sizes_problem(const Part& p) {
  const Size m = p.omega.size(), n = p.nodes.cols();
  if (p.mu.size() != m || static_cast<Size>(p.P1.size()) != m || static_cast<Size>(p.P2.size()) != m * m ||
      p.N_rotary.cols() != m)
    return "the numbers of modes in omega, mu, P1, P2 and N_rotary differ";
  if (static_cast<Size>(p.labels.size()) != n) return "there are not as many labels as nodes";
  if (p.shapes.rows() != 3 * n || p.shapes.cols() != m) return "the shapes do not fit the nodes and modes";
  if (p.lumped.cols() != 0 && p.lumped.cols() != n) return "there are not as many lumped masses as nodes";
  if (p.rotations.rows() != 3 * n || p.rotations.cols() != m) return "the rotations do not fit the nodes and modes";
  for (const PartFrame& frame : p.frames)
    if (frame.Phi.cols() != m || frame.Theta.cols() != m)
      return fmt::format("the shapes of frame `{}` do not fit the modes", frame.name);
  for (const LoadCase& load : p.loads)
    if (load.p.size() != m) return fmt::format("load case `{}` does not fit the modes", load.name);
  const StressShapes& s = p.stress;
  const auto points = static_cast<Size>(s.node.size());
  if (!s.place.empty() && static_cast<Size>(s.place.size()) != points)
    return "the places of stress do not fit its points";
  if (s.shapes.rows() != 6 * points || (points > 0 && s.shapes.cols() != m))
    return "the stress shapes do not fit points and modes";
  if (p.surface.radii.size() != p.surface.lines.size()) return "there are not as many radii as lines to draw";
  return "";
}

std::string index_problem(const Part& p) {
  const auto n = static_cast<int>(p.nodes.cols());
  const auto outside = [n](int i) { return i < 0 || i >= n; };
  for (const auto& t : p.surface.triangles)
    if (outside(t[0]) || outside(t[1]) || outside(t[2])) return "a triangle to draw names a node that is not there";
  for (const auto& t : p.surface.lines)
    if (outside(t[0]) || outside(t[1])) return "a line to draw names a node that is not there";
  for (const int i : p.stress.node)
    if (outside(i)) return "a point of stress names a node that is not there";
  std::set<std::string> names;
  for (const PartFrame& frame : p.frames)
    if (frame.name.empty() || !names.insert(frame.name).second)
      return fmt::format("two frames are called `{}`", frame.name);
  names.clear();
  for (const LoadCase& load : p.loads)
    if (load.name.empty() || !names.insert(load.name).second)
      return fmt::format("two load cases are called `{}`", load.name);
  if (std::set<int>(p.labels.begin(), p.labels.end()).size() != p.labels.size()) return "two nodes have one label";
  return "";
}

std::string finite_problem(const Part& p) {
  bool fine = std::isfinite(p.mass) && p.centre.allFinite() && p.P0.allFinite() && p.J0.allFinite() &&
              p.rotary.allFinite() && p.omega.allFinite() && p.mu.allFinite() && p.N_rotary.allFinite() &&
              p.nodes.allFinite() && p.shapes.allFinite() && p.rotations.allFinite() && p.lumped.allFinite() &&
              p.stress.shapes.allFinite();
  for (const Mat3& P : p.P1) fine = fine && P.allFinite();
  for (const Mat3& P : p.P2) fine = fine && P.allFinite();
  for (const PartFrame& f : p.frames) fine = fine && f.at.allFinite() && f.Phi.allFinite() && f.Theta.allFinite();
  for (const LoadCase& l : p.loads) fine = fine && l.p.allFinite() && l.force.allFinite() && l.torque.allFinite();
  for (const double r : p.surface.radii) fine = fine && std::isfinite(r);
  return fine ? "" : "it holds numbers that are not finite";
}

// The masses of the modes are the traces of P2, and bodies rely on it. Rotary inertia of nodes is in mu alone, so that
// with it there is no such rule.
std::string mass_problem(const Part& p) {
  if (!(p.mass > 0.0)) return fmt::format("its mass is {:g} kg", p.mass);
  const Size m = p.omega.size();
  for (Size k = 0; k < m; ++k) {
    if (!(p.mu[k] > 0.0)) return fmt::format("the mass of mode {} is {:g} kg", k + 1, p.mu[k]);
    if (!(p.omega[k] > 0.0)) return fmt::format("the frequency of mode {} is {:g} rad/s", k + 1, p.omega[k]);
    if (k > 0 && p.omega[k] < p.omega[k - 1]) return "its modes are not in order of frequency";
  }
  constexpr double accuracy = 1e-6;  // of stored masses: far above rounding, far below any use
  if ((p.J0 - p.J0.transpose()).norm() > accuracy * p.J0.norm()) return "its moment of inertia J0 is not symmetric";
  if (p.rotary.norm() == 0.0 && p.N_rotary.norm() == 0.0)
    for (Size k = 0; k < m; ++k)
      for (Size l = 0; l < m; ++l) {
        const double trace = p.P2[static_cast<std::size_t>(k * m + l)].trace();
        if (std::abs(trace - (k == l ? p.mu[k] : 0.0)) > accuracy * std::sqrt(p.mu[k] * p.mu[l]))
          return fmt::format("P2 of modes {} and {} does not fit their masses", k + 1, l + 1);
      }
  return "";
}

}  // namespace

std::string problem_of(const Part& part) {
  for (const auto& problem : {sizes_problem, index_problem, finite_problem, mass_problem})
    if (std::string text = problem(part); !text.empty()) return text;
  return "";
}

}  // namespace alembert::flexible
