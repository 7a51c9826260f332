#include "flexible/read_inp.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <numbers>

#include "base/suggest.h"
#include "flexible/inp_reader.h"

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
constexpr const char* silent_keywords[] = {"HEADING", "PREPRINT", "END STEP", "RESTART", "FILE FORMAT"};

template <std::size_t count>
bool is_in(const char* const (&list)[count], const std::string& keyword) {
  return std::find(std::begin(list), std::end(list), keyword) != std::end(list);
}

// "instance.name" -> "name"
std::string without_instance(const std::string& text) {
  const std::size_t dot = text.rfind('.');
  return dot == std::string::npos ? text : text.substr(dot + 1);
}

bool is_label(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

[[noreturn]] void refuse_keyword(const InpCard& card) {
  throw ModelError(card.where,
                   fmt::format("*{} is not supported: it would change the part, and is not understood", card.keyword));
}

}  // namespace

LabelSet& LabelSets::named(const std::string& written, bool of_part) {
  const std::string name = without_instance(written);
  LabelSet& set = sets_[of_part ? 1 : 0][upper_case(name)];
  if (set.name.empty()) set.name = name;
  return set;
}

const LabelSet* LabelSets::find(const std::string& written, bool of_part) const {
  const std::string name = upper_case(without_instance(written));
  const bool part_first = of_part || name.size() != written.size();
  for (const bool part : {part_first, !part_first}) {
    const auto& sets = sets_[part ? 1 : 0];
    if (const auto found = sets.find(name); found != sets.end()) return &found->second;
  }
  return nullptr;
}

std::vector<std::string> LabelSets::names() const {
  std::vector<std::string> out;
  for (const auto& sets : sets_)
    for (const auto& [key, set] : sets) out.push_back(set.name);
  return out;
}

InpMeshReader::InpMeshReader(const std::filesystem::path& path, bool nodes_only) : nodes_only_(nodes_only) {
  mesh_.file = path.string();
  const std::vector<InpCard> cards = read_inp_cards(path);
  choose_part(cards);
  for (const InpCard& card : cards) take(card);
  if (in_step_) mesh_.notes.push_back("the file ends inside a step, which is passed over");
}

// Of several parts, that of the one instance is meant.
void InpMeshReader::choose_part(const std::vector<InpCard>& cards) {
  int instances = 0, parts = 0;
  for (const InpCard& card : cards) {
    if (card.keyword == "PART" && ++parts > 0) has_parts_ = true;
    if (card.keyword != "INSTANCE") continue;
    if (++instances > 1)
      throw ModelError(card.where, "more than one *INSTANCE is not supported: write the assembly as one part");
    if (card.has("PART")) wanted_part_ = upper_case(card.parameters.at("PART"));
    read_instance(card);
    has_parts_ = true;
  }
  if (parts > 1 && instances == 0)
    throw ModelError({mesh_.file, 0, 0}, "the file has more than one *PART and no *INSTANCE that says which is meant");
}

void InpMeshReader::read_instance(const InpCard& card) {
  instance_ = card.has("NAME") ? card.parameters.at("NAME") : "";
  if (!card.rows.empty())
    for (int c = 0; c < 3; ++c)
      if (static_cast<std::size_t>(c) < card.rows[0].cells.size() &&
          !card.rows[0].cells[static_cast<std::size_t>(c)].empty())
        placement_.move[c] = number_in(card.rows[0], static_cast<std::size_t>(c), "a translation");
  if (card.rows.size() < 2) return;
  const InpRow& row = card.rows[1];  // two points of the axis, degrees
  double values[7];
  for (std::size_t k = 0; k < 7; ++k) values[k] = number_in(row, k, "a number of a rotation");
  placement_.from = Vec3(values);
  const Vec3 axis = Vec3(values + 3) - placement_.from;
  if (!(axis.norm() > 0.0)) throw ModelError(row.where, "the axis of the rotation has no length");
  placement_.turn = Eigen::AngleAxisd(values[6] * std::numbers::pi / 180.0, axis.normalized()).toRotationMatrix();
}

// Where cards stand; true if this one says nothing else, or is of a part that is not meant.
bool InpMeshReader::follow_place(const InpCard& card) {
  const std::string& keyword = card.keyword;
  if (keyword == "STEP") {
    in_step_ = true;
    ++passed_over_["STEP"];
  }
  if (keyword == "END STEP") in_step_ = false;
  if (keyword == "PART") {
    skipped_ = !wanted_part_.empty() && card.has("NAME") && upper_case(card.parameters.at("NAME")) != wanted_part_;
    part_ = true;
  }
  if (keyword == "END PART") part_ = skipped_ = false;
  if (keyword == "INSTANCE" || keyword == "END INSTANCE") instance_open_ = keyword == "INSTANCE";
  constexpr const char* places[] = {"PART", "END PART", "INSTANCE", "END INSTANCE", "ASSEMBLY", "END ASSEMBLY"};
  return in_step_ || skipped_ || is_in(places, keyword);
}

