// The generalised forces that change a mechanism's energy: of dampers, of applied forces, of constraints that move.
#include "system/element_access.h"
#include "system/multibody_problem.h"

namespace alembert {

// As bodies gather them, what acts is the opposite of f.
void MultibodyProblem::working_forces(const dae::State& state, Vector& dissipative, Vector& supplied) {
  place(state.t, state.q, state.v);
  evaluate_formulas(state.v, state.lambda, true);
  for (const bool dissipates : {true, false}) {
    clear_wrenches();
    for_each_element(system_.forces(), [&](const auto& e) {
      using Kernel = decltype(kernel_of(e));
      constexpr bool applied = std::is_same_v<Kernel, AppliedForceKernel>;
      if (!e.active || Kernel::is_conservative(e.parameters)) return;
      bool takes = true;
      if constexpr (applied) takes = e.parameters.dissipates;
      if (takes != dissipates) return;
      auto m = force_markers(e, marker_);
      WrenchOf<double, Kernel::kMarkers> w, still = WrenchOf<double, Kernel::kMarkers>::Zero();
      Kernel::template wrench<double>(m, e.parameters, context(e), w);
      if constexpr (!applied) {  // what is left without motion comes from a potential
        std::array<MarkerState<double>, Kernel::kMarkers> rest;
        for (std::size_t k = 0; k < m.size(); ++k) {
          rest[k] = *m[k];
          rest[k].v.setZero();
          rest[k].w.setZero();
          m[k] = &rest[k];
        }
        Kernel::template wrench<double>(m, e.parameters, context(e), still);
      }
      for (int k = 0; k < Kernel::kMarkers; ++k)
        add_wrench(e.marker[static_cast<std::size_t>(k)], e.body[static_cast<std::size_t>(k)],
                   still.template segment<3>(6 * k) - w.template segment<3>(6 * k),
                   still.template segment<3>(6 * k + 3) - w.template segment<3>(6 * k + 3));
    });
    if (!dissipates) add_moving_constraints(state.lambda);
    Vector& out = dissipates ? dissipative : supplied;
    out.setZero(system_.sizes().velocities);
    gather_wrenches(out);
  }
}

// Constraints that stand still do no work.
void MultibodyProblem::add_moving_constraints(const Vector& lambda) {
  for (std::size_t c = 0; c < constraint_.size(); ++c) {
    const ConstraintEntry& e = system_.constraints()[c];
    if (e.row < 0 || e.joint >= 0 || (!e.velocity && !e.expression.uses_time())) continue;
    for (std::size_t m = 0; m < e.markers.size(); ++m) {
      const Vec6 g = -lambda[e.row] * constraint_[c].wrench(e, m);
      add_wrench(e.markers[m], e.bodies[m], g.head<3>(), g.tail<3>());
    }
  }
}

}  // namespace alembert
