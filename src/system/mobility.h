// S = G M^-1 G^T of a multibody system, gathered body by body: with the rows B_i of constraint i by the tangent of a
// body whose mass matrix is M_b,
//
//   S_ij = sum_b B_i M_b^-1 B_j^T
//
// so only constraints that share a body meet. Where many share one body S is dense, and not worth while.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "system/multibody_problem.h"

namespace alembert {

class MultibodyProblem::SystemMobility final : public dae::Mobility {
 public:
  // Null: a body that is held has no inertia, F is not G^T, or S has more entries than the Newton matrix.
  static std::unique_ptr<SystemMobility> make(MultibodyProblem& problem);

  const linear::PatternPtr& pattern() const override { return pattern_; }
  void move_to(double t, const Vector& q, const Vector& v, double share, double* values, Vector& rate) override;
  void response(const Vector& mu, Vector& out) const override;

 private:
  explicit SystemMobility(MultibodyProblem& problem) : problem_(problem) {}
  bool prepare();
  int add_side(int body, int first_row, int rows);
  void place_rows();

  // What the rows of one joint, or of another constraint, do to one body.
  struct Side {
    int first_row = 0, rows = 0;
    int column = 0;  // of its first row in G
  };
  struct Body {
    BodyKind kind = BodyKind::rigid;
    int v = 0;
    double inverse_mass = 0.0;
    Mat3 inverse_inertia = Mat3::Zero();  // in its own axes
    int column = 0, columns = 0;          // its sides' rows in G: together, ascending
    int slots = 0;                        // in `slots_`: of each pair (i <= j) of them, column by column
  };

  MultibodyProblem& problem_;
  linear::PatternPtr pattern_;  // the upper triangle
  std::vector<Side> sides_;
  std::vector<std::vector<int>> sides_of_body_;     // while it is made
  std::vector<std::array<int, 2>> joint_sides_;     // in the order of for_each_element; -1: that body does not move
  std::vector<std::vector<int>> constraint_sides_;  // per marker
  std::vector<Body> bodies_;                        // that constraints hold
  std::vector<int> slots_, diagonal_;
  std::vector<int> row_;                        // that each column of G is
  Eigen::Matrix<double, 6, Eigen::Dynamic> G_;  // rows by the body's tangent, standing
};

}  // namespace alembert
