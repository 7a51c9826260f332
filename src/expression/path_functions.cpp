#include "expression/path_functions.h"

namespace alembert {
namespace {

using Of = PathFunction::Of;
using Path = LinkPath;
using Number = long long;

constexpr PathFunction kPathFunctions[] = {
    {"path_x", Of::link, false, false, [](const Path& p, Number i) { return p.centre(i).x(); }},
    {"path_y", Of::link, false, false, [](const Path& p, Number i) { return p.centre(i).y(); }},
    {"path_angle", Of::link, true, false, [](const Path& p, Number i) { return p.angle(i); }},
    {"path_turn", Of::link, true, false, [](const Path& p, Number i) { return p.turn(i); }},
    {"path_hinge_x", Of::link, false, false, [](const Path& p, Number i) { return p.hinge(i).x(); }},
    {"path_hinge_y", Of::link, false, false, [](const Path& p, Number i) { return p.hinge(i).y(); }},
    {"path_wrap", Of::circle, true, false, [](const Path& p, Number k) { return p.wrap(k); }},
    {"path_run", Of::circle, true, true, [](const Path& p, Number k) { return p.run_direction(k); }},
    {"path_chord", Of::path, false, false, [](const Path& p, Number) { return p.chord(); }},
    {"path_length", Of::path, false, false, [](const Path& p, Number) { return p.length(); }},
    {"path_links", Of::path, false, false, [](const Path& p, Number) { return static_cast<double>(p.links()); }},
};

}  // namespace

std::span<const PathFunction> path_functions() { return kPathFunctions; }

const PathFunction* find_path_function(std::string_view name) {
  for (const PathFunction& function : kPathFunctions)
    if (function.name == name) return &function;
  return nullptr;
}

}  // namespace alembert
