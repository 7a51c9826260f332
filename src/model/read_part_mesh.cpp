// Meshes of solids in a part file: `mesh`, and `sets` of nodes by where they are.
#include <fmt/format.h>

#include <algorithm>

#include "flexible/mesh.h"
#include "flexible/read_inp.h"
#include "flexible/read_msh.h"
#include "model/draft.h"
#include "model/part_draft.h"
#include "model/part_keys.h"

namespace alembert {
namespace {

using flexible::Mesh;
using flexible::SolidElement;

Mesh read_mesh_file(const Context& context, const Node& node) {
  const std::filesystem::path path = context.file_named(node);
  const std::string ending = path.extension().string();
  if (ending != ".inp" && ending != ".msh")
    context.fail(node, fmt::format("expected a mesh, .inp or .msh, found `{}`", path.filename().string()));
  try {
    return ending == ".inp" ? flexible::read_inp(path) : flexible::read_msh(path);
  } catch (const ModelError& error) {
    if (error.where().line > 0) throw;
    context.fail(node, error.what());
  }
}

// The place of a material of the part file among those of the mesh, in the mesh's units already.
int add_material(Mesh& mesh, const std::string& name, const MaterialDraft& material) {
  mesh.materials.push_back({name, material.E, material.nu, material.density});
  return static_cast<int>(mesh.materials.size()) - 1;
}

// Materials of the part file replace what the mesh says: by sets, then where it says nothing.
void assign_materials(Mesh& mesh, const Fields& part, const Fields* fields) {
  const Context& context = part.context();
  const MaterialDrafts materials = part.has("materials") ? read_materials(part) : MaterialDrafts{};
  const auto find = [&](const Node& node) -> const MaterialDrafts::value_type& {
    const std::string name = context.text(node);
    const auto found = materials.find(name);
    if (found == materials.end()) context.fail_unknown(node, "material", name, names_of(materials));
    return *found;
  };
  if (fields != nullptr && fields->has("materials")) {
    const Node& node = fields->need("materials");
    require_map(context, node, "materials of sets");
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      const std::string set = context.text(node.keys[i]);
      const auto found = mesh.element_sets.find(set);
      if (found == mesh.element_sets.end())
        context.fail_unknown(node.keys[i], "set of elements", set, names_of(mesh.element_sets));
      const auto& [name, material] = find(node.items[i]);
      const int place = add_material(mesh, name, material);
      for (const int e : found->second) mesh.elements[static_cast<std::size_t>(e)].material = place;
    }
  }
  const bool missing =
      std::any_of(mesh.elements.begin(), mesh.elements.end(), [](const SolidElement& e) { return e.material < 0; });
  if (!missing) return;
  const Node* chosen = fields != nullptr ? fields->find("material") : nullptr;
  if (chosen == nullptr && materials.size() != 1)
    context.fail(part.need("mesh"),
                 "elements of the mesh have no material: give `materials` in this file, and "
                 "`mesh: {file: ..., material: NAME}` where there are several");
  const auto& [name, material] = chosen != nullptr ? find(*chosen) : *materials.begin();
  const int place = add_material(mesh, name, material);
  for (SolidElement& e : mesh.elements)
    if (e.material < 0) e.material = place;
}

}  // namespace

PartDraft read_mesh_part(const Fields& part, const std::string& name) {
  const Context& context = part.context();
  const Node& node = part.need("mesh");
  std::optional<Fields> fields;
  if (node.is(Node::Kind::map)) fields.emplace(context, node, part_key_table("part_mesh"), "`mesh`", "", nullptr);
  Mesh mesh = read_mesh_file(context, fields ? fields->need("file") : node);
  drop_loose_nodes(mesh);
  scale(mesh, context.factor(Quantity::length), context.factor(Quantity::modulus), context.factor(Quantity::density));
  assign_materials(mesh, part, fields ? &*fields : nullptr);
  PartDraft out;
  out.discrete = assemble(mesh);
  out.discrete.name = name;
  for (std::size_t i = 0; i < mesh.labels.size(); ++i) out.nodes[std::to_string(mesh.labels[i])] = static_cast<int>(i);
  out.sets = mesh.node_sets;
  out.patches = mesh.patches;
  for (const auto& [patch, follows] : mesh.patches) out.sets[patch] = follows.nodes;
  for (const auto& [surface, faces] : mesh.surfaces) out.pressures[surface] = pressure_forces(mesh, faces);
  return out;
}

void read_sets(PartDraft& draft, const Fields& part) {
  const Node* node = part.find("sets");
  if (node == nullptr) return;
  const Context& context = part.context();
  require_map(context, *node, "sets");
  for (std::size_t k = 0; k < node->keys.size(); ++k) {
    const std::string name = context.new_name(node->keys[k], "set");
    const Fields fields(context, node->items[k], part_key_table("part_set"), fmt::format("set `{}`", name), "",
                        nullptr);
    const Vec3 low = fields.vector("min", Quantity::length), high = fields.vector("max", Quantity::length);
    std::vector<int> nodes;
    for (int i = 0; i < draft.discrete.node_count(); ++i) {
      const Vec3 at = draft.discrete.nodes.col(i);
      if ((at.array() >= low.array()).all() && (at.array() <= high.array()).all()) nodes.push_back(i);
    }
    if (nodes.empty()) context.fail(fields.node(), fmt::format("no node is in the box of set `{}`", name));
    draft.sets[name] = std::move(nodes);
  }
}

}  // namespace alembert