void InpMeshReader::take(const InpCard& card) {
  const std::string& keyword = card.keyword;
  if (follow_place(card)) return;
  if (keyword == "NODE") return read_nodes(card);
  if (keyword == "ELEMENT") return read_elements(card);
  if (keyword == "NSET" || keyword == "ELSET") return read_set(card);
  if (keyword == "SYSTEM") refuse_keyword(card);
  if (nodes_only_) return;
  if (keyword == "SURFACE") return surfaces_.push_back({card, in_part()});
  if (keyword == "MATERIAL") return begin_material(card);
  if (keyword == "ELASTIC" || keyword == "DENSITY") return read_property(card);
  if (keyword == "SOLID SECTION") return read_section(card);
  if (keyword == "RIGID BODY") return rigid_bodies_.push_back({card, in_part()});
  if (keyword == "MPC") return constraints_.push_back({card, in_part()});
  if (keyword == "COUPLING" || keyword == "KINEMATIC" || keyword == "DISTRIBUTING")
    return couplings_.push_back({card, in_part()});
  if (is_in(silent_keywords, keyword)) return;
  if (is_in(refused_keywords, keyword)) refuse_keyword(card);
  ++passed_over_[keyword];
}

void InpMeshReader::read_nodes(const InpCard& card) {
  const bool of_part = in_part();
  if (card.has("SYSTEM") && upper_case(card.parameters.at("SYSTEM")) != "R")
    throw ModelError(card.where, "*NODE, SYSTEM is not supported: coordinates must be x, y, z");
  for (const InpRow& row : card.rows) {
    const int written = integer_in(row, 0, "the number of a node");
    if (written < 1) throw ModelError(row.where, fmt::format("a node has the number {}", written));
    const auto coordinate = [&](std::size_t k) {
      return k < row.cells.size() && !row.cells[k].empty() ? number_in(row, k, "a coordinate") : 0.0;
    };
    if (row.cells.size() < 2) throw ModelError(row.where, fmt::format("node {} has no coordinates", written));
    Vec3 at(coordinate(1), coordinate(2), coordinate(3));
    const int label = of_part ? written : -written;
    if (of_part) at = placement_(at);
    const auto [place, is_new] = node_index_.try_emplace(label, static_cast<int>(positions_.size()));
    if (is_new) {
      positions_.push_back(at);
      mesh_.labels.push_back(label);
    } else if (positions_[static_cast<std::size_t>(place->second)] != at) {
      throw ModelError(row.where, fmt::format("node {} is defined twice, at different places", written));
    }
    if (card.has("NSET")) node_sets_.named(card.need("NSET"), of_part && has_parts_).labels.push_back(label);
  }
}

void InpMeshReader::read_elements(const InpCard& card) {
  const std::string type = upper_case(card.need("TYPE"));
  const std::optional<SolidKind> kind = kind_of(type);
  const bool of_part = in_part();
  if (!kind && !nodes_only_ && !is_skin(type)) throw ModelError(card.where, unsupported_elements(type));
  for (std::size_t i = 0; i < card.rows.size(); ++i) {
    WrittenElement element{integer_in(card.rows[i], 0, "the number of an element"), type, {}, card.rows[i].where};
    // Numbers go on in the next row as long as solids lack nodes, or after a comma at the end.
    for (std::size_t cell = 1;;) {
      const InpRow& row = card.rows[i];
      for (; cell < row.cells.size(); ++cell)
        if (!row.cells[cell].empty()) element.nodes.push_back(integer_in(row, cell, "the number of a node"));
      const bool more = kind ? static_cast<int>(element.nodes.size()) < node_count_of(*kind) : row.cells.back().empty();
      if (!more || i + 1 == card.rows.size()) break;
      ++i;
      cell = 0;
    }
    if (kind && static_cast<int>(element.nodes.size()) != node_count_of(*kind))
      throw ModelError(element.where, fmt::format("element {} ({}) needs {} nodes, it has {}", element.label, type,
                                                  node_count_of(*kind), element.nodes.size()));
    if (!element_index_.try_emplace(element.label, elements_.size()).second)
      throw ModelError(element.where, fmt::format("element {} is defined twice", element.label));
    if (card.has("ELSET"))
      element_sets_.named(card.need("ELSET"), of_part && has_parts_).labels.push_back(element.label);
    elements_.push_back(std::move(element));
  }
}

const LabelSet& InpMeshReader::find_set(const LabelSets& sets, const std::string& written, bool of_part,
                                        const SourcePosition& where) const {
  if (const LabelSet* found = sets.find(written, of_part && has_parts_)) return *found;
  throw ModelError(
      where, fmt::format("there is no {} `{}`{}", &sets == &node_sets_ ? "set of nodes" : "set of elements", written,
                         did_you_mean(written, sets.names())));
}

