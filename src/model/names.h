// Names of the model: which are allowed, and the kinds of element by name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/model.h"

namespace alembert {

// Why a name cannot be that of a body, marker, joint, force or output; empty when it can.
std::string name_problem(std::string_view name);

// Why a name cannot be that of a parameter or an index; empty when it can.
std::string parameter_name_problem(std::string_view name);

// "inline" for JointKind::inline_; otherwise as the enumerator.
std::string_view joint_kind_name(JointKind kind);
std::optional<JointKind> find_joint_kind(std::string_view name);
std::string_view body_kind_name(BodyKind kind);
std::string_view shape_name(Geometry::Shape shape);
std::optional<Geometry::Shape> find_shape_kind(std::string_view name);
std::string_view analysis_name(AnalysisKind kind);

}  // namespace alembert
