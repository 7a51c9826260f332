// Shape functions and integration points of solid elements.
//
//   tetrahedra, r s t >= 0, r + s + t <= 1:  corners L = (1 - r - s - t, r, s, t);  with middles L (2 L - 1), 4 L_a L_b
//   hexahedra, -1 <= r s t <= 1:             1/8 (1 + r r_a)(1 + s s_a)(1 + t t_a);  with middles
//                                            corners times (r r_a + s s_a + t t_a - 2), edges 1/4 (1 - r^2)(1 + s s_a)(1 + t t_a)
//   wedges, r s >= 0, r + s <= 1, -1 <= t <= 1:  L_a (1 +- t) / 2;  with middles  L_a ((2 L_a - 1)(1 +- t) - (1 - t^2)) / 2,
//                                            2 L_a L_b (1 +- t),  L_a (1 - t^2)
//
// Rules: tetrahedra with 1, 4 and 15 points (Stroud, Approximate Calculation of Multiple Integrals, 1971, T3 5-1),
// hexahedra with 2^3 and 3^3 Gauss points, wedges with 1, 3 or 7 points of a triangle times 2 or 3 Gauss points.
#pragma once

#include <vector>

#include "flexible/mesh.h"

namespace alembert::flexible {

struct ShapeValues {
  Eigen::VectorXd N;
  Eigen::Matrix3Xd dN;  // along r, s, t
};

ShapeValues shape_values(SolidKind kind, const Vec3& at);

struct IntegrationPoint {
  Vec3 at = Vec3::Zero();
  double weight = 0.0;
};
using Rule = std::vector<IntegrationPoint>;

// In the order of Abaqus and CalculiX: r changes first.
const Rule& stiffness_rule(SolidKind kind);
const Rule& mass_rule(SolidKind kind);
// Where stresses are taken from: as many points as corners, where they are most accurate; one for C3D4, two for C3D6.
const Rule& stress_rule(SolidKind kind);
// nodes x points of the stress rule: values at nodes of what is linear along the edges between the points.
const Eigen::MatrixXd& extrapolation(SolidKind kind);

}  // namespace alembert::flexible
