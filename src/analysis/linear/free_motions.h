// The motions that the constraints of positions leave free at a state, in coordinates a person knows: some of the
// bodies' own displacements and rotations are independent, and the others follow from them.
//
//   G zeta = 0,   zeta = N z,   z = the independent ones of zeta
//
// zeta are the displacements and rotations of all bodies, both in the axes of an observer that turns at a constant rate
// Omega (ground: Omega = 0). The problem's own tangent has rotations in body axes: d = E zeta.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "linear/dense.h"
#include "system/multibody_problem.h"

namespace alembert {

// Axes that turn.
struct Observer {
  Mat3 axes = Mat3::Identity();  // in ground axes, now
  Vec3 turning = Vec3::Zero();   // angular velocity, ground axes
};

// Per body: how the numbers of the problem follow from what the observer sees.
//   d = E zeta,   change of v = E zeta' + S1 zeta,   change of a = E zeta'' + S2 zeta' + S3 zeta
class ObservedBodies {
 public:
  ObservedBodies(const System& system, const dae::State& state, const Observer& observer);

  Eigen::MatrixXd positions(const Eigen::MatrixXd& zeta) const;
  Eigen::MatrixXd velocities(const Eigen::MatrixXd& zeta, const Eigen::MatrixXd& rate) const;
  Eigen::MatrixXd accelerations(const Eigen::MatrixXd& zeta, const Eigen::MatrixXd& rate,
                                const Eigen::MatrixXd& second) const;
  // Rows of derivatives by d, as rows of derivatives by zeta: X E.
  Eigen::MatrixXd rows(const Eigen::MatrixXd& X) const;
  // E^T: what the observer sees of numbers that are E times something.
  Eigen::MatrixXd seen(const Eigen::MatrixXd& d) const;

 private:
  struct Block {
    int first = 0, size = 0;
    Mat3 E, S1, S2, S3;  // the top left corner counts
  };
  template <Mat3 Block::*M>
  void add(const Eigen::MatrixXd& x, Eigen::MatrixXd& out) const;
  std::vector<Block> blocks_;
  Eigen::Index velocities_ = 0;
};

class FreeMotions {
 public:
  // `weights`: of the coordinates; those of small weight are rather chosen to be independent.
  FreeMotions(const Eigen::MatrixXd& G, const Vector& weights);

  const Eigen::MatrixXd& N() const { return N_; }
  const std::vector<int>& independent() const { return independent_; }
  // The X with G X = R whose independent rows are 0.
  Eigen::MatrixXd particular(const Eigen::MatrixXd& R) const;

 private:
  Vector row_scale_, column_scale_;
  std::optional<linear::PivotedQr> qr_;  // none: there is no constraint
  std::vector<int> independent_;
  Eigen::MatrixXd N_;
};

// Weights of all coordinates of bodies (not of states), by which rotations are rather independent than translations.
Vector coordinate_weights(const MultibodyProblem& problem);

// The free motions at a state as sentences: the coordinate that is free, and the bodies that move along. Of all
// constraints, those of velocities included.
std::vector<std::string> describe_free_motions(MultibodyProblem& problem, const dae::State& state);

}  // namespace alembert
