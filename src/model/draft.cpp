#include "model/draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/suggest.h"

namespace alembert {
namespace {

template <class IdType>
IdType find_named(const Context& context, const Node& node, const std::map<std::string, IdType>& ids,
                  std::string_view what) {
  const std::string name = context.text(node);
  const auto found = ids.find(name);
  if (found == ids.end()) context.fail_unknown(node, what, name, names_of(ids));
  return found->second;
}

}  // namespace

MarkerId Draft::add_marker(Marker marker) {
  const MarkerId id(model.markers.size());
  if (marker.made_by_shorthand) {
    shorthand_markers.insert(marker.name);
  } else {
    markers[marker.name] = id;
  }
  model.markers.push_back(std::move(marker));
  return id;
}

BodyId Draft::find_body(const Context& context, const Node& node) const {
  return find_named(context, node, bodies, "body");
}

MarkerId Draft::find_marker(const Context& context, const Node& node) const {
  return find_named(context, node, markers, "marker");
}

JointId Draft::find_joint(const Context& context, const Node& node) const {
  return find_named(context, node, joints, "joint");
}

std::array<MarkerId, 2> Draft::find_marker_pair(const Context& context, const Node& node) const {
  const std::vector<Node>& items = context.list(node, 2, "a list of two markers");
  return {find_marker(context, items[0]), find_marker(context, items[1])};
}

Vec3 Draft::initial_position(MarkerId id) const {
  const Marker& marker = model.marker(id);
  const Body& body = model.body(marker.body);
  return body.position + body.orientation * model.at_start(marker);
}

Quat Draft::initial_orientation(MarkerId id) const {
  const Marker& marker = model.marker(id);
  return (model.body(marker.body).orientation * marker.orientation).normalized();
}

int Draft::find_curve(const Context& context, const Node& node) const {
  const std::string name = context.text(node);
  std::vector<std::string> names;
  for (std::size_t k = 0; k < model.curves.size(); ++k) {
    if (model.curves[k].name == name) return static_cast<int>(k);
    names.push_back(model.curves[k].name);
  }
  context.fail_unknown(node, "curve", name, names);
}

double Draft::initial_distance(const std::array<MarkerId, 2>& pair) const {
  return (initial_position(pair[1]) - initial_position(pair[0])).norm();
}

Marker new_marker(const Draft& draft, const Context& context, const Node& key, BodyId body) {
  const std::string short_name = context.new_name(key, "marker");
  if (short_name == "com") context.fail(key, "the marker `com` is always there: the centre of mass");
  Marker out;
  out.name = draft.model.body(body).name + "." + short_name;
  if (draft.markers.count(out.name) > 0) context.fail(key, fmt::format("marker `{}` exists already", out.name));
  out.body = body;
  out.where = context.position(key);
  return out;
}

const KeyTable& find_variant(const Context& context, const Node& node, const KeyVariants& variants,
                             const std::string& label) {
  std::vector<std::string> types;
  for (const KeyTable* table : variants.tables) types.emplace_back(table->name);
  if (!node.is(Node::Kind::map)) {
    context.fail(node, fmt::format("expected the keys of {}, found {}", label, describe(node)));
  }
  const auto key = std::find_if(node.keys.begin(), node.keys.end(), [](const Node& k) { return k.text == "type"; });
  if (key == node.keys.end()) {
    if (!variants.default_type.empty()) return *variants.find(variants.default_type);
    context.fail(node, fmt::format("{} needs the key `type`: one of {}", label, fmt::join(types, ", ")));
  }
  const Node& value = node.items[static_cast<std::size_t>(key - node.keys.begin())];
  const std::string type = context.text(value);
  if (const KeyTable* table = variants.find(type)) return *table;
  if (std::find(variants.planned.begin(), variants.planned.end(), type) != variants.planned.end()) {
    context.fail(value, fmt::format("the {} type `{}` is not supported yet by this version", variants.what, type));
  }
  const std::string suggestion = did_you_mean(type, types);
  context.fail(value,
               fmt::format("unknown {} type `{}`{}", variants.what, type,
                           suggestion.empty() ? fmt::format("; known: {}", fmt::join(types, ", ")) : suggestion));
}

}  // namespace alembert
