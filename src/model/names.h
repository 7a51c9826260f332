// Names of the model: which are allowed, and the kinds of element by name.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "model/model.h"

namespace alembert {

// Why a name cannot be that of a body, marker, joint, force or output; empty when it can.
std::string name_problem(std::string_view name);

// The same of a name behind those of assemblies: front.left.hub.
std::string path_problem(std::string_view path);

// Why a name cannot be that of a parameter or an index; empty when it can.
std::string parameter_name_problem(std::string_view name);

// "a, b and c": the joints of which something is so.
std::string joints_that(const std::function<bool(const JointFacts&)>& is);
std::string_view body_kind_name(BodyKind kind);
std::string_view shape_name(Geometry::Shape shape);
std::optional<Geometry::Shape> find_shape_kind(std::string_view name);
std::string_view analysis_name(AnalysisKind kind);

}  // namespace alembert
