#include "flexible/read_msh.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <unordered_map>

#include "base/error.h"
#include "base/files.h"

namespace alembert::flexible {
namespace {

// Types of elements that are known: how many nodes they have, of which dimension they are.
struct MshType {
  int number, nodes, dimension;
};
constexpr MshType msh_types[] = {{1, 2, 1}, {2, 3, 2},  {3, 4, 2},   {4, 4, 3},  {5, 8, 3},  {6, 6, 3},   {8, 3, 1},
                                 {9, 6, 2}, {10, 9, 2}, {11, 10, 3}, {15, 1, 0}, {16, 8, 2}, {17, 20, 3}, {18, 15, 3}};

// Gmsh has the last two middles of a tetrahedron, and those of others, in other places than Abaqus.
constexpr int of_tetrahedron[10] = {0, 1, 2, 3, 4, 5, 6, 7, 9, 8};
constexpr int of_hexahedron[20] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 9, 16, 18, 19, 17, 10, 12, 14, 15};
constexpr int of_wedge[15] = {0, 1, 2, 3, 4, 5, 6, 9, 7, 12, 14, 13, 8, 10, 11};

SolidKind kind_with(int nodes) {
  for (const SolidKind kind : solid_kinds)
    if (node_count_of(kind) == nodes) return kind;
  throw std::logic_error("no solid has so many nodes");
}

// Whitespace-separated values of a file, with the line each stands in.
class MshText {
 public:
  explicit MshText(const std::filesystem::path& path) : file_(path.string()) {
    if (const std::string problem = files::reading_problem(path); !problem.empty())
      throw ModelError({file_, 0, 0}, problem);
    stream_.open(path);
  }

  [[noreturn]] void fail(const std::string& message) const { throw ModelError({file_, line_number_, 0}, message); }

  // The next value; empty at the end of the file.
  std::string word() {
    std::string out;
    while (!(line_ >> out)) {
      std::string text;
      if (!std::getline(stream_, text)) return "";
      ++line_number_;
      line_.clear();
      line_.str(text);
    }
    return out;
  }
  // The rest of the line: names are quoted and may have spaces.
  std::string quoted() {
    std::string rest;
    std::getline(line_, rest);
    const std::size_t first = rest.find('"'), last = rest.rfind('"');
    if (first == std::string::npos || last == first) fail("expected a name in quotes");
    return rest.substr(first + 1, last - first - 1);
  }
  template <class Number>
  Number number(const char* what) {
    const std::string text = word();
    std::istringstream stream(text);
    Number value{};
    if (text.empty()) fail(fmt::format("the file ends where {} should be: it is cut short", what));
    if (!(stream >> value) || stream.peek() != std::char_traits<char>::eof())
      fail(fmt::format("expected {}, found `{}`", what, text));
    return value;
  }
  int integer(const char* what) { return number<int>(what); }
  // A number of things to come.
  int count(const char* what) {
    const int value = integer(what);
    if (value < 0) fail(fmt::format("expected {}, found {}", what, value));
    return value;
  }
  void expect(const char* wanted) {
    const std::string found = word();
    if (found != wanted)
      fail(found.empty() ? fmt::format("the file ends before {}: it is cut short", wanted)
                         : fmt::format("expected {}, found `{}`", wanted, found));
  }
  void skip_to(const std::string& wanted) {
    for (std::string found = word(); found != wanted; found = word())
      if (found.empty()) fail(fmt::format("the file ends before {}: it is cut short", wanted));
  }

  int line() const { return line_number_; }
  const std::string& file() const { return file_; }

 private:
  std::string file_;
  std::ifstream stream_;
  std::istringstream line_;
  int line_number_ = 0;
};

class MshReader {
 public:
  explicit MshReader(const std::filesystem::path& path) : text_(path) {
    mesh_.file = text_.file();
    text_.expect("$MeshFormat");
    version_ = text_.word();
    if (text_.integer("the kind of file") != 0)
      text_.fail("the file is binary: write it in ASCII (gmsh -format msh41, Mesh.Binary = 0)");
    if (version_ != "2.2" && version_ != "4.1")
      text_.fail(fmt::format("version {} of the format is not read: write 4.1 or 2.2", version_));
    text_.skip_to("$EndMeshFormat");
    for (std::string section = text_.word(); !section.empty(); section = text_.word()) {
      if (section[0] != '$') text_.fail(fmt::format("expected a section, $Nodes say, found `{}`", section));
      const std::string end = "$End" + section.substr(1);
      if (read_section(section))
        text_.expect(end.c_str());
      else
        text_.skip_to(end);
    }
    if (mesh_.elements.empty()) text_.fail("the mesh has no tetrahedra, wedges or hexahedra");
  }

