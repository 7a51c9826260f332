#include "model/keys.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "model/key_tables.h"

namespace alembert {
namespace {

using namespace keys;

constexpr Key model_keys[] = {
    {"alembert", integer, required, "Version of the file format: 1."},
    {"title", text, optional, "What the model is, in a line."},
    {"units", table, optional, "Units of every number in the file: with angle: deg, pi/2 is an angle of 1.57 degrees.",
     "units"},
    {"parameters", named_numbers, optional, "Named constants; --set NAME=VALUE overrides one."},
    {"splines", named_tables, optional,
     "Curves through points, for akima(NAME, x), cubic, linear and hold in expressions.", "spline"},
    {"inputs", named_numbers_or_tables, optional,
     "Numbers from outside, for input(NAME) in expressions: constant, or functions of time; --input overrides one.",
     "input"},
    {"paths", named_tables, optional,
     "Closed paths round circles with links of equal length, for path_x(NAME, i) and the like in expressions.", "path"},
    {"curves", named_tables, optional, "Curves for joints, and for shapes with a profile.", "curve"},
    {"include", names, optional, "Model files whose sections are added to those of this one."},
    {"ports", named_tables, optional, "Bodies of a model around this one, by the names they have here.", "port"},
    {"assemblies", named_tables, optional, "Other model files as parts of this one, by name.", "assembly"},
    {"gravity", vector, optional, "Acceleration of gravity, global axes; none unless given."},
    {"bodies", named_tables, optional, "The bodies by name; `ground` is always there.", "bodies"},
    {"joints", named_tables, optional, "The joints by name.", "joints"},
    {"motions", named_tables, optional, "Prescribed motions of joints or between markers, by name.", "motion"},
    {"constraints", named_tables, optional, "The user's own equations of constraint, by name.", "constraint"},
    {"forces", named_tables, optional, "Springs, dampers and applied forces by name.", "forces"},
    {"contacts", named_tables, optional, "Which shapes touch, and how they push and rub, by name.", "contact"},
    {"variables", named_expressions, optional,
     "Algebraic unknowns by name, solved with the motion; they may depend on anything, each other included."},
    {"states", named_tables, optional, "Differential unknowns by name.", "state"},
    {"transfer_functions", named_tables, optional, "Linear blocks of one input by name; var(NAME) is the output.",
     "transfer_function"},
    {"state_spaces", named_tables, optional, "Linear blocks x' = A x + B u, y = C x + D u by name.", "state_space"},
    {"controllers", named_tables, optional, "PID controllers and filters by name; var(NAME) is the output.",
     "controllers"},
    {"sensors", named_tables, optional, "Events: functions of the motion, and what happens when they pass through 0.",
     "sensor"},
    {"outputs", named_expressions, optional, "Columns of outputs.csv, each an expression of time and measures."},
    {"simulation", table_or_list, optional, "What to compute and how: one analysis, or a list of them.", "simulation"},
    {"repeat", table_list, optional, "Groups of similar bodies, joints, forces and outputs.", "repeat"},
};

constexpr Key unit_keys[] = {
    {"length", choice, optional, "Unit of length.", "m mm cm km in ft"},
    {"mass", choice, optional, "Unit of mass.", "kg g t lb"},
    {"time", choice, optional, "Unit of time.", "s ms min h"},
    {"angle", choice, optional, "Unit of angles.", "rad deg"},
    {"force", choice, optional, "Unit of forces; torques and stiffnesses follow.", "N kN mN lbf"},
};

constexpr Key ground_keys[] = {
    {"markers", named_tables, optional, "Named frames fixed to ground.", "marker"},
    shapes_key,
};

constexpr Key rigid_keys[] = {
    {"type", choice, optional, "Kind of body.", "rigid"},
    mass_key,
    {"inertia", inertia, optional,
     "About the centre of mass, body axes: three moments or a 3x3 tensor; needed with `mass`."},
    density_key,
    {"position", vector, optional, "Of the body frame's origin, global frame."},
    {"orientation", orientation, optional, "Of the body frame, relative to the global frame."},
    com_key,
    {"velocity", vector, optional, "Of the centre of mass at the start, global axes."},
    {"angular_velocity", vector, optional, "At the start, global axes."},
    {"internal_masses", named_tables, optional, "Point masses that it carries on springs.", "internal_mass"},
    markers_key,
    shapes_key,
};

constexpr Key internal_mass_keys[] = {
    {"mass", number, required, "Mass; not part of the body's own."},
    {"at", vector, required, "Where its spring is free, in the body frame."},
    {"axis", vector, required, "It moves along, in the body frame."},
    {"stiffness", number, optional, "Of its spring; none unless given."},
    {"damping", number, optional, "Of its damper; none unless given."},
    {"displacement", number, optional, "Along the axis at the start; 0 unless given."},
    {"velocity", number, optional, "Along the axis at the start, in the body; 0 unless given."},
};

constexpr Key flexible_keys[] = {
    {"type", choice, required, "Kind of body.", "flexible"},
    {"data", part_or_file, required, "File of the reduced part, a part file, or a part with the keys of part files."},
    {"pieces", integer, optional,
     "A chain of beams given in `data`: into how many bodies NAME_1, NAME_2, ... it is cut."},
    {"modes", table, optional, "Which modes are used; all unless given.", "modes"},
    {"damping", number_or_table, optional,
     "Ratio of critical damping of the modes, or more about it; 1 % below 100 Hz, 10 % below 1 kHz, 100 % above unless "
     "given.",
     "modal_damping"},
    {"coupling", choice, optional, "What of the inertia follows the deformation; full unless given.",
     "full partial constant rigid"},
    {"position", vector, optional, "Of the origin of the part's own axes, global frame."},
    {"orientation", orientation, optional, "Of the part's axes, relative to the global frame."},
    {"velocity", vector, optional, "Of the centre of mass at the start, global axes."},
    {"angular_velocity", vector, optional, "At the start, global axes."},
    {"displacement", coefficients, optional, "Of the modes at the start; 0 unless given."},
    {"rate", coefficients, optional, "Of these; 0 unless given."},
    {"markers", named_tables, optional, "Markers on its nodes and patches; those of the part are there by name.",
     "flexible_marker"},
    {"geometry", table_list, optional, "Shapes, to draw and to touch.", "flexible_geometry"},
};

constexpr Key modes_keys[] = {
    {"up_to", number, optional, "Those up to this frequency in Hz."},
    {"first", integer, optional, "So many, the lowest ones."},
    {"keep", coefficients, optional, "Those of these numbers, from 1."},
};

constexpr Key modal_damping_keys[] = {
    {"ratio", number, optional, "Of critical damping, for all modes."},
    {"ranges", number_pairs, optional,
     "Pairs of a frequency in Hz and the ratio below it, ascending; the last may be inf."},
    {"expression", number, optional, "The ratio as an expression of the frequency f in Hz and the number k of a mode."},
    {"mass", number, optional, "Rayleigh damping: factor of the mass."},
    {"stiffness", number, optional, "Rayleigh damping: factor of the stiffness."},
    {"ratios", coefficients, optional, "One for each mode that is used."},
};

constexpr Key flexible_marker_keys[] = {
    {"frame", name, optional, "Node or patch of the part that it is fixed to."},
    {"node", integer, optional, "The same, by the number of a node."},
    {"at", vector, optional, "From there, in the axes of the part."},
    {"orientation", orientation, optional, "Relative to the axes of the part."},
};

constexpr Key planar_keys[] = {
    {"type", choice, required, "Kind of body.", "planar"},
    mass_key,
    {"inertia", planar_inertia, optional, "Moment of inertia about z through the centre of mass; needed with `mass`."},
    density_key,
    {"position", vector, optional, "Of the body frame's origin, global frame; z stays as it is."},
    {"orientation", orientation, optional, "Of the body frame; a rotation about z."},
    com_key,
    {"velocity", vector, optional, "Of the centre of mass at the start, in the xy plane."},
    {"angular_velocity", vector, optional, "At the start, about z."},
    markers_key,
    shapes_key,
};

constexpr Key point_keys[] = {
    {"type", choice, required, "Kind of body.", "point"},
    mass_key,
    {"density", number, optional, "Of all its shapes: the mass follows from these."},
    {"position", vector, optional, "Global frame."},
    {"velocity", vector, optional, "At the start, global axes."},
    {"markers", named_tables, optional, "Named markers at the point; they have no orientation.", "marker"},
    shapes_key,
};

constexpr Key marker_keys[] = {
    {"at", vector, optional, "Origin, in the body frame."},
    {"orientation", orientation, optional, "Relative to the body frame."},
};

constexpr auto shape_keys = std::to_array<Key>({
    {"box", vector, optional, "Lengths along x, y, z."},
    {"cylinder", two_numbers, optional, "Radius, and length along z."},
    {"sphere", number, optional, "Radius."},
    {"cone", two_numbers, optional, "Radius of the base, and height along z."},
    {"capsule", two_numbers, optional, "Radius, and length of the cylindrical part along z."},
    {"line", points, optional, "Corners of a line."},
    {"mesh", text, optional, "File of a surface mesh."},
    {"plane", vector, optional, "Outward normal of a plane through `at`; all behind it is solid."},
    {"half_space", vector, optional, "The same as `plane`."},
    {"torus", two_numbers, optional, "Radius of the circle about z, and radius of the tube."},
    {"ellipsoid", vector, optional, "Half axes along x, y, z."},
    {"hull", points_or_file, optional, "Points whose convex hull it is, or a file of a mesh that has them."},
    {"profile", name, optional, "One of `curves`, in the x-y plane of the shape."},
    {"name", name, optional, "Name in its body: with it the shape can touch others, in `contacts`."},
    {"at", vector, optional, "Centre of the shape, in the body frame; of a plane a point of it."},
    {"orientation", orientation, optional, "Of the shape, relative to the body frame."},
    {"rounding", number, optional,
     "Box, cylinder, cone, hull: radius of edges and corners; 1 % of the smallest extent unless given."},
    {"inside", boolean, optional, "Sphere, cylinder: a hollow, what touches it is inside; false unless given."},
    {"spacing", number, optional, "Mesh: distance of the nodes that touch; those of the file unless given."},
    {"thickness", number, optional, "Profile: extent along z."},
    {"color", text, optional, "CSS colour name or #rrggbb."},
});

// The same and one more.
template <std::size_t n>
constexpr std::array<Key, n + 1> with(const std::array<Key, n>& keys, const Key& more) {
  std::array<Key, n + 1> out;
  std::copy(keys.begin(), keys.end(), out.begin());
  out.back() = more;
  return out;
}
constexpr auto geometry_keys =
    with(shape_keys,
         Key{"density", number, optional, "Gives the body mass, com and inertia; that of the body unless given."});
constexpr auto flexible_geometry_keys = with(
    shape_keys, Key{"frame", name, optional, "Node or patch of the part that it is fixed to; `at` is from there."});

constexpr Key orientation_keys[] = {
    {"quaternion", four_numbers, optional, "w, x, y, z; normalised when read."},
    {"axis", vector, optional, "Axis of the rotation; with `angle`."},
    {"angle", number, optional, "Angle about `axis`."},
    {"euler", choice, optional, "Sequence of body-fixed axes; with `angles`.",
     "xyx xyz xzx xzy yxy yxz yzx yzy zxy zxz zyx zyz"},
    {"angles", rotation_angles, optional, "The three angles of `euler`."},
    {"x", vector, optional, "Direction of the x axis; with `z`. Its part along z is taken away."},
    {"z", vector, optional, "Direction of the z axis; with `x`."},
};

constexpr Key spline_keys[] = {
    {"x", numbers, optional, "Where the points are; strictly increasing. With `y`."},
    {"y", numbers, optional, "The values at these points."},
    {"file", text, optional, "CSV file to read the points from instead, relative to the model file."},
    {"columns", column_pair, optional,
     "Columns of x and y in `file`: names of its header, or numbers from 1. 1 and 2 unless given."},
    {"extrapolate", choice, optional, "What the curve is outside its points; linear unless given.",
     "linear constant error"},
};

constexpr Key input_keys[] = {
    {"default", number, optional, "Its value, as long as nobody gives another."},
    {"x", numbers, optional, "Times of points; strictly increasing. With `y`."},
    {"y", numbers, optional, "The values at these times."},
    {"file", text, optional, "CSV file to read the points from instead, relative to the model file."},
    {"columns", column_pair, optional,
     "Columns of time and value in `file`: names of its header, or numbers from 1. Unless given the first, and the one "
     "with the input's name, or the second."},
    {"interpolation", choice, optional, "Between the points; linear unless given.", "linear hold cubic akima"},
    {"extrapolate", choice, optional, "What it is outside its points; constant unless given.", "constant linear error"},
};

constexpr Key simulation_keys[] = {
    {"analysis", choice, optional, "What to compute; dynamics unless given.",
     "dynamics kinematics statics quasi_statics modes linearise inverse_dynamics step_limit"},
    {"end", number, optional, "Time at which the simulation ends."},
    {"method", method, optional, "Integration method: its name, or a group with `name` and its parameters."},
    {"tolerance", number, optional, "Error allowed per step; the step size varies. Excludes `step`."},
    {"step", number, optional, "Fixed step size. Excludes `tolerance`."},
    {"output_step", number, optional, "Time between two rows of the outputs."},
    {"modal", choice, optional,
     "When coordinates of flexible bodies are recorded: at `outputs` alone, or after `every_step` too.",
     "outputs every_step"},
    {"step_history", integer, optional,
     "How many attempted steps are recorded at most; of more, they are thinned evenly. 200000 unless given; 0: none."},
    {"initial_step", number, optional, "Size of the first step."},
    {"min_step", number, optional, "Smallest step allowed."},
    {"max_step", number, optional, "Largest step allowed; the output step unless given."},
    {"contact_accuracy", number, optional,
     "Part of the energy of an impact that may be wrong after a step; at most 0.1."},
    {"about", number_or_place, optional, "What modes are about: `initial` state, `equilibrium`, or a time of the run."},
    {"modes", integer, optional, "How many modes, from the lowest frequency on."},
    {"frame", marker, optional, "Modes are seen from the axes of this marker, which may turn; ground unless given."},
    {"inputs", names_of_elements, optional,
     "Inputs of the linear model: inputs and variables; unless given all inputs, or all variables where there are "
     "none."},
    {"outputs", names_of_elements, optional, "Outputs of the linear model; all unless given."},
    {"actuators", names_of_elements, optional, "Inverse dynamics: the variables to be found."},
    {"activate", names_of_elements, optional, "Elements that are active from this analysis on."},
    {"deactivate", names_of_elements, optional, "Elements that are not active from this analysis on."},
};

constexpr Key motion_keys[] = {
    {"joint", name, optional, "The joint that is driven; or `between`."},
    {"between", marker_pair, optional, "Two markers: the second is driven relative to the first."},
    {"axis", choice, optional, "Axis of the first marker, with `between` and for planar joints; z unless given.",
     "x y z"},
    {"displacement", expression, optional, "Displacement along the axis, as a function of time."},
    {"angle", expression, optional, "Angle about the axis, as a function of time."},
    {"velocity", expression, optional, "Velocity along the axis; about it where the joint only turns."},
    {"angular_velocity", expression, optional, "Angular velocity about the axis."},
    {"acceleration", expression, optional, "Acceleration along the axis; about it where the joint only turns."},
    {"angular_acceleration", expression, optional, "Angular acceleration about the axis."},
    active_key,
};

constexpr Key constraint_keys[] = {
    {"position", expression, optional, "Of positions and time: the motion keeps it at 0."},
    {"velocity", expression, optional, "Of positions, velocities and time: the motion keeps it at 0."},
    active_key,
};

constexpr Key sensor_keys[] = {
    {"event", expression, required,
     "The sensor acts when this passes through 0 or, if it is a condition, becomes true."},
    {"direction", choice, optional,
     "In which direction; both unless given. Of a condition rising, when it becomes true.", "rising falling both"},
    {"stop", boolean, optional, "Ends the run."},
    {"record", boolean, optional, "Writes a row of results at this moment, before anything else happens."},
    {"once", boolean, optional, "Acts the first time only."},
    {"set", named_expressions, optional, "Parameters and their new values."},
    {"reset", named_expressions, optional, "States and their new values."},
    {"activate", names_of_elements, optional,
     "Joints, motions, constraints, forces, contacts or sensors that act from now on."},
    {"deactivate", names_of_elements, optional, "Those that act no longer."},
    {"impulse", table, optional, "Time integrals of a force and a torque that act at once.", "impulse"},
    active_key,
};

constexpr Key impulse_keys[] = {
    {"on", marker, required, "Where it acts."},
    {"force", vector_of_expressions, optional, "Time integral of the force, in the axes of `frame`."},
    {"torque", vector_of_expressions, optional, "Time integral of the torque."},
    {"frame", marker, optional, "Marker whose axes it has; ground unless given."},
    {"reaction", marker, optional, "Marker whose body takes the reaction; none unless given."},
};

constexpr Key state_keys[] = {
    {"derivative", expression, optional, "Its rate of change, per unit of time."},
    {"residual", expression, optional,
     "An expression of rate(NAME), the rate of change, and of anything else: it is 0."},
    {"initial", number_or_steady, optional,
     "Its value at the start, 0 unless given; or `steady`: such that it does not change."},
    {"scale", number, optional,
     "A typical size: errors are relative to it, or to the value if larger; 1 unless given."},
};

constexpr Key transfer_function_keys[] = {
    {"input", expression, required, "What goes in."},
    {"numerator", coefficients, required, "Coefficients by falling powers of s: [2, 1] is 2 s + 1."},
    {"denominator", coefficients, required,
     "Coefficients by falling powers of s; of no lower degree than `numerator`."},
    {"initial", number, optional, "Output from which it starts, at rest; 0 unless given."},
};

constexpr Key state_space_keys[] = {
    {"A", matrix_or_file, required, "Rows of x' by x, or the name of a CSV file of them, relative to the model file."},
    {"B", matrix_or_file, required, "Rows of x' by the inputs, or a CSV file."},
    {"C", matrix_or_file, required, "Rows of the outputs by x, or a CSV file."},
    {"D", matrix_or_file, optional, "Rows of the outputs by the inputs, or a CSV file; 0 unless given."},
    {"inputs", expressions, required, "What goes in: one expression for each column of B."},
    {"outputs", names, optional,
     "Names of the variables that come out, one for each row of C; NAME, or NAME_1, NAME_2, ... unless given."},
    {"initial", coefficients, optional, "The states at the start; 0 unless given."},
};

constexpr Key pid_keys[] = {
    {"type", choice, required, "Kind of controller.", "pid"},
    {"input", expression, required, "The error: what is wanted less what is."},
    {"p", number, optional, "Gain of the error."},
    {"i", number, optional, "Gain of its integral."},
    {"d", number, optional, "Gain of its derivative; needs `filter` or `rate`."},
    {"rate", expression, optional, "The derivative of the error, where it is known, per unit of time."},
    {"filter", number, optional, "Time constant T of the derivative d s/(T s + 1) of the error."},
    {"limits", two_numbers, optional, "Lowest and highest output."},
    {"tracking", number, optional,
     "Time constant with which the integral follows a limited output; sqrt(d/i), without `d` p/i, unless given."},
    {"initial", number, optional, "Integral part of the output at the start; 0 unless given."},
    {"initial_input", number, optional, "The error at the start, from which the derivative is formed; 0 unless given."},
};

constexpr Key filter_keys[] = {
    {"type", choice, required, "Kind of controller.", "filter"},
    {"kind", choice, required, "What it lets pass; a notch stops its frequency alone.",
     "low_pass high_pass band_pass notch"},
    {"input", expression, required, "What goes in."},
    {"frequency", number, required,
     "Corner or centre as angular frequency: radians per unit of time, whatever the unit of angles."},
    {"order", integer, optional, "1 (low_pass and high_pass alone) or 2; 2 unless given."},
    {"damping", number, optional, "Damping ratio of order 2; 1/sqrt(2) unless given."},
    {"initial_input", number, optional, "Constant input that it has settled to at the start; 0 unless given."},
};

constexpr Key port_keys[] = {
    {"position", vector, optional, "Where its frame is in this model; [0, 0, 0] unless given."},
    {"orientation", orientation, optional, "Its orientation there; that of ground unless given."},
    markers_key,
};

constexpr Key assembly_keys[] = {
    {"file", text, optional, "The model file it is made from."},
    {"model", submodel, optional, "In place of `file`: the keys of a model file."},
    {"parameters", named_numbers, optional, "Values that its parameters have here."},
    {"position", vector, optional, "Where its global frame is in this model; [0, 0, 0] unless given."},
    {"orientation", orientation, optional, "How that is turned; not unless given."},
    {"mirror", choice, optional, "Mirrored first, in its own frame: the axis that changes sign.", "x y z"},
    {"ports", named_names, optional, "What its ports are: bodies or markers of this model."},
};

constexpr Key repeat_keys[] = {
    {"index", name, optional, "Name of the index; {index} in names and values below is replaced by its value."},
    {"from", integer, optional, "First value of the index."},
    {"to", integer, optional, "Last value of the index; below `from`: no entries."},
    {"each", named_values_list, optional,
     "In place of these, a list of tables: what names stand for in each repetition, numbers or words."},
    {"bodies", named_tables, optional, "Bodies to repeat.", "bodies"},
    {"assemblies", named_tables, optional, "Assemblies to repeat.", "assembly"},
    {"joints", named_tables, optional, "Joints to repeat.", "joints"},
    {"motions", named_tables, optional, "Motions to repeat.", "motion"},
    {"constraints", named_tables, optional, "Constraints to repeat.", "constraint"},
    {"forces", named_tables, optional, "Forces to repeat.", "forces"},
    {"contacts", named_tables, optional, "Contacts to repeat.", "contact"},
    {"variables", named_expressions, optional, "Variables to repeat.", ""},
    {"states", named_tables, optional, "States to repeat.", "state"},
    {"transfer_functions", named_tables, optional, "Transfer functions to repeat.", "transfer_function"},
    {"state_spaces", named_tables, optional, "State spaces to repeat.", "state_space"},
    {"controllers", named_tables, optional, "Controllers and filters to repeat.", "controllers"},
    {"sensors", named_tables, optional, "Sensors to repeat.", "sensor"},
    {"outputs", named_expressions, optional, "Outputs to repeat.", ""},
    {"repeat", table_list, optional, "Repetitions inside this one.", "repeat"},
};

constexpr const char* kShapes =
    "box|cylinder|sphere|cone|capsule|line|mesh|plane|half_space|torus|ellipsoid|hull|profile";

constexpr KeyTable tables[] = {
    {"model", "a model", model_keys},
    {"units", "`units`", unit_keys},
    {"ground", "`ground`", ground_keys},
    {"marker", "a marker", marker_keys},
    {"internal_mass", "an internal mass", internal_mass_keys},
    {"modes", "`modes`", modes_keys, "up_to|first|keep"},
    {"modal_damping", "`damping`", modal_damping_keys, "ratio|ranges|expression|mass stiffness|ratios"},
    {"flexible_marker", "a marker of a flexible body", flexible_marker_keys, "frame|node"},
    {"geometry", "a shape", geometry_keys, kShapes},
    {"flexible_geometry", "a shape of a flexible body", flexible_geometry_keys, kShapes},
    {"orientation", "an orientation", orientation_keys, "quaternion|axis angle|euler angles|x z"},
    {"spline", "a spline", spline_keys, "x y|file"},
    {"input", "an input", input_keys, "default|x y|file"},
    {"simulation", "`simulation`", simulation_keys, "", "tolerance step"},
    {"motion", "a motion", motion_keys, "joint|between"},
    {"constraint", "a constraint", constraint_keys, "position|velocity"},
    {"sensor", "a sensor", sensor_keys},
    {"impulse", "an impulse", impulse_keys},
    {"state", "a state", state_keys, "derivative|residual"},
    {"transfer_function", "a transfer function", transfer_function_keys},
    {"state_space", "a state space", state_space_keys},
    {"repeat", "`repeat`", repeat_keys, "index from to|each"},
    {"port", "a port", port_keys},
    {"assembly", "an assembly", assembly_keys, "file|model"},
};

constexpr KeyTable body_tables[] = {
    {"rigid", "a rigid body", rigid_keys},
    {"point", "a point body", point_keys},
    {"planar", "a planar body", planar_keys},
    {"flexible", "a flexible body", flexible_keys},
};

constexpr KeyTable controller_tables[] = {
    {"pid", "a pid controller", pid_keys},
    {"filter", "a filter", filter_keys},
};

std::vector<const KeyTable*> pointers(std::span<const KeyTable> list) {
  std::vector<const KeyTable*> out;
  for (const KeyTable& table : list) out.push_back(&table);
  return out;
}

}  // namespace

const Key* KeyTable::find(std::string_view key) const {
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const Key& row) { return row.name == key; });
  return found == keys.end() ? nullptr : &*found;
}

