// Joints of primitives: rows of constraints between two markers.
#pragma once

#include <vector>

#include "system/parts/part.h"

namespace alembert {

class JointsPart {
 public:
  explicit JointsPart(const System& system) : system_(system) {}

  void declare(PatternBuilder& builder) const;
  void bind(const SlotFinder& finder);
  // Rows at the three levels: Phi, its rate, and the time derivative of that where accelerations are a.
  void values(const Evaluation& here, Vector& phi) const;
  void rates(const Evaluation& here, Vector& out) const;
  void accelerations(const Evaluation& here, const Vector& a, Vector& out) const;
  // What multipliers exert, G^T lambda.
  void add_wrenches(const Evaluation& here, Wrenches& out) const;
  // Adds the wrenches, too.
  void add_matrix(const MatrixAssembly& assembly) const;
  // On the bodies of first markers, by index in the model.
  void reactions(const Evaluation& here, std::vector<ForceTorque>& out) const;

 private:
  struct Slots {
    std::array<std::array<int, 6>, 2> gt{};     // per marker and kept row: first row of its body, in the row's column
    std::array<BlockSlots, 2> g{};              // per marker and column of its body: the first kept row
    std::array<std::array<int, 3>, 2> point{};  // of a coincident point: the body's translation in its own row
    std::array<std::array<BlockSlots, 2>, 2> k{};
  };
  template <class Kernel>
  void add_border(const MatrixPoint& point, const JointElement<Kernel>& e, const MarkerPair<double>& pair,
                  const Slots& slots, BlockAdder& blocks) const;
  template <class Kernel>
  void add_stiffness(const MatrixPoint& point, const JointElement<Kernel>& e, const MarkerPair<double>& pair,
                     const Slots& slots, BlockAdder& blocks, Wrenches& wrenches) const;

  const System& system_;
  std::vector<Slots> slots_;  // in the order of for_each_element
  std::vector<int> many_;     // columns of general maps
};

static_assert(RowPart<JointsPart>);

}  // namespace alembert
