// Frames of beams in a part file: `materials`, `sections`, `nodes`, `elements`, `masses`.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flexible/beam_chain.h"
#include "flexible/beam_elements.h"
#include "model/draft.h"
#include "model/part_draft.h"
#include "model/part_keys.h"

namespace alembert {
namespace {

using flexible::BeamElement;
using flexible::BeamFrame;
using flexible::BeamSection;

constexpr int most_pieces = 1'000'000;  // of a frame: far above what can be reduced

double above_zero(const Fields& fields, std::string_view key, Quantity quantity) {
  const Node& node = fields.need(key);
  const double value = fields.context().number(node, quantity);
  if (!(value > 0.0))
    fields.context().fail(node, fmt::format("{}: {} must be positive, found {}", fields.label(), key, node.text));
  return value;
}

// A section as it is written; with the nu of a material it becomes a BeamSection.
struct SectionDraft {
  std::string type;
  double diameter = 0.0, wall = 0.0, width = 0.0, height = 0.0;
  BeamSection general;
  bool shear = true;

  BeamSection with(double nu) const {
    BeamSection s = type == "tube"        ? flexible::tube_section(diameter, wall, nu)
                    : type == "rod"       ? flexible::rod_section(diameter, nu)
                    : type == "rectangle" ? flexible::rectangle_section(width, height, nu)
                                          : general;
    if (!shear) s.Ay = s.Az = 0.0;
    return s;
  }
};

BeamSection read_general(const Fields& fields) {
  const auto optional = [&](std::string_view key, Quantity quantity) {
    return fields.has(key) ? above_zero(fields, key, quantity) : 0.0;
  };
  return flexible::general_section(
      above_zero(fields, "A", Quantity::area), above_zero(fields, "Iy", Quantity::area_moment),
      above_zero(fields, "Iz", Quantity::area_moment), above_zero(fields, "J", Quantity::area_moment),
      optional("Ay", Quantity::area), optional("Az", Quantity::area), optional("width", Quantity::length),
      optional("height", Quantity::length));
}

SectionDraft read_section(const Context& context, const Node& key, const Node& value) {
  const std::string label = fmt::format("section `{}`", context.new_name(key, "section"));
  const Fields fields(context, value, find_variant(context, value, section_variants(), label), label, "", nullptr,
                      &section_variants());
  SectionDraft out;
  out.type = context.text(fields.need("type"));
  if (out.type == "general") {
    out.general = read_general(fields);
    return out;
  }
  out.shear = fields.boolean("shear", true);
  if (out.type == "rectangle") {
    out.width = above_zero(fields, "width", Quantity::length);
    out.height = above_zero(fields, "height", Quantity::length);
    return out;
  }
  out.diameter = above_zero(fields, "diameter", Quantity::length);
  if (out.type == "rod") return out;
  out.wall = above_zero(fields, "wall", Quantity::length);
  if (out.wall > out.diameter / 2.0)
    context.fail(fields.need("wall"), fmt::format("{}: the wall is thicker than half the diameter", label));
  return out;
}

// Nodes as they are written: names become labels where all are numbers.
class FrameReader {
 public:
  FrameReader(const Fields& part, const std::string& name) : part_(part), context_(part.context()) {
    frame_.name = name;
    materials_ = read_materials(part);
    read_nodes();
    const Node& sections = part.need("sections");
    require_map(context_, sections, "sections");
    for (std::size_t i = 0; i < sections.keys.size(); ++i)
      sections_[sections.keys[i].text] = read_section(context_, sections.keys[i], sections.items[i]);
    max_length_ = part.has("max_length") ? above_zero(part, "max_length", Quantity::length) : 0.0;
    const Node& elements = part.need("elements");
    if (!elements.is(Node::Kind::list) || elements.items.empty())
      context_.fail(elements, "expected a list of one or more beams, found " + describe(elements));
    for (const Node& element : elements.items) read_element(element);
    if (const Node* masses = part.find("masses")) read_masses(*masses);
  }

  PartDraft finish() {
    complete();
    return draft_of(std::move(frame_), [](std::size_t i) { return i; });
  }

