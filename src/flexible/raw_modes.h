// The shapes B that a part is reduced to, before mean axes (reduction.h).
#pragma once

#include "flexible/reduction.h"

namespace alembert::flexible {

struct RawModes {
  Eigen::MatrixXd B;               // columns of coordinates of the part
  std::vector<std::string> notes;  // how many of which kind
};

RawModes craig_bampton(const DiscretePart& part, const Sparse& M, const std::vector<Interface>& interfaces,
                       const std::vector<DiscreteLoad>& loads, const ReductionOptions& options,
                       const Progress& progress);

RawModes free_modes(const DiscretePart& part, const Sparse& M, const std::vector<Interface>& interfaces,
                    const std::vector<DiscreteLoad>& loads, const ReductionOptions& options, const Progress& progress);

}  // namespace alembert::flexible
