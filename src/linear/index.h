// Rows and columns are counted by int, as KLU does; vectors by std::size_t.
#pragma once

#include <cstddef>

namespace alembert::linear {

constexpr std::size_t at(int k) { return static_cast<std::size_t>(k); }

}  // namespace alembert::linear
