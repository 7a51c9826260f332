// The stores and sinks of energies (system/energies.h) in the order in which results have them.
#pragma once

#include <algorithm>

#include "results/recorder.h"
#include "system/energies.h"

namespace alembert {

static_assert(energy_shares.size() == std::size_t{kStores} + std::size_t{kSinks});

inline std::size_t share_of_sink(int sink) { return static_cast<std::size_t>(kStores + sink); }

// What is stored now; sinks are left at 0.
inline EnergyShares energy_shares_of(const Energies& now) {
  EnergyShares out{};
  std::copy(now.stored.begin(), now.stored.end(), out.begin());
  return out;
}

}  // namespace alembert
