// Boxes of any kind of solid, bent by a map.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "flexible/mesh.h"

namespace alembert::flexible {

// A box of nx x ny x nz cells of size 1 each, mapped; hexahedra, two wedges or six tetrahedra a cell.
inline Mesh box_mesh(SolidKind kind, int nx, int ny, int nz, const std::function<Vec3(const Vec3&)>& map,
                     const SolidMaterial& material) {
  Mesh mesh;
  mesh.file = "box";
  mesh.materials = {material};
  std::map<std::array<int, 3>, int> index;  // by twice the place
  std::vector<Vec3> positions;
  const auto node = [&](const std::array<int, 3>& at) {
    const auto [place, is_new] = index.try_emplace(at, static_cast<int>(positions.size()));
    if (is_new) positions.push_back(map(Vec3(at[0], at[1], at[2]) / 2.0));
    return place->second;
  };
  const auto middle = [](const std::array<int, 3>& a, const std::array<int, 3>& b) {
    return std::array<int, 3>{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2};
  };
  const auto add = [&](const std::vector<std::array<int, 3>>& corners, const std::vector<std::array<int, 2>>& edges) {
    SolidElement e;
    e.label = static_cast<int>(mesh.elements.size()) + 1;
    e.kind = kind;
    e.material = 0;
    std::size_t k = 0;
    for (const auto& corner : corners) e.nodes[k++] = node(corner);
    if (has_middles(kind))
      for (const auto& [a, b] : edges)
        e.nodes[k++] = node(middle(corners[static_cast<std::size_t>(a)], corners[static_cast<std::size_t>(b)]));
    mesh.elements.push_back(e);
  };
  const bool tetrahedra = face_count_of(kind) == 4, wedges = face_count_of(kind) == 5;
  for (int x = 0; x < nx; ++x)
    for (int y = 0; y < ny; ++y)
      for (int z = 0; z < nz; ++z) {
        const auto at = [&](int i, int j, int k) { return std::array<int, 3>{2 * (x + i), 2 * (y + j), 2 * (z + k)}; };
        if (wedges) {
          for (const std::array<int, 4>& c : {std::array{1, 0, 1, 1}, std::array{1, 1, 0, 1}})  // (0, 0), two others
            add({at(0, 0, 0), at(c[0], c[1], 0), at(c[2], c[3], 0), at(0, 0, 1), at(c[0], c[1], 1), at(c[2], c[3], 1)},
                {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}});
          continue;
        }
        if (!tetrahedra) {
          add({at(0, 0, 0), at(1, 0, 0), at(1, 1, 0), at(0, 1, 0), at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)},
              {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}});
          continue;
        }
        for (const auto& [a, b, even] :
             {std::tuple{0, 1, true}, {1, 2, true}, {2, 0, true}, {1, 0, false}, {2, 1, false}, {0, 2, false}}) {
          std::array<int, 3> p = {0, 0, 0}, q, r;
          p[static_cast<std::size_t>(a)] = 1;
          q = p;
          q[static_cast<std::size_t>(b)] = 1;
          r = {1, 1, 1};
          std::vector<std::array<int, 3>> corners = {at(0, 0, 0), at(p[0], p[1], p[2]), at(q[0], q[1], q[2]),
                                                     at(r[0], r[1], r[2])};
          if (!even) std::swap(corners[1], corners[2]);
          add(corners, {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}});
        }
      }
  mesh.nodes.resize(3, static_cast<Eigen::Index>(positions.size()));
  for (std::size_t i = 0; i < positions.size(); ++i) {
    mesh.nodes.col(static_cast<Eigen::Index>(i)) = positions[i];
    mesh.labels.push_back(static_cast<int>(i) + 1);
  }
  return mesh;
}

inline std::vector<int> nodes_where(const Mesh& mesh, const std::function<bool(const Vec3&)>& wanted) {
  std::vector<int> out;
  for (Eigen::Index i = 0; i < mesh.nodes.cols(); ++i)
    if (wanted(mesh.nodes.col(i))) out.push_back(static_cast<int>(i));
  return out;
}

}  // namespace alembert::flexible
