#include "system/parts/forces_part.h"

#include <algorithm>
#include <cmath>

#include "system/pools.h"

namespace alembert {

namespace {

template <class Kernel>
[[gnu::always_inline]] inline WrenchOf<double, Kernel::kMarkers> wrench_of(const ForceElement<Kernel>& e,
                                                                           const Evaluation& here) {
  WrenchOf<double, Kernel::kMarkers> w;
  Kernel::template wrench<double>(here.placement.markers(e.marker), e.parameters, here.context(e), w);
  return w;
}

}  // namespace

ForcesPart::ForcesPart(const System& system) : system_(system) {
  int columns = 0;
  for (const FrameEntry& f : system_.frames()) columns = std::max(columns, f.columns);
  generalised_.assign(static_cast<std::size_t>(columns), 0.0);
  unused_ = generalised_;
}

void ForcesPart::declare(PatternBuilder& builder) const {
  for_each_element(system_.pools().forces, [&](const auto& e) {
    for (const FrameId a : e.frame)
      for (const FrameId b : e.frame) builder.couple(a, b);
    if constexpr (ForceWithStates<decltype(kernel_of(e))>)
      for (const FrameId a : e.frame)
        for (const int x : e.state)
          if (const FrameEntry& f = system_.frames()[a]; f.moves())
            builder.add({f.v, f.columns, system_.states()[static_cast<std::size_t>(x)].v, 1});
  });
}

void ForcesPart::bind(const SlotFinder& finder) {
  slots_.clear();
  many_.clear();
  state_slots_.clear();
  for_each_element(system_.pools().forces, [&](const auto& e) {
    for (const FrameId a : e.frame)
      for (const FrameId b : e.frame) finder.block(a, b, slots_.emplace_back(), many_);
    if constexpr (ForceWithStates<decltype(kernel_of(e))>)
      for (const FrameId a : e.frame)
        for (const int x : e.state)
          state_slots_.push_back(
              finder.frame(a).moves()
                  ? finder.pattern().slot(finder.frame(a).v, system_.states()[static_cast<std::size_t>(x)].v)
                  : -1);
  });
}

void ForcesPart::add_wrenches(const Evaluation& here, Wrenches& out) const {
  for_each_element(system_.pools().forces, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    if (!e.active) return;
    const auto w = wrench_of(e, here);
    for (std::size_t m = 0; m < Kernel::kMarkers; ++m)
      out.add(e.frame[m], here.placement.arm(e.marker[m]), w.template segment<3>(6 * static_cast<int>(m)),
              w.template segment<3>(6 * static_cast<int>(m) + 3));
  });
}

void ForcesPart::add_matrix(const MatrixAssembly& assembly) const {
  const MatrixPoint& point = assembly.point;
  if (point.weights.stiffness == 0.0 && point.weights.damping == 0.0) return;
  const Placement& p = point.placement;
  assembly.blocks.use(many_);
  const BlockSlots* slots = slots_.data();
  const int* state_slots = state_slots_.data();
  for_each_element(system_.pools().forces, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    constexpr int N = Kernel::kMarkers;
    const BlockSlots* const own = slots;
    slots += N * N;
    [[maybe_unused]] const int* const own_states = state_slots;
    if constexpr (ForceWithStates<Kernel>) state_slots += N * Kernel::kStates;
    if (!e.active) return;
    StiffnessOf<double, N> K, D;
    const auto w = wrench_of(e, assembly.here);
    Kernel::derivatives(p.markers(e.marker), e.parameters, assembly.here.context(e), K, D);
    for (std::size_t a = 0; a < N; ++a) {
      const int i = 6 * static_cast<int>(a);
      const Vec3 force = w.template segment<3>(i);
      assembly.wrenches.add(e.frame[a], p.arm(e.marker[a]), force, w.template segment<3>(i + 3));
      if (!p.entry(e.frame[a]).moves()) continue;
      for (std::size_t b = 0; b < N; ++b) {
        if (!p.entry(e.frame[b]).moves()) continue;
        const int j = 6 * static_cast<int>(b);
        assembly.blocks.add<Kernel::kHasDamping>(point, K.template block<6, 6>(i, j), D.template block<6, 6>(i, j),
                                                 e.marker[a], e.frame[a], e.marker[b], e.frame[b],
                                                 a == b ? &force : nullptr, own[N * a + b]);
      }
    }
    if constexpr (ForceWithStates<Kernel>) add_by_states(assembly, e, own_states);
  });
}

