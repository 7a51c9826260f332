// Compiles a Model into a System, in the order: bodies, states, markers, joints, constraints, forces, contacts,
// formulas, outputs and sensors.
#pragma once

#include "system/placement.h"
#include "system/pools.h"

namespace alembert {

class SystemCompiler {
 public:
  explicit SystemCompiler(System& system) : s_(system), model_(system.model_), measures_(system) {}
  void run();

 private:
  void add_bodies();
  void add_states();
  void add_markers();
  void add_constraints();
  void add_formulas();
  void add_observations();
  void find_conservative();

  // joint_compiler.cpp
  void add_joints();
  template <class Kernel>
  void add_joint(int index);
  bool planar_pair(FrameId a, FrameId b) const;
  // For a joint between bodies that move in the plane: the same joint with frames turned so that each of its rows is
  // either in the plane or out of it.
  void align_with_plane(JointKind kind, std::array<MarkerId, 2>& markers);
  // Keeps the rows that matter: those whose Jacobian is not zero in every position.
  template <class Kernel>
  void choose_rows(JointElement<Kernel>& element) const;

  // force_compiler.cpp
  void add_forces();
  template <class Kernel>
  void add_force(int index, const typename Kernel::Parameters& parameters,
                 const std::array<MarkerId, Kernel::kMarkers>& markers);

  // contact_compiler.cpp
  void add_contacts();

  System& s_;
  const Model& model_;
  MeasureResolver measures_;
};

}  // namespace alembert
