// Makes the constraints that are written as expressions (constraints.h) from a model's motions and user constraints.
#pragma once

#include "system/system.h"

namespace alembert {

class ConstraintCompiler {
 public:
  explicit ConstraintCompiler(System& system) : s_(system) {}

  // All motions, then all user constraints; rows are given later, by level.
  std::vector<ConstraintEntry> run();

 private:
  ConstraintEntry of_motion(const Motion& motion);
  ConstraintEntry of_user(const UserConstraint& constraint);
  // Writes out the variables an expression names.
  Expression without_variables(const Expression& expression, const std::string& name, std::vector<std::string>& open);
  void add_leaf(ConstraintEntry& entry, const MeasureRef& measure);
  void add_leaves(ConstraintEntry& entry, const std::vector<Measure>& measures, std::size_t from);
  int place(ConstraintEntry& entry, int marker) const;

  System& s_;
};

}  // namespace alembert
