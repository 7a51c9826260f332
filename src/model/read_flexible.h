// Bodies of `type: flexible`: the part they are made of, its modes, their damping, and markers on its nodes and
// patches.
#pragma once

#include "model/draft.h"

namespace alembert {

// `data`, `modes`, `damping`, `coupling` and the start of the modes; mass, centre and inertia are the part's.
void read_flexibility(const Fields& fields, Body& body);
// The same of a part that is known already.
void use_part(const Fields& fields, flexible::Part part, Body& body);
// The markers that are written, and one for each frame of the part by its name unless that is taken.
void read_flexible_markers(Draft& draft, const Fields& fields, BodyId body);

// The frame of a flexible body with a name, as `Marker::frame` counts them: one of its part.
int named_frame(const Context& context, const Node& name, Body& body);
// The frame of a flexible body that is at a place of its own axes, as `Marker::frame` counts them: one that has
// markers, another of the part, or a node. 0 where there is none.
int frame_at(Body& body, const Vec3& at);

// A force of type `load`: a load case of the part, times a factor. With the forces F_i of the case at its points, in
// the axes of the part, F = sum F_i, T = sum X_i x F_i, p = sum Phi_i^T F_i, this is what one force along a direction e
// does at a frame of its own, made so that Phi^T e = p / |F| (or Theta^T e = p / |T|, where there is no force).
AppliedForce read_load(Draft& draft, const Fields& fields, const std::string& name);

}  // namespace alembert
