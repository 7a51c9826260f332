#include "flexible/beam_chain.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.h"

namespace alembert::flexible {

namespace {

// Elements in the order of the chain.
std::vector<int> along_chain(const BeamFrame& frame) {
  std::map<int, std::vector<int>> at;  // elements of each node
  for (std::size_t k = 0; k < frame.elements.size(); ++k)
    for (const int node : {frame.elements[k].a, frame.elements[k].b}) at[node].push_back(static_cast<int>(k));
  int node = -1, ends = 0;
  for (const auto& [each, elements] : at) {
    if (elements.size() > 2)
      throw Error(ExitCode::bad_model, fmt::format("`pieces` are of chains of beams, and at node {} {} of them meet",
                                                   frame.labels[static_cast<std::size_t>(each)], elements.size()));
    if (elements.size() == 1 && ends++ == 0) node = each;
  }
  if (ends != 2) throw Error(ExitCode::bad_model, "`pieces` are of open chains of beams, with two ends");
  std::vector<int> out;
  for (int last = -1;;) {
    const std::vector<int>& here = at.at(node);
    const int next = here[0] != last ? here[0] : here.size() > 1 ? here[1] : -1;
    if (next < 0) break;
    out.push_back(next);
    last = next;
    const BeamElement& e = frame.elements[static_cast<std::size_t>(next)];
    node = e.a == node ? e.b : e.a;
  }
  if (out.size() != frame.elements.size())
    throw Error(ExitCode::bad_model, "`pieces` are of chains that hang together");
  return out;
}

}  // namespace

std::vector<ChainPiece> cut_chain(const BeamFrame& frame, int pieces) {
  const std::vector<int> order = along_chain(frame);
  const std::size_t count = order.size(), wanted = static_cast<std::size_t>(pieces);
  if (count < wanted)
    throw Error(ExitCode::bad_model,
                fmt::format("{} beam elements cannot be cut into {} pieces: divide them further", count, pieces));
  std::vector<ChainPiece> out;
  const auto touches = [&](int element, int node) {
    const BeamElement& e = frame.elements[static_cast<std::size_t>(element)];
    return e.a == node || e.b == node;
  };
  for (std::size_t p = 0; p < wanted; ++p) {
    const std::size_t begin = p * count / wanted, end = (p + 1) * count / wanted;
    ChainPiece piece;
    piece.frame.name = frame.name;
    piece.frame.source = frame.source;
    piece.frame.sections = frame.sections;
    for (std::size_t k = begin; k < end; ++k) {
      const BeamElement& e = frame.elements[static_cast<std::size_t>(order[k])];
      piece.nodes.insert(piece.nodes.end(), {e.a, e.b});
      piece.frame.elements.push_back(e);
    }
    std::sort(piece.nodes.begin(), piece.nodes.end());
    piece.nodes.erase(std::unique(piece.nodes.begin(), piece.nodes.end()), piece.nodes.end());
    const auto place = [&](int node) {
      return static_cast<int>(std::lower_bound(piece.nodes.begin(), piece.nodes.end(), node) - piece.nodes.begin());
    };
    // Its ends. At a cut: the node that its first element shares with the one before it, its last with the one behind
    // it.
    const auto end_of = [&](std::size_t own, bool low) {
      const BeamElement& e = frame.elements[static_cast<std::size_t>(order[own])];
      if (low ? own > 0 : own + 1 < count) return touches(order[low ? own - 1 : own + 1], e.a) ? e.a : e.b;
      if (count == 1) return low == (e.a < e.b) ? e.a : e.b;
      return touches(order[low ? own + 1 : own - 1], e.a) ? e.b : e.a;
    };
    piece.first = place(end_of(begin, true));
    piece.last = place(end_of(end - 1, false));
    piece.frame.nodes.resize(3, static_cast<Eigen::Index>(piece.nodes.size()));
    for (std::size_t k = 0; k < piece.nodes.size(); ++k) {
      piece.frame.nodes.col(static_cast<Eigen::Index>(k)) = frame.nodes.col(piece.nodes[k]);
      piece.frame.labels.push_back(frame.labels[static_cast<std::size_t>(piece.nodes[k])]);
    }
    for (BeamElement& e : piece.frame.elements) {
      e.a = place(e.a);
      e.b = place(e.b);
    }
    for (const PointMass& mass : frame.masses)  // at a cut: with the piece before it
      if (std::binary_search(piece.nodes.begin(), piece.nodes.end(), mass.node) &&
          (p == 0 || place(mass.node) != piece.first))
        piece.frame.masses.push_back({place(mass.node), mass.mass});
    out.push_back(std::move(piece));
  }
  return out;
}

}  // namespace alembert::flexible