  std::vector<PieceDraft> finish(int pieces) {
    complete();
    std::vector<PieceDraft> out;
    for (flexible::ChainPiece& piece : flexible::cut_chain(frame_, pieces)) {
      const auto whole = [&](std::size_t i) { return static_cast<std::size_t>(piece.nodes[i]); };
      out.push_back({draft_of(std::move(piece.frame), whole), piece.first, piece.last});
    }
    return out;
  }

 private:
  void complete() {
    frame_.nodes.resize(3, static_cast<Eigen::Index>(positions_.size()));
    for (std::size_t i = 0; i < positions_.size(); ++i) frame_.nodes.col(static_cast<Eigen::Index>(i)) = positions_[i];
    int next = 0;
    for (const int label : frame_.labels) next = std::max(next, label);
    while (frame_.labels.size() < positions_.size()) frame_.labels.push_back(++next);
    check_used();
  }

  // `whole`: index of a node of the frame among all that were read.
  template <class Index>
  PartDraft draft_of(BeamFrame frame, const Index& whole) const {
    PartDraft out;
    const std::size_t elements = frame.elements.size(), nodes = frame.labels.size();
    out.discrete = flexible::assemble(std::move(frame));
    out.discrete.notes.push_back(
        fmt::format("{} beam elements, {} nodes, {} coordinates", elements, nodes, out.discrete.coordinates()));
    for (std::size_t i = 0; i < nodes; ++i) {
      const std::size_t at = whole(i);
      const bool named = at < named_.size();
      out.nodes[named ? named_[at] : std::to_string(out.discrete.labels[i])] = static_cast<int>(i);
      if (named) out.named.push_back(named_[at]);
    }
    return out;
  }

  void read_nodes() {
    const Node& nodes = part_.need("nodes");
    require_map(context_, nodes, "nodes");
    bool numbers = true;
    for (const Node& key : nodes.keys) {
      const std::string text = context_.new_name(key, "node");
      numbers =
          numbers && text.size() < 9 && text[0] != '0' && text.find_first_not_of("0123456789") == std::string::npos;
    }
    for (std::size_t i = 0; i < nodes.keys.size(); ++i) {
      const std::string& text = nodes.keys[i].text;
      nodes_[text] = static_cast<int>(i);
      named_.push_back(text);
      positions_.push_back(context_.vector(nodes.items[i], Quantity::length));
      frame_.labels.push_back(numbers ? std::stoi(text) : static_cast<int>(i) + 1);
    }
  }

  int find_node(const Node& node) const {
    const std::string text = context_.text(node);
    const auto found = nodes_.find(text);
    if (found == nodes_.end()) context_.fail_unknown(node, "node", text, named_);
    return found->second;
  }

  template <class Map>
  const typename Map::value_type& find_in(const Map& map, const Node& node, const char* what) const {
    const std::string text = context_.text(node);
    const auto found = map.find(text);
    if (found == map.end()) context_.fail_unknown(node, what, text, names_of(map));
    return *found;
  }

  const MaterialDrafts::value_type& material_of(const Fields& fields) const {
    if (const Node* node = fields.find("material")) return find_in(materials_, *node, "material");
    if (materials_.size() != 1)
      context_.fail(fields.node(), "the beam needs the key `material`: there is more than one");
    return *materials_.begin();
  }

  // Sections differ by the nu of their material.
  int section_of(const std::string& name, const MaterialDrafts::value_type& material) {
    const std::string both = name + " " + material.first;
    const auto [place, is_new] = made_.try_emplace(both, static_cast<int>(frame_.sections.size()));
    if (is_new) frame_.sections.push_back(sections_.at(name).with(material.second.nu));
    return place->second;
  }

  int pieces_of(const Fields& fields, double length) const {
    if (fields.has("pieces")) {
      const int pieces = context_.integer(fields.need("pieces"));
      if (pieces < 1 || pieces > most_pieces) context_.fail(fields.need("pieces"), "expected one piece or more");
      if (fields.has("max_length")) context_.fail(fields.need("pieces"), "give `pieces` or `max_length`, not both");
      return pieces;
    }
    const double longest = fields.has("max_length") ? above_zero(fields, "max_length", Quantity::length) : max_length_;
    if (longest == 0.0) return 1;
    const double count = std::ceil(length / longest - 1e-9);  // a length that fits is not divided for rounding
    if (count > most_pieces)
      context_.fail(fields.node(), fmt::format("the beam would be divided into {:g} pieces", count));
    return std::max(1, static_cast<int>(count));
  }

