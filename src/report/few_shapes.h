// The deformation of a body in few shapes, so that a page with it stays small.
//
// Phi xi(t) are displacements of nodes, V xi(t) what von Mises stress is the norm of (flexible/stress.h). With
//
//   G = Phi^T Phi / <|Phi xi|^2> + V^T V / <|V xi|^2> = L L^T,    L^T xi = U S W^T  (singular values)
//
// the first columns of U are the shapes that both need most: a = U_r^T L^T xi and xi ~ L^-T U_r a. As many are taken as
// keep the largest error of any displacement and any stress, at any time, below a bound, after the shapes are rounded
// to whole numbers of 16 bits.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

namespace alembert::report {

// Columns as whole numbers times a factor.
struct RoundedShapes {
  std::vector<std::int16_t> numbers;  // column by column
  std::vector<double> factors;
  Eigen::MatrixXd values() const;
};
RoundedShapes rounded(const Eigen::MatrixXd& shapes);

struct FewShapes {
  Eigen::MatrixXd basis;                                // modes x shapes
  Eigen::MatrixXd amplitudes;                           // shapes x times
  double displacement_error = 0.0, stress_error = 0.0;  // largest, of the largest displacement and stress
};
FewShapes few_shapes(const Eigen::MatrixXd& Phi, const Eigen::MatrixXd& V, const Eigen::MatrixXd& xi, double error);

}  // namespace alembert::report
