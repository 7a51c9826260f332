// The stores and sinks of energies (system/energies.h) in the order in which results have their shares.
#pragma once

#include "results/channels.h"
#include "system/energies.h"

namespace alembert {

static_assert(results::kShares == std::size_t{kStores} + std::size_t{kSinks});

inline std::size_t share_of_store(int store) { return static_cast<std::size_t>(store); }
inline std::size_t share_of_sink(int sink) { return static_cast<std::size_t>(kStores + sink); }

}  // namespace alembert
