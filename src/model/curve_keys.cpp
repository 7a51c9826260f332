#include "model/key_tables.h"

namespace alembert::keys {
namespace {

constexpr Key path_keys[] = {
    {"around", some_tables, required, "The circles that it goes round, in the order of travel.", "path_circle"},
    {"links", integer, required, "How many links of equal length it is divided into."},
    {"start", number, optional,
     "Where hinge 1 lies: length along the path from where it meets circle 1; 0 unless given. May use `chord`."},
    {"crossed", boolean, optional, "Whether the path may cross itself; false unless given."},
};

constexpr Key path_circle_keys[] = {
    {"at", two_numbers, required, "Centre in the x-y plane."},
    {"radius", number, required, "Radius of the circle on which hinges lie. May use `chord`, the length of a link."},
    {"side", choice, optional, "Where the circle lies, seen in the direction of travel; left unless given.",
     "left right"},
};

constexpr Key curve_keys[] = {
    {"points", curve_points, optional, "Points [x, y] or [x, y, z] in the frame of the marker that carries the curve."},
    {"file", text, optional, "CSV file to read the points from instead, relative to the model file."},
    {"columns", names, optional, "Two or three columns of `file`, by name or number from 1; 1 and 2 unless given."},
    {"x", expression, optional, "Formula of the parameter `s` instead of points; with `from`, `to`."},
    {"y", expression, optional, "The same for y; 0 unless given."},
    {"z", expression, optional, "The same for z; 0 unless given."},
    {"from", number, optional, "First value of `s`."},
    {"to", number, optional, "Last value of `s`; of a closed curve: where it has come round."},
    {"radial", number, optional,
     "Formula of the distance from the origin by the polar angle `phi` in radians, of a closed curve; in place of "
     "`x`."},
    {"count", integer, optional,
     "Points taken of the formulas; 200 unless given, of `radial` as many as it needs to be met to 1e-6."},
    {"sprocket", table, optional, "Of a roller chain, by ISO 606; the middle of a gap is on the x axis.", "sprocket"},
    {"involute", table, optional, "A spur gear; the middle of a tooth is on the x axis.", "involute"},
    {"geneva", table, optional, "Wheel or lock of a Geneva drive; a slot, or the pin, is on the x axis.", "geneva"},
    {"closed", boolean, optional,
     "Whether the last point is followed by the first; false unless given; ready profiles are closed."},
};

constexpr Key sprocket_keys[] = {
    {"pitch", number, required, "Of the chain."},
    {"teeth", integer, required, "How many teeth."},
    {"roller", number, required, "Diameter of a roller."},
    {"tip_diameter", number, optional, "Within the limits of the standard; halfway between them unless given."},
};

constexpr Key involute_keys[] = {
    {"module", number, required, "Pitch diameter over number of teeth."},
    {"teeth", integer, required, "How many teeth."},
    {"pressure_angle", number, optional, "Of the basic rack; 20 degrees unless given."},
    {"shift", number, optional, "Of the profile, in modules; 0 unless given."},
    {"addendum", number, optional, "Of the basic rack, in modules; 1 unless given."},
    {"dedendum", number, optional, "Of the basic rack, in modules; 1.25 unless given."},
    {"fillet", number, optional,
     "Radius of the arc at the root, in modules; 0.38, or less where there is no room, unless given."},
    {"rounding", number, optional, "Radius of the corners at the tip, in modules; 0.05 unless given."},
    {"backlash", number, optional, "By how much teeth are thinner on the pitch circle; 0 unless given."},
};

constexpr Key geneva_keys[] = {
    {"slots", integer, required, "Of the wheel."},
    {"distance", number, required, "Of the axes of driver and wheel."},
    {"pin", number, required, "Its diameter."},
    {"part", choice, optional, "Which contour; wheel unless given.", "wheel lock"},
    {"clearance", number, optional, "Of the pin in a slot, and of the lock in a hollow; 0.02 of the pin unless given."},
    {"tip", number, optional, "Radius of the tips of the horns beside a slot; 0.5 of the pin unless given."},
};

constexpr KeyTable tables_of_curves[] = {
    {"path", "a path", path_keys},
    {"path_circle", "a circle of a path", path_circle_keys},
    {"curve", "a curve", curve_keys, "points|file|x|radial|sprocket|involute|geneva"},
    {"sprocket", "`sprocket`", sprocket_keys},
    {"involute", "`involute`", involute_keys},
    {"geneva", "`geneva`", geneva_keys},
};

}  // namespace

std::span<const KeyTable> curve_tables() { return tables_of_curves; }

}  // namespace alembert::keys
