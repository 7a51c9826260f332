#include "flexible/solid_elements.h"

#include <fmt/format.h>

#include <Eigen/LU>

#include "base/error.h"
#include "flexible/solid_shapes.h"

namespace alembert::flexible {
namespace {

using Eigen::MatrixXd;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

Matrix6 elasticity(const SolidMaterial& material) {
  const double lambda = material.E * material.nu / ((1.0 + material.nu) * (1.0 - 2.0 * material.nu));
  const double G = material.E / (2.0 * (1.0 + material.nu));
  Matrix6 C = Matrix6::Zero();
  C.topLeftCorner<3, 3>().setConstant(lambda);
  C.diagonal() << lambda + 2.0 * G, lambda + 2.0 * G, lambda + 2.0 * G, G, G, G;
  return C;
}

Eigen::Matrix3Xd corners_of(const Mesh& mesh, const SolidElement& element) {
  Eigen::Matrix3Xd X(3, node_count_of(element.kind));
  for (Eigen::Index a = 0; a < X.cols(); ++a) X.col(a) = mesh.nodes.col(element.nodes[static_cast<std::size_t>(a)]);
  return X;
}

// Shape functions at a point, their slopes along x, y, z, and the volume of a unit of its weight.
struct AtPoint {
  Eigen::VectorXd N;
  Eigen::Matrix3Xd dN;
  double volume = 0.0;
};

AtPoint at_point(SolidKind kind, const Eigen::Matrix3Xd& X, const Vec3& at) {
  const ShapeValues shape = shape_values(kind, at);
  const Mat3 J = X * shape.dN.transpose();  // dX / d(r, s, t)
  return {shape.N, J.transpose().inverse() * shape.dN, J.determinant()};
}

bool positive_at(const SolidElement& element, const Eigen::Matrix3Xd& X, const Rule& rule, int& good) {
  bool all = true;
  for (const IntegrationPoint& p : rule) {
    const bool positive = (X * shape_values(element.kind, p.at).dN.transpose()).determinant() > 0.0;
    good += positive ? 1 : 0;
    all = all && positive;
  }
  return all;
}

// Is the volume positive where masses are integrated? It must be where the stiffness is.
bool check_volumes(const Mesh& mesh, const SolidElement& element, const Eigen::Matrix3Xd& X) {
  int good = 0;
  const bool of_masses = positive_at(element, X, mass_rule(element.kind), good);
  if (positive_at(element, X, stiffness_rule(element.kind), good) && (of_masses || has_middles(element.kind)))
    return of_masses;
  throw ModelError(
      {mesh.file, element.line, 0},
      fmt::format("element {} ({}) {}", element.label, name_of(element.kind),
                  good == 0 ? "has no volume, or is inside out: its nodes are in a wrong order, or coincide"
                            : "is distorted: its volume is not positive everywhere"));
}

MatrixXd strain_matrix(const Eigen::Matrix3Xd& dN) {
  MatrixXd B = MatrixXd::Zero(6, 3 * dN.cols());
  for (Eigen::Index a = 0; a < dN.cols(); ++a) {
    const double x = dN(0, a), y = dN(1, a), z = dN(2, a);
    B.middleCols<3>(3 * a) << x, 0, 0, 0, y, 0, 0, 0, z, y, x, 0, 0, z, y, z, 0, x;
  }
  return B;
}

void add_mean_dilatation(MatrixXd& B, const Eigen::Matrix3Xd& dN, const Eigen::Matrix3Xd& mean) {
  for (Eigen::Index a = 0; a < dN.cols(); ++a)
    B.block<3, 3>(0, 3 * a).rowwise() += ((mean.col(a) - dN.col(a)) / 3.0).transpose();
}

Eigen::Matrix3Xd mean_slopes(SolidKind kind, const Eigen::Matrix3Xd& X) {
  Eigen::Matrix3Xd sum = Eigen::Matrix3Xd::Zero(3, X.cols());
  double volume = 0.0;
  for (const IntegrationPoint& p : stiffness_rule(kind)) {
    const AtPoint here = at_point(kind, X, p.at);
    sum += here.dN * (here.volume * p.weight);
    volume += here.volume * p.weight;
  }
  return sum / volume;
}

// B at every point of a rule, B-bar for C3D8; calls use(B, volume).
template <class Use>
void each_strain_matrix(SolidKind kind, const Eigen::Matrix3Xd& X, const Rule& rule, Use use) {
  const Eigen::Matrix3Xd mean = kind == SolidKind::C3D8 ? mean_slopes(kind, X) : Eigen::Matrix3Xd();
  for (const IntegrationPoint& p : rule) {
    const AtPoint here = at_point(kind, X, p.at);
    MatrixXd B = strain_matrix(here.dN);
    if (kind == SolidKind::C3D8) add_mean_dilatation(B, here.dN, mean);
    use(B, here.volume * p.weight);
  }
}

const SolidMaterial& material_of(const Mesh& mesh, const SolidElement& element) {
  if (element.material < 0)
    throw ModelError({mesh.file, element.line, 0},
                     fmt::format("element {} ({}) has no material", element.label, name_of(element.kind)));
  return mesh.materials[static_cast<std::size_t>(element.material)];
}

}  // namespace

SolidMatrices solid_matrices(const Mesh& mesh, const SolidElement& element) {
  const Eigen::Matrix3Xd X = corners_of(mesh, element);
  const bool sound = check_volumes(mesh, element, X);
  const SolidMaterial& material = material_of(mesh, element);
  const Matrix6 C = elasticity(material);
  SolidMatrices out{MatrixXd::Zero(3 * X.cols(), 3 * X.cols()), MatrixXd::Zero(X.cols(), X.cols()), !sound};
  each_strain_matrix(element.kind, X, stiffness_rule(element.kind),
                     [&](const MatrixXd& B, double volume) { out.K += B.transpose() * (volume * C) * B; });
  out.K = (0.5 * (out.K + out.K.transpose())).eval();
  for (const IntegrationPoint& p : mass_rule(element.kind)) {
    const AtPoint here = at_point(element.kind, X, p.at);
    out.mu += (material.density * here.volume * p.weight) * here.N * here.N.transpose();
  }
  if (!has_middles(element.kind)) out.mu = Eigen::VectorXd(out.mu.rowwise().sum()).asDiagonal();
  return out;
}

MatrixXd stress_matrix(const Mesh& mesh, const SolidElement& element) {
  const Eigen::Matrix3Xd X = corners_of(mesh, element);
  const Matrix6 C = elasticity(material_of(mesh, element));
  const Rule& rule = stress_rule(element.kind);
  MatrixXd out(6 * static_cast<Eigen::Index>(rule.size()), 3 * X.cols());
  Eigen::Index row = 0;
  each_strain_matrix(element.kind, X, rule, [&](const MatrixXd& B, double) {
    out.middleRows<6>(row) = C * B;
    row += 6;
  });
  return out;
}

double volume_of(const Mesh& mesh, const SolidElement& element) {
  const Eigen::Matrix3Xd X = corners_of(mesh, element);
  double volume = 0.0;
  for (const IntegrationPoint& p : mass_rule(element.kind))
    volume += (X * shape_values(element.kind, p.at).dN.transpose()).determinant() * p.weight;
  return volume;
}

}  // namespace alembert::flexible
