#include "model/read_part.h"

#include <fmt/format.h>

#include <optional>
#include <set>

#include "flexible/interfaces.h"
#include "flexible/mbdyn_file.h"
#include "model/draft.h"
#include "model/file_head.h"
#include "model/parameters.h"
#include "model/part_draft.h"
#include "model/part_keys.h"

namespace alembert {
namespace {

using flexible::DiscreteLoad;
using flexible::Interface;
using flexible::ReductionOptions;

// Nodes as they are named; a patch of the mesh brings its kind and its reference point.
Interface interface_on(const PartDraft& draft, const Context& context, const std::string& name, const Node& nodes,
                       const std::string& label) {
  Interface out{name, find_nodes(draft, context, nodes, label)};
  if (!nodes.is(Node::Kind::scalar)) return out;
  if (const auto patch = draft.patches.find(nodes.text); patch != draft.patches.end()) {
    out.kind = patch->second.kind;
    out.at = patch->second.at;
  }
  return out;
}

Interface read_interface(const PartDraft& draft, const Context& context, const std::string& name, const Node& value,
                         const std::string& what) {
  const std::string label = fmt::format("{} `{}`", what, name);
  if (!value.is(Node::Kind::map)) return interface_on(draft, context, name, value, label);
  const Fields fields(context, value, part_key_table("part_interface"), label, "", nullptr);
  const Node* set = fields.find("set");
  if (set != nullptr && fields.has("nodes")) context.fail(*set, "`set` is another name of `nodes`: give one of them");
  Interface out = interface_on(draft, context, name, set != nullptr ? *set : fields.need("nodes"), label);
  if (const std::optional<std::string> kind = fields.optional_choice("kind"))
    out.kind = *kind == "average" ? Interface::Kind::average : Interface::Kind::rigid;
  if (const Node* at = fields.find("at")) out.at = context.vector(*at, Quantity::length);
  return out;
}

// A mapping of names, or a list of nodes and sets, each of which gives its own.
std::vector<Interface> read_interfaces(const PartDraft& draft, const Fields& part, const char* key, const char* what,
                                       std::set<std::string>& taken) {
  std::vector<Interface> out;
  const Node* node = part.find(key);
  if (node == nullptr || node->is(Node::Kind::nothing)) return out;
  const Context& context = part.context();
  const std::vector<Node>& names = node->is(Node::Kind::list) ? node->items : node->keys;
  if (!node->is(Node::Kind::list)) require_map(context, *node, key);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string name = context.new_name(names[i], what);
    if (!taken.insert(name).second) context.fail(names[i], fmt::format("there are two frames called `{}`", name));
    out.push_back(read_interface(draft, context, name, node->items[i], what));
  }
  return out;
}

ReductionOptions read_modes(const Fields& part) {
  const Context& context = part.context();
  const Fields fields(context, part.need("modes"), part_key_table("part_modes"), "`modes`", "", nullptr);
  ReductionOptions out;
  const auto count = [&](const char* key) {
    const int value = fields.optional_integer(key).value_or(0);
    if (value < 0) context.fail(fields.need(key), fmt::format("expected `{}` to be 0 or more", key));
    return value;
  };
  out.fixed = count("fixed");
  out.free = count("free");
  if (fields.has("fixed") && fields.has("free"))
    context.fail(fields.need("free"), "give `fixed` or `free`, not both: free modes come with static shapes of loads");
  out.of_free = fields.has("free") || fields.optional_choice("of") == "free";
  if (const Node* up_to = fields.find("up_to")) {
    if (fields.has("fixed") || fields.has("free")) context.fail(*up_to, "give `up_to` or a number of modes, not both");
    out.up_to = context.number(*up_to, Quantity::none);
    if (!(out.up_to > 0.0)) context.fail(*up_to, "expected `up_to` to be a frequency above 0 (Hz)");
  } else if (!fields.has("fixed") && !fields.has("free")) {
    context.fail(fields.node(), "`modes` needs one of the keys fixed, free, up_to");
  }
  return out;
}

// Forces of a load on the coordinates: those of an average over its nodes, or of a pressure on a surface.
Eigen::VectorXd read_load(const PartDraft& draft, const std::vector<Interface>& interfaces, const Context& context,
                          const Node& node, const std::string& label) {
  const Fields fields(context, node, part_key_table("part_load"), label, "", nullptr);
  const Node& on = fields.need("on");
  if (fields.has("pressure")) {
    const std::string surface = context.text(on);
    const auto found = draft.pressures.find(surface);
    if (found == draft.pressures.end()) context.fail_unknown(on, "surface", surface, names_of(draft.pressures));
    return context.number(fields.need("pressure"), Quantity::modulus) * found->second;
  }
  if (!fields.has("force") && !fields.has("torque"))
    context.fail(node, fmt::format("{} needs one of the keys force, torque, pressure", label));
  Interface patch;
  for (const Interface& interface : interfaces)
    if (on.is(Node::Kind::scalar) && interface.name == on.text) patch = interface;
  if (patch.nodes.empty()) patch.nodes = find_nodes(draft, context, on, label);
  Vector wrench(6);
  wrench << fields.vector("force", Quantity::force), fields.vector("torque", Quantity::torque);
  const flexible::Sparse motion = flexible::frame_motion(draft.discrete, patch);
  for (int c = 0; c < 3; ++c)
    if (wrench[3 + c] != 0.0 && motion.row(3 + c).norm() == 0.0)
      context.fail(on, "a torque needs nodes with rotations, or three or more that do not lie in a line");
  return motion.transpose() * wrench;
}

std::vector<DiscreteLoad> read_loads(const PartDraft& draft, const std::vector<Interface>& interfaces,
                                     const Fields& part) {
  std::vector<DiscreteLoad> out;
  const Node* node = part.find("loads");
  if (node == nullptr) return out;
  const Context& context = part.context();
  require_map(context, *node, "loads");
  const Fields modes(context, part.need("modes"), part_key_table("part_modes"), "`modes`", "", nullptr);
  const bool with_mode = modes.boolean("loads", false);
  for (std::size_t i = 0; i < node->keys.size(); ++i) {
    const std::string name = context.new_name(node->keys[i], "load case"), label = fmt::format("load case `{}`", name);
    DiscreteLoad load{name, Vector::Zero(draft.discrete.coordinates()), with_mode};
    const Node& value = node->items[i];
    if (value.is(Node::Kind::list))
      for (const Node& item : value.items) load.F += read_load(draft, interfaces, context, item, label);
    else
      load.F = read_load(draft, interfaces, context, value, label);
    out.push_back(std::move(load));
  }
  return out;
}

// Nodes that the file names can have markers, whether they are interfaces or not.
void add_frames_of_nodes(const PartDraft& draft, std::vector<Interface>& frames, std::set<std::string>& taken) {
  for (const std::string& name : draft.named)
    if (taken.insert(name).second) frames.push_back({name, {draft.nodes.at(name)}});
}

// What describes the part: beams, a mesh or matrices.
PartDraft read_source(const Fields& part, const std::string& name) {
  const Context& context = part.context();
  std::vector<const char*> given;
  for (const char* key : {"elements", "mesh", "matrices", "shapes"})
    if (part.has(key)) given.push_back(key);
  if (given.size() != 1)
    context.fail(part.node(),
                 fmt::format("{} needs exactly one of the keys elements (beams), mesh, matrices, shapes{}",
                             part.label(), given.empty() ? "" : fmt::format("; found {}", fmt::join(given, ", "))));
  const bool beams = part.has("elements");
  for (const char* key : {"sections", "nodes", "max_length", "masses"})
    if (const Node* found = part.find(key); found != nullptr && !beams)
      context.fail(*found, fmt::format("`{}` belongs to beams, and this part is made of {}", key, given[0]));
  if (beams) return read_beam_frame(part, name);
  return part.has("mesh") ? read_mesh_part(part, name) : read_matrices_part(part, name);
}

// Shapes as they come: only frames can be added.
flexible::Part read_shapes(const Fields& part, const std::string& name) {
  const Context& context = part.context();
  for (const char* key : {"modes", "loads", "interfaces", "elements", "mesh", "matrices"})
    if (const Node* found = part.find(key))
      context.fail(*found, fmt::format("`{}` does not go with `shapes`, which are taken as they are", key));
  flexible::MbdynData data = flexible::read_mbdyn(context.file_named(part.need("shapes")));
  PartDraft draft;
  draft.discrete = std::move(data.discrete);
  draft.discrete.name = name;
  for (std::size_t i = 0; i < draft.discrete.labels.size(); ++i)
    draft.nodes[std::to_string(draft.discrete.labels[i])] = static_cast<int>(i);
  read_sets(draft, part);
  std::set<std::string> taken;
  const std::vector<Interface> frames = read_interfaces(draft, part, "frames", "frame", taken);
  data.discrete = std::move(draft.discrete);
  return flexible::part_of(data, frames);
}

flexible::Part read_and_reduce(const Fields& part, const std::string& name, const flexible::Progress& progress) {
  const Context& context = part.context();
  try {
    if (part.has("shapes")) return read_shapes(part, name);
    PartDraft draft = read_source(part, name);
    read_sets(draft, part);
    std::set<std::string> taken;
    const std::vector<Interface> interfaces = read_interfaces(draft, part, "interfaces", "interface", taken);
    std::vector<Interface> frames = read_interfaces(draft, part, "frames", "frame", taken);
    add_frames_of_nodes(draft, frames, taken);
    const ReductionOptions options = read_modes(part);
    const std::vector<DiscreteLoad> loads = read_loads(draft, interfaces, part);
    draft.discrete.source = context.position(part.node()).file;
    return flexible::reduce(draft.discrete, interfaces, frames, loads, options, progress);
  } catch (const ModelError&) {
    throw;
  } catch (const Error& error) {
    context.fail(part.node(), error.what());
  }
}

}  // namespace

