// Compiles a Model into a System, in the order: bodies, states, markers, joints, constraints, forces, formulas,
// pattern, slots.
#pragma once

#include "system/system.h"

namespace alembert {

class SystemCompiler {
 public:
  explicit SystemCompiler(System& system) : s_(system), model_(system.model_) {}
  void run();

 private:
  void add_bodies();
  void add_markers();
  void add_joints();
  template <class Kernel>
  void add_joint(int index);
  void add_states();
  void add_constraints();
  void add_forces();
  NonlinearSpringDamperForce::Parameters nonlinear(const SpringDamper& spring) const;
  void add_formulas();
  template <class Kernel>
  void add_force(int index, const typename Kernel::Parameters& parameters,
                 const std::array<MarkerId, Kernel::kMarkers>& markers);
  std::array<std::pair<int, int>, 2> target_rows(const FormulaTarget& target) const;
  void make_pattern();
  void find_slots();

  int add_marker(const MarkerEntry& marker);
  bool planar_pair(int body_a, int body_b) const;
  // For a joint between bodies that move in the plane: the same joint with frames turned so that each of its rows is
  // either in the plane or out of it.
  void align_with_plane(JointKind kind, std::array<int, 2>& markers);
  // Keeps the rows that matter: those whose Jacobian is not zero in every position.
  template <class Kernel>
  void choose_rows(JointElement<Kernel>& element) const;

  // Adds the element to its pool and notes where.
  template <class Element, class Pools>
  void add_element(Pools& pools, const Element& element, std::vector<System::Place>& places, int index);

  System& s_;
  const Model& model_;
};

}  // namespace alembert