  Mesh finish() {
    mesh_.nodes.resize(3, static_cast<Eigen::Index>(positions_.size()));
    for (std::size_t i = 0; i < positions_.size(); ++i) mesh_.nodes.col(static_cast<Eigen::Index>(i)) = positions_[i];
    for (const auto& [key, nodes] : group_nodes_)
      mesh_.node_sets[name_of_group(key)].assign(nodes.begin(), nodes.end());
    for (const auto& [key, elements] : group_elements_) mesh_.element_sets[name_of_group(key)] = elements;
    make_surfaces();
    return std::move(mesh_);
  }

 private:
  using Group = std::pair<int, int>;  // dimension, number

  // False if it is passed over.
  bool read_section(const std::string& section) {
    const bool new_format = version_ == "4.1";
    if (section == "$PartitionedEntities") text_.fail("partitioned meshes are not supported");
    if (section == "$PhysicalNames")
      read_names();
    else if (section == "$Entities" && new_format)
      read_entities();
    else if (section == "$Nodes")
      new_format ? read_nodes_4() : read_nodes_2();
    else if (section == "$Elements")
      new_format ? read_elements_4() : read_elements_2();
    else
      return false;
    return true;
  }

  std::string name_of_group(const Group& group) const {
    const auto found = names_.find(group);
    constexpr const char* words[] = {"point", "curve", "surface", "volume"};
    return found != names_.end() ? found->second : fmt::format("{}_{}", words[group.first], group.second);
  }

  void read_names() {
    for (int left = text_.count("the number of names"); left > 0; --left) {
      const int dimension = text_.integer("a dimension"), number = text_.integer("the number of a group");
      if (dimension < 0 || dimension > 3) text_.fail(fmt::format("expected a dimension, found {}", dimension));
      names_[{dimension, number}] = text_.quoted();
    }
  }

  void read_entities() {
    int counts[4];
    for (int& count : counts) count = text_.count("a number of entities");
    for (int dimension = 0; dimension < 4; ++dimension)
      for (int left = counts[dimension]; left > 0; --left) {
        const int tag = text_.integer("the number of an entity");
        for (int k = 0; k < (dimension == 0 ? 3 : 6); ++k) text_.number<double>("a bound");
        for (int groups = text_.count("a number of groups"); groups > 0; --groups)
          entity_groups_[{dimension, tag}].push_back(text_.integer("the number of a group"));
        if (dimension > 0)
          for (int bounds = text_.count("a number of bounds"); bounds > 0; --bounds) text_.integer("a bound");
      }
  }

  void add_node(int label) {
    Vec3 at;
    for (double& x : at) x = text_.number<double>("a coordinate");  // one after the other: arguments have no order
    if (!at.allFinite()) text_.fail(fmt::format("node {} is not at a finite place", label));
    if (!index_.try_emplace(label, static_cast<int>(positions_.size())).second)
      text_.fail(fmt::format("node {} is defined twice", label));
    positions_.push_back(at);
    mesh_.labels.push_back(label);
  }

  void read_nodes_2() {
    for (int left = text_.count("the number of nodes"); left > 0; --left)
      add_node(text_.integer("the number of a node"));
  }

  void read_nodes_4() {
    const int blocks = text_.count("the number of blocks");
    for (int k = 0; k < 3; ++k) text_.integer("a number of nodes");
    for (int block = 0; block < blocks; ++block) {
      const int dimension = text_.integer("a dimension");
      text_.integer("the number of an entity");
      const bool parametric = text_.integer("0 or 1") != 0;
      std::vector<int> labels;
      for (int left = text_.count("the number of nodes"); left > 0; --left)
        labels.push_back(text_.integer("the number of a node"));
      for (const int label : labels) {
        add_node(label);
        for (int k = 0; parametric && k < dimension; ++k) text_.number<double>("a parameter");
      }
    }
  }

