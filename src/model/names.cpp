#include "model/names.h"

#include <array>
#include <cctype>
#include <cstddef>
#include <vector>

#include "elements/joints/all_joints.h"

namespace alembert {
namespace {

constexpr std::array<std::string_view, 5> body_kinds{"ground", "rigid", "point", "planar", "flexible"};
constexpr std::array<std::string_view, 12> shapes{"box",  "cylinder", "sphere", "cone",      "capsule", "line",
                                                  "mesh", "plane",    "torus",  "ellipsoid", "hull",    "profile"};
constexpr std::array<std::string_view, 8> analyses{"dynamics", "kinematics", "statics",          "quasi_statics",
                                                   "modes",    "linearise",  "inverse_dynamics", "step_limit"};

}  // namespace

std::string name_problem(std::string_view name) {
  constexpr std::size_t longest_name = 200;
  if (name.empty()) return "it is empty";
  if (name.size() > longest_name) return "it is longer than 200 characters";
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-') continue;
    if (c == '{' || c == '}') return "{...} in names works only below `repeat:`";
    return "names consist of letters, digits, _ and -";
  }
  return "";
}

std::string path_problem(std::string_view path) {
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
    if (std::string problem = name_problem(path.substr(0, dot)); !problem.empty()) return problem;
    path.remove_prefix(dot + 1);
  }
  return name_problem(path);
}

std::string parameter_name_problem(std::string_view name) {
  for (const std::string_view own : {"pi", "time", "and", "or", "not"})
    if (name == own) return "it has a meaning of its own in expressions";
  if (name.empty()) return "it is empty";
  if (std::isdigit(static_cast<unsigned char>(name.front())) != 0) return "it starts with a digit";
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') return "it may hold only letters, digits and _";
  }
  return "";
}

std::string joints_that(const std::function<bool(const JointFacts&)>& is) {
  std::vector<std::string_view> names;
  for_each_joint([&]<class J>(J) {
    if (is(joint_facts<J>)) names.push_back(J::kName);
  });
  std::string out;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (k > 0) out += k + 1 < names.size() ? ", " : " and ";
    out += names[k];
  }
  return out;
}

std::string_view body_kind_name(BodyKind kind) { return body_kinds[static_cast<std::size_t>(kind)]; }
std::string_view shape_name(Geometry::Shape shape) { return shapes[static_cast<std::size_t>(shape)]; }

std::optional<Geometry::Shape> find_shape_kind(std::string_view name) {
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i] == name) return static_cast<Geometry::Shape>(i);
  }
  return std::nullopt;
}

std::string_view analysis_name(AnalysisKind kind) { return analyses[static_cast<std::size_t>(kind)]; }

}  // namespace alembert
