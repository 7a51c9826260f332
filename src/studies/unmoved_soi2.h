// gen_alpha_soi2 as 002 warns of it: when the step changes, a (eq. 15) or M a (eq. 16) is not moved to its instant.
#pragma once

#include "methods/gen_alpha_soi2.h"

namespace alembert::studies {

class UnmovedSoi2 final : public GenAlphaSoi2 {
 public:
  UnmovedSoi2(double rho, bool moves_a, bool moves_Ma) : GenAlphaSoi2({{"rho", rho}}, Moved{moves_a, moves_Ma}) {}
};

}  // namespace alembert::studies
