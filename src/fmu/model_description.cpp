// modelDescription.xml.
#include <fmt/format.h>

#include <array>
#include <map>
#include <string_view>

#include "analysis/dynamics.h"
#include "fmu/variables.h"

namespace alembert::fmu {

namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return out;
}

// Exponents of kg, m, s and rad.
std::array<int, 4> exponents_of(Quantity quantity) {
  switch (quantity) {
    case Quantity::length:
      return {0, 1, 0, 0};
    case Quantity::time:
      return {0, 0, 1, 0};
    case Quantity::angle:
      return {0, 0, 0, 1};
    case Quantity::velocity:
      return {0, 1, -1, 0};
    case Quantity::angular_velocity:
      return {0, 0, -1, 1};
    case Quantity::acceleration:
      return {0, 1, -2, 0};
    case Quantity::angular_acceleration:
      return {0, 0, -2, 1};
    case Quantity::force:
      return {1, 1, -2, 0};
    case Quantity::torque:
    case Quantity::energy:
      return {1, 2, -2, 0};
    case Quantity::frequency:
      return {0, 0, -1, 0};
    default:
      return {0, 0, 0, 0};
  }
}

std::string unit_of(const Model& model, const Variable& v) {
  if (v.kind == Variable::Kind::time) return "s";
  return v.quantity == Quantity::none ? "" : unit_name(model.units, v.quantity);
}

std::string unit_definitions(const Model& model, const std::vector<Variable>& variables) {
  std::map<std::string, std::string> units;
  for (const Variable& v : variables) {
    const std::string name = unit_of(model, v);
    if (name.empty()) continue;
    std::string base;
    const std::array<int, 4> exponents = exponents_of(v.quantity);
    constexpr std::array names{"kg", "m", "s", "rad"};
    for (std::size_t k = 0; k < names.size(); ++k)
      if (exponents[k] != 0) base += fmt::format(" {}=\"{}\"", names[k], exponents[k]);
    const double factor = v.kind == Variable::Kind::time ? 1.0 : factor_to_si(model.units, v.quantity);
    if (factor != 1.0) base += fmt::format(" factor=\"{}\"", factor);
    units[name] = fmt::format("    <Unit name=\"{}\"><BaseUnit{}/></Unit>\n", escaped(name), base);
  }
  std::string out = "  <UnitDefinitions>\n";
  for (const auto& [name, text] : units) out += text;
  return out + "  </UnitDefinitions>\n";
}

std::string scalar_variable(const Model& model, const Variable& v, std::size_t reference) {
  const std::string unit = unit_of(model, v), in_unit = unit.empty() ? "" : fmt::format(" unit=\"{}\"", escaped(unit));
  std::string out = fmt::format("    <ScalarVariable name=\"{}\" valueReference=\"{}\"", escaped(v.name), reference);
  if (!v.description.empty()) out += fmt::format(" description=\"{}\"", escaped(v.description));
  switch (v.kind) {
    case Variable::Kind::time:
      out += fmt::format(" causality=\"independent\" variability=\"continuous\"><Real{}/>", in_unit);
      break;
    case Variable::Kind::input:
      out += fmt::format(" causality=\"input\" variability=\"continuous\"><Real start=\"{}\"/>", v.start);
      break;
    case Variable::Kind::output:
      out += fmt::format(" causality=\"output\" variability=\"continuous\" initial=\"calculated\"><Real{}/>", in_unit);
      break;
    case Variable::Kind::parameter:
      out +=
          fmt::format(" causality=\"parameter\" variability=\"fixed\" initial=\"exact\"><Real start=\"{}\"/>", v.start);
      break;
  }
  return out + "</ScalarVariable>\n";
}

// Outputs by their places, from 1.
std::string structure(const std::vector<Variable>& variables) {
  std::string unknowns;
  for (std::size_t k = 0; k < variables.size(); ++k)
    if (variables[k].kind == Variable::Kind::output) unknowns += fmt::format("      <Unknown index=\"{}\"/>\n", k + 1);
  if (unknowns.empty()) return "  <ModelStructure/>\n";
  return fmt::format(
      "  <ModelStructure>\n    <Outputs>\n{0}    </Outputs>\n    <InitialUnknowns>\n{0}    </InitialUnknowns>\n"
      "  </ModelStructure>\n",
      unknowns);
}

}  // namespace

std::string description_of(const Model& model, const std::vector<Variable>& variables, const Identity& identity) {
  const Simulation& s = model.simulation;
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  out += fmt::format(
      "<fmiModelDescription fmiVersion=\"2.0\" modelName=\"{}\" guid=\"{}\" generationTool=\"Alembert {}\" "
      "variableNamingConvention=\"flat\" numberOfEventIndicators=\"0\">\n",
      escaped(model.title.empty() ? identity.identifier : model.title), identity.guid, ALEMBERT_VERSION);
  out += fmt::format(
      "  <CoSimulation modelIdentifier=\"{}\" needsExecutionTool=\"false\" "
      "canHandleVariableCommunicationStepSize=\"true\" canInterpolateInputs=\"true\" maxOutputDerivativeOrder=\"0\" "
      "canRunAsynchronuously=\"false\" canBeInstantiatedOnlyOncePerProcess=\"false\" "
      "canNotUseMemoryManagementFunctions=\"true\" canGetAndSetFMUstate=\"true\" canSerializeFMUstate=\"true\" "
      "providesDirectionalDerivative=\"false\"/>\n",
      identity.identifier);
  out += unit_definitions(model, variables);
  out +=
      "  <LogCategories>\n    <Category name=\"logStatusWarning\"/>\n    <Category name=\"logStatusDiscard\"/>\n"
      "    <Category name=\"logStatusError\"/>\n  </LogCategories>\n";
  out += fmt::format("  <DefaultExperiment startTime=\"0\" stopTime=\"{}\"", s.end);
  if (!s.step) out += fmt::format(" tolerance=\"{}\"", s.tolerance.value_or(kDefaultTolerance));
  out += fmt::format(" stepSize=\"{}\"/>\n  <ModelVariables>\n", output_step_of(s));
  for (std::size_t k = 0; k < variables.size(); ++k) out += scalar_variable(model, variables[k], k);
  out += "  </ModelVariables>\n" + structure(variables) + "</fmiModelDescription>\n";
  return out;
}

}  // namespace alembert::fmu