  const MshType& type_of(int number) const {
    for (const MshType& type : msh_types)
      if (type.number == number) return type;
    text_.fail(
        fmt::format("elements of type {} are not supported: mesh with tetrahedra, wedges or hexahedra of first or "
                    "second order (Mesh.SecondOrderIncomplete = 1 for the last two)",
                    number));
  }

  void add_element(int label, const MshType& type, const std::vector<int>& groups) {
    std::vector<int> nodes;
    for (int a = 0; a < type.nodes; ++a) {
      const int node = text_.integer("the number of a node");
      const auto found = index_.find(node);
      if (found == index_.end()) text_.fail(fmt::format("element {} has node {}, which is not defined", label, node));
      nodes.push_back(found->second);
    }
    for (const int group : groups) group_nodes_[{type.dimension, group}].insert(nodes.begin(), nodes.end());
    if (type.dimension == 2) {
      std::vector<int> corners(nodes.begin(), nodes.begin() + (type.number == 2 || type.number == 9 ? 3 : 4));
      std::sort(corners.begin(), corners.end());
      for (const int group : groups) group_faces_[{2, group}].push_back(corners);
    }
    if (type.dimension < 3) return;
    SolidElement element;
    element.label = label;
    element.line = text_.line();
    element.kind = kind_with(type.nodes);
    const int* order = type.nodes == 10   ? of_tetrahedron
                       : type.nodes == 15 ? of_wedge
                       : type.nodes == 20 ? of_hexahedron
                                          : nullptr;
    for (int a = 0; a < type.nodes; ++a)
      element.nodes[static_cast<std::size_t>(a)] = nodes[static_cast<std::size_t>(order != nullptr ? order[a] : a)];
    for (const int group : groups) group_elements_[{3, group}].push_back(static_cast<int>(mesh_.elements.size()));
    mesh_.elements.push_back(element);
  }

  void read_elements_2() {
    for (int left = text_.count("the number of elements"); left > 0; --left) {
      const int label = text_.integer("the number of an element");
      const MshType& type = type_of(text_.integer("a type of element"));
      std::vector<int> tags;
      for (int k = text_.count("a number of tags"); k > 0; --k) tags.push_back(text_.integer("a tag"));
      const bool in_group = !tags.empty() && tags[0] != 0;
      add_element(label, type, in_group ? std::vector<int>{tags[0]} : std::vector<int>{});
    }
  }

  void read_elements_4() {
    const int blocks = text_.count("the number of blocks");
    for (int k = 0; k < 3; ++k) text_.integer("a number of elements");
    for (int block = 0; block < blocks; ++block) {
      const int dimension = text_.integer("a dimension"), entity = text_.integer("the number of an entity");
      const MshType& type = type_of(text_.integer("a type of element"));
      const auto groups = entity_groups_.find({dimension, entity});
      for (int left = text_.count("the number of elements"); left > 0; --left)
        add_element(text_.integer("the number of an element"), type,
                    groups == entity_groups_.end() ? std::vector<int>{} : groups->second);
    }
  }

  // Faces of solids with the corners of the triangles and quadrilaterals of a group.
  void make_surfaces() {
    std::map<std::vector<int>, ElementFace> faces;
    for (std::size_t e = 0; e < mesh_.elements.size(); ++e)
      for (int f = 0; f < face_count_of(mesh_.elements[e].kind); ++f) {
        std::vector<int> corners = nodes_of_face(mesh_.elements[e], f);
        corners.resize(static_cast<std::size_t>(corner_count_of_face(mesh_.elements[e].kind, f)));
        std::sort(corners.begin(), corners.end());
        faces[corners] = {static_cast<int>(e), f};
      }
    for (const auto& [group, list] : group_faces_)
      for (const std::vector<int>& corners : list)
        if (const auto found = faces.find(corners); found != faces.end())
          mesh_.surfaces[name_of_group(group)].push_back(found->second);
  }

  MshText text_;
  std::string version_;
  Mesh mesh_;
  std::vector<Vec3> positions_;
  std::unordered_map<int, int> index_;
  std::map<Group, std::string> names_;
  std::map<Group, std::vector<int>> entity_groups_;
  std::map<Group, std::set<int>> group_nodes_;
  std::map<Group, std::vector<int>> group_elements_;
  std::map<Group, std::vector<std::vector<int>>> group_faces_;
};

}  // namespace

Mesh read_msh(const std::filesystem::path& path) { return MshReader(path).finish(); }

}  // namespace alembert::flexible
