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

class SystemMobility final : public dae::Mobility {
 public:
  // Null: a body that is held has no inertia, F is not G^T, or S has more entries than the Newton matrix.
  static std::unique_ptr<SystemMobility> make(MultibodyProblem& problem);

  const linear::PatternPtr& pattern() const override { return pattern_; }
  void move_to(double t, const Vector& q, const Vector& v, const dae::MassPoint& mass, double share, double* values,
               Vector& rate) override;
  void response(const Vector& mu, Vector& out) const override { respond(here_, mu, out); }
  void keep() override { kept_ = here_; }
  void kept_response(const Vector& mu, Vector& out) const override { respond(kept_, mu, out); }

 private:
  explicit SystemMobility(MultibodyProblem& problem) : problem_(problem) {}
  struct Point {
    std::vector<double> G;  // rows by the body's tangent
    Vector q_mass;          // where M is taken, for bodies that are not rigid
  };
  // What the rows of one joint, or of another constraint, do to one body.
  struct Side {
    int first_row = 0, rows = 0;
    int column = 0;  // of its first row in G
  };
  struct Body {
    BodyId id;
    int v = 0, n = 0;
    bool rigid = true;                       // M_b is diag(m, m, m, J), or diag(m, m, J) in the plane, and constant
    double inverse_mass = 0.0, third = 0.0;  // third: of the third direction
    Mat3 inverse_inertia = Mat3::Zero();     // in its own axes
    int column = 0, columns = 0;             // its sides' rows in G: together, ascending
    int slots = 0;                           // in `slots_`: of each pair (i <= j) of them, column by column
    int first = 0, stride = 6;               // where its rows are stored, and how far apart
  };

  bool prepare();
  bool prepare_body(BodyId id, const Vector& given, std::vector<linear::Block>& blocks, int most);
  int add_side(FrameId frame, int first_row, int rows);
  double* place_of(int side);
  void place_rows();
  void add_body(const Body& b, const Vector& v, double* values, Vector& rate) const;
  void add_other_body(const Body& b, const Vector& v, double* values, Vector& rate) const;
  void apply_inverse(const Body& b, const Vector& q_mass, const double* x, double* out) const;
  void respond(const Point& point, const Vector& mu, Vector& out) const;

  MultibodyProblem& problem_;
  linear::PatternPtr pattern_;  // the upper triangle
  std::vector<Side> sides_;
  std::vector<Body*> body_of_side_;
  IdVector<BodyId, std::vector<int>> sides_of_body_;
  std::vector<std::array<int, 2>> joint_sides_;     // in the order of for_each_element; -1: that body does not move
  std::vector<std::vector<int>> constraint_sides_;  // per marker
  std::vector<Body> bodies_;                        // that constraints hold
  std::vector<int> slots_, diagonal_;
  std::vector<int> row_;  // that each column of G is
  Point here_, kept_;
  Mat6X J_;
  mutable Vector product_;
};

}  // namespace alembert
