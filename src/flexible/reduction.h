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

// The part that deforms in given shapes alone, with the stiffness between them, as other programs hand them over. The
// discrete part needs no K.
Part part_of_shapes(const DiscretePart& discrete, const Eigen::MatrixXd& shapes, const Eigen::MatrixXd& stiffness,
                    const std::vector<Interface>& frames);

// What parts of any origin share. Combinations W of shapes that are orthogonal in mass and stiffness, with their
// frequencies; shapes that others make up are left out. `before`: the masses of the shapes before rigid motions were
// taken out, of which some may have nothing left. Throws when a combination has no positive stiffness.
struct OrthogonalModes {
  Eigen::MatrixXd W;
  Eigen::VectorXd omega;
};
OrthogonalModes orthogonal_modes(const Eigen::VectorXd& before, Eigen::MatrixXd mass, const Eigen::MatrixXd& K);
PartFrame frame_of(const DiscretePart& discrete, const Interface& interface, bool is_interface,
                   const Eigen::MatrixXd& Phi, const Part& part);
void note_masses(Part& part);
void note_modes(Part& part, int dropped);

}  // namespace alembert::flexible
