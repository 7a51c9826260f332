// Forces: springs, dampers, fields, tires, and what the user applies.
#pragma once

#include <vector>

#include "system/parts/part.h"

namespace alembert {

class ForcesPart {
 public:
  explicit ForcesPart(const System& system);

  void declare(PatternBuilder& builder) const;
  void bind(const SlotFinder& finder);
  void add_wrenches(const Evaluation& here, Wrenches& out) const;
  // Adds the wrenches, too.
  void add_matrix(const MatrixAssembly& assembly) const;
  void add_energies(const Evaluation& here, Energies& out) const;
  // On the bodies of first markers, by index in the model.
  void reactions(const Evaluation& here, std::vector<ForceTorque>& out) const;
  // What each force of the model adds to f, dotted with a tangent direction.
  void work(const Evaluation& here, const Vector& direction, std::vector<double>& out) const;
  // What changes energy: of forces that dissipate, or of those that supply. What acts is the opposite of f.
  void add_working(const Evaluation& here, bool dissipates, Wrenches& out) const;

 private:
  const System& system_;
  std::vector<BlockSlots> slots_;  // of every pair of markers of every force, in the order of for_each_element
  std::vector<int> many_;          // columns of general maps
  // Of every frame by every state of the forces that own states: of the first row.
  std::vector<int> state_slots_;
  mutable std::vector<double> generalised_, unused_;  // J^T of what a state exerts at a frame

  template <class Element>
  void add_by_states(const MatrixAssembly& assembly, const Element& e, const int* slots) const;
};

static_assert(ForcePart<ForcesPart> && EnergyPart<ForcesPart>);

}  // namespace alembert