std::vector<std::string> KeyTable::key_names() const {
  std::vector<std::string> out;
  for (const Key& key : keys) {
    if (key.kind != ValueKind::planned) out.emplace_back(key.name);
  }
  return out;
}

const KeyTable* KeyVariants::find(std::string_view type) const {
  const auto found = std::find_if(tables.begin(), tables.end(), [&](const KeyTable* t) { return t->name == type; });
  return found == tables.end() ? nullptr : *found;
}

const KeyTable& key_table(std::string_view name) {
  for (const std::span<const KeyTable> list : {std::span<const KeyTable>(tables), contact_tables(), curve_tables()})
    for (const KeyTable& table : list)
      if (table.name == name) return table;
  throw std::logic_error("no key table " + std::string(name));
}

const KeyVariants& key_variants(std::string_view name) {
  static const KeyVariants bodies{"bodies", "rigid", pointers(body_tables), {}, "body"};
  static const KeyVariants joints{"joints", "", pointers(joint_tables()), {}, "joint"};
  static const KeyVariants forces{"forces", "", pointers(force_tables()), {}, "force"};
  static const KeyVariants controllers{"controllers", "", pointers(controller_tables), {}, "controller"};
  for (const KeyVariants* variants : {&bodies, &joints, &forces, &controllers}) {
    if (variants->name == name) return *variants;
  }
  throw std::logic_error("no key variants " + std::string(name));
}

}  // namespace alembert
