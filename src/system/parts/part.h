// Parts: what the equations of a system are made of. Each declares the places it needs in the Newton matrix, finds its
// slots in a pattern made of them, and assembles itself; MultibodyProblem is a loop over parts.
#pragma once

#include <concepts>
#include <vector>

#include "system/angles.h"
#include "system/blocks.h"
#include "system/energies.h"
#include "system/pools.h"
#include "system/wrenches.h"

namespace alembert {

// Where equations are evaluated: placed, with the values of formulas.
struct Evaluation {
  const Placement& placement;
  const Angles& angles;
  const Vector& formulas;
  const Vector& q;
  const Vector& v;
  const Vector& lambda;

  // What a force depends on besides its markers.
  template <class Kernel>
  ForceContext context(const ForceElement<Kernel>& e) const {
    ForceContext out;
    if (e.tracker >= 0) out.reference_angle = angles.reference_angle(e.tracker);
    if constexpr (std::is_same_v<Kernel, AppliedForceKernel>) {
      out.force = e.parameters.force;
      out.torque = e.parameters.torque;
      for (int c = 0; c < 6; ++c)
        if (const int formula = e.parameters.formulas[static_cast<std::size_t>(c)]; formula >= 0)
          (c < 3 ? out.force : out.torque)[c % 3] = formulas[formula];
    }
    if constexpr (ForceWithStates<Kernel>)
      for (std::size_t x = 0; x < Kernel::kStates; ++x)
        out.states[static_cast<Eigen::Index>(x)] =
            v[placement.system().states()[static_cast<std::size_t>(e.state[x])].v];
    return out;
  }
};

// Adds to the matrix at a point; the wrenches it gathers on the way are what bodies need for their own blocks.
struct MatrixAssembly {
  const MatrixPoint& point;
  const Evaluation& here;
  BlockAdder& blocks;
  Wrenches& wrenches;
};

template <class P>
concept Part = requires(const P& part, P& mutable_part, PatternBuilder& builder, const SlotFinder& finder,
                        const MatrixAssembly& assembly) {
  part.declare(builder);
  mutable_part.bind(finder);
  mutable_part.add_matrix(assembly);
};

// Exerts wrenches at frames.
template <class P>
concept ForcePart = Part<P> && requires(const P& part, const Evaluation& here, Wrenches& wrenches) {
  part.add_wrenches(here, wrenches);
};

// Has rows of constraints; its wrenches are those of multipliers.
template <class P>
concept RowPart = ForcePart<P> && requires(const P& part, const Evaluation& here, const Vector& a, Vector& out) {
  part.values(here, out);            // Phi, k
  part.rates(here, out);             // Phi_q v + Phi_t, k
  part.accelerations(here, a, out);  // the time derivative of these
};

// Stores energy, takes it or gives it.
template <class P>
concept EnergyPart = Part<P> && requires(const P& part, const Evaluation& here, Energies& energies) {
  part.add_energies(here, energies);
};

// Carries something from one accepted state to the next.
template <class P>
concept RememberingPart = requires(const P& part, P& mutable_part, const double* memory, double* out,
                                   const dae::State& state) {
  { part.memory() } -> std::same_as<int>;
  mutable_part.recall(memory);
  mutable_part.remember(state, out);
};

}  // namespace alembert
