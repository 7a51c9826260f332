// Sections `ports:` and `assemblies:` of the model file.
#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "elements/joints/fixed.h"
#include "model/assemblies.h"
#include "model/draft.h"
#include "model/orientation.h"
#include "model/reader.h"
#include "model/units.h"

namespace alembert {
namespace {

// A body that stands for one of a model around this, held to ground as long as there is none.
void read_port(Draft& draft, const Context& context, const Node& key, const Node& value) {
  Body body;
  body.name = context.new_name(key, "port");
  if (draft.bodies.count(body.name) > 0) context.fail(key, fmt::format("body `{}` exists already", body.name));
  body.where = context.position(key);
  body.port = true;
  body.mass = 1.0;
  body.inertia.setIdentity();
  Node nothing = value;
  nothing.kind = Node::Kind::map;
  const Fields fields(context, value.is(Node::Kind::nothing) ? nothing : value, key_table("port"),
                      fmt::format("port `{}`", body.name), "ports." + body.name, &draft.positions);
  body.position = fields.vector("position", Quantity::length);
  if (const Node* found = fields.find("orientation"))
    body.orientation = read_orientation(context, *found, fields.label());
  Joint hold;
  hold.name = body.name + "_port";
  hold.kind = joint_facts<Fixed>;
  hold.of_port = true;
  hold.where = body.where;
  Marker on_ground;
  on_ground.name = "ground." + hold.name;
  on_ground.body = BodyId(0);
  on_ground.at = body.position;
  on_ground.orientation = body.orientation;
  on_ground.made_by_shorthand = true;
  on_ground.where = body.where;
  const BodyId id = add_body(draft, std::move(body));
  hold.markers = {draft.add_marker(std::move(on_ground)), draft.model.body(id).frame_marker};
  read_markers(draft, fields, id);
  draft.joints[hold.name] = JointId(draft.model.joints.size());
  draft.model.joints.push_back(std::move(hold));
}

std::map<std::string, double> read_settings(const Fields& fields, const std::string& name,
                                            const std::map<std::string, double>& set) {
  std::map<std::string, double> out;
  if (const Node* given = fields.find("parameters")) {
    require_map(fields.context(), *given, "parameters");
    for (std::size_t k = 0; k < given->keys.size(); ++k)
      out[given->keys[k].text] = fields.context().number(given->items[k], Quantity::none);
  }
  for (const auto& [path, value] : set)
    if (path.starts_with(name + ".")) out[path.substr(name.size() + 1)] = value;
  return out;
}

// Parameters that the sub-model has; those of its own assemblies have a dot.
void check_settings(const Fields& fields, const Node& model) {
  const Node* given = fields.find("parameters");
  if (given == nullptr) return;
  std::vector<std::string> known;
  if (const Node* parameters = model.find("parameters"))
    for (const Node& key : parameters->keys) known.push_back(key.text);
  for (const Node& key : given->keys)
    if (key.text.find('.') == std::string::npos && std::find(known.begin(), known.end(), key.text) == known.end())
      fields.context().fail_unknown(key, "parameter", key.text, known);
}

void read_ports_of(const Draft& draft, const Fields& fields, const Model& inner, Assembly& assembly) {
  const Node* node = fields.find("ports");
  if (node == nullptr) return;
  const Context& context = fields.context();
  require_map(context, *node, "ports");
  std::vector<std::string> known;
  for (const Body& body : inner.bodies)
    if (body.port) known.push_back(body.name);
  for (std::size_t k = 0; k < node->keys.size(); ++k) {
    const Node& key = node->keys[k];
    if (std::find(known.begin(), known.end(), key.text) == known.end())
      context.fail_unknown(key, fmt::format("port of {}:", fields.label()), key.text, known);
    const MarkerId to = draft.find_marker(context, node->items[k]);
    if (draft.model.body(draft.model.marker(to).body).kind == BodyKind::point)
      context.fail(node->items[k], "a port cannot be a point body, which has no orientation");
    assembly.ports[key.text] = to;
  }
}

void read_assembly(Draft& draft, const Context& context, const Node& key, const Node& value,
                   const std::map<std::string, double>& set) {
  Assembly assembly;
  assembly.name = context.new_name(key, "assembly");
  assembly.where = context.position(key);
  if (draft.bodies.count(assembly.name) > 0)
    context.fail(key,
                 fmt::format("`{}` is the name of a body: `{}.x` could be two things", assembly.name, assembly.name));
  if (!draft.assemblies.insert(assembly.name).second)
    context.fail(key, fmt::format("assembly `{}` exists already", assembly.name));
  const Fields fields(context, value, key_table("assembly"), fmt::format("assembly `{}`", assembly.name),
                      "assemblies." + assembly.name, &draft.positions);
  if (const Node* file = fields.find("file")) context.file_named(*file);
  const Node* model = fields.find("model");
  if (model == nullptr)
    context.fail(value, fields.label() + " needs `file`, the model file it is made from, or `model`");
  if (!model->is(Node::Kind::map)) context.fail(*model, "expected the keys of a model, found " + describe(*model));
  check_settings(fields, *model);
  auto said = std::make_shared<Description>();
  said->root = *model;
  said->file = context.position(*model).file;
  said->functions = context.functions();
  Model inner;
  try {
    inner = interpret_sub_model(said, read_settings(fields, assembly.name, set));
  } catch (const ModelError& error) {
    throw ModelError(error.where(), fmt::format("{} (in assembly `{}`, {})", message_of(error), assembly.name,
                                                context.position(key).text()));
  }
  if (!same_units(inner.units, draft.model.units))
    context.fail(key, fmt::format("{} is written in other units than this model: {} {} {} {} {}", fields.label(),
                                  inner.units.length_name, inner.units.mass_name, inner.units.time_name,
                                  inner.units.angle_name, inner.units.force_name));
  assembly.position = fields.vector("position", Quantity::length);
  if (const Node* found = fields.find("orientation"))
    assembly.orientation = read_orientation(context, *found, fields.label());
  if (const std::optional<std::string> mirror = fields.optional_choice("mirror"))
    assembly.mirror[mirror->front() - 'x'] = -1.0;
  read_ports_of(draft, fields, inner, assembly);
  add_assembly(draft, inner, assembly);
}

}  // namespace

void read_ports(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries) {
  read_each(entries, context,
            [&](const Context& inner, const Node& key, const Node& value) { read_port(draft, inner, key, value); });
}

void read_assemblies(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries,
                     const std::map<std::string, double>& set) {
  read_each(entries, context, [&](const Context& inner, const Node& key, const Node& value) {
    read_assembly(draft, inner, key, value, set);
  });
  std::vector<std::string> known(draft.assemblies.begin(), draft.assemblies.end());
  for (const auto& [path, number] : set) {
    const std::string name = path.substr(0, path.find('.'));
    if (path.find('.') != std::string::npos && draft.assemblies.count(name) == 0)
      throw UsageError(fmt::format("the model has no parameter `{}`: there is no assembly `{}`{}", path, name,
                                   did_you_mean(name, known)));
  }
}

}  // namespace alembert
