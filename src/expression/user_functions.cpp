#include "expression/user_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <exception>

#include "expression/functions.h"
#include "expression/path_functions.h"

namespace alembert {
namespace {

// Why an expression could not call a function of this name; empty when it could.
std::string name_problem_of(std::string_view name) {
  const auto letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const auto part = [&](char c) { return letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; };
  if (name.empty()) return "it is empty";
  if (!letter(name.front())) return "it must begin with a letter or _";
  if (!std::all_of(name.begin(), name.end(), part)) return "it may hold only letters, digits and _";
  for (const std::string_view own : {"pi", "time", "and", "or", "not"})
    if (name == own) return "it has a meaning of its own in expressions";
  if (find_function(name) >= 0 || find_spline_kind(name) || find_path_function(name) != nullptr)
    return "expressions have a function of this name";
  if (find_measure(name) != nullptr) return "expressions have a measure of this name";
  return "";
}

}  // namespace

void UserFunction::rethrow() const {
  try {
    throw;
  } catch (const std::exception& e) {
    std::throw_with_nested(FunctionError(fmt::format("function `{}`: {}", name_, e.what())));
  } catch (...) {
    std::throw_with_nested(FunctionError(fmt::format("function `{}` threw an exception", name_)));
  }
}

void Functions::insert(std::shared_ptr<const UserFunction> function) {
  const std::string& name = function->name();
  std::string problem = name_problem_of(name);
  if (problem.empty() && by_name_.count(name) > 0) problem = "there is one already";
  if (!problem.empty()) throw UsageError(fmt::format("`{}` cannot name a function: {}", name, problem));
  by_name_.emplace(name, std::move(function));
}

std::shared_ptr<const UserFunction> Functions::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

std::vector<std::string> Functions::names() const {
  std::vector<std::string> out;
  for (const auto& [name, function] : by_name_) out.push_back(name);
  return out;
}

}  // namespace alembert
