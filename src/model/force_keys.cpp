// Keys of forces.
#include "model/key_tables.h"

namespace alembert::keys {

namespace {

constexpr Key spring_keys[] = {
    {"type", choice, required, "Kind of force.", "spring_damper"},
    {"between", marker_pair, required, "The two ends."},
    {"stiffness", number, optional, "Force per length; 0 unless given."},
    {"damping", number, optional, "Force per velocity; 0 unless given."},
    {"length", number, optional, "Free length; the distance at the start unless given."},
    {"preload", number, optional, "Tension at the free length; 0 unless given."},
    {"tension", name, optional, "A spline: tension by stretch, beside `stiffness`; with its akima curve."},
    {"resistance", name, optional, "A spline: tension by the rate of the stretch, beside `damping`."},
    {"acts", choice, optional, "Pulls only (a rope), pushes only (a buffer) or both ways; both unless given.",
     "both pulls pushes"},
    {"min_length", number, optional, "A stop that pushes where the length is below this."},
    {"max_length", number, optional, "A stop that pulls where the length is above this."},
    {"stop_stiffness", number, optional, "Force per length of the stops; needed with `min_length` or `max_length`."},
    {"stop_damping", number, optional, "Force per velocity of the stops while touched; 0 unless given."},
    {"active", boolean, optional, active_help},
};

constexpr Key bushing_keys[] = {
    {"type", choice, required, "Kind of force.", "bushing"},
    {"between", marker_pair, required, "Two markers; nothing acts where their frames coincide."},
    {"stiffness", six_by_six, required, "Six numbers, of x y z and the rotations about them, or a 6x6 matrix."},
    {"damping", six_by_six, optional, "The same for the rates; 0 unless given."},
    {"damping_time", number, optional, "Adds this time times the stiffness to the damping; 0 unless given."},
    {"preload", six_numbers, optional, "Force and torque where the frames coincide, pulling the second back."},
    {"active", boolean, optional, active_help},
};

constexpr Key field_keys[] = {
    {"type", choice, required, "Kind of force.", "field"},
    {"between", marker_pair, required, "Two markers."},
    {"stiffness", six_by_six, required, "Six numbers, of x y z and the rotations about them, or a 6x6 matrix."},
    {"damping", six_by_six, optional, "The same for the rates; 0 unless given."},
    {"damping_time", number, optional, "Adds this time times the stiffness to the damping; 0 unless given."},
    {"preload", six_numbers, optional, "Force and torque in the free position, pulling the second back."},
    {"displacement", vector, optional,
     "Free displacement of the second from the first; that at the start unless given."},
    {"rotation", rotation_angles, optional, "Free rotation vector; that at the start unless given."},
    {"active", boolean, optional, active_help},
};

constexpr Key beam_keys[] = {
    {"type", choice, required, "Kind of force.", "beam"},
    {"between", marker_pair, required, "The clamped ends; the beam runs along the x axis of the first."},
    {"length", number, optional, "Free length; the distance at the start unless given."},
    {"area", number, required, "Of the cross section."},
    {"moments", two_numbers, required, "Second moments of area about y and z."},
    {"torsion_constant", number, required, "J: the torsional stiffness is G J/length."},
    {"youngs_modulus", number, required, "E."},
    {"shear_modulus", number, required, "G."},
    {"shear_factors", two_numbers, optional,
     "k_y, k_z: effective part of the area in shear along y and z. No shear deformation unless given."},
    {"damping_time", number, optional, "Damping = this time times the stiffness; 0 unless given."},
    {"active", boolean, optional, active_help},
};

constexpr Key friction_keys[] = {
    {"type", choice, required, "Kind of force.", "joint_friction"},
    {"joint", name, required, "A revolute, translational, cylindrical or spherical joint."},
    {"static", number, optional, "Coefficient of friction that holds; as `dynamic` unless given."},
    {"dynamic", number, required, "Coefficient of friction while it slides."},
    {"radius", number, optional, "Where the surfaces touch: radius of the pin or ball. Needed unless translational."},
    {"axial_radius", number, optional,
     "Radius on which the axial force of a revolute joint rubs; `radius` unless given."},
    {"moment_arm", number, optional,
     "Turns moments the joint carries into forces, M/arm; they count not unless given."},
    {"preload", number, optional, "Normal force of the fit, beside that of the joint's reaction; 0 unless given."},
    {"stiction_length", number, optional,
     "Elastic displacement of the surfaces before they slide; 1e-6 m unless given."},
    {"transition_velocity", number, optional,
     "Sliding velocity at which `static` has fallen to `dynamic`; 0.01 m/s "
     "unless given."},
    {"active", boolean, optional, active_help},
};

constexpr Key tire_keys[] = {
    {"type", choice, required, "Kind of force.", "tire"},
    {"wheel", marker, required, "Hub of the wheel; z is its axis."},
    {"road", marker, optional, "Its x-y plane is the road; ground unless given."},
    {"radius", number, required, "Unloaded radius."},
    {"stiffness", number, optional, "Load per deflection; or `load`."},
    {"load", name, optional, "A spline: load by deflection, in place of `stiffness`; with its akima curve."},
    {"damping", number, optional, "Load per velocity of deflection; 0 unless given."},
    {"slip_stiffness", number, required, "Force along per longitudinal slip."},
    {"cornering_stiffness", number, required, "Force across per slip angle, in radians."},
    {"camber_stiffness", number, optional, "Force across per lean of the wheel, in radians; 0 unless given."},
    {"relaxation_length", number, optional,
     "Way over which force across follows slip; standing, its stiffness is `cornering_stiffness` over this. The radius "
     "unless given."},
    {"relaxation_length_along", number, optional,
     "The same for force along and `slip_stiffness`; half of `relaxation_length` unless given."},
    {"patch_damping_time", number, optional,
     "Standing, damping along and across is this time times the stiffness; 0.005 s unless given."},
    {"friction", number, required, "Coefficient of friction."},
    {"patch_length", number, optional, "Length of the contact patch, for the aligning moment; 0 unless given."},
    {"rolling_resistance", number, optional, "Coefficient; 0 unless given."},
    {"low_speed", number, optional,
     "Speed below which a tire counts as standing; it is damped up to ten times that. 0.1 m/s unless given."},
    {"active", boolean, optional, active_help},
};

constexpr Key torsion_spring_keys[] = {
    {"type", choice, required, "Kind of force.", "torsion_spring_damper"},
    {"joint", name, optional, "A revolute, cylindrical, planar or screw joint whose angle it acts on; or `between`."},
    {"between", marker_pair, optional, "Two markers; it acts about the first one's z axis."},
    {"stiffness", number, optional, "Torque per angle; 0 unless given."},
    {"damping", number, optional, "Torque per angular velocity; 0 unless given."},
    {"angle", number, optional, "Free angle; 0 unless given."},
    {"preload", number, optional, "Torque at the free angle; 0 unless given."},
    {"active", boolean, optional, active_help},
};

constexpr Key force_keys[] = {
    {"type", choice, required, "Kind of force.", "force"},
    {"on", marker, required, "Where it acts."},
    {"force", vector_of_expressions, required, "Components in the axes of `frame`."},
    {"frame", marker, optional, "Marker whose axes it follows; ground unless given."},
    {"reaction", marker, optional, "Marker whose body takes the reaction; none unless given."},
    {"active", boolean, optional, active_help},
};

constexpr Key torque_keys[] = {
    {"type", choice, required, "Kind of force.", "torque"},
    {"on", marker, required, "Where it acts."},
    {"torque", vector_of_expressions, required, "Components in the axes of `frame`."},
    {"frame", marker, optional, "Marker whose axes it follows; ground unless given."},
    {"reaction", marker, optional, "Marker whose body takes the reaction; none unless given."},
    {"active", boolean, optional, active_help},
};

constexpr Key load_keys[] = {
    {"type", choice, required, "Kind of force.", "load"},
    {"body", name, required, "A flexible body."},
    {"case", name, required, "A load case of its part."},
    {"factor", expression, required, "By which the load case acts: a number, or a formula."},
    {"active", boolean, optional, "false: not there at the start; a sensor may activate it."},
};

constexpr Key general_force_keys[] = {
    {"type", choice, required, "Kind of force.", "general_force"},
    {"on", marker, required, "Where it acts."},
    {"force", vector_of_expressions, optional, "Components in the axes of `frame`; none unless given."},
    {"torque", vector_of_expressions, optional, "Components in the axes of `frame`; none unless given."},
    {"frame", marker, optional, "Marker whose axes it follows; ground unless given."},
    {"reaction", marker, optional, "Marker whose body takes the reaction; none unless given."},
    {"active", boolean, optional, active_help},
};

constexpr KeyTable tables_of_forces[] = {
    {"spring_damper", "a spring_damper", spring_keys},
    {"torsion_spring_damper", "a torsion_spring_damper", torsion_spring_keys, "joint|between"},
    {"force", "a force", force_keys},
    {"torque", "a torque", torque_keys},
    {"general_force", "a general_force", general_force_keys},
    {"load", "a load", load_keys},
    {"bushing", "a bushing", bushing_keys},
    {"field", "a field", field_keys},
    {"beam", "a beam", beam_keys},
    {"joint_friction", "a joint_friction", friction_keys},
    {"tire", "a tire", tire_keys, "stiffness|load"},
};

}  // namespace

std::span<const KeyTable> force_tables() { return tables_of_forces; }

}  // namespace alembert::keys
