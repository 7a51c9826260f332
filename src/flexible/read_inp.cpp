#include "flexible/read_inp.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

#include "base/suggest.h"
#include "flexible/inp_lines.h"

namespace alembert::flexible {
namespace {

// These say that a part is something else than its solid elements, or make nodes and elements that are not written.
constexpr const char* refused_keywords[] = {"SYSTEM",
                                            "NGEN",
                                            "NFILL",
                                            "NCOPY",
                                            "NMAP",
                                            "ELGEN",
                                            "ELCOPY",
                                            "MEMBRANE SECTION",
                                            "SHELL SECTION",
                                            "SHELL GENERAL SECTION",
                                            "BEAM SECTION",
                                            "BEAM GENERAL SECTION",
                                            "FRAME SECTION",
                                            "MASS",
                                            "ROTARY INERTIA",
                                            "SPRING",
                                            "DASHPOT",
                                            "CONNECTOR SECTION",
                                            "COHESIVE SECTION",
                                            "GASKET SECTION",
                                            "SUBSTRUCTURE PROPERTY",
                                            "EQUATION",
                                            "MPC",
                                            "TIE",
                                            "EMBEDDED ELEMENT",
                                            "MATRIX INPUT",
                                            "HYPERELASTIC",
                                            "HYPERFOAM",
                                            "HYPOELASTIC",
                                            "USER MATERIAL",
                                            "USER ELEMENT",
                                            "UEL PROPERTY",
                                            "NONSTRUCTURAL MASS",
                                            "CYCLIC SYMMETRY MODEL",
                                            "SUBMODEL",
                                            "FASTENER",
                                            "CONTACT PAIR"};

// Of a model without meaning for stiffness and mass: not worth a note.
constexpr const char* silent_keywords[] = {"HEADING",      "PREPRINT",     "PART",     "END PART", "ASSEMBLY",
                                           "END ASSEMBLY", "END INSTANCE", "END STEP", "RESTART",  "FILE FORMAT"};

std::optional<SolidKind> kind_of(const std::string& type) {
  for (const SolidKind kind : {SolidKind::C3D4, SolidKind::C3D8, SolidKind::C3D10, SolidKind::C3D20, SolidKind::C3D20R})
    if (type == name_of(kind)) return kind;
  return std::nullopt;
}

struct WrittenElement {
  int label = 0;
  std::string type;
  std::vector<int> nodes;  // labels
  SourcePosition where;
};

// "instance.name" -> "name"
std::string without_instance(const std::string& text) {
  const std::size_t dot = text.rfind('.');
  return dot == std::string::npos ? text : text.substr(dot + 1);
}

template <std::size_t count>
bool is_in(const char* const (&list)[count], const std::string& keyword) {
  return std::find(std::begin(list), std::end(list), keyword) != std::end(list);
}

// Sets by their name in capitals, with the name as it was first written.
struct LabelSet {
  std::string name;
  std::vector<int> labels;
};
using LabelSets = std::map<std::string, LabelSet>;

class InpMeshReader {
 public:
  explicit InpMeshReader(const std::filesystem::path& path) {
    mesh_.file = path.string();
    for (const InpCard& card : read_inp_cards(path)) take(card);
    if (in_step_) mesh_.notes.push_back("the file ends inside a step, which is passed over");
  }

  Mesh finish() {
    make_nodes();
    make_elements();
    assign_materials();
    make_sets();
    for (const auto& [keyword, count] : passed_over_)
      mesh_.notes.push_back(
          fmt::format("passed over: *{}{}", keyword, count > 1 ? fmt::format(" ({} times)", count) : ""));
    if (!set_only_.empty())
      mesh_.notes.push_back(
          fmt::format("elements of type {} have no section: they serve as sets alone", fmt::join(set_only_, ", ")));
    return std::move(mesh_);
  }

 private:
  [[noreturn]] void fail(const SourcePosition& where, const std::string& message) const {
    throw ModelError(where, message);
  }

  void take(const InpCard& card) {
    const std::string& keyword = card.keyword;
    if (keyword == "STEP") {
      in_step_ = true;
      ++passed_over_["STEP"];
    }
    if (keyword == "END STEP") in_step_ = false;
    if (in_step_) return;
    if (keyword == "NODE") return read_nodes(card);
    if (keyword == "ELEMENT") return read_elements(card);
    if (keyword == "NSET" || keyword == "ELSET") return read_set(card);
    if (keyword == "SURFACE") return surfaces_.push_back(card);
    if (keyword == "MATERIAL") return begin_material(card);
    if (keyword == "ELASTIC" || keyword == "DENSITY") return read_property(card);
    if (keyword == "SOLID SECTION") return read_section(card);
    if (keyword == "RIGID BODY") return rigid_bodies_.push_back(card);
    if (keyword == "INSTANCE") return read_instance(card);
    if (is_in(silent_keywords, keyword)) return;
    if (is_in(refused_keywords, keyword))
      fail(card.where, fmt::format("*{} is not supported: it would change the part, and is not understood", keyword));
    ++passed_over_[keyword];
  }

