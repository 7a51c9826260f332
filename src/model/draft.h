// A Model while it is being read, with the ids by name that its sections need to refer to one another.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/context.h"
#include "model/model.h"
#include "model/repeat.h"

namespace alembert {

struct Draft {
  Model model;
  std::map<std::string, BodyId> bodies;
  std::map<std::string, MarkerId> markers;  // those a user can name; not the ones made by shorthand
  std::set<std::string> shorthand_markers;
  std::map<std::string, JointId> joints;
  std::map<std::string, ForceId> forces;
  std::map<std::string, std::size_t> contacts;
  std::size_t contact_pairs = 0;  // of all contacts
  std::set<std::string> assemblies, motions, constraints, variables, states, sensors;
  Positions positions;

  MarkerId add_marker(Marker marker);
  // Refers to something by name; an unknown name is a ModelError with the nearest known one.
  BodyId find_body(const Context& context, const Node& node) const;
  MarkerId find_marker(const Context& context, const Node& node) const;
  JointId find_joint(const Context& context, const Node& node) const;
  std::array<MarkerId, 2> find_marker_pair(const Context& context, const Node& node) const;
  int find_curve(const Context& context, const Node& node) const;

  // Pose of a marker in the global frame at the start, as the bodies were written.
  Vec3 initial_position(MarkerId id) const;
  Quat initial_orientation(MarkerId id) const;
  double initial_distance(const std::array<MarkerId, 2>& pair) const;
};

// Adds a body with the markers of its frame and its centre of mass; and those that it names.
BodyId add_body(Draft& draft, Body body);
void read_markers(Draft& draft, const Fields& fields, BodyId body);
// A marker with the name of a key below `markers:` of a body, on the body frame.
Marker new_marker(const Draft& draft, const Context& context, const Node& key, BodyId body);

// Each reads one section of the file; in this order, since each refers to those before it.
SplineMap read_splines(const Context& context, const Node& node, Positions* positions);
void read_inputs(Draft& draft, const Context& context, const Node& node);
PathMap read_paths(const Context& context, const Node& node, Positions* positions);
// Before the joints: which name them.
void read_curves(Draft& draft, const Context& context, const Node& node);
void read_bodies(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries);
// Bodies that stand for those of a model around this one; and other models as parts of this one, where parameters `set`
// replaces theirs by path.
void read_ports(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries);
void read_assemblies(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries,
                     const std::map<std::string, double>& set);
void read_joints(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries);
void read_motions(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries);
void read_constraints(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries);
void read_forces(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries);
void read_variables(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries);
void read_states(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries);
// Control blocks: each becomes variables and states, beside those the user has written.
void read_transfer_functions(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries);
void read_state_spaces(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries);
void read_controllers(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries);
// After joints, motions, constraints and forces, whose names are taken.
void read_contacts(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries);
void read_sensors(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries);
// After all of these: do the expressions of forces, variables and states name what is there?
void check_expressions(const Draft& draft);
void read_outputs(Draft& draft, const Context& context, const std::vector<SectionEntry>& entries);
// At the end: does any of them take degrees for radians?
void check_angles(const Model& model);
// Names of elements that can be switched: one, or a list; null: none. Each must be there, and be one thing only.
std::vector<std::string> read_switched(const Draft& draft, const Context& context, const Node* node);
void read_simulation(Draft& draft, const Context& context, const Node& node);

// The table for an entry's `type`; an unknown or planned type is a ModelError.
const KeyTable& find_variant(const Context& context, const Node& node, const KeyVariants& variants,
                             const std::string& label);

template <class IdType>
std::vector<std::string> names_of(const std::map<std::string, IdType>& ids) {
  std::vector<std::string> out;
  out.reserve(ids.size());
  for (const auto& [name, id] : ids) out.push_back(name);
  return out;
}

}  // namespace alembert
