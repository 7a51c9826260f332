// From finite elements to modes: the shapes in which a part may deform.
//
// Craig-Bampton: static shapes of unit motions of each interface with the others held, and the lowest modes with all
// held. Free: the lowest modes of the part that nothing holds, and static shapes of unit loads on each interface, which
// its own inertia balances (attachment modes). Rigid patches have six coordinates of their own beforehand.
//
// Any such set B becomes modes in mean axes (D: the six rigid shapes):
//
//   B <- B - D (D^T M D)^-1 D^T M B,   dependent columns dropped,   eig(B^T K B, B^T M B) -> Phi, omega^2
//
// so that modes are M-orthogonal to rigid motions and to each other. Each is scaled to a largest nodal displacement of
// 1 m.
#pragma once

#include "flexible/interfaces.h"
#include "flexible/shifted_stiffness.h"

namespace alembert::flexible {

// Forces on the coordinates of a part. `with_mode` adds its static shape to the modes.
struct DiscreteLoad {
  std::string name;
  Eigen::VectorXd F;
  bool with_mode = false;
};

struct ReductionOptions {
  int fixed = 0;         // modes with all interfaces held
  int free = 0;          // modes with nothing held, instead of these: attachment modes then replace static ones
  bool of_free = false;  // the second of the two, even with free = 0
  double up_to = 0.0;    // Hz: as many fixed or free modes as are below it, instead of a number
};

// Throws Error(ExitCode::bad_model) when the part is not one free body in one piece, or asks for what it has not.
// `frames` are further places where markers may be; loads on them are in no mode.
Part reduce(const DiscretePart& discrete, std::vector<Interface> interfaces, const std::vector<Interface>& frames,
            const std::vector<DiscreteLoad>& loads, const ReductionOptions& options, const Progress& progress = {});

}  // namespace alembert::flexible
