#include "model/contact_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/suggest.h"

namespace alembert {
namespace {

bool is_pattern(std::string_view name) { return name.find('*') != std::string_view::npos; }

// Each * stands for any letters, or none.
bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

// The names, and link* for those that are link and a number.
std::vector<std::string> with_patterns(std::vector<std::string> names) {
  std::set<std::string> patterns;
  for (const std::string& name : names)
    if (const std::size_t last = name.find_last_not_of("0123456789"); last + 1 < name.size())
      patterns.insert(name.substr(0, last + 1) + "*");
  names.insert(names.end(), patterns.begin(), patterns.end());
  return names;
}

struct FoundShape {
  ShapeRef shape;
  bool by_pattern = false;
  using Key = std::pair<BodyId, int>;
  Key key() const { return {shape.body, shape.geometry}; }
};

// Finds the shapes that one side of `between` names, each once.
class ShapeFinder {
 public:
  ShapeFinder(const Draft& draft, const Context& context) : draft_(draft), context_(context) {}

  std::vector<FoundShape> find(const Node& node) {
    if (!node.is(Node::Kind::list)) {
      add(node);
    } else {
      if (node.items.empty()) context_.fail(node, "expected shapes, found an empty list");
      for (const Node& item : node.items) add(item);
    }
    return std::move(found_);
  }

 private:
  void add(const Node& node) {
    const std::string name = context_.text(node);
    const std::size_t dot = name.find('.');
    if (dot == std::string::npos || dot == 0 || dot + 1 == name.size())
      context_.fail(node, fmt::format("expected a shape as BODY.SHAPE, found `{}`", name));
    const std::string body = name.substr(0, dot), shape = name.substr(dot + 1);
    const std::vector<BodyId> bodies = bodies_of(node, body);
    const std::size_t before = count_;
    for (const BodyId id : bodies) add_shapes(id, shape, is_pattern(name));
    if (count_ == before) fail_nothing(node, name, shape, bodies);
  }

  std::vector<BodyId> bodies_of(const Node& node, const std::string& pattern) const {
    std::vector<BodyId> out;
    if (!is_pattern(pattern)) {
      const auto found = draft_.bodies.find(pattern);
      if (found == draft_.bodies.end()) context_.fail_unknown(node, "body", pattern, names_of(draft_.bodies));
      out.push_back(found->second);
      return out;
    }
    for (std::size_t k = 0; k < draft_.model.bodies.size(); ++k)
      if (matches(pattern, draft_.model.bodies[k].name)) out.emplace_back(k);
    if (out.empty())
      context_.fail(node, fmt::format("no body is called `{}`{}", pattern,
                                      did_you_mean(pattern, with_patterns(names_of(draft_.bodies)))));
    return out;
  }

  void add_shapes(BodyId id, const std::string& pattern, bool by_pattern) {
    const Body& body = draft_.model.body(id);
    for (std::size_t k = 0; k < body.geometry.size(); ++k) {
      if (body.geometry[k].name.empty() || !matches(pattern, body.geometry[k].name)) continue;
      ++count_;
      const FoundShape shape{{id, static_cast<int>(k)}, by_pattern};
      const auto [place, fresh] = known_.emplace(shape.key(), found_.size());
      if (fresh)
        found_.push_back(shape);
      else if (!by_pattern)
        found_[place->second].by_pattern = false;
    }
  }

  [[noreturn]] void fail_nothing(const Node& node, const std::string& name, const std::string& shape,
                                 const std::vector<BodyId>& bodies) const {
    std::set<std::string> names;
    for (const BodyId id : bodies)
      for (const Geometry& geometry : draft_.model.body(id).geometry)
        if (!geometry.name.empty()) names.insert(geometry.name);
    const std::vector<std::string> candidates(names.begin(), names.end());
    const std::string whose =
        bodies.size() == 1 ? fmt::format("body `{}` has", draft_.model.body(bodies[0]).name) : "these bodies have";
    if (candidates.empty())
      context_.fail(node, fmt::format("there is no shape `{}`: {} no geometry with a `name`", name, whose));
    std::string hint = did_you_mean(shape, is_pattern(shape) ? with_patterns(candidates) : candidates);
    if (hint.empty()) hint = fmt::format(": {} {}", whose, fmt::join(candidates, ", "));
    context_.fail(node, fmt::format("there is no shape `{}`{}", name, hint));
  }

