// Keys of contacts.
#include "model/key_tables.h"

namespace alembert::keys {

namespace {

constexpr Key contact_keys[] = {
    {"between", shape_pair, optional,
     "Two shapes BODY.SHAPE, patterns of these with *, or lists of them: each of the one with each of the other."},
    {"pairs", shape_pairs, optional, "In place of `between`: a list of pairs [BODY.SHAPE, BODY.SHAPE]."},
    {"law", choice, optional, "How they push; hunt_crossley unless given.", "hunt_crossley impact"},
    {"stiffness", number, optional, "Force per penetration^exponent; or `materials`, or `force`."},
    {"exponent", number, optional, "Of the penetration, at least 1; with `stiffness`, 1.5 unless given."},
    {"restitution", number, optional,
     "hunt_crossley: speed after an impact over that before, above 0; 1, nothing lost, unless given."},
    {"impact_speed", number, optional, "The speed of impact that `restitution` is for."},
    {"dissipation", number, optional,
     "hunt_crossley: damping force = this times speed times elastic force; in place of `restitution`."},
    {"damping", number, optional, "impact: force per speed, reached at `depth`; 0 unless given."},
    {"depth", number, optional, "impact: penetration at which all the damping acts."},
    {"materials", material_pair, optional,
     "Of the first and the second: {E: .., nu: ..} or `rigid`. Stiffness and exponent follow from the shapes.",
     "material"},
    {"layer", number, optional, "With `materials`, of meshes and flat faces: thickness of the layer that gives way."},
    {"force", expression, optional,
     "The normal force as an expression of `penetration` and `penetration_rate`; never less than 0."},
    {"friction", number_or_table, optional, "Coefficient of friction, or more about it; none unless given.",
     "contact_friction"},
    {"neighbours", boolean, optional,
     "Whether patterns also pair shapes of bodies that a joint connects; false unless given."},
    active_key,
};

constexpr Key contact_friction_keys[] = {
    {"type", choice, optional, "bristle holds what rests, velocity creeps; bristle unless given.", "bristle velocity"},
    {"static", number, optional, "Coefficient of friction that holds; as `dynamic` unless given."},
    {"dynamic", number, optional, "Coefficient of friction while it slides; as `static` unless given."},
    {"stribeck_speed", number, optional,
     "bristle: speed over which `static` falls to `dynamic`; 0.01 m/s unless given."},
    {"stiction_length", number, optional,
     "bristle: displacement before it slides; by the size of the shapes unless given."},
    {"static_speed", number, optional, "velocity: speed at which `static` is reached; 0.01 m/s unless given."},
    {"dynamic_speed", number, optional, "velocity: speed at which `dynamic` is reached; 0.1 m/s unless given."},
    {"rolling_resistance", number, optional, "Moment against rolling over normal force, a length; 0 unless given."},
    {"spinning_resistance", number, optional,
     "Moment against turning about the normal over normal force, a length; 0 unless given."},
};

constexpr Key material_keys[] = {
    {"E", number, required, "Young's modulus."},
    {"nu", number, required, "Poisson's ratio."},
};

constexpr KeyTable tables_of_contacts[] = {
    {"contact", "a contact", contact_keys, "stiffness|materials|force", "restitution dissipation"},
    {"contact_friction", "`friction`", contact_friction_keys},
    {"material", "a material", material_keys},
};

}  // namespace

std::span<const KeyTable> contact_tables() { return tables_of_contacts; }

}  // namespace alembert::keys
