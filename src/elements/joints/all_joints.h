// The list of joints: a new joint is one file and one line here.
#pragma once

#include <tuple>

#include "elements/joints/cylindrical.h"
#include "elements/joints/distance.h"
#include "elements/joints/fixed.h"
#include "elements/joints/inline.h"
#include "elements/joints/inplane.h"
#include "elements/joints/orientation.h"
#include "elements/joints/parallel_axes.h"
#include "elements/joints/perpendicular_axes.h"
#include "elements/joints/planar.h"
#include "elements/joints/revolute.h"
#include "elements/joints/spherical.h"
#include "elements/joints/translational.h"
#include "elements/joints/universal.h"

namespace alembert {

using AllJoints = std::tuple<Fixed, Revolute, Spherical, Translational, Cylindrical, Universal, Planar, Inline, Inplane,
                             ParallelAxes, PerpendicularZ, Orientation, Distance>;

}  // namespace alembert
