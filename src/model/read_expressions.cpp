#include "model/read_expressions.h"

#include <fmt/format.h>

#include "base/suggest.h"
#include "expression/expression_parser.h"
#include "expression/functions.h"
#include "model/inputs.h"
#include "model/model_expressions.h"
#include "model/names.h"

namespace alembert {
namespace {

// Replaces the indices of repetitions and functions of paths by their values, so that the text of the expression stands
// on its own.
Node without_constants(const Node& node, const Context& context, const OwnNames& own_names) {
  if ((context.indices().empty() && context.paths().by_name.empty()) || !node.is(Node::Kind::scalar)) return node;
  context.expression(node, own_names);  // an error in it is reported as for every other expression
  Node out = node;
  const std::vector<NameUse> uses = names_in_expression(node.text, {}, context.values(), context.splines(),
                                                        context.functions(), own_names, context.paths());
  std::size_t replaced = node.text.size();  // from here on
  for (auto use = uses.rbegin(); use != uses.rend(); ++use) {
    if (use->offset >= replaced) continue;  // inside the brackets of a function of a path
    const auto index = context.indices().find(use->name);
    std::string value = use->constant;
    if (use->kind == NameUse::Kind::parameter && index != context.indices().end())
      value = fmt::format("({})", index->second);
    if (value.empty()) continue;
    out.text.replace(use->offset, use->length, value);
    replaced = use->offset;
    out.text_column = 0;
  }
  return out;
}

[[noreturn]] void fail_unknown(const SourcePosition& where, std::string_view what, const std::string& name,
                               const std::vector<std::string>& candidates) {
  throw ModelError(where, fmt::format("unknown {} `{}`{}", what, name, did_you_mean(name, candidates)));
}

// NAME.second: what an element exerts at its second marker.
constexpr std::string_view kSecond = ".second";

void check_element(const Draft& draft, const std::string& name, const SourcePosition& where) {
  const std::pair<const char*, bool> kinds[] = {{"a joint", draft.joints.count(name) > 0},
                                                {"a motion", draft.motions.count(name) > 0},
                                                {"a constraint", draft.constraints.count(name) > 0},
                                                {"a force", draft.forces.count(name) > 0},
                                                {"a contact", draft.contacts.count(name) > 0}};
  const char* found = nullptr;
  for (const auto& [kind, has] : kinds) {
    if (!has) continue;
    if (found != nullptr)
      throw ModelError(where, fmt::format("`{}` is both {} and {}: give one of them another name", name, found, kind));
    found = kind;
  }
  if (found != nullptr) return;
  std::vector<std::string> names = names_of(draft.joints);
  for (const std::vector<std::string>& more : {names_of(draft.forces), names_of(draft.contacts)})
    names.insert(names.end(), more.begin(), more.end());
  names.insert(names.end(), draft.motions.begin(), draft.motions.end());
  names.insert(names.end(), draft.constraints.begin(), draft.constraints.end());
  fail_unknown(where, "joint or force", name, names);
}

// One of the shapes that a contact is about, BODY.SHAPE.
void check_shape(const Draft& draft, const Contact& contact, const std::string& name, const SourcePosition& where) {
  std::set<std::string> names;
  for (const auto& pair : contact.pairs)
    for (const ShapeRef& shape : pair) {
      const Body& body = draft.model.body(shape.body);
      names.insert(body.name + "." + body.geometry[static_cast<std::size_t>(shape.geometry)].name);
    }
  if (names.count(name) == 0)
    fail_unknown(where, fmt::format("shape of contact `{}`:", contact.name), name, {names.begin(), names.end()});
}

void check_measure(const Draft& draft, const Measure& measure, SourcePosition where) {
  // Text that the reader itself has made stands nowhere in the file; it may name markers made by joints.
  const bool made = measure.where.column == 0;
  if (!made) where = measure.where;
  const MeasureSignature& signature = *find_measure(measure.name);
  const bool variable = signature.kind == MeasureArguments::name_of_variable;
  if (variable || signature.kind == MeasureArguments::name_of_state) {
    const std::set<std::string>& known = variable ? draft.variables : draft.states;
    if (known.count(measure.arguments[0]) == 0)
      fail_unknown(where, variable ? "variable" : "state", measure.arguments[0], {known.begin(), known.end()});
    return;
  }
  if (signature.kind == MeasureArguments::name_of_input) {
    if (find_input(draft.model, measure.arguments[0]) < 0)
      fail_unknown(where, "input", measure.arguments[0], input_names(draft.model));
    return;
  }
  if (signature.kind == MeasureArguments::contact_and_shape) {
    const auto found = draft.contacts.find(measure.arguments[0]);
    if (found == draft.contacts.end()) fail_unknown(where, "contact", measure.arguments[0], names_of(draft.contacts));
    if (measure.arguments.size() > 1)
      check_shape(draft, draft.model.contacts[found->second], measure.arguments[1], where);
    return;
  }
  if (signature.kind == MeasureArguments::name_of_joint) {
    const auto found = draft.joints.find(measure.arguments[0]);
    if (found == draft.joints.end()) fail_unknown(where, "joint", measure.arguments[0], names_of(draft.joints));
    const JointKind kind = draft.model.joints[found->second.index()].kind;
    const bool angle = measure.name.starts_with("angle");
    if (!(angle ? kind->turns : kind->slides))
      throw ModelError(where, fmt::format("joint `{}` is {}, which has no {}", measure.arguments[0], kind->name,
                                          angle ? "angle" : "displacement"));
    return;
  }
  for (std::size_t i = 0; i < measure.arguments.size(); ++i) {
    const std::string& name = measure.arguments[i];
    if (i == 0 && signature.kind == MeasureArguments::element_and_marker) {
      check_element(draft, name.ends_with(kSecond) ? name.substr(0, name.size() - kSecond.size()) : name, where);
    } else if (draft.markers.count(name) == 0 && !(made && draft.shorthand_markers.count(name) > 0)) {
      fail_unknown(where, "marker", name, names_of(draft.markers));
    }
  }
}

}  // namespace

Expression read_expression(const Context& context, const Node& node, const OwnNames& own_names) {
  return context.expression(without_constants(node, context, own_names), own_names);
}

void check_measures(const Draft& draft, const Expression& expression, const SourcePosition& where) {
  for (const Measure& measure : expression.measures()) check_measure(draft, measure, where);
}

void check_expressions(const Draft& draft) {
  for_each_expression(draft.model,
                      [&](const Expression& e, const SourcePosition& where) { check_measures(draft, e, where); });
}

}  // namespace alembert
