#include "analysis/check.h"

#include <fmt/format.h>

#include <set>

#include "analysis/conflicting_motions.h"
#include "analysis/contact_start.h"
#include "analysis/dynamics.h"
#include "analysis/flexible_notes.h"
#include "analysis/mechanism.h"
#include "analysis/unstable_start.h"
#include "base/error.h"
#include "expression/functions.h"
#include "model/names.h"

namespace alembert {

namespace {

void add_redundancy(const System& system, const StartReport& start, std::string& out) {
  if (start.unknown_rows > 0)
    out += fmt::format(
        "redundant constraints: not analysed for {} of {} equations: that takes more work than is allowed\n",
        start.unknown_rows, system.sizes().multipliers);
  if (start.dependent_sets.empty()) {
    if (start.unknown_rows == 0) out += "redundant constraints: none\n";
    return;
  }
  out += fmt::format("redundant constraints: {} dependent set(s)\n", start.dependent_sets.size());
  std::set<std::string> not_unique;
  int number = 0;
  for (const DependentSet& set : start.dependent_sets) {
    out += fmt::format("  set {}: {} of these {} equations {} redundant, {}\n", ++number, set.redundant,
                       set.rows.size(), set.redundant == 1 ? "is" : "are",
                       !set.consistent ? "contradictory: they cannot all hold"
                       : set.always    ? "always, consistent"
                                       : "only in this position, consistent");
    for (const int row : set.rows) {
      out += fmt::format("    {}\n", system.row_name(row));
      const int joint = system.joint_of_row(row);
      const std::string name = system.row_name(row);
      if (set.always && set.consistent)
        not_unique.insert(joint >= 0 ? system.model().joints[static_cast<std::size_t>(joint)].name
                                     : name.substr(0, name.find(':')));
    }
  }
  if (!not_unique.empty())
    out += fmt::format("  reactions not unique (a minimum-norm choice is reported): {}\n", fmt::join(not_unique, ", "));
}

// Moments, and where there are any, products.
std::string inertia_text(const Mat3& J) {
  constexpr double kNone = 1e-12;  // of the moments: rounding
  std::string out = fmt::format(", inertia {:g} {:g} {:g}", J(0, 0), J(1, 1), J(2, 2));
  const Vec3 products(J(0, 1), J(0, 2), J(1, 2));
  if (products.cwiseAbs().maxCoeff() > kNone * J.trace())
    out += fmt::format(", products xy {:g} xz {:g} yz {:g}", products[0], products[1], products[2]);
  return out;
}

void add_contacts(const Contacts& contacts, const std::vector<std::string>& touching, std::string& out) {
  constexpr std::size_t kMost = 10;
  out += fmt::format("contacts: {}, pairs of shapes: {}, touching at the start: {}\n", contacts.contacts.size(),
                     contacts.pairs.size(), touching.size());
  for (std::size_t k = 0; k < touching.size() && k < kMost; ++k) out += fmt::format("  {}\n", touching[k]);
  if (touching.size() > kMost) out += fmt::format("  ... and {} more\n", touching.size() - kMost);
}

void add_input_lines(const Model& model, std::string& out) {
  if (model.inputs.empty()) return;
  out += fmt::format("inputs: {}\n", model.inputs.size());
  for (const Input& input : model.inputs) {
    const InputSignal& s = input.signal;
    out += fmt::format("  {} = {:g}", input.name, s.at(0.0));
    if (s.curve)
      out += fmt::format(" at the start; {} points from t = {:g} to {:g} {}, {}", s.curve->size(), s.curve->x().front(),
                         s.curve->x().back(), model.units.time_name, spline_kind_name(s.kind));
    out += input.given ? " (given)\n" : "\n";
  }
}

}  // namespace

std::string check_text(const System& system, const StartReport& start, const std::vector<std::string>& touching) {
  const Model& model = system.model();
  const Units& u = model.units;
  std::string out;
  if (!model.title.empty()) out += model.title + "\n";
  out += fmt::format("units in the file: {} {} {} {} {}; below: m kg s rad\n", u.length_name, u.mass_name, u.time_name,
                     u.angle_name, u.force_name);
  out += model.gravity.isZero(0.0)
             ? "gravity: none\n"
             : fmt::format("gravity: {:g} {:g} {:g} m/s^2\n", model.gravity.x(), model.gravity.y(), model.gravity.z());
  const bool known = start.unknown_rows == 0;
  out +=
      fmt::format("degrees of freedom: {}{} ({} velocities, {} constraint equations, rank {}{})\n",
                  known ? "" : "at least ", start.degrees_of_freedom, system.sizes().velocities - system.sizes().states,
                  system.sizes().multipliers, start.rank, known ? "" : " of those that were analysed");
  add_redundancy(system, start, out);
  if (start.worst_given_row >= 0)
    out += fmt::format("initial violation as given: position {:.3g} ({}), velocity {:.3g}\n",
                       start.given_position_violation, system.row_name(start.worst_given_row),
                       start.given_velocity_violation);
  if (start.largest_move > 0.0 || start.largest_turn > 0.0)
    out += fmt::format("put together by moving bodies up to {:.3g} m and {:.3g} rad, velocities by up to {}\n",
                       start.largest_move, start.largest_turn, velocity_change_text(system, start));
  double total = 0.0;
  for (const BodyEntry& body : system.bodies()) total += body.mass;
  out += fmt::format("bodies: {}, total mass {:g} kg\n", model.bodies.size() - 1, total);
  for (std::size_t k = 1; k < model.bodies.size(); ++k) {
    if (k > 50) {
      out += fmt::format("  ... and {} more\n", model.bodies.size() - k);
      break;
    }
    const Body& b = model.bodies[k];
    out += fmt::format("  {} ({}): mass {:g}", b.name, body_kind_name(b.kind), b.mass);
    if (!b.com.isZero()) out += fmt::format(", centre {:g} {:g} {:g}", b.com.x(), b.com.y(), b.com.z());
    if (b.moves_in_plane())
      out += fmt::format(", inertia {:g}", b.inertia(2, 2));
    else if (b.turns())
      out += inertia_text(b.inertia);
    if (b.flexibility) out += ", " + flexible_text(*b.flexibility);
    for (const InternalMass& m : b.internal_masses) out += fmt::format(", carries {} of mass {:g}", m.name, m.mass);
    out += "\n";
  }
  add_input_lines(model, out);
  if (!system.contacts().empty()) add_contacts(system.contacts(), touching, out);
  out += fmt::format("joints: {}, forces: {}, outputs: {}", model.joints.size(), model.forces.size(),
                     model.outputs.size());
  const auto count = [&](const char* what, std::size_t n) {
    if (n > 0) out += fmt::format(", {}: {}", what, n);
  };
  count("motions", model.motions.size());
  count("constraints", model.constraints.size());
  count("variables", model.variables.size());
  count("states", model.states.size());
  for (const std::string& w : start.warnings)
    if (w.find("redundant") == std::string::npos) out += "\nwarning: " + w;
  return out;
}

CheckReport check_model_report(const Model& model) {
  Mechanism mechanism(model, Mechanism::InParts{});
  CheckReport report;
  try {
    mechanism.put_together();
  } catch (const AssemblyError& error) {
    report.problem = error.what();
  }
  report.start = mechanism.start_report();
  if (report.problem.empty()) {
    const ConflictingMotions conflict =
        find_conflicting_motions(mechanism, mechanism.initial_state(), model.simulation.end);
    report.problem = conflict.text();
    if (conflict.set >= 0) report.start.dependent_sets[static_cast<std::size_t>(conflict.set)].consistent = false;
  }
  if (report.problem.empty() && model.simulation.analysis == AnalysisKind::dynamics)
    check_integration(model, mechanism.problem());
  if (report.problem.empty() && model.simulation.analysis == AnalysisKind::dynamics)
    if (const auto warning = unstable_start(mechanism)) report.start.warnings.push_back(*warning);
  ContactStart contacts;
  if (report.problem.empty()) {
    contacts = contact_start(mechanism);
    report.start.warnings.insert(report.start.warnings.end(), contacts.warnings.begin(), contacts.warnings.end());
  }
  report.text = check_text(mechanism.system(), report.start, contacts.touching);
  return report;
}

}  // namespace alembert