  void read_instance(const InpCard& card) {
    if (++instances_ > 1) fail(card.where, "more than one *INSTANCE is not supported: write the assembly as one part");
    if (!card.rows.empty()) fail(card.rows[0].where, "an *INSTANCE that is moved is not supported");
  }

  void read_nodes(const InpCard& card) {
    for (const InpRow& row : card.rows) {
      const int label = integer_in(row, 0, "the number of a node");
      const auto coordinate = [&](std::size_t k) {
        return k < row.cells.size() && !row.cells[k].empty() ? number_in(row, k, "a coordinate") : 0.0;
      };
      if (row.cells.size() < 2) fail(row.where, fmt::format("node {} has no coordinates", label));
      const Vec3 at(coordinate(1), coordinate(2), coordinate(3));
      const auto [place, is_new] = node_index_.try_emplace(label, static_cast<int>(positions_.size()));
      if (is_new) {
        positions_.push_back(at);
        mesh_.labels.push_back(label);
      } else if (positions_[static_cast<std::size_t>(place->second)] != at) {
        fail(row.where, fmt::format("node {} is defined twice, at different places", label));
      }
      if (card.has("NSET")) set_named(node_sets_, card.need("NSET")).labels.push_back(label);
    }
  }

  void read_elements(const InpCard& card) {
    const std::string type = upper_case(card.need("TYPE"));
    const std::optional<SolidKind> kind = kind_of(type);
    for (std::size_t i = 0; i < card.rows.size(); ++i) {
      WrittenElement element{integer_in(card.rows[i], 0, "the number of an element"), type, {}, card.rows[i].where};
      // Numbers go on in the next row as long as solids lack nodes, or after a comma at the end.
      for (std::size_t cell = 1;;) {
        const InpRow& row = card.rows[i];
        for (; cell < row.cells.size(); ++cell)
          if (!row.cells[cell].empty()) element.nodes.push_back(integer_in(row, cell, "the number of a node"));
        const bool more =
            kind ? static_cast<int>(element.nodes.size()) < node_count_of(*kind) : row.cells.back().empty();
        if (!more || i + 1 == card.rows.size()) break;
        ++i;
        cell = 0;
      }
      if (kind && static_cast<int>(element.nodes.size()) != node_count_of(*kind))
        fail(element.where, fmt::format("element {} ({}) needs {} nodes, it has {}", element.label, type,
                                        node_count_of(*kind), element.nodes.size()));
      if (!element_index_.try_emplace(element.label, elements_.size()).second)
        fail(element.where, fmt::format("element {} is defined twice", element.label));
      if (card.has("ELSET")) set_named(element_sets_, card.need("ELSET")).labels.push_back(element.label);
      elements_.push_back(std::move(element));
    }
  }

  static LabelSet& set_named(LabelSets& sets, const std::string& written) {
    const std::string name = without_instance(written);
    LabelSet& set = sets[upper_case(name)];
    if (set.name.empty()) set.name = name;
    return set;
  }

  const LabelSet& find_set(const LabelSets& sets, const std::string& written, const SourcePosition& where,
                           const char* what) const {
    const auto found = sets.find(upper_case(without_instance(written)));
    if (found != sets.end()) return found->second;
    std::vector<std::string> names;
    for (const auto& [key, set] : sets) names.push_back(set.name);
    fail(where, fmt::format("there is no {} `{}`{}", what, written, did_you_mean(written, names)));
  }

