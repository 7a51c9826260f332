#include "model/assembly_expressions.h"

#include <fmt/format.h>

#include "expression/functions.h"

namespace alembert {

Measure AssemblyExpressions::placed(Measure measure) const {
  const MeasureSignature* signature = find_measure(measure.name);
  if (signature == nullptr || measure.arguments.empty()) return measure;  // of a contact's law; of the whole model
  std::vector<std::string>& arguments = measure.arguments;
  if (signature->kind == MeasureArguments::contact_and_shape) {
    if (arguments.size() > 1) {
      const std::size_t dot = arguments[1].find('.');
      const auto moved = shape_bodies_.find(arguments[1].substr(0, dot));
      arguments[1] = moved != shape_bodies_.end() ? moved->second + "." + named(arguments[1].substr(dot + 1))
                                                  : named(arguments[1]);
    }
    arguments[0] = named(arguments[0]);
    return measure;
  }
  for (std::string& argument : arguments) argument = named(argument);
  const bool axes =
      signature->kind == MeasureArguments::markers || signature->kind == MeasureArguments::element_and_marker;
  while (axes && static_cast<int>(arguments.size()) < signature->most_arguments) arguments.push_back(ground_);
  return measure;
}

bool AssemblyExpressions::negative(const Measure& measure) const {
  const std::string& name = measure.name;
  const MeasureSignature* signature = find_measure(name);
  if (!a_.mirrored() || signature == nullptr) return false;
  if (signature->kind == MeasureArguments::name_of_joint)
    return (name.starts_with("angle") ? a_.about() : a_.along())[2] < 0.0;
  if (signature->kind != MeasureArguments::markers && signature->kind != MeasureArguments::element_and_marker)
    return false;
  if (name == "psi" || name == "theta" || name == "phi")
    throw ModelError(measure.where,
                     fmt::format("`{}` has no meaning in a mirror, and assembly `{}` is mirrored", name, a_.name));
  const int axis = name.back() - 'x';
  if (axis < 0 || axis > 2) return false;  // a length, of whatever vector
  const bool turns = name.starts_with('w') || name.starts_with('t') || (name.size() == 2 && name[0] == 'a');
  return (turns ? a_.about() : a_.along())[axis] < 0.0;
}

Expression AssemblyExpressions::placed(const Expression& expression, double sign) const {
  std::vector<Measure> measures;
  std::vector<bool> signs;
  for (const Measure& measure : expression.measures()) {
    signs.push_back(negative(measure));
    measures.push_back(placed(measure));
  }
  const Expression out = expression.with_measures(std::move(measures), signs);
  return sign < 0.0 ? out.negated() : out;
}

}  // namespace alembert
