// From the cards of an input file to a mesh: elements with materials, sets, surfaces, patches.
#include <fmt/format.h>

#include <algorithm>

#include "base/suggest.h"
#include "flexible/inp_reader.h"

namespace alembert::flexible {
namespace {

// Directions that the rows of *KINEMATIC or *DISTRIBUTING name (first, last), or all where there are none.
void check_directions(const InpCard& card) {
  bool named[6] = {};
  for (const InpRow& row : card.rows) {
    const int first = integer_in(row, 0, "a direction");
    const bool more = row.cells.size() > 1 && !row.cells[1].empty();
    const int last = more ? integer_in(row, 1, "a direction") : first;
    if (first < 1 || last > 6 || last < first)
      throw ModelError(row.where, fmt::format("expected directions 1 to 6, found {} to {}", first, last));
    for (int k = first; k <= last; ++k) named[k - 1] = true;
  }
  if (!card.rows.empty() && !(named[0] && named[1] && named[2]))
    throw ModelError(
        card.where, fmt::format("*{} of some directions alone is not supported: name 1 to 3, or 1 to 6", card.keyword));
}

}  // namespace

Mesh InpMeshReader::finish() {
  make_nodes();
  if (!nodes_only_) make_elements();
  assign_materials();
  make_sets();
  make_patches();
  for (const auto& [keyword, count] : passed_over_)
    mesh_.notes.push_back(
        fmt::format("passed over: *{}{}", keyword, count > 1 ? fmt::format(" ({} times)", count) : ""));
  if (!set_only_.empty())
    mesh_.notes.push_back(
        fmt::format("elements of type {} have no section: they serve as sets alone", fmt::join(set_only_, ", ")));
  return std::move(mesh_);
}

void InpMeshReader::make_nodes() {
  mesh_.nodes.resize(3, static_cast<Eigen::Index>(positions_.size()));
  for (std::size_t i = 0; i < positions_.size(); ++i) mesh_.nodes.col(static_cast<Eigen::Index>(i)) = positions_[i];
}

int InpMeshReader::node_at(int label, const WrittenElement& element) const {
  const auto found = node_index_.find(label);
  if (found == node_index_.end())
    throw ModelError(element.where, fmt::format("element {} has node {}, which is not defined", element.label, label));
  return found->second;
}

void InpMeshReader::make_elements() {
  for (const WrittenElement& written : elements_) {
    const std::optional<SolidKind> kind = kind_of(written.type);
    if (!kind) {
      set_only_.insert(written.type);
      continue;
    }
    SolidElement element{written.label, *kind, {}, -1, written.where.line};
    for (std::size_t a = 0; a < written.nodes.size(); ++a) element.nodes[a] = node_at(written.nodes[a], written);
    solid_index_[written.label] = static_cast<int>(mesh_.elements.size());
    mesh_.elements.push_back(element);
  }
}

void InpMeshReader::assign_materials() {
  for (const auto& [card, of_part] : sections_) {
    const std::string wanted = upper_case(card.need("MATERIAL"));
    std::vector<std::string> names;
    int material = -1;
    for (std::size_t k = 0; k < mesh_.materials.size(); ++k) {
      names.push_back(mesh_.materials[k].name);
      if (upper_case(names.back()) == wanted) material = static_cast<int>(k);
    }
    if (material < 0)
      throw ModelError(card.where, fmt::format("there is no material `{}`{}", card.need("MATERIAL"),
                                               did_you_mean(card.need("MATERIAL"), names)));
    const SolidMaterial& chosen = mesh_.materials[static_cast<std::size_t>(material)];
    for (const char* missing : {chosen.E > 0.0 ? nullptr : "*ELASTIC", chosen.density > 0.0 ? nullptr : "*DENSITY"})
      if (missing != nullptr)
        throw ModelError(material_where_[static_cast<std::size_t>(material)],
                         fmt::format("material `{}` has no {}", chosen.name, missing));
    for (const int label : find_set(element_sets_, card.need("ELSET"), of_part, card.where).labels) {
      if (const auto solid = solid_index_.find(label); solid != solid_index_.end())
        mesh_.elements[static_cast<std::size_t>(solid->second)].material = material;
      else if (const auto other = element_index_.find(label); other != element_index_.end())
        throw ModelError(elements_[other->second].where, unsupported_elements(elements_[other->second].type));
    }
  }
}

void InpMeshReader::make_sets() {
  element_sets_.each(instance_, [&](const std::string& name, const LabelSet& set) {
    std::set<int> nodes;
    for (const int label : set.labels) {
      const auto found = element_index_.find(label);
      if (found == element_index_.end()) continue;
      for (const int node : elements_[found->second].nodes) nodes.insert(node_at(node, elements_[found->second]));
      if (const auto solid = solid_index_.find(label); solid != solid_index_.end())
        mesh_.element_sets[name].push_back(solid->second);
    }
    if (!nodes.empty()) mesh_.node_sets[name].assign(nodes.begin(), nodes.end());
  });
  for (const PlacedCard& card : surfaces_) make_surface(card);
  node_sets_.each(instance_, [&](const std::string& name, const LabelSet& set) {
    std::set<int> nodes;
    std::size_t missing = 0;
    for (const int label : set.labels)
      if (const auto found = node_index_.find(label); found != node_index_.end())
        nodes.insert(found->second);
      else
        ++missing;
    if (missing > 0) mesh_.notes.push_back(fmt::format("set `{}` names {} nodes that are not defined", name, missing));
    if (!nodes.empty()) mesh_.node_sets[name].assign(nodes.begin(), nodes.end());
  });
}

void InpMeshReader::make_surface(const PlacedCard& placed) {
  const InpCard& card = placed.card;
  const std::string name = card.need("NAME");
  const bool of_nodes = card.has("TYPE") && upper_case(card.parameters.at("TYPE")) == "NODE";
  std::set<int> nodes;
  std::vector<ElementFace> faces;
  for (const InpRow& row : card.rows)
    for (const int label : labels_of(row.cells[0], of_nodes, placed.of_part, row.where)) {
      if (of_nodes) {
        if (const auto found = node_index_.find(label); found != node_index_.end()) nodes.insert(found->second);
        continue;
      }
      const auto solid = solid_index_.find(label);
      if (solid == solid_index_.end()) continue;
      const SolidElement& element = mesh_.elements[static_cast<std::size_t>(solid->second)];
      const std::string face = row.cells.size() > 1 ? upper_case(row.cells[1]) : "";
      if (face.size() != 2 || face[0] != 'S' || face[1] < '1' || face[1] - '0' > face_count_of(element.kind))
        throw ModelError(row.where, fmt::format("surface `{}` has no face `{}` of element {} ({}): expected S1 to S{}",
                                                name, face, label, name_of(element.kind), face_count_of(element.kind)));
      faces.push_back({solid->second, face[1] - '1'});
      for (const int node : nodes_of_face(element, face[1] - '1')) nodes.insert(node);
    }
  if (!faces.empty()) mesh_.surfaces[name] = std::move(faces);
  if (!nodes.empty()) mesh_.node_sets[name].assign(nodes.begin(), nodes.end());
}

std::set<int> InpMeshReader::nodes_of(const std::string& written, bool of_part, const SourcePosition& where) const {
  std::set<int> out;
  for (const int label : labels_of(written, true, of_part, where)) {
    const auto found = node_index_.find(label);
    if (found == node_index_.end()) throw ModelError(where, fmt::format("node {} is not defined", std::abs(label)));
    out.insert(found->second);
  }
  return out;
}

// The one node that a number or a set names; the name of the set serves for the patch, too.
int InpMeshReader::reference_node(const std::string& written, const PlacedCard& placed, WrittenPatch& patch) const {
  const std::set<int> nodes = nodes_of(written, placed.of_part, placed.card.where);
  if (nodes.size() != 1)
    throw ModelError(placed.card.where, fmt::format("expected one reference node, `{}` are {}", written, nodes.size()));
  if (const LabelSet* set = node_sets_.find(written, placed.of_part && has_parts_)) patch.names.push_back(set->name);
  return *nodes.begin();
}

InpMeshReader::WrittenPatch InpMeshReader::patch_of_rigid_body(const PlacedCard& placed) const {
  const InpCard& card = placed.card;
  WrittenPatch out;
  out.what = "*RIGID BODY";
  for (const char* key : {"NSET", "TIE NSET", "PIN NSET"})
    if (card.has(key)) {
      out.names.push_back(find_set(node_sets_, card.need(key), placed.of_part, card.where).name);
      out.nodes.merge(nodes_of(card.need(key), placed.of_part, card.where));
    }
  if (card.has("ELSET")) {
    const LabelSet& set = find_set(element_sets_, card.need("ELSET"), placed.of_part, card.where);
    out.names.push_back(set.name);
    for (const int label : set.labels)
      if (const auto found = element_index_.find(label); found != element_index_.end())
        for (const int node : elements_[found->second].nodes) out.nodes.insert(node_at(node, elements_[found->second]));
  }
  if (out.names.empty() || out.nodes.empty())
    throw ModelError(card.where, "*RIGID BODY needs NSET=... or ELSET=... with nodes in it");
  out.reference = reference_node(card.need("REF NODE"), placed, out);
  return out;
}

// *COUPLING, with the kind in the card that follows.
InpMeshReader::WrittenPatch InpMeshReader::patch_of_coupling(const PlacedCard& placed) const {
  const InpCard& card = placed.card;
  WrittenPatch out;
  out.what = "*COUPLING";
  const std::string& surface = card.need("SURFACE");
  if (card.has("CONSTRAINT NAME")) out.names.push_back(card.need("CONSTRAINT NAME"));
  for (const auto& [name, nodes] : mesh_.node_sets)
    if (upper_case(name) == upper_case(surface)) {
      out.names.push_back(name);
      out.nodes.insert(nodes.begin(), nodes.end());
    }
  if (out.nodes.empty())
    throw ModelError(card.where, fmt::format("there is no surface `{}` with nodes in it", surface));
  out.reference = reference_node(card.need("REF NODE"), placed, out);
  return out;
}

// Rows `BEAM, nodes, reference node`: a patch for each reference node.
void InpMeshReader::patches_of_mpc(const PlacedCard& placed, std::vector<WrittenPatch>& out) const {
  std::map<int, WrittenPatch> patches;
  for (const InpRow& row : placed.card.rows) {
    const std::string type = upper_case(row.cells[0]);
    if (type != "BEAM" || row.cells.size() < 3)
      throw ModelError(row.where, fmt::format("*MPC of type {} is not supported; the one that is: BEAM, nodes, "
                                              "reference node",
                                              type));
    WrittenPatch named;
    const int reference = reference_node(row.cells[2], placed, named);
    WrittenPatch& patch = patches[reference];
    patch.what = "*MPC";
    patch.reference = reference;
    patch.names = named.names;
    patch.names.push_back(fmt::format("MPC-{}", std::abs(mesh_.labels[static_cast<std::size_t>(reference)])));
    patch.nodes.merge(nodes_of(row.cells[1], placed.of_part, row.where));
  }
  for (auto& [reference, patch] : patches) out.push_back(std::move(patch));
}

void InpMeshReader::make_patches() {
  std::vector<WrittenPatch> patches;
  for (const PlacedCard& card : rigid_bodies_) patches.push_back(patch_of_rigid_body(card));
  for (const PlacedCard& card : constraints_) patches_of_mpc(card, patches);
  for (std::size_t k = 0; k < couplings_.size(); ++k) {
    const InpCard& card = couplings_[k].card;
    if (card.keyword != "COUPLING") throw ModelError(card.where, fmt::format("*{} follows no *COUPLING", card.keyword));
    if (k + 1 == couplings_.size() || couplings_[k + 1].card.keyword == "COUPLING")
      throw ModelError(card.where, "*COUPLING needs *KINEMATIC or *DISTRIBUTING below it");
    patches.push_back(patch_of_coupling(couplings_[k]));
    const InpCard& kind = couplings_[++k].card;
    check_directions(kind);
    if (kind.has("WEIGHTING METHOD") && upper_case(kind.need("WEIGHTING METHOD")) != "UNIFORM")
      throw ModelError(kind.where, "*DISTRIBUTING with weights by distance is not supported");
    if (kind.keyword == "DISTRIBUTING") patches.back().kind = Interface::Kind::average;
  }
  for (WrittenPatch& patch : patches) {
    patch.nodes.erase(patch.reference);
    const bool rigid = patch.kind == Interface::Kind::rigid;
    for (const std::string& name : patch.names) {
      mesh_.patches[name] = {
          {patch.nodes.begin(), patch.nodes.end()}, patch.kind, positions_[static_cast<std::size_t>(patch.reference)]};
    }
    mesh_.notes.push_back(fmt::format("{}: {} `{}` among the interfaces to {}", patch.what,
                                      patch.names.size() > 1 ? "name one of" : "name", fmt::join(patch.names, "`, `"),
                                      rigid ? "keep it rigid" : "follow its mean motion"));
  }
}

}  // namespace alembert::flexible
