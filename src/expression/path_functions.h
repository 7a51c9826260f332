// Functions of expressions that ask for places of links round a closed path (math/link_path.h), by its name:
// path_x(belt, 3). They are numbers as soon as the expression is read.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "math/link_path.h"

namespace alembert {

// The paths of a model, lengths in its own units.
struct PathMap {
  std::map<std::string, std::shared_ptr<const LinkPath>> by_name;
  bool degrees = false;  // the model's unit of angles
};

struct PathFunction {
  enum class Of { path, link, circle };  // what its second argument counts; of a path: it has none
  std::string_view name;
  Of of;
  bool angle;  // in radians here; expressions get it in the model's unit
  bool needs_two_circles;
  double (*value)(const LinkPath& path, long long number);
};

std::span<const PathFunction> path_functions();
// Null when there is no such function.
const PathFunction* find_path_function(std::string_view name);

}  // namespace alembert
