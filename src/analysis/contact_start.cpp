#include "analysis/contact_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "system/parts/contacts_part.h"

namespace alembert {

namespace {

constexpr double kDeep = 0.25;            // of the thinner shape
constexpr std::size_t kMostWarnings = 5;  // each with a name

double thinner(const ContactShape& a, const ContactShape& b) {
  return std::min(a.prepared->shape->thickness(), b.prepared->shape->thickness());
}

// Nodes of a mesh touch others, and what is small passes between them: an equilateral triangle of nodes at distance s
// has room for a circle of 1.15 s.
void warn_of_coarse_meshes(const Contacts& contacts, std::vector<std::string>& out) {
  constexpr double kWide = 1.15;
  std::size_t coarse = 0;
  for (const ContactPair& pair : contacts.pairs)
    for (const bool first : {true, false}) {
      const ContactShape &mesh = contacts.shapes[static_cast<std::size_t>(first ? pair.a : pair.b)],
                         &other = contacts.shapes[static_cast<std::size_t>(first ? pair.b : pair.a)];
      if (mesh.prepared->shape->kind() != contact::ShapeKind::mesh ||
          other.prepared->shape->kind() == contact::ShapeKind::mesh)
        continue;
      double widest = 0.0;
      for (const contact::Node& node : mesh.prepared->shape->nodes()) widest = std::max(widest, std::sqrt(node.area));
      const double size = other.prepared->shape->thickness();
      if (!(size < kWide * widest) || ++coarse > kMostWarnings) continue;
      out.push_back(
          fmt::format("contact {}: nodes of mesh {} are up to {:.3g} m apart, and {} is {:.3g} m thick: it may pass "
                      "between them; give the mesh a `spacing` below {:.2g} m",
                      contacts.contacts[static_cast<std::size_t>(pair.contact)].name, mesh.name, widest, other.name,
                      size, size / kWide));
    }
  if (coarse > kMostWarnings)
    out.push_back(fmt::format("{} more pairs of a coarse mesh and a small shape", coarse - kMostWarnings));
}

}  // namespace

ContactStart contact_start(Mechanism& mechanism) {
  ContactStart out;
  const Contacts& contacts = mechanism.system().contacts();
  if (contacts.empty()) return out;
  warn_of_coarse_meshes(contacts, out.warnings);
  MultibodyProblem& problem = mechanism.problem();
  const dae::State& state = mechanism.initial_state();
  problem.update_topology(state);
  problem.place(state.t, state.q, state.v);
  std::vector<TouchingPair> pairs;
  problem.touching_pairs(pairs);
  std::size_t deep = 0;
  for (const TouchingPair& pair : pairs) {
    const ContactPair& both = contacts.pairs[static_cast<std::size_t>(pair.pair)];
    const ContactShape &a = contacts.shapes[static_cast<std::size_t>(both.a)],
                       &b = contacts.shapes[static_cast<std::size_t>(both.b)];
    const std::string& name = contacts.contacts[static_cast<std::size_t>(pair.contact)].name;
    out.touching.push_back(
        fmt::format("contact {}: {} and {} touch at the start, {:.3g} m deep", name, a.name, b.name, pair.depth));
    const double thickness = thinner(a, b);
    if (!(pair.depth > kDeep * thickness) || ++deep > kMostWarnings) continue;
    out.warnings.push_back(
        fmt::format("contact {}: {} and {} start {:.3g} m inside each other, and the thinner is {:.3g} m thick: they "
                    "will be thrown apart; move one of them",
                    name, a.name, b.name, pair.depth, thickness));
  }
  if (deep > kMostWarnings)
    out.warnings.push_back(fmt::format("{} more pairs of shapes start deep inside each other", deep - kMostWarnings));
  return out;
}

}  // namespace alembert
