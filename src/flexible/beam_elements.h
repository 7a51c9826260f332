// Frames of straight beams: Timoshenko's stiffness, exact for loads at nodes, and masses at points.
//
// In an element's axes, xi = x/L, Phi = 12 E Iz / (G A_y L^2) (likewise for z with Iy, A_z; theta_y = -w'):
//
//   v = N v_1, ...:  N1 = (1 - 3 xi^2 + 2 xi^3 + Phi (1 - xi))/(1 + Phi),   N2 = L (xi - 2 xi^2 + xi^3 + Phi/2 (xi - xi^2))/(1 + Phi),
//                    N3 = (3 xi^2 - 2 xi^3 + Phi xi)/(1 + Phi),              N4 = L (-xi^2 + xi^3 - Phi/2 (xi - xi^2))/(1 + Phi)
//   theta_z:         H1 = -H3 = 6 (xi^2 - xi)/(L (1 + Phi)),  H2 = (1 - 4 xi + 3 xi^2 + Phi (1 - xi))/(1 + Phi),
//                    H4 = (3 xi^2 - 2 xi + Phi xi)/(1 + Phi)
//   u, theta_x:      linear
//
// (Przemieniecki, Theory of Matrix Structural Analysis, 1968, ch. 5 and 11). The mass of a section is put at four
// points y = +-sqrt(2 Iz/A), z = +-sqrt(2 Iy/A), which have its mass and moments of inertia and move by u + theta x d;
// sections stand at the four Gauss points, which integrate the products of the shapes (degree 6) exactly.
#pragma once

#include <string>
#include <vector>

#include "flexible/beam_sections.h"
#include "flexible/discrete_part.h"

namespace alembert::flexible {

struct BeamElement {
  int a = 0, b = 0;  // nodes, by index
  int section = 0;   // index
  double E = 0.0, G = 0.0, density = 0.0;
  Vec3 up = Vec3::UnitZ();  // the section's z is as near to it as being across the beam allows
  std::string name;         // in places of stress and messages
};

struct PointMass {
  int node = 0;
  double mass = 0.0;
};

struct BeamFrame {
  std::string name, source;
  std::vector<int> labels;
  Eigen::Matrix3Xd nodes;
  std::vector<BeamSection> sections;
  std::vector<BeamElement> elements;
  std::vector<PointMass> masses;
};

// Rows are the axes of an element: x from a to b, and the section's y and z. Throws Error(ExitCode::bad_model) for an
// element without length, or along its `up`.
Mat3 beam_axes(const BeamFrame& frame, const BeamElement& element);

using Matrix12 = Eigen::Matrix<double, 12, 12>;
// In the element's axes; coordinates u, v, w, theta_x, theta_y, theta_z of both ends.
Matrix12 beam_stiffness(const BeamSection& section, double E, double G, double length);
// u and theta of the section at xi.
Eigen::Matrix<double, 6, 12> beam_shapes(const BeamSection& section, double E, double G, double length, double xi);

// Six coordinates a node, in the order of the nodes.
DiscretePart assemble(BeamFrame frame);

}  // namespace alembert::flexible
