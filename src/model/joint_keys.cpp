// Keys of joints: the same few sets, for joints with one axis, with none, and the odd ones.
#include <array>

#include "model/key_tables.h"

namespace alembert::keys {

namespace {

constexpr std::string_view between_help = "Two markers; the joint acts along or about their z axes.";
constexpr std::string_view bodies_help = "Two bodies; `at` and the axis make the markers.";

template <std::size_t type_length>
consteval std::array<Key, 6> axis_joint(const char (&type)[type_length]) {
  return {{{"type", choice, required, "Kind of joint.", type},
           {"between", marker_pair, optional, between_help},
           {"bodies", body_pair, optional, bodies_help},
           {"at", vector, optional, "Where the joint is, global frame; with `bodies`."},
           {"axis", vector, optional, "Its axis, global frame; with `bodies`."},
           active_key}};
}

template <std::size_t type_length>
consteval std::array<Key, 6> two_axes_joint(const char (&type)[type_length]) {
  return {{{"type", choice, required, "Kind of joint.", type},
           {"between", marker_pair, optional, between_help},
           {"bodies", body_pair, optional, bodies_help},
           {"at", vector, optional, "Where the joint is, global frame; with `bodies`."},
           {"axes", vector_pair, optional, "The axis on each body, global frame; with `bodies`."},
           active_key}};
}

constexpr auto fixed_keys = axis_joint("fixed");
constexpr auto revolute_keys = axis_joint("revolute");
constexpr auto spherical_keys = axis_joint("spherical");
constexpr auto translational_keys = axis_joint("translational");
constexpr auto cylindrical_keys = axis_joint("cylindrical");
constexpr auto universal_keys = two_axes_joint("universal");
constexpr auto planar_joint_keys = axis_joint("planar");
constexpr auto inline_keys = axis_joint("inline");
constexpr auto inplane_keys = axis_joint("inplane");
constexpr auto parallel_axes_keys = axis_joint("parallel_axes");
constexpr auto perpendicular_axes_keys = two_axes_joint("perpendicular_axes");
constexpr auto orientation_joint_keys = axis_joint("orientation");
constexpr Key distance_keys[] = {
    {"type", choice, required, "Kind of joint.", "distance"},
    {"between", marker_pair, required, "Two markers held at a distance."},
    {"length", number, optional, "The distance; that at the start unless given."},
    active_key,
};

constexpr auto constant_velocity_keys = two_axes_joint("constant_velocity");
constexpr Key screw_keys[] = {
    {"type", choice, required, "Kind of joint.", "screw"},
    {"between", marker_pair, optional, between_help},
    {"bodies", body_pair, optional, bodies_help},
    {"at", vector, optional, "Where the joint is, global frame; with `bodies`."},
    {"axis", vector, optional, "Its axis, global frame; with `bodies`."},
    {"pitch", number, required, "Advance along the axis in one turn; negative: a left-handed thread."},
    active_key,
};
constexpr Key gear_keys[] = {
    {"type", choice, required, "Kind of joint.", "gear"},
    {"joints", names_of_elements, required, "The joints of the two wheels, each between its wheel and the carrier."},
    {"teeth", two_numbers, optional, "Teeth of the wheels, or any two numbers in their ratio; or `at`."},
    {"internal", boolean, optional, "With `teeth`: the smaller wheel runs inside the larger; false unless given."},
    {"at", vector, optional, "The pitch point at the start, global frame: the ratio follows. For bevel gears."},
    active_key,
};
constexpr Key rack_keys[] = {
    {"type", choice, required, "Kind of joint.", "rack_and_pinion"},
    {"between", marker_pair, optional, "Marker of the pinion (z: its axis) and of the rack (z: along it)."},
    {"joints", names_of_elements, optional, "Instead: the joint the pinion turns in and the joint the rack slides in."},
    {"radius", number, required, "Pitch radius of the pinion; negative: the rack lies on the other side."},
    active_key,
};
constexpr Key coupler_keys[] = {
    {"type", choice, required, "Kind of joint.", "coupler"},
    {"joints", names_of_elements, required, "Two or three joints whose coordinates are coupled."},
    {"factors", coefficients, required, "Factor of each coordinate, in the model's units: their sum stays as it is."},
    {"coordinates", names, optional, "Of each joint `angle` or `displacement`; needed where a joint has both."},
    active_key,
};
constexpr Key point_on_curve_keys[] = {
    {"type", choice, required, "Kind of joint.", "point_on_curve"},
    {"between", marker_pair, required, "The marker in whose frame the curve is, and the marker that stays on it."},
    {"curve", name, required, "The curve, one of `curves`."},
    active_key,
};
constexpr Key curve_on_curve_keys[] = {
    {"type", choice, required, "Kind of joint.", "curve_on_curve"},
    {"between", marker_pair, required, "Two markers, each with a curve in its x-y plane."},
    {"curves", names_of_elements, required, "The two curves, of `curves`, in the order of the markers."},
    active_key,
};
constexpr Key rolling_disc_keys[] = {
    {"type", choice, required, "Kind of joint.", "rolling_disc"},
    {"between", marker_pair, required, "The marker whose x-y plane is rolled on, and the disc's (z: its axis)."},
    {"radius", number, required, "Of the disc."},
    active_key,
};

constexpr KeyTable tables_of_joints[] = {
    {"fixed", "a fixed joint", fixed_keys, "between|bodies"},
    {"revolute", "a revolute joint", revolute_keys, "between|bodies"},
    {"spherical", "a spherical joint", spherical_keys, "between|bodies"},
    {"translational", "a translational joint", translational_keys, "between|bodies"},
    {"cylindrical", "a cylindrical joint", cylindrical_keys, "between|bodies"},
    {"universal", "a universal joint", universal_keys, "between|bodies"},
    {"planar", "a planar joint", planar_joint_keys, "between|bodies"},
    {"inline", "an inline joint", inline_keys, "between|bodies"},
    {"inplane", "an inplane joint", inplane_keys, "between|bodies"},
    {"parallel_axes", "a parallel_axes joint", parallel_axes_keys, "between|bodies"},
    {"perpendicular_axes", "a perpendicular_axes joint", perpendicular_axes_keys, "between|bodies"},
    {"orientation", "an orientation joint", orientation_joint_keys, "between|bodies"},
    {"distance", "a distance joint", distance_keys},
    {"constant_velocity", "a constant_velocity joint", constant_velocity_keys, "between|bodies"},
    {"screw", "a screw joint", screw_keys, "between|bodies"},
    {"gear", "a gear", gear_keys, "teeth|at"},
    {"rack_and_pinion", "a rack_and_pinion", rack_keys, "between|joints"},
    {"coupler", "a coupler", coupler_keys},
    {"point_on_curve", "a point_on_curve joint", point_on_curve_keys},
    {"curve_on_curve", "a curve_on_curve joint", curve_on_curve_keys},
    {"rolling_disc", "a rolling_disc", rolling_disc_keys},
};

}  // namespace

std::span<const KeyTable> joint_tables() { return tables_of_joints; }

}  // namespace alembert::keys
