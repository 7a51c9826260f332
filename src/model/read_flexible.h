// Bodies of `type: flexible`: the part they are made of, its modes, their damping, and markers on its nodes and
// patches.
#pragma once

#include "model/draft.h"

namespace alembert {

// `data`, `modes`, `damping`, `coupling` and the start of the modes; mass, centre and inertia are the part's.
void read_flexibility(const Fields& fields, const std::string& model_file, Body& body);
// The markers that are written, and one for each frame of the part by its name unless that is taken.
void read_flexible_markers(Draft& draft, const Fields& fields, BodyId body);

// The frame of a flexible body that is at a place of its own axes, as `Marker::frame` counts them: one that has
// markers, another of the part, or a node. 0 where there is none.
int frame_at(Body& body, const Vec3& at);

}  // namespace alembert
