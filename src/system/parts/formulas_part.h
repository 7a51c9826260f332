// Formulas (formulas.h): components of forces, variables, derivatives of states; their values, their derivatives, and
// what these add to the Newton matrix. States are here, too: M a + f = 0 reads x' = y for them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "system/parts/constraints_part.h"
#include "system/parts/contacts_part.h"

namespace alembert {

class FormulasPart {
 public:
  FormulasPart(const Placement& placement, const Angles& angles, ConstraintsPart& constraints,
               const ContactsPart& contacts);
  ~FormulasPart();

  bool empty() const { return system_.formulas().all.empty(); }
  void declare(PatternBuilder& builder) const;
  void bind(const SlotFinder& finder);

  // Values, after the constraints have been evaluated. `all`: also of those that act on nothing.
  void evaluate(const Vector& v, const Vector& lambda, bool all);
  const Vector& values() const { return y_; }
  // The velocities, states among them, that markers were placed with last.
  void place(const Vector& v) { v_ = v; }
  const Vector& velocities() const { return v_; }
  double variable(int index) const { return y_[system_.formulas().variables[static_cast<std::size_t>(index)]]; }
  double state_rate(int index) const { return y_[system_.states()[static_cast<std::size_t>(index)].formula]; }
  void set_state_forces(Vector& f) const {
    for (const StateEntry& x : system_.states()) f[x.v] = -y_[x.formula];
  }
  void add_matrix(const MatrixAssembly& assembly);
  // df/dlambda mu, beyond G^T mu, where formulas were evaluated last.
  void add_forces_of_multipliers(const Vector& mu, BlockAdder& blocks, Vector& out);
  // Which formula is not finite, and what in it; empty: none.
  std::string explain_not_finite(const Vector& v, const Vector& lambda);

  // Its part of a state's memory: values to begin with, where there are loops.
  int memory() const { return static_cast<int>(guess_.size()); }
  void recall(const double* memory);
  void remember(const dae::State& state, double* memory);

 private:
  template <class Kernel>
  ForceContext context_of(const ForceElement<Kernel>& e) const {
    return Evaluation{placement_, angles_, y_, v_, v_, lambda_}.context(e);
  }
  const Formula& formula(int index) const { return system_.formulas().all[static_cast<std::size_t>(index)]; }
  // The frames of the bodies that a target acts on, and what one unit of its formula exerts on each.
  struct Direction {
    FrameId frame;
    Vec6 wrench;
  };
  std::array<FrameId, 2> target_frames(const FormulaTarget& target) const;
  void target_directions(const FormulaTarget& target, std::array<Direction, 2>& out) const;

  double leaf_value(const MeasureRef& m, const Vector& v, const Vector& lambda) const;
  void take_leaves(const Formula& f, const Vector& v, const Vector& lambda);
  Vec3 exerted(const MeasureRef& m, const Vector& lambda) const;
  double own_rate(const MeasureRef& m) const;
  void solve_loop(std::size_t group, const Vector& v, const Vector& lambda);

  void differentiate(const Vector& v, const Vector& lambda);
  double differentiate_expression(const Formula& f, const Vector& v, const Vector& lambda);
  double leaf_by_formula(const Formula::Leaf& leaf, std::size_t k, const Vector& lambda) const;
  void subtract_members(const Formula& f, const std::vector<int>& members, const Vector& lambda,
                        Eigen::Ref<Eigen::RowVectorXd, 0, Eigen::InnerStride<>> row) const;
  void add_leaf_gradient(const Formula& f, const Formula::Leaf& leaf, double factor, const Vector& v,
                         const Vector& lambda, double* out);
  void add_joint_gradient(const Formula& f, const MeasureRef& m, const Vec3& u, double factor, const Vector& lambda,
                          double* out);
  void add_force_gradient(const Formula& f, const MeasureRef& m, const Vec3& u, double factor, double* out);
  void add_own_rate_gradient(const Formula& f, const MeasureRef& m, double factor, double* out);
  // What a force gives, differentiated by pose and twist of its markers and by the states it owns.
  template <class Element, class Row, class States>
  void add_row_of_force(const Formula& f, const Element& e, double factor, const Row& by_tangent, const Row& by_twist,
                        const States& by_state, double* out);
  void add_target(const MatrixPoint& point, std::size_t target, BlockAdder& blocks);

  const System& system_;
  const Placement& placement_;
  const Angles& angles_;
  ConstraintsPart& constraints_;
  const ContactsPart& contacts_;
  Vector y_;
  std::vector<Vector> gradient_;  // derivatives of each
  std::vector<double> guess_;     // values at the last accepted state, where there are loops
  std::vector<double> leaf_, d_leaf_;
  Vector v_, lambda_;  // where they were evaluated
  struct Loop;
  std::vector<Loop> loops_;  // one a group of formulas; empty where it is no loop

  struct Slots {
    std::array<std::vector<int>, 2> columns;  // per frame acted on (state: the first): first row in each column
  };
  std::vector<Slots> slots_;  // per target
  std::vector<int> state_diagonal_;
  std::vector<double> by_tangent_, by_velocity_;    // of one frame
  std::array<std::vector<double>, 2> generalised_;  // J^T of a target's wrenches
};

static_assert(Part<FormulasPart> && RememberingPart<FormulasPart>);

}  // namespace alembert
