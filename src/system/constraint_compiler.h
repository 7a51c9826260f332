// Makes the constraints that are written as expressions (constraints.h) from a model's motions and user constraints.
#pragma once

#include <map>
#include <string>

#include "elements/marker.h"
#include "system/system.h"

namespace alembert {

class ConstraintCompiler {
 public:
  ConstraintCompiler(System& system, MeasureResolver& measures) : s_(system), measures_(measures) {}

  // All motions, then all user constraints, then the equations of joints; rows are given later, by level.
  std::vector<ConstraintEntry> run();

 private:
  ConstraintEntry of_motion(const Motion& motion);
  ConstraintEntry of_user(const UserConstraint& constraint);
  // Writes out the variables an expression names.
  Expression without_variables(const Expression& expression, const std::string& name, std::vector<std::string>& open);
  void add_leaf(ConstraintEntry& entry, const MeasureRef& measure);
  void add_leaves(ConstraintEntry& entry, const std::vector<Measure>& measures, std::size_t from);
  int place(ConstraintEntry& entry, MarkerId marker) const;

  // Equations of joints, in joint_equations.cpp.
  using Markers = std::map<std::string, MarkerId>;
  using Numbers = std::map<std::string, double>;
  void add_equations(int joint, std::vector<ConstraintEntry>& out);
  void add_gear(int joint, std::vector<ConstraintEntry>& out);
  void add_rack(int joint, std::vector<ConstraintEntry>& out);
  void add_coupler(int joint, std::vector<ConstraintEntry>& out);
  void add_contact(int joint, std::vector<ConstraintEntry>& out);
  // An equation from its text, markers and numbers; `constant` in it is what makes it hold at the start.
  ConstraintEntry equation(int joint, std::string_view name, std::string_view text, bool velocity,
                           const Markers& markers, const Numbers& numbers);
  ConstraintEntry new_equation(int joint, std::string_view name, bool velocity) const;
  Expression parse(int joint, std::string_view text, const Numbers& numbers) const;
  // As the bodies were given.
  const FrameState& given(FrameId frame);
  MarkerState<double> given(MarkerId marker);
  MarkerId add_marker(FrameId frame, const Vec3& p, const Mat3& R);

  System& s_;
  MeasureResolver& measures_;
  IdVector<FrameId, FrameState> given_;
};

}  // namespace alembert
