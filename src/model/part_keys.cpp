#include "model/part_keys.h"

#include <stdexcept>

#include "model/key_tables.h"

namespace alembert {
namespace {

using namespace keys;

constexpr Key part_keys[] = {
    {"alembert", integer, optional, "Version of the file format: 1. Needed in a file of its own."},
    {"title", text, optional, "What the part is, in a line."},
    {"units", table, optional, "Units of every number in the file.", "units"},
    {"parameters", named_numbers, optional, "Named constants for the numbers of the file."},
    {"mesh", table, optional, "A mesh of solid elements: its file, or keys.", "part_mesh"},
    {"matrices", table, optional, "Stiffness and mass that another program made.", "part_matrices"},
    {"shapes", text, optional, "Shapes that another program made: a modal data file of MBDyn (.fem)."},
    {"materials", named_tables, optional, "Materials by name.", "part_material"},
    {"sections", named_tables, optional, "Cross sections of beams by name.", "sections"},
    {"nodes", named_tables, optional, "Points by name, [x, y, z]."},
    {"max_length", number, optional, "Longest piece that beams are divided into, unless they say otherwise."},
    {"elements", table_list, optional, "Beams, each through two or more nodes.", "part_element"},
    {"masses", named_numbers, optional, "Masses at nodes, by their names."},
    {"sets", named_tables, optional, "Nodes of a mesh or of matrices by where they are.", "part_set"},
    {"interfaces", named_tables, optional, "Where the part meets others: nodes and patches by name, or a list of them.",
     "part_interface"},
    {"frames", named_tables, optional, "Further places for markers, which add no modes.", "part_interface"},
    {"modes", table, optional, "Which modes to keep; needed but with `shapes`.", "part_modes"},
    {"loads", named_tables, optional, "Load cases by name, each one or a list of loads.", "part_load"},
};

constexpr Key part_material_keys[] = {
    {"E", number, required, "Young's modulus."},
    {"nu", number, required, "Poisson's ratio."},
    {"density", number, required, "Mass per volume."},
};

constexpr Key part_mesh_keys[] = {
    {"file", text, required, "Abaqus or CalculiX input (.inp) or Gmsh mesh (.msh), beside this file."},
    {"material", name, optional, "Of every element that the file gives none; may be left out where there is only one."},
    {"materials", named_tables, optional, "Of the elements of a set, by its name; before what the file says."},
};

constexpr Key part_matrices_keys[] = {
    {"stiffness", text, required, "File of K."},
    {"mass", text, required, "File of M."},
    {"nodes", text, required, "File of the nodes: .inp, .bdf, .csv, or columns of numbers."},
    {"coordinates", text, optional, "File of the order of the coordinates: CalculiX's .dof, ANSYS's mapping."},
    {"format", choice, optional, "Of the matrices; from the ending of their names unless given.",
     "abaqus calculix matrix_market dmig op4"},
    {"stiffness_name", text, optional, "Name of K in a Nastran file; KGG or KAAX unless given."},
    {"mass_name", text, optional, "Name of M in a Nastran file; MGG or MAAX unless given."},
    {"stiffness_factor", number, optional, "By which K is multiplied; 1 unless given."},
    {"mass_factor", number, optional, "By which M is multiplied; 1 unless given."},
};

constexpr Key part_set_keys[] = {
    {"min", vector, required, "Lowest corner of a box; its nodes are the set."},
    {"max", vector, required, "Highest corner."},
};

constexpr Key tube_keys[] = {
    {"type", choice, required, "Kind of section.", "tube"},
    {"diameter", number, required, "Outer diameter."},
    {"wall", number, required, "Thickness of the wall."},
    {"shear", boolean, optional, "Whether it is soft in shear (Timoshenko); true unless given."},
};

constexpr Key rod_keys[] = {
    {"type", choice, required, "Kind of section.", "rod"},
    {"diameter", number, required, "Diameter."},
    {"shear", boolean, optional, "Whether it is soft in shear (Timoshenko); true unless given."},
};

constexpr Key rectangle_keys[] = {
    {"type", choice, required, "Kind of section.", "rectangle"},
    {"width", number, required, "Across `up`."},
    {"height", number, required, "Along `up`."},
    {"shear", boolean, optional, "Whether it is soft in shear (Timoshenko); true unless given."},
};

constexpr Key general_keys[] = {
    {"type", choice, required, "Kind of section.", "general"},
    {"A", number, required, "Area."},
    {"Iy", number, required, "Second moment of area for bending along `up`: int z^2 dA."},
    {"Iz", number, required, "Second moment of area for bending across `up`: int y^2 dA."},
    {"J", number, required, "Torsion constant."},
    {"Ay", number, optional, "Shear area across `up`; stiff in shear unless given."},
    {"Az", number, optional, "Shear area along `up`; stiff in shear unless given."},
    {"width", number, optional, "Of the box round it, for stresses at its corners and sides."},
    {"height", number, optional, "Of the box round it, along `up`."},
};

constexpr Key part_element_keys[] = {
    {"through", names, required, "Nodes in order; a straight beam from each to the next."},
    {"section", name, required, "Its section."},
    {"material", name, optional, "Its material; may be left out where there is only one."},
    {"max_length", number, optional, "Longest piece it is divided into."},
    {"pieces", integer, optional, "Pieces between each two nodes, instead."},
    {"up", vector, optional, "The section's z axis is as near to it as possible; z, or x for upright beams."},
};

constexpr Key part_interface_keys[] = {
    {"nodes", names_of_elements, optional, "A node, a set, or a list of them."},
    {"set", names_of_elements, optional, "Another name of `nodes`."},
    {"kind", choice, optional,
     "Whether the patch is kept rigid, or its nodes' average is meant; rigid, or as the mesh says, unless given.",
     "rigid average"},
    {"at", vector, optional, "Where its frame is; the middle of its nodes unless given."},
};

constexpr Key part_modes_keys[] = {
    {"fixed", integer, optional, "How many modes with the interfaces held, beside their static shapes."},
    {"free", integer, optional, "How many modes with nothing held, beside static shapes of loads on the interfaces."},
    {"up_to", number, optional, "All such modes up to this frequency (Hz), instead of a number."},
    {"of", choice, optional, "Which modes `up_to` counts; fixed unless given.", "fixed free"},
    {"loads", boolean, optional, "Whether load cases add their static shapes; false unless given."},
};

constexpr Key part_load_keys[] = {
    {"on", names_of_elements, required, "A node, an interface, a set, or a list: forces are shared as averages are."},
    {"force", vector, optional, "Part axes."},
    {"torque", vector, optional, "Part axes, about the middle of the nodes."},
    {"pressure", number, optional, "On a surface of a mesh, into the material."},
};

constexpr KeyTable part_tables[] = {
    {"part", "a part", part_keys},
    {"part_material", "a material", part_material_keys},
    {"part_mesh", "a mesh", part_mesh_keys},
    {"part_matrices", "`matrices`", part_matrices_keys},
    {"part_set", "a set", part_set_keys},
    {"part_element", "a beam", part_element_keys},
    {"part_interface", "an interface", part_interface_keys, "nodes|set"},
    {"part_modes", "`modes`", part_modes_keys},
    {"part_load", "a load", part_load_keys},
};

constexpr KeyTable section_tables[] = {
    {"tube", "a tube", tube_keys},
    {"rod", "a rod", rod_keys},
    {"rectangle", "a rectangle", rectangle_keys},
    {"general", "a general section", general_keys},
};

}  // namespace

const KeyTable& part_key_table(std::string_view name) {
  for (const KeyTable& table : part_tables)
    if (table.name == name) return table;
  throw std::logic_error("no key table " + std::string(name));
}

const KeyVariants& section_variants() {
  static const KeyVariants sections{
      "sections", "", {&section_tables[0], &section_tables[1], &section_tables[2], &section_tables[3]}, {}, "section"};
  return sections;
}

}  // namespace alembert