// States are velocities: their columns have the weight of D.
template <class Element>
void ForcesPart::add_by_states(const MatrixAssembly& assembly, const Element& e, const int* slots) const {
  using Kernel = decltype(kernel_of(e));
  const MatrixPoint& point = assembly.point;
  const Placement& p = point.placement;
  StateDerivatives<Kernel::kMarkers, Kernel::kStates> by;
  Kernel::state_derivatives(p.markers(e.marker), e.parameters, assembly.here.context(e), by);
  for (std::size_t a = 0; a < Kernel::kMarkers; ++a) {
    const FrameEntry& frame = p.entry(e.frame[a]);
    if (!frame.moves()) continue;
    for (std::size_t x = 0; x < Kernel::kStates; ++x) {
      const Vec6 w = by.wrench.template block<6, 1>(6 * static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(x));
      Vec6 at_frame = w;
      at_frame.tail<3>() += p.arm(e.marker[a]).cross(w.head<3>());
      assembly.blocks.pull_back(p, e.frame[a], at_frame, Vec6::Zero(), generalised_.data(), unused_.data());
      double* out = point.values + slots[Kernel::kStates * a + x];
      for (int r = 0; r < frame.columns; ++r)
        out[r] += point.weights.damping * generalised_[static_cast<std::size_t>(r)];
    }
  }
}

void ForcesPart::add_energies(const Evaluation& here, Energies& out) const {
  for_each_element(system_.pools().forces, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    if (!e.active) return;
    const auto m = here.placement.markers(e.marker);
    const ForceContext context = here.context(e);
    const double potential = Kernel::potential(m, e.parameters, context);
    out.potential += potential;
    out.magnitude += std::abs(potential);
    out.power_dissipated += Kernel::power_dissipated(m, e.parameters, context);
    out.power_supplied += Kernel::power_supplied(m, e.parameters, context);
  });
}

void ForcesPart::reactions(const Evaluation& here, std::vector<ForceTorque>& out) const {
  for_each_element(system_.pools().forces, [&](const auto& e) {
    if (!e.active) return;
    const auto w = wrench_of(e, here);
    out[static_cast<std::size_t>(e.force)] = {-w.template segment<3>(0), -w.template segment<3>(3)};
  });
}

void ForcesPart::work(const Evaluation& here, const Vector& direction, std::vector<double>& out) const {
  for_each_element(system_.pools().forces, [&](const auto& e) {
    if (!e.active) return;
    const auto w = wrench_of(e, here);
    for (std::size_t k = 0; k < e.marker.size(); ++k) {
      const ForceTorque motion = here.placement.motion(e.marker[k], direction);
      const auto first = 6 * static_cast<Eigen::Index>(k);
      out[static_cast<std::size_t>(e.force)] +=
          w.template segment<3>(first).dot(motion.force) + w.template segment<3>(first + 3).dot(motion.torque);
    }
  });
}

void ForcesPart::add_working(const Evaluation& here, bool dissipates, Wrenches& out) const {
  for_each_element(system_.pools().forces, [&](const auto& e) {
    using Kernel = decltype(kernel_of(e));
    constexpr bool applied = std::is_same_v<Kernel, AppliedForceKernel>;
    if (!e.active || Kernel::is_conservative(e.parameters)) return;
    bool takes = true;
    if constexpr (applied) takes = e.parameters.dissipates;
    if (takes != dissipates) return;
    const auto w = wrench_of(e, here);
    WrenchOf<double, Kernel::kMarkers> still = WrenchOf<double, Kernel::kMarkers>::Zero();
    if constexpr (!applied) {  // what is left without motion comes from a potential
      auto m = here.placement.markers(e.marker);
      std::array<MarkerState<double>, Kernel::kMarkers> rest;
      for (std::size_t k = 0; k < m.size(); ++k) {
        rest[k] = *m[k];
        rest[k].v.setZero();
        rest[k].w.setZero();
        m[k] = &rest[k];
      }
      Kernel::template wrench<double>(m, e.parameters, here.context(e), still);
    }
    for (std::size_t k = 0; k < e.marker.size(); ++k) {
      const auto first = 6 * static_cast<Eigen::Index>(k);
      out.add(e.frame[k], here.placement.arm(e.marker[k]),
              still.template segment<3>(first) - w.template segment<3>(first),
              still.template segment<3>(first + 3) - w.template segment<3>(first + 3));
    }
  });
}

}  // namespace alembert
