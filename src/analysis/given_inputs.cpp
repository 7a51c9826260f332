#include "analysis/given_inputs.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/error.h"
#include "expression/functions.h"
#include "model/inputs.h"

namespace alembert {

namespace {

using Json = nlohmann::ordered_json;

InputSignal signal_of(const std::string& name, const Json& given) {
  InputSignal out;
  if (given.is_number()) {
    out.value = given.get<double>();
    return out;
  }
  const auto kind = find_spline_kind(given.at("interpolation").get<std::string>());
  const int outside = given.at("outside").get<int>();
  if (!kind || outside < 0 || outside > static_cast<int>(Extrapolation::error))
    throw Error(ExitCode::bad_usage, "the text of given inputs is damaged");
  out.kind = *kind;
  out.curve =
      std::make_shared<const Spline>(name, given.at("x").get<std::vector<double>>(),
                                     given.at("y").get<std::vector<double>>(), static_cast<Extrapolation>(outside));
  return out;
}

}  // namespace

std::string given_inputs(const Model& model) {
  Json out = Json::object();
  for (const Input& input : model.inputs) {
    const InputSignal& s = input.signal;
    if (!input.given) continue;
    if (!s.curve)
      out[input.name] = s.value;
    else
      out[input.name] = {{"x", s.curve->x()},
                         {"y", s.curve->y()},
                         {"interpolation", spline_kind_name(s.kind)},
                         {"outside", static_cast<int>(s.curve->extrapolation())}};
  }
  return out.dump();
}

void give_inputs(const std::string& text, Model& model) {
  try {
    const Json inputs = Json::parse(text);
    for (const auto& [name, given] : inputs.items()) {
      const int place = find_input(model, name);
      if (place < 0) throw Error(ExitCode::bad_usage, "the given inputs belong to a different model");
      Input& input = model.inputs[static_cast<std::size_t>(place)];
      input.signal = signal_of(name, given);
      input.given = true;
    }
  } catch (const nlohmann::json::exception&) {
    throw Error(ExitCode::bad_usage, "the text of given inputs is damaged");
  }
}

}  // namespace alembert
