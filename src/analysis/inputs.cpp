#include "analysis/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/suggest.h"
#include "expression/term.h"

namespace alembert {

Model with_inputs(const Model& model, const std::vector<std::string>& variables) {
  Model out = model;
  for (const std::string& name : variables) {
    const auto found =
        std::find_if(out.variables.begin(), out.variables.end(), [&](const Variable& v) { return v.name == name; });
    if (found == out.variables.end()) {
      std::vector<std::string> names;
      for (const Variable& v : model.variables) names.push_back(v.name);
      throw UsageError(fmt::format("there is no variable `{}`{}", name, did_you_mean(name, names)));
    }
    StateVariable input;
    input.name = "input_" + name;
    while (std::any_of(out.states.begin(), out.states.end(), [&](const auto& x) { return x.name == input.name; }))
      input.name += "_";
    input.where = found->where;
    const Expression sum = (Term::measure("var", {name}) + Term::measure("state", {input.name})).expression();
    std::array<const Expression*, 2> replaced{};
    for (std::size_t k = 0; k < 2; ++k) replaced[k] = sum.measures()[k].name == "var" ? &found->expression : nullptr;
    found->expression = sum.inlined(replaced).with_text(found->expression.text());
    out.states.push_back(std::move(input));
  }
  return out;
}

Restart with_inputs(Restart restart, std::size_t inputs) {
  for (Vector* x : {&restart.state.q, &restart.state.v, &restart.state.a}) {
    const Eigen::Index n = x->size();
    x->conservativeResize(n + static_cast<Eigen::Index>(inputs));
    x->tail(static_cast<Eigen::Index>(inputs)).setZero();
  }
  return restart;
}

}  // namespace alembert
