// Reading a method's parameters: unknown names and values out of range are refused with what is valid.
#pragma once

#include <map>
#include <string>

#include "methods/method.h"

namespace alembert {

// Refuses names the description does not have.
void check_parameter_names(const MethodDescription& method, const std::map<std::string, double>& given);

// The given value or the default.
double parameter_or(const std::map<std::string, double>& given, const std::string& name, double otherwise);

// Throws UsageError "method newmark: gamma = 0.3 is outside [1/2, 1]" unless `inside` holds (false for NaN).
void require_range(const MethodDescription& method, std::string_view name, double value, bool inside);

}  // namespace alembert
