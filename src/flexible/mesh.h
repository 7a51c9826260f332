// A mesh of solid elements, as files give it. Lengths, moduli and densities are in the file's own units until `scale`.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "flexible/interfaces.h"

namespace alembert::flexible {

// Names and orders of nodes are Abaqus's: corners, then the middles of edges.
enum class SolidKind { C3D4, C3D6, C3D8, C3D10, C3D15, C3D20, C3D20R };
inline constexpr SolidKind solid_kinds[] = {SolidKind::C3D4,  SolidKind::C3D6,  SolidKind::C3D8,  SolidKind::C3D10,
                                            SolidKind::C3D15, SolidKind::C3D20, SolidKind::C3D20R};

const char* name_of(SolidKind kind);
int node_count_of(SolidKind kind);
bool has_middles(SolidKind kind);
// By its name in capitals, if it is supported; what to say if it is not. Skins are elements of surfaces and lines,
// which mesh generators write beside solids.
std::optional<SolidKind> kind_of(const std::string& type);
bool is_skin(const std::string& type);
std::string unsupported_elements(const std::string& type);

struct SolidElement {
  int label = 0;
  SolidKind kind = SolidKind::C3D4;
  std::array<int, 20> nodes = {};  // by index, the first node_count_of(kind)
  int material = -1;               // index
  int line = 0;                    // of the file, for messages
};

struct SolidMaterial {
  std::string name;
  double E = 0.0, nu = 0.0, density = 0.0;
};

// A face of an element, numbered from 0 as Abaqus does from S1.
struct ElementFace {
  int element = 0, face = 0;  // element by index
};

// Nodes that follow a reference point.
struct MeshPatch {
  std::vector<int> nodes;  // by index
  Interface::Kind kind = Interface::Kind::rigid;
  Vec3 at = Vec3::Zero();
};

struct Mesh {
  std::string file;
  std::vector<int> labels;
  Eigen::Matrix3Xd nodes;
  std::vector<SolidElement> elements;
  std::vector<SolidMaterial> materials;
  std::map<std::string, std::vector<int>> node_sets;     // of sets of elements and surfaces, too; by index
  std::map<std::string, std::vector<int>> element_sets;  // by index
  std::map<std::string, std::vector<ElementFace>> surfaces;
  std::map<std::string, MeshPatch> patches;  // with reference points: rigid bodies and couplings of a file
  std::vector<std::string> notes;
};

// Nodes of a face, in an order that looks into the element; middles of edges after corners.
std::vector<int> nodes_of_face(const SolidElement& element, int face);
int face_count_of(SolidKind kind);
int corner_count_of_face(SolidKind kind, int face);

// Takes away nodes that belong to no element, also from the sets.
void drop_loose_nodes(Mesh& mesh);

// Into SI units: factors of length, modulus and density.
void scale(Mesh& mesh, double length, double modulus, double density);

// What cannot be meant as a material or a size in SI units, a line each.
std::vector<std::string> unit_warnings(const Mesh& mesh);

// Three coordinates a node. Throws ModelError naming the element when one is distorted or without material.
DiscretePart assemble(const Mesh& mesh);

// Forces on the coordinates of a unit pressure on a surface, into the material.
Eigen::VectorXd pressure_forces(const Mesh& mesh, const std::vector<ElementFace>& surface);

}  // namespace alembert::flexible