  void read_set(const InpCard& card) {
    const bool of_nodes = card.keyword == "NSET";
    LabelSets& sets = of_nodes ? node_sets_ : element_sets_;
    std::vector<int> labels;
    for (const InpRow& row : card.rows) {
      if (card.has("GENERATE")) {
        const int first = integer_in(row, 0, "the first number"), last = integer_in(row, 1, "the last number");
        const int step = row.cells.size() > 2 && !row.cells[2].empty() ? integer_in(row, 2, "the increment") : 1;
        if (step < 1 || last < first || (last - first) / step > 100'000'000)
          fail(row.where, fmt::format("`{}` to `{}` by `{}` are no numbers to generate", first, last, step));
        for (int label = first; label <= last; label += step) labels.push_back(label);
        continue;
      }
      for (std::size_t k = 0; k < row.cells.size(); ++k) {
        const std::string cell = without_instance(row.cells[k]);
        if (cell.empty()) continue;
        if (cell.find_first_not_of("0123456789") == std::string::npos) {
          InpRow number = row;
          number.cells[k] = cell;
          labels.push_back(integer_in(number, k, "a number"));
        } else {
          const std::vector<int>& other =
              find_set(sets, cell, row.where, of_nodes ? "set of nodes" : "set of elements").labels;
          labels.insert(labels.end(), other.begin(), other.end());
        }
      }
    }
    if (of_nodes && card.has("ELSET") && !card.parameters.at("ELSET").empty())
      for (const int label : find_set(element_sets_, card.need("ELSET"), card.where, "set of elements").labels)
        if (const auto found = element_index_.find(label); found != element_index_.end())
          labels.insert(labels.end(), elements_[found->second].nodes.begin(), elements_[found->second].nodes.end());
    std::vector<int>& target = set_named(sets, card.need(card.keyword)).labels;
    target.insert(target.end(), labels.begin(), labels.end());
  }

  void begin_material(const InpCard& card) {
    mesh_.materials.push_back({card.need("NAME"), 0.0, 0.0, 0.0});
    material_where_.push_back(card.where);
  }

  void read_property(const InpCard& card) {
    if (mesh_.materials.empty()) fail(card.where, fmt::format("*{} stands before any *MATERIAL", card.keyword));
    SolidMaterial& material = mesh_.materials.back();
    if (card.rows.size() != 1)
      fail(card.where, fmt::format("*{} of material `{}` needs one row: {}", card.keyword, material.name,
                                   card.rows.empty() ? "it has none" : "what depends on temperature is not supported"));
    const InpRow& row = card.rows[0];
    if (card.keyword == "DENSITY") {
      material.density = number_in(row, 0, "a density");
      if (!(material.density > 0.0))
        fail(row.where, fmt::format("the density of `{}` must be positive", material.name));
      return;
    }
    if (card.has("TYPE") && !upper_case(card.parameters.at("TYPE")).starts_with("ISO"))
      fail(card.where,
           fmt::format("*ELASTIC, TYPE={} is not supported: materials must be isotropic", card.need("TYPE")));
    material.E = number_in(row, 0, "Young's modulus");
    material.nu = number_in(row, 1, "Poisson's ratio");
    if (!(material.E > 0.0)) fail(row.where, fmt::format("Young's modulus of `{}` must be positive", material.name));
    if (!(material.nu > -1.0 && material.nu < 0.5))
      fail(row.where, fmt::format("Poisson's ratio of `{}` must be above -1 and below 0.5", material.name));
  }

  void read_section(const InpCard& card) {
    if (card.has("COMPOSITE")) fail(card.where, "*SOLID SECTION, COMPOSITE is not supported");
    sections_.push_back(card);
  }

  void make_nodes() {
    mesh_.nodes.resize(3, static_cast<Eigen::Index>(positions_.size()));
    for (std::size_t i = 0; i < positions_.size(); ++i) mesh_.nodes.col(static_cast<Eigen::Index>(i)) = positions_[i];
  }

  int node_at(int label, const WrittenElement& element) const {
    const auto found = node_index_.find(label);
    if (found == node_index_.end())
      fail(element.where, fmt::format("element {} has node {}, which is not defined", element.label, label));
    return found->second;
  }