// Of a number, which may have the name of an instance before it, or of a set.
std::vector<int> InpMeshReader::labels_of(const std::string& written, bool nodes, bool of_part,
                                          const SourcePosition& where) const {
  const std::string plain = without_instance(written);
  if (!is_label(plain)) return find_set(nodes ? node_sets_ : element_sets_, written, of_part, where).labels;
  const int label = integer_in({{plain}, where}, 0, "a number");
  const bool of_assembly = nodes && !of_part && plain.size() == written.size();
  return {of_assembly ? -label : label};
}

void InpMeshReader::read_set(const InpCard& card) {
  const bool of_nodes = card.keyword == "NSET", of_part = in_part() || card.has("INSTANCE");
  std::vector<int> labels;
  for (const InpRow& row : card.rows) {
    if (card.has("GENERATE")) {
      const int first = integer_in(row, 0, "the first number"), last = integer_in(row, 1, "the last number");
      const int step = row.cells.size() > 2 && !row.cells[2].empty() ? integer_in(row, 2, "the increment") : 1;
      constexpr int most = 100'000'000;
      if (step < 1 || first < 1 || last < first || last > std::numeric_limits<int>::max() - step ||
          (last - first) / step > most)
        throw ModelError(row.where, fmt::format("`{}` to `{}` by `{}` are no numbers to generate", first, last, step));
      for (int label = first; label <= last; label += step) labels.push_back(of_nodes && !of_part ? -label : label);
      continue;
    }
    for (const std::string& cell : row.cells) {
      if (cell.empty()) continue;
      const std::vector<int> more = labels_of(cell, of_nodes, of_part, row.where);
      labels.insert(labels.end(), more.begin(), more.end());
    }
  }
  if (of_nodes && card.has("ELSET") && !card.parameters.at("ELSET").empty())
    for (const int label : find_set(element_sets_, card.need("ELSET"), of_part, card.where).labels)
      if (const auto found = element_index_.find(label); found != element_index_.end())
        labels.insert(labels.end(), elements_[found->second].nodes.begin(), elements_[found->second].nodes.end());
  std::vector<int>& target =
      (of_nodes ? node_sets_ : element_sets_).named(card.need(card.keyword), in_part() && has_parts_).labels;
  target.insert(target.end(), labels.begin(), labels.end());
}

void InpMeshReader::begin_material(const InpCard& card) {
  const std::string& name = card.need("NAME");
  for (const SolidMaterial& other : mesh_.materials)
    if (upper_case(other.name) == upper_case(name))
      throw ModelError(card.where, fmt::format("material `{}` is defined twice", name));
  mesh_.materials.push_back({name, 0.0, 0.0, 0.0});
  material_where_.push_back(card.where);
}

void InpMeshReader::read_property(const InpCard& card) {
  if (mesh_.materials.empty())
    throw ModelError(card.where, fmt::format("*{} stands before any *MATERIAL", card.keyword));
  SolidMaterial& material = mesh_.materials.back();
  if (card.rows.size() != 1)
    throw ModelError(card.where,
                     fmt::format("*{} of material `{}` needs one row: {}", card.keyword, material.name,
                                 card.rows.empty() ? "it has none" : "what depends on temperature is not supported"));
  const InpRow& row = card.rows[0];
  if (card.keyword == "DENSITY") {
    material.density = number_in(row, 0, "a density");
    if (!(material.density > 0.0))
      throw ModelError(row.where, fmt::format("the density of `{}` must be positive", material.name));
    return;
  }
  if (card.has("TYPE") && !upper_case(card.parameters.at("TYPE")).starts_with("ISO"))
    throw ModelError(card.where,
                     fmt::format("*ELASTIC, TYPE={} is not supported: materials must be isotropic", card.need("TYPE")));
  material.E = number_in(row, 0, "Young's modulus");
  material.nu = number_in(row, 1, "Poisson's ratio");
  if (!(material.E > 0.0))
    throw ModelError(row.where, fmt::format("Young's modulus of `{}` must be positive", material.name));
  if (!(material.nu > -1.0 && material.nu < 0.5))
    throw ModelError(row.where, fmt::format("Poisson's ratio of `{}` must be above -1 and below 0.5", material.name));
}

void InpMeshReader::read_section(const InpCard& card) {
  if (card.has("COMPOSITE")) throw ModelError(card.where, "*SOLID SECTION, COMPOSITE is not supported");
  sections_.push_back({card, in_part()});
}

Mesh read_inp(const std::filesystem::path& path, bool nodes_only) { return InpMeshReader(path, nodes_only).finish(); }

}  // namespace alembert::flexible
