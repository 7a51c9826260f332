// Constraints that are written as expressions (constraints.h): motions, the user's own equations, equations of joints.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "math/taylor.h"
#include "system/parts/part.h"

namespace alembert {

class ConstraintsPart {
 public:
  ConstraintsPart(const Placement& placement, const Angles& angles);

  bool empty() const { return work_.empty(); }
  void declare(PatternBuilder& builder) const;
  void bind(const SlotFinder& finder);

  // Where curves touch is found anew where the position is another; then values and first derivatives of all.
  void evaluate(const Vector& v, bool moved);
  void find_contacts();
  // After `evaluate`.
  void values(const Evaluation& here, Vector& phi) const;
  void rates(const Evaluation& here, Vector& out) const;
  void accelerations(const Evaluation& here, const Vector& a, Vector& out) const;
  void add_wrenches(const Evaluation& here, Wrenches& out) const;
  // Adds the wrenches, too.
  void add_matrix(const MatrixAssembly& assembly);

  // On the body of its first marker, at that marker.
  ForceTorque reaction(int constraint, const Vector& lambda) const;
  // Of constraints that are no joints: the power of their forces; the wrenches of those that move, with opposite sign.
  void add_energies(const Evaluation& here, Energies& out) const;
  void add_working(const Vector& lambda, Wrenches& out) const;
  double value(int constraint) const { return work_[static_cast<std::size_t>(constraint)].value; }
  // The first measure of a motion: its coordinate, in the units of the expression.
  double coordinate(int constraint, const Vector& v) const;
  // What a multiplier of 1 adds to f at a marker.
  const Vec6& wrench(int constraint, std::size_t marker) const;
  // Adds `factor` times the derivatives of u . (force or torque of the reaction), u held, to a formula's.
  void add_reaction_gradient(const Formula& formula, int constraint, bool torque, const Vec3& u, double factor,
                             const Vector& v, const Vector& lambda, double* out);
  // Which constraint is not finite, and what in it; empty: none.
  std::string explain_not_finite(const Vector& v);

  // Its part of a state's memory: where curves touch.
  int memory() const { return 2 * static_cast<int>(contact_.size()); }
  void recall(const double* memory);
  void remember(const dae::State& state, double* memory) const;

 private:
  struct Work {
    double value = 0.0, by_time = 0.0;
    std::vector<Vec6> pose, twist;  // its derivatives, per marker
    std::vector<double> by_state;
    Eigen::MatrixXd K, D, S;                // of the wrench of a multiplier of 1
    Eigen::MatrixXd leaf_pose, leaf_twist;  // derivatives of each measure
    const Vec6& wrench(const ConstraintEntry& e, std::size_t m) const { return e.velocity ? twist[m] : pose[m]; }
  };
  struct Slots {                                  // per marker
    std::vector<int> gt;                          // first row of its body, in the multiplier's column
    std::vector<BlockSlots> g;                    // the row in its body's columns
    std::vector<std::vector<BlockSlots>> k;       // per pair
    std::vector<int> states;                      // the row in each state's column
    std::vector<std::vector<int>> state_columns;  // per marker and state: its body's rows in the state's column
  };
  const ConstraintEntry& entry(std::size_t c) const { return system_.constraints()[c]; }
  double leaf(const MeasureRef& measure, const Vector& v) const;
  void take_leaves(const ConstraintEntry& e, const Vector& v);
  void differentiate(std::size_t c, const Vector& v);
  // K, D and S of the wrench that a multiplier of 1 exerts: its derivatives by poses, twists and states.
  void linearise(std::size_t c, const Vector& v);
  void add_leaf_hessian(std::size_t c, std::size_t leaf, double factor);
  void add_border(const MatrixPoint& point, std::size_t c, BlockAdder& blocks);
  void add_stiffness(const MatrixPoint& point, std::size_t c, BlockAdder& blocks, Wrenches& wrenches);
  void add_by_states(const MatrixPoint& point, std::size_t c, std::size_t marker, double lambda, BlockAdder& blocks);

  const System& system_;
  const Placement& placement_;
  const Angles& angles_;
  std::vector<Work> work_;
  std::vector<Slots> slots_;
  std::vector<int> many_;
  std::vector<double> leaf_, d_leaf_, dd_leaf_;
  std::vector<double> by_tangent_, by_velocity_;                // of one frame
  std::vector<std::array<double, 2>> contact_start_, contact_;  // where curves touch: remembered, and as placed
  mutable std::vector<Taylor> series_;                          // measures along a path
};

static_assert(RowPart<ConstraintsPart> && EnergyPart<ConstraintsPart> && RememberingPart<ConstraintsPart>);

}  // namespace alembert
