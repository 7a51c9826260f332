#include "analysis/layout.h"

#include <fmt/format.h>

#include "analysis/scene.h"

namespace alembert {

ResultsLayout layout_of(const System& system, const StartReport& start, bool fixed_step) {
  const Model& model = system.model();
  ResultsLayout layout;
  layout.title = model.title;
  layout.model_text = model.text;
  layout.scene = scene_text(system, start);
  layout.program_version = ALEMBERT_VERSION;
  for (std::size_t k = 1; k < model.bodies.size(); ++k) layout.bodies.push_back(model.bodies[k].name);
  for (const Joint& j : model.joints) layout.joints.push_back(j.name);
  for (const Force& f : model.forces) layout.forces.push_back(f.name);
  for (const Motion& m : model.motions) layout.motions.push_back(m.name);
  for (const UserConstraint& c : model.constraints) layout.constraints.push_back(c.name);
  for (const Contact& c : model.contacts) layout.contacts.push_back(c.name);
  for (const Variable& v : model.variables) layout.variables.push_back(v.name);
  for (const StateVariable& x : model.states) layout.states.push_back(x.name);
  for (const Body& b : model.bodies)
    for (std::size_t k = 0; b.flexibility && k < b.flexibility->kept.size(); ++k)
      layout.modes.push_back(fmt::format("{}.{}", b.name, b.flexibility->kept[k]));
  for (const Output& o : model.outputs) layout.outputs.push_back(o.name);
  layout.time_unit = model.units.time;
  for (int k = 0; k < system.sizes().unknowns(); ++k) layout.row_names.push_back(system.unknown_name(k));
  for (const Contact& c : model.contacts) layout.row_names.push_back(contact_row_name(c.name));
  layout.joint_reaction_unique.assign(model.joints.size(), true);
  for (const DependentSet& set : start.dependent_sets)
    if (set.always)
      for (const int row : set.rows)
        if (const int joint = system.joint_of_row(row); joint >= 0)
          layout.joint_reaction_unique[static_cast<std::size_t>(joint)] = false;
  layout.fixed_step = fixed_step;
  return layout;
}

}  // namespace alembert
