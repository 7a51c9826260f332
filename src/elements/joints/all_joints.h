// The list of joints: a new joint is one file and one line here.
#pragma once

#include <tuple>

#include "elements/joints/constant_velocity.h"
#include "elements/joints/coupler.h"
#include "elements/joints/curve_on_curve.h"
#include "elements/joints/cylindrical.h"
#include "elements/joints/distance.h"
#include "elements/joints/fixed.h"
#include "elements/joints/gear.h"
#include "elements/joints/inline.h"
#include "elements/joints/inplane.h"
#include "elements/joints/orientation.h"
#include "elements/joints/parallel_axes.h"
#include "elements/joints/perpendicular_axes.h"
#include "elements/joints/planar.h"
#include "elements/joints/point_on_curve.h"
#include "elements/joints/rack_and_pinion.h"
#include "elements/joints/revolute.h"
#include "elements/joints/rolling_disc.h"
#include "elements/joints/screw.h"
#include "elements/joints/spherical.h"
#include "elements/joints/translational.h"
#include "elements/joints/universal.h"

namespace alembert {

using AllJoints = std::tuple<Fixed, Revolute, Spherical, Translational, Cylindrical, Universal, Planar, Inline, Inplane,
                             ParallelAxes, PerpendicularZ, Orientation, Distance, ConstantVelocity, Screw>;

// Joints with equations that are formulas; Screw is in both lists.
using FormulaJoints = std::tuple<Screw, Gear, RackAndPinion, Coupler, PointOnCurve, CurveOnCurve, RollingDisc>;

}  // namespace alembert
