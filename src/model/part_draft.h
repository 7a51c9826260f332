// A part while it is being read: its finite elements, and what its nodes are called.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "flexible/mesh.h"
#include "model/context.h"

namespace alembert {

struct PartDraft {
  flexible::DiscretePart discrete;
  std::map<std::string, int> nodes;                    // by name, or by label as text
  std::vector<std::string> named;                      // nodes that the file names: each gets a frame
  std::map<std::string, std::vector<int>> sets;        // of nodes
  std::map<std::string, flexible::MeshPatch> patches;  // of a mesh, with reference points
  std::map<std::string, Eigen::VectorXd> pressures;    // coordinates' forces of a unit pressure on each surface
};

struct MaterialDraft {
  double E = 0.0, nu = 0.0, density = 0.0;
};
using MaterialDrafts = std::map<std::string, MaterialDraft>;

MaterialDrafts read_materials(const Fields& part);

// The kinds of parts, by what describes them.
PartDraft read_beam_frame(const Fields& part, const std::string& name);
PartDraft read_mesh_part(const Fields& part, const std::string& name);
PartDraft read_matrices_part(const Fields& part, const std::string& name);
// A part whose file names `stiffness`, `mass` and `nodes` itself has them under `matrices`.
Node with_matrices_gathered(Node part);

// Sets by place (`sets:`), added to those of the draft; then names of nodes and sets can be found.
void read_sets(PartDraft& draft, const Fields& part);

// The same cut into pieces along its chain. `first` and `last` are nodes of each, by index: where it was cut, or ends.
struct PieceDraft {
  PartDraft part;
  int first = -1, last = -1;
};
std::vector<PieceDraft> read_beam_pieces(const Fields& part, const std::string& name, int pieces);

// Nodes that a node of the file names: a node, a set, or a list of both. `what` for messages: "interface `left`".
std::vector<int> find_nodes(const PartDraft& draft, const Context& context, const Node& node, const std::string& what);

}  // namespace alembert