  void make_elements() {
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

  void assign_materials() {
    for (const InpCard& card : sections_) {
      const std::string wanted = upper_case(card.need("MATERIAL"));
      std::vector<std::string> names;
      int material = -1;
      for (std::size_t k = 0; k < mesh_.materials.size(); ++k) {
        names.push_back(mesh_.materials[k].name);
        if (upper_case(names.back()) == wanted) material = static_cast<int>(k);
      }
      if (material < 0)
        fail(card.where, fmt::format("there is no material `{}`{}", card.need("MATERIAL"),
                                     did_you_mean(card.need("MATERIAL"), names)));
      const SolidMaterial& chosen = mesh_.materials[static_cast<std::size_t>(material)];
      for (const char* missing : {chosen.E > 0.0 ? nullptr : "*ELASTIC", chosen.density > 0.0 ? nullptr : "*DENSITY"})
        if (missing != nullptr)
          fail(material_where_[static_cast<std::size_t>(material)],
               fmt::format("material `{}` has no {}", chosen.name, missing));
      for (const int label : find_set(element_sets_, card.need("ELSET"), card.where, "set of elements").labels) {
        if (const auto solid = solid_index_.find(label); solid != solid_index_.end())
          mesh_.elements[static_cast<std::size_t>(solid->second)].material = material;
        else if (const auto other = element_index_.find(label); other != element_index_.end())
          fail(elements_[other->second].where,
               fmt::format("elements of type {} are not supported; those that are: C3D4, C3D8, C3D10, C3D20, C3D20R",
                           elements_[other->second].type));
      }
    }
  }

  void make_sets() {
    for (const auto& [key, set] : element_sets_) {
      std::set<int> nodes;
      for (const int label : set.labels) {
        const auto found = element_index_.find(label);
        if (found == element_index_.end()) continue;
        for (const int node : elements_[found->second].nodes) nodes.insert(node_at(node, elements_[found->second]));
        if (const auto solid = solid_index_.find(label); solid != solid_index_.end())
          mesh_.element_sets[set.name].push_back(solid->second);
      }
      if (!nodes.empty()) mesh_.node_sets[set.name].assign(nodes.begin(), nodes.end());
    }
    for (const InpCard& card : surfaces_) make_surface(card);
    for (const auto& [key, set] : node_sets_) {
      std::set<int> nodes;
      for (const int label : set.labels)
        if (const auto found = node_index_.find(label); found != node_index_.end()) nodes.insert(found->second);
      if (!nodes.empty()) mesh_.node_sets[set.name].assign(nodes.begin(), nodes.end());
    }
    for (const InpCard& card : rigid_bodies_) {
      if (!card.has("NSET") || !card.has("REF NODE")) continue;
      InpRow row{{card.need("REF NODE")}, card.where};
      const auto found = node_index_.find(integer_in(row, 0, "the reference node"));
      if (found == node_index_.end()) fail(card.where, "the reference node of *RIGID BODY is not defined");
      const std::string& set = find_set(node_sets_, card.need("NSET"), card.where, "set of nodes").name;
      mesh_.references[set] = positions_[static_cast<std::size_t>(found->second)];
      mesh_.notes.push_back(fmt::format("*RIGID BODY: name `{}` among the interfaces to keep it rigid", set));
    }
  }

  void make_surface(const InpCard& card) {
    const std::string name = card.need("NAME");
    const bool of_nodes = card.has("TYPE") && upper_case(card.parameters.at("TYPE")) == "NODE";
    std::set<int> nodes;
    std::vector<ElementFace> faces;
    for (const InpRow& row : card.rows) {
      const std::string who = without_instance(row.cells[0]);
      const bool number = who.find_first_not_of("0123456789") == std::string::npos && !who.empty();
      InpRow plain{{who}, row.where};
      const std::vector<int> labels = number ? std::vector<int>{integer_in(plain, 0, "a number")}
                                             : find_set(of_nodes ? node_sets_ : element_sets_, who, row.where,
                                                        of_nodes ? "set of nodes" : "set of elements")
                                                   .labels;
      for (const int label : labels) {
        if (of_nodes) {
          if (const auto found = node_index_.find(label); found != node_index_.end()) nodes.insert(found->second);
          continue;
        }
        const auto solid = solid_index_.find(label);
        if (solid == solid_index_.end()) continue;
        const SolidElement& element = mesh_.elements[static_cast<std::size_t>(solid->second)];
        const std::string face = row.cells.size() > 1 ? upper_case(row.cells[1]) : "";
        if (face.size() != 2 || face[0] != 'S' || face[1] < '1' || face[1] - '0' > face_count_of(element.kind))
          fail(row.where, fmt::format("surface `{}` has no face `{}` of element {} ({}): expected S1 to S{}", name,
                                      face, label, name_of(element.kind), face_count_of(element.kind)));
        faces.push_back({solid->second, face[1] - '1'});
        for (const int node : nodes_of_face(element, face[1] - '1')) nodes.insert(node);
      }
    }
    if (!faces.empty()) mesh_.surfaces[name] = std::move(faces);
    if (!nodes.empty()) mesh_.node_sets[name].assign(nodes.begin(), nodes.end());
  }

  Mesh mesh_;
  std::vector<Vec3> positions_;
  std::unordered_map<int, int> node_index_, solid_index_;
  std::unordered_map<int, std::size_t> element_index_;
  std::vector<WrittenElement> elements_;
  LabelSets node_sets_, element_sets_;
  std::vector<InpCard> surfaces_, sections_, rigid_bodies_;
  std::vector<SourcePosition> material_where_;
  std::map<std::string, int> passed_over_;
  std::set<std::string> set_only_;
  int instances_ = 0;
  bool in_step_ = false;
};

}  // namespace

Mesh read_inp(const std::filesystem::path& path) { return InpMeshReader(path).finish(); }

}  // namespace alembert::flexible