  void read_element(const Node& node) {
    const Fields fields(context_, node, part_key_table("part_element"), "the beam", "", nullptr);
    const Node& through = fields.need("through");
    if (!through.is(Node::Kind::list) || through.items.size() < 2)
      context_.fail(through, "expected a list of two or more nodes, found " + describe(through));
    const std::string section = find_in(sections_, fields.need("section"), "section").first;
    const MaterialDrafts::value_type& material = material_of(fields);
    for (std::size_t i = 1; i < through.items.size(); ++i) {
      const int a = find_node(through.items[i - 1]), b = find_node(through.items[i]);
      const double length = (positions_[static_cast<std::size_t>(b)] - positions_[static_cast<std::size_t>(a)]).norm();
      if (!(length > 0.0))
        context_.fail(through.items[i], fmt::format("the beam has no length between `{}` and `{}`",
                                                    through.items[i - 1].text, through.items[i].text));
      BeamElement element;
      element.section = section_of(section, material);
      element.E = material.second.E;
      element.G = element.E / (2.0 * (1.0 + material.second.nu));
      element.density = material.second.density;
      element.up = up_of(fields, a, b);
      add_pieces(element, a, b, pieces_of(fields, length), through.items[i - 1].text + "-" + through.items[i].text);
    }
  }

  Vec3 up_of(const Fields& fields, int a, int b) const {
    const Vec3 along = (positions_[static_cast<std::size_t>(b)] - positions_[static_cast<std::size_t>(a)]).normalized();
    constexpr double upright = 1e-3;  // sine of the angle with z
    if (!fields.has("up")) return along.cross(Vec3::UnitZ()).norm() > upright ? Vec3::UnitZ() : Vec3::UnitX();
    const Vec3 up = fields.vector("up", Quantity::none);
    if (!(along.cross(up).norm() > 1e-6 * up.norm()))
      context_.fail(fields.need("up"), "`up` must not be 0, nor point along the beam");
    return up;
  }

  void add_pieces(BeamElement element, int a, int b, int pieces, const std::string& name) {
    if (frame_.elements.size() + static_cast<std::size_t>(pieces) > most_pieces)
      context_.fail(part_.need("elements"), fmt::format("the frame has more than {} pieces", most_pieces));
    const Vec3 from = positions_[static_cast<std::size_t>(a)], to = positions_[static_cast<std::size_t>(b)];
    int last = a;
    for (int k = 1; k <= pieces; ++k) {
      element.a = last;
      element.b = k == pieces ? b : static_cast<int>(positions_.size());
      if (k < pieces) positions_.push_back(from + (to - from) * (static_cast<double>(k) / pieces));
      element.name = pieces == 1 ? name : fmt::format("{} {}/{}", name, k, pieces);
      frame_.elements.push_back(element);
      last = element.b;
    }
  }

  void read_masses(const Node& masses) {
    require_map(context_, masses, "masses");
    for (std::size_t i = 0; i < masses.keys.size(); ++i) {
      const double mass = context_.number(masses.items[i], Quantity::mass);
      if (!(mass > 0.0)) context_.fail(masses.items[i], "a mass must be positive");
      frame_.masses.push_back({find_node(masses.keys[i]), mass});
    }
  }

  void check_used() const {
    std::vector<bool> used(positions_.size(), false);
    for (const BeamElement& e : frame_.elements)
      used[static_cast<std::size_t>(e.a)] = used[static_cast<std::size_t>(e.b)] = true;
    for (std::size_t i = 0; i < named_.size(); ++i)
      if (!used[i])
        context_.fail(part_.need("nodes").keys[i], fmt::format("no beam goes through node `{}`", named_[i]));
  }

  const Fields& part_;
  const Context& context_;
  BeamFrame frame_;
  MaterialDrafts materials_;
  std::map<std::string, SectionDraft> sections_;
  std::map<std::string, int> made_, nodes_;
  std::vector<std::string> named_;
  std::vector<Vec3> positions_;
  double max_length_ = 0.0;
};

}  // namespace

PartDraft read_beam_frame(const Fields& part, const std::string& name) { return FrameReader(part, name).finish(); }

std::vector<PieceDraft> read_beam_pieces(const Fields& part, const std::string& name, int pieces) {
  return FrameReader(part, name).finish(pieces);
}

}  // namespace alembert
