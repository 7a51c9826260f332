// Values of a model between Python and its description.
#pragma once

#include <alembert/value.h>
#include <pybind11/pybind11.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/node.h"

namespace alembert::python {

// None, numbers, texts, sequences and dictionaries, as written at a line of a program. Throws TypeError for others.
Value value_of(pybind11::handle given, const std::pair<std::string, int>& place);

// Names of a section's entries; none where it is null.
std::vector<std::string> names_in(const Node* section);

// What a section says of a name: numbers evaluated with these parameters, in the model's units; texts and expressions
// as they stand. KeyError where it says nothing.
pybind11::object object_of(const Node* section, const std::string& section_name, const std::string& name,
                           const std::map<std::string, double>& parameters);

// {key: help} of the entries of a section, of this type where it has types; empty where entries have no keys.
pybind11::dict keys_of(const std::string& section, const std::string& type);

}  // namespace alembert::python
