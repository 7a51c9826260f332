// Section `paths:` of the model file.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "expression/expression_parser.h"
#include "model/draft.h"

namespace alembert {
namespace {

// What a radius and the start may depend on.
constexpr const char* kChord = "chord";
constexpr int kMostLinks = most_repetitions;

// Reads one path. Numbers that depend on the chord are read anew for every chord that is tried.
class PathReader {
 public:
  PathReader(const Context& context, const Fields& fields) : context_(context), fields_(fields) {
    const Node& around = fields.need("around");
    if (!around.is(Node::Kind::list) || around.items.empty())
      context.fail(around, "expected a list of circles, each with `at` and `radius`, found " + describe(around));
    for (const Node& item : around.items)
      circles_.emplace_back(context, item, key_table("path_circle"), "a circle of " + fields.label(), fields.path(),
                            nullptr);
  }

  std::shared_ptr<const LinkPath> read() const {
    const Node& links_node = fields_.need("links");
    const int links = context_.integer(links_node);
    if (links < 2 || links > kMostLinks)
      context_.fail(links_node, fmt::format("`links` must be 2 to {}, not {}", kMostLinks, links));
    try {
      return std::make_shared<const LinkPath>([this](double chord) { return shape(chord); }, links,
                                              fields_.boolean("crossed", false));
    } catch (const PathError& error) {
      const Node& blamed = error.circle() >= 0 ? circles_[static_cast<std::size_t>(error.circle())].node() : links_node;
      context_.fail(blamed, fmt::format("{}: {}", fields_.label(), error.what()));
    }
  }

 private:
  LinkPath::Shape shape(double chord) const {
    LinkPath::Shape out;
    for (const Fields& circle : circles_) {
      const std::vector<double> at = context_.numbers(circle.need("at"), 2, Quantity::none);
      const Node& radius_node = circle.need("radius");
      const double radius = number(radius_node, chord);
      if (radius < 0.0 || (radius == 0.0 && chord > 0.0))
        context_.fail(radius_node, "the radius of a circle must be positive");
      out.circles.push_back({{at[0], at[1]}, radius, circle.optional_choice("side") == "right" ? -1 : 1});
    }
    if (const Node* start = fields_.find("start")) out.start = number(*start, chord);
    return out;
  }

  // A number that may depend on the chord.
  double number(const Node& node, double chord) const {
    const Context with_chord = context_.with_indices({{kChord, chord}});
    if (context_.values().count(kChord) > 0 && node.is(Node::Kind::scalar)) {
      with_chord.expression(node);  // an error in it is reported as for every other expression
      const std::vector<NameUse> uses = names_in_expression(node.text, {}, with_chord.values(), context_.splines(),
                                                            context_.functions(), {}, context_.paths());
      if (std::any_of(uses.begin(), uses.end(), [](const NameUse& use) { return use.name == kChord; }))
        context_.fail(node, "a parameter is called `chord`, which is the length of a link here: give it another name");
    }
    return with_chord.number(node, Quantity::none);
  }

  const Context& context_;
  const Fields& fields_;
  std::vector<Fields> circles_;
};

}  // namespace

PathMap read_paths(const Context& context, const Node& node, Positions* positions) {
  require_map(context, node, "paths");
  PathMap out;
  out.degrees = context.factor(Quantity::angle) != 1.0;
  Context known = context;  // a path may use those before it
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const std::string name = context.new_name(node.keys[i], "path");
    const Fields fields(known, node.items[i], key_table("path"), fmt::format("path `{}`", name), "paths." + name,
                        positions);
    out.by_name[name] = PathReader(known, fields).read();
    known.set_paths(out);
  }
  return out;
}

}  // namespace alembert