MaterialDrafts read_materials(const Fields& part) {
  const Context& context = part.context();
  const Node& node = part.need("materials");
  require_map(context, node, "materials");
  MaterialDrafts out;
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    const std::string name = context.new_name(node.keys[i], "material");
    const Fields fields(context, node.items[i], part_key_table("part_material"), fmt::format("material `{}`", name), "",
                        nullptr);
    const MaterialDraft material{context.number(fields.need("E"), Quantity::modulus),
                                 context.number(fields.need("nu"), Quantity::none),
                                 context.number(fields.need("density"), Quantity::density)};
    if (!(material.E > 0.0)) context.fail(fields.need("E"), fmt::format("{}: E must be positive", fields.label()));
    if (!(material.nu > -1.0 && material.nu < 0.5))
      context.fail(fields.need("nu"), fmt::format("{}: nu must be above -1 and below 0.5", fields.label()));
    if (!(material.density > 0.0))
      context.fail(fields.need("density"), fmt::format("{}: density must be positive", fields.label()));
    out[name] = material;
  }
  return out;
}

std::vector<int> find_nodes(const PartDraft& draft, const Context& context, const Node& node, const std::string& what) {
  if (node.is(Node::Kind::list)) {
    std::vector<int> out;
    std::set<int> there;
    for (const Node& item : node.items)
      for (const int i : find_nodes(draft, context, item, what))
        if (there.insert(i).second) out.push_back(i);
    if (out.empty()) context.fail(node, fmt::format("{} has no nodes", what));
    return out;
  }
  const std::string name = context.text(node);
  if (const auto set = draft.sets.find(name); set != draft.sets.end()) return set->second;
  if (const auto found = draft.nodes.find(name); found != draft.nodes.end()) return {found->second};
  std::vector<std::string> candidates = draft.named;
  for (const auto& [set, nodes] : draft.sets) candidates.push_back(set);
  context.fail_unknown(node, "node or set", name, candidates);
}

