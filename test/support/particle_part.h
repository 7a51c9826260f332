// A flexible part of particles: point masses with random modes that are made orthogonal to rigid motions, so that its
// invariants are plain sums. Two of the particles are frames, with rotations that are random, too.
#pragma once

#include <Eigen/Eigenvalues>
#include <random>

#include "flexible/part.h"
#include "math/so3.h"

namespace alembert::test {

inline flexible::Part particle_part(int particles, int modes, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> u(-1.0, 1.0);
  flexible::Part out;
  out.name = "particles";
  Vector mass(particles);
  out.nodes.resize(3, particles);
  for (int i = 0; i < particles; ++i) {
    mass[i] = 0.3 + 0.2 * u(random);
    out.nodes.col(i) = Vec3(u(random), u(random), u(random));
    out.labels.push_back(i + 1);
  }
  out.mass = mass.sum();
  out.centre = out.nodes * mass / out.mass;
  out.nodes.colwise() -= out.centre;

  const Eigen::Index n = 3 * particles;
  Eigen::MatrixXd D(n, 6), B = Eigen::MatrixXd::NullaryExpr(n, modes, [&] { return u(random); });
  Vector M(n);
  for (int i = 0; i < particles; ++i) {
    M.segment<3>(3 * i).setConstant(mass[i]);
    D.block<3, 3>(3 * i, 0).setIdentity();
    D.block<3, 3>(3 * i, 3) = -so3::hat(out.nodes.col(i));
  }
  const Eigen::MatrixXd MD = M.asDiagonal() * D;
  B -= D * (D.transpose() * MD).ldlt().solve(MD.transpose() * B);
  const Eigen::MatrixXd gram = B.transpose() * M.asDiagonal() * B;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> principal(gram);
  out.shapes = B * principal.eigenvectors();
  out.mu = principal.eigenvalues();
  out.omega = Vector::LinSpaced(modes, 3.0, 3.0 + modes);
  for (int i = 0; i < particles; ++i) out.P0 += mass[i] * out.nodes.col(i) * out.nodes.col(i).transpose();
  out.J0 = out.P0.trace() * Mat3::Identity() - out.P0;
  const auto phi = [&](int i, int k) { return Vec3(out.shapes.block<3, 1>(3 * i, k)); };
  for (int k = 0; k < modes; ++k) {
    Mat3& P1 = out.P1.emplace_back(Mat3::Zero());
    for (int i = 0; i < particles; ++i) P1 += mass[i] * phi(i, k) * out.nodes.col(i).transpose();
    for (int l = 0; l < modes; ++l) {
      Mat3& P2 = out.P2.emplace_back(Mat3::Zero());
      for (int i = 0; i < particles; ++i) P2 += mass[i] * phi(i, k) * phi(i, l).transpose();
    }
  }
  for (int i = 0; i < 2; ++i) {
    flexible::PartFrame frame;
    frame.name = std::string(1, static_cast<char>('a' + i));
    frame.at = out.nodes.col(i);
    frame.Phi = out.shapes.middleRows<3>(3 * i);
    frame.Theta = Eigen::Matrix3Xd::NullaryExpr(3, modes, [&] { return 0.5 * u(random); });
    frame.interface = true;
    out.frames.push_back(std::move(frame));
  }
  out.rotations = Eigen::MatrixXd::Zero(n, modes);
  out.N_rotary = Eigen::Matrix3Xd::Zero(3, modes);
  return out;
}

}  // namespace alembert::test
