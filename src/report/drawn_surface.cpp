#include "report/drawn_surface.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace alembert::report {

namespace {

// For each node of the surface the one that stands for it; -1 for all others.
std::vector<int> kept_nodes(const flexible::Part& part, const std::vector<int>& used, const std::vector<double>& weight,
                            double cell) {
  std::map<std::array<long, 3>, int> kept;
  const auto cell_of = [&](int node) {
    std::array<long, 3> out{};
    for (std::size_t c = 0; c < 3; ++c)
      out[c] = std::lround(std::floor(part.nodes(static_cast<Eigen::Index>(c), node) / cell));
    return out;
  };
  for (const int node : used) {
    const auto [found, added] = kept.emplace(cell_of(node), node);
    if (!added && weight[static_cast<std::size_t>(node)] > weight[static_cast<std::size_t>(found->second)])
      found->second = node;
  }
  std::vector<int> out(part.labels.size(), -1);
  for (const int node : used) out[static_cast<std::size_t>(node)] = kept.at(cell_of(node));
  return out;
}

std::vector<int> used_nodes(const flexible::Surface& surface) {
  std::set<int> out;
  for (const auto& t : surface.triangles) out.insert(t.begin(), t.end());
  for (const auto& l : surface.lines) out.insert(l.begin(), l.end());
  return {out.begin(), out.end()};
}

}  // namespace

DrawnSurface drawn_surface(const flexible::Part& part, const std::vector<double>& weight, std::size_t most) {
  DrawnSurface out;
  const std::vector<int> used = used_nodes(part.surface);
  out.whole = used.size();
  std::vector<int> stands(part.labels.size(), -1);
  for (const int node : used) stands[static_cast<std::size_t>(node)] = node;
  const double size =
      part.nodes.cols() > 0 ? (part.nodes.rowwise().maxCoeff() - part.nodes.rowwise().minCoeff()).norm() : 0.0;
  most = std::max<std::size_t>(most, 8);
  // As many cells as nodes are wanted cover a square of the part's size with this width.
  for (double cell = size / std::sqrt(4.0 * static_cast<double>(most)); used.size() > most; cell *= 1.15) {
    stands = kept_nodes(part, used, weight, cell);
    const std::set<int> left(stands.begin(), stands.end());
    if (left.size() <= most + 1) break;  // -1 is among them
  }
  out.drawn.assign(part.labels.size(), -1);
  for (const int node : used)
    if (stands[static_cast<std::size_t>(node)] == node) {
      out.drawn[static_cast<std::size_t>(node)] = static_cast<int>(out.nodes.size());
      out.nodes.push_back(node);
    }
  for (const int node : used)
    out.drawn[static_cast<std::size_t>(node)] =
        out.drawn[static_cast<std::size_t>(stands[static_cast<std::size_t>(node)])];
  const auto place = [&](int node) { return out.drawn[static_cast<std::size_t>(node)]; };
  std::set<std::array<int, 3>> seen;
  for (const auto& t : part.surface.triangles) {
    const std::array<int, 3> now{place(t[0]), place(t[1]), place(t[2])};
    std::array<int, 3> sorted = now;
    std::sort(sorted.begin(), sorted.end());
    if (sorted[0] == sorted[1] || sorted[1] == sorted[2] || !seen.insert(sorted).second) continue;
    out.triangles.push_back(now);
  }
  for (std::size_t k = 0; k < part.surface.lines.size(); ++k) {
    const std::array<int, 2> now{place(part.surface.lines[k][0]), place(part.surface.lines[k][1])};
    if (now[0] == now[1]) continue;
    out.lines.push_back(now);
    out.radii.push_back(k < part.surface.radii.size() ? part.surface.radii[k] : 0.0);
  }
  return out;
}

}  // namespace alembert::report