flexible::Part read_part_of(const Context& context, const Node& written, const std::string& name,
                            const flexible::Progress& progress) {
  const Node node = with_matrices_gathered(written);
  const Fields part(context, node, part_key_table("part"), fmt::format("part `{}`", name), "", nullptr);
  for (const char* key : {"units", "parameters"})
    if (const Node* found = part.find(key))
      context.fail(*found, fmt::format("`{}` are those of the model, where a part stands in it", key));
  return read_and_reduce(part, name, progress);
}

std::vector<flexible::Part> read_pieces_of(const Context& context, const Node& node, const std::string& name,
                                           int pieces) {
  const Fields part(context, node, part_key_table("part"), fmt::format("part `{}`", name), "", nullptr);
  if (const Node* loads = part.find("loads")) context.fail(*loads, "a part that is cut into pieces has no load cases");
  const ReductionOptions options = read_modes(part);
  std::vector<flexible::Part> out;
  try {
    std::set<std::string> taken;
    const std::vector<PieceDraft> drafts = read_beam_pieces(part, name, pieces);
    const PartDraft whole = read_beam_frame(part, name);
    const std::vector<Interface> interfaces = read_interfaces(whole, part, "interfaces", "interface", taken);
    for (const Interface& each : interfaces)
      if (each.nodes.size() != 1)
        context.fail(part.need("interfaces"), fmt::format("interface `{}` of a part that is cut into pieces must be a "
                                                          "single node",
                                                          each.name));
    std::set<std::string> given;
    for (int k = 0; k < pieces; ++k) {
      const PieceDraft& piece = drafts[static_cast<std::size_t>(k)];
      std::vector<Interface> own, frames;
      std::set<int> held;
      const auto add = [&](const std::string& called, int node_index, bool interface) {
        const bool more = interface && held.insert(node_index).second;
        (more ? own : frames).push_back({called, {node_index}});
      };
      if (k > 0) add(fmt::format("cut{}", k), piece.first, true);
      if (k + 1 < pieces) add(fmt::format("cut{}", k + 1), piece.last, true);
      for (const Interface& each : interfaces) {
        const int label = whole.discrete.labels[static_cast<std::size_t>(each.nodes[0])];
        for (std::size_t i = 0; i < piece.part.discrete.labels.size(); ++i)
          if (piece.part.discrete.labels[i] == label && given.insert(each.name).second)
            add(each.name, static_cast<int>(i), true);
      }
      for (const std::string& called : piece.part.named)
        if (given.insert(called).second) add(called, piece.part.nodes.at(called), false);
      out.push_back(flexible::reduce(piece.part.discrete, own, frames, {}, options));
    }
  } catch (const ModelError&) {
    throw;
  } catch (const Error& error) {
    context.fail(node, error.what());
  }
  return out;
}

flexible::Part read_part(const std::filesystem::path& path, const std::map<std::string, double>& set,
                         const flexible::Progress& progress) {
  const std::string file = path.string();
  const Node root = with_matrices_gathered(parse_yaml(read_whole_file(path), file));
  const Context plain(file, {}, {});
  const Fields head(plain, root, part_key_table("part"), "the part", "", nullptr);
  check_format_version(head);
  const Node no_parameters;
  const Node* parameters = head.find("parameters");
  const Context context(file, read_units(head),
                        read_parameters(parameters != nullptr ? *parameters : no_parameters, file, set, {}));
  const Fields part(context, root, part_key_table("part"), "the part", "", nullptr);
  const Node* title = part.find("title");
  return read_and_reduce(part, title != nullptr ? context.text(*title) : path.stem().string(), progress);
}

}  // namespace alembert
