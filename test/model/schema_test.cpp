// The schema in the repository, the schema from the tables and what the reader accepts are the same.
#include "model/schema.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "elements/joints/all_joints.h"
#include "model/reader.h"

namespace alembert {
namespace {

using Json = nlohmann::ordered_json;
using Samples = std::map<std::string, std::string>;

// A place in a model file that has keys of its own.
struct Place {
  std::string definition;                // its schema: a name below $defs, or "" for the whole file
  std::string before, after;             // the text around its keys
  Samples base;                          // keys that are always needed, with values
  Samples samples;                       // further keys, with valid values
  std::map<std::string, Samples> alone;  // keys that need others: the whole set of keys to give instead of `base`
};

Samples joined(Samples a, const Samples& b) {
  for (const auto& [key, value] : b) a[key] = value;
  return a;
}

const char* const two_bodies =
    "alembert: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1], "
    "position: [1, 0, 0]}}\n";

Place body(const std::string& type, Samples samples) {
  samples = joined({{"mass", "1"},
                    {"position", "[1, 2, 3]"},
                    {"velocity", "[1, 0, 0]"},
                    {"markers", "{m: {}}"},
                    {"geometry", "[{sphere: 1}]"}},
                   samples);
  Samples base{{"type", type}, {"mass", "1"}};
  if (type != "point") base["inertia"] = samples["inertia"];
  const Samples dense{{"type", type}, {"density", "1"}, {"geometry", "[{sphere: 1}]"}};
  return {"body_" + type, "alembert: 1\nbodies: {a: {", "}}", base, samples, {{"density", dense}}};
}

Place joint(const std::string& type, bool two_axes) {
  const std::string axis = two_axes ? "axes" : "axis";
  const Samples shorthand{{"type", type},
                          {"bodies", "[a, b]"},
                          {"at", "[0, 0, 0]"},
                          {axis, two_axes ? "[[1, 0, 0], [0, 1, 0]]" : "[0, 0, 1]"}};
  return {"joint_" + type,
          std::string(two_bodies) + "joints: {j: {",
          "}}",
          {{"type", type}, {"between", "[a, b]"}},
          {{"active", "false"}},
          {{"bodies", shorthand}, {"at", shorthand}, {axis, shorthand}}};
}

Place force(const std::string& type, Samples base, const Samples& samples) {
  base["type"] = type;
  return {"force_" + type,
          std::string(two_bodies) + "joints: {j: {type: revolute, between: [a, b]}}\nforces: {f: {",
          "}}",
          base,
          joined(samples, {{"active", "false"}}),
          {}};
}

std::vector<Place> places() {
  const std::string in_ground = "alembert: 1\nbodies: {ground: {";
  const Samples turn{{"at", "[1, 0, 0]"}, {"orientation", "{axis: [0, 0, 1], angle: 1}"}};
  const std::string map = "{}";
  const std::string touching =
      "alembert: 1\nbodies: {ground: {geometry: [{plane: [0, 0, 1], name: floor}]}, "
      "a: {mass: 1, inertia: [1, 1, 1], geometry: [{sphere: 1, name: skin}]}}\n";
  const Samples touch{{"between", "[a.skin, ground.floor]"}};
  const Samples bounce = joined(touch, {{"stiffness", "1"}, {"restitution", "0.5"}, {"impact_speed", "1"}});
  const Samples buffer = joined(touch, {{"stiffness", "1"}, {"law", "impact"}, {"damping", "1"}, {"depth", "1"}});
  const Samples steel = joined(touch, {{"materials", "[{E: 1, nu: 0.3}, rigid]"}});
  const std::string part =
      "{materials: {m: {E: 1e9, nu: 0.3, density: 1000}}, sections: {s: {type: rod, diameter: 0.1}}, nodes: {p: [0, 0, "
      "0], q: [1, 0, 0]}, elements: [{through: [p, q], section: s, pieces: 2}], interfaces: [p, q], modes: {fixed: 0}}";
  const std::string zeros = "[0, 0, 0, 0, 0, 0]";
  std::vector<Place> out{
      {"",
       "{",
       "}",
       {{"alembert", "1"}},
       {{"title", "x"},
        {"units", map},
        {"parameters", "{a: 1}"},
        {"splines", "{s: {x: [1, 2], y: [1, 2]}}"},
        {"inputs", "{u: 1, v: {x: [1, 2], y: [1, 2]}}"},
        {"paths", "{p: {around: [{at: [0, 0], radius: 1}], links: 9}}"},
        {"curves", "{c: {points: [[0, 0], [1, 0]]}}"},
        {"include", "[" ALEMBERT_SOURCE_DIR "/test/model/included.yaml]"},
        {"ports", "{p: {}}"},
        {"assemblies", map},
        {"gravity", "[0, 0, 1]"},
        {"bodies", map},
        {"joints", map},
        {"forces", map},
        {"motions", map},
        {"constraints", map},
        {"contacts", map},
        {"sensors", map},
        {"variables", "{v: time}"},
        {"states", "{x: {derivative: time}}"},
        {"transfer_functions", "{g: {input: time, numerator: [1], denominator: [1, 1]}}"},
        {"state_spaces", "{s: {A: [[1]], B: [[1]], C: [[1]], inputs: [time]}}"},
        {"controllers", "{c: {type: pid, input: time, p: 1}}"},
        {"outputs", "{o: time}"},
        {"simulation", map},
        {"repeat", "[]"}},
       {}},
      {"units",
       "alembert: 1\nunits: {",
       "}",
       {},
       {{"length", "mm"}, {"mass", "g"}, {"time", "ms"}, {"angle", "deg"}, {"force", "kN"}},
       {}},
      {"ground", in_ground, "}}", {}, {{"markers", "{m: {}}"}, {"geometry", "[{sphere: 1}]"}}, {}},
      {"marker", in_ground + "markers: {m: {", "}}}}", {}, turn, {}},
      {"body_flexible",
       "alembert: 1\nbodies: {a: {",
       "}}",
       {{"type", "flexible"}, {"data", part}},
       {{"position", "[1, 2, 3]"},
        {"orientation", "{axis: [0, 0, 1], angle: 1}"},
        {"velocity", "[1, 0, 0]"},
        {"angular_velocity", "[1, 0, 0]"},
        {"markers", "{m: {frame: p}}"},
        {"geometry", "[{sphere: 1}]"},
        {"modes", "{first: 2}"},
        {"damping", "0.1"},
        {"coupling", "partial"},
        {"pieces", "2"},
        {"displacement", zeros},
        {"rate", zeros}},
       {}},
      {"modes",
       "alembert: 1\nbodies: {a: {type: flexible, data: " + part + ", modes: {",
       "}}}",
       {{"first", "2"}},
       {},
       {{"up_to", {{"up_to", "1e9"}}}, {"keep", {{"keep", "[1, 2]"}}}}},
      {"modal_damping",
       "alembert: 1\nbodies: {a: {type: flexible, data: " + part + ", damping: {",
       "}}}",
       {{"ratio", "0.1"}},
       {},
       {{"ranges", {{"ranges", "[[100, 0.1]]"}}},
        {"expression", {{"expression", "0.1"}}},
        {"mass", {{"mass", "1"}, {"stiffness", "0"}}},
        {"stiffness", {{"mass", "1"}, {"stiffness", "0"}}},
        {"ratios", {{"ratios", zeros}}}}},
      {"flexible_marker",
       "alembert: 1\nbodies: {a: {type: flexible, data: " + part + ", markers: {m: {",
       "}}}}",
       {{"frame", "p"}},
       turn,
       {{"node", {{"node", "1"}}}}},
      {"force_load",
       "alembert: 1\nbodies: {a: {type: flexible, data: " + part.substr(0, part.size() - 1) +
           ", loads: {l: {on: q, force: [0, 0, 1]}}}}}\nforces: {f: {",
       "}}",
       {{"type", "load"}, {"body", "a"}, {"case", "l"}, {"factor", "1"}},
       {{"active", "false"}},
       {}},
      {"internal_mass",
       "alembert: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1], internal_masses: {d: {",
       "}}}}",
       {{"mass", "1"}, {"at", "[0, 0, 0]"}, {"axis", "[1, 0, 0]"}},
       {{"mass", "1"},
        {"at", "[0, 0, 0]"},
        {"axis", "[1, 0, 0]"},
        {"stiffness", "10"},
        {"damping", "1"},
        {"displacement", "0.1"},
        {"velocity", "0.2"}},
       {}},
      {"geometry",
       "alembert: 1\ncurves: {c: {points: [[0, 0], [1, 0], [1, 1]], closed: true}}\n"
       "bodies: {a: {type: point, geometry: [{sphere: 1, density: 1}, {",
       "}]}}",
       {{"sphere", "1"}},
       joined(turn, {{"color", "red"}, {"density", "1"}, {"name", "skin"}, {"inside", "true"}}),
       {{"box", {{"box", "[1, 1, 1]"}}},
        {"rounding", {{"box", "[1, 1, 1]"}, {"rounding", "0.1"}}},
        {"cylinder", {{"cylinder", "[1, 1]"}}},
        {"cone", {{"cone", "[1, 1]"}}},
        {"capsule", {{"capsule", "[1, 1]"}}},
        {"line", {{"line", "[[0, 0, 0], [1, 1, 1]]"}}},
        {"mesh", {{"mesh", "a.stl"}}},
        {"spacing", {{"mesh", "a.stl"}, {"spacing", "0.1"}}},
        {"plane", {{"plane", "[0, 0, 1]"}}},
        {"half_space", {{"half_space", "[0, 0, 1]"}}},
        {"torus", {{"torus", "[2, 1]"}}},
        {"ellipsoid", {{"ellipsoid", "[1, 2, 3]"}}},
        {"hull", {{"hull", "a.stl"}}},
        {"profile", {{"profile", "c"}}},
        {"thickness", {{"profile", "c"}, {"thickness", "0.1"}}}}},
      {"orientation",
       in_ground + "markers: {m: {orientation: {",
       "}}}}}",
       {{"quaternion", "[1, 0, 0, 0]"}},
       {},
       {{"axis", {{"axis", "[1, 0, 0]"}, {"angle", "1"}}},
        {"angle", {{"axis", "[1, 0, 0]"}, {"angle", "1"}}},
        {"euler", {{"euler", "zxz"}, {"angles", "[1, 2, 3]"}}},
        {"angles", {{"euler", "xyz"}, {"angles", "[1, 2, 3]"}}},
        {"x", {{"x", "[1, 0, 0]"}, {"z", "[0, 0, 1]"}}},
        {"z", {{"x", "[1, 0, 0]"}, {"z", "[0, 0, 1]"}}}}},
      {"spline",
       "alembert: 1\nsplines: {s: {",
       "}}",
       {{"x", "[1, 2]"}, {"y", "[1, 2]"}},
       {{"extrapolate", "error"}},
       {{"file", {{"file", ALEMBERT_SOURCE_DIR "/test/model/spline.csv"}}},
        {"columns", {{"file", ALEMBERT_SOURCE_DIR "/test/model/spline.csv"}, {"columns", "[speed, 3]"}}}}},
      {"input",
       "alembert: 1\ninputs: {u: {",
       "}}",
       {{"x", "[1, 2]"}, {"y", "[1, 2]"}},
       {{"extrapolate", "error"}, {"interpolation", "hold"}},
       {{"default", {{"default", "1"}}},
        {"file", {{"file", ALEMBERT_SOURCE_DIR "/test/model/spline.csv"}}},
        {"columns", {{"file", ALEMBERT_SOURCE_DIR "/test/model/spline.csv"}, {"columns", "[speed, 3]"}}}}},
      {"path",
       "alembert: 1\npaths: {p: {",
       "}}",
       {{"around", "[{at: [0, 0], radius: 1}]"}, {"links", "9"}},
       {{"start", "0.5"}, {"crossed", "true"}},
       {}},
      {"path_circle",
       "alembert: 1\npaths: {p: {links: 9, around: [{",
       "}]}}",
       {{"at", "[0, 0]"}, {"radius", "1"}},
       {{"side", "right"}},
       {}},
      {"curve",
       "alembert: 1\ncurves: {c: {",
       "}}",
       {{"points", "[[0, 0], [1, 0], [1, 1, 0]]"}},
       {{"closed", "true"}},
       {{"file", {{"file", ALEMBERT_SOURCE_DIR "/test/model/spline.csv"}}},
        {"columns", {{"file", ALEMBERT_SOURCE_DIR "/test/model/spline.csv"}, {"columns", "[speed, 3]"}}},
        {"x", {{"x", "cos(s)"}, {"from", "0"}, {"to", "1"}}},
        {"y", {{"x", "cos(s)"}, {"y", "sin(s)"}, {"from", "0"}, {"to", "1"}}},
        {"z", {{"x", "cos(s)"}, {"z", "sin(s)"}, {"from", "0"}, {"to", "1"}}},
        {"from", {{"x", "cos(s)"}, {"from", "0"}, {"to", "1"}}},
        {"to", {{"x", "cos(s)"}, {"from", "0"}, {"to", "1"}}},
        {"count", {{"x", "cos(s)"}, {"from", "0"}, {"to", "1"}, {"count", "7"}}},
        {"radial", {{"radial", "1"}}},
        {"sprocket", {{"sprocket", "{pitch: 10, teeth: 20, roller: 6}"}}},
        {"involute", {{"involute", "{module: 1, teeth: 20}"}}},
        {"geneva", {{"geneva", "{slots: 4, distance: 100, pin: 10}"}}}}},
      {"sprocket",
       "alembert: 1\ncurves: {c: {sprocket: {",
       "}}}",
       {{"pitch", "10"}, {"teeth", "20"}, {"roller", "6"}},
       {{"tip_diameter", "68"}},
       {}},
      {"involute",
       "alembert: 1\ncurves: {c: {involute: {",
       "}}}",
       {{"module", "1"}, {"teeth", "20"}},
       {{"pressure_angle", "0.35"},
        {"shift", "0.1"},
        {"addendum", "0.9"},
        {"dedendum", "1.2"},
        {"fillet", "0.2"},
        {"rounding", "0.1"},
        {"backlash", "0.01"}},
       {}},
      {"geneva",
       "alembert: 1\ncurves: {c: {geneva: {",
       "}}}",
       {{"slots", "4"}, {"distance", "100"}, {"pin", "10"}},
       {{"part", "lock"}, {"clearance", "0.1"}, {"tip", "3"}},
       {}},
      {"state",
       "alembert: 1\nstates: {x: {",
       "}}",
       {{"derivative", "-state(x)"}},
       {{"initial", "1"}, {"scale", "2"}},
       {{"residual", {{"residual", "rate(x)"}}}}},
      {"motion",
       std::string(two_bodies) + "joints: {j: {type: revolute, between: [a, b]}}\nmotions: {m: {",
       "}}",
       {{"between", "[a, b]"}, {"angle", "time"}},
       {{"axis", "x"}, {"active", "false"}},
       {{"joint", {{"joint", "j"}, {"angle", "time"}}},
        {"displacement", {{"between", "[a, b]"}, {"displacement", "time"}}},
        {"velocity", {{"between", "[a, b]"}, {"velocity", "time"}}},
        {"angular_velocity", {{"between", "[a, b]"}, {"angular_velocity", "time"}}},
        {"acceleration", {{"between", "[a, b]"}, {"acceleration", "time"}}},
        {"angular_acceleration", {{"between", "[a, b]"}, {"angular_acceleration", "time"}}}}},
      {"sensor",
       std::string(two_bodies) +
           "parameters: {p: 1}\nstates: {x: {derivative: 1}}\nforces: {f: {type: force, on: a, force: [1, 0, 0]}}\n"
           "sensors: {s: {",
       "}}",
       {{"event", "dx(a) - 1"}},
       {{"direction", "rising"},
        {"stop", "true"},
        {"record", "true"},
        {"once", "true"},
        {"active", "false"},
        {"set", "{p: 2}"},
        {"reset", "{x: 0}"},
        {"activate", "f"},
        {"deactivate", "[f, s]"},
        {"impulse", "{on: a, force: [1, 0, 0]}"}},
       {}},
      {"impulse",
       std::string(two_bodies) + "sensors: {s: {event: dx(a), impulse: {",
       "}}}",
       {{"on", "a"}, {"force", "[1, 0, 0]"}},
       {{"torque", "[0, 0, vx(a)]"}, {"frame", "b"}, {"reaction", "b"}},
       {}},
      {"constraint",
       std::string(two_bodies) + "constraints: {c: {",
       "}}",
       {{"position", "dx(a) - 1"}},
       {{"active", "false"}},
       {{"velocity", {{"velocity", "vx(a)"}}}}},
      {"contact",
       touching + "contacts: {c: {",
       "}}",
       {{"between", "[a.skin, ground.floor]"}, {"stiffness", "1"}},
       {{"law", "impact"},
        {"exponent", "2"},
        {"friction", "{static: 0.3}"},
        {"neighbours", "true"},
        {"active", "false"},
        {"dissipation", "1"}},
       {{"pairs", {{"pairs", "[[a.skin, ground.floor]]"}, {"stiffness", "1"}}},
        {"restitution", bounce},
        {"impact_speed", bounce},
        {"damping", buffer},
        {"depth", buffer},
        {"materials", steel},
        {"layer", joined(steel, {{"layer", "0.1"}})},
        {"force", {{"between", "[a.skin, ground.floor]"}, {"force", "penetration"}}}}},
      {"contact_friction",
       touching + "contacts: {c: {between: [a.skin, ground.floor], stiffness: 1, friction: {",
       "}}}",
       {{"dynamic", "0.2"}},
       {{"type", "velocity"},
        {"static", "0.3"},
        {"stribeck_speed", "1"},
        {"stiction_length", "1"},
        {"rolling_resistance", "1"},
        {"spinning_resistance", "1"}},
       {{"static_speed", {{"dynamic", "0.2"}, {"type", "velocity"}, {"static_speed", "0.05"}}},
        {"dynamic_speed", {{"dynamic", "0.2"}, {"type", "velocity"}, {"dynamic_speed", "1"}}}}},
      {"material",
       touching + "contacts: {c: {between: [a.skin, ground.floor], materials: [rigid, {",
       "}]}}",
       {{"E", "1"}, {"nu", "0.3"}},
       {},
       {}},
      {"transfer_function",
       "alembert: 1\ntransfer_functions: {g: {",
       "}}",
       {{"input", "time"}, {"numerator", "[1]"}, {"denominator", "[1, 2]"}},
       {{"initial", "1"}},
       {}},
      {"state_space",
       "alembert: 1\nstate_spaces: {s: {",
       "}}",
       {{"A", ALEMBERT_SOURCE_DIR "/test/model/matrix.csv"},
        {"B", "[[0], [1]]"},
        {"C", "[[1, 0]]"},
        {"inputs", "[time]"}},
       {{"A", "[[0, 1], [-4, -2]]"}, {"D", "[[1]]"}, {"outputs", "[y]"}, {"initial", "[1, 2]"}},
       {}},
      {"controller_pid",
       "alembert: 1\ncontrollers: {c: {",
       "}}",
       {{"type", "pid"}, {"input", "time"}, {"p", "1"}, {"i", "1"}, {"limits", "[0, 1]"}},
       {{"tracking", "1"}, {"initial", "1"}},
       {{"d", {{"type", "pid"}, {"input", "time"}, {"d", "1"}, {"filter", "1"}}},
        {"filter", {{"type", "pid"}, {"input", "time"}, {"d", "1"}, {"filter", "1"}}},
        {"rate", {{"type", "pid"}, {"input", "time"}, {"d", "1"}, {"rate", "1"}}},
        {"initial_input", {{"type", "pid"}, {"input", "time"}, {"d", "1"}, {"filter", "1"}, {"initial_input", "1"}}}}},
      {"controller_filter",
       "alembert: 1\ncontrollers: {c: {",
       "}}",
       {{"type", "filter"}, {"kind", "low_pass"}, {"input", "time"}, {"frequency", "1"}},
       {{"order", "2"}, {"damping", "1"}, {"initial_input", "1"}},
       {}},
      {"simulation",
       "alembert: 1\nbodies: {a: {type: point, mass: 1}}\njoints: {j: {type: inplane, between: [ground, a]}, "
       "k: {type: inplane, between: [ground, a]}}\nvariables: {u: 0}\noutputs: {o: 1}\nsimulation: {",
       "}",
       {},
       {{"analysis", "modes"},
        {"end", "1"},
        {"method", "hht"},
        {"tolerance", "1e-3"},
        {"step", "1"},
        {"output_step", "1"},
        {"initial_step", "1"},
        {"min_step", "1"},
        {"max_step", "1"},
        {"modal", "every_step"},
        {"step_history", "1000"},
        {"contact_accuracy", "0.01"},
        {"about", "equilibrium"},
        {"modes", "1"},
        {"frame", "ground"},
        {"inputs", "u"},
        {"outputs", "[o]"},
        {"actuators", "u"},
        {"activate", "j"},
        {"deactivate", "[k]"}},
       {}},
      {"port",
       "alembert: 1\nports: {p: {",
       "}}",
       {},
       {{"position", "[1, 0, 0]"}, {"orientation", "{axis: [0, 0, 1], angle: 1}"}, {"markers", "{m: {}}"}},
       {}},
      {"assembly",
       "alembert: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}\nassemblies: {p: {",
       "}}",
       {{"file", ALEMBERT_SOURCE_DIR "/test/model/included.yaml"}},
       {{"parameters", "{m: 3}"},
        {"position", "[1, 0, 0]"},
        {"orientation", "{axis: [0, 0, 1], angle: 1}"},
        {"mirror", "y"},
        {"ports", "{base: a}"}},
       {{"model", {{"model", "{alembert: 1, bodies: {b: {type: point, mass: 1}}}"}}}}},
      {"repeat",
       "alembert: 1\nrepeat: [{",
       "}]",
       {{"index", "i"}, {"from", "1"}, {"to", "1"}},
       {{"bodies", map},
        {"assemblies", map},
        {"joints", map},
        {"forces", map},
        {"motions", map},
        {"constraints", map},
        {"contacts", map},
        {"sensors", map},
        {"variables", map},
        {"states", map},
        {"transfer_functions", map},
        {"state_spaces", map},
        {"controllers", map},
        {"outputs", map},
        {"repeat", "[]"}},
       {{"each", {{"each", "[{c: a, x: 1}]"}}}}},
      body("rigid", {{"inertia", "[1, 1, 1]"},
                     {"orientation", "{axis: [0, 0, 1], angle: 1}"},
                     {"com", "[1, 0, 0]"},
                     {"internal_masses", "{d: {mass: 1, at: [0, 0, 0], axis: [1, 0, 0]}}"},
                     {"angular_velocity", "[1, 0, 0]"}}),
      body("planar", {{"inertia", "1"},
                      {"orientation", "{axis: [0, 0, 1], angle: 1}"},
                      {"com", "[1, 0, 0]"},
                      {"angular_velocity", "[0, 0, 1]"}}),
      body("point", {}),
  };
  for_each_joint([&]<class J>(J) {
    Samples numbers;
    for (const Key& key : J::kKeys) {
      if (key.name == "joints" || key.refers == "curves") return;  // below
      if (key.kind == ValueKind::number) numbers[std::string(key.name)] = "1";
    }
    using enum Shorthand;
    const bool shorthand = J::kShorthand != none;
    out.push_back(joint(std::string(J::kName), shorthand && J::kShorthand != axis && J::kShorthand != any_axis));
    out.back().base = joined(out.back().base, numbers);
    for (auto& [key, keys] : out.back().alone) keys = joined(keys, numbers);
  });
  const std::string several =
      "alembert: 1\ncurves: {c: {points: [[0, 0], [1, 0]]}}\n"
      "bodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}}\n"
      "joints: {p: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 0, 1]}, "
      "q: {type: revolute, bodies: [ground, b], at: [1, 0, 0], axis: [0, 0, 1]}, "
      "r: {type: translational, bodies: [ground, b], at: [1, 0, 0], axis: [1, 0, 0]}, j: {";
  const auto more = [&](const std::string& type, Samples base, std::map<std::string, Samples> alone = {}) {
    base["type"] = type;
    for (auto& [key, keys] : alone) keys["type"] = type;
    out.push_back({"joint_" + type, several, "}}", base, {{"active", "false"}}, std::move(alone)});
  };
  const Samples teeth{{"joints", "[p, q]"}, {"teeth", "[1, 2]"}};
  more("gear", teeth,
       {{"at", {{"joints", "[p, q]"}, {"at", "[0.5, 0, 0]"}}}, {"internal", joined(teeth, {{"internal", "true"}})}});
  more("rack_and_pinion", {{"between", "[a, b]"}, {"radius", "1"}},
       {{"joints", {{"joints", "[p, r]"}, {"radius", "1"}}}});
  more("coupler", {{"joints", "[p, q]"}, {"factors", "[1, 2]"}},
       {{"coordinates", {{"joints", "[p, r]"}, {"factors", "[1, 2]"}, {"coordinates", "[angle, displacement]"}}}});
  more("point_on_curve", {{"between", "[a, b]"}, {"curve", "c"}});
  more("curve_on_curve", {{"between", "[a, b]"}, {"curves", "[c, c]"}});
  const Samples pair{{"between", "[a, b]"}};
  const Samples spring{{"stiffness", "1"}, {"damping", "1"}, {"preload", "1"}};
  const Samples frames{{"frame", "b"}, {"reaction", "b"}};
  out.push_back(force("spring_damper", pair, joined(spring, {{"length", "1"}, {"acts", "pulls"}})));
  out.back().before = "splines: {s: {x: [0, 1], y: [0, 1]}}\n" + out.back().before;
  out.back().samples["tension"] = out.back().samples["resistance"] = "s";
  const Samples stop{{"type", "spring_damper"}, {"between", "[a, b]"}, {"min_length", "1"}, {"stop_stiffness", "1"}};
  out.back().alone = {{"min_length", stop},
                      {"stop_stiffness", stop},
                      {"stop_damping", joined(stop, {{"stop_damping", "1"}})},
                      {"max_length", joined(stop, {{"max_length", "2"}})}};
  for (std::size_t k = 0; k < out.size(); ++k) {
    if (out[k].definition != "geometry") continue;
    Place shape = out[k];
    shape.definition = "flexible_geometry";
    shape.before =
        "alembert: 1\ncurves: {c: {points: [[0, 0], [1, 0], [1, 1]], closed: true}}\n"
        "bodies: {a: {type: flexible, data: " +
        part + ", geometry: [{sphere: 1}, {";
    shape.samples.erase("density");
    shape.samples["frame"] = "p";
    shape.samples.erase("name");
    shape.alone["name"] = {{"sphere", "1"}, {"name", "skin"}, {"frame", "p"}};
    out.push_back(std::move(shape));
    break;
  }
  const std::string six = "[1, 1, 1, 1, 1, 1]";
  const Samples more_of_field{{"damping", six}, {"damping_time", "1"}, {"preload", six}};
  out.push_back(force("bushing", joined(pair, {{"stiffness", six}}), more_of_field));
  out.push_back(force("field", joined(pair, {{"stiffness", six}}),
                      joined(more_of_field, {{"displacement", "[1, 0, 0]"}, {"rotation", "[0, 0, 0]"}})));
  out.push_back(force("beam",
                      joined(pair, {{"area", "1"},
                                    {"moments", "[1, 1]"},
                                    {"torsion_constant", "1"},
                                    {"youngs_modulus", "1"},
                                    {"shear_modulus", "1"}}),
                      {{"length", "1"}, {"shear_factors", "[1, 1]"}, {"damping_time", "1"}}));
  out.push_back(force("joint_friction", {{"joint", "j"}, {"dynamic", "0.1"}, {"radius", "1"}},
                      {{"static", "0.2"},
                       {"axial_radius", "1"},
                       {"moment_arm", "1"},
                       {"preload", "1"},
                       {"stiction_length", "1"},
                       {"transition_velocity", "1"}}));
  const Samples tire{
      {"wheel", "a"}, {"radius", "1"}, {"slip_stiffness", "1"}, {"cornering_stiffness", "1"}, {"friction", "1"}};
  out.push_back(force("tire", joined(tire, {{"stiffness", "1"}}),
                      {{"road", "b"},
                       {"damping", "1"},
                       {"camber_stiffness", "1"},
                       {"relaxation_length", "1"},
                       {"relaxation_length_along", "1"},
                       {"patch_damping_time", "1"},
                       {"patch_length", "1"},
                       {"rolling_resistance", "1"},
                       {"low_speed", "1"}}));
  out.back().before = "splines: {s: {x: [0, 1], y: [0, 1]}}\n" + out.back().before;
  out.back().alone["load"] = joined(tire, {{"type", "tire"}, {"load", "s"}});
  out.push_back(force("torsion_spring_damper", pair, joined(spring, {{"angle", "1"}})));
  out.back().alone["joint"] = {{"type", "torsion_spring_damper"}, {"joint", "j"}};
  out.push_back(force("force", {{"on", "a"}, {"force", "[1, 0, 0]"}}, frames));
  out.push_back(force("torque", {{"on", "a"}, {"torque", "[1, 0, 0]"}}, frames));
  out.push_back(
      force("general_force", {{"on", "a"}, {"force", "[1, 0, 0]"}}, joined(frames, {{"torque", "[1, 0, 0]"}})));
  return out;
}

std::string model_text(const Place& place, const Samples& keys) {
  std::string text = place.before;
  const char* separator = "";
  for (const auto& [key, value] : keys) {
    text += separator + key + ": " + value;
    separator = ", ";
  }
  return text + place.after;
}

// The keys to give with `key` so that the model is valid; the key itself is among them.
Samples keys_with(const Place& place, const std::string& key) {
  if (place.alone.count(key) > 0) return place.alone.at(key);
  Samples keys = place.base;
  if (place.samples.count(key) > 0) keys[key] = place.samples.at(key);
  return keys;
}

const Json& schema_of(const Json& schema, const Place& place) {
  return place.definition.empty() ? schema : schema.at("$defs").at(place.definition);
}

std::string error_of(const std::string& text) {
  try {
    read_model_text(text, "m.yaml");
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

// With ALEMBERT_UPDATE set the file is written anew.
TEST(Schema, TheFileInTheRepositoryIsUpToDate) {
  if (std::getenv("ALEMBERT_UPDATE") != nullptr)
    std::ofstream(ALEMBERT_SOURCE_DIR "/schema/model.schema.json") << model_schema();
  std::ifstream file(ALEMBERT_SOURCE_DIR "/schema/model.schema.json");
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), model_schema()) << "schema/model.schema.json is not what model_schema() gives";
}

TEST(Schema, EveryTableOfKeysIsTestedHere) {
  const Json schema = Json::parse(model_schema());
  std::set<std::string> tested;
  for (const Place& place : places()) tested.insert(place.definition);
  for (const auto& [name, definition] : schema.at("$defs").items()) {
    if (definition.contains("additionalProperties")) {
      EXPECT_TRUE(tested.count(name)) << name;
    }
  }
}

TEST(Schema, EveryReferenceLeadsSomewhere) {
  const std::string text = model_schema();
  const Json schema = Json::parse(text);
  for (std::size_t at = text.find("#/$defs/"); at != std::string::npos; at = text.find("#/$defs/", at + 1)) {
    const std::string name = text.substr(at + 8, text.find('"', at) - at - 8);
    EXPECT_TRUE(schema.at("$defs").contains(name)) << name;
  }
}

TEST(Schema, TheReaderAcceptsEveryKeyOfTheSchema) {
  const Json schema = Json::parse(model_schema());
  for (const Place& place : places()) {
    for (const auto& [key, value] : schema_of(schema, place).at("properties").items()) {
      const Samples keys = keys_with(place, key);
      ASSERT_TRUE(keys.count(key)) << place.definition << ": no sample for " << key;
      const std::string text = model_text(place, keys);
      EXPECT_EQ(error_of(text), "") << text;
    }
  }
}

TEST(Schema, TheReaderLooksAtEveryKeyOfTheSchema) {
  const Json schema = Json::parse(model_schema());
  for (const Place& place : places()) {
    for (const auto& [key, value] : schema_of(schema, place).at("properties").items()) {
      Samples keys = keys_with(place, key);
      keys[key] = "[{nonsense: {}}]";
      EXPECT_NE(error_of(model_text(place, keys)), "") << model_text(place, keys);
    }
  }
}

TEST(Schema, TheReaderRefusesEveryOtherKey) {
  const Json schema = Json::parse(model_schema());
  std::set<std::string> all;
  for (const Place& place : places()) {
    for (const auto& [key, value] : schema_of(schema, place).at("properties").items()) all.insert(key);
  }
  for (const Place& place : places()) {
    for (const std::string& key : all) {
      if (schema_of(schema, place).at("properties").contains(key)) continue;
      Samples keys = place.base;
      keys[key] = "1";
      const std::string error = error_of(model_text(place, keys));
      EXPECT_TRUE(error.find("unknown key `" + key) != std::string::npos ||
                  error.find("has no `" + key) != std::string::npos)
          << model_text(place, keys) << "\n"
          << error;
    }
  }
}

TEST(Schema, TheReaderNeedsEveryRequiredKey) {
  const Json schema = Json::parse(model_schema());
  for (const Place& place : places()) {
    if (!schema_of(schema, place).contains("required")) continue;
    for (const auto& key : schema_of(schema, place).at("required")) {
      Samples keys = place.base;
      keys.erase(key.get<std::string>());
      const std::string error = error_of(model_text(place, keys));
      EXPECT_NE(error, "") << model_text(place, keys);
    }
  }
}

}  // namespace
}  // namespace alembert
