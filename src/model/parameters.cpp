#include "model/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/suggest.h"
#include "expression/expression_parser.h"
#include "model/context.h"
#include "model/names.h"

namespace alembert {
namespace {

// Evaluates parameters in the order in which they need one another, depth first, without recursion.
class ParameterResolver {
 public:
  ParameterResolver(const Node& node, const std::string& file, const Functions& functions)
      : file_(file), context_(file, {}, {}) {
    context_.set_functions(functions);
    require_map(context_, node, "parameters");
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      const std::string& name = node.keys[i].text;
      std::string problem = parameter_name_problem(name);
      if (functions.find(name)) problem = "the program has a function of this name";
      if (!problem.empty()) context_.fail(node.keys[i], fmt::format("`{}` cannot name a parameter: {}", name, problem));
      nodes_[name] = &node.items[i];
      context_.set_value(name, 0.0);  // known by name from the start; the value follows
    }
  }

  void override_with(const std::map<std::string, double>& overrides) {
    for (const auto& [name, value] : overrides) {
      if (name.find('.') != std::string::npos) continue;  // of an assembly (read_assemblies.cpp)
      if (nodes_.count(name) == 0) {
        std::vector<std::string> known;
        for (const auto& [other, node] : nodes_) known.push_back(other);
        throw UsageError(fmt::format("--set {}={}: the model has no parameter `{}`{}", name, value, name,
                                     did_you_mean(name, known)));
      }
      if (!std::isfinite(value)) throw UsageError(fmt::format("--set {}={}: expected a finite number", name, value));
      context_.set_value(name, value);
      state_[name] = State::done;
    }
  }

  std::map<std::string, double> resolve() {
    for (const auto& [name, node] : nodes_) {
      if (state_[name] == State::untouched) resolve_from(name);
    }
    return context_.values();
  }

 private:
  enum class State { untouched, waiting, done };
  struct Waiting {
    std::string name;
    std::vector<std::string> needs;  // still to be looked at
  };

  Waiting open(const std::string& name) {
    state_[name] = State::waiting;
    const Node& node = *nodes_.at(name);
    Waiting out{name, {}};
    if (!node.is(Node::Kind::scalar)) return out;  // refused when it is evaluated
    try {
      for (const NameUse& use : names_in_expression(node.text, {file_, node.line, node.text_column}, context_.values(),
                                                    {}, context_.functions())) {
        if (use.kind == NameUse::Kind::parameter) out.needs.push_back(use.name);
      }
    } catch (const ModelError&) {
      out.needs.clear();  // evaluating it gives the same error, with a better position
    }
    return out;
  }

  void resolve_from(const std::string& start) {
    std::vector<Waiting> stack{open(start)};
    while (!stack.empty()) {
      if (stack.back().needs.empty()) {
        const std::string name = stack.back().name;
        context_.set_value(name, context_.number(*nodes_.at(name), Quantity::none));
        state_[name] = State::done;
        stack.pop_back();
        continue;
      }
      const std::string next = stack.back().needs.back();
      stack.back().needs.pop_back();
      if (state_[next] == State::done) continue;
      if (state_[next] == State::waiting) fail_circle(stack, next);
      stack.push_back(open(next));
    }
  }

  [[noreturn]] void fail_circle(const std::vector<Waiting>& stack, const std::string& again) const {
    std::vector<std::string> circle;
    for (const Waiting& waiting : stack) {
      if (!circle.empty() || waiting.name == again) circle.push_back(waiting.name);
    }
    circle.push_back(again);
    const Node& node = *nodes_.at(stack.back().name);
    context_.fail(node, fmt::format("parameters depend on each other in a circle: {}", fmt::join(circle, " -> ")));
  }

  std::string file_;
  Context context_;  // holds the values
  std::map<std::string, const Node*> nodes_;
  std::map<std::string, State> state_;
};

}  // namespace

std::map<std::string, double> read_parameters(const Node& node, const std::string& file,
                                              const std::map<std::string, double>& overrides,
                                              const Functions& functions) {
  ParameterResolver resolver(node, file, functions);
  resolver.override_with(overrides);
  return resolver.resolve();
}

}  // namespace alembert
