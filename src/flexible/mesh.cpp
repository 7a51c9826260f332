#include "flexible/mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace alembert::flexible {
namespace {

// Corners of the faces, as Abaqus numbers them, then the middles of their edges in the same order.
constexpr int tetrahedron_faces[4][6] = {
    {0, 1, 2, 4, 5, 6}, {0, 3, 1, 7, 8, 4}, {1, 3, 2, 8, 9, 5}, {2, 3, 0, 9, 7, 6}};
constexpr int hexahedron_faces[6][8] = {{0, 1, 2, 3, 8, 9, 10, 11},   {4, 7, 6, 5, 15, 14, 13, 12},
                                        {0, 4, 5, 1, 16, 12, 17, 8},  {1, 5, 6, 2, 17, 13, 18, 9},
                                        {2, 6, 7, 3, 18, 14, 19, 10}, {3, 7, 4, 0, 19, 15, 16, 11}};

constexpr int wedge_faces[5][8] = {{0, 1, 2, 6, 7, 8},
                                   {3, 5, 4, 11, 10, 9},
                                   {0, 3, 4, 1, 12, 9, 13, 6},
                                   {1, 4, 5, 2, 13, 10, 14, 7},
                                   {2, 5, 3, 0, 14, 11, 12, 8}};

}  // namespace

const char* name_of(SolidKind kind) {
  constexpr const char* names[] = {"C3D4", "C3D6", "C3D8", "C3D10", "C3D15", "C3D20", "C3D20R"};
  return names[static_cast<std::size_t>(kind)];
}

int node_count_of(SolidKind kind) {
  constexpr int counts[] = {4, 6, 8, 10, 15, 20, 20};
  return counts[static_cast<std::size_t>(kind)];
}

bool has_middles(SolidKind kind) { return node_count_of(kind) > 8; }

std::optional<SolidKind> kind_of(const std::string& type) {
  for (const SolidKind kind : solid_kinds)
    if (type == name_of(kind)) return kind;
  return std::nullopt;
}

bool is_skin(const std::string& type) {
  for (const char* family : {"CPS", "CPE", "CAX", "S3", "S4", "S6", "S8", "S9", "STRI", "M3D", "SFM3D", "R2D", "R3D",
                             "T2D", "T3D", "B2", "B3"})
    if (type.starts_with(family)) return true;
  return false;
}

std::string unsupported_elements(const std::string& type) {
  std::string names, same;
  for (const SolidKind kind : solid_kinds) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(kind));
    const std::string name = name_of(kind);
    if (type.starts_with(name) && type.size() == name.size() + 1)  // C3D8R, C3D8I, C3D10M: other rules, the same nodes
      same = fmt::format("; {} has the same nodes", name);
  }
  return fmt::format("elements of type {} are not supported; those that are: {}{}", type, names, same);
}

int face_count_of(SolidKind kind) {
  constexpr int counts[] = {4, 5, 6, 4, 5, 6, 6};
  return counts[static_cast<std::size_t>(kind)];
}

int corner_count_of_face(SolidKind kind, int face) {
  const int faces = face_count_of(kind);
  return faces == 4 || (faces == 5 && face < 2) ? 3 : 4;
}

std::vector<int> nodes_of_face(const SolidElement& element, int face) {
  const int faces = face_count_of(element.kind), corners = corner_count_of_face(element.kind, face);
  const int* places = faces == 4 ? tetrahedron_faces[face] : faces == 5 ? wedge_faces[face] : hexahedron_faces[face];
  std::vector<int> out;
  for (int k = 0; k < (has_middles(element.kind) ? 2 * corners : corners); ++k)
    out.push_back(element.nodes[static_cast<std::size_t>(places[k])]);
  return out;
}

void drop_loose_nodes(Mesh& mesh) {
  std::vector<int> place(mesh.labels.size(), -1);
  for (const SolidElement& e : mesh.elements)
    for (int a = 0; a < node_count_of(e.kind); ++a)
      place[static_cast<std::size_t>(e.nodes[static_cast<std::size_t>(a)])] = 0;
  int count = 0;
  for (std::size_t i = 0; i < place.size(); ++i) {
    if (place[i] < 0) continue;
    place[i] = count;
    mesh.labels[static_cast<std::size_t>(count)] = mesh.labels[i];
    mesh.nodes.col(count++) = mesh.nodes.col(static_cast<Eigen::Index>(i)).eval();
  }
  if (const std::size_t loose = place.size() - static_cast<std::size_t>(count); loose > 0)
    mesh.notes.push_back(fmt::format("{} nodes belong to no solid element and are left out", loose));
  mesh.labels.resize(static_cast<std::size_t>(count));
  mesh.nodes.conservativeResize(3, count);
  for (SolidElement& e : mesh.elements)
    for (int& node : e.nodes) node = place[static_cast<std::size_t>(node)];
  for (auto& [name, nodes] : mesh.node_sets) {
    for (int& node : nodes) node = place[static_cast<std::size_t>(node)];
    std::erase(nodes, -1);
  }
  for (auto& [name, patch] : mesh.patches) {
    for (int& node : patch.nodes) node = place[static_cast<std::size_t>(node)];
    std::erase(patch.nodes, -1);
  }
  std::erase_if(mesh.patches, [](const auto& patch) { return patch.second.nodes.empty(); });
  std::erase_if(mesh.node_sets, [](const auto& set) { return set.second.empty(); });
}

void scale(Mesh& mesh, double length, double modulus, double density) {
  mesh.nodes *= length;
  for (auto& [name, patch] : mesh.patches) patch.at *= length;
  for (SolidMaterial& material : mesh.materials) {
    material.E *= modulus;
    material.density *= density;
  }
}

std::vector<std::string> unit_warnings(const Mesh& mesh) {
  std::vector<std::string> out;
  // Sound travels along rods at 30 m/s (soft rubber) to 17 km/s (diamond); solids weigh 1 (aerogel) to 22600 kg/m^3
  // (osmium).
  for (const SolidMaterial& m : mesh.materials) {
    const double speed = std::sqrt(m.E / m.density);
    if (!(speed > 20.0 && speed < 20e3) || !(m.density > 0.5 && m.density < 25e3))
      out.push_back(
          fmt::format("warning: material `{}` has E = {:g} Pa and a density of {:g} kg/m^3, as no solid has "
                      "(sound would travel at {:g} m/s): are the units those that are meant?",
                      m.name, m.E, m.density, speed));
  }
  const double size = (mesh.nodes.rowwise().maxCoeff() - mesh.nodes.rowwise().minCoeff()).norm();
  if (!(size > 1e-4 && size < 1e3))
    out.push_back(fmt::format("warning: the part is {:g} m long: is the unit of length the one that is meant?", size));
  return out;
}

}  // namespace alembert::flexible