  const Draft& draft_;
  const Context& context_;
  std::vector<FoundShape> found_;
  std::map<FoundShape::Key, std::size_t> known_;
  std::size_t count_ = 0;
};

}  // namespace

Neighbours joint_neighbours(const Model& model) {
  Neighbours out;
  for (const Joint& joint : model.joints) {
    const BodyId a = model.marker(joint.markers[0]).body, b = model.marker(joint.markers[1]).body;
    out.emplace(std::min(a, b), std::max(a, b));
  }
  return out;
}

namespace {

using ShapePairs = std::vector<std::array<ShapeRef, 2>>;

[[noreturn]] void fail_one_body(const Draft& draft, const Fields& fields, const Node& node, BodyId id) {
  const Body& body = draft.model.body(id);
  const std::string whose = body.stands() ? "ground, which stands still" : fmt::format("one body, `{}`", body.name);
  fields.context().fail(node, fmt::format("{} has no pairs here: all shapes are of {}", fields.label(), whose));
}

void check_count(const Draft& draft, const Fields& fields, const Node& node, const ShapePairs& pairs) {
  if (draft.contact_pairs + pairs.size() > most_contact_pairs)
    fields.context().fail(node, fmt::format("{}: more than {} pairs of shapes", fields.label(), most_contact_pairs));
}

// `pairs: [[A, B], ..]`
ShapePairs read_list_of_pairs(const Draft& draft, const Fields& fields, const Node& node) {
  const Context& context = fields.context();
  if (!node.is(Node::Kind::list) || node.items.empty())
    context.fail(node, "expected a list of pairs of shapes, found " + describe(node));
  ShapePairs out;
  std::set<std::pair<FoundShape::Key, FoundShape::Key>> known;
  for (const Node& item : node.items) {
    const std::vector<Node>& sides = context.list(item, 2, "a list of two shapes");
    for (const Node& side : sides)
      if (is_pattern(context.text(side))) context.fail(side, "patterns are for `between`: a pair is of two shapes");
    const FoundShape a = ShapeFinder(draft, context).find(sides[0])[0];
    const FoundShape b = ShapeFinder(draft, context).find(sides[1])[0];
    if (a.shape.body == b.shape.body) fail_one_body(draft, fields, item, a.shape.body);
    if (!known.emplace(std::min(a.key(), b.key()), std::max(a.key(), b.key())).second)
      context.fail(item, fmt::format("{} names this pair twice", fields.label()));
    out.push_back({a.shape, b.shape});
    check_count(draft, fields, node, out);
  }
  return out;
}

// `between: [A, B]`
ShapePairs read_all_between(const Draft& draft, const Fields& fields, const Node& node, const Neighbours& neighbours) {
  const Context& context = fields.context();
  const std::vector<Node>& sides = context.list(node, 2, "a list of two: shapes, patterns or lists of these");
  const std::vector<FoundShape> first = ShapeFinder(draft, context).find(sides[0]);
  const std::vector<FoundShape> second = ShapeFinder(draft, context).find(sides[1]);
  std::set<FoundShape::Key> in_first, in_second;
  for (const FoundShape& s : first) in_first.insert(s.key());
  for (const FoundShape& s : second) in_second.insert(s.key());
  const auto in_both = [&](const FoundShape& s) { return in_first.count(s.key()) > 0 && in_second.count(s.key()) > 0; };
  ShapePairs out;
  bool joined = false;
  for (const FoundShape& a : first) {
    const bool a_in_both = in_both(a);
    for (const FoundShape& b : second) {
      if (a.shape.body == b.shape.body) continue;
      if (a_in_both && b.key() < a.key() && in_both(b)) continue;
      if ((a.by_pattern || b.by_pattern) &&
          neighbours.count({std::min(a.shape.body, b.shape.body), std::max(a.shape.body, b.shape.body)}) > 0) {
        joined = true;
        continue;
      }
      out.push_back({a.shape, b.shape});
      check_count(draft, fields, node, out);
    }
  }
  if (out.empty() && joined)
    context.fail(node, fmt::format("{} has no pairs: joints connect all bodies that could touch; `neighbours: true` "
                                   "pairs these, too",
                                   fields.label()));
  if (out.empty()) fail_one_body(draft, fields, node, first[0].shape.body);
  return out;
}

}  // namespace

ShapePairs read_contact_pairs(const Draft& draft, const Fields& fields, const Neighbours& neighbours) {
  const Node *between = fields.find("between"), *pairs = fields.find("pairs");
  if ((between != nullptr) == (pairs != nullptr))
    fields.context().fail(fields.node(), fmt::format("{} needs either `between` or `pairs`", fields.label()));
  if (pairs != nullptr) return read_list_of_pairs(draft, fields, *pairs);
  return read_all_between(draft, fields, *between, neighbours);
}

}  // namespace alembert
