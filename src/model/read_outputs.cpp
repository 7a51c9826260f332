// Section `outputs:` of the model file.
#include <fmt/format.h>

#include <set>

#include "base/suggest.h"
#include "expression/expression_parser.h"
#include "expression/functions.h"
#include "model/draft.h"

namespace alembert {
namespace {

// Replaces the indices of repetitions by their values, so that the text of the expression stands on its own.
Node without_indices(const Node& node, const Context& context) {
  if (context.indices().empty() || !node.is(Node::Kind::scalar)) return node;
  context.expression(node);  // an error in it is reported as for every other expression
  Node out = node;
  const std::vector<NameUse> uses = names_in_expression(node.text, {}, context.values(), context.splines());
  for (auto use = uses.rbegin(); use != uses.rend(); ++use) {
    const auto index = context.indices().find(use->name);
    if (use->kind != NameUse::Kind::parameter || index == context.indices().end()) continue;
    const std::string value = fmt::format("({})", index->second);
    out.text.replace(use->offset, use->length, value);
    out.text_column = 0;
  }
  return out;
}

[[noreturn]] void fail_unknown(const SourcePosition& where, std::string_view what, const std::string& name,
                               const std::vector<std::string>& candidates) {
  throw ModelError(where, fmt::format("unknown {} `{}`{}", what, name, did_you_mean(name, candidates)));
}

void check_element(const Draft& draft, const std::string& name, const SourcePosition& where) {
  const bool joint = draft.joints.count(name) > 0;
  const bool force = draft.forces.count(name) > 0;
  if (joint && force) {
    throw ModelError(where, fmt::format("`{}` is both a joint and a force: give one of them another name", name));
  }
  if (joint || force) return;
  std::vector<std::string> names = names_of(draft.joints);
  const std::vector<std::string> forces = names_of(draft.forces);
  names.insert(names.end(), forces.begin(), forces.end());
  fail_unknown(where, "joint or force", name, names);
}

void check_measure(const Draft& draft, const Measure& measure, SourcePosition where) {
  if (measure.where.column > 0) where = measure.where;
  const MeasureSignature& signature = *find_measure(measure.name);
  // Models have no variables and states yet.
  if (signature.kind == MeasureArguments::name_of_variable || signature.kind == MeasureArguments::name_of_state) {
    const bool variable = signature.kind == MeasureArguments::name_of_variable;
    throw ModelError(where, fmt::format("there is no {} `{}`", variable ? "variable" : "state", measure.arguments[0]));
  }
  for (std::size_t i = 0; i < measure.arguments.size(); ++i) {
    const std::string& name = measure.arguments[i];
    if (i == 0 && signature.kind == MeasureArguments::element_and_marker) {
      check_element(draft, name, where);
    } else if (draft.markers.count(name) == 0) {
      fail_unknown(where, "marker", name, names_of(draft.markers));
    }
  }
}

}  // namespace

void read_outputs(Draft& draft, const Context& outer, const std::vector<SectionEntry>& entries) {
  std::set<std::string> names;
  read_each(entries, outer, [&](const Context& context, const Node& key, const Node& value) {
    Output output;
    output.name = context.new_name(key, "output");
    if (output.name == "time") context.fail(key, "the output `time` is always there: the first column");
    if (!names.insert(output.name).second) {
      context.fail(key, fmt::format("output `{}` exists already", output.name));
    }
    output.where = context.position(key);
    output.expression = context.expression(without_indices(value, context));
    for (const Measure& measure : output.expression.measures()) {
      check_measure(draft, measure, context.position(value));
    }
    draft.model.outputs.push_back(std::move(output));
  });
}

}  // namespace alembert
