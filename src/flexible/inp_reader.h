// The reader of input files of Abaqus and CalculiX, card by card; read_inp.h says what of them counts.
//
// Names have a place: files with *PART and *INSTANCE number nodes and name sets anew in *ASSEMBLY, as reference points.
// Nodes of the assembly are kept with negative numbers.
#pragma once

#include <optional>
#include <set>
#include <unordered_map>

#include "flexible/inp_lines.h"
#include "flexible/mesh.h"

namespace alembert::flexible {

// Sets by their name in capitals, with the name as it was first written. Those of parts and of the assembly may have
// the same names.
struct LabelSet {
  std::string name;
  std::vector<int> labels;
};
class LabelSets {
 public:
  LabelSet& named(const std::string& written, bool of_part);
  // "instance.name" is a part's; else those of the same place come first.
  const LabelSet* find(const std::string& written, bool of_part) const;
  std::vector<std::string> names() const;
  // Calls use(name, set) for all, those of the assembly first; of the others, `instance.name` where there are two.
  template <class Use>
  void each(const std::string& instance, Use use) const {
    for (const auto& [key, set] : sets_[0]) use(set.name, set);
    for (const auto& [key, set] : sets_[1]) use(sets_[0].count(key) > 0 ? instance + "." + set.name : set.name, set);
  }

 private:
  std::map<std::string, LabelSet> sets_[2];  // of the assembly, or of a file without; of parts
};

class InpMeshReader {
 public:
  InpMeshReader(const std::filesystem::path& path, bool nodes_only);
  Mesh finish();

 private:
  struct WrittenElement {
    int label = 0;
    std::string type;
    std::vector<int> nodes;  // labels
    SourcePosition where;
  };
  // A card, and whether it stands in a part.
  struct PlacedCard {
    InpCard card;
    bool of_part = false;
  };
  // An instance is moved, then turned about an axis.
  struct Placement {
    Vec3 move = Vec3::Zero(), from = Vec3::Zero();
    Mat3 turn = Mat3::Identity();
    Vec3 operator()(const Vec3& at) const { return turn * (at + move - from) + from; }
  };
  // A patch that follows a reference node.
  struct WrittenPatch {
    std::vector<std::string> names;  // by which it can be asked for
    std::set<int> nodes;             // by index
    Interface::Kind kind = Interface::Kind::rigid;
    int reference = 0;  // by index
    std::string what;   // "*COUPLING"
  };

  // Reading (read_inp.cpp).
  void choose_part(const std::vector<InpCard>& cards);
  void take(const InpCard& card);
  bool follow_place(const InpCard& card);
  void read_instance(const InpCard& card);
  void read_nodes(const InpCard& card);
  void read_elements(const InpCard& card);
  void read_set(const InpCard& card);
  void begin_material(const InpCard& card);
  void read_property(const InpCard& card);
  void read_section(const InpCard& card);
  bool in_part() const { return part_ || instance_open_ || !has_parts_; }
  const LabelSet& find_set(const LabelSets& sets, const std::string& written, bool of_part,
                           const SourcePosition& where) const;
  std::vector<int> labels_of(const std::string& written, bool nodes, bool of_part, const SourcePosition& where) const;

  // What comes of it (inp_mesh.cpp).
  void make_nodes();
  void make_elements();
  void assign_materials();
  void make_sets();
  void make_surface(const PlacedCard& placed);
  void make_patches();
  WrittenPatch patch_of_rigid_body(const PlacedCard& placed) const;
  void patches_of_mpc(const PlacedCard& placed, std::vector<WrittenPatch>& out) const;
  WrittenPatch patch_of_coupling(const PlacedCard& placed) const;
  int node_at(int label, const WrittenElement& element) const;
  int reference_node(const std::string& written, const PlacedCard& placed, WrittenPatch& patch) const;
  std::set<int> nodes_of(const std::string& written, bool of_part, const SourcePosition& where) const;

  Mesh mesh_;
  std::vector<Vec3> positions_;
  std::unordered_map<int, int> node_index_, solid_index_;
  std::unordered_map<int, std::size_t> element_index_;
  std::vector<WrittenElement> elements_;
  LabelSets node_sets_, element_sets_;
  std::vector<PlacedCard> surfaces_, sections_, rigid_bodies_, couplings_, constraints_;
  std::vector<SourcePosition> material_where_;
  std::map<std::string, int> passed_over_;
  std::set<std::string> set_only_;
  std::string wanted_part_, instance_;
  Placement placement_;
  bool nodes_only_, has_parts_ = false, part_ = false, skipped_ = false, instance_open_ = false, in_step_ = false;
};

}  // namespace alembert::flexible
